"""The pieces: colours, tiles, seats and their sides, tokens, and how many of each there are.

A colour is its index in `COLOURS`, the canonical order; a side is 0 north, 1 east, 2 south, 3 west.
Numbers that depend on the seats stand in mappings by the number of seats.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from games.rules.words import Sentence, Term

COLOURS = ("red", "orange", "green", "blue", "purple", "black", "white")
COLOUR_WORDS = (
    Sentence("red"),
    Sentence("orange"),
    Sentence("green"),
    Sentence("blue"),
    Sentence("purple"),
    Sentence("black"),
    Sentence("white"),
)
ALL_COLOURS = tuple(range(len(COLOURS)))
KINDS = ("four", "pairs", "seven")
FOUR, PAIRS, SEVEN = range(3)
KIND_WORDS = (
    Sentence("four of a kind"),
    Sentence("three pairs"),
    Sentence("seven colours"),
)

NORTH, EAST, SOUTH, WEST = range(4)
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""The way from a cell to its neighbour on each side: x grows east, y grows north."""
OPPOSITE = (SOUTH, WEST, NORTH, EAST)
ROTATIONS = range(4)

SIDES = {2: (SOUTH, NORTH), 3: (SOUTH, WEST, NORTH), 4: (SOUTH, WEST, NORTH, EAST)}
"""The side at which each seat sits (L2)."""
CLOCKWISE = {
    seats: tuple(tuple(enumerate(sides))[seat:] + tuple(enumerate(sides))[:seat] for seat in range(seats))
    for seats, sides in SIDES.items()
}
"""For each seat all seats with their sides, from it on."""

BOAT = 0
BOAT_ROTATION = 1
"""The boat's tile with its red edge to the start player in the south (L1)."""

HAND = 3
HAND_LIMIT = 12
EXCHANGE_PRICE = 2
GENERICS = 3
GENERIC_VALUE = 4

PLACEMENTS = {2: 22, 3: 27, 4: 32}
"""Tiles that come to the lake: all hands and the stack."""
TURNS = {seats: placements + seats for seats, placements in PLACEMENTS.items()}
"""Turns of a game: every placement, and the final turn of every seat (L16)."""

CARDS = {"printed": {2: 5, 3: 7, 4: 8}, "preview": {2: 6, 3: 7, 4: 8}}
"""Lantern cards of each colour."""
FAVOURS = {"printed": 20, "preview": 24}

STACKS = {
    2: ((8, 7, 6, 5, 5, 4), (9, 8, 7, 6, 5, 5), (10, 9, 8, 7, 6, 5)),
    3: ((8, 7, 6, 6, 5, 5, 5, 4), (9, 8, 7, 7, 6, 6, 5, 5), (10, 9, 8, 8, 7, 7, 6, 5)),
    4: (
        (8, 7, 7, 6, 6, 5, 5, 5, 4),
        (9, 8, 8, 7, 7, 6, 6, 5, 5),
        (10, 9, 9, 8, 8, 7, 7, 6, 5),
    ),
}
"""The dedication tokens of each kind, top first."""


class Tile(NamedTuple):
    """A lake tile; its edges run north, east, south, west as it lies unturned."""

    id: int
    edges: tuple[int, ...]
    platform: bool


def read_tiles() -> tuple[Tile, ...]:
    """The tiles of the printed edition by id; tile 0 is the boat."""
    data = json.loads(Path(__file__).with_name("tiles.json").read_text("utf-8"))
    return tuple(
        Tile(
            tile["id"],
            tuple(COLOURS.index(edge) for edge in tile["edges"]),
            tile["platform"],
        )
        for tile in data["tiles"]
    )


def rotations(tile: Tile) -> tuple[tuple[int, ...], ...]:
    """The tile's edges after 0 to 3 quarter turns clockwise: what lay north then lies east."""
    return tuple(tile.edges[-turn:] + tile.edges[:-turn] if turn else tile.edges for turn in ROTATIONS)


TILES = read_tiles()
LAKE_TILES = tuple(tile.id for tile in TILES if tile.id != BOAT)
TURNED = tuple(rotations(tile) for tile in TILES)


def turned(tile_id: int, rotation: int) -> tuple[int, ...]:
    """The edges of a tile as it lies: north, east, south, west."""
    return TURNED[tile_id][rotation]


def has_platform(tile_id: int) -> bool:
    """Whether a tile bears a platform (L11)."""
    return TILES[tile_id].platform


def lantern(colour: int, count: int = 1) -> Term:
    """Lantern cards of a colour, inside a sentence."""
    return Term(f"l-{COLOURS[colour]}", COLOUR_WORDS[colour], count)


def unknown_lanterns(count: int = 1) -> Sentence:
    """Lantern cards whose colour is not told."""
    return Sentence("a lantern", many="{n} lanterns", n=count)


def favour(count: int) -> Term:
    """Favour tokens, inside a sentence."""
    return Term("favour", Sentence("a favour", many="favours", n=count), count)


def where(x: int, y: int) -> Sentence:
    """A cell in words, counted from the boat: "1 south, 2 west"."""
    ways = [Sentence("{n} north", n=y)] if y > 0 else [Sentence("{n} south", n=-y)] if y < 0 else []
    ways += [Sentence("{n} east", n=x)] if x > 0 else [Sentence("{n} west", n=-x)] if x < 0 else []
    if not ways:
        return Sentence("the boat")
    return ways[0] if len(ways) == 1 else Sentence("{northing}, {easting}", northing=ways[0], easting=ways[1])
