"""What the sensible player makes of Lanterns, in positions made for one decision each."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.bots import BOTS, lanterns, sensibly
from games.bots.referee import defaults, play, seed_of
from games.rules import lanterns as rules
from games.rules.lanterns.moves import Place
from games.rules.lanterns.pieces import COLOURS, PLACEMENTS
from games.rules.lanterns.state import Cards, State, changed, excess

NOTHING: Cards = (0,) * 7
SEVEN: Cards = (1,) * 7


def held(**colours: int) -> Cards:
    return tuple(colours.get(name, 0) for name in COLOURS)


def position(own: Cards, *others: Cards, **changes: Any) -> State:
    """Seat 0 to act early in a game, with these lanterns on the table and four of each in the supply."""
    start = rules.begin(rules.deal(1 + len(others), defaults(rules), bytes(32)))
    usual = {"cards": (own, *others), "supply": (4,) * 7, "excess": excess(own)}
    return changed(start, **usual | changes)


def chosen(state: State) -> str:
    moves = rules.legal_moves(state, 0)
    return str(sensibly.choose(rules, rules.view(state, 0), moves, Random(1)))


def last_turn(own: Cards, *others: Cards, **changes: Any) -> State:
    seats = 1 + len(others)
    empty = {"hands": ((),) * seats, "stack": (), "final": True, "turns_done": PLACEMENTS[seats]}
    return position(own, *others, **empty | changes)


def test_it_dedicates_when_it_can() -> None:
    assert chosen(position(held(red=4, blue=1), NOTHING)) == "dedicate four red"


def test_it_takes_the_set_that_is_worth_more() -> None:
    assert chosen(position(SEVEN, NOTHING)) == "dedicate seven"
    assert chosen(last_turn(held(red=4, orange=1, green=1, blue=1, purple=1, black=1, white=1), NOTHING)) == (
        "dedicate seven"
    )


def test_it_dedicates_what_it_needs_least() -> None:
    """Four reds and two pairs beside: the cards over decide between equal tokens."""
    assert chosen(position(held(red=4, orange=2, green=1), NOTHING, stacks=((8,), (8,), (8,)))) == (
        "dedicate four red"
    )


def test_it_exchanges_for_the_card_that_a_set_lacks() -> None:
    own = held(red=2, orange=1, green=1, blue=1, purple=1, black=1)
    assert chosen(position(own, NOTHING, favours=(2, 0))) == "exchange red white"


def test_it_exchanges_in_the_last_turn_where_that_makes_a_set() -> None:
    assert chosen(last_turn(held(red=3, blue=1), NOTHING, favours=(2, 0))) == "exchange blue red"


def test_it_keeps_its_favours_in_the_last_turn_where_nothing_comes_of_them() -> None:
    assert chosen(last_turn(held(red=1, blue=1), NOTHING, favours=(4, 0))) == "finish"


def test_it_does_not_exchange_for_a_set_that_no_token_is_left_for() -> None:
    state = last_turn(held(red=3, blue=1), NOTHING, favours=(2, 0), generics=0, stacks=((), (9,), (10,)))
    assert chosen(state) == "finish"


def test_it_takes_the_token_that_a_rival_is_about_to_take() -> None:
    own = held(red=4, orange=2, green=2)
    tokens = ((8, 4), (8, 4), (10, 9))
    fours, pairs = held(black=4), held(black=2, white=2, purple=2)
    assert chosen(position(own, fours, stacks=tokens)) == "dedicate four red"
    assert chosen(position(own, pairs, stacks=tokens)) == "dedicate pairs red orange green"


def test_it_discards_what_no_set_needs() -> None:
    own = held(red=1, orange=1, green=1, blue=1, purple=1, black=8)
    only_seven: dict[str, Any] = {"stacks": ((), (), (10, 9)), "generics": 0}
    assert chosen(position(own, NOTHING, dedicated=True, **only_seven)) == "discard black"


def test_it_hands_a_rival_the_colour_that_has_run_out() -> None:
    """Tile 2 is green on three sides: with nothing to match, red or green may come to the rival."""
    no_green = (4, 4, 0, 4, 4, 4, 4)
    state = position(held(green=3), NOTHING, hands=((2,), ()), supply=no_green)
    move = rules.parse(chosen(state))
    assert isinstance(move, Place)
    assert rules.preview(rules.view(state, 0), move).gains[1].side is None


def test_it_does_not_hand_a_rival_the_card_that_completes_a_set() -> None:
    state = position(held(purple=1), held(purple=3), hands=((30,), ()))
    move = rules.parse(chosen(state))
    assert isinstance(move, Place)
    assert rules.preview(rules.view(state, 0), move).gains[1].side != COLOURS.index("purple")


def test_of_two_players_it_knows_the_hidden_lanterns_by_the_supply() -> None:
    state = position(held(red=1), held(black=3), hidden=True, supply=(4, 5, 5, 5, 5, 2, 5))
    assert lanterns.hand(rules.view(state, 0), 1) == held(black=3)


def test_of_three_players_it_does_not_know_the_hidden_lanterns() -> None:
    state = position(held(red=1), held(black=3), NOTHING, hidden=True)
    assert lanterns.hand(rules.view(state, 0), 1) is None


@pytest.mark.parametrize(
    ("turns_done", "seat", "left"), [(0, 0, 11), (0, 1, 12), (1, 0, 11), (1, 1, 11), (22, 0, 0)]
)
def test_it_counts_the_turns_that_are_left(turns_done: int, seat: int, left: int) -> None:
    state = position(NOTHING, NOTHING, turns_done=turns_done)
    assert lanterns.turns_after(rules.view(state, 0), seat) == left


@pytest.mark.parametrize("seats", rules.SEATS)
def test_it_beats_the_random_player(seats: int) -> None:
    players = [BOTS["sensibly"], *[BOTS["randomly"]] * (seats - 1)]
    games = [play(rules, defaults(rules), seed_of(1, number), players) for number in range(12)]
    assert [record.result and record.result.places[0] for record in games] == [1] * 12


@pytest.mark.parametrize("seats", rules.SEATS)
def test_its_honour_is_that_of_a_good_player(seats: int) -> None:
    games = [
        play(rules, defaults(rules), seed_of(2, number), [BOTS["sensibly"]] * seats) for number in range(6)
    ]
    scores = [score for record in games if record.result for score in record.result.scores]
    assert sum(scores) / len(scores) > 36
