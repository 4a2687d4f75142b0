"""What every mail of a running game tells: whose turn it is, by when, what then, and what has happened."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from games.clock.consequence import runs_out
from games.clock.terms import VOTE
from games.models import Event, Game, Notice, Person, Question
from games.notices.recap import has_played, recap, short_moment, untold
from games.rules.words import Sentence
from games.sitters import Sitting
from games.tables import Table
from games.translation import speaker

Context = dict[str, Any]


def running(notice: Notice, table: Table, now: datetime) -> Context:
    """The parts that all mails of a running game share; only the reader's own turn has a deadline here."""
    person = reader(notice)
    own = seat_of(table)
    return {
        **(clock(table, person, now) if is_to_play(table, person) else NO_CLOCK),
        "your_turn": is_to_play(table, person),
        "is_kept": own is not None and own.kept,
        "stands_in_for": own.name if own and not own.is_yours else "",
        "is_stuck": table.still == Game.Still.STUCK,
        "house_plays": table.to_act is not None and table.seats[table.to_act].is_house,
        "waits_for": "" if table.to_act is None else table.seats[table.to_act].player_name,
        "is_played_for": own is not None and own.is_yours and own.stands_in,
        "left_by": left_by(table),
        "has_acted": has_played(table),
        "opponents": table.text.row([it.name for it in table.seats if not it.is_you]),
        "recap": recap(table, now),
        "untold": untold(table),
    }


def left_by(table: Table) -> str:
    """The other of two, where they stay away and the reader may take the win; empty otherwise."""
    own = seat_of(table)
    if table.size != 2 or own is None or not own.is_yours or own.kept:
        return ""
    other = table.seats[1 - own.number]
    return other.name if other.is_house and not other.bot else ""


NO_CLOCK: Context = {"left": None, "until": "", "still": "", "what_if": ""}


def clock(table: Table, person: Person, now: datetime) -> Context:
    """By when the reader is to play, until when the clock stands still, and what happens if they do not."""
    return {**deadline(table, now), "what_if": what_if(table, person)}


def deadline(table: Table, now: datetime) -> Context:
    """When the turn that runs runs out, how long that is, and until when the clock stands still."""
    if table.deadline_at is None:
        return {"left": None, "until": "", "still": ""}
    still = table.still_until(now)
    return {
        "left": table.deadline_at - now,
        "until": short_moment(table.deadline_at, now),
        "still": short_moment(still, now) if still else "",
    }


def what_if(table: Table, person: Person) -> str:
    """What happens when the reader does not play in time, as the page of the table says it, too."""
    own = seat_of(table)
    assert own is not None, "it is the reader's turn"
    others_were_asked = _others_were_asked(table, own)
    sentences = consequences(table, own, person, others_were_asked)
    say = speaker([it.player_name for it in table.seats], own.number).say
    return " ".join(say(it) for it in (*_asked_now(own, others_were_asked), *sentences))


def _asked_now(own: Sitting, others_were_asked: bool) -> Iterator[Sentence]:
    """That the time has run out already, and who is asked about it until the turn is taken after all."""
    if others_were_asked:
        yield Sentence(
            "Your time has run out, and the others are asked whether the house plays on for you or the game "
            "ends."
        )
    elif own.stand_in_id is not None and not own.stands_in:
        yield Sentence("Your time has run out, and {name} is asked to play for you.", name=own.stand_in)


def consequences(
    table: Table, seat: Sitting, person: Person | None, others_were_asked: bool
) -> tuple[Sentence, ...]:
    """What happens if whoever plays at this seat, which is to act, does not in time, as this person reads it.

    Nobody is asked twice in one turn: neither a stand-in, even if the owner has been back since, nor the
    others.
    """
    plays = person is not None and person.pk == seat.player_id
    return runs_out(
        table.terms,
        seat.number,
        seat.missed,
        yours=plays,
        stands_in=seat.stands_in,
        asked=others_were_asked or _stand_in_was_asked(table, seat),
        others=[it.number for it in table.seats if it.is_live and it is not seat],
        may_ask_stand_in=table.may_ask_stand_in,
        by_itself=person is not None and plays and person.away_by_itself,
    )


def is_to_play(table: Table, person: Person) -> bool:
    """Whether the game waits for the reader: not for one whose stand-in plays."""
    own = seat_of(table)
    return own is not None and table.your_turn and own.player_id == person.id


def seat_of(table: Table) -> Sitting | None:
    """The seat that the reader has, or plays for its owner."""
    return None if table.viewer is None else table.seats[table.viewer]


def reader(notice: Notice) -> Person:
    """Whom a notice is for, unless it is about an account."""
    assert notice.person is not None, "only mail about an account may be for nobody known"
    return notice.person


def _stand_in_was_asked(table: Table, seat: Sitting) -> bool:
    """Whether the time of the turn that runs has run out once, and somebody was asked to stand in."""
    asked = (it for it in table.asides if it.kind == Event.Kind.ASKED and it.seat == seat.number)
    return any(it.seq > table.turn_began for it in asked)


def _others_were_asked(table: Table, seat: Sitting) -> bool:
    """Whether it has run out once, and the others were asked what is to happen."""
    if table.terms.absence.then != VOTE:
        return False
    asked = Question.objects.filter(game=table.id, kind=Question.Kind.ABSENT, seat=seat.number)
    return asked.filter(asked_at__gte=table.turn_since).exists()
