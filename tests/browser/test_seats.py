"""Seats around the lake: alike whatever the names, over the middle of the lake, and no name cut in vain."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page

from tests.browser import walk_turn as at_table
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.walk import signed_in
from tests.browser.walk_turn import click

WIDE = {"viewport": {"width": 1440, "height": 900}}
TOPS = "(them) => them.map((it) => it.getBoundingClientRect().top)"
MIDDLES = """(them) => them.map((it) => {
    const box = it.getBoundingClientRect();
    return Math.round((box.left + box.right) / 2);
})"""
CUT = "(them) => them.filter((it) => it.scrollWidth > it.clientWidth).map((it) => it.textContent)"

OpenTable = Callable[..., Page]


@pytest.fixture
def open_table(people, open_page: OpenPage, site_url: str) -> OpenTable:
    """mei's view of a table of mei, joon and house players; mei is to act."""
    from tests.site.cast import running

    def open_table(gadget: dict[str, object], houses: int) -> Page:
        game = running(*people, *["sensibly"] * houses, now=timezone.now())
        page = signed_in(open_page(gadget), "mei", site_url)
        page.goto(game.get_absolute_url())
        return page

    return open_table


@pytest.mark.parametrize("gadget", [PHONE, WIDE], ids=["phone", "desktop"])
@pytest.mark.parametrize("name", ["Bo", "A most unusually long one"])
def test_seats_left_and_right_are_alike_whatever_their_names(people, open_table, gadget, name):
    _mei, joon = people
    joon.username = name
    joon.save()
    page = open_table(gadget, 2)
    for part in (".seat-name", ".seat-score", ".purse", ".seat-foot"):
        tops = page.locator(f":is(.seat-w, .seat-e) {part}").evaluate_all(TOPS)
        assert len(tops) == 2, part
        assert tops[0] == tops[1], part


@pytest.mark.parametrize("houses", [0, 1, 2])
def test_seats_above_and_below_are_in_the_middle_of_the_lake(open_table, houses):
    middles = open_table(WIDE, houses).locator(".board, .seat-n, .seat-s").evaluate_all(MIDDLES)
    assert max(middles) - min(middles) <= 1


def test_a_long_name_is_whole_in_what_a_tile_gives(people, open_table):
    _mei, joon = people
    joon.username = "Bo the second"
    joon.save()
    page = open_table(WIDE, 2)
    at_table.choose_tile(page, click)
    at_table.choose_place(page, click)
    assert page.locator(".gain-who span").evaluate_all(CUT) == []


def test_of_every_seat_a_phone_shows_how_many_lanterns_it_may_keep(open_table):
    totals = open_table(PHONE, 2).locator(".purse .total").all()
    assert [it.inner_text() for it in totals] == ["1/12"] * 4
