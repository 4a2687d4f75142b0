"""The steps of a turn and their texts.

`parse` reads a text and refuses what `str` would not have written; whether the step is allowed is the
business of `legal.py`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from games.rules.base import MalformedMove
from games.rules.titania.pieces import CARD_SHIPS, CARDS, RANK, SHELLS, SHIPS, SPACES
from games.rules.words import Sentence


@dataclass(frozen=True, slots=True)
class Sail:
    """Play a card for a ship of one of its colours and put it on a space (T9)."""

    card: int
    colour: int
    space: str

    def __str__(self) -> str:
        return f"sail {CARDS[self.card]} {SHIPS[self.colour]} {self.space}"


@dataclass(frozen=True, slots=True)
class Choose:
    """Name the colour of a many-coloured shell icon (T18)."""

    shell: int

    def __str__(self) -> str:
        return f"choose {SHELLS[self.shell]}"


@dataclass(frozen=True, slots=True)
class Extra:
    """Put the ship of a ship icon next to its space (T21)."""

    space: str

    def __str__(self) -> str:
        return f"extra {self.space}"


@dataclass(frozen=True, slots=True)
class Decline:
    """Do without the ship of a ship icon (J8)."""

    def __str__(self) -> str:
        return "decline"


Levels = tuple[str, int, int]
"""A tower space, a colour, and how many levels are added there."""


@dataclass(frozen=True, slots=True)
class Build:
    """All that is built in one visit to a crane (T27): each tower once, in board order, then by colour."""

    levels: tuple[Levels, ...]

    def __str__(self) -> str:
        return "build " + " ".join(f"{space} {SHELLS[shell]} {n}" for space, shell, n in self.levels)


@dataclass(frozen=True, slots=True)
class Decorate:
    """Put a starfish on a tower space (T34)."""

    space: str

    def __str__(self) -> str:
        return f"decorate {self.space}"


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep the starfish that are left (T33)."""

    def __str__(self) -> str:
        return "keep"


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw cards and end the turn (T10)."""

    def __str__(self) -> str:
        return "draw"


Move = Sail | Choose | Extra | Decline | Build | Decorate | Keep | Draw

DECLINE, KEEP, DRAW = Decline(), Keep(), Draw()
WORDS: dict[str, Move] = {"decline": DECLINE, "keep": KEEP, "draw": DRAW}
CHOICES = tuple(Choose(shell) for shell in range(len(SHELLS)))
EXTRAS = {space: Extra(space) for space in SPACES}
DECORATIONS = {space: Decorate(space) for space in SPACES}
SAILS = {
    (card, colour): {space: Sail(card, colour, space) for space in SPACES}
    for card, colours in enumerate(CARD_SHIPS)
    for colour in colours
}
"""The steps that come again and again, made once and shared by all states."""


def in_order(levels: tuple[Levels, ...]) -> bool:
    """Whether each tower stands once, by row and number, then white, black, green, brown."""
    places = [(RANK[space], shell) for space, shell, _ in levels]
    return all(before < after for before, after in pairwise(places))


SPACE = "|".join(SPACES)
SHELL = "|".join(SHELLS)
TEXTS = re.compile(
    rf"sail (?P<card>{'|'.join(CARDS)}) (?P<colour>{'|'.join(SHIPS)}) (?P<sail>{SPACE})"
    rf"|choose (?P<shell>{SHELL})"
    rf"|extra (?P<extra>{SPACE})"
    r"|(?P<decline>decline)"
    rf"|build(?P<build>(?: (?:{SPACE}) (?:{SHELL}) [1-4]){{1,60}})"
    rf"|decorate (?P<decorate>{SPACE})"
    r"|(?P<keep>keep)"
    r"|(?P<draw>draw)",
    re.ASCII,
)


@lru_cache(maxsize=2**14)
def parse(text: str) -> Move:
    """The move of a text: the inverse of `str(move)`. Raises MalformedMove."""
    found = TEXTS.fullmatch(text)
    move = read(found) if found else None
    if move is None:
        raise MalformedMove(Sentence("“{move}” is no move of Titania.", move=text[:80]))
    return move


def read(found: re.Match[str]) -> Move | None:
    """The move of a text that looks like one; None where it is none after all."""
    match found.lastgroup:
        case "sail":
            return Sail(CARDS.index(found["card"]), SHIPS.index(found["colour"]), found["sail"])
        case "shell":
            return CHOICES[SHELLS.index(found["shell"])]
        case "extra":
            return EXTRAS[found["extra"]]
        case "build":
            return read_build(found["build"].split())
        case "decorate":
            return DECORATIONS[found["decorate"]]
        case word:
            return WORDS[str(word)]


def read_build(words: list[str]) -> Move | None:
    places = zip(words[::3], words[1::3], words[2::3], strict=True)
    levels = tuple((space, SHELLS.index(shell), int(n)) for space, shell, n in places)
    return Build(levels) if in_order(levels) else None
