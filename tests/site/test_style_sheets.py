"""Style sheets: what one game alone draws is styled in its own sheet, and nothing that nobody writes."""

from __future__ import annotations

import re
from functools import cache

import pytest

from games.rules.registry import RULES
from tests.site.sheets import SHEETS, sources, styled

LENT = frozenset({"band", "band-in", "doc-figure", "how-more", "lede"})
"""Dress of the first page and of long texts, for whichever game fills them."""


@cache
def writers(name: str) -> frozenset[str]:
    """The games that write a class; nothing stands for what all of them share."""
    return frozenset(it.game for it in every_source() if it.writes(name))


@cache
def every_source():
    return tuple(sources())


def test_a_class_that_one_game_alone_writes_is_styled_only_in_its_own_sheet():
    strays = {
        (sheet.name, name)
        for sheet in SHEETS.glob("*.css")
        for name in styled(sheet) - LENT
        for writer in [writers(name)]
        if len(writer) == 1 and writer <= RULES.keys() - {sheet.stem}
    }
    assert strays == set()


def test_no_rule_styles_a_class_that_nothing_writes():
    dead = {
        (sheet.name, name) for sheet in SHEETS.glob("*.css") for name in styled(sheet) if not writers(name)
    }
    assert dead == set()


def test_every_game_has_a_sheet_of_its_own():
    assert {sheet.stem for sheet in SHEETS.glob("*.css")} > RULES.keys()


@pytest.mark.parametrize("address", ["/about/", "/account/login/", "/nowhere/"])
def test_a_page_that_shows_no_game_loads_the_sheet_of_none(db, client, address):
    loaded = set(re.findall(r'href="[^"]*games/(\w+)[^"]*\.css"', client.get(address).content.decode()))
    assert {"base", "plain"} <= loaded
    assert not loaded & RULES.keys()
