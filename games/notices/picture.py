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
from games.drawing.base import Drawing
from games.drawing.registry import DRAWINGS
from games.models import Notice, Person
from games.notices.choice import choices_of
from games.rules import base
from games.rules.words import Sentence
from games.tables import Table

Kind = Notice.Kind
logger = logging.getLogger(__name__)

# What tells how the table stands shows it, too.
SHOWING = (Kind.STARTED, Kind.TURN, Kind.REMINDER, Kind.TIMEOUT, Kind.NUDGE, Kind.NEWS, Kind.RESULT)
FONT = Path(__file__).with_name("fonts") / "DejaVuSansCondensed-Bold.ttf"
# As wide and high as a picture is at most, in pixels; each pixel of a mail has two of these a side.
WIDEST, HIGHEST, DENSE = 1120, 1400, 2


@dataclass(frozen=True, slots=True)
class Board:
    """The board for one reader: what all see, and their own view where they want their hand in mails."""

    table: Table
    public: Any
    own: Any | None

    @property
    def drawn(self) -> Alone:
        """The picture, with the reader's side below."""
        return self.drawing.picture(self.public, self.own, self.below, self.table.text)

    @property
    def alt(self) -> str:
        """The picture in two sentences: what is on it, and whose turn it is."""
        text = self.table.text
        return f"{self.drawing.pictured(self.public, text)} {text.say(whose_turn(self.table))}"

    @property
    def legend(self) -> str:
        """Who sits where around it."""
        return self.drawing.legend(self.public, self.below, self.table.text)

    @property
    def pieces(self) -> tuple[str, ...]:
        """The reader's hand, line by line."""
        return () if self.own is None else self.drawing.own_pieces(self.own, self.table.text)

    @property
    def drawing(self) -> Drawing:
        """What draws this game."""
        return DRAWINGS[self.table.rules]

    @property
    def below(self) -> base.Seat:
        """Whose side is below."""
        return self.table.viewer or 0


@dataclass(frozen=True, slots=True)
class Picture:
    """A board as a file, and as large as it is shown."""

    png: bytes
    width: int
    height: int


def board(table: Table, person: Person) -> Board:
    """The board as it stands, for somebody at the table; without what they have only begun to compose."""
    return Board(table, tables.table_for(table.slug, None, turns=0).view, own_view(table, person))


def own_view(table: Table, person: Person) -> Any | None:
    """What the reader sees who wants their hand in mails; None for everybody else."""
    if table.viewer is None or not choices_of(person).hand_in_mail:
        return None
    return tables.table_at(table.slug, person, table.plies_now, turns=0).view


def whose_turn(table: Table) -> Sentence:
    """Whom the game waits for."""
    if table.your_turn:
        return Sentence("It is your turn.")
    if not table.is_running or table.to_act is None:
        return Sentence("The game is over.")
    return Sentence("It is the turn of {name}.", name=table.seats[table.to_act].player_name)


def picture(of: Board) -> Picture | None:
    """The board as a file; None where it cannot be drawn: a mail without its picture is better than none."""
    try:
        drawn = of.drawn
        scale = min(WIDEST / drawn.width, HIGHEST / drawn.height)
        width, height = int(drawn.width * scale), int(drawn.height * scale)
        png = png_of(drawn.svg, width)
    except Exception:
        logger.exception("The board of %s was not drawn for a mail", of.table.slug)
        return None
    return Picture(png, width // DENSE, height // DENSE)


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
