"""The verbs of what a table decides together: propose, answer, withdraw, and what follows from it.

A pause, its early end, new terms and the end of the game need everybody who plays; one no refuses them.
The terms are those on which all have sat down: while the house keeps a seat for its owner, they stay.
About somebody absent the majority of the others decides. Nothing of this stops a clock or makes a turn
that is being composed stale.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games import timing, wake
from games.actions import Forbidden, Refused, absence, caretaker, ending, questions
from games.actions.play import sitter_of
from games.actions.questions import Closed, Kind, Status, voice
from games.actions.settling import Playing, change_seat, if_running, lapse, playing, save
from games.bots import BOTS
from games.clock import asides
from games.clock import terms as clock_terms
from games.clock.terms import BANK, Pace, Terms
from games.models import Answer, Event, Game, Question
from games.models.direct import update
from games.models.event import TEXT_LENGTH
from games.models.rows import SeatRow
from games.translation import said

LONGEST_PAUSE = 30
ASK_AGAIN_AFTER = timedelta(hours=24)
# So often may a seat ask the same within that time, whatever becomes of it: everybody is mailed each time.
MOST_ASKED = 3


@transaction.atomic
def propose(
    game_id: int,
    person_id: int,
    kind: str,
    now: datetime,
    days: int | None = None,
    terms: Terms | None = None,
    *,
    is_sure: bool = True,
) -> Question:
    """Ask the table for a pause of so many days, its end, other terms, or the end of the game.

    Where nobody else plays it is agreed at once; the end only by who `is_sure` of that. Of `terms` the gates
    stay as agreed. What the same seat is asking already is not asked again. Raises Refused.
    """
    it = playing(game_id, now)
    row = sitter_of(it.game, it.seats, person_id)
    data = _proposal(it, kind, days, terms)
    _check_asker(row, person_id, kind)
    if kind == Kind.END and not is_sure and questions.asks_nobody(it.seats, row.number, kind):
        raise Refused(_("Nobody else plays: this would end the game at once. Say that you are sure of it."))
    if (by := _stand_in(row, person_id)) is not None:
        data["by"] = by
    questions.lapse_old(now, game_id)
    asked = it.game.questions.filter(kind=kind, seat=row.number, data=data, status=Status.OPEN).first()
    if asked is not None:
        return asked
    _check_repeats(it, kind, row.number)
    question = questions.ask(it, kind, row.number, **data)
    if not _take_effect_if_agreed(it, question, row.number):
        questions.tell_asked(it, question)
        it.note(Event.Kind.QUESTION, row.number, asides.signed(_what(question), by))
        save(it)
    return question


@transaction.atomic
def answer(game_id: int, person_id: int, question_id: int, yes: bool, now: datetime) -> None:
    """Say yes or no for a seat; as long as the question is open, a later answer replaces an earlier one.

    What it decides takes effect now. Raises Refused.
    """
    it = playing(game_id, now)
    row = sitter_of(it.game, it.seats, person_id)
    question = _open_one(it, question_id)
    _check_answerer(row, person_id, question)
    Answer.objects.update_or_create(question=question, seat=row.number, defaults={"yes": yes, "at": now})
    if question.kind == Kind.ABSENT:
        _count(it, question)
    elif yes:
        _take_effect_if_agreed(it, question, row.number)
    else:
        questions.close(question, Status.REFUSED, now)
        questions.tell_refused(it, question)
        it.note(Event.Kind.REFUSED, row.number, asides.signed(question.kind, _stand_in(row, person_id)))
        save(it)


@transaction.atomic
def withdraw(game_id: int, person_id: int, question_id: int, now: datetime) -> None:
    """Take back a question that one has asked. Raises Refused."""
    it = playing(game_id, now)
    row = sitter_of(it.game, it.seats, person_id)
    question = _open_one(it, question_id)
    if question.kind == Kind.ABSENT or row.number != question.seat or person_id != voice(row, question.kind):
        raise Forbidden(_("Only whoever has asked can take the question back."))
    questions.close(question, Status.WITHDRAWN, now)
    it.note(Event.Kind.WITHDRAWN, row.number, asides.signed(question.kind, _stand_in(row, person_id)))
    save(it)


@transaction.atomic
def reconsider(game_id: int, now: datetime) -> bool:
    """Have what all have agreed on take effect, where the last who had not answered has ceased to play."""
    it = if_running(game_id, now)
    if it is None or it.game.still == Game.Still.STUCK:
        return False
    question = questions.agreed(now).filter(game=game_id).order_by("id").first()
    if question is not None:
        _take_effect_if_agreed(it, question, None)
        wake.game(game_id)
    return question is not None


def to_reconsider(now: datetime) -> list[int]:
    """The games in which a question waits for nobody any more."""
    found = questions.agreed(now).exclude(game__still=Game.Still.STUCK)
    return list(found.order_by("game").values_list("game_id", flat=True).distinct())


def _proposal(it: Playing, kind: str, days: int | None, terms: Terms | None) -> dict[str, Any]:
    """What is asked for, as a question keeps it. Raises Refused where it cannot be had here and now."""
    if kind == Kind.PAUSE:
        return {"days": _days(it, days)}
    if kind == Kind.TERMS:
        if (why := questions.terms_refusal(it.seats)) is not None:
            raise Refused(why)
        return {"terms": _other_terms(it.game.agreed, terms).spelled()}
    if kind == Kind.RESUME and not timing.is_paused(it.game, it.now):
        raise Refused(_("This table is not paused."))
    if kind not in (Kind.RESUME, Kind.END):
        raise Refused(_("There is no such question."))
    return {}


def _days(it: Playing, days: int | None) -> int:
    if not it.game.agreed.pace.respects_absence:
        raise Refused(_("A table for people who are all here is not paused."))
    if timing.is_paused(it.game, it.now):
        raise Refused(_("This table is paused already."))
    if days is None or not 1 <= days <= LONGEST_PAUSE:
        raise Refused(_("Choose a pause of 1 to 30 days."))
    return days


def _other_terms(agreed: Terms, wanted: Terms | None) -> Terms:
    if wanted is None:
        raise Refused(_("Choose the terms that you propose."))
    wanted = replace(wanted, gates=agreed.gates)
    if (why := wanted.refusal(tuple(BOTS))) is not None:
        raise Refused(said(why))
    if wanted == agreed:
        raise Refused(_("These are the terms that the table has now."))
    return wanted


def _check_asker(row: SeatRow, person_id: int, kind: str) -> None:
    if row.player_id != person_id:
        raise Forbidden(_("Your stand-in plays for you: come back first, then ask."))
    if voice(row, kind) != person_id:
        raise Forbidden(_("A stand-in cannot propose this: only whoever owns the seat can."))


def _check_answerer(row: SeatRow, person_id: int, question: Question) -> None:
    if row.number == question.seat:
        raise Forbidden(
            _("The others decide this. Take your turn, and it is settled.")
            if question.kind == Kind.ABSENT
            else _("You have asked this yourself: the others answer.")
        )
    if voice(row, question.kind) != person_id:
        raise Forbidden(
            _("A stand-in cannot answer this: only whoever owns the seat can.")
            if question.kind in Question.OF_OWNERS
            else _("Your stand-in plays for you and answers this: come back first.")
        )


def _check_repeats(it: Playing, kind: str, seat: int) -> None:
    """Refuse what the table is being asked already, what it has just refused, and what is asked too often."""
    before = it.game.questions.filter(kind=kind)
    if before.filter(status=Status.OPEN).exists():
        raise Refused(_("The table is being asked this already."))
    lately = it.now - ASK_AGAIN_AFTER
    if before.filter(seat=seat, status=Status.REFUSED, closed_at__gt=lately).exists():
        raise Refused(_("The table has said no to this. Ask again a day later."))
    if before.filter(seat=seat, asked_at__gt=lately).count() >= MOST_ASKED:
        raise Refused(_("You have asked this three times within a day. Ask again a day later."))


def _open_one(it: Playing, question_id: int) -> Question:
    """The open question of the game, which no sweep drops before this transaction ends. Raises Closed."""
    for question in questions.asked(it.game.id, it.now):
        if question.id == question_id and questions.is_held(question):
            return question
    raise Closed


def _count(it: Playing, question: Question) -> None:
    """Act as soon as more than half of the others want the same for somebody absent."""
    others = [row.number for row in it.live if row.number != question.seat]
    answers = list(question.answers.filter(seat__in=others).values_list("yes", flat=True))
    for ends in (True, False):
        if answers.count(ends) * 2 > len(others):
            questions.close(question, Status.AGREED if ends else Status.REFUSED, it.now)
            if ends:
                ending.end(it, Game.Why.VOTED, None, question.seat)
            else:
                it.note(Event.Kind.DECIDED, question.seat)
                caretaker.take_turn(it)


def _what(question: Question) -> str:
    """What is asked and what that needs, as the log keeps it."""
    if question.kind == Kind.PAUSE:
        return f"{question.kind} {question.data['days']}"
    if question.kind == Kind.TERMS:
        room = TEXT_LENGTH - len(question.kind) - 1
        return f"{question.kind} {_short(clock_terms.read(question.data['terms']).pace, room)}".rstrip()
    return question.kind


def _stand_in(row: SeatRow, person_id: int) -> str | None:
    """The name of the person who speaks for a seat, where that is not the owner."""
    return row.deputy_name if person_id != row.person_id else None


def _take_effect_if_agreed(it: Playing, question: Question, by: int | None) -> bool:
    """Where everybody has said yes, do what was asked for; the seat `by` was the last to say so.

    Returns whether that was so.
    """
    if not questions.agreed(it.now).filter(id=question.id).exists():
        return False
    questions.close(question, Status.AGREED, it.now)
    if question.kind == Kind.END:
        ending.end(it, Game.Why.AGREED, None, question.seat)
        return True
    EFFECTS[question.kind](it, question)
    save(it)
    questions.tell_agreed(it, question, by)
    return True


def _pause(it: Playing, question: Question) -> None:
    """The clock stands still from now on, for so many days; it runs on by itself."""
    span = timedelta(days=question.data["days"])
    timing.fold(it.game, it.row, it.now)
    it.game.paused_from, it.game.paused_until = it.now, it.now + span
    _put_off_end(it, span)
    timing.reckon(it.game, it.row, it.now)
    until = it.game.paused_until.isoformat()
    it.note(Event.Kind.PAUSE, question.seat, asides.signed(until, question.data.get("by")))


def _resume(it: Playing, question: Question) -> None:
    """The clock runs on now."""
    _end_pause(it)
    timing.reckon(it.game, it.row, it.now)
    it.note(Event.Kind.RESUME, question.seat)


def _end_pause(it: Playing) -> None:
    """Cut off what is left of the pause; the caller reckons anew."""
    assert it.game.paused_until is not None, "the table is paused"
    timing.fold(it.game, it.row, it.now)
    _put_off_end(it, it.now - it.game.paused_until)
    it.game.paused_until = it.now


def _put_off_end(it: Playing, span: timedelta) -> None:
    """Nobody is expected to play in a pause, so a game that ends where nobody plays ends later by it."""
    if it.game.ends_at is not None:
        it.game.ends_at += span
        it.game.warn_at = timing.next_warning(it.game.ends_at, it.now)


def _new_terms(it: Playing, question: Question) -> None:
    """The game is played by other terms from now on; at another pace, the turn that runs begins anew."""
    before, after = it.game.agreed.pace, clock_terms.read(question.data["terms"])
    if not after.pace.respects_absence:
        lapse(it.game, it.now, Kind.PAUSE, Kind.RESUME)
        if timing.is_paused(it.game, it.now):
            _end_pause(it)
    for name, value in Game.with_terms(after).items():
        setattr(it.game, name, value)
    update(it.game, "terms", "pace_seconds")
    if after.pace != before:
        _new_pace(it, before, after.pace)
    it.note(Event.Kind.TERMS, question.seat, _short(after.pace))


def _new_pace(it: Playing, before: Pace, after: Pace) -> None:
    """The turn that runs has all of its time by the new pace; what came of its time running out is over."""
    if after.kind == BANK and (before.kind, before.bank) != (BANK, after.bank):
        for row in it.seats:
            change_seat(it, row, bank=None)
    lapse(it.game, it.now, Kind.ABSENT)
    if it.row.deputy_id is not None and it.row.deputy_since is None:
        change_seat(it, it.row, deputy_id=None)
    absence.begin_anew(it)


def _short(pace: Pace, room: int = TEXT_LENGTH) -> str:
    """A pace as the log keeps it: what is not as usual, as JSON; empty where that is too long."""
    spelled = json.dumps(Terms(pace=pace).spelled().get("pace", {}), separators=(",", ":"))
    return spelled if len(spelled) <= room else ""


EFFECTS: dict[str, Callable[[Playing, Question], None]] = {
    Kind.PAUSE: _pause,
    Kind.RESUME: _resume,
    Kind.TERMS: _new_terms,
}
