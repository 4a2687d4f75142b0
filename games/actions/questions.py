"""What a table is asked: which questions are open, who speaks for a seat, and who is told.

A question that something has overtaken counts as closed from that moment on, whether or not a sweep has
written so yet. What follows from the answers is in `votes`.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from games.actions import Stale
from games.actions.settling import Playing, lapse
from games.models import Answer, Event, Game, Notice, Question, Seat
from games.models.direct import Prepared
from games.models.rows import SeatRow
from games.notices.outbox import NewNotice, enqueue
from games.sitters import Sitting

Kind, Status = Question.Kind, Question.Status

OPEN_FOR = Question.OPEN_FOR
OWNED = Q(bot="", keeper="", person__isnull=False)
LIVE = OWNED | Q(bot="", keeper="", deputy__isnull=False, deputy_since__isnull=False)
# Who has agreed on the terms, and is still asked about them when the house keeps the seat.
ENTITLED = Q(bot="", person__isnull=False, resigned=False)
_heard = Prepared(
    lambda pk: (
        Question.objects.filter(game_id=pk, status=Status.OPEN)
        .order_by("id")
        .values_list("id", "kind", "seat", "data", "answers__seat", "answers__yes")
    ),
    -1,
)


class Heard(NamedTuple):
    """An open question, and what the seats have said to it so far."""

    id: int
    kind: str
    seat: int
    data: dict[str, Any]
    answers: dict[int, bool]


class Closed(Stale):
    """The question is not open any more."""

    def __init__(self) -> None:
        super().__init__(_("This question is not open any more."))


def voice(row: SeatRow | Sitting, kind: str) -> int | None:
    """The person who speaks for a seat; None where the house plays it."""
    if not row.is_live:
        return None
    return row.person_id if kind in Question.OF_OWNERS else row.player_id


def terms_refusal(seats: Iterable[SeatRow | Sitting]) -> str | None:
    """Why no other terms can be proposed now: somebody who agreed on them is away. None where they can."""
    away = next((it for it in seats if it.kept and it.person_id and not it.resigned), None)
    if away is None:
        return None
    why = _("As long as the house keeps the seat of %(name)s, the terms stay as they are.")
    return why % {"name": away.username if isinstance(away, SeatRow) else away.name}


def asks_nobody(seats: Iterable[SeatRow | Sitting], number: int, kind: str) -> bool:
    """Whether nobody but the seat that asks has a say, so that what it wants holds at once."""
    return all(it.number == number or voice(it, kind) is None for it in seats)


def heard(game_id: int) -> list[Heard]:
    """The open questions of a game as they are written down, in their order. One query, of the cheapest kind.

    Whether one of them has been overtaken since the last sweep shows when it is answered.
    """
    found: dict[int, Heard] = {}
    for pk, kind, seat, data, voice, yes in _heard(game_id):
        question = found.setdefault(pk, Heard(pk, kind, seat, data, {}))
        if voice is not None:
            question.answers[voice] = yes
    return list(found.values())


def as_heard(question: Question) -> Heard:
    """A question that was read with its answers."""
    answers = {it.seat: it.yes for it in question.answers.all()}
    return Heard(question.pk, question.kind, question.seat, question.data, answers)


def asked(game_id: int, now: datetime) -> list[Question]:
    """The open questions of a game, each with its answers, in their order. Two queries at most."""
    found = _open().exclude(_overtaken(now)).filter(game=game_id)
    return list(found.order_by("id").prefetch_related("answers"))


def ask_about_absent(it: Playing, row: SeatRow) -> bool:
    """Ask the others whether the game ends, or the house plays for somebody whose time has run out.

    Returns whether there is anybody to ask. The caller gives them time, and saves.
    """
    lapse(it.game, it.now, Kind.ABSENT)
    if it.live == [row]:
        return False
    tell_asked(it, ask(it, Kind.ABSENT, row.number))
    it.note(Event.Kind.QUESTION, row.number, str(Kind.ABSENT))
    return True


def ask(it: Playing, kind: str, seat: int, **data: Any) -> Question:
    """A new question to the table."""
    return Question.objects.create(game=it.game, kind=kind, seat=seat, data=data, asked_at=it.now)


def is_held(question: Question) -> bool:
    """Whether a question is still open, which it then stays until the transaction ends or closes it."""
    return _open().select_for_update(no_key=True).filter(id=question.id).first() is not None


def close(question: Question, status: str, now: datetime) -> None:
    """End an open question. Raises Closed where that has happened already."""
    question.status, question.closed_at = status, now
    mine = _open().filter(id=question.id)
    if mine.update(status=status, closed_at=now) != 1:
        raise Closed


def lapse_old(now: datetime, game_id: int | None = None) -> int:
    """Write down which questions have been overtaken, in one game or everywhere. Returns how many."""
    overtaken = _open().filter(_overtaken(now))
    if game_id is not None:
        overtaken = overtaken.filter(game=game_id)
    return overtaken.update(status=Status.LAPSED, closed_at=now)


def agreed(now: datetime) -> QuerySet[Question]:
    """The open questions to which all who have a say, but for the asker, have said yes.

    About the terms that is whoever agreed on them; about all else, whoever plays.
    """
    found = _open().exclude(_overtaken(now)).exclude(kind=Kind.ABSENT)
    of_owners = Q(kind__in=Question.OF_OWNERS)
    found = found.exclude(Q(kind=Kind.TERMS), Exists(_silent(ENTITLED)))
    return found.exclude(of_owners, Exists(_silent(OWNED))).exclude(~of_owners, Exists(_silent(LIVE)))


def _silent(voices: Q) -> QuerySet[Seat]:
    """The seats, of these, that have not said yes to a question and are no asker's."""
    says_yes = Answer.objects.filter(question=OuterRef(OuterRef("id")), seat=OuterRef("number"), yes=True)
    others = Seat.objects.filter(voices, game=OuterRef("game")).exclude(number=OuterRef("seat"))
    return others.exclude(Exists(says_yes))


