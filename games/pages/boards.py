"""What the table's templates frame: a table drawn for its reader, the same way for every game."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.templatetags.static import static
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from markupsafe import Markup

from games.drawing.base import Asked, Board, Drawing, Forms, Reader, log_entry, page_speaker
from games.drawing.registry import DRAWINGS
from games.pages import words
from games.pages.marks import Marked
from games.pages.pulse import position, token_for
from games.rules.base import Seat
from games.tables import LogTurn, Table

LONGEST_FIELD = 200
PART = Marked("games/table_part.html")


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


def part(
    request: HttpRequest, table: Table, now: datetime, waiting: int, refusal: str = "", said: str = ""
) -> SafeString:
    """The table as its reader sees it: the middle of its page, or the whole of a swap."""
    drawing, reader = DRAWINGS[table.rules], reader_of(table)
    return PART(
        drawn(request, table, drawing, reader, now)
        | {
            "title": table.title,
            "url": table.url,
            "done": table.progress[0],
            "all": table.progress[1],
            "waiting": waiting,
            "refusal": refusal,
            "said": said,
            "log": log_of(table, reader, now),
            "moves": words.moves(table.plies),
            "earlier": table.plies - 1,
            "token": token_for(table.id, table.viewer),
            "seen": position(table.seq, table.status),
        },
        rules=table.rules,
        sprite=reader.sprite,
        swap=bool(request.headers.get("HX-Request")),
        waits=bool(waiting),
        your_turn=table.your_turn,
        refused=bool(refusal),
        sent=bool(said),
        began=table.plies > 0,
        more_log=bool(table.log) and table.log[0].number > 1,
    )


def drawn(
    request: HttpRequest, table: Table, drawing: Drawing, reader: Reader, now: datetime
) -> dict[str, object]:
    """What the game's own drawing makes of the table."""
    view, draft = table.view, table.draft
    asked = drawing.asking(asked_of(request.GET), draft)
    chosen = drawing.choice(view, asked) if table.your_turn else None
    preview = table.preview(chosen) if chosen else None
    return {
        "seating": drawing.seating(view, reader.below),
        "lake": drawing.lake(view, board_of(table, drawing, reader), reader, asked, preview, draft),
        "seats": drawing.seats(view, reader, preview, draft, notes_of(table, now)),
        "supply": drawing.supply(view, reader, preview),
        "panel": drawing.panel(
            view, reader, asked, preview, draft, forms_of(request, table), clock_of(table, now), Markup("")
        ),
        "info": drawing.info(view, reader),
    }


def forms_of(request: HttpRequest, table: Table) -> Forms:
    """Where this table's forms go; only a reader with a seat has any use for the token."""
    token = get_token(request) if table.viewer is not None else ""
    return Forms(token, table.seq, f"{table.url}draft/", f"{table.url}turn/")


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


def log_of(table: Table, reader: Reader, now: datetime) -> Markup:
    """The lines of the log, latest first."""
    readers = (reader.viewer, reader.names, get_language(), timezone.get_current_timezone_name())
    last = table.log[-1] if table.log else None
    lines = []
    for turn in reversed(table.log):
        key = (readers, words.is_near(turn.at, now), turn is last)
        if key not in turn.kept:
            turn.kept[key] = line(turn, reader, now, turn is last)
        lines.append(turn.kept[key])
    return Markup("".join(lines))


def line(turn: LogTurn, reader: Reader, now: datetime, is_last: bool) -> str:
    """One line of the log, with a link to the position that the turn led to."""
    mark = ' class="is-last"' if is_last else ""
    return (
        f'<li{mark}><span class="no">{turn.number}</span><span class="what">{told(turn, reader)}</span>'
        f'<a class="when" href="{reader.address}at/{turn.ply}/">{words.moment(turn.at, now)}</a></li>'
    )


def told(turn: LogTurn, reader: Reader) -> Markup:
    """What happened in a turn."""
    return ran_out(turn, reader) + log_entry(turn.sentences, reader)


def ran_out(turn: LogTurn, reader: Reader) -> Markup:
    """Says of a turn that the house played it."""
    if not turn.timed_out:
        return Markup("")
    name = reader.text.name(turn.seat)
    return Markup(
        format_html("<span>{}</span> ", _("Time ran out: the house played for %(name)s.") % {"name": name})
    )
