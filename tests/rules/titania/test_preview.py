"""What a step would bring, told before it is taken, from the view alone."""

from __future__ import annotations

from random import Random

import pytest

from games.rules import titania
from games.rules.base import IllegalMove
from games.rules.titania.moves import Draw
from games.rules.titania.pieces import NO_SHELLS
from games.rules.titania.state import changed
from tests.rules.titania.tables import (
    SEED,
    decorated,
    go,
    hand,
    holding,
    shells,
    ships,
    starfish,
    supply,
    table,
)


def start(*places: str, held: str = "red blue yellow red/blue", **fog: str):
    return ships(hand(table(fog=fog), held), *places)


def preview(state, text):
    return titania.preview(titania.view(state, state.to_act), titania.parse(text))


def test_a_space_is_told_with_all_it_gives():
    told = preview(start("C2 red"), "sail red red C1")
    assert (told.shells, told.cards, told.pending) == (shells("2 brown"), 2, None)
    assert told.ship_supply == (13, 15, 15)
    assert preview(start("C1 red"), "sail red red C2").points == 2
    assert preview(start("B7 red"), "sail red red B6").tiles == 1


def test_fog_that_nobody_has_entered_is_not_told():
    assert preview(start(E6="3 white"), "sail red red E6").shells is None
    assert preview(start(E6="2 any"), "sail red red E6").pending is None


def test_fog_that_was_entered_is_told():
    state = go(start(E6="2 any", E5="3 white"), "sail red red E5", "sail yellow yellow E6", "choose white")
    assert preview(state, "sail blue blue E5").shells == shells("3 white")
    told = preview(state, "sail blue blue E6")
    assert (told.shells, told.pending) == (NO_SHELLS, "choose")


def test_what_will_have_to_be_decided_is_told():
    state = holding(start("G9 red", "F3 red", "C4 red"), "1 white")
    assert preview(state, "sail red red G10").pending == "decorate"
    assert preview(state, "sail red red E2").pending == "extra"
    assert preview(state, "sail red red B4").pending == "build"


def test_a_choice_is_told_with_what_the_supply_lacks():
    state = go(start("B3 red"), "sail red red A3")
    told = preview(changed(state, shell_supply=shells("1 green")), "choose green")
    assert (told.shells, told.shells_lacking, told.cards) == (shells("1 green"), shells("1 green"), 2)


def test_building_is_told_with_price_and_points():
    state = decorated(go(holding(start("C4 red"), "3 white 1 black"), "sail red red B4"), "C5")
    told = preview(state, "build A4 white 2 C5 black 1")
    assert (told.price, told.points) == (shells("3 white 1 black"), 10)


def test_decorating_is_told_with_price_and_points():
    state = go(starfish(start("G9 red"), 1), "sail red red G10")
    told = preview(state, "decorate A2")
    assert (told.starfish_price, told.points, told.pending) == (2, 2, None)
    assert preview(state, "decorate C5").pending == "decorate"


def test_a_draw_is_told_with_the_cards_and_the_end_of_the_period():
    assert preview(start(held="red"), "draw")[4] == 3
    assert preview(start(held="red " * 6), "draw").cards == 1
    assert not preview(start(), "draw").ends_period
    assert preview(supply(start(), red=0), "draw").ends_period


def test_only_the_seat_on_turn_is_told():
    for viewer in (1, None):
        with pytest.raises(IllegalMove):
            titania.preview(titania.view(start(), viewer), Draw())
    with pytest.raises(IllegalMove):
        preview(start(), "keep")


def test_what_was_told_is_what_comes():
    """Whole games: every step brings what its preview said, where the preview could know."""
    rng = Random(1)
    for seats in titania.SEATS:
        state = titania.begin(titania.deal(seats, {"one_space_per_crane_visit": False}, SEED))
        while state.to_act is not None:
            seat, move = state.to_act, rng.choice(titania.legal_moves(state, state.to_act))
            told = titania.preview(titania.view(state, seat), move)
            after, _ = titania.apply(state, seat, move)
            if told.shells is not None:
                check(state, after, seat, told)
            state = after


def check(state, after, seat, told):
    gained = [now - then for now, then in zip(after.shells[seat], state.shells[seat], strict=True)]
    assert gained == [got - paid for got, paid in zip(told.shells, told.price, strict=True)]
    assert after.starfish[seat] - state.starfish[seat] == told.starfish - told.starfish_price
    assert sum(after.earned[seat]) - sum(state.earned[seat]) == told.points
    assert len(after.tiles[seat]) - len(state.tiles[seat]) == told.tiles
    assert len(after.hands[seat]) - len(state.hands[seat]) == told.cards - (after.played > state.played)
    assert after.pending == told.pending
    assert (after.period != state.period or after.to_act is None) == told.ends_period
    if not told.ends_period:
        assert after.ship_supply == told.ship_supply
