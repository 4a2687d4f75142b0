"""Decorating with starfish (T33-T36, J11, J12)."""

from __future__ import annotations

import pytest

from games.rules import titania
from games.rules.titania.legal import decorate_spaces
from games.rules.titania.pieces import SPACES, TOWERS
from tests.rules.titania.tables import (
    decorated,
    go,
    hand,
    points,
    refused,
    ships,
    starfish,
    table,
    texts,
    towers,
)


def gained(held: int = 0, *spaces: str, **levels: str):
    """A yellow ship has come to the starfish space G10; its player held some starfish before."""
    state = decorated(starfish(ships(hand(table(), "yellow yellow"), "G9 yellow"), held), *spaces)
    return go(towers(state, **levels), "sail yellow yellow G10")


def test_t33_only_when_starfish_were_gained():
    state = starfish(ships(hand(table(), "yellow"), "D6 yellow"), 9)
    assert go(state, "sail yellow yellow C6").pending is None


def test_t33_with_all_the_starfish_held():
    assert {len(SPACES[text.split()[1]].symbols) for text in texts(gained(2), "decorate")} == {1, 2, 3}


def test_t33_or_they_are_kept_without_limit():
    state = go(gained(20), "keep")
    assert state.starfish == (21, 0)
    assert state.pending is None


@pytest.mark.parametrize("space", ["C5", "A2", "A4", "I9"])
def test_t34_the_price_is_a_starfish_a_symbol_and_one_stays(space):
    price = len(SPACES[space].symbols)
    state = gained(price - 1)
    after = go(state, f"decorate {space}")
    assert after.starfish[0] == 0
    assert after.starfish_supply == state.starfish_supply + price - 1
    assert after.decorated == {space}
    if price > 1:
        reason = f"That takes {price} starfish; you hold {price - 1}."
        assert refused(gained(price - 2), f"decorate {space}") == reason


def test_t34_anywhere_on_the_board():
    assert len(texts(gained(3), "decorate")) == len(TOWERS)
    assert refused(gained(3), "decorate G10") == "G10 is no island."


@pytest.mark.parametrize(
    ("levels", "scored"), [({}, 3), ({"A4": "3 green"}, 6), ({"A4": "4 white 1 black 1 green"}, 9)], ids=str
)
def test_t35_a_point_a_symbol_and_one_a_level_of_all_colours(levels, scored):
    assert points(go(gained(2, **levels), "decorate A4")) == (scored, 0)


def test_t36_a_space_is_decorated_once():
    state = gained(5, "A4")
    assert refused(state, "decorate A4") == "There is a starfish already."


def test_j12_several_in_one_go():
    state = go(gained(3), "decorate C5", "decorate H3", "decorate A2")
    assert points(state) == (4, 0)
    assert state.pending is None
    assert state.starfish == (0, 0)


def test_j12_nobody_is_asked_who_can_decorate_no_more():
    state = go(gained(2), "decorate A2")
    assert state.pending == "decorate"
    assert go(state, "decorate H3").pending is None


def test_nobody_is_asked_where_no_space_is_cheap_enough():
    assert gained(0, "C5", "H3", "H8", "I1").pending is None
    assert gained(1, "C5", "H3", "H8", "I1").pending == "decorate"


def test_j11_where_the_supply_is_empty_nothing_may_be_decorated():
    state = starfish(ships(hand(table(), "yellow"), "G9 yellow"), 5, 20)
    assert state.starfish_supply == 0
    state = go(state, "sail yellow yellow G10")
    assert state.starfish == (5, 20)
    assert state.pending is None


def test_drawing_waits_until_starfish_are_kept():
    assert refused(gained(), "draw") == "First decorate, or keep your starfish."


def test_the_spaces_of_a_view_have_price_and_points():
    seen = titania.view(gained(1, "H3", C5="2 black"), 0)
    assert ("C5", 1, 3) in decorate_spaces(seen)
    assert ("A2", 2, 2) in decorate_spaces(seen)
    assert "H3" not in [space for space, _, _ in decorate_spaces(seen)]
    assert len(decorate_spaces(seen)) == len(texts(gained(1, "H3", C5="2 black"), "decorate"))
    assert decorate_spaces(titania.view(table(), 0)) == ()
