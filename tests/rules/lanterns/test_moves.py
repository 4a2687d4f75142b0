"""The texts of moves: what they look like, and that nothing else is read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.base import MalformedMove
from games.rules.lanterns.moves import Dedicate, Discard, Exchange, Finish, Place, parse

WELL_FORMED = {
    "exchange red blue": Exchange(0, 3),
    "dedicate four red": Dedicate(0, (0,)),
    "dedicate pairs red green white": Dedicate(1, (0, 2, 6)),
    "dedicate seven": Dedicate(2, ()),
    "discard red red blue": Discard((0, 0, 3)),
    "place 33 1,0 2": Place(33, 1, 0, 2),
    "place 5 -1,-12 0": Place(5, -1, -12, 0),
    "finish": Finish(),
}


@pytest.mark.parametrize(("text", "move"), WELL_FORMED.items(), ids=WELL_FORMED)
def test_each_kind_of_step_has_one_text(text, move):
    assert parse(text) == move
    assert str(move) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "pass",
        "Finish",
        "finish ",
        " finish",
        "finish now",
        "exchange red",
        "exchange red blue green",
        "exchange red  blue",
        "exchange red pink",
        "exchange Red blue",
        "dedicate",
        "dedicate four",
        "dedicate four red red",
        "dedicate pairs red green",
        "dedicate pairs red red green",
        "dedicate pairs green red white",
        "dedicate seven red",
        "dedicate eight red",
        "discard",
        "discard blue red",
        "place 33 1,0",
        "place 33 1,0 4",
        "place 33 1,0 -1",
        "place 33 1, 0 2",
        "place 33 1.0,0 2",
        "place 33 +1,0 2",
        "place 33 -0,0 2",
        "place 33 01,0 2",
        "place 033 1,0 2",
        "place -3 1,0 2",
        "place 3³ 1,0 2",
        "place ٣ 1,0 2",
        "place 33 1,0 2\n",
        "place 33 1,0 2 ",
        "place  33 1,0 2",
        "place 33 1000,0 2",
    ],
)
def test_nothing_else_is_read(text):
    with pytest.raises(MalformedMove) as caught:
        parse(text)
    assert "is no move of Lanterns" in str(caught.value.sentence)


@given(st.integers(0, 99), st.integers(-99, 99), st.integers(-99, 99), st.integers(0, 3))
def test_every_placement_is_read_back(tile, x, y, rotation):
    move = Place(tile, x, y, rotation)
    assert parse(str(move)) == move


@given(st.lists(st.integers(0, 6), min_size=1, max_size=40).map(sorted))
def test_every_discard_is_read_back(colours):
    move = Discard(tuple(colours))
    assert parse(str(move)) == move
