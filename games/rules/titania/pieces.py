"""The pieces: ships, cards, shells, the sea with its spaces, fog and score tiles, and how many there are.

A ship's colour is its index in `SHIPS`, a shell's in `SHELLS`, a card's in `CARDS`. A space is the id that
`board.json` gives it. Sets of spaces are also kept as whole numbers with one bit a space (`BITS`): a step
asks for many of them, and most of its time would go into building sets.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from games.rules.words import Argument, Sentence, Term

BOARD = json.loads(Path(__file__).with_name("board.json").read_text("utf-8"))

SHIPS: tuple[str, ...] = tuple(BOARD["ship_colours"])
RED, BLUE, YELLOW = range(3)
SHIP_WORDS = (Sentence("red"), Sentence("blue"), Sentence("yellow"))
ALL_SHIPS = tuple(range(len(SHIPS)))

SHELLS: tuple[str, ...] = tuple(BOARD["shell_colours"])
WHITE, BLACK, GREEN, BROWN = range(4)
SHELL_WORDS = (Sentence("white"), Sentence("black"), Sentence("green"), Sentence("brown"))
SHELL_NAMES = (
    Sentence("a white shell", many="white shells", n=1),
    Sentence("a black shell", many="black shells", n=1),
    Sentence("a green shell", many="green shells", n=1),
    Sentence("a brown shell", many="brown shells", n=1),
)
LEVEL_NAMES = (
    Sentence("a white level", many="white levels", n=1),
    Sentence("a black level", many="black levels", n=1),
    Sentence("a green level", many="green levels", n=1),
    Sentence("a brown level", many="brown levels", n=1),
)
ALL_SHELLS = tuple(range(len(SHELLS)))
NO_SHELLS = (0,) * len(SHELLS)

CARD_SHIPS: tuple[tuple[int, ...], ...] = tuple(
    tuple(SHIPS.index(colour) for colour in card["colours"]) for card in BOARD["cards"]
)
"""The ships that a card may bring (T9)."""
CARDS = tuple("/".join(card["colours"]) for card in BOARD["cards"])
CARD_WORDS = (
    Sentence("red"),
    Sentence("blue"),
    Sentence("yellow"),
    Sentence("red/blue"),
    Sentence("blue/yellow"),
    Sentence("red/yellow"),
)

HAND = 4
HAND_LIMIT = 7
PLAYS = 3
"""Cards that a turn may play, and draws where it plays none (T8, T10)."""
IDLE_ROUNDS = 2
"""Rounds without a card played or drawn that end a period (J22)."""

MOST_LEVELS: int = BOARD["supply"]["max_levels_per_tower"]
LEVEL_POINTS, DECORATED_LEVEL_POINTS = 3, 4
"""What a level scores, and where a starfish lies (T31)."""

SHIPS_EACH: int = BOARD["supply"]["ships_per_colour"]
HELD_BACK: int = BOARD["supply"]["ships_held_back_period_1"]
SHELLS_EACH: int = BOARD["supply"]["shell_value_per_colour"]
TOWERS_EACH: int = BOARD["supply"]["tower_levels_per_colour"]
STARFISH: int = BOARD["supply"]["starfish"]


class Icon(NamedTuple):
    """What a space or fog tile shows: `icon` is shell, starfish, score_tile, ship, points or card.

    `colour` is that of a shell; it is None for a many-coloured one, which has `any` (T18).
    """

    icon: str
    n: int
    colour: int | None = None
    any: bool = False


class Space(NamedTuple):
    """A space of the sea.

    `kind` is start, fog, card, shell, starfish, score, ship, points, crane, tower or bonus. `flags` are a
    start space's ships, `symbols` a tower space's colours, `towers` the tower spaces next to a crane,
    `icons` what all others but fog show.
    """

    id: str
    q: int
    r: int
    ring: int
    edge: bool
    kind: str
    flags: tuple[int, ...]
    symbols: tuple[int, ...]
    towers: tuple[str, ...]
    icons: tuple[Icon, ...]


def read_icons(icons: Iterable[Mapping[str, Any]]) -> tuple[Icon, ...]:
    """The icons of a space or a fog tile."""
    return tuple(read_icon(icon) for icon in icons)


def read_icon(icon: Mapping[str, Any]) -> Icon:
    chosen = icon.get("colour") == "any"
    colour = SHELLS.index(icon["colour"]) if "colour" in icon and not chosen else None
    return Icon(icon["icon"], icon["n"], colour, chosen)


def read_space(space: Mapping[str, Any]) -> Space:
    """A space of the board's file; colours stand in canonical order."""
    return Space(
        id=space["id"],
        q=space["q"],
        r=space["r"],
        ring=space["ring"],
        edge=space["edge"],
        kind=space["kind"],
        flags=tuple(sorted(map(SHIPS.index, space.get("flags", ())))),
        symbols=tuple(sorted(map(SHELLS.index, space.get("symbols", ())))),
        towers=tuple(sorted(space.get("towers", ()), key=row_and_number)),
        icons=read_icons(space.get("icons", ())),
    )


