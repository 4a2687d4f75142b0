"""The part of the lake that depends on the public position alone: water, tiles, matches and lanterns.

Every tile is three short references to the sprite and a group of four lanterns; the groups are made once
for each tile and turn. That keeps a full lake at a few kilobytes and a fraction of a millisecond.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from markupsafe import Markup

from games.drawing.base import Ground, escaped
from games.drawing.lanterns.geometry import (
    CENTRES,
    LINKS,
    TILE,
    Frame,
    frame_of,
    on_screen,
    quarter_turns,
    screen_cell,
)
from games.drawing.lanterns.words import Words, words_for
from games.rules.base import Seat
from games.rules.lanterns.pieces import BOAT, EAST, NORTH, SOUTH, TILES, WEST, turned
from games.rules.lanterns.state import Cell, Placed
from games.rules.lanterns.view import View
from games.rules.words import Sentence, Speaker

MARKS = "rogbpkw"
"""The ids of the lanterns with their halo in the sprite, by colour."""
CORNERS = (
    "M1 24v-18a5 5 0 0 1 5-5h18M76 1h18a5 5 0 0 1 5 5v18"
    "M99 76v18a5 5 0 0 1-5 5h-18M24 99h-18a5 5 0 0 1-5-5v-18"
)
WAVES = ("q5.5-6 11 0t11 0", "q7.5-6 15 0t15 0", "q11-6 22 0t22 0")
THE_BOAT = Sentence("The boat")

Edges = tuple[int, ...]


def ground(view: View, below: Seat, text: Speaker, sprite: str) -> Ground:
    """The lake with the side of `below` below; to be kept by position, side and language."""
    turns = quarter_turns(view.seats, below)
    cells = {screen_cell(placed.x, placed.y, turns): placed for placed in view.lake}
    frame = frame_of(cells, view.final)
    free = {screen_cell(x, y, turns) for x, y in view.open_cells}
    under = [
        water(frame),
        decor(frame, free.union(cells), sprite),
        "".join(faces(cells, words_for(text), sprite, text)),
        last_move(view.lake[-1], turns),
        pairs({cell: edges_on_screen(placed, turns) for cell, placed in cells.items()}),
        f'<use href="{sprite}#h"/>',
    ]
    over = [
        lanterns_at(column, row, placed.tile, (placed.rotation + turns) % 4, sprite)
        for (column, row), placed in cells.items()
    ]
    lit = Markup(f'<g aria-hidden="true">{"".join(over)}</g>')
    return Ground(frame.view_box(), Markup("".join(under)), lit)


@lru_cache(maxsize=4096)
def edges_on_screen(placed: Placed, turns: int) -> Edges:
    """The colours of a placed tile by the screen's sides."""
    return on_screen(turned(placed.tile, placed.rotation), turns)


def water(frame: Frame) -> str:
    """The shore, and the lake in it."""
    left, top, width, height = frame.view_box()
    return (
        f'<rect class="lake-shore" x="{left}" y="{top}" width="{width}" height="{height}" rx="24"/>'
        f'<rect class="lake-water" x="{frame.left}" y="{frame.top}" width="{frame.right - frame.left}"'
        f' height="{frame.bottom - frame.top}" rx="14"/>'
    )


def faces(cells: Mapping[Cell, Placed], words: Words, sprite: str, text: Speaker) -> Iterable[str]:
    """The tiles without their lanterns; each is a picture named by its place and its four sides."""
    boat = text.say(THE_BOAT)
    for (column, row), placed in cells.items():
        yield face_at(column, row, placed, words, boat, sprite)


@lru_cache(maxsize=16384)
def face_at(column: int, row: int, placed: Placed, words: Words, boat: str, sprite: str) -> str:
    """One tile without its lanterns."""
    place = words.place(placed.x, placed.y) or boat
    label = words.at.format(place=place, what=words.tile(placed.tile, placed.rotation))
    return (
        f'<use href="{sprite}#{face(placed.tile)}" x="{column * TILE}" y="{row * TILE}"'
        f' role="img" aria-label="{escaped(label)}"/>'
    )


def face(tile: int) -> str:
    """The id of a tile's face in the sprite."""
    if tile == BOAT:
        return "u"
    return "f" if TILES[tile].platform else "t"


@lru_cache(maxsize=16384)
def lanterns_at(column: int, row: int, tile: int, turn: int, sprite: str) -> str:
    """The lanterns of a tile, in its place."""
    return f'<g transform="translate({column * TILE} {row * TILE})">{lanterns(tile, turn, sprite)}</g>'


@lru_cache(maxsize=1024)
def lanterns(tile: int, turn: int, sprite: str) -> str:
    """The four lanterns of a tile after so many quarter turns clockwise, upright."""
    return "".join(
        f'<use href="{sprite}#{MARKS[colour]}" x="{x}" y="{y}"/>'
        for colour, (x, y) in zip(turned(tile, turn), CENTRES, strict=True)
    )


def last_move(placed: Placed, turns: int) -> str:
    """The corners around the tile that came last; none while the boat is alone."""
    if placed.seat is None:
        return ""
    column, row = screen_cell(placed.x, placed.y, turns)
    return f'<path class="last-move" transform="translate({column * TILE} {row * TILE})" d="{CORNERS}"/>'


def pairs(edges: Mapping[Cell, Edges]) -> str:
    """A capsule behind every two equal lanterns that meet: a thick line, and a thinner one on it."""
    lines = []
    for (column, row), own in edges.items():
        east, south = edges.get((column + 1, row)), edges.get((column, row + 1))
        if east and east[WEST] == own[EAST]:
            lines.append(link(column, row, EAST))
        if south and south[NORTH] == own[SOUTH]:
            lines.append(link(column, row, SOUTH))
    d = "".join(lines)
    return f'<path class="pair-edge" d="{d}"/><path class="pair" d="{d}"/>' if d else ""


def link(column: int, row: int, side: int) -> str:
    """The line from the lantern on a side of a tile to its neighbour's."""
    x, y = CENTRES[side]
    return LINKS[side].format(column * TILE + x, row * TILE + y)


def decor(frame: Frame, taken: set[Cell], sprite: str) -> str:
    """Waves and lily pads where neither tiles nor legal places are; the same cell always has the same."""
    drawn = [adornment(cell, sprite) for cell in frame.cells() if cell not in taken]
    waves, pads = ("".join(parts) for parts in zip(*drawn, strict=True)) if drawn else ("", "")
    path = f'<path class="wave" d="{waves}"/>' if waves else ""
    return f'<g aria-hidden="true">{path}{pads}</g>' if waves or pads else ""


@lru_cache(maxsize=4096)
def adornment(cell: Cell, sprite: str) -> tuple[str, str]:
    """The wave of a cell, or its lily pad, or neither."""
    column, row = cell
    draw = (column * 7919 + row * 104729) % 11
    x, y = column * TILE + 12 + draw * 4, row * TILE + 18 + draw * 7
    if draw < 4:
        return f"M{x} {y}{WAVES[draw % 3]}M{x + 22} {y + 26}{WAVES[(draw + 1) % 3]}", ""
    return "", f'<use href="{sprite}#y" x="{x + 15}" y="{y}"/>' if draw < 8 else ""