def tell_asked(it: Playing, question: Question) -> None:
    """Put the question into the outbox, for everybody who is to answer it."""
    data = {"question": question.id}
    _tell(it, Notice.Kind.QUESTION, f"{question.id}", _others(it, question), data)


def tell_agreed(it: Playing, question: Question, by: int | None) -> None:
    """Tell everybody what the table has decided, but for the seat `by` whose answer decided it."""
    rows = [row for row in it.live if row.number != by]
    data = {"event": question.kind, "question": question.id}
    _tell(it, Notice.Kind.NEWS, f"{question.id}/{Status.AGREED}", _voices(rows, question), data)


def tell_refused(it: Playing, question: Question) -> None:
    """Tell the asker that somebody does not want it."""
    data = {"event": "refused", "question": question.id}
    asker = [it.seats[question.seat]]
    _tell(it, Notice.Kind.NEWS, f"{question.id}/{Status.REFUSED}", _voices(asker, question), data)


def _others(it: Playing, question: Question) -> list[int]:
    return _voices((row for row in it.live if row.number != question.seat), question)


def _voices(rows: Iterable[SeatRow], question: Question) -> list[int]:
    voices = (voice(row, question.kind) for row in rows)
    return [person_id for person_id in voices if person_id is not None]


def _tell(it: Playing, kind: str, key: str, people: Iterable[int], data: dict[str, Any]) -> None:
    enqueue([NewNotice(person, kind, key, game_id=it.game.id, data=data) for person in people], it.now)


def _open() -> QuerySet[Question]:
    return Question.objects.filter(status=Status.OPEN)


def _overtaken(now: datetime) -> Q:
    """What is true of a question that does not wait for an answer any more, though nobody has closed it.

    Its game is over, nobody plays any more at the seat that asks or that it is about, it is too old, there
    is nothing to resume, or the turn of whoever was absent is over.
    """
    seat = Seat.objects.filter(LIVE, game=OuterRef("game"), number=OuterRef("seat"))
    is_about_nobody = ~Q(game__status=Game.Status.RUNNING) | ~Exists(seat)
    is_old = ~Q(kind=Kind.ABSENT) & Q(asked_at__lte=now - OPEN_FOR)
    runs_on = Q(game__paused_until__isnull=True) | Q(game__paused_until__lte=now)
    begun_since = Q(asked_at__lt=F("game__turn_since"))
    has_gone_on = Q(kind=Kind.ABSENT) & (~Q(game__to_act=F("seat")) | begun_since)
    return is_about_nobody | is_old | (Q(kind=Kind.RESUME) & runs_on) | has_gone_on
