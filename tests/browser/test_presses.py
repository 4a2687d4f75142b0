"""What a press does at once: it is seen, it counts once, and the keyboard stays where it was."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser import walk_turn as at_table
from tests.browser.conftest import OpenPage
from tests.browser.walk import signed_in
from tests.browser.walk_turn import click

# A line of 50 kB a second, on which everything takes 0.4 s longer.
SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
# The control is pressed, and looked at before anything else can happen.
PRESS = """(it) => {
    it.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    return it.matches('.is-busy[aria-busy=true]');
}"""
LINK = (
    '<button type="button" class="btn" data-copy="https://x.test/t/1/" data-copied="Copied" hidden>'
    "Copy the link</button>"
)

Visit = Callable[..., Page]


@pytest.fixture
def visit(open_page: OpenPage, site_url: str) -> Visit:
    """A page as mei sees it."""

    def visit(address: str) -> Page:
        page = signed_in(open_page(), "mei", site_url)
        page.goto(address)
        return page

    return visit


@pytest.fixture
def table(game, visit: Visit) -> Page:
    """The table, mei to act; it hears of nothing new."""
    page = visit(game.get_absolute_url())
    page.route("**/pulse/**", lambda route: route.fulfill(status=204))
    return page


def compose(page: Page) -> Page:
    """The same page, a turn ready to be sent."""
    at_table.choose_tile(page, click)
    at_table.choose_place(page, click)
    return page


def turns_of(game) -> int:
    """How many turns were taken."""
    game.refresh_from_db()
    return int(game.turns_done)


def hold(page: Page, address: str) -> list[Route]:
    """The requests for an address, which from now on get no answer by themselves."""
    held: list[Route] = []
    page.route(address, lambda route: held.append(route))
    return held


# A press is seen


@pytest.mark.parametrize(
    "control", ["[data-hand='2']", "a.spot >> nth=0", "[data-turn=cw]", "[data-undo]", "[data-confirm]"]
)
def test_what_was_pressed_at_the_table_shows_at_once_that_it_is_at_work(table, control):
    assert compose(table).locator(control).first.evaluate(PRESS)


def test_so_does_the_button_of_any_other_form(people, visit):
    page = visit("/settings/")
    page.route("**/settings/**", lambda route: route.fulfill(status=204))  # the page stays
    save = page.get_by_role("button", name="Keep this zone")
    assert save.evaluate(PRESS)
    page.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(save).not_to_have_attribute("aria-busy", "true")


def test_the_switch_of_the_theme_is_at_work_for_no_time(people, visit):
    page = visit("/about/")
    switch = page.get_by_role("button", name="Switch between light and dark")
    for theme in ("dark", "light"):
        with page.expect_response("**/theme/"):
            switch.click()
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


def test_a_turn_can_be_made_on_a_slow_line(game, table):
    table.context.new_cdp_session(table).send("Network.emulateNetworkConditions", SLOW)
    at_table.confirm(compose(table), click)
    expect(table.locator("[aria-busy=true]")).to_have_count(0)
    expect(table.locator("[data-line]")).to_have_count(0)
    assert turns_of(game) == 1


# A press counts once, and the last one most


def test_of_two_places_chosen_in_haste_the_last_one_counts(table):
    at_table.choose_tile(table, click)
    spots = table.locator("a.spot")
    wanted = str(spots.last.get_attribute("aria-label")).partition(":")[0]
    held = hold(table, "**/draft/")
    for spot in (spots.first, spots.last):
        assert spot.evaluate(PRESS)
    expect(table.locator("a.spot.is-busy")).to_have_count(1)
    table.unroute("**/draft/")
    held[0].continue_()
    expect(at_table.ghost(table)).to_have_attribute("aria-label", re.compile(f"^Chosen place, {wanted}:"))


def test_while_a_turn_is_on_its_way_nothing_else_is_chosen(game, table):
    compose(table)
    held = hold(table, "**/turn/")
    table.locator("[data-confirm]").click()
    table.locator("[data-hand='2']").click()
    held[0].continue_()
    expect(at_table.sent(table)).to_be_visible()
    assert turns_of(game) == 1


def test_enter_held_down_on_a_place_does_not_send_the_turn(game, table):
    at_table.choose_tile(table, click)
    table.locator("a.spot").first.focus()
    table.keyboard.down("Enter")
    expect(table.locator("a.ghost:focus")).to_be_visible()
    for _repeated in range(3):
        table.keyboard.down("Enter")
    table.keyboard.up("Enter")
    expect(table.locator("[aria-busy=true]")).to_have_count(0)
    assert turns_of(game) == 0
    table.keyboard.press("Enter")
    expect(at_table.sent(table)).to_be_visible()


def test_back_after_sending_shows_the_table_as_it_stands(game, table):
    at_table.confirm(compose(table), click)
    table.goto("/games/")
    table.go_back()
    expect(table.get_by_role("heading", name="joon is thinking")).to_be_visible()
    expect(table.locator("[data-confirm]")).to_have_count(0)


# The keyboard stays


def press_enter(page: Page, control: Locator, then: Locator) -> None:
    """Press a control by keyboard: what comes is shown, and the keyboard is still at the table."""
    control.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    expect(then).to_be_visible()
    expect(page.locator("#table :focus")).to_have_count(1)


def play_until(game, step: str) -> None:
    """Take turns until mei may take such a step."""
    from games import store
    from tests.site.worlds import after_turns

    people = [seat.person for seat in game.seats.select_related("person").order_by("number")]
    while True:
        position = store.load(game)
        legal = position.rules.legal_moves(position.state, 0) if game.to_act == 0 else ()
        if any(str(move).startswith(step) for move in legal):
            return
        after_turns(game, *people, turns=1)


def test_the_keyboard_stays_at_the_table_while_a_tile_is_placed(table):
    hand, spot, turn = (table.locator(it) for it in ("[data-hand='1']", "a.spot", "[data-turn=cw]"))
    press_enter(table, hand, table.locator("[data-hand='1'][aria-current]:focus"))
    press_enter(table, spot.first, table.locator("a.ghost:focus"))
    press_enter(table, turn, table.locator("[data-turn=cw]:focus"))
    press_enter(table, table.locator("[data-undo]"), spot.first)
    press_enter(table, hand, table.locator("[data-hand='1'][aria-current]:focus"))
    press_enter(table, spot.first, table.locator("a.ghost"))
    press_enter(table, table.locator("[data-confirm]"), at_table.sent(table))
    expect(table.locator("#turn-h:focus")).to_be_visible()


def test_the_keyboard_stays_at_the_table_while_lanterns_are_exchanged(game, visit):
    play_until(game, "exchange")
    page = visit(game.get_absolute_url())
    page.route("**/pulse/**", lambda route: route.fulfill(status=204))
    give, take = (page.get_by_role("group", name=name) for name in ("Give", "Take"))
    press_enter(page, page.locator("a[data-step=exchange]"), give)
    press_enter(page, give.locator("a").first, give.locator("a[aria-current]:focus"))
    take.locator("input:enabled").last.focus()
    page.keyboard.press("Space")
    done = at_table.taken(page, "Exchange")
    press_enter(page, page.get_by_role("button", name="Exchange"), done)
    press_enter(page, page.get_by_role("button", name="Change"), give)


def test_the_keyboard_stays_at_the_table_while_lanterns_are_given_back(game, visit):
    play_until(game, "discard")
    page = visit(game.get_absolute_url())
    page.route("**/pulse/**", lambda route: route.fulfill(status=204))
    if at_table.can_open(page, "discard"):
        press_enter(page, page.locator("a[data-step=discard]"), page.get_by_text("Chosen: 0 of"))
    press_enter(page, page.locator("a[data-back]").first, page.get_by_text("Chosen: 1 of"))


def test_the_keyboard_stays_at_the_table_while_a_set_is_dedicated(game, visit):
    play_until(game, "dedicate")
    page = visit(game.get_absolute_url())
    page.route("**/pulse/**", lambda route: route.fulfill(status=204))
    if not at_table.is_open(page, "Dedicate"):
        press_enter(page, page.locator("a[data-step=dedicate]"), page.get_by_role("button", name="Dedicate"))
    press_enter(page, page.get_by_role("button", name="Dedicate"), at_table.taken(page, "Dedicate"))
    press_enter(page, page.locator("[data-undo]").first, page.get_by_role("button", name="Dedicate"))


# A button that copies


@pytest.fixture
def with_link(people, open_page, site_url: str) -> Page:
    """A page on which a link can be copied."""

    def add(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("</main>", f"{LINK}</main>"))

    page = open_page()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.route("**/about/", add)
    return page


def test_a_button_copies_a_link_and_says_so_for_a_moment(with_link):
    with_link.goto("/about/")
    with_link.get_by_role("button", name="Copy the link").click()
    expect(with_link.locator("[data-copy]")).to_have_text("Copied")
    expect(with_link.locator("#say")).to_have_text("Copied")
    assert with_link.evaluate("navigator.clipboard.readText()") == "https://x.test/t/1/"
    expect(with_link.locator("[data-copy]")).to_have_text("Copy the link")
    expect(with_link.locator("#say")).to_be_empty()


def test_a_browser_that_cannot_copy_offers_no_such_button(with_link):
    with_link.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    with_link.goto("/about/")
    expect(with_link.locator("[data-copy]")).to_be_hidden()
