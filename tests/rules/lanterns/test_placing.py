"""The placement and what it brings: L9 to L15."""

from __future__ import annotations

import pytest

from games.rules import lanterns
from games.rules.base import IllegalMove
from games.rules.lanterns.apply import Gain, Match
from games.rules.lanterns.moves import Place, parse
from games.rules.lanterns.pieces import TILES, turned
from games.rules.lanterns.state import changed
from tests.rules.lanterns.tables import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    cards,
    faces,
    go,
    holding,
    laid,
    outcome,
    refused,
    rich,
    step,
    table,
    texts,
)

RED, ORANGE, GREEN, BLUE, PURPLE, BLACK, WHITE = range(7)


def lacking(state, *colours):
    """The supply has run out of these colours; east holds them all."""
    held = list(state.cards[EAST])
    for colour in colours:
        held[colour] += state.supply[colour]
    supply = tuple(0 if colour in colours else number for colour, number in enumerate(state.supply))
    return changed(state, cards=(*state.cards[:EAST], tuple(held)), supply=supply)


def left(state, colour, number):
    """The supply holds just so many of a colour; east holds the others."""
    held = list(state.cards[EAST])
    held[colour] += state.supply[colour] - number
    supply = tuple(number if each == colour else count for each, count in enumerate(state.supply))
    return changed(state, cards=(*state.cards[:EAST], tuple(held)), supply=supply)


# L9


@pytest.mark.parametrize("at", ["0,1", "1,0", "0,-1", "-1,0"])
def test_l9_a_tile_is_placed_beside_a_tile_in_any_of_four_rotations(at):
    state = table(4, (5, 6, 7))
    for rotation in range(4):
        after = go(state, f"place 5 {at} {rotation}")
        x, y = map(int, at.split(","))
        assert after.lake[1] == (5, x, y, rotation, SOUTH)


def test_l9_after_one_quarter_turn_clockwise_the_edge_that_lay_north_lies_east():
    for tile in TILES:
        north, east, south, west = tile.edges
        assert turned(tile.id, 1) == (west, north, east, south)
        assert turned(tile.id, 2) == (south, west, north, east)
        assert turned(tile.id, 3) == (east, south, west, north)


def test_l9_all_tiles_of_the_hand_on_all_open_cells_in_all_rotations_are_listed():
    state = go(table(4, (5, 6, 7), (8, 9, 10)), "place 5 0,1 0")
    cells = [(1, 0), (0, -1), (-1, 0), (1, 1), (-1, 1), (0, 2)]
    assert sorted(state.open_cells) == sorted(cells)
    wanted = {f"place {tile} {x},{y} {turn}" for tile in (8, 9, 10) for x, y in cells for turn in range(4)}
    assert set(texts(state)) == wanted
    assert len(texts(state)) == len(wanted)


@pytest.mark.parametrize("tile", [25, 26])
def test_l9_all_four_rotations_are_listed_also_where_two_look_the_same(tile):
    assert len(texts(table(4, (tile, 1, 2)), f"place {tile} 0,1")) == 4


def test_l9_diagonal_contact_is_not_enough():
    assert "full side" in refused(table(4, (5, 6, 7)), "place 5 1,1 0")
    assert "full side" in refused(table(4, (5, 6, 7)), "place 5 7,0 0")


def test_l9_a_cell_is_taken_once():
    assert refused(table(4, (5, 6, 7)), "place 5 0,0 0") == "There is a tile already."


def test_l9_only_tiles_of_ones_own_hand_are_placed():
    state = table(4, (5, 6, 7), (8, 9, 10))
    for tile in (8, 20, 0, 99):
        assert refused(state, f"place {tile} 0,1 0") == f"Tile {tile} is not in your hand."


def test_l9_a_fifth_rotation_is_refused():
    state = table(4, (5, 6, 7))
    assert lanterns.refusal(state, SOUTH, Place(5, 0, 1, 4)) is not None


def test_l9_colours_need_not_match():
    with faces("white white white white"):
        assert outcome(table(), "place 1 1,0 0").matches == ()


def test_l9_the_lake_has_no_border():
    state = table()
    for distance in range(1, 15):
        tile = state.hands[state.to_act][0]
        state = go(changed(state, excess=0), f"place {tile} {distance},0 0")
    assert state.lake[-1].x == 14


# L10


def test_l10_a_side_that_meets_its_own_colour_brings_a_card_of_it():
    with faces("red orange green blue"):
        state = table()
        got, after = outcome(state, "place 1 1,0 0"), go(state, "place 1 1,0 0")
    assert got.matches == (Match(3, BLUE, False),)
    assert after.cards[SOUTH] == cards("red blue green")


