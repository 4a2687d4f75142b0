"""Set-up: L1 to L4, and what is hidden from whom."""

from __future__ import annotations

import pytest

from games.rules import lanterns
from games.rules.base import DealError
from games.rules.lanterns.pieces import CLOCKWISE, COLOURS, SIDES, TILES, turned
from games.rules.lanterns.state import Placed
from tests.rules.lanterns.tables import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    cards,
    edges,
    go,
    holding,
    last_round,
    rich,
    table,
)

PRINTED = {"edition": "printed", "lanterns": "open"}


def test_the_tiles_are_those_of_the_printed_edition():
    assert [tile.id for tile in TILES] == list(range(36))
    on_lake_tiles = [edge for tile in TILES[1:] for edge in tile.edges]
    assert {colour: on_lake_tiles.count(colour) for colour in range(7)} == dict.fromkeys(range(7), 20)
    assert sum(tile.platform for tile in TILES) == 11
    assert not TILES[0].platform


def test_l1_the_boat_lies_at_the_origin_with_its_red_edge_to_the_start_player():
    state = table()
    assert state.lake == (Placed(0, 0, 0, 1, None),)
    north, east, south, west = (COLOURS[colour] for colour in turned(0, 1))
    assert (south, west, north, east) == ("red", "white", "black", "blue")


def test_l2_play_goes_clockwise_from_the_south():
    assert SIDES == {2: (2, 0), 3: (2, 3, 0), 4: (2, 3, 0, 1)}
    assert [seat for seat, _ in CLOCKWISE[4][NORTH]] == [NORTH, EAST, SOUTH, WEST]
    state = table(3)
    for seat in (0, 1, 2, 0):
        assert state.to_act == seat
        state = go(state, str(lanterns.legal_moves(state, seat)[-1]))


@pytest.mark.parametrize(
    ("seats", "words"),
    [(2, ("red", "black")), (3, ("red", "white", "black")), (4, ("red", "white", "black", "blue"))],
)
def test_l3_each_seat_takes_the_colour_that_the_boat_shows_to_its_side_and_no_favours(seats, words):
    state = table(seats)
    assert state.cards == tuple(map(cards, words))
    assert state.favours == (0,) * seats
    each = {2: 5, 3: 7, 4: 8}[seats]
    assert state.supply == tuple(each - sum(held) for held in zip(*state.cards, strict=True))


@pytest.mark.parametrize(("seats", "stack", "box", "each"), [(2, 16, 13, 11), (3, 18, 8, 9), (4, 20, 3, 8)])
def test_the_tiles_are_dealt_by_the_table_of_components(seats, stack, box, each):
    state = table(seats)
    assert [len(hand) for hand in state.hands] == [3] * seats
    assert (len(state.stack), len(state.box)) == (stack, box)
    assert seats * 3 + stack == seats * each


STACKS_OF_THE_RULES = {
    2: ("8 7 6 5 5 4", "9 8 7 6 5 5", "10 9 8 7 6 5"),
    3: ("8 7 6 6 5 5 5 4", "9 8 7 7 6 6 5 5", "10 9 8 8 7 7 6 5"),
    4: ("8 7 7 6 6 5 5 5 4", "9 8 8 7 7 6 6 5 5", "10 9 9 8 8 7 7 6 5"),
}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_stacks_are_those_of_the_number_of_seats_with_three_generic_tokens(seats):
    state = table(seats)
    assert [" ".join(map(str, stack)) for stack in state.stacks] == list(STACKS_OF_THE_RULES[seats])
    assert (state.generics, state.favours_left) == (3, 20)


def test_l4_tiles_in_hand_are_shown_to_their_owner_alone():
    state = table()
    for viewer in range(4):
        seen = lanterns.view(state, viewer)
        assert seen.hands == tuple(state.hands[seat] if seat == viewer else None for seat in range(4))
        assert seen.hand_sizes == (3, 3, 3, 3)
    assert lanterns.view(state, None).hands == (None,) * 4


def test_l4_the_stack_and_the_box_are_hidden_and_their_sizes_are_not():
    seen = lanterns.view(table(), SOUTH)
    assert (seen.stack, seen.box, seen.stack_size) == (None, None, 20)


def test_l4_everything_else_lies_open():
    state = rich(holding(table(), "3 red", "2 blue"), 4, 1)
    seen = lanterns.view(state, None)
    assert (seen.cards, seen.favours, seen.supply) == (state.cards, state.favours, state.supply)
    assert (seen.tokens, seen.stacks, seen.generics) == (state.tokens, state.stacks, 3)
    assert (seen.lake, seen.open_cells) == (state.lake, ((0, 1), (1, 0), (0, -1), (-1, 0)))


def test_after_the_end_the_view_shows_everything():
    state = last_round(table(hidden=True), 36)
    seen = lanterns.view(state, None)
    assert (seen.cards, seen.hands, seen.stack, seen.box) == (state.cards, ((),) * 4, (), state.box)
    assert seen.result == lanterns.result(state)
    assert seen.to_act is None


def test_the_preview_edition_has_more_favours_and_with_two_players_more_cards():
    assert [table(seats, edition="preview").favours_left for seats in (2, 3, 4)] == [24] * 3
    everything = [
        sum(state.supply) + sum(map(sum, state.cards))
        for state in [table(seats, edition="preview") for seats in (2, 3, 4)]
    ]
    assert everything == [42, 49, 56]


@pytest.mark.parametrize(
    "tiles",
    [
        list(range(1, 22)),
        list(range(1, 24)),
        [*range(1, 22), 21],
        [*range(22)],
        [*range(1, 22), 36],
        [*range(1, 22), True],
        [*range(1, 22), "22"],
        [*range(1, 22), 22.0],
        "1 2 3",
        None,
        {},
    ],
)
def test_a_deal_spelled_out_holds_just_the_tiles_of_the_table_each_once(tiles):
    with pytest.raises(DealError):
        lanterns.read_deal(2, PRINTED, {"tiles": tiles}, bytes(32))


@pytest.mark.parametrize("spelled", [None, [], "tiles", {"tiles": list(range(1, 23)), "box": []}])
def test_a_deal_is_an_object_with_tiles_and_nothing_else(spelled):
    with pytest.raises(DealError):
        lanterns.read_deal(2, PRINTED, spelled, bytes(32))


def test_a_deal_needs_a_seed_or_tiles():
    with pytest.raises(DealError):
        lanterns.read_deal(2, PRINTED, {}, None)


def test_a_deal_spelled_out_goes_before_the_seed():
    deal = lanterns.read_deal(2, PRINTED, {"tiles": list(range(22, 0, -1))}, bytes(32))
    assert lanterns.begin(deal).hands == ((22, 21, 20), (19, 18, 17))
    assert lanterns.begin(deal).stack[0] == 16


def test_the_white_edge_of_the_boat_is_west_and_nothing_else_moves_it():
    assert turned(0, 1) == edges("black blue red white")
    assert SIDES[4][WEST] == 3
