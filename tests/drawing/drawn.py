"""Draws everything that a table page shows, as one piece of markup."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from games.drawing import lanterns as drawing
from games.drawing.base import NO_DRAFT, Draft, Reader
from games.rules import lanterns
from games.rules.base import IllegalMove, Seat
from games.rules.lanterns.state import State
from games.rules.lanterns.view import View
from tests.drawing.positions import FORMS, reader_of
from tests.drawing.tree import Node, read


@dataclass(frozen=True)
class Drawn:
    """The parts of a page, drawn."""

    board: str
    seats: str
    supply: str
    panel: str
    info: str
    thumbnails: str

    @property
    def everything(self) -> str:
        """All of it."""
        return self.board + self.seats + self.supply + self.panel + self.info + self.thumbnails

    def tree(self) -> Node:
        """All of it, read."""
        return read(self.everything)


def draw(
    view: View, asked: Mapping[str, str] | None = None, draft: Draft = NO_DRAFT, reader: Reader | None = None
) -> Drawn:
    """What the page shows for a view."""
    reader = reader or reader_of(view)
    fields = drawing.asking(asked or {}, draft)
    text = drawing.choice(view, fields)
    try:
        preview = lanterns.preview(view, lanterns.parse(text)) if text else None
    except IllegalMove:
        preview = None
    ground = drawing.ground(view, reader.below, reader.text, reader.sprite)
    notes = {seat: Markup("2 d left") for seat in range(view.seats)}
    return Drawn(
        board=drawing.board(view, ground, reader, fields, preview, draft),
        seats=drawing.seats(view, reader, fields, preview, draft, notes),
        supply=drawing.supply(view, reader, preview),
        panel=drawing.panel(view, reader, fields, preview, draft, FORMS, Markup("2 d left")),
        info=drawing.info(view, reader),
        thumbnails=drawing.thumbnail(view, reader.below, reader.sprite, False)
        + drawing.thumbnail(view, reader.below, reader.sprite, True),
    )


def drawn_for(state: State, viewer: Seat | None, **asked: str) -> Drawn:
    """What the page shows of a position to a viewer."""
    return draw(lanterns.view(state, viewer), asked)
