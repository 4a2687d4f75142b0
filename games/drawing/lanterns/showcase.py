"""The lake of the first page: a game's tiles, close up."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup, escape

from games.drawing.lanterns.geometry import TILE
from games.drawing.lanterns.ground import ground
from games.rules.lanterns.state import Cell
from games.rules.lanterns.view import View
from games.rules.words import Speaker

MARGIN = 10


def showcase(view: View, text: Speaker, sprite: str, label: str) -> Markup:
    """The lake alone, without the water and the shore around it, and without names."""
    drawn = ground(view, 0, text, sprite)
    box = close_up((tile.x, tile.y) for tile in view.lake)
    return Markup(
        f'<svg class="board hero-board" viewBox="{box}" role="img" aria-label="{escape(label)}">'
        f"{drawn.under}{drawn.over}</svg>"
    )


def close_up(cells: Iterable[Cell]) -> str:
    """The view box around the tiles alone."""
    columns, rows = zip(*((x, -y) for x, y in cells), strict=True)
    left, top = min(columns) * TILE - MARGIN, min(rows) * TILE - MARGIN
    width, height = (max(columns) + 1) * TILE + MARGIN - left, (max(rows) + 1) * TILE + MARGIN - top
    return f"{left} {top} {width} {height}"
