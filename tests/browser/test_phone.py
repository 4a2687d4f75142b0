"""A turn by touch on a small telephone: few taps, nothing to hunt for, nothing too small for a finger."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.walk import signed_in
from tests.servers.processes import soon


@pytest.fixture
def table(game, phone: Page, site_url: str) -> Page:
    """The table of a game that has just begun, on a telephone."""
    page = signed_in(phone, "mei", site_url)
    page.goto(game.get_absolute_url())
    return page


def box(it: Locator) -> FloatRect:
    """Where something is in the window."""
    found = it.bounding_box()
    assert found
    return found


def tap(page: Page, it: Locator) -> None:
    """Touch something where it is: unlike `Locator.tap` this never scrolls."""
    where = box(it)
    page.touchscreen.tap(where["x"] + where["width"] / 2, where["y"] + where["height"] / 2)


def panel_top(page: Page) -> float:
    """Where the panel begins, which covers what is below."""
    return box(page.locator("#turn"))["y"]


def lowest_in_view(page: Page) -> Locator:
    """The lowest place that a finger can reach above the panel."""
    places = page.locator(".board .spot").all()
    seen = [it for it in places if box(it)["y"] + box(it)["height"] / 2 < panel_top(page) - 4]
    return max(seen, key=lambda it: box(it)["y"])


def test_four_taps_and_no_scrolling_send_a_turn(game, table):
    tap(table, table.locator("[data-hand='2']"))
    expect(table.locator("[data-hand='2'][aria-current]")).to_be_visible()
    tap(table, table.locator("[data-turn=cw]"))
    expect(table.locator(".spot").first).to_have_attribute("data-choice", re.compile(" 1$"))
    tap(table, lowest_in_view(table))
    expect(table.locator(".ghost")).to_be_visible()
    tap(table, table.get_by_role("button", name="Confirm turn"))
    expect(table.locator("#table").get_by_text("Your turn has been sent.")).to_be_visible()
    game.refresh_from_db()
    assert game.to_act != 0


def test_a_tile_chosen_half_behind_the_panel_comes_to_lie_above_it(table):
    table.set_viewport_size({"width": 360, "height": 560})
    tap(table, table.locator("[data-hand='1']"))
    expect(table.locator("[data-hand='1'][aria-current]")).to_be_visible()
    place, ghost = table.locator(".spot").last, table.locator(".ghost")
    middle = box(place)["y"] + box(place)["height"] / 2
    table.evaluate("by => scrollBy(0, by)", middle + 5 - panel_top(table))
    tap(table, place)
    expect(ghost).to_be_visible()
    assert soon(lambda: box(ghost)["y"] + box(ghost)["height"] <= panel_top(table))


def swipe_up(page: Page, x: float, y: float, by: float) -> None:
    """Move a finger up from a point of the window."""
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in range(1, 11):
        at = {"x": x, "y": y - by * part / 10}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_finger_on_the_lake_moves_the_page(table):
    swipe_up(table, 180, box(table.locator(".board"))["y"] + 150, 200)
    assert soon(lambda: table.evaluate("scrollY") > 100)


def test_everything_can_be_brought_above_the_panel(table):
    table.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    for what in (".board", ".seat-s", ".supply-row", ".stacks", ".game-info"):
        it = box(table.locator(what))
        assert it["y"] + it["height"] <= panel_top(table), what


def test_everything_to_touch_is_large_enough(table):
    for it in table.locator(".board .spot, #turn a, #turn button").all():
        if it.is_visible():
            assert min(box(it)["width"], box(it)["height"]) >= 24


def test_a_very_wide_lake_scrolls_instead_of_shrinking(table):
    table.evaluate("""() => {
        const board = document.querySelector('.board');
        board.viewBox.baseVal.width = 2500;
        board.setAttribute('width', 650);
    }""")
    first = table.locator(".board .spot").first
    assert box(first)["width"] >= 24
    table.get_by_role("button", name="Look closer").click()
    assert box(first)["width"] >= 40
    assert table.evaluate("document.documentElement.scrollWidth") <= 360
