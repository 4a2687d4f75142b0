"""A small picture of the lake for lists: no halos, and dots for lanterns where it is tiny."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from markupsafe import Markup

from games.drawing.lanterns.geometry import CENTRES, TILE, quarter_turns, screen_cell
from games.drawing.lanterns.ground import MARKS, Edges, edges_on_screen, pairs
from games.rules.base import Seat
from games.rules.lanterns.pieces import COLOURS
from games.rules.lanterns.state import Cell
from games.rules.lanterns.view import View

MARGIN = 40
LEAST = 500


def thumbnail(view: View, below: Seat, sprite: str, small: bool = False) -> Markup:
    """The lake in a square; decoration. `small` is for less than 60 pixels."""
    turns = quarter_turns(view.seats, below)
    edges = {screen_cell(placed.x, placed.y, turns): edges_on_screen(placed, turns) for placed in view.lake}
    left, top, size = square(edges)
    tiles = "".join(f"M{column * TILE + 3} {row * TILE + 3}h94v94h-94z" for column, row in edges)
    marks = dots(edges) if small else pictures(edges, sprite)
    return Markup(
        f'<svg class="mini" viewBox="{left} {top} {size} {size}" aria-hidden="true">'
        f'<rect class="lake-water" x="{left}" y="{top}" width="{size}" height="{size}"/>'
        f'<path class="mini-tiles" d="{tiles}"/>{"" if small else pairs(edges)}{"".join(marks)}</svg>'
    )


def square(edges: Mapping[Cell, Edges]) -> tuple[int, int, int]:
    """The square around all tiles: left, top, size."""
    columns, rows = zip(*edges, strict=True)
    width, height = (max(line) + 1 - min(line) for line in (columns, rows))
    size = max(width * TILE + 2 * MARGIN, height * TILE + 2 * MARGIN, LEAST)
    left = (min(columns) * TILE * 2 + width * TILE - size) // 2
    top = (min(rows) * TILE * 2 + height * TILE - size) // 2
    return left, top, size


def spots(edges: Mapping[Cell, Edges], colour: int) -> Iterable[tuple[int, int]]:
    """Where the lanterns of a colour lie."""
    for (column, row), own in edges.items():
        for (x, y), each in zip(CENTRES, own, strict=True):
            if each == colour:
                yield column * TILE + x, row * TILE + y


def dots(edges: Mapping[Cell, Edges]) -> Iterable[str]:
    """The lanterns as dots: one path a colour."""
    for colour, mark in enumerate(MARKS):
        d = "".join(f"M{x} {y}h0" for x, y in spots(edges, colour))
        if d:
            yield f'<path class="dots dots-{mark}" d="{d}"/>'


def pictures(edges: Mapping[Cell, Edges], sprite: str) -> Iterable[str]:
    """The lanterns as they are, a little larger than on the lake."""
    for colour, word in enumerate(COLOURS):
        for x, y in spots(edges, colour):
            yield f'<use href="{sprite}#l-{word}" x="{x - 17}" y="{y - 17}" width="34" height="34"/>'
