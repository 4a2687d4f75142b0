"""What a table asks its reader, and the answers of one press: shown above the board, and around the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.actions import questions
from games.actions.questions import Heard
from games.clock import terms
from games.clock.terms import VOTE
from games.models import Game, Person, Question
from games.pages.terms_words import pace_line, terms_lines
from games.pages.words import Times
from games.sitters import Sitting
from games.tables import Table

Kind = Question.Kind
NOBODY = 0  # no person has this number


class Press(NamedTuple):
    """A form of one button: where it goes, and what it carries."""

    label: str
    action: str
    fields: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class Ask:
    """A sentence to the reader, and the answers to it; `more`: there is more to read around the table."""

    said: str
    presses: tuple[Press, ...] = ()
    more: str = ""


@dataclass(frozen=True, slots=True)
class Voice:
    """What one seat has said to a question so far."""

    name: str
    said: str


@dataclass(frozen=True, slots=True)
class Open:
    """An open question as its reader sees it; `presses` are for those who may answer, or take it back.

    `rule` tells how it is decided.
    """

    said: str
    rule: str
    changes: tuple[tuple[str, str], ...]
    voices: tuple[Voice, ...]
    presses: tuple[Press, ...]
    is_to_answer: bool


def asks_of(table: Table, person: Person | None, asked: list[Heard], now: datetime) -> list[Ask]:
    """All that the reader is asked now: `asked` are the questions that are open at the table."""
    if person is None or not table.is_running or table.still == Game.Still.STUCK:
        return []
    opened = [open_question(table, person, it, now) for it in asked]
    more = _("See what would change")
    return [
        *asks_of_person(table, person),
        *_about_the_win(table),
        *(Ask(it.said, it.presses, more if it.changes else "") for it in opened if it.is_to_answer),
    ]


def asks_of_person(table: Table, person: Person | None) -> list[Ask]:
    """What waits for the reader alone: their own seat, or another's that they are to play."""
    if person is None or not table.is_running or table.still == Game.Still.STUCK:
        return []
    return [*_about_own_seat(table), *_about_standing_in(table, person)]


def may_be_asked(table: Table, person: Person | None) -> bool:
    """Whether anything can be open there that the reader of the table is to see."""
    if not table.is_running or person is None:
        return False
    live = [it for it in table.seats if it.is_live]
    return len(live) > 1 and any(it.is_you for it in table.seats)


def asked_at(table: Table, person: Person | None) -> list[Heard]:
    """The open questions that the page of a table has to show; those who only watch it see them around it.

    One query, where there is somebody to ask.
    """
    concerns = may_be_asked(table, person) or (table.is_running and table.terms.absence.then == VOTE)
    return questions.heard(table.id) if concerns else []


def is_about_absent(asked: list[Heard]) -> bool:
    """Whether the others are asked about whoever is to act."""
    return any(it.kind == Kind.ABSENT for it in asked)


def open_question(table: Table, person: Person | None, question: Heard, now: datetime) -> Open:
    """A question in words, with what has been answered so far, and what the reader can do about it."""
    others = [it for it in table.seats if it.number != question.seat and _speaks(it, question) is not None]
    reader = NOBODY if person is None or table.still == Game.Still.STUCK else person.pk
    own = next((it for it in others if _speaks(it, question) == reader), None)
    asks_it = question.kind != Kind.ABSENT and _speaks(table.seats[question.seat], question) == reader
    return Open(
        _said(table, person, question),
        _rule(table, question, others, now),
        _changes(table, question),
        tuple(_voice(it, question) for it in others),
        _answers(table, question) if own else _taking_back(table, question) if asks_it else (),
        own is not None and own.number not in question.answers,
    )


def _speaks(seat: Sitting, question: Heard) -> int | None:
    return questions.voice(seat, question.kind)


def _voice(seat: Sitting, question: Heard) -> Voice:
    return Voice(seat.name, _answered(question, question.answers.get(seat.number)))


def _said(table: Table, person: Person | None, question: Heard) -> str:
    """What is asked, by whom."""
    name = table.names[question.seat]
    if question.kind == Kind.ABSENT and table.seats[question.seat].is_you:
        return _("Your time has run out. The others decide whether the house plays on or the game ends.")
    if question.kind == Kind.ABSENT:
        said = _(
            "The time of %(name)s has run out. Does the house play on, or does the game end without a winner?"
        )
        return said % {"name": name}
    if _has_asked(table.seats[question.seat], person, question):
        return _you_propose(question)
    return _somebody_proposes(question, _asker(table.seats[question.seat], question))


def _has_asked(seat: Sitting, person: Person | None, question: Heard) -> bool:
    """Whether it is the reader who asks: as the owner of the seat, or as who stood in."""
    by = question.data.get("by")
    return seat.is_yours if by is None else person is not None and person.username == by


def _asker(seat: Sitting, question: Heard) -> str:
    """Whoever asks, where that is not the reader."""
    by = question.data.get("by")
    if by is None:
        return seat.name
    told = {"stand_in": by, "name": seat.name}
    if seat.stands_in and seat.stand_in == by:
        return (
            _("%(stand_in)s, who stands in for you,") % told
            if seat.is_yours
            else _("%(stand_in)s, who stands in for %(name)s,") % told
        )
    return (
        _("%(stand_in)s, who stood in for you,") % told
        if seat.is_yours
        else _("%(stand_in)s, who stood in for %(name)s,") % told
    )


