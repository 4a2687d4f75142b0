"""A position of the game. States are frozen and hashable; a step makes a new one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from games.rules.base import Seat
from games.rules.lanterns.pieces import HAND_LIMIT, PLACEMENTS, STEPS, TURNS

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
    """A dedication token won: for which kind of set, and whether it was generic (L7), to readers "spare"."""

    kind: int
    value: int
    generic: bool


Grid = Mapping[Cell, Placed | None]
"""The tiles on the lake by cell and, as None, every open cell: those beside a tile (L9)."""


def open_cells(grid: Grid) -> tuple[Cell, ...]:
    """Where a tile may be placed."""
    return tuple([cell for cell, tile in grid.items() if tile is None])


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
    def grid(self) -> Grid: ...
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

    `grid` follows from `lake`; `to_act`, `final` (every tile has been placed) and `excess` (lanterns that the
    seat on turn has to discard) follow from `turns_done` and `cards`: they are kept so that no step has to
    work them out again. `generics` never falls in the preview edition, where they do not run out.
    """

    seats: int
    edition: str
    hidden: bool
    hands: tuple[tuple[int, ...], ...]
    stack: tuple[int, ...]
    box: tuple[int, ...]
    lake: tuple[Placed, ...]
    grid: Grid = field(compare=False, repr=False)
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

    @property
    def open_cells(self) -> tuple[Cell, ...]:
        """Where a tile may be placed (L9)."""
        return open_cells(self.grid)


def changed(state: State, **changes: Any) -> State:
    """A copy with changes: what `dataclasses.replace` does, in a quarter of its time."""
    return state_of(state.__dict__ | changes)


def next_turn(state: State, cards: tuple[Cards, ...], changes: dict[str, Any]) -> State:
    """The start of the next turn, with the cards that all hold then and other changes."""
    start = STARTS[state.seats][state.turns_done + 1]
    seat = start["to_act"]
    values = state.__dict__ | start
    values.update(changes)
    values["cards"] = cards
    values["excess"] = 0 if seat is None else excess(cards[seat])
    return state_of(values)


def state_of(values: dict[str, Any]) -> State:
    """The state of these values, without the checks of a frozen dataclass's `__init__`."""
    state = object.__new__(State)
    object.__setattr__(state, "__dict__", values)
    return state


def starts(seats: int) -> tuple[dict[str, Any], ...]:
    """How each turn of a game starts: clockwise from seat 0, until all have had a final one (L2, L16)."""
    return tuple(
        {
            "turns_done": done,
            "to_act": done % seats if done < TURNS[seats] else None,
            "final": done >= PLACEMENTS[seats],
            "exchanged": False,
            "dedicated": False,
            "discarded": False,
        }
        for done in range(TURNS[seats] + 1)
    )


STARTS = {seats: starts(seats) for seats in TURNS}


def excess(cards: Cards) -> int:
    """How many lanterns are above the hand limit (L8)."""
    number = sum(cards)
    return number - HAND_LIMIT if number > HAND_LIMIT else 0


def with_tile(grid: Grid, placed: Placed) -> Grid:
    """The grid after a tile was placed."""
    cell = (placed.x, placed.y)
    cells = {**grid, cell: placed}
    for beside in BESIDE[cell]:
        cells.setdefault(beside, None)
    return cells


class Beside(dict[Cell, tuple[Cell, ...]]):
    """The four neighbours of each cell: north, east, south, west."""

    def __missing__(self, cell: Cell) -> tuple[Cell, ...]:
        x, y = cell
        cells = self[cell] = tuple((x + east, y + north) for east, north in STEPS)
        return cells


BESIDE = Beside()


def with_item(row: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    """The row with one item changed."""
    return (*row[:index], item, *row[index + 1 :])
