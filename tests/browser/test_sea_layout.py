"""How the table of Titania lies on screens of all sizes."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.walk_sea import at_the_table, by_script, go_on, is_mine

LENGTHWISE: dict[str, Any] = {"viewport": {"width": 640, "height": 360}, "has_touch": True, "is_mobile": True}
TABLETS = [(1024, 768), (1100, 768)]
MOST_PRESSES = 30
MARKS = "#board .ghost, #board .is-now"


def box(it: Locator) -> FloatRect:
    """Where something is in the window."""
    found = it.bounding_box()
    assert found
    return found


def below(it: Locator) -> float:
    """Where something ends."""
    return box(it)["y"] + box(it)["height"]


def test_on_a_telephone_what_is_chosen_or_pending_lies_above_the_panel(
    sea,
    other_plays,
    phone,
    site_url,
):
    page, dice, marks = at_the_table(phone, sea, site_url), random.Random(4), 0
    press = by_script(page)
    for _ in range(MOST_PRESSES):
        if not is_mine(page):
            other_plays()
            page.reload()
            continue
        go_on(page, press, dice)
        if is_mine(page):
            marks += expect_in_sight(page)
    assert marks > 5


def expect_in_sight(page: Page) -> int:
    """Every mark on the sea lies between the ships left and the panel. Returns how many there are."""
    marks = page.locator(MARKS)
    for number in range(marks.count()):
        page.wait_for_function(
            """(at) => {
                const edge = (it) => document.querySelector(it).getBoundingClientRect();
                const mark = document.querySelectorAll(at.marks)[at.number].getBoundingClientRect();
                return mark.top >= edge('.fleet').bottom && mark.bottom <= edge('.turn-box').top;
            }""",
            arg={"marks": MARKS, "number": number},
        )
    return marks.count()


def test_on_a_telephone_ones_own_goods_stand_between_the_others_and_the_sea(sea, phone, site_url):
    page = at_the_table(phone, sea, site_url)
    own = page.locator(".seat-s")
    assert below(page.locator(".seat-a")) <= box(own)["y"]
    assert below(own) <= box(page.locator(".board"))["y"]
    assert box(own)["height"] < 48
    expect(own.locator("li")).to_have_count(7)


@pytest.mark.parametrize(("width", "height"), TABLETS)
def test_on_a_tablet_held_lengthwise_the_whole_sea_is_seen_beside_the_panel(
    sea,
    open_page,
    site_url,
    width,
    height,
):
    page = open_page({"viewport": {"width": width, "height": height}})
    at_the_table(page, sea, site_url)
    page.locator("[data-timezone-proposal]").evaluate_all("all => all.forEach((it) => it.remove())")
    lake = box(page.locator(".board"))
    assert lake["x"] + lake["width"] <= box(page.locator("#turn"))["x"]
    assert below(page.locator(".board")) <= height


def test_on_a_telephone_held_lengthwise_the_sea_is_not_wider_than_its_place(sea, open_page, site_url):
    page = at_the_table(open_page(LENGTHWISE), sea, site_url)
    assert box(page.locator(".board"))["width"] <= box(page.locator(".board-box"))["width"]


@pytest.mark.parametrize(
    "screen", [PHONE, {"viewport": {"width": 1440, "height": 900}}], ids=["phone", "desktop"]
)
def test_what_comes_and_goes_moves_nothing_around_the_sea(sea, open_page, site_url, screen):
    page = at_the_table(open_page(screen), sea, site_url)
    around = page.locator(".table > .seat, #board")
    before = [box(it)["height"] for it in around.all()]
    page.locator(".seat-s .purse-t li").evaluate_all(
        "all => all.forEach((it) => it.insertAdjacentHTML('beforeend', '<ins>+10</ins>'))"
    )
    page.locator(".seat-s .seat-score").evaluate("it => it.insertAdjacentHTML('beforeend', '<ins>+12</ins>')")
    assert [box(it)["height"] for it in around.all()] == before
    chips = [box(it) for it in page.locator(".seat-s li ins").all()]
    for one, other in pairwise(chips):
        assert one["y"] != other["y"] or one["x"] + one["width"] <= other["x"]


def test_the_letters_of_the_rows_are_seen_where_there_is_room(sea, open_page, site_url):
    page = at_the_table(open_page({"viewport": {"width": 768, "height": 1024}}), sea, site_url)
    letters = page.locator(".sea-rows text")
    assert "".join(letters.all_text_contents()) == "ABCDEFGHIJKL"
    for letter in letters.all():
        assert box(letter)["x"] >= box(page.locator("#board"))["x"]
    page.set_viewport_size({"width": 360, "height": 740})
    expect(letters.first).to_be_hidden()
