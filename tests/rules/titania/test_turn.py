"""A turn: play, then draw (T8-T11, J1-J6)."""

from __future__ import annotations

import pytest

from games.rules import titania
from games.rules.titania.pieces import HAND_LIMIT
from tests.rules.titania.tables import (
    allowed,
    cards,
    go,
    hand,
    refused,
    ships,
    supply,
    table,
    texts,
    where,
)

FOG = {"E5": "2 white", "E6": "3 white", "E7": "2 black", "F5": "2 green", "G5": "2 brown"}


def start(held: str = "red blue yellow red/blue", **options):
    return hand(table(fog=FOG, **options), held)


def test_t8_cards_are_played_one_after_another_and_go_to_the_discards():
    state = go(start(), "sail red red E5", "sail blue blue E6")
    assert state.played == 2
    assert state.discards == cards("red blue")
    assert state.hands[0] == cards("yellow red/blue")


def test_t8_a_later_card_may_go_on_from_the_ship_of_an_earlier_one():
    state = start("red red yellow blue")
    assert not allowed(state, "sail red red D4")
    assert allowed(go(state, "sail red red E5"), "sail red red D4")


def test_t8_no_more_than_three_cards_are_played():
    state = go(start(), "sail red red E5", "sail blue blue E6", "sail yellow yellow E7")
    assert refused(state, "sail red/blue red F5") == "You have played three cards; draw to end the turn."
    assert texts(state) == ["draw"]


def test_t8_a_card_that_is_not_held_is_not_played():
    assert refused(start("red blue blue blue"), "sail yellow yellow E6") == "You hold no yellow card."
    assert refused(start("red"), "sail red/blue red E6") == "You hold no red/blue card."


def test_t9_a_two_coloured_card_brings_a_ship_of_either_colour():
    state = start("blue/yellow")
    assert where(state, "sail blue/yellow blue") == where(start("blue"), "sail blue blue")
    assert where(state, "sail blue/yellow yellow") == where(start("yellow"), "sail yellow yellow")
    assert refused(state, "sail blue/yellow red E6") == "A blue/yellow card brings no red ship."


def test_t9_the_ship_comes_from_the_supply():
    assert go(start(), "sail red red E5").ship_supply == (14, 15, 15)


@pytest.mark.parametrize("plays", range(4))
def test_t10_three_cards_less_those_played_are_drawn(plays):
    steps = ["sail red red E5", "sail blue blue E6", "sail yellow yellow E7"][:plays]
    before = go(start(), *steps)
    after = go(before, "draw")
    assert after.hands[0] == before.hands[0] + before.pile[: 3 - plays]
    assert after.pile == before.pile[3 - plays :]
    assert after.to_act == 1
    assert (after.played, after.turns_done) == (0, 1)


def test_t11_cards_gained_are_extra_and_may_be_played_at_once():
    state = ships(start("blue"), "D3 blue")
    gained = state.pile[0]
    state = go(state, "sail blue blue E4")
    assert state.hands[0] == (gained,)
    assert state.played == 1
    assert texts(state, "sail")
    assert len(go(state, "draw").hands[0]) == 3


def test_t11_cards_gained_are_not_played_after_three():
    state = ships(start("red blue blue yellow"), "D3 blue")
    state = go(state, "sail red red E5", "sail yellow yellow E7", "sail blue blue E4")
    assert len(state.hands[0]) == 2
    assert texts(state) == ["draw"]


def test_j1_no_card_need_be_played():
    assert go(start(), "draw").to_act == 1


def test_j2_all_that_may_be_drawn_is_drawn():
    assert len(go(start("red"), "draw").hands[0]) == 4


@pytest.mark.parametrize(("held", "left"), [("red red red red red", 7), ("red red red red red red red", 7)])
def test_j3_the_hand_limit_stops_a_draw_card_by_card(held, left):
    state = start(held)
    after = go(state, "draw")
    assert len(after.hands[0]) == left == HAND_LIMIT
    assert len(after.pile) == len(state.pile) - (left - len(state.hands[0]))
    assert after.discards == ()


def test_j3_the_hand_limit_holds_for_card_icons_too():
    state = ships(start("blue red red red red red red"), "C2 blue")
    state = go(state, "sail blue blue C1")
    assert len(state.hands[0]) == 7
    assert state.discards == cards("blue")


def test_j5_a_card_without_a_space_cannot_be_thrown_away():
    state = supply(start("red red red red"), red=0)
    assert texts(state) == ["draw"]


def test_j6_once_a_colour_is_used_up_the_others_may_still_be_played():
    state = supply(start("red red yellow red/blue"), red=1)
    state = go(state, "sail red red E5")
    assert refused(state, "sail red red F5") == "No red ship is left."
    assert texts(state, "sail yellow")
    assert not texts(state, "sail red")[0].startswith("sail red/blue red")
    assert allowed(state, "sail red/blue blue E6")
    state = go(state, "sail yellow yellow E7", "draw")
    assert len(state.hands[0]) == 3
    assert state.period == 2


# Whose turn, and the step that is taken by itself


def test_only_the_seat_on_turn_acts():
    assert refused(start(), "draw", 1) == "It is the turn of seat 0."
    assert titania.legal_moves(start(), 1) == []


def test_drawing_is_done_for_a_seat_that_has_no_other_step():
    blocked = supply(start("red red red red red red red"), red=0)
    assert str(titania.forced(blocked, 0)) == "draw"
    three = go(start(), "sail red red E5", "sail blue blue E6", "sail yellow yellow E7")
    assert str(titania.forced(three, 0)) == "draw"


def test_nothing_is_done_for_a_seat_that_has_a_choice():
    assert titania.forced(start(), 0) is None
    assert titania.forced(start(), 1) is None
    chosen = go(hand(table(fog={"E6": "2 any"}), "red"), "sail red red E6")
    assert titania.forced(chosen, 0) is None
