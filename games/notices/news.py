"""The mails of news: what has become of a seat, what the table has decided, who has given time.

Each event is told as long as it still is so. How the table stands comes with it, as in every mail.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from games import timing
from games.clock.words import pace_in_full, span, when_it_runs_out
from games.models import Event, Notice, Person, Question
from games.notices.questions import asker
from games.notices.recap import short_moment
from games.notices.running import Context, is_to_play, reader, running
from games.rules.words import Sentence, Who
from games.sitters import Sitting
from games.tables import Table

# What the log has and the recap of every later mail tells, too. A "no" is an answer, and is given by itself.
IN_THE_LOG = frozenset(
    {"kept", "returned", "resigned", "stands-in", "stepped-down", "away", "pause", "resume", "terms", "time"}
)

# So many sentences of the news go to devices and webhooks.
BRIEF = 2


@dataclass(frozen=True, slots=True)
class News:
    """What is told: first in a few words, then in full; `around` where the page of time is the way on."""

    headline: Sentence
    lead: tuple[Sentence, ...]
    around: bool = False


@dataclass(frozen=True, slots=True)
class Case:
    """What a piece of news is about: a seat, perhaps the reader's own, or a question that `seat` has asked.

    `played_here`: the reader stood in, and has no seat at the table any more. `asker` is who has asked, if
    that was not the reader: perhaps not the owner of the seat, but somebody who stood in there.
    """

    table: Table
    seat: Sitting
    is_yours: bool
    plays_now: bool
    played_here: bool
    question: str
    asker: Who | Sentence
    now: datetime

    @property
    def who(self) -> Who:
        """Whose seat it is, inside a sentence."""
        return Who(self.seat.number)


def news(notice: Notice, table: Table, now: datetime) -> Context | None:
    """Something has changed at a table that goes on, and still is so; not for who has given up there."""
    concerns = table.is_running and not any(it.is_yours and it.resigned for it in table.seats)
    case = _case(notice, table, now) if concerns else None
    told = EVENTS[notice.data["event"]](case) if case else None
    if told is None:
        return None
    say = table.text.say
    return {
        **running(notice, table, now),
        "headline": say(told.headline),
        "news": " ".join(say(it) for it in told.lead),
        "news_in_brief": " ".join(say(it) for it in told.lead[:BRIEF]),
        "around": told.around,
        "is_seated": table.viewer is not None,
    }


def _case(notice: Notice, table: Table, now: datetime) -> Case | None:
    question = None
    if "question" in notice.data:
        question = Question.objects.filter(id=notice.data["question"], game=table.id).first()
        if question is None:
            return None
    seat = table.seats[notice.data["seat"] if question is None else question.seat]
    return Case(
        table,
        seat,
        is_yours=seat.number == table.viewer,
        plays_now=is_to_play(table, reader(notice)),
        played_here=table.viewer is None,
        question=question.kind if question else "",
        asker=_asker(table, question, reader(notice)) if question else Who(seat.number),
        now=now,
    )


def _asker(table: Table, question: Question, person: Person) -> Who | Sentence:
    """Whoever has asked: a stand-in reads of what they did as of something of their own."""
    is_own = question.data.get("by") == person.username
    return Who(question.seat) if is_own else asker(table, question)


def _kept(it: Case) -> News | None:
    if not it.seat.kept or it.seat.resigned:
        return None
    if it.is_yours:
        return News(
            Sentence("the house keeps your seat"),
            (
                _ran_out(it),
                Sentence("So the house keeps your seat and plays your turns at once, until you are back."),
                Sentence("Come back whenever you like: the seat is yours again from that moment on."),
            ),
        )
    lead = (
        _ran_out(it),
        Sentence("So the house keeps the seat and plays its turns at once; {who} may come back.", who=it.who),
    )
    if it.table.size == 2:
        gone = Sentence("If {who} is gone for good, you may end the game and take the win.", who=it.who)
        return News(Sentence("the house keeps the seat of {who}", who=it.who), (*lead, gone), around=True)
    return News(Sentence("the house keeps the seat of {who}", who=it.who), lead)


def _ran_out(it: Case) -> Sentence:
    return Sentence(
        "{who} let a turn run out.",
        many="{who} let {n} turns in a row run out.",
        who=it.who,
        n=max(1, it.seat.missed),
    )


def _returned(it: Case) -> News | None:
    if it.seat.is_house or it.seat.stands_in:
        return None
    plays = Sentence("{who} plays on.", who=it.who)
    return News(Sentence("{who} is back", who=it.who), (plays, THANKS) if it.played_here else (plays,))


THANKS = Sentence("So you stand in no longer. Thank you for helping out.")


def _resigned(it: Case) -> News | None:
    if not it.seat.resigned:
        return None
    house = Sentence("The house plays this seat to the end.")
    return News(Sentence("{who} has resigned", who=it.who), (house, THANKS) if it.played_here else (house,))


def _stands_in(it: Case) -> News | None:
    if not it.seat.stands_in:
        return None
    name = it.seat.stand_in
    headline = Sentence("{name} plays for {who}", name=name, who=it.who)
    if it.is_yours:
        back = Sentence("Come back whenever you like: the seat is yours again from that moment on.")
        return News(
            headline, (Sentence("{name} stands in until you are back.", name=name), back), around=True
        )
    return News(headline, (Sentence("{name} stands in until {who} is back.", name=name, who=it.who),))


def _stepped_down(it: Case) -> News | None:
    if it.seat.is_house or it.seat.stands_in:
        return None
    headline = Sentence("nobody stands in for {who} any more", who=it.who)
    if it.is_yours:
        return News(headline, (Sentence("Your turns are yours to take again."),))
    return News(headline, (Sentence("It is for {who} to play again.", who=it.who),))


def _released(it: Case) -> News | None:
    """To who stood in, and let a turn run out."""
    if not it.played_here:
        return None
    lead = Sentence("A turn at the seat of {who} ran out, and the house played it.", who=it.who)
    return News(Sentence("nobody stands in for {who} any more", who=it.who), (lead, THANKS))


def _paused(it: Case) -> News | None:
    until = it.table.paused_until
    if until is None or until <= it.now:
        return None
    moment = short_moment(until, it.now)
    still = Sentence("Nobody’s time runs until then; whoever likes may play all the same.")
    return News(Sentence("paused until {moment}", moment=moment), (_agreed(it), still))


def _resumed(it: Case) -> News | None:
    if timing.is_paused(it.table, it.now):
        return None
    return News(Sentence("the pause is over"), (_agreed(it), Sentence("Time counts again.")))


def _new_terms(it: Case) -> News:
    terms = it.table.terms
    lead = (_agreed(it), *pace_in_full(terms.pace))
    absence = when_it_runs_out(terms.absence, terms.pace.more, it.table.size)
    return News(Sentence("new terms"), (*lead, *(absence if terms.pace.runs_out else ())))


def _agreed(it: Case) -> Sentence:
    return Sentence("{who} asked for it, and all have agreed.", who=it.asker)


def _refused(it: Case) -> News | None:
    """To who had asked; to the owner, where a stand-in had and does so no more."""
    if not it.question:
        return None
    headline, told = REFUSED[Question.Kind(it.question)]
    return News(headline, (Sentence(told.text, who=it.asker),))


REFUSED = {
    Question.Kind.PAUSE: (
        Sentence("no pause"),
        Sentence("{who} asked for a pause, and somebody does not want one."),
    ),
    Question.Kind.RESUME: (
        Sentence("the pause goes on"),
        Sentence("{who} asked to end the pause, and somebody does not want to."),
    ),
    Question.Kind.TERMS: (
        Sentence("the terms stay as they are"),
        Sentence("{who} proposed other terms, and somebody does not want them."),
    ),
    Question.Kind.END: (
        Sentence("the game goes on"),
        Sentence("{who} proposed to end the game, and somebody does not want to."),
    ),
}


def _time(it: Case) -> News | None:
    """More time for the turn that is still the reader's."""
    if not it.plays_now:
        return None
    given = [
        aside
        for aside in it.table.asides
        if aside.kind == Event.Kind.TIME and aside.seat == it.seat.number and aside.seq > it.table.turn_began
    ]
    if not given:
        return None
    more = span(timedelta(seconds=sum(int(aside.text) for aside in given)))
    return News(
        Sentence("{who} gave you more time", who=it.who),
        (Sentence("You have {span} more for this turn. There is no hurry.", span=more),),
    )


def _away(it: Case) -> News | None:
    until = it.seat.away_until
    if until is None or not it.seat.is_away(it.now):
        return None
    moment = short_moment(until, it.now)
    if it.is_yours:
        lead = Sentence("Your time had run out, so you took a day of holiday, as you asked us to.")
        return News(Sentence("you are on holiday until {moment}", moment=moment), (lead,))
    return News(
        Sentence("{who} is on holiday until {moment}", who=it.who, moment=moment),
        (Sentence("The clock of {who} stands still until then.", who=it.who),),
    )


EVENTS: dict[str, Callable[[Case], News | None]] = {
    "kept": _kept,
    "returned": _returned,
    "resigned": _resigned,
    "stands-in": _stands_in,
    "stepped-down": _stepped_down,
    "released": _released,
    "pause": _paused,
    "resume": _resumed,
    "terms": _new_terms,
    "refused": _refused,
    "time": _time,
    "away": _away,
}
