"""The option of hidden lanterns: a memory rule, kept in view, preview and log."""

from __future__ import annotations

from games.rules import lanterns
from games.rules.lanterns.apply import CONCEALED
from games.rules.lanterns.legal import exchange_choices
from games.rules.lanterns.moves import parse
from tests.rules.lanterns.tables import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    cards,
    faces,
    holding,
    last_round,
    rich,
    said,
    step,
    table,
    texts,
)

FACE = "red orange green blue"


def test_hidden_lanterns_are_shown_to_their_owner_and_counted_for_others():
    state = holding(table(hidden=True), "3 red", "2 blue")
    seen = lanterns.view(state, WEST)
    assert seen.cards == (None, cards("2 blue"), None, None)
    assert seen.card_counts == (3, 2, 1, 1)
    assert lanterns.view(state, None).cards == (None,) * 4
    assert seen.hidden
    assert seen.supply == state.supply


def test_hidden_lanterns_are_shown_after_the_end():
    state = last_round(table(hidden=True), 36)
    assert lanterns.view(state, WEST).cards == state.cards


def test_open_lanterns_are_shown_to_all():
    state = table()
    assert lanterns.view(state, None).cards == state.cards


def test_a_redeal_leaves_lanterns_as_they_are():
    state = table(hidden=True)
    assert lanterns.redeal(state, None, bytes(32)).cards == state.cards


def test_the_excess_of_the_seat_on_turn_is_shown_though_its_lanterns_are_not():
    state = holding(table(hidden=True), "8 red 6 orange")
    assert lanterns.view(state, WEST).excess == 2


def test_one_may_exchange_ones_own_hidden_lanterns():
    state = rich(holding(table(hidden=True), "red"), 2)
    assert [give for give, _ in exchange_choices(lanterns.view(state, SOUTH))] == [0]
    assert texts(state, "exchange")


def test_a_preview_tells_of_others_only_whether_a_card_comes():
    with faces(FACE):
        state = table(hidden=True)
        got = lanterns.preview(lanterns.view(state, SOUTH), parse("place 1 1,0 0"))
    assert got.gains[0].side == 2
    assert got.gains[0].matched == (3,)
    assert [gain.side for gain in got.gains[1:]] == [CONCEALED] * 3


def test_a_preview_of_hidden_lanterns_still_tells_what_the_supply_lacks():
    with faces(FACE):
        state = holding(table(hidden=True), "8 red")
        got = lanterns.preview(lanterns.view(state, SOUTH), parse("place 1 1,0 0"))
    assert (got.gains[2].seat, got.gains[2].side, got.gains[2].side_lacking) == (NORTH, None, 0)


def placed(viewer, over=False):
    with faces(FACE):
        _, happened = step(table(hidden=True), "place 1 1,0 0")
    return said(happened, viewer, over)


def test_the_log_names_ones_own_colours_and_counts_those_of_others():
    assert placed(SOUTH) == [
        "seat 0 placed a tile at 1 east, matching blue.",
        "seat 0 took green and blue.",
        "seat 1 received a lantern.",
        "seat 2 received a lantern.",
        "seat 3 received a lantern.",
    ]
    assert placed(EAST) == [
        "seat 0 placed a tile at 1 east, matching one side.",
        "seat 0 took 2 lanterns.",
        "seat 1 received a lantern.",
        "seat 2 received a lantern.",
        "seat 3 received orange.",
    ]


def test_after_the_end_the_log_names_them_all():
    assert placed(None, over=True) == [
        "seat 0 placed a tile at 1 east, matching blue.",
        "seat 0 took green and blue.",
        "seat 1 received blue.",
        "seat 2 received red.",
        "seat 3 received orange.",
    ]


def test_colours_in_exchange_dedication_and_discard_stay_shown():
    state = rich(holding(table(hidden=True), "8 red 5 orange"), 2)
    for text in ("exchange red white", "dedicate four red", "discard orange"):
        _, happened = step(state, text)
        assert said(happened, WEST) == said(happened, SOUTH)