def test_l10_a_side_that_meets_another_colour_brings_none():
    with faces("blue blue blue green"):
        assert outcome(table(), "place 1 1,0 0").matches == ()


def test_l10_two_sides_of_one_tile_may_match_at_once():
    with faces("orange red red blue", "purple green black red", "white white orange green"):
        state = go(table(4, (1, 4, 5), (2, 6, 7), (3, 8, 9)), "place 1 1,0 0", "place 2 0,1 0")
        after, _ = step(state, "place 3 1,1 0")
        got = outcome(state, "place 3 1,1 0")
    assert got.matches == (Match(2, ORANGE, False), Match(3, GREEN, False))
    assert got.gains[0].matched == (ORANGE, GREEN)
    gained = [now - then for now, then in zip(after.cards[NORTH], state.cards[NORTH], strict=True)]
    assert gained == list(cards("orange green white"))


def test_l10_the_bonus_is_for_the_placing_player_alone():
    with faces("red orange green blue"):
        got = outcome(table(), "place 1 1,0 0")
    assert [gain.matched for gain in got.gains] == [(BLUE,), (), (), ()]


def test_l10_matching_the_boat_is_a_match_like_any_other():
    for at, words in {
        "1,0": "green green green blue",
        "0,1": "green green black green",
        "-1,0": "green white green green",
        "0,-1": "red green green green",
    }.items():
        with faces(words):
            assert len(outcome(table(), f"place 1 {at} 0").matches) == 1


# L11


def favours(lake_platform, own_platform, matching):
    """What a tile beside a tile with or without a platform earns."""
    first = "green red green orange" + " platform" * lake_platform
    second = f"purple purple purple {'red' if matching else 'white'}" + " platform" * own_platform
    with faces(first, second):
        state = go(table(4, (1, 4, 5), (2, 6, 7)), "place 1 1,0 0")
        got = outcome(state, "place 2 2,0 0")
        assert got.favours == got.gains[0].favours
        assert go(state, "place 2 2,0 0").favours[WEST] == got.favours
        return got.favours


def test_l11_a_matched_neighbour_with_a_platform_earns_one_and_so_does_the_new_tile():
    assert favours(lake_platform=True, own_platform=False, matching=True) == 1
    assert favours(lake_platform=False, own_platform=True, matching=True) == 1
    assert favours(lake_platform=True, own_platform=True, matching=True) == 2
    assert favours(lake_platform=False, own_platform=False, matching=True) == 0


def test_l11_platforms_without_a_colour_match_earn_nothing():
    assert favours(lake_platform=True, own_platform=True, matching=False) == 0


def test_l11_the_new_tile_counts_once_however_many_sides_match_and_five_are_the_most():
    with faces(*["red red red red platform"] * 5):
        state = laid(table(4, (5, 6, 7)), "1 1,0 0", "2 0,1 0", "3 2,1 0", "4 1,2 0")
        got = outcome(state, "place 5 1,1 0")
    assert len(got.matches) == 4
    assert got.favours == 5


def test_l11_the_boat_is_no_platform():
    with faces("red orange green blue", "red orange green blue platform"):
        assert outcome(table(4, (1, 2, 3)), "place 1 1,0 0").favours == 0
        assert outcome(table(4, (1, 2, 3)), "place 2 1,0 0").favours == 1


# L12


def test_l12_each_seat_takes_the_colour_that_the_new_tile_shows_to_its_side():
    with faces("red orange green purple"):
        got = outcome(table(), "place 1 1,0 0")
    assert got.gains == (
        Gain(SOUTH, (), (), GREEN, None, 0),
        Gain(WEST, (), (), PURPLE, None, 0),
        Gain(NORTH, (), (), RED, None, 0),
        Gain(EAST, (), (), ORANGE, None, 0),
    )


def test_l12_the_deal_runs_from_the_placing_player_clockwise():
    state = go(table(4, (5, 6, 7), (1, 8, 9)), "place 5 0,1 0")
    assert [gain.seat for gain in outcome(state, "place 1 1,0 0").gains] == [WEST, NORTH, EAST, SOUTH]


@pytest.mark.parametrize(("seats", "colours"), [(2, (GREEN, RED)), (3, (GREEN, PURPLE, RED))])
def test_l12_an_empty_side_receives_nothing(seats, colours):
    with faces("red orange green purple"):
        state = table(seats)
        got = outcome(state, "place 1 1,0 0")
        after = go(state, "place 1 1,0 0")
    assert tuple(gain.side for gain in got.gains) == colours
    assert after.supply[ORANGE] == state.supply[ORANGE]


# L13


