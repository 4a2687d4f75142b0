"""The end of the game: the last round, honour, places (L16, L17)."""

from __future__ import annotations

import random

import pytest

from games.rules import lanterns
from games.rules.lanterns.moves import FINISH
from games.rules.lanterns.state import Token, changed
from tests.rules.lanterns.tables import (
    SOUTH,
    WEST,
    allowed,
    go,
    holding,
    last_round,
    refused,
    rich,
    step,
    table,
    texts,
)


def won(*values: int) -> tuple[Token, ...]:
    """Tokens of these values."""
    return tuple(Token(0, value, False) for value in values)


def ended(seats, tokens, favours=None, lanterns_left=None):
    """A game at its end with these tokens, favours and lanterns."""
    state = last_round(holding(table(seats), *(lanterns_left or [""] * seats)), 36 if seats == 4 else None)
    state = rich(state, *(favours or [0] * seats))
    return changed(state, tokens=tuple(tokens), turns_done={2: 24, 3: 30, 4: 36}[seats], to_act=None)


# L16


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_l16_all_place_equally_often_and_then_have_one_last_turn_each_from_the_start_player(seats):
    rng, state, turns = random.Random(seats), table(seats), []
    while state.to_act is not None:
        move = rng.choice(lanterns.legal_moves(state, state.to_act))
        if lanterns.reveals(state, state.to_act, move):
            turns.append((state.to_act, str(move).split()[0]))
        state, _ = lanterns.apply(state, state.to_act, move)
    each = {2: 11, 3: 9, 4: 8}[seats]
    assert turns == [(seat, "place") for _ in range(each) for seat in range(seats)] + [
        (seat, "finish") for seat in range(seats)
    ]
    assert state.hands == ((),) * seats
    assert state.stack == ()


def test_l16_the_last_turn_has_exchange_dedication_and_discard_but_no_placement():
    state = last_round(rich(holding(table(), "4 red 4 orange 4 green blue"), 2))
    assert allowed(state, "exchange red white")
    assert allowed(state, "dedicate four red")
    assert allowed(state, "discard blue")
    assert refused(state, "place 1 0,1 0") == "All tiles have been placed."
    assert not texts(state, "place")
    assert texts(go(state, "exchange blue red", "dedicate four red")) == ["finish"]


def test_l16_finish_is_legal_only_in_the_last_round():
    assert "only the last turn is finished" in refused(table(), "finish")


def test_l16_after_the_last_seats_last_turn_the_game_is_over():
    state = last_round(table())
    for seat in range(4):
        assert lanterns.to_act(state) == {seat}
        assert lanterns.result(state) is None
        state = go(state, "finish")
    assert lanterns.to_act(state) == frozenset()
    assert lanterns.result(state) is not None
    assert refused(state, "finish", SOUTH) == "The game is over."


def test_l16_a_seat_with_nothing_possible_is_not_waited_for():
    state = last_round(holding(table(), "3 red 3 blue"))
    assert lanterns.forced(state, SOUTH) == FINISH


@pytest.mark.parametrize(
    ("held", "favours"), [("4 red", 0), ("red", 2), ("3 red 3 orange 3 green 3 blue purple", 0)]
)
def test_l16_a_seat_that_may_dedicate_exchange_or_must_discard_is_waited_for(held, favours):
    state = last_round(rich(holding(table(), held), favours))
    assert lanterns.forced(state, SOUTH) is None


def test_nothing_else_is_ever_taken_in_a_seats_name():
    state = table()
    assert lanterns.forced(state, SOUTH) is None
    only_one_discard = last_round(holding(table(), "8 red 5 orange"))
    assert lanterns.forced(only_one_discard, SOUTH) is None
    assert lanterns.forced(last_round(table()), WEST) is None


# L17


def test_l17_honour_is_the_sum_of_tokens_won():
    result = lanterns.result(ended(2, [won(8, 7), won(10)]))
    assert result.scores == (15, 10)
    assert result.places == (1, 2)
    assert result.winners == (0,)
    assert str(result.reason) == "seat 0 won with the most honour."
    assert result.decided_by is None


def test_l17_ties_are_settled_by_favours_left():
    result = lanterns.result(ended(2, [won(8), won(8)], favours=[1, 2], lanterns_left=["3 red", ""]))
    assert result.places == (2, 1)
    assert str(result.reason) == "seat 1 won the tie by favours left."
    assert result.decided_by == 0


def test_l17_then_by_lantern_cards_left():
    result = lanterns.result(ended(2, [won(8), won(8)], favours=[1, 1], lanterns_left=["3 red", "2 red"]))
    assert result.places == (1, 2)
    assert str(result.reason) == "seat 0 won the tie by lanterns left."
    assert result.decided_by == 1


def test_l17_then_the_victory_is_shared_and_the_next_is_third():
    tokens = [won(5), won(8), won(8)]
    result = lanterns.result(ended(3, tokens, favours=[3, 1, 1], lanterns_left=["", "red", "blue"]))
    assert result.places == (3, 1, 1)
    assert result.winners == (1, 2)
    assert str(result.reason) == "The victory was shared by seat 1 and seat 2."


def test_l17_all_places_are_dealt_the_same_way():
    tokens = [won(5), won(5), won(8), won(5)]
    result = lanterns.result(ended(4, tokens, favours=[0, 1, 0, 1], lanterns_left=["", "red", "", "2 red"]))
    assert result.places == (4, 3, 1, 2)
    assert str(result.reason) == "seat 2 won with the most honour."


def test_a_tie_below_the_first_place_does_not_decide_the_victory():
    result = lanterns.result(ended(3, [won(9), won(5), won(5)], favours=[0, 1, 2]))
    assert result.places == (1, 3, 2)
    assert result.decided_by is None


def test_l17_honour_is_told_by_kind_with_generic_tokens_apart():
    tokens = (
        Token(0, 8, False),
        Token(1, 9, False),
        Token(1, 8, False),
        Token(2, 10, False),
        Token(2, 4, True),
    )
    result = lanterns.result(ended(2, [tokens, ()]))
    assert [str(part) for part in result.parts] == [
        "four of a kind",
        "three pairs",
        "seven colours",
        "spare",
    ]
    assert result.breakdown == ((8, 17, 10, 4), (0, 0, 0, 0))


def test_the_line_of_a_position_is_that_of_the_formats():
    state = rich(holding(table(), "2 red black"), 0, 1)
    assert lanterns.position(state) == {
        "favours": [0, 1, 0, 0],
        "favours_left": 19,
        "honour": [0, 0, 0, 0],
        "lanterns": [{"black": 1, "red": 2}, {"white": 1}, {"black": 1}, {"blue": 1}],
        "over": False,
        "places": None,
        "stack": 20,
        "supply": {"black": 6, "blue": 7, "green": 8, "orange": 8, "purple": 8, "red": 6, "white": 7},
        "to_act": [0],
    }


def test_the_line_of_the_last_position_has_the_places():
    line = lanterns.position(ended(2, [won(8), won(9)]))
    assert (line["over"], line["places"], line["to_act"], line["honour"]) == (True, [2, 1], [], [8, 9])


def test_the_last_turn_passes_with_its_steps_open_again():
    state = last_round(rich(holding(table(), "4 red blue", "4 orange"), 2, 0))
    state = go(state, "dedicate four red", "finish")
    assert allowed(state, "dedicate four orange")
    _, happened = step(state, "finish")
    assert happened.seat == WEST
