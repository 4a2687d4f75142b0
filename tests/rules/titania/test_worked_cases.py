"""The 20 worked scenarios of the rules, each with its number."""

from __future__ import annotations

import pytest

from games.rules import titania
from games.rules.titania.pieces import BLUE, RED, YELLOW, spaces_in
from games.rules.titania.state import changed, ships_on
from tests.rules.titania.tables import (
    allowed,
    decorated,
    gain,
    go,
    hand,
    holding,
    points,
    refused,
    shells,
    ships,
    starfish,
    supply,
    table,
    texts,
    tile,
    towers,
    where,
)

ONE_OF_EACH = "red blue yellow red/blue"


def test_case_1_where_each_colour_may_go_in_the_first_turn():
    state = table(2, ONE_OF_EACH)
    assert where(state, "sail red red") == "E5 E6 F5 G5 G7 H5 H6"
    assert where(state, "sail blue blue") == "E5 E6 E7 F5 F8 G5 G7"
    assert where(state, "sail yellow yellow") == "E6 E7 F8 G5 G7 H5 H6"
    assert state.ship_supply == (15, 15, 15)


def test_case_2_where_blue_may_go_beside_others():
    state = ships(table(2, ONE_OF_EACH), "G4 red", "H4 blue", "G3 yellow blue")
    assert allowed(state, "sail blue blue G4")
    assert refused(state, "sail blue blue H4") == "There is a blue ship on H4 already."
    assert not allowed(state, "sail blue blue G3")
    assert refused(state, "sail blue blue H3") == "A ship cannot enter an island."
    assert allowed(state, "sail yellow yellow G4")


@pytest.mark.parametrize(
    ("plays", "left"),
    [
        ([], 7),
        (["sail red/blue blue E6"], 5),
        (["sail red red E5", "sail blue blue E6", "sail yellow yellow E7"], 1),
    ],
    ids=["none", "one", "three"],
)
def test_case_3_three_cards_less_those_played_are_drawn(plays, left):
    state = go(table(2, ONE_OF_EACH, fog=PLAIN), *plays)
    assert sum(state.ship_supply) == 45 - len(plays)
    assert len(go(state, "draw").hands[0]) == left


PLAIN = {"E5": "2 white", "E6": "3 white", "E7": "2 black"}


def test_case_3_a_two_coloured_card_brings_one_ship():
    state = go(table(2, ONE_OF_EACH, fog=PLAIN), "sail red/blue blue E6")
    assert ships_on(state, "E6") == (BLUE,)
    assert state.ship_supply == (15, 14, 15)


def test_case_4_a_hand_is_filled_up_to_seven():
    six = hand(table(fog=PLAIN), "red red red blue blue blue")
    seven = hand(table(fog=PLAIN), "red red red blue blue blue blue")
    assert len(go(six, "draw").hands[0]) == 7
    assert len(go(seven, "sail blue blue E6").hands[0]) == 6
    assert len(go(seven, "sail blue blue E6", "draw").hands[0]) == 7


def test_case_5_a_fog_tile_pays_twice_and_is_set_aside():
    state = table(2, ONE_OF_EACH, "blue blue yellow yellow", fog={"E6": "3 white"})
    state = go(state, "sail red red E6")
    assert state.shells[0] == shells("3 white")
    assert titania.view(state, 1).fog == (("E6", tile("3 white")),)
    state = go(state, "draw", "sail blue blue E6")
    assert state.shells == (shells("3 white"), shells("3 white"))
    seen = titania.view(state, 0)
    assert not seen.fog
    assert "E6" not in seen.fog_left
    assert refused(state, "sail yellow yellow E6") == "There are two ships on E6 already."


def test_case_6_three_of_choice_are_of_one_colour_each_time():
    state = go(table(2, ONE_OF_EACH, fog={"E6": "3 any"}), "sail red red E6")
    assert texts(state) == ["choose white", "choose black", "choose green", "choose brown"]
    state = go(state, "choose green", "sail yellow yellow E6", "choose brown")
    assert state.shells[0] == shells("3 green 3 brown")


def test_case_7_an_extra_ship_beside_a_fog_tile():
    state = go(table(2, ONE_OF_EACH, fog={"G5": "ship", "G4": "2 starfish"}), "sail red red G5")
    assert texts(state) == ["extra F5", "extra G4", "extra H4", "extra H5", "decline"]
    state = go(state, "extra G4", "decorate I1")
    assert points(state) == (1, 0)
    assert state.starfish == (1, 0)
    assert state.ship_supply[RED] == 13
    assert state.played == 1
    assert go(state, "keep").pending is None


def test_case_8_an_extra_ship_onto_a_crane_has_to_build():
    start = ships(table(2, ONE_OF_EACH), "F3 yellow")
    state = go(holding(start, "1 black"), "sail yellow yellow E2")
    assert texts(state) == ["extra D1", "extra E1", "extra E3", "decline"]
    state = go(state, "extra E3")
    assert texts(state) == ["build D2 black 1"]
    state = go(state, "build D2 black 1")
    assert points(state) == (3, 0)
    assert state.shells[0] == shells()
    assert texts(go(start, "sail yellow yellow E2")) == ["extra D1", "extra E1", "decline"]
    assert not allowed(go(holding(start, "9 white"), "sail yellow yellow E2"), "extra E3")


@pytest.mark.parametrize(("held", "is_open"), [("", False), ("9 brown", False), ("1 green", True)])
def test_case_9_a_crane_is_open_where_a_level_can_be_built(held, is_open):
    state = holding(ships(table(2, ONE_OF_EACH), "C4 blue"), held)
    assert allowed(state, "sail blue blue B4") is is_open


