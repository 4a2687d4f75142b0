"""The mails of questions: what the table is asked together, and whether one plays for somebody else."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from games import timing
from games.clock import terms as clock_terms
from games.clock.words import terms_lines
from games.models import Answer, Notice, Question
from games.notices.recap import short_moment
from games.notices.running import Context, deadline, reader, seat_of
from games.notices.words import name_in_line
from games.rules.words import Sentence, Who
from games.tables import Table

Kind = Question.Kind

UNDECIDED = Sentence("Without a decision by then, the house plays this turn.")
UNANSWERED = Sentence("Without an answer by then, the house plays this turn.")
YOU_ALONE = Sentence("It is for you to decide.")
OPEN_UNTIL = Sentence("You can answer until {moment}.")
ALL = Sentence("It needs everybody who plays; without that, all stays as it is.")


def question(notice: Notice, table: Table, now: datetime) -> Context | None:
    """The table waits for the reader's answer, which is given on the page of time and people."""
    if not table.is_running:
        return None
    if "stand_in" in notice.data:
        return _asked_to_stand_in(table, notice.data["stand_in"], reader(notice).id, now)
    asked = Question.objects.filter(id=notice.data["question"], game=table.id).first()
    if asked is None or not _waits_for(table, asked, reader(notice).id, now):
        return None
    headline, *lead = WORDS[asked.kind](table, asked)
    is_timed = asked.kind == Kind.ABSENT
    until = _open_until(table, asked, now)
    if not is_timed:
        lead.append(Sentence(OPEN_UNTIL.text, moment=until))
    return _told(table, headline, tuple(lead)) | {
        "open_until": until,
        "changes": _changes(table, asked) if asked.kind == Kind.TERMS else [],
        **(_until_the_house_plays(table, now, UNDECIDED) if is_timed else NO_LIMIT),
    }


NO_LIMIT: Context = {"left": None, "still": "", "what_if": ""}


def _asked_to_stand_in(table: Table, number: int, person_id: int, now: datetime) -> Context | None:
    """What somebody is told who may take a seat over: nothing that only the seat may know."""
    seat = table.seats[number]
    if seat.stand_in_id != person_id or seat.stands_in or seat.is_house:
        return None
    headline = Sentence("will you play for {who}?", who=Who(number))
    lead = (
        Sentence("{who} has let a turn run out, and has named you to stand in.", who=Who(number)),
        Sentence("You would see the hand of {who}, and play until {who} is back.", who=Who(number)),
    )
    return (
        _told(table, headline, lead)
        | _until_the_house_plays(table, now, UNANSWERED)
        | {"for_whom": seat.name}
    )


def _told(table: Table, headline: Sentence, lead: tuple[Sentence, ...]) -> Context:
    say = table.text.say
    return {"headline": say(headline), "lead": " ".join(say(it) for it in lead), "changes": []}


def _until_the_house_plays(table: Table, now: datetime, otherwise: Sentence) -> Context:
    """By when an answer helps, since the turn that ran out waits for it."""
    return {**deadline(table, now), "what_if": table.text.say(otherwise) if table.deadline_at else ""}


def _open_until(table: Table, asked: Question, now: datetime) -> str:
    """How long the question stays open; that of a pause is over with the pause."""
    until = asked.asked_at + Question.OPEN_FOR
    if asked.kind == Kind.RESUME and table.paused_until is not None:
        until = min(until, table.paused_until)
    return short_moment(until, now)


def _waits_for(table: Table, asked: Question, person_id: int, now: datetime) -> bool:
    """Whether the question is open, and the reader speaks for a seat that has not answered it."""
    seat = seat_of(table)
    if asked.status != Question.Status.OPEN or seat is None or seat.number == asked.seat:
        return False
    if asked.kind == Kind.RESUME and not timing.is_paused(table, now):
        return False
    speaks = seat.person_id if asked.kind in Question.OF_OWNERS else seat.player_id
    if not seat.is_live or speaks != person_id:
        return False
    return not Answer.objects.filter(question=asked, seat=seat.number).exists()


def asker(table: Table, asked: Question) -> Who | Sentence:
    """Whoever has asked, inside a sentence: the owner of the seat, or who stands in there, or did then."""
    who, by = Who(asked.seat), asked.data.get("by")
    if by is None:
        return who
    seat, name = table.seats[asked.seat], name_in_line(by)
    if seat.stands_in and seat.stand_in == name:
        return Sentence("{name}, who stands in for {who},", name=name, who=who)
    return Sentence("{name}, who stood in for {who},", name=name, who=who)


def _pause(table: Table, asked: Question) -> tuple[Sentence, ...]:
    days = asked.data["days"]
    headline = Sentence(
        "a pause of {n} day?",
        many="a pause of {n} days?",
        n=days,
    )
    lead = Sentence(
        "{who} asks for a pause of {n} day: nobody’s time would run.",
        many="{who} asks for a pause of {n} days: nobody’s time would run.",
        who=asker(table, asked),
        n=days,
    )
    return headline, lead, ALL


def _resume(table: Table, asked: Question) -> tuple[Sentence, ...]:
    lead = Sentence("{who} asks to end the pause now, so that time counts again.", who=asker(table, asked))
    return Sentence("end the pause?"), lead, ALL


def _terms(table: Table, asked: Question) -> tuple[Sentence, ...]:
    lead = Sentence("{who} proposes other terms for this table.", who=asker(table, asked))
    return Sentence("other terms?"), lead, ALL


def _end(table: Table, asked: Question) -> tuple[Sentence, ...]:
    lead = Sentence("{who} proposes to end the game here, without a winner.", who=asker(table, asked))
    return Sentence("end the game here?"), lead, ALL


def _absent(table: Table, asked: Question) -> tuple[Sentence, ...]:
    who, others = Who(asked.seat), sum(it.is_live for it in table.seats if it.number != asked.seat)
    return (
        Sentence("what shall happen without {who}?", who=who),
        Sentence("{who} has let a turn run out.", who=who),
        Sentence("Shall the house play on for {who}, or shall the game end here, without a winner?", who=who),
        YOU_ALONE if others == 1 else Sentence("More than half of the others decide it."),
    )


WORDS: dict[str, Callable[[Table, Question], tuple[Sentence, ...]]] = {
    Kind.PAUSE: _pause,
    Kind.RESUME: _resume,
    Kind.TERMS: _terms,
    Kind.END: _end,
    Kind.ABSENT: _absent,
}


def _changes(table: Table, asked: Question) -> list[tuple[str, str]]:
    """The lines of the proposed terms that are not as agreed: what each is about, and what it would be."""
    say = table.text.say
    agreed = terms_lines(table.terms, table.size)
    return [
        (say(about), " ".join(say(it) for it in told))
        for about, told in terms_lines(clock_terms.read(asked.data["terms"]), table.size)
        if (about, told) not in agreed
    ]
