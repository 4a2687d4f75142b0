"""The steps of a turn and their texts.

`parse` reads a text and refuses what `str` would not have written; whether the step is allowed is the
business of `legal.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from games.rules.base import MalformedMove
from games.rules.lanterns.pieces import (
    COLOURS,
    FOUR,
    KINDS,
    PAIRS,
    ROTATIONS,
    SEVEN,
    TILES,
)
from games.rules.words import Sentence


@dataclass(frozen=True, slots=True)
class Exchange:
    """Pay for giving one lantern back and taking one of another colour (L5)."""

    give: int
    take: int

    def __str__(self) -> str:
        return f"exchange {COLOURS[self.give]} {COLOURS[self.take]}"


@dataclass(frozen=True, slots=True)
class Dedicate:
    """Return a set for a token (L6): the colour of four, the three of pairs in order, none for seven."""

    kind: int
    colours: tuple[int, ...] = ()

    def __str__(self) -> str:
        return " ".join(("dedicate", KINDS[self.kind], *words(self.colours)))


@dataclass(frozen=True, slots=True)
class Discard:
    """Return lanterns above the hand limit (L8), one colour a card, in canonical order."""

    colours: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(("discard", *words(self.colours)))


@dataclass(frozen=True, slots=True)
class Place:
    """Lay a tile, turned clockwise by quarter turns, on a cell of the lake (L9)."""

    tile: int
    x: int
    y: int
    rotation: int

    def __str__(self) -> str:
        return f"place {self.tile} {self.x},{self.y} {self.rotation}"


@dataclass(frozen=True, slots=True)
class Finish:
    """End a final turn (L16)."""

    def __str__(self) -> str:
        return "finish"


Move = Exchange | Dedicate | Discard | Place | Finish

FINISH = Finish()


class Spots(dict[tuple[int, int], tuple[tuple[Place, ...], ...]]):
    """On each cell the four placements of each tile, made once and shared by all states.

    A turn has hundreds of placements; making them anew at every step would cost more than all the rest.
    They are bounded: no cell lies further out than the lake has tiles.
    """

    def __missing__(self, cell: tuple[int, int]) -> tuple[tuple[Place, ...], ...]:
        spot = self[cell] = tuple(
            tuple([Place(tile.id, *cell, rotation) for rotation in ROTATIONS]) for tile in TILES
        )
        return spot


SPOTS = Spots()


@lru_cache(maxsize=2**13)
def discard_of(colours: tuple[int, ...]) -> Discard:
    """The discard of these colours, made once."""
    return Discard(colours)


def words(colours: tuple[int, ...]) -> list[str]:
    """The words of colours."""
    return [COLOURS[colour] for colour in colours]


def colours_of(names: list[str]) -> tuple[int, ...]:
    """The colours of words. Raises ValueError for a word that is none."""
    return tuple([COLOURS.index(name) for name in names])


PLACE = re.compile(r"place (0|[1-9]\d?) (0|-?[1-9]\d?),(0|-?[1-9]\d?) ([0-3])", re.ASCII)
LONGEST = 400


@lru_cache(maxsize=2**14)
def parse(text: str) -> Move:
    """The move of a text: the inverse of `str(move)`. Raises MalformedMove."""
    if placed := PLACE.fullmatch(text):
        return Place(*map(int, placed.groups()))
    verb, *names = text[:LONGEST].split(" ")
    try:
        move = READERS[verb](names)
    except (LookupError, ValueError):
        move = None
    if move is None or str(move) != text:
        raise MalformedMove(Sentence("“{move}” is no move of Lanterns.", move=text[:80]))
    return move


def read_exchange(names: list[str]) -> Move:
    give, take = colours_of(names)
    return Exchange(give, take)


def read_dedicate(names: list[str]) -> Move:
    kind, colours = KINDS.index(names[0]), colours_of(names[1:])
    if len(colours) != COLOURS_NAMED[kind] or list(colours) != sorted(set(colours)):
        raise ValueError
    return Dedicate(kind, colours)


def read_discard(names: list[str]) -> Move:
    colours = colours_of(names)
    if not colours or list(colours) != sorted(colours):
        raise ValueError
    return Discard(colours)


def read_finish(names: list[str]) -> Move:
    return FINISH


COLOURS_NAMED = {FOUR: 1, PAIRS: 3, SEVEN: 0}
"""How many colours the text of each kind of set names."""

READERS: dict[str, Callable[[list[str]], Move]] = {
    "exchange": read_exchange,
    "dedicate": read_dedicate,
    "discard": read_discard,
    "finish": read_finish,
}