def at_b4():
    """Case 10: a blue ship on B4, of a player with three white shells and a green one."""
    state = ships(table(2, ONE_OF_EACH, "blue blue red red"), "C4 blue yellow", "C6 blue")
    return go(holding(state, "3 white 1 green", "3 white 1 black"), "sail blue blue B4")


def test_case_10_several_levels_and_towers_in_one_visit():
    state = go(at_b4(), "build A4 white 2 A4 green 1")
    assert points(state) == (9, 0)
    assert state.shells[0] == shells()
    assert state.tower_supply == shells("14 white 16 black 15 green 16 brown")


def test_case_11_another_player_goes_on_and_builds_on_two_spaces():
    state = go(at_b4(), "build A4 white 2 A4 green 1", "draw", "sail blue blue B5")
    assert refused(state, "build A4 white 2") == "That takes 7 white shells; you hold 3."
    state = go(state, "build A4 white 1 C5 black 1")
    assert points(state) == (9, 6)
    assert state.shells[1] == shells()
    assert titania.view(state, None).towers == (
        ("A4", shells("3 white 1 green")),
        ("C5", shells("1 black")),
    )


def test_case_12_a_crane_where_all_is_built_is_closed():
    state = ships(table(2, ONE_OF_EACH, "blue blue red red"), "C4 blue", "C6 blue")
    rich = "9 white 9 black 9 green 9 brown"
    state = towers(holding(state, rich, rich), C5="4 black", A4="4 white 4 black 4 green")
    for everybody in (state, go(state, "draw")):
        assert not allowed(everybody, "sail blue blue B4")
        assert not allowed(everybody, "sail blue blue B5")


def at_g10(**levels: str):
    """A yellow ship beside the starfish space G10, whose player holds two starfish."""
    return starfish(towers(ships(table(2, ONE_OF_EACH), "G9 yellow"), **levels), 2)


def test_case_13_decorating_three_symbols_with_three_levels():
    state = go(at_g10(A4="3 green"), "sail yellow yellow G10", "decorate A4")
    assert points(state) == (6, 0)
    assert state.starfish == (0, 0)
    assert state.starfish_supply == 24
    assert state.decorated == {"A4"}


def test_case_14_a_level_on_a_decorated_space_scores_four():
    state = decorated(ships(holding(table(2, ONE_OF_EACH), "1 white"), "C4 blue"), "A4")
    assert points(go(state, "sail blue blue B4", "build A4 white 1")) == (4, 0)


def test_case_15_bare_ground_scores_a_point_a_symbol():
    state = go(starfish(at_g10(), 1), "sail yellow yellow G10", "decorate G1")
    assert points(state) == (2, 0)
    state = ships(holding(state, "1 white"), "F3 blue")
    assert points(go(state, "sail blue blue F2", "build G1 white 1")) == (6, 0)


def test_case_16_decorating_only_after_gaining_starfish():
    state = ships(table(2, "yellow yellow blue red"), "D6 yellow", "G9 yellow")
    state = go(starfish(state, 4), "sail yellow yellow C6")
    assert not texts(state, "decorate")
    state = go(state, "sail yellow yellow G10", "decorate G1", "decorate A2")
    assert points(state) == (4, 0)
    assert state.starfish == (1, 0)


def test_case_17_a_bonus_space_gives_all_it_shows_then_decorates():
    state = towers(ships(table(2, ONE_OF_EACH), "B1 blue"), C5="2 black")
    state = go(state, "sail blue blue A1")
    assert state.shells[0] == shells("2 black")
    assert state.starfish == (1, 0)
    state = go(state, "decorate C5")
    assert points(state) == (3, 0)


def test_case_18_a_period_ends_with_the_turn_that_uses_up_a_colour():
    state = table(3, "red red red red", "blue red/blue yellow red", fog=PLAIN)
    state = changed(go(state, "draw"), turns_done=1)
    state = hand(supply(state, blue=1), "blue red/blue yellow")
    state = starfish(decorated(holding(towers(state, A4="1 white"), "", "2 green"), "C5"), 0, 3)
    state = go(state, "sail blue blue E6")
    assert not texts(state, "sail red/blue blue")
    assert texts(state, "sail yellow yellow")
    state = go(state, "sail yellow yellow E7", "draw")
    assert len(state.hands[1]) == 2
    assert (state.period, state.to_act) == (2, 2)
    assert state.ship_supply == (18, 18, 18)
    assert [spaces_in(fleet) for fleet in state.fleets] == [("F6", "G6"), ("F6", "F7"), ("F7", "G6")]
    seen = titania.view(state, 2)
    assert len(seen.fog_left) == 22
    assert seen.towers == (("A4", shells("1 white")),)
    assert (seen.decorated, seen.starfish) == ({"C5"}, (0, 3, 0))
    assert YELLOW in ships_on(state, "F7")


def test_case_19_a_tie_is_broken_by_starfish_and_shells_a_large_one_counting_two():
    state = holding(starfish(table(), 1), "2 white 1 green", "3 white")
    first, second = state.earned
    state = changed(
        state,
        to_act=None,
        tiles=((4, 3), (5, 3)),
        earned=(first._replace(building=61), second._replace(building=60)),
    )
    result = titania.result(state)
    assert result.scores == (68, 68)
    assert result.tied == ((4,), (3,))
    assert result.places == (1, 2)
    assert result.decided_by == 0


def test_case_20_cards_come_up_to_seven_and_may_be_played():
    state = hand(ships(table(fog=PLAIN), "C2 blue"), "blue blue blue blue red red red")
    assert gain(state, "sail blue blue C1").cards == 1
    state = go(state, "sail blue blue C1")
    assert len(state.hands[0]) == 7
    state = go(state, "sail red red E6")
    assert len(state.hands[0]) == 6
    assert len(go(state, "draw").hands[0]) == 7
