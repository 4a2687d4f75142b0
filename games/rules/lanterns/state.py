"""A position of the game. States are frozen and hashable; a step makes a new one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from games.rules.base import Seat
from games.rules.lanterns.pieces import HAND_LIMIT, OPPOSITE, PLACEMENTS, STEPS, TURNS

Cell = tuple[int, int]
Cards = tuple[int, ...]
"""How many lanterns of each colour, in canonical order."""


class Placed(NamedTuple):
    """A tile on the lake; the boat was placed by nobody."""

    tile: int
    x: int
    y: int
    rotation: int
    seat: Seat | None


class Token(NamedTuple):
    """A dedication token won: for which kind of set, and whether it was a generic one (L7)."""

    kind: int
    value: int
    generic: bool


Around = tuple[Placed | None, ...]
"""The tiles on the four sides of a cell."""
Shore = Mapping[Cell, Around]
"""Every cell where a tile may be placed (L9), with what lies around it."""

ALONE: Around = (None, None, None, None)


class Position(Protocol):
    """What State and View have in common: all that decides what the seat to act may do, and its effect."""

    @property
    def seats(self) -> int: ...
    @property
    def edition(self) -> str: ...
    @property
    def to_act(self) -> Seat | None: ...
    @property
    def final(self) -> bool: ...
    @property
    def excess(self) -> int: ...
    @property
    def exchanged(self) -> bool: ...
    @property
    def dedicated(self) -> bool: ...
    @property
    def discarded(self) -> bool: ...
    @property
    def hands(self) -> tuple[tuple[int, ...] | None, ...]: ...
    @property
    def cards(self) -> tuple[Cards | None, ...]: ...
    @property
    def favours(self) -> tuple[int, ...]: ...
    @property
    def lake(self) -> tuple[Placed, ...]: ...
    @property
    def shore(self) -> Shore: ...
    @property
    def supply(self) -> Cards: ...
    @property
    def favours_left(self) -> int: ...
    @property
    def stacks(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def generics(self) -> int: ...


@dataclass(frozen=True)
class State:
    """Everything there is on the table, and where in the turn it stands.

    `shore` follows from `lake` and is kept so that no step has to look at the whole lake. `generics` never
    falls in the preview edition, where they do not run out.
    """

    seats: int
    edition: str
    hidden: bool
    hands: tuple[tuple[int, ...], ...]
    stack: tuple[int, ...]
    box: tuple[int, ...]
    lake: tuple[Placed, ...]
    shore: Shore = field(compare=False, repr=False)
    cards: tuple[Cards, ...]
    supply: Cards
    favours: tuple[int, ...]
    favours_left: int
    tokens: tuple[tuple[Token, ...], ...]
    stacks: tuple[tuple[int, ...], ...]
    generics: int
    turns_done: int = 0
    exchanged: bool = False
    dedicated: bool = False
    discarded: bool = False

    @property
    def to_act(self) -> Seat | None:
        """The seat on turn: clockwise from seat 0, until every seat has had its final turn (L2, L16)."""
        return None if self.turns_done == TURNS[self.seats] else self.turns_done % self.seats

    @property
    def final(self) -> bool:
        """Whether every tile has been placed (L16)."""
        return self.turns_done >= PLACEMENTS[self.seats]

    @property
    def excess(self) -> int:
        """How many lanterns the seat on turn holds above the limit (L8)."""
        return max(0, sum(self.cards[self.turns_done % self.seats]) - HAND_LIMIT)


def changed(state: State, **changes: Any) -> State:
    """A copy with changes: what `dataclasses.replace` does, in a sixth of its time."""
    copy = object.__new__(State)
    copy.__dict__.update(state.__dict__, **changes)
    return copy


def grown(shore: Shore, placed: Placed) -> Shore:
    """The shore after a tile was placed: its cell is taken, its free neighbours have it beside them."""
    cell = (placed.x, placed.y)
    cells = dict(shore)
    around = cells.pop(cell, ALONE)
    for side, (east, north) in enumerate(STEPS):
        if around[side] is None:
            beside = (placed.x + east, placed.y + north)
            tiles = list(cells.get(beside, ALONE))
            tiles[OPPOSITE[side]] = placed
            cells[beside] = tuple(tiles)
    return cells


def with_item(row: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    """The row with one item changed."""
    return (*row[:index], item, *row[index + 1 :])
