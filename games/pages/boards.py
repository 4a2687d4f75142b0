"""What the table's templates frame: a table drawn for its reader, the same way for every game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from markupsafe import Markup

from games.drawing.base import Asked, Board, Drawing, Forms, Reader, log_entry, page_speaker
from games.drawing.registry import DRAWINGS
from games.pages import words
from games.pages.pulse import position, token_for
from games.rules.base import Seat
from games.tables import LogTurn, Table

LONGEST_FIELD = 200


@dataclass(frozen=True, slots=True)
class Entry:
    """A turn as a line of the log."""

    number: int
    ply: int
    when: str
    is_last: bool
    timed_out: str
    said: Markup


def asked_of(query: Mapping[str, str]) -> Asked:
    """The query's plain fields: what a drawing may look at."""
    return {key: value for key, value in query.items() if len(value) <= LONGEST_FIELD}


def reader_of(table: Table) -> Reader:
    """The table's viewer as a reader of its drawing: whoever only watches sees seat 0's side below."""
    sprite = static("games/sprite.svg")
    text = table.text
    say = page_speaker(text.gettext, ngettext, text.name, sprite)
    return Reader(table.viewer, table.viewer or 0, table.names, say, text, table.url, sprite)


def board_of(table: Table, drawing: Drawing, reader: Reader) -> Board:
    """The lake of this position, drawn once for each side below and language."""
    key = ("board", reader.below, get_language())
    if key not in table.kept:
        table.kept[key] = drawing.board(table.view, reader.below, reader.text, reader.sprite)
    board: Board = table.kept[key]
    return board


def context(request: HttpRequest, table: Table, now: datetime) -> dict[str, Any]:
    """Everything that the page of a started game shows."""
    drawing, reader = DRAWINGS[table.rules], reader_of(table)
    draft = table.draft
    asked = drawing.asking(asked_of(request.GET), draft)
    chosen = drawing.choice(table.view, asked) if table.your_turn else None
    preview = table.preview(chosen) if chosen else None
    forms = Forms(
        get_token(request) if table.viewer is not None else "",
        table.seq,
        reverse("table_draft", args=[table.slug]),
        reverse("table_turn", args=[table.slug]),
    )
    view, clock = table.view, clock_of(table, now)
    return {
        "table": table,
        "seating": drawing.seating(view, reader.below),
        "lake": drawing.lake(view, board_of(table, drawing, reader), reader, asked, preview, draft),
        "seats": drawing.seats(view, reader, preview, draft, notes_of(table, now)),
        "supply": drawing.supply(view, reader, preview),
        "panel": drawing.panel(view, reader, asked, preview, draft, forms, clock, Markup("")),
        "info": drawing.info(view, reader),
        "log": log_of(table, reader, now),
        "more_log": bool(table.log) and table.log[0].number > 1,
        "clock": clock,
        "pulse_token": token_for(table.id, table.viewer),
        "seen": position(table.seq, table.status),
    }


def clock_of(table: Table, now: datetime) -> Markup:
    """The deadline in words: how long it is off, and when it is."""
    if table.deadline_at is None or table.turn_since is None:
        return Markup("")
    soon = words.is_soon(table.turn_since, table.deadline_at, now)
    return Markup(
        format_html(
            '<time datetime="{}"{}>{}, {}</time>',
            table.deadline_at.isoformat(timespec="minutes"),
            Markup(' class="is-soon"') if soon else "",
            words.left(table.deadline_at, now),
            words.moment(table.deadline_at, now),
        )
    )


def notes_of(table: Table, now: datetime) -> dict[Seat, Markup]:
    """The clock at the foot of the seat that is to act."""
    if table.to_act is None or table.deadline_at is None:
        return {}
    return {table.to_act: Markup(format_html("{}", words.left(table.deadline_at, now)))}


def log_of(table: Table, reader: Reader, now: datetime) -> list[Entry]:
    """The log, latest first."""
    last = table.log[-1].number if table.log else 0
    return [entry(turn, reader, now, turn.number == last) for turn in reversed(table.log)]


def entry(turn: LogTurn, reader: Reader, now: datetime, is_last: bool) -> Entry:
    """One line of the log."""
    name = reader.text.name(turn.seat)
    timed_out = _("Time ran out: the house played for %(name)s.") % {"name": name} if turn.timed_out else ""
    return Entry(
        turn.number, turn.ply, words.moment(turn.at, now), is_last, timed_out, log_entry(turn.sentences, reader)
    )
