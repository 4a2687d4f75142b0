"""What the table's templates frame: a table drawn for its reader, the same way for every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext
from markupsafe import Markup, escape

from games.actions.questions import Heard
from games.drawing import panels
from games.drawing.base import Asked, Drawing, Forms, Ground, Reader, page_speaker
from games.drawing.registry import DRAWINGS
from games.models import Game, Person
from games.pages import asks, standing, words
from games.pages.asked import is_swap, person_of
from games.pages.left import time_left
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
    reader, clock = reader_of(table), standing.clock(table, now)
    turn = min(table.progress[0] + 1, table.progress[1])
    variants = unusual(table.rules, table.options)
    person = person_of(request)
    asked = asks.asked_at(table, person)
    asking = asks.asks_of(table, person, asked, now)
    log = log_of(table, reader.say, now)
    return PART(
        drawn(request, table, reader, clock, now)
        | {
            "title": table.title,
            "tab": tab_title(table),
            "left": time_left(clock.short, clock.at),
            "url": table.url,
            "turn": turn,
            "variants": "; ".join(variants),
            "all": table.progress[1],
            "waiting": waiting,
            "refusal": refusal,
            "said": said,
            "asks": asks_part(request, table, asking),
            "standing": standing_part(table, person, asked, now),
            "log": log,
            "steps": words.steps(turn, table.plies),
            "earlier": table.plies - 1,
            "token": token_for(table.id, table.viewer, person),
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
        asking=bool(asking),
        began=table.plies > 0,
        logged=bool(log),
        more_log=bool(table.log) and table.log[0].number > 1,
    )


def asks_part(request: HttpRequest, table: Table, asking: Sequence[asks.Ask]) -> SafeString:
    """What the reader is asked, above the board; answered here, one comes back here."""
    if not asking:
        return SafeString("")
    return render_to_string(
        "games/around_asks.html", {"asks": asking, "table": table, "here": table.url}, request
    )


def standing_part(table: Table, person: Person | None, asked: list[Heard], now: datetime) -> Markup:
    """What is to be known of the turn that runs, a sentence each."""
    said = standing.lines(table, now, person, asks.is_about_absent(asked))
    return Markup(" ").join(Markup("<span>{}</span>").format(it) for it in said)


def drawn(
    request: HttpRequest, table: Table, reader: Reader, clock: standing.Clock, now: datetime
) -> dict[str, object]:
    """What the game's own drawing makes of the table, with what the `clock` says."""
    drawing, view, draft = DRAWINGS[table.rules], table.view, table.draft
    ground, at_rest = ground_of(table, drawing, reader), standing.at_rest(table)
    asked = drawing.asking(asked_of(request.GET, request.POST), draft)
    chosen = drawing.choice(view, asked) if table.your_turn else None
    preview = table.preview(chosen) if chosen else None
    is_stuck = table.still == Game.Still.STUCK  # as the head of the panel says
    time = Markup("") if is_stuck else clock_of(table, clock, now)
    return {
        "seating": drawing.seating(view, reader.below),
        "board": drawing.past(view, ground, reader)
        if at_rest
        else drawing.board(view, ground, reader, asked, preview, draft),
        "seats": drawing.seats(view, reader, asked, preview, draft, notes_of(table, clock, now)),
        "supply": drawing.supply(view, reader, preview),
        "panel": panels.nobodys_turn(at_rest, reader, time, drawing.hand(view, reader))
        if at_rest
        else drawing.panel(view, reader, asked, preview, draft, forms_of(request, table), time),
        "info": drawing.info(view, reader),
    }


def notes_of(table: Table, clock: standing.Clock, now: datetime) -> dict[int, Markup]:
    """What stands at the foot of each seat: the clock of the turn, and who plays there if not its owner."""
    notes = {}
    for seat in table.seats:
        said = [f'<span class="tag">{escape(it)}</span>' for it in standing.tags(table, seat, now)]
        if seat.number == table.to_act:
            said.insert(0, f"<span>{time_left(clock.short, clock.at)}</span>")
        if said:
            notes[seat.number] = Markup("".join(said))
    return notes


def forms_of(request: HttpRequest, table: Table) -> Forms:
    """Where this table's forms go; only the reader whose turn it is has any use for the token."""
    token = token_of(request) if table.your_turn else ""
    return Forms(token, table.moved, f"{table.url}draft/", f"{table.url}turn/")


def clock_of(table: Table, clock: standing.Clock, now: datetime) -> Markup:
    """The clock in full, with the moment at which the time runs out, if it does."""
    if clock.at is None or table.turn_since is None:
        return escape(clock.full)
    mark = ' class="is-soon"' if words.is_soon(table.turn_since, clock.at, now) else ""
    return Markup(f"<span{mark}>{time_left(clock.short, clock.at, clock.full)}</span>")
