"""Tables and games for the contract test, which knows no game."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import product
from types import ModuleType
from typing import Any, NamedTuple

from hypothesis import note, settings
from hypothesis import strategies as st

from games.rules.registry import RULES


@dataclass(frozen=True)
class Table:
    """A game with its number of seats and its options."""

    slug: str
    seats: int
    options: tuple[tuple[str, str | bool], ...]

    def __str__(self) -> str:
        return "-".join([self.slug, str(self.seats), *(str(value) for _, value in self.options)])

    @property
    def rules(self) -> Any:
        return RULES[self.slug]

    @property
    def hooks(self) -> ModuleType:
        """What the game's own folder of tests says of it."""
        return import_module(f"tests.rules.{self.slug}.hooks")

    def deal(self, seed: bytes) -> Any:
        return self.rules.deal(self.seats, dict(self.options), seed)

    def begin(self, seed: bytes) -> Any:
        return self.rules.begin(self.deal(seed))


class Step(NamedTuple):
    """One step of a game: the position before, who took which move, and what came of it."""

    state: Any
    seat: int
    move: Any
    after: Any
    happened: Any


def every_table() -> Iterator[Table]:
    """Each game with each number of seats and each combination of its options."""
    for slug, rules in RULES.items():
        choices = [[(option.name, value) for value, _ in option.choices] for option in rules.OPTIONS]
        for seats, options in product(rules.SEATS, product(*choices)):
            yield Table(slug, seats, options)


TABLES = list(every_table())

seeds = st.binary(min_size=32, max_size=32)
players = st.integers(0, 2**32).map(random.Random)


def examples(share: float) -> settings:
    """A share of the profile's number of examples: a game is many examples in one."""
    return settings(max_examples=max(1, round(settings.default.max_examples * share)))


def steps(table: Table, seed: bytes, rng: random.Random) -> Iterator[Step]:
    """A game played at random. Where a test fails, its record is printed, ready for a golden game."""
    rules, state = table.rules, table.begin(seed)
    moves: list[list[Any]] = []
    record = {"format": "game-record/1", "game": table.slug, "seats": table.seats}
    record |= {"options": dict(table.options), "seed": seed.hex(), "moves": moves}
    try:
        while seats := rules.to_act(state):
            seat = rng.choice(sorted(seats))
            move = rng.choice(rules.legal_moves(state, seat))
            moves.append([seat, str(move)])
            after, happened = rules.apply(state, seat, move)
            yield Step(state, seat, move, after, happened)
            state = after
    finally:
        note(json.dumps(record))


def played(table: Table, seed: bytes, rng: random.Random) -> list[Step]:
    """A whole game played at random."""
    return list(steps(table, seed, rng))


def some(rng: random.Random, items: list[Any], number: int) -> list[Any]:
    """All of few items, a sample of many."""
    return items if len(items) <= number else rng.sample(items, number)


def viewers(table: Table) -> tuple[int | None, ...]:
    """Every seat, and somebody who watches."""
    return (None, *range(table.seats))
