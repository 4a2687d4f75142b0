"""The mails of turns: the game has begun, it is your turn, it runs out, it ran out, others ask after it."""

from __future__ import annotations

from datetime import datetime

from games.clock.words import when_it_runs_out
from games.models import Game, Notice
from games.notices.phrases import PHRASES
from games.notices.recap import has_played
from games.notices.running import Context, is_to_play, reader, running, seat_of
from games.tables import Table
from games.translation import said


def started(notice: Notice, table: Table, now: datetime) -> Context | None:
    """The table is full and the game runs; it may be the reader's turn at once."""
    if not table.is_running or has_played(table):
        return None
    told = running(notice, table, now)
    pace = table.terms.pace
    general = when_it_runs_out(table.terms.absence, pace.more, table.size)
    is_said = pace.runs_out and not told["your_turn"]
    return {**told, "general": " ".join(said(it) for it in general) if is_said else ""}


def turn(notice: Notice, table: Table, now: datetime) -> Context | None:
    """It is the reader's turn, still the one that was meant."""
    return running(notice, table, now) if _is_that_turn(notice, table) else None


def reminder(notice: Notice, table: Table, now: datetime) -> Context | None:
    """The reader's turn is running out, by the deadline that was meant; or it goes on where none does."""
    until = notice.data["deadline"]
    if until is None:
        is_meant = table.still == Game.Still.SOFT and _is_that_turn(notice, table)
    else:
        is_meant = table.deadline_at == datetime.fromisoformat(until) and table.deadline_at > now
    if not (is_meant and is_to_play(table, reader(notice))):
        return None
    return {**running(notice, table, now), "is_begun": _is_begun(table)}


def timeout(notice: Notice, table: Table, now: datetime) -> Context | None:
    """The house played a turn whose time had run out; untold so far, and the game goes on."""
    number = notice.data["seat"]
    if not table.is_running or not any(it.timed_out and it.seat == number for it in table.since_last_turn()):
        return None
    seat = table.seats[number]
    was_you = seat.is_yours
    return {
        **running(notice, table, now),
        "was_you": was_you,
        "who": seat.name,
        "keeps": seat.kept and not seat.resigned,
    }


def nudge(notice: Notice, table: Table, now: datetime) -> Context | None:
    """Somebody at the table asks kindly after the turn that is still the reader's."""
    if not _is_that_turn(notice, table):
        return None
    return {
        **running(notice, table, now),
        "is_begun": _is_begun(table),
        "phrase": PHRASES[notice.data["phrase"]],
        "by": table.seats[notice.data["seat"]].player_name,
        "may_rest": table.deadline_at is not None and _holidays_count(table),
    }


def _holidays_count(table: Table) -> bool:
    """Whether a holiday would stop the reader's clock here: who stands in has none."""
    own = seat_of(table)
    return table.terms.pace.respects_absence and own is not None and own.is_yours


def _is_that_turn(notice: Notice, table: Table) -> bool:
    return is_to_play(table, reader(notice)) and table.turn_began == notice.data["seq"]


def _is_begun(table: Table) -> bool:
    return bool(table.draft.steps or table.draft.choice)
