"""What each kind of mail holds, made from the recipient's own `Table`; None where it is no longer true.

One short function a kind. The templates `emails/<kind>.*` say it; what a game alone can tell is in
`emails/<rules>/{turn,result}.{txt,html}`, which they include.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.clock.spans import is_near
from games.models import Game, Invitation, Notice, Person, Seat
from games.models.game import OPEN_FOR
from games.notices.outbox import LEFT
from games.notices.words import name_in_line
from games.rules import base
from games.rules.registry import RULES
from games.rules.words import Listed, Sentence, Who
from games.tables import LogTurn, Table, said, table_for

Context = dict[str, Any]
Kind = Notice.Kind

# Of a longer absence only the last turns are told; the rest is on the page.
RECAP_TURNS = 12


def started(notice: Notice, table: Table, now: datetime) -> Context | None:
    """The table is full and the game runs; it may be the reader's turn at once."""
    if not table.is_running or _has_played(table):
        return None
    return {**_running(table, now), "your_turn": table.your_turn}


def turn(notice: Notice, table: Table, now: datetime) -> Context | None:
    """It is the reader's turn, still the one that was meant."""
    if not (table.your_turn and table.turn_began == notice.data["seq"]):
        return None
    return _running(table, now)


def reminder(notice: Notice, table: Table, now: datetime) -> Context | None:
    """The reader's turn is running out, by the deadline that was meant."""
    if not (table.your_turn and table.deadline_at and table.deadline_at > now):
        return None
    if table.deadline_at != datetime.fromisoformat(notice.data["deadline"]):
        return None
    return {**_running(table, now), "is_begun": bool(table.draft.steps or table.draft.choice)}


def timeout(notice: Notice, table: Table, now: datetime) -> Context | None:
    """The house played a turn whose time had run out; untold so far, and the game goes on."""
    seat = notice.data["seat"]
    if not table.is_running or not any(it.timed_out and it.seat == seat for it in table.since_last_turn()):
        return None
    return {**_running(table, now), "was_you": seat == table.viewer, "who": table.seats[seat].name}


def result(notice: Notice, table: Table, now: datetime) -> Context | None:
    """The game is over: who has how much of what it counts, and why the first is first."""
    if table.result is None:
        return None
    places = table.result.places
    order = sorted(table.seats, key=lambda seat: (places[seat.number], seat.number))
    yours = table.viewer
    return {
        "recap": recap(table),
        "has_acted": _has_played(table),
        "reason": table.text.say(table.result.reason),
        "standings": [_standing(table, seat.number) for seat in order],
        "place": None if yours is None else places[yours],
        "points": None if yours is None else table.result.scores[yours],
        "score": said(RULES[table.rules].SCORE),
        "shared": len(table.result.winners) > 1,
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


KINDS: dict[str, Callable[[Notice, Table, datetime], Context | None]] = {
    Kind.STARTED: started,
    Kind.TURN: turn,
    Kind.REMINDER: reminder,
    Kind.TIMEOUT: timeout,
    Kind.RESULT: result,
    Kind.INVITATION: invitation,
    Kind.CLOSED: closed,
}

# The newest of these tells all that older ones would have, so of several only that one leaves.
RECAPS = (Kind.STARTED, Kind.TURN, Kind.REMINDER, Kind.TIMEOUT, Kind.RESULT)


@dataclass(frozen=True, slots=True)
class Recap:
    """A turn as a mail tells it.

    `late` is said first where its time ran out; `name` begins what was done, if another's name does;
    `yours` is what it brought the reader.
    """

    number: int
    late: str
    name: str
    rest: str
    yours: str

    @property
    def told(self) -> str:
        """All of it in one paragraph."""
        return " ".join(filter(None, (self.late, self.name + self.rest, self.yours)))


def recap(table: Table) -> list[Recap]:
    """The turns since the reader's last, without what they brought to others than the reader.

    Of a turn that the house played for the reader it tells what a watcher may know: no mail shows a hand.
    """
    turns = table.since_last_turn()[-RECAP_TURNS:]
    if any(turn.seat == table.viewer for turn in turns):
        watched = {turn.number: turn for turn in table_for(table.slug, None).log}
        turns = tuple(watched[turn.number] if turn.seat == table.viewer else turn for turn in turns)
    return [_told(table, turn) for turn in turns]


def _told(table: Table, turn: LogTurn) -> Recap:
    say, is_own = table.text.say, turn.seat == table.viewer
    acts = " ".join(say(it) for it in turn.sentences if seats_in(it) <= {turn.seat})
    yours = " ".join(say(it) for it in turn.sentences if table.viewer in seats_in(it) and not is_own)
    name = table.seats[turn.seat].name
    named = name if not is_own and acts.startswith(name) else ""
    late = _("Time ran out; the house played this turn.") if turn.timed_out else ""
    return Recap(turn.number, late, named, acts[len(named) :], yours)


def seats_in(sentence: Sentence) -> set[base.Seat]:
    """The seats that a sentence names."""
    return {it for _, value in sentence.args for it in _seats(value)}


def _seats(value: Any) -> set[base.Seat]:
    if isinstance(value, Who):
        return {value.seat}
    if isinstance(value, Sentence):
        return seats_in(value)
    if isinstance(value, Listed):
        return {seat for item in value.items for seat in _seats(item)}
    return set()


def _running(table: Table, now: datetime) -> Context:
    """What every mail of a running game tells: the deadline, whose turn it is, and what has happened."""
    assert table.deadline_at is not None and table.to_act is not None
    turns = table.since_last_turn()
    return {
        "left": table.deadline_at - now,
        "until": _until(table.deadline_at, now),
        "has_acted": _has_played(table),
        "waits_for": table.seats[table.to_act].name,
        "opponents": table.text.row([it.name for it in table.seats if not it.is_you]),
        "recap": recap(table),
        "untold": max(0, len(turns) - RECAP_TURNS),
    }


def _until(deadline: datetime, now: datetime) -> str:
    """A deadline in a few signs, in the active zone; with the date where the weekday would not tell."""
    return date_format(timezone.localtime(deadline), "D H:i" if is_near(deadline, now) else "D j M, H:i")


def _has_played(table: Table) -> bool:
    return any(turn.seat == table.viewer and turn.by_player for turn in table.log)


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
