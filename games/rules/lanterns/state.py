"""A position of the game. States are frozen and hashable; a step makes a new one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple, Protocol

from games.rules.base import Seat
from games.rules.lanterns.pieces import HAND_LIMIT, OPPOSITE, PLACEMENTS, STEPS, TURNS, has_platform, turned

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


class Edge(NamedTuple):
    """What a tile shows to a neighbour: a colour, and whether the tile bears a platform."""

    colour: int
    platform: bool


Around = tuple[Edge | None, ...]
"""What a cell meets on its four sides."""
Shore = Mapping[Cell, Around]
"""Every cell where a tile may be placed (L9), and what it would meet there."""

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

    `shore` follows from `lake`; `to_act`, `final` (every tile has been placed) and `excess` (lanterns that
    the seat on turn has to discard) follow from `turns_done` and `cards`: they are kept so that no step has
    to work them out again. `generics` never falls in the preview edition, where they do not run out.
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
    to_act: Seat | None = 0
    final: bool = False
    exchanged: bool = False
    dedicated: bool = False
    discarded: bool = False
    excess: int = 0


def changed(state: State, **changes: Any) -> State:
    """A copy with changes: what `dataclasses.replace` does, in a quarter of its time."""
    copy = object.__new__(State)
    object.__setattr__(copy, "__dict__", state.__dict__ | changes)
    return copy


def next_turn(state: State, **changes: Any) -> State:
    """The start of the next turn: clockwise from seat 0, until all have had a final one (L2, L16)."""
    turns = state.turns_done + 1
    seat = turns % state.seats
    cards = changes.get("cards", state.cards)
    return changed(
        state,
        turns_done=turns,
        to_act=seat if turns < TURNS[state.seats] else None,
        final=turns >= PLACEMENTS[state.seats],
        exchanged=False,
        dedicated=False,
        discarded=False,
        excess=excess(cards[seat]) if turns < TURNS[state.seats] else 0,
        **changes,
    )


def excess(cards: Cards) -> int:
    """How many lanterns are above the hand limit (L8)."""
    return max(0, sum(cards) - HAND_LIMIT)


def grown(shore: Shore, tile: int, rotation: int, cell: Cell) -> Shore:
    """The shore after a tile was placed: its cell is taken, its free neighbours meet it."""
    cells = dict(shore)
    x, y = cell
    shown = edges(tile, rotation)
    for side, met in enumerate(cells.pop(cell, ALONE)):
        if met is None:
            east, north = STEPS[side]
            beside = (x + east, y + north)
            around = list(cells.get(beside, ALONE))
            around[OPPOSITE[side]] = shown[side]
            cells[beside] = tuple(around)
    return cells


@cache
def edges(tile: int, rotation: int) -> tuple[Edge, ...]:
    """What a tile that lies turned shows on its four sides."""
    return tuple(Edge(colour, has_platform(tile)) for colour in turned(tile, rotation))


def with_item(row: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    """The row with one item changed."""
    return (*row[:index], item, *row[index + 1 :])
