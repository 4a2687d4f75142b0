"""What the last turn and the one being played have changed on the sea: open to everybody."""

from __future__ import annotations

import pytest

from games.rules import titania
from tests.rules.titania.tables import SEED, go, hand, holding, ships, supply, table


def newest(state) -> tuple[str, ...]:
    """What everybody is shown as new; the same for all."""
    (spaces,) = {titania.view(state, viewer).newest for viewer in (None, *range(state.seats))}
    return spaces


def at_crane():
    """The first seat has sailed to the crane B4, with shells for towers and a card more."""
    state = ships(hand(table(), "red yellow"), "C4 red")
    return go(holding(state, "3 white"), "sail red red B4")


def test_nothing_is_new_before_the_first_turn():
    assert newest(table()) == ()


def test_ships_and_towers_of_a_turn_are_new_while_it_is_played():
    assert "B4" in newest(at_crane())
    assert "A4" not in newest(at_crane())
    assert {"A4", "B4"} <= set(newest(go(at_crane(), "build A4 white 2")))


def test_they_stay_so_through_the_next_turn_and_no_longer():
    state = go(at_crane(), "build A4 white 2", "draw")
    assert {"A4", "B4"} <= set(newest(state))
    state = go(hand(state, "yellow"), "sail yellow yellow E6")
    assert {"A4", "B4", "E6"} <= set(newest(state))
    assert newest(go(state, "draw")) == ("E6",)


def test_a_turn_without_a_card_leaves_nothing_new():
    assert newest(go(at_crane(), "build A4 white 2", "draw", "draw")) == ()


def test_a_decorated_space_is_new():
    state = go(ships(hand(table(), "red"), "G9 red"), "sail red red G10")
    assert "C5" not in newest(state)
    assert {"C5", "G10"} <= set(newest(go(state, "decorate C5")))


def test_with_the_period_the_new_ships_leave_and_the_new_towers_stay():
    state = go(supply(at_crane(), red=0), "build A4 white 2", "draw")
    assert state.period == 2
    assert newest(state) == ("A4",)


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_dealt_anew_the_same_is_new(viewer):
    state = go(at_crane(), "build A4 white 2")
    again = titania.redeal(state, viewer, SEED)
    assert titania.view(again, viewer).newest == titania.view(state, viewer).newest != ()
