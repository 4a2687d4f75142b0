"""Towers: what levels and decorations cost, score, and how many are possible (T27-T36).

All of it lies open, so it is reckoned from a State and a View alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.rules.base import Seat
from games.rules.titania.moves import Levels
from games.rules.titania.pieces import (
    DECORATED_LEVEL_POINTS,
    LEVEL_POINTS,
    MOST_LEVELS,
    SPACES,
    TOWERS,
)
from games.rules.titania.state import Position, Shells, levels_on, with_item


class Site(NamedTuple):
    """A tower next to a crane: its levels, the price of the next one, and the most that can be added.

    The price is 0 for a tower of full height; `most` is what the seat could add if it built nothing else.
    """

    space: str
    shell: int
    levels: int
    price: int
    most: int


def price_of(levels: int, more: int) -> int:
    """The shells that more levels cost on a tower (T29)."""
    return sum(range(levels + 1, levels + more + 1))


def most_levels(levels: int, held: int, pieces: int) -> int:
    """How many levels these shells and pieces add to a tower (T28, J16)."""
    room = min(MOST_LEVELS - levels, pieces)
    return next((more for more in range(room, 0, -1) if price_of(levels, more) <= held), 0)


def sites(state: Position, seat: Seat, spaces: Iterable[str]) -> Iterator[Site]:
    """The towers of some tower spaces, in board order, then by colour."""
    held = state.shells[seat]
    for space in spaces:
        levels = levels_on(state, space)
        for colour in SPACES[space].symbols:
            height = levels[colour]
            most = most_levels(height, held[colour], state.tower_supply[colour])
            yield Site(space, colour, height, height + 1 if height < MOST_LEVELS else 0, most)


def can_build(state: Position, seat: Seat, crane: str) -> bool:
    """Whether a level can be built from a crane (T15)."""
    held, pieces = state.shells[seat], state.tower_supply
    for space in SPACES[crane].towers:
        levels = levels_on(state, space)
        for colour in SPACES[space].symbols:
            if levels[colour] < held[colour] and levels[colour] < MOST_LEVELS and pieces[colour]:
                return True
    return False


def price_and_pieces(state: Position, levels: tuple[Levels, ...]) -> tuple[Shells, Shells]:
    """The shells that these levels cost, and the pieces they take, by colour."""
    price, pieces = [0] * len(state.tower_supply), [0] * len(state.tower_supply)
    for space, colour, more in levels:
        price[colour] += price_of(levels_on(state, space)[colour], more)
        pieces[colour] += more
    return tuple(price), tuple(pieces)


def build_points(position: Position, levels: tuple[Levels, ...]) -> int:
    """What these levels score (T31)."""
    return sum(
        [
            more * (DECORATED_LEVEL_POINTS if space in position.decorated else LEVEL_POINTS)
            for space, _, more in levels
        ]
    )


def grown(open_sites: list[Site], held: Shells, pieces: Shells) -> Iterator[tuple[Levels, ...]]:
    """Every way to add levels to these towers, nothing at all among them."""
    if not open_sites:
        yield ()
        return
    (space, colour, height, _, _), *others = open_sites
    for more in range(most_levels(height, held[colour], pieces[colour]) + 1):
        first = ((space, colour, more),) if more else ()
        left = with_item(held, colour, held[colour] - price_of(height, more))
        for rest in grown(others, left, with_item(pieces, colour, pieces[colour] - more)):
            yield first + rest


def decoration_price(space: str) -> int:
    """The starfish that decorating a space costs: one a symbol (T34)."""
    return len(SPACES[space].symbols)


def decoration_points(state: Position, space: str) -> int:
    """What decorating a space scores: one a symbol and one a level (T35)."""
    return decoration_price(space) + sum(levels_on(state, space))


def affordable(decorated: frozenset[str], held: int) -> list[str]:
    """The tower spaces without a starfish that so many starfish can decorate."""
    return [space for space in TOWERS if decoration_price(space) <= held and space not in decorated]
