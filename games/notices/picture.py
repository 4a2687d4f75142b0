"""The board in a mail: as a picture turned to the reader's side, and what it shows in words.

It shows what a watcher sees at the table; the reader's own pieces are beside it only if they have chosen so,
since a mail may be read by others.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import resvg_py

from games import tables
from games.drawing.alone import Alone
from games.drawing.registry import DRAWINGS
from games.models import Notice, Person
from games.notices.choice import choices_of
from games.rules.words import Sentence
from games.tables import Table

Kind = Notice.Kind
logger = logging.getLogger(__name__)

# What tells how the table stands shows it, too.
SHOWING = (*(Kind.STARTED, Kind.TURN, Kind.REMINDER, Kind.TIMEOUT, Kind.NUDGE, Kind.NEWS, Kind.RESULT),)
FONT = Path(__file__).with_name("fonts") / "DejaVuSansCondensed-Bold.ttf"
# As wide and high as a picture is at most, in pixels; each pixel of a mail has two of these a side.
WIDEST, HIGHEST, DENSE = 1120, 1400, 2


@dataclass(frozen=True, slots=True)
class Board:
    """The board as one reader sees it: drawn, and in words. `pieces` are those in the reader's own hand."""

    drawn: Alone
    alt: str
    legend: str
    pieces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A board as a file, and as large as it is shown."""

    png: bytes
    alt: str
    width: int
    height: int


def board(table: Table, person: Person) -> Board:
    """The board as it stands, for somebody at the table; without what they have only begun to compose."""
    drawing, watched = DRAWINGS[table.rules], tables.table_for(table.slug, None, turns=0)
    below = table.viewer or 0
    own = _own_view(table, person)
    return Board(
        drawn=drawing.picture(watched.view, own, below, table.text),
        alt=f"{drawing.pictured(watched.view, table.text)} {table.text.say(_whose_turn(table))}",
        legend=drawing.legend(watched.view, below, table.text),
        pieces=() if own is None else drawing.own_pieces(own, table.text),
    )


def _own_view(table: Table, person: Person) -> Any | None:
    """What the reader sees who wants their hand in mails; None for everybody else."""
    if table.viewer is None or not choices_of(person).hand_in_mail:
        return None
    return tables.table_at(table.slug, person, table.plies_now, turns=0).view


def _whose_turn(table: Table) -> Sentence:
    if table.your_turn:
        return Sentence("It is your turn.")
    if not table.is_running or table.to_act is None:
        return Sentence("The game is over.")
    return Sentence("It is the turn of {name}.", name=table.seats[table.to_act].player_name)


def picture(of: Board) -> Picture | None:
    """The board as a file; None where it cannot be drawn: a mail without its picture is better than none."""
    scale = min(WIDEST / of.drawn.width, HIGHEST / of.drawn.height)
    width, height = (round(side * scale) for side in (of.drawn.width, of.drawn.height))
    try:
        png = png_of(of.drawn.svg, width)
    except Exception:
        logger.exception("A board was not drawn for a mail")
        return None
    return Picture(png, of.alt, width // DENSE, height // DENSE)


@lru_cache(maxsize=16)
def png_of(svg: str, width: int) -> bytes:
    """An SVG document as a PNG, so many pixels wide.

    Its edges are crisp: shown at half the size they are smooth, and the file is a third as heavy.
    """
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            skip_system_fonts=True,
            font_files=[str(FONT)],
            shape_rendering="crisp_edges",
            text_rendering="optimize_speed",
        )
    )
