"""The mails of tables: an invitation, a table that was closed, the end of a game, and what threatens it."""

from __future__ import annotations

from datetime import datetime

from games.drawing import unfinished
from games.models import Game, Invitation, Notice, Person, Seat
from games.models.game import OPEN_FOR
from games.notices.outbox import LEFT
from games.notices.recap import has_played, recap, short_moment
from games.notices.running import Context, is_to_play, reader, seat_of
from games.notices.words import name_in_line
from games.rules import base
from games.rules.registry import RULES
from games.tables import Table
from games.translation import said

Kind = Notice.Kind


def result(notice: Notice, table: Table, now: datetime) -> Context | None:
    """The game is over: who has how much of what it counts, and why the first is first."""
    told = {"recap": recap(table, now), "has_acted": has_played(table)}
    if table.outcome is not None:
        return told | _ended_otherwise(table)
    return told | _counted(table) if table.result is not None else None


def _counted(table: Table) -> Context:
    """The end by the rules."""
    assert table.result is not None
    places = table.result.places
    order = sorted(table.seats, key=lambda seat: (places[seat.number], seat.number))
    yours = table.viewer
    return {
        "reason": table.text.say(table.result.reason),
        "standings": [_standing(table, seat.number) for seat in order],
        "place": None if yours is None else places[yours],
        "points": None if yours is None else table.result.scores[yours],
        "score": said(RULES[table.rules].SCORE),
        "shared": len(table.result.winners) > 1,
    }


def _ended_otherwise(table: Table) -> Context:
    """An end that the rules did not bring: no points count, and there may be no winner."""
    assert table.outcome is not None
    winner = table.outcome["winner"]
    return {
        "is_unfinished": True,
        "reason": table.text.say(unfinished.reason(table.outcome["why"], winner)),
        "winner": "" if winner is None else table.seats[winner].name,
        "you_won": winner is not None and winner == table.viewer,
        "says_who_won": table.outcome["why"] == Game.Why.LEFT,
    }


def _standing(table: Table, seat: base.Seat) -> Context:
    """A line of the final table."""
    assert table.result is not None
    parts = [table.text.say(it) for it in table.result.parts]
    breakdown = table.result.breakdown[seat] if table.result.breakdown else ()
    return {
        "seat": table.seats[seat],
        "place": table.result.places[seat],
        "points": table.result.scores[seat],
        "parts": [(part, value) for part, value in zip(parts, breakdown, strict=False) if value],
    }


def warning(notice: Notice, table: Table, now: datetime) -> Context | None:
    """The game ends without a winner at the moment that was meant, unless somebody plays before."""
    ends_at = table.ends_at
    if not table.is_running or ends_at is None or ends_at != datetime.fromisoformat(notice.data["ends_at"]):
        return None
    own = seat_of(table)
    return {
        "ends_at": ends_at,
        "until": short_moment(ends_at, now),
        "left": ends_at - now,
        "is_deserted": table.still == Game.Still.DESERTED,
        "is_kept": own is not None and own.kept,
        "your_turn": is_to_play(table, reader(notice)),
        "waits_for": "" if table.to_act is None else table.seats[table.to_act].player_name,
    }


def invitation(notice: Notice, table: Table, now: datetime) -> Context | None:
    """Somebody asks the reader to a table that still has a seat; it may be a rematch."""
    if (
        table.status != Game.Status.OPEN
        or any(it.is_you for it in table.seats)
        or not any(it.is_empty for it in table.seats)
        or not _is_invited(notice)
    ):
        return None
    by = Person.objects.filter(id=notice.data["by"]).values_list("username", flat=True).first()
    seated = table.text.row([it.name for it in table.seats if not it.is_empty])
    return {
        "by": name_in_line(by or ""),
        "again": _played_before(notice),
        "seated": seated,
        "free": sum(it.is_empty for it in table.seats),
    }


def closed(notice: Notice, table: Table, now: datetime) -> Context | None:
    """The reader's table, or one that a mail has invited the reader to, was closed before its game began."""
    was_seated = any(it.is_you for it in table.seats)
    if table.status != Game.Status.CLOSED or not (was_seated or _has_invited(notice)):
        return None
    is_stale = notice.created_at - table.opened_at >= OPEN_FOR
    return {"is_stale": is_stale, "days": OPEN_FOR.days, "was_seated": was_seated}


def _is_invited(notice: Notice) -> bool:
    """Whether the invitation that a notice tells of is neither declined nor taken back."""
    asked = Invitation.objects.filter(game=notice.game, person=notice.person)
    return asked.filter(status=Invitation.Status.OPEN).exists()


def _played_before(notice: Notice) -> bool:
    """Whether the table is the rematch of a game in which whoever this notice is for had a seat."""
    before = notice.game and notice.game.rematch_of_id
    return Seat.objects.filter(game=before, person=notice.person).exists() if before else False


def _has_invited(notice: Notice) -> bool:
    """Whether an invitation to the table has left, for whoever this notice is for."""
    invitations = Notice.objects.filter(kind=Kind.INVITATION, person=notice.person, game=notice.game)
    return invitations.filter(status__in=LEFT).exists()