def test_l13_a_colour_that_has_run_out_gives_nothing():
    with faces("red orange green purple"):
        state = lacking(table(), GREEN, RED)
        after, got = go(state, "place 1 1,0 0"), outcome(state, "place 1 1,0 0")
    assert got.gains[0] == Gain(SOUTH, (), (), None, GREEN, 0)
    assert got.gains[2] == Gain(NORTH, (), (), None, RED, 0)
    assert after.cards[SOUTH] == state.cards[SOUTH]
    assert after.supply[GREEN] == 0


def test_l13_the_match_takes_the_last_card_before_the_deal():
    with faces("blue blue green blue"):
        got = outcome(left(table(), BLUE, 1), "place 1 1,0 0")
    assert got.gains[0].matched == (BLUE,)
    assert [gain.side_lacking for gain in got.gains] == [None, BLUE, BLUE, BLUE]


def test_l13_the_last_card_goes_to_the_first_seat_clockwise_from_the_placing_player():
    with faces("green red green red"):
        state = left(go(table(4, (5, 6, 7), (1, 8, 9)), "place 5 0,1 0"), GREEN, 1)
        got = outcome(state, "place 1 1,0 0")
    assert [(gain.seat, gain.side, gain.side_lacking) for gain in got.gains] == [
        (WEST, RED, None),
        (NORTH, GREEN, None),
        (EAST, RED, None),
        (SOUTH, None, GREEN),
    ]


def test_l13_a_match_whose_card_is_missing_still_pays_its_favours():
    with faces("red orange green blue platform"):
        state = lacking(table(), BLUE)
        got = outcome(state, "place 1 1,0 0")
    assert got.matches == (Match(3, BLUE, True),)
    assert got.gains[0] == Gain(SOUTH, (), (BLUE,), GREEN, None, 1)
    assert got.favours == 1


def test_l13_of_two_matches_of_one_colour_the_second_may_find_nothing():
    with faces("red red red blue", "black red black black", "white white red red"):
        state = go(table(4, (1, 4, 5), (2, 6, 7), (3, 8, 9)), "place 1 1,0 0", "place 2 0,1 0")
        got = outcome(left(state, RED, 1), "place 3 1,1 0")
    assert [match.lacking for match in got.matches] == [False, True]
    assert (got.gains[0].matched, got.gains[0].matched_lacking) == ((RED,), (RED,))


# L14


def test_l14_a_favour_that_the_supply_lacks_is_lost():
    with faces("green red green orange platform", "purple purple purple red platform"):
        state = go(table(4, (1, 4, 5), (2, 6, 7)), "place 1 1,0 0")
        state = rich(state, 19, 0)
        got, after = outcome(state, "place 2 2,0 0"), go(state, "place 2 2,0 0")
    assert (got.favours, got.favours_lost) == (1, 1)
    assert (after.favours[WEST], after.favours_left) == (1, 0)


# L15


def test_l15_the_placing_player_draws_the_top_tile_of_the_stack():
    state = table(4, (5, 6, 7))
    after = go(state, "place 6 0,1 0")
    assert after.hands[SOUTH] == (5, 7, state.stack[0])
    assert after.stack == state.stack[1:]


def test_l15_from_an_empty_stack_nothing_is_drawn():
    state = changed(table(4, (5, 6, 7)), stack=())
    assert go(state, "place 6 0,1 0").hands[SOUTH] == (5, 7)


def test_l15_the_turn_passes_clockwise():
    state = go(table(4, (5, 6, 7), (8, 9, 10)), "place 5 0,1 0")
    assert (state.to_act, state.turns_done) == (WEST, 1)


# The preview of a placement


def test_a_preview_is_what_then_happens():
    state = lacking(table(4, (5, 6, 7)), GREEN)
    for text in texts(state, "place"):
        assert lanterns.preview(lanterns.view(state, SOUTH), parse(text)) == outcome(state, text)


def test_there_is_no_preview_of_what_is_not_allowed_or_not_ones_own():
    state = table(4, (5, 6, 7))
    with pytest.raises(IllegalMove) as caught:
        lanterns.preview(lanterns.view(state, SOUTH), parse("place 5 1,1 0"))
    assert "full side" in str(caught.value)
    for viewer in (WEST, None):
        with pytest.raises(IllegalMove, match="not your turn"):
            lanterns.preview(lanterns.view(state, viewer), parse("place 5 0,1 0"))


def test_cards_are_taken_whether_wanted_or_not():
    with faces("red orange green purple"):
        state = holding(table(), "6 red 6 blue", "6 orange 6 white")
        after = go(state, "place 1 0,1 0")
    assert [sum(held) for held in after.cards[:2]] == [13, 13]
