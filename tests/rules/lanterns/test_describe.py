"""What the log says of each kind of step."""

from __future__ import annotations

from games.rules import lanterns
from games.rules.lanterns.pieces import favour, lantern, where
from games.rules.lanterns.state import changed
from games.rules.words import Who
from tests.rules.lanterns.tables import SOUTH, faces, go, holding, last_round, rich, said, step, table


def log(state, *steps):
    """The sentences about the last of these steps."""
    state = go(state, *steps[:-1])
    return said(step(state, steps[-1])[1])


def test_an_exchange():
    assert log(rich(holding(table(), "red"), 2), "exchange red white") == ["seat 0 exchanged red for white."]


def test_each_kind_of_dedication():
    seven = "red orange green blue purple black white"
    assert log(holding(table(), "4 red"), "dedicate four red") == ["seat 0 dedicated four red for 8."]
    assert log(holding(table(), "2 red 2 blue 2 white"), "dedicate pairs red blue white") == [
        "seat 0 dedicated three pairs, red, blue and white, for 9."
    ]
    assert log(holding(table(), seven), "dedicate seven") == ["seat 0 dedicated seven colours for 10."]


def test_a_spare_token_is_told():
    state = changed(holding(table(), "4 red"), stacks=((), (9,), (10,)))
    assert log(state, "dedicate four red") == ["seat 0 dedicated four red for 4.", "It was a spare token."]


def test_a_discard_counts_equal_colours():
    state = holding(table(), "6 red 6 orange 3 blue")
    assert log(state, "discard red red blue") == ["seat 0 gave back 2 red and blue."]


def test_a_placement_and_what_everybody_received_clockwise():
    with faces("red orange green white"):
        assert log(table(), "place 1 0,-1 0") == [
            "seat 0 placed a tile at 1 south, matching red.",
            "seat 0 took red and green.",
            "seat 1 received white.",
            "seat 2 received red.",
            "seat 3 received orange.",
        ]


def test_a_placement_without_a_match_and_with_favours():
    with faces("purple orange green purple platform", "white black white orange"):
        assert log(table(4, (1, 4, 5), (2, 6, 7)), "place 1 1,0 0")[0] == "seat 0 placed a tile at 1 east."
        assert log(table(4, (1, 4, 5), (2, 6, 7)), "place 1 1,0 0", "place 2 2,0 0")[:2] == [
            "seat 1 placed a tile at 2 east, matching orange.",
            "seat 1 took 2 orange and a favour.",
        ]


def test_what_the_supply_lacked_is_told():
    with faces("red green red white"):
        state = holding(table(), "", "8 red")
        assert log(state, "place 1 0,-1 0") == [
            "seat 0 placed a tile at 1 south, matching red.",
            "No red was left for seat 0.",
            "seat 1 received white.",
            "No red was left for seat 2.",
            "seat 3 received green.",
        ]


def test_favours_that_were_lost_are_told():
    with faces("green red green orange platform", "purple purple purple red platform"):
        start = go(table(4, (1, 4, 5), (2, 6, 7)), "place 1 1,0 0")
        assert "No favour was left for seat 1." in log(rich(start, 20, 0), "place 2 2,0 0")
        assert "One more favour was not left for seat 1." in log(rich(start, 19, 0), "place 2 2,0 0")


def test_the_end_of_a_last_turn():
    assert log(last_round(table()), "finish") == ["seat 0 finished the last turn."]


def test_seats_and_pieces_stay_values_in_the_sentences():
    _, happened = step(rich(holding(table(), "red"), 2), "exchange red white")
    args = dict(lanterns.describe(happened, SOUTH)[0].args)
    assert args == {"who": Who(SOUTH), "give": lantern(0), "take": lantern(6)}
    assert (lantern(0).picture, favour(2).picture) == ("l-red", "favour")


def test_cells_are_told_from_the_boat():
    told = {
        (0, 0): "the boat",
        (0, -1): "1 south",
        (-2, -1): "1 south, 2 west",
        (3, 0): "3 east",
        (1, 2): "2 north, 1 east",
    }
    assert {cell: str(where(*cell)) for cell in told} == told