def _you_propose(question: Heard) -> str:
    if question.kind == Kind.PAUSE:
        days = question.data["days"]
        return ngettext("You propose a pause of %(n)d day.", "You propose a pause of %(n)d days.", days) % {
            "n": days
        }
    if question.kind == Kind.TERMS:
        return _("You propose other terms: %(pace)s.") % {"pace": _proposed_pace(question)}
    if question.kind == Kind.RESUME:
        return _("You propose to end the pause now.")
    return _("You propose to end the game now, without a winner.")


def _somebody_proposes(question: Heard, name: str) -> str:
    if question.kind == Kind.PAUSE:
        days = question.data["days"]
        return ngettext(
            "%(name)s proposes a pause of %(n)d day.", "%(name)s proposes a pause of %(n)d days.", days
        ) % {"name": name, "n": days}
    if question.kind == Kind.TERMS:
        told = {"name": name, "pace": _proposed_pace(question)}
        return _("%(name)s proposes other terms: %(pace)s.") % told
    if question.kind == Kind.RESUME:
        return _("%(name)s proposes to end the pause now.") % {"name": name}
    return _("%(name)s proposes to end the game now, without a winner.") % {"name": name}


def _proposed_pace(question: Heard) -> str:
    return pace_line(terms.read(question.data["terms"]).pace)


def _rule(table: Table, question: Heard, others: Sequence[Sitting], now: datetime) -> str:
    """How a question is decided by those who may answer it, and what becomes of it if it is not."""
    if question.kind != Kind.ABSENT:
        return _(
            "Everybody else who plays has to say yes; a single no refuses it. After %(days)d days without "
            "all answers it is dropped."
        ) % {"days": questions.OPEN_FOR.days}
    house = _("Without a decision in time, the house plays this turn.")
    if table.deadline_at is not None and table.deadline_at > now:
        until = {"moment": Times(now).moment(table.deadline_at)}
        house = _("Without a decision by %(moment)s, the house plays this turn.") % until
    return f"{_who_decides(others)} {house}"


def _who_decides(others: Sequence[Sitting]) -> str:
    if len(others) > 1:
        return _("More than half of the others decide it.")
    other = next(iter(others), None)
    if other is None or other.is_you:
        return _("You decide it.")
    return _("%(name)s decides it.") % {"name": other.player_name}


def _changes(table: Table, question: Heard) -> tuple[tuple[str, str], ...]:
    """The lines of the terms that would be other ones."""
    if question.kind != Kind.TERMS:
        return ()
    known = set(terms_lines(table.terms, table.size))
    proposed = terms.read(question.data["terms"])
    return tuple(it for it in terms_lines(proposed, table.size) if it not in known)


def _answered(question: Heard, yes: bool | None) -> str:
    if yes is None:
        return _("not yet")
    if question.kind == Kind.ABSENT:
        return _("the game ends") if yes else _("the house plays on")
    return _("yes") if yes else _("no")


def _answers(table: Table, question: Heard) -> tuple[Press, ...]:
    """The answers, always in the same order and alike."""
    action = reverse("table_answer", args=[table.slug])
    labels = (
        (("no", _("The house plays on")), ("yes", _("The game ends")))
        if question.kind == Kind.ABSENT
        else (("yes", _("Yes")), ("no", _("No")))
    )
    return tuple(
        Press(label, action, (("question", question.id), ("answer", value))) for value, label in labels
    )


def _taking_back(table: Table, question: Heard) -> tuple[Press, ...]:
    action = reverse("table_withdraw", args=[table.slug])
    return (Press(_("Take it back"), action, (("question", question.id),)),)


def _about_own_seat(table: Table) -> list[Ask]:
    """That the house keeps the reader's seat, who may take it back."""
    own = next((it for it in table.seats if it.is_yours and it.kept and not it.resigned), None)
    if own is None:
        return []
    return [Ask(_("The house keeps your seat."), (coming_back(table),))]


def coming_back(table: Table) -> Press:
    """The one press by which somebody takes the seat back."""
    return Press(_("I am back"), reverse("table_back", args=[table.slug]))


def _about_standing_in(table: Table, person: Person) -> list[Ask]:
    """That the reader is asked to play for somebody."""
    return [
        Ask(
            _("The time of %(name)s has run out. Do you play for %(name)s from now on?")
            % {"name": seat.name},
            standing_in(table),
        )
        for seat in table.seats
        if seat.stand_in_id == person.pk and not seat.stands_in and seat.is_live
    ]


def standing_in(table: Table) -> tuple[Press, ...]:
    """Yes and no for who is asked to play for somebody."""
    action = reverse("table_stand_in", args=[table.slug])
    return Press(_("Yes, I play"), action, (("answer", "yes"),)), Press(_("No"), action, (("answer", "no"),))


def _about_the_win(table: Table) -> list[Ask]:
    """That the other of two stays away."""
    other = left_by(table)
    if other is None:
        return []
    said = _("%(name)s stays away, and the house plays there. You may play on, or take the win.")
    return [Ask(said % {"name": other.name}, (), _("Time and people"))]


def left_by(table: Table) -> Sitting | None:
    """The other of two, where they stay away and the reader may take the win; None otherwise."""
    if table.size != 2:
        return None
    own = next((it for it in table.seats if it.is_yours and not it.kept), None)
    other = None if own is None else table.seats[1 - own.number]
    return other if other is not None and other.is_house and not other.bot else None
