"""One turn at the table, made with the controls of the page, with script or without.

After each press it waits for what the page then has to show; so a turn is as quick as the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

Press = Callable[[Locator], None]

LABELS = "(them) => them.map((it) => it.getAttribute('aria-label'))"


def click(control: Locator) -> None:
    """Press it as with a mouse."""
    control.click()


def tap(control: Locator) -> None:
    """Press it as with a finger."""
    control.tap()


def is_open(page: Page, step: str) -> bool:
    """Whether the panel shows this step open."""
    return page.locator(".step.is-now > .step-head", has_text=step).count() > 0


def is_over_twelve(page: Page) -> bool:
    """Whether lanterns have to go before anything else."""
    return page.locator(".step.is-now .notice-warn").is_visible()


def can_open(page: Page, step: str) -> bool:
    """Whether there is a way to this step."""
    return page.locator(f"a[data-step={step}]").count() > 0


def taken(page: Page, step: str) -> Locator:
    """The line of a step that was taken; one that was skipped is a link."""
    return page.locator(".step.is-done:not(:has(a))", has_text=step)


def open_exchange(page: Page, press: Press) -> None:
    """Open the exchange, which nobody has to make."""
    press(page.locator("a[data-step=exchange]"))
    expect(page.get_by_role("group", name="Take")).to_be_visible()


def exchange(page: Page, press: Press) -> None:
    """Give the first lantern that may go, for the last that may come."""
    give, take = (page.get_by_role("group", name=name) for name in ("Give", "Take"))
    press(give.locator("a").first)
    press(take.locator("input:enabled").last)
    press(page.get_by_role("button", name="Exchange"))
    expect(taken(page, "Exchange")).to_contain_text("2 favours")


def dedicate(page: Page, press: Press) -> None:
    """Dedicate the set that the page proposes."""
    press(page.get_by_role("button", name="Dedicate"))
    expect(taken(page, "Dedicate")).to_contain_text("The limit is 12.")


def open_giving_back(page: Page, press: Press) -> None:
    """Open what is open already where no set can be dedicated."""
    if can_open(page, "discard"):
        press(page.locator("a[data-step=discard]"))
    expect(page.get_by_text(re.compile("^Chosen: 0 of"))).to_be_visible()


def give_back(page: Page, press: Press) -> None:
    """Give back as many lanterns as are too many, one by one."""
    said = page.get_by_text(re.compile(r"^Chosen: \d of \d"))
    excess = int(said.inner_text().split()[-1])
    for given in range(1, excess + 1):
        press(page.locator("a[data-back]").first)
        expect(said).to_have_text(f"Chosen: {given} of {excess}")
    press(page.get_by_role("button", name=f"Give back {excess}"))
    expect(taken(page, "Dedicate")).to_contain_text("gave back")


def skip(page: Page, press: Press) -> None:
    """Go on to the tile."""
    press(page.get_by_role("link", name="Skip", exact=True))
    expect(page.locator("[data-confirm]")).to_be_visible()


def undo(page: Page, press: Press) -> None:
    """Take the last thing back."""
    press(page.locator(".btn-undo"))


def is_last(page: Page) -> bool:
    """Whether there is no tile to be placed any more."""
    return page.get_by_role("heading", name="Your last turn").count() > 0


def choose_tile(page: Page, press: Press) -> None:
    """Take the first tile of the hand."""
    press(tile(page))
    expect(tile(page)).to_have_attribute("aria-current", "true")


def tile(page: Page) -> Locator:
    """The first tile of the hand."""
    return page.locator("[data-hand='1']")


def choose_place(page: Page, press: Press) -> None:
    """Lay the chosen tile where the page promises most."""
    spots = page.locator("a.spot")
    promises = [promised(label) for label in spots.evaluate_all(LABELS)]
    press(spots.nth(promises.index(max(promises))))
    expect(ghost(page)).to_be_visible()


def promised(label: str) -> tuple[int, int]:
    """The favours and the matches that a place promises: "1 south: 1 match (red), 2 favours"."""
    matches, favours = (re.search(rf"(\d+) {it}", label) for it in ("match", "favour"))
    return int(favours[1]) if favours else 0, int(matches[1]) if matches else 0


def ghost(page: Page) -> Locator:
    """The chosen tile on the lake."""
    return page.locator("a.ghost")


def lies(page: Page) -> str:
    """Where the chosen tile lies, and how: "Chosen place, 1 south: north red, ..."."""
    return str(ghost(page).get_attribute("aria-label"))


def turn(page: Page, press: Press) -> None:
    """Turn the chosen tile to the right."""
    before = lies(page)
    press(page.get_by_role("link", name="Turn right"))
    expect(ghost(page)).not_to_have_attribute("aria-label", before)


def compose(page: Page) -> Page:
    """The same page, a turn ready to be sent."""
    choose_tile(page, click)
    choose_place(page, click)
    return page


def confirm(page: Page, press: Press) -> None:
    """Send the turn: the page says that it was sent, or shows how the game ended."""
    press(page.locator("[data-confirm]"))
    expect(sent(page)).to_be_visible()


def sent(page: Page) -> Locator:
    """What shows that a turn was sent."""
    return page.locator(".notice", has_text="Your turn has been sent.").or_(page.locator("table.score")).first


def place_by_keys(page: Page) -> None:
    """Choose a tile and a place, turn it and send the turn, with keys alone."""
    keys = page.keyboard
    keys.press("1")
    expect(tile(page)).to_have_attribute("aria-current", "true")
    keys.press("ArrowDown")
    keys.press("ArrowRight")
    expect(page.locator("a.spot:focus")).to_be_visible()
    keys.press("Enter")
    expect(page.locator("a.ghost:focus")).to_be_visible()
    before = lies(page)
    keys.press("r")
    expect(page.locator("a.ghost:focus")).not_to_have_attribute("aria-label", before)
    keys.press("Enter")
    expect(sent(page)).to_be_visible()
