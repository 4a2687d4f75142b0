"""What the table's templates frame: a table drawn for its reader, the same way for every game."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext
from markupsafe import Markup, escape

from games.drawing.base import Asked, Drawing, Forms, Ground, Reader, page_speaker
from games.drawing.registry import DRAWINGS
from games.pages import words
from games.pages.asked import is_swap
from games.pages.log import log_of
from games.pages.marks import Marked
from games.pages.pulse import position, token_for
from games.pages.reader import sprite, token_of
from games.pages.variants import unusual
from games.rules.registry import RULES
from games.tables import Table

LONGEST_FIELD = 200
PART = Marked("games/table_part.html")


def asked_of(*given: Mapping[str, str]) -> Asked:
    """The plain fields of a query and of a form: what a drawing may look at."""
    return {key: value for it in given for key, value in it.items() if len(value) <= LONGEST_FIELD}


def reader_of(table: Table) -> Reader:
    """The table's viewer as a reader of its drawing: whoever only watches sees seat 0's side below."""
    text, pictures = table.text, sprite()
    say = page_speaker(text.gettext, ngettext, text.name, pictures)
    return Reader(table.viewer, table.viewer or 0, table.names, say, text, table.url, pictures)


def ground_of(table: Table, drawing: Drawing, reader: Reader) -> Ground:
    """The ground of this position, drawn once for each side below and language.

    With the steps of a draft applied it is its seat's own, and is not kept for others to see.
    """
    if table.draft.steps:
        return drawing.ground(table.view, reader.below, reader.text, reader.sprite)
    key = ("ground", reader.below, get_language())
    if key not in table.kept:
        table.kept[key] = drawing.ground(table.view, reader.below, reader.text, reader.sprite)
    ground: Ground = table.kept[key]
    return ground


def tab_title(table: Table) -> str:
    """What the browser's tab says of a running game, after the number of games that wait."""
    return gettext("Your turn: {title}").format(title=table.title) if table.your_turn else table.title


def part(
    request: HttpRequest, table: Table, now: datetime, waiting: int, refusal: str = "", said: str = ""
) -> SafeString:
    """The table as its reader sees it: the middle of its page, or the whole of a swap."""
    reader = reader_of(table)
    left = words.left(table.deadline_at, now) if table.deadline_at else ""
    turn = min(table.progress[0] + 1, table.progress[1])
    variants = unusual(table.rules, table.options)
    return PART(
        drawn(request, table, reader, left, now)
        | {
            "title": table.title,
            "tab": tab_title(table),
            "left": left,
            "url": table.url,
            "turn": turn,
            "variants": "; ".join(variants),
            "all": table.progress[1],
            "waiting": waiting,
            "refusal": refusal,
            "said": said,
            "log": log_of(table, reader.say, now),
            "steps": words.steps(turn, table.plies),
            "earlier": table.plies - 1,
            "token": token_for(table.id, table.viewer),
            "seen": position(table.seq, table.status),
        },
        rules=table.rules,
        length_is_known=RULES[table.rules].LENGTH_IS_KNOWN,
        varies=bool(variants),
        sprite=reader.sprite,
        swap=is_swap(request),
        waits=bool(waiting),
        your_turn=table.your_turn,
        refused=bool(refusal),
        sent=bool(said),
        began=table.plies > 0,
        more_log=bool(table.log) and table.log[0].number > 1,
    )


def drawn(request: HttpRequest, table: Table, reader: Reader, left: str, now: datetime) -> dict[str, object]:
    """What the game's own drawing makes of the table; `left` says how much time is left."""
    drawing, view, draft = DRAWINGS[table.rules], table.view, table.draft
    asked = drawing.asking(asked_of(request.GET, request.POST), draft)
    chosen = drawing.choice(view, asked) if table.your_turn else None
    preview = table.preview(chosen) if chosen else None
    notes = {} if table.to_act is None else {table.to_act: escape(left)}
    clock = clock_of(table, left, now)
    return {
        "seating": drawing.seating(view, reader.below),
        "board": drawing.board(view, ground_of(table, drawing, reader), reader, asked, preview, draft),
        "seats": drawing.seats(view, reader, asked, preview, draft, notes),
        "supply": drawing.supply(view, reader, preview),
        "panel": drawing.panel(view, reader, asked, preview, draft, forms_of(request, table), clock),
        "info": drawing.info(view, reader),
    }


def forms_of(request: HttpRequest, table: Table) -> Forms:
    """Where this table's forms go; only the reader whose turn it is has any use for the token."""
    token = token_of(request) if table.your_turn else ""
    return Forms(token, table.moved, f"{table.url}draft/", f"{table.url}turn/")


def clock_of(table: Table, left: str, now: datetime) -> Markup:
    """The deadline in words: how long it is off, and when it is."""
    if table.deadline_at is None or table.turn_since is None:
        return Markup("")
    mark = ' class="is-soon"' if words.is_soon(table.turn_since, table.deadline_at, now) else ""
    said = escape(f"{left}, {words.moment(table.deadline_at, now)}")
    return Markup(f'<time datetime="{table.deadline_at.isoformat(timespec="minutes")}"{mark}>{said}</time>')
