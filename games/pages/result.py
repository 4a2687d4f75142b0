"""What comes after a game: who won, the chart, the last position, the proof of its chance, a rematch."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.utils.timezone import localtime
from django.utils.translation import ngettext

from games.aftermath import Chances, Rematch, aftermath
from games.drawing import unfinished
from games.drawing.registry import DRAWINGS
from games.drawing.tallies import tally_table
from games.pages import boards, words
from games.pages.around import was_played_here
from games.pages.asked import person_of
from games.pages.pulse import position, token_for
from games.pages.terms_words import pace_line
from games.rules.chance import commitment
from games.tables import Table


def context(request: HttpRequest, table: Table, now: datetime) -> dict[str, Any]:
    """Everything that the page of an ended game shows."""
    drawing, reader = DRAWINGS[table.rules], boards.reader_of(table)
    after = aftermath(table)
    chances = after.chances
    return {
        "table": table,
        "finished": finished(table, now),
        "is_written": table.scored_at is not None,
        "outcome": drawing.outcome(table.view, reader)
        if table.outcome is None
        else unfinished.outcome(table.outcome, after.scores[-1], reader),
        "course": drawing.course(table.view, reader, after.scores),
        "board": drawing.past(table.view, boards.ground_of(table, drawing, reader), reader),
        "tallies": tally_table(after.tallies, reader),
        "chances": chances,
        "before": json.dumps({it.label: it.before for it in chances.shuffles}) if chances else "",
        "drawn": drawn_seats(chances, table) if chances else [],
        "dealt": drawing.dealt({it.label: it.dealt for it in chances.shuffles}, reader) if chances else "",
        "rematch": after.rematch,
        "may_ask": table.viewer is not None and may_ask(after.rematch),
        "fingerprint": next_commitment(request, after.rematch),
        "pace": pace_line(table.terms.pace),
        "was_played_here": was_played_here(table),
        "pulse_token": token_for(table.id, table.viewer, person_of(request)),
        "seen": position(table.seq, table.status),
    }


def finished(table: Table, now: datetime) -> str:
    """When it ended, how many turns it had, and how many days they took."""
    assert table.started_at and table.ended_at
    days = (localtime(table.ended_at).date() - localtime(table.started_at).date()).days + 1
    told = {"day": words.day(table.ended_at, now), "turns": turns_words(table.progress[0]), "days": days}
    return (
        ngettext(
            "Finished on %(day)s: %(turns)s on one day.",
            "Finished on %(day)s: %(turns)s over %(days)d days.",
            days,
        )
        % told
    )


def turns_words(turns: int) -> str:
    """So many turns."""
    return ngettext("%(n)d turn", "%(n)d turns", turns) % {"n": turns}


def drawn_seats(chances: Chances, table: Table) -> list[tuple[str, int]]:
    """Who was drawn to each seat, and their number in the order of joining; nothing if seats were chosen."""
    numbers = next((it.dealt for it in chances.shuffles if it.label == "seats"), [])
    return [(seat.name, number) for seat, number in zip(table.seats, numbers, strict=False)]


def may_ask(rematch: Rematch | None) -> bool:
    """Whether somebody who played can still ask for the rematch, or join it."""
    return rematch is None or (rematch.is_open and not rematch.has_you)


def next_commitment(request: HttpRequest, rematch: Rematch | None) -> str:
    """The commitment that a rematch would be played under, for somebody who can still have a word in it."""
    if rematch is not None:
        return rematch.commitment
    person = person_of(request)
    return commitment(bytes(person.next_server_seed)) if person else ""
