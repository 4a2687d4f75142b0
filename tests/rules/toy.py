"""A game of a page, to test what works for every game: whoever takes the last stone wins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.rules.base import DealError, IllegalMove, MalformedMove, Option, Result
from games.rules.words import Sentence

SLUG, NAME, SEATS = "toy", "Stones", (2, 3)
OPTIONS = (
    Option(
        "last", Sentence("Last stone"), (("wins", Sentence("wins")), ("loses", Sentence("loses"))), "wins"
    ),
    Option("quick", Sentence("Quick"), ((False, Sentence("no")), (True, Sentence("yes"))), False),
)


class State(NamedTuple):
    seats: int
    stones: int
    seat: int = 0


class Take(NamedTuple):
    stones: int

    def __str__(self) -> str:
        return f"take {self.stones}"


def deal(seats: int, options: Mapping[str, Any], seed: bytes) -> State:
    return State(seats, 3 + seed[0] % 5)


def read_deal(seats: int, options: Mapping[str, Any], spelled: Any, seed: bytes | None) -> State:
    if set(spelled) != {"stones"} or spelled["stones"] not in range(1, 100):
        raise DealError(Sentence("That is no heap of stones."))
    return State(seats, spelled["stones"])


def spell(deal: State) -> Any:
    return {"stones": deal.stones}


def begin(deal: State) -> State:
    return deal


def to_act(state: State) -> frozenset[int]:
    return frozenset([state.seat] if state.stones else [])


def legal_moves(state: State, seat: int) -> list[Take]:
    return [Take(n) for n in (1, 2, 3) if n <= state.stones] if seat in to_act(state) else []


def refusal(state: State, seat: int, move: Take) -> Sentence | None:
    return None if move in legal_moves(state, seat) else Sentence("Not now.")


def apply(state: State, seat: int, move: Take) -> tuple[State, None]:
    if reason := refusal(state, seat, move):
        raise IllegalMove(reason)
    return State(state.seats, state.stones - move.stones, (seat + 1) % state.seats), None


def result(state: State) -> Result | None:
    if state.stones:
        return None
    winner = (state.seat - 1) % state.seats
    scores = tuple(int(seat == winner) for seat in range(state.seats))
    return Result(scores, tuple(2 - score for score in scores), Sentence("The last stone is taken."))


def view(state: State, viewer: int | None) -> State:
    return state


def parse(text: str) -> Take:
    if text not in ("take 1", "take 2", "take 3"):
        raise MalformedMove(Sentence("Take 1, 2 or 3 stones."))
    return Take(int(text[-1]))


def position(state: State) -> dict[str, Any]:
    return {"stones": state.stones, "over": not state.stones}
