"""What somebody does at a table of Titania: one press after another, as the page offers it."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from games.models import Game
from tests.browser.walk import signed_in

Press = Callable[[Locator], None]

CARD, OPTION, SHELL, LEVEL, SPACE = (
    "#turn a.half",
    "#turn a.opt",
    "#turn a.lp",
    "#turn a.lv-i:not([aria-current])",
    "#board a.spot",
)
PASS = 0.15
"""How often it does without what is offered."""


def at_the_table(page: Page, sea: Game, site_url: str) -> Page:
    """The page of the table, for mei."""
    signed_in(page, "mei", site_url)
    page.goto(sea.get_absolute_url())
    return page


def by_script(page: Page) -> Press:
    """Presses, and waits until the table has been swapped."""

    def press(it: Locator) -> None:
        page.evaluate("document.getElementById('table').dataset.old = '1'")
        it.click()
        expect(page.locator("#table:not([data-old])")).to_be_attached()

    return press


def without_script(it: Locator) -> None:
    """Presses; the browser itself waits for the next page."""
    it.click()


def is_over(page: Page) -> bool:
    """Whether the page tells the result."""
    return page.locator("table.score").count() > 0


def is_mine(page: Page) -> bool:
    """Whether the panel composes a turn."""
    return page.locator("#turn:not(.is-wait)").count() > 0


def step(page: Page) -> str:
    """The step that is open, in a word."""
    said = page.locator(".tstep.is-now .tstep-t").inner_text().strip()
    return "Draw" if said.startswith(("Draw", "End")) else said.split()[0]


def go_on(page: Page, press: Press, dice: random.Random) -> str:
    """One press of a turn: send what is complete, or choose what is missing. Returns which step it was."""
    now, main = step(page), page.locator("#turn .btn-main")
    if main.is_enabled():
        press(main)
    elif page.locator("#turn button[form=pass]").count() and dice.random() < PASS:
        press(page.locator("#turn button[form=pass]"))
    else:
        press(choice(page, now, dice))
    return now


def choice(page: Page, now: str, dice: random.Random) -> Locator:
    """Something to choose: in the panel, or on the sea where a card is chosen."""
    where = {"Choose": SHELL, "Build": LEVEL, "Decorate": OPTION, "Another": SPACE, "Play": CARD}[now]
    if now == "Play" and page.locator(f"{CARD}[aria-current]").count():
        where = SPACE
    offered = page.locator(where)
    return offered.nth(dice.randrange(offered.count()))
