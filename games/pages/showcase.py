"""The lake on the first page: a real game, replayed and drawn as the table would draw it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.utils.html import format_html
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from markupsafe import Markup

from games import tables
from games.drawing.registry import DRAWINGS
from games.rules import record

GAME = Path(__file__).with_name("showcase.json")
TILE, MARGIN = 100, 10


def lake(sprite: str) -> Markup:
    """The lake as an SVG picture, named for screen readers by how far the game is."""
    return drawn(sprite, get_language() or "")


def caption() -> str:
    """What the picture shows, in words."""
    view, rules = position()
    done, all_turns = rules.progress(view)
    return _("A game of %(seats)d, after %(done)d of %(all)d turns.") % {
        "seats": view.seats,
        "done": done,
        "all": all_turns,
    }


@lru_cache(maxsize=1)
def position() -> tuple[Any, Any]:
    """What a watcher sees of the game, and the rules it is played by."""
    kept = record.read(GAME.read_text("utf-8"))
    return kept.rules.view(record.last(kept), None), kept.rules


@lru_cache(maxsize=8)
def drawn(sprite: str, language: str) -> Markup:
    """The picture, made once for each language."""
    view, rules = position()
    board = DRAWINGS[rules.SLUG].board(view, 0, tables.speaker((), None), sprite)
    return Markup(
        format_html(
            '<svg class="lake hero-lake" viewBox="{}" role="img" aria-label="{}">{}{}</svg>',
            frame((tile.x, tile.y) for tile in view.lake),
            caption(),
            board.under,
            board.over,
        )
    )


def frame(cells: Iterable[tuple[int, int]]) -> str:
    """The view box around the tiles alone, without the water and the shore around them."""
    columns, rows = zip(*((x, -y) for x, y in cells), strict=True)
    left, top = min(columns) * TILE - MARGIN, min(rows) * TILE - MARGIN
    width, height = (max(columns) + 1) * TILE + MARGIN - left, (max(rows) + 1) * TILE + MARGIN - top
    return f"{left} {top} {width} {height}"
