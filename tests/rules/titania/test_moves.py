"""The texts of moves: what they look like, and that nothing else is read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.base import MalformedMove
from games.rules.titania.moves import Build, Choose, Decline, Decorate, Draw, Extra, Keep, Sail, parse
from games.rules.titania.pieces import CARDS, RANK, SHIPS, SPACES

WELL_FORMED = {
    "sail red red E6": Sail(0, 0, "E6"),
    "sail red/blue blue E6": Sail(3, 1, "E6"),
    "sail blue/yellow yellow D10": Sail(4, 2, "D10"),
    "choose white": Choose(0),
    "choose brown": Choose(3),
    "extra H4": Extra("H4"),
    "decline": Decline(),
    "build A4 white 2 A4 green 1 C5 black 1": Build((("A4", 0, 2), ("A4", 2, 1), ("C5", 1, 1))),
    "build D9 white 4": Build((("D9", 0, 4),)),
    "decorate A4": Decorate("A4"),
    "keep": Keep(),
    "draw": Draw(),
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
        "Draw",
        "draw ",
        " draw",
        "draw 3",
        "draw\n",
        "keep all",
        "decline E6",
        "sail",
        "sail red E6",
        "sail red red",
        "sail red red E66",
        "sail red red e6",
        "sail red red Z1",
        "sail red red A8",
        "sail red red E06",
        "sail red  red E6",
        "sail blue/red blue E6",
        "sail red/blue red/blue E6",
        "sail green green E6",
        "choose",
        "choose red",
        "choose white white",
        "extra",
        "extra E6 E7",
        "build",
        "build A4",
        "build A4 white",
        "build A4 white 0",
        "build A4 white 5",
        "build A4 white 01",
        "build A4 white ²",
        "build A4 red 1",
        "build A4 white 1 green 1",
        "build A4 green 1 A4 white 1",
        "build A4 white 1 A4 white 1",
        "build C5 black 1 A4 white 1",
        "build D10 white 1 D9 white 1",
        "decorate",
        "decorate A4 A2",
    ],
)
def test_nothing_else_is_read(text):
    with pytest.raises(MalformedMove) as caught:
        parse(text)
    assert "is no move of Titania" in str(caught.value.sentence)


@given(st.integers(0, len(CARDS) - 1), st.integers(0, len(SHIPS) - 1), st.sampled_from(list(SPACES)))
def test_every_sail_is_read_back(card, colour, space):
    move = Sail(card, colour, space)
    assert parse(str(move)) == move


places = st.tuples(st.sampled_from(list(SPACES)), st.integers(0, 3))


@given(st.dictionaries(places, st.integers(1, 4), min_size=1, max_size=40))
def test_every_build_in_order_is_read_back(levels):
    in_order = sorted(levels, key=lambda place: (RANK[place[0]], place[1]))
    move = Build(tuple((*place, levels[place]) for place in in_order))
    assert parse(str(move)) == move
