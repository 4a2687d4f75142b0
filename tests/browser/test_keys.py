"""The keys of the table: they work wherever a press has left the keyboard, and what is said of them is so."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import walk_turn as at_table
from tests.browser.conftest import OpenPage
from tests.browser.test_presses import compose, play_until, turns_of
from tests.browser.walk import signed_in
from tests.browser.walk_turn import click
from tests.servers.processes import soon

WIDE = {"viewport": {"width": 1440, "height": 900}}
LINES = "(them) => new Set(them.map((it) => it.getBoundingClientRect().height)).size"

OpenTable = Callable[..., Page]


@pytest.fixture
def open_table(game, open_page: OpenPage, site_url: str) -> OpenTable:
    """The table as mei sees it, who is to act; it hears of nothing new."""

    def open_table(query: str = "", **how: object) -> Page:
        page = signed_in(open_page(WIDE, **how), "mei", site_url)
        page.route("**/pulse/**", lambda route: route.fulfill(status=204))
        page.goto(f"{game.get_absolute_url()}{query}")
        return page

    return open_table


def a_place(page: Page) -> Locator:
    """A place on the lake that has the keyboard."""
    return page.locator("a.spot:focus")


def quiet(page: Page) -> None:
    """Wait until what was pressed is answered."""
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


# Arrows


@pytest.mark.parametrize("start", ["#turn-h", "[data-hand='2']", ".game-bar .meta a", ""])
def test_an_arrow_goes_to_the_lake_from_anywhere_in_the_table(open_table, start):
    page = open_table()
    if start:
        page.locator(start).focus()
    page.keyboard.press("ArrowRight")
    expect(a_place(page)).to_have_count(1)


def test_arrows_go_on_when_it_is_ones_turn_again(game, open_table):
    page = open_table()
    at_table.confirm(compose(page), click)
    expect(page.locator("#turn-h")).to_be_focused()
    game.refresh_from_db()
    play_until(game, "place")
    page.unroute("**/pulse/**")
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(a_place(page)).to_have_count(1)


def test_arrows_among_radios_choose_a_radio(game, open_table):
    play_until(game, "exchange")
    page = open_table("?open=exchange")
    page.get_by_role("group", name="Give").locator("a").first.click()
    radios = page.get_by_role("group", name="Take").locator("input:enabled")
    radios.first.focus()
    page.keyboard.press("ArrowRight")
    expect(radios.nth(1)).to_be_focused()
    expect(a_place(page)).to_have_count(0)


def test_where_nothing_can_be_chosen_arrows_scroll_the_page(game, open_table):
    page = open_table()
    at_table.confirm(compose(page), click)
    page.set_viewport_size({"width": 1280, "height": 400})
    page.keyboard.press("ArrowDown")
    assert soon(lambda: page.evaluate("scrollY") > 0)


# Enter


def test_enter_sends_the_turn_that_a_reloaded_page_shows(game, open_table):
    compose(open_table())
    page = open_table()
    expect(at_table.ghost(page)).to_be_visible()
    page.keyboard.press("Enter")
    expect(at_table.sent(page)).to_be_visible()


@pytest.mark.parametrize("step", ["dedicate", "exchange"])
def test_enter_takes_the_step_that_is_open(game, open_table, step):
    play_until(game, step)
    page = open_table(f"?open={step}")
    if step == "exchange":
        page.get_by_role("group", name="Give").locator("a").first.click()
        page.get_by_role("group", name="Take").locator("input:enabled").first.focus()
        page.keyboard.press("Space")
        page.locator("#turn-h").focus()
    page.keyboard.press("Enter")
    expect(at_table.taken(page, step.title())).to_be_visible()


def test_after_a_click_on_turning_the_keyboard_is_on_the_tile(game, open_table):
    page = compose(open_table())
    page.get_by_role("link", name="Turn right").click()
    expect(page.locator("a.ghost:focus")).to_be_visible()
    before = at_table.lies(page)
    page.keyboard.press("r")
    expect(at_table.ghost(page)).not_to_have_attribute("aria-label", before)
    quiet(page)
    page.keyboard.press("Enter")
    expect(at_table.sent(page)).to_be_visible()


def test_enter_on_another_control_does_only_what_that_says(game, open_table):
    page = compose(open_table())
    page.locator("[data-hand='2']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-hand='2'][aria-current]")).to_be_visible()
    quiet(page)
    assert turns_of(game) == 0


def test_enter_held_down_takes_one_step_only(game, open_table):
    play_until(game, "dedicate")
    before = turns_of(game)
    page = open_table("?open=dedicate")
    for _repeated in range(3):
        page.keyboard.down("Enter")
    expect(at_table.taken(page, "Dedicate")).to_be_visible()
    page.locator("[data-hand='1']").click()
    page.locator("a.spot").first.click()
    expect(at_table.ghost(page)).to_be_visible()
    for _repeated in range(3):
        page.keyboard.down("Enter")
    quiet(page)
    assert turns_of(game) == before


# Esc


def test_esc_goes_back_step_by_step(open_table):
    page = compose(open_table())
    at_table.turn(page, click)
    page.keyboard.press("Escape")
    expect(at_table.ghost(page)).to_have_count(0)
    expect(page.locator("[data-hand='1'][aria-current]")).to_be_visible()
    expect(page.locator("a.spot[data-choice$=' 1']").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-hand][aria-current]")).to_have_count(0)


@pytest.mark.parametrize("kept", [True, False], ids=["kept as a draft", "only shown"])
def test_without_script_undo_goes_back_step_by_step(open_table, kept):
    page = compose(open_table(java_script_enabled=False))
    if kept:
        page.get_by_role("button", name="Keep as draft").click()
    page.locator("[data-undo]").click()
    expect(at_table.ghost(page)).to_have_count(0)
    expect(page.locator("[data-hand='1'][aria-current]")).to_be_visible()
    page.locator("[data-undo]").click()
    expect(page.locator("[data-hand][aria-current]")).to_have_count(0)


# What is said of the keys


def hints(page: Page) -> Locator:
    """The keys that are named in the panel."""
    return page.locator("#turn kbd").filter(visible=True)


def test_keys_are_named_where_they_work(open_table):
    assert hints(compose(open_table())).all_inner_texts() == ["Esc", "Enter", *"123←→", "Enter", "R"]


def test_enter_is_not_named_while_another_control_has_it(open_table):
    page = compose(open_table())
    enter = page.locator("[data-confirm] kbd")
    expect(enter).to_be_visible()
    page.locator("[data-hand='2']").focus()
    expect(enter).to_be_hidden()
    page.locator("#turn-h").focus()
    expect(enter).to_be_visible()


def test_without_script_no_key_is_named_and_each_button_has_one_line(open_table):
    page = compose(open_table(java_script_enabled=False))
    expect(hints(page)).to_have_count(0)
    panel, buttons = page.locator("#turn"), page.locator(".turn-acts .btn")
    assert buttons.evaluate_all(LINES) == 1
    assert buttons.last.evaluate("(it) => it.getBoundingClientRect().height") <= 50
    assert panel.evaluate("(it) => it.scrollWidth <= it.clientWidth")


def test_who_has_switched_the_keys_off_is_told_of_none_and_has_none(people, open_table):
    mei, _joon = people
    mei.single_keys = False
    mei.save()
    page = open_table()
    page.keyboard.press("1")
    page.keyboard.press("ArrowRight")
    quiet(page)
    expect(page.locator("[data-hand][aria-current], a.spot:focus")).to_have_count(0)
    expect(hints(page)).to_have_count(0)
