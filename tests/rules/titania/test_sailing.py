"""Where a ship may go (T12-T17, J9, J10)."""

from __future__ import annotations

import pytest

from games.rules.titania.legal import card_choices, extra_spaces
from games.rules.titania.moves import Sail
from games.rules.titania.pieces import RED
from games.rules.titania.view import view
from tests.rules.titania.tables import (
    allowed,
    go,
    hand,
    holding,
    refused,
    ships,
    supply,
    table,
    texts,
    towers,
    where,
)


def start(*places: str, held: str = "red blue yellow red/blue", **options):
    return ships(hand(table(**options), held), *places)


def test_t12_a_ship_goes_next_to_one_of_its_colour():
    state = start("C3 red")
    assert allowed(state, "sail red red C4")
    assert refused(state, "sail blue blue C4") == "C4 is not next to a blue ship."


def test_t13_two_ships_at_most():
    state = start("C3 red blue yellow", "C4 blue yellow")
    assert refused(state, "sail red red C4") == "There are two ships on C4 already."
    assert allowed(start("C3 red", "C4 blue"), "sail red red C4")


def test_t13_never_two_of_a_colour():
    state = start("C3 red", "C4 red")
    assert refused(state, "sail red red C4") == "There is a red ship on C4 already."


def test_t14_never_on_a_tower_space():
    state = holding(start("C4 red"), "9 black")
    assert refused(state, "sail red red C5") == "A ship cannot enter an island."


@pytest.mark.parametrize(
    ("held", "built", "fine"),
    [
        ("", "", False),
        ("1 green", "", True),
        ("9 brown", "", False),
        ("1 green", "1 green", False),
        ("2 green", "1 green", True),
        ("9 green", "4 green", False),
    ],
)
def test_t15_a_crane_is_entered_only_where_a_level_can_be_built(held, built, fine):
    state = towers(holding(start("C4 red"), held), A4=built)
    assert allowed(state, "sail red red B4") is fine
    if not fine:
        reason = "A ship may enter a crane only where you can build at once."
        assert refused(state, "sail red red B4") == reason


def test_t15_it_is_the_own_shells_that_count():
    state = hand(holding(start("C4 red"), "", "9 white"), "red", 1)
    assert not allowed(state, "sail red red B4")
    assert allowed(go(state, "draw"), "sail red red B4")


def test_j16_a_crane_is_closed_where_the_tower_pieces_are_out():
    state = holding(start("C4 red"), "9 black")
    assert allowed(state, "sail red red B4")
    out = towers(state, A6="4 black", D2="4 black", D9="", G11="4 black", I9="4 black")
    assert out.tower_supply[1] == 0
    assert not allowed(out, "sail red red B4")


def test_t17_start_spaces_are_closed():
    assert refused(start(), "sail red red F7") == "There are two ships on F7 already."
    assert not {"F6", "F7", "G6"} & {text.split()[-1] for text in texts(start(), "sail")}


# The extra ship


def on_ship_space(*places: str, **options):
    """A red ship has come to the ship space E2."""
    return go(start("F3 red", *places, **options), "sail red red E2")


def test_j9_the_extra_ship_goes_next_to_the_ship_space():
    state = on_ship_space("C4 red")
    assert where(state, "extra") == "D1 E1"
    assert refused(state, "extra C3") == "C3 is not next to E2."


def test_the_extra_ship_keeps_to_the_rules_of_placing():
    state = on_ship_space("D1 blue yellow", "E1 red")
    assert state.pending is None
    state = on_ship_space("D1 blue yellow", "C2 red")
    assert refused(state, "extra D1") == "There are two ships on D1 already."
    assert refused(state, "extra F3") == "There is a red ship on F3 already."
    assert refused(state, "extra D2") == "A ship cannot enter an island."
    assert refused(state, "extra E3") == "A ship may enter a crane only where you can build at once."


def test_j10_an_extra_ship_may_enter_a_crane_where_it_can_build():
    state = go(holding(start("F3 red"), "1 black"), "sail red red E2", "extra E3")
    assert state.pending == "build"


# What pages build their choices from


def test_the_choices_of_a_view_are_the_legal_steps():
    state = holding(start("C4 red"), "1 green")
    seen = view(state, 0)
    listed = [
        str(Sail(card, colour, space)) for card, colour, spaces in card_choices(seen) for space in spaces
    ]
    assert listed == texts(state, "sail")
    assert card_choices(view(state, 1)) == ()


def test_there_is_nothing_to_choose_where_something_is_pending():
    seen = view(on_ship_space(), 0)
    assert card_choices(seen) == ()
    assert extra_spaces(seen) == ("D1", "E1")
    assert extra_spaces(view(start(), 0)) == ()


def test_a_colour_that_is_used_up_goes_nowhere():
    def brought(state):
        return {colour for _, colour, _ in card_choices(view(state, 0))}

    assert brought(start()) - brought(supply(start(), red=0)) == {RED}