def row_and_number(space: str) -> tuple[str, int]:
    """What spaces are sorted by."""
    return space[0], int(space[1:])


def repeated(entries: Sequence[Mapping[str, Any]]) -> list[int]:
    """The index of each entry, as often as there are pieces of it."""
    return [number for number, entry in enumerate(entries) for _ in range(entry["count"])]


def neighbours(space: Space) -> tuple[str, ...]:
    """The spaces next to a space, in board order."""
    beside = {(space.q + q, space.r + r) for q, r in BOARD["coordinates"]["neighbours"]}
    return tuple(other.id for other in SPACES.values() if (other.q, other.r) in beside)


SPACES: dict[str, Space] = {
    space.id: space
    for space in sorted(map(read_space, BOARD["spaces"]), key=lambda space: row_and_number(space.id))
}
"""Every space by id, in board order: by row letter, then by number."""
NEIGHBOURS = {space.id: neighbours(space) for space in SPACES.values()}

FOG = tuple(read_icons(tile["icons"]) for tile in BOARD["fog_tiles"])
"""What each kind of fog tile shows."""
FOG_TILES = tuple(repeated(BOARD["fog_tiles"]))
DECK = tuple(repeated(BOARD["cards"]))
SCORE_TILES = tuple(BOARD["score_tiles"][tile]["points"] for tile in repeated(BOARD["score_tiles"]))
"""The pieces that are shuffled, as they lie before: kinds of fog tile, cards, the score tiles' points."""


def of_kind(kind: str) -> tuple[str, ...]:
    """The spaces of a kind, in board order."""
    return tuple(space.id for space in SPACES.values() if space.kind == kind)


STARTS = of_kind("start")
FOG_SPACES = of_kind("fog")
FOG_AT = {space: number for number, space in enumerate(FOG_SPACES)}
CRANES = of_kind("crane")
TOWERS = of_kind("tower")
TOWER_AT = {space: number for number, space in enumerate(TOWERS)}
RANK = {space: number for number, space in enumerate(SPACES)}
"""Where each fog or tower space stands among its like, and each space among all."""

Spaces = int
"""A set of spaces, one bit each."""
BITS: dict[str, Spaces] = {space: 1 << number for space, number in RANK.items()}
SPACE_OF = {bit: space for space, bit in BITS.items()}


def bits(spaces: Iterable[str]) -> Spaces:
    """The set of these spaces."""
    return sum(BITS[space] for space in spaces)


def spaces_in(found: Spaces) -> tuple[str, ...]:
    """The spaces of a set, in board order."""
    spaces = []
    while found:
        lowest = found & -found
        spaces.append(SPACE_OF[lowest])
        found ^= lowest
    return tuple(spaces)


BESIDE: dict[str, Spaces] = {space: bits(beside) for space, beside in NEIGHBOURS.items()}
WATER: Spaces = bits(SPACES) & ~bits(TOWERS)
"""Where a ship may stand at all (T14)."""
CRANE_BITS: Spaces = bits(CRANES)

START_FLEETS: tuple[Spaces, ...] = tuple(
    bits(space for space in STARTS if colour in SPACES[space].flags) for colour in ALL_SHIPS
)
"""Where the ships of each colour stand at the start of a period (T2)."""
START_REACH: tuple[Spaces, ...] = tuple(
    sum({BITS[beside] for space in spaces_in(fleet) for beside in NEIGHBOURS[space]})
    for fleet in START_FLEETS
)
START_SUPPLY = {
    period: tuple(SHIPS_EACH - held_back - fleet.bit_count() for fleet in START_FLEETS)
    for period, held_back in ((1, HELD_BACK), (2, 0))
}
"""Ships left of each colour at the start of each period (T3, T38)."""


def ship(colour: int) -> Term:
    """A ship of a colour, inside a sentence."""
    return Term(f"v-{SHIPS[colour]}", SHIP_WORDS[colour])


def shell(colour: int, count: int = 1) -> Term:
    """Shells of a colour, inside a sentence."""
    return Term(f"s-{SHELLS[colour]}", several(SHELL_NAMES[colour], count), count)


def shell_colour(colour: int) -> Term:
    """A colour of shells and towers by its name alone, inside a sentence that says what has it."""
    return Term(f"s-{SHELLS[colour]}", SHELL_WORDS[colour])


def starfish(count: int) -> Term:
    """Starfish, inside a sentence."""
    return Term("starfish", Sentence("a starfish", many="starfish", n=count), count)


def tower(colour: int, count: int = 1) -> Term:
    """Levels of a tower of a colour, inside a sentence."""
    return Term(f"t-{SHELLS[colour]}", several(LEVEL_NAMES[colour], count), count)


def several(named: Sentence, count: int) -> Sentence:
    """The name for so many of something, beside their number."""
    return Sentence(named.text, many=named.many, n=count)


def card(kind: int) -> Sentence:
    """A card by its colours, inside a sentence."""
    return CARD_WORDS[kind]


def points(count: int) -> Argument:
    """Points, inside a sentence."""
    return Sentence("{n} point", many="{n} points", n=count)
