"""Paces and terms as sentences, to be said by pages and mails alike."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from games.clock.spans import counted
from games.clock.terms import (
    BANK,
    DAY,
    DESERTED_FOR,
    ENOUGH,
    HOLIDAY_IN_A_GAME,
    HOLIDAY_IN_A_YEAR,
    HOUR,
    HOUSE,
    IDLE_FOR,
    LEAST,
    SOCIABLE,
    SOFT,
    STAND_IN,
    VOTE,
    Absence,
    Gates,
    Pace,
    Terms,
)
from games.rules.words import Sentence, listed

MANNERS = {"sensibly": Sentence("sensibly"), "randomly": Sentence("at random")}

# A part of the terms: what it is about, and what is agreed on.
Line = tuple[Sentence, tuple[Sentence, ...]]


def span(it: timedelta) -> Sentence:
    """A span in its units: "3 days", "1 day and 12 hours"."""
    days, hours, minutes = counted(it)
    units = [
        Sentence("{n} day", many="{n} days", n=days),
        Sentence("{n} hour", many="{n} hours", n=hours),
        Sentence("{n} minute", many="{n} minutes", n=minutes),
    ]
    first, *others = [unit for unit, n in zip(units, (days, hours, minutes), strict=True) if n] or units[2:]
    return Sentence("{first} and {last}", first=first, last=others[0]) if others else first


def share(per_cent: int) -> str:
    """A part of a hundred, in one piece."""
    return f"{per_cent}\N{NO-BREAK SPACE}%"


def pace_line(pace: Pace) -> Sentence:
    """A pace in a few words: "3 days a turn, weekends off"."""
    said = _shortly(pace)
    if pace.weekends_off:
        said = Sentence("{pace}, weekends off", pace=said)
    return Sentence("{pace}, waking hours only", pace=said) if pace.waking_hours else said


def _shortly(pace: Pace) -> Sentence:
    if pace.kind == SOFT:
        return Sentence("no limit, about {span} a turn", span=span(pace.turn))
    if pace.kind != BANK:
        return Sentence("{span} a turn", span=span(pace.turn))
    if not pace.increment:
        return Sentence("{span} for all turns", span=span(pace.bank))
    return Sentence("{span} + {hours} h a turn", span=span(pace.bank), hours=pace.increment // HOUR)


def each_turn(pace: Pace) -> tuple[Sentence, ...]:
    """How long everybody has for a turn, in full."""
    turn = span(pace.turn)
    if pace.kind == SOFT:
        return (
            Sentence(
                "Nobody’s time runs out. Who has not answered after about {span} is reminded.", span=turn
            ),
        )
    if pace.kind == SOCIABLE:
        return (Sentence("Everybody is here, and has {span} for each turn.", span=turn),)
    if pace.kind == BANK:
        return tuple(_bank(pace))
    return (Sentence("Everybody has {span} for each turn.", span=turn),)


def pace_in_full(pace: Pace) -> tuple[Sentence, ...]:
    """How long everybody has for a turn, and what of a week counts."""
    return (*each_turn(pace), *_in_a_week(pace))


def _bank(pace: Pace) -> Iterator[Sentence]:
    yield Sentence("Everybody has a time bank of {span} for all turns together.", span=span(pace.bank))
    if pace.turn:
        yield Sentence("It is touched only once a turn has lasted {span}.", span=span(pace.turn))
    if pace.increment:
        yield Sentence(
            "Each turn taken adds {increment}, up to {cap}.",
            increment=span(pace.increment),
            cap=span(pace.cap),
        )
    yield Sentence("Even with an empty bank a turn has {span}.", span=span(LEAST))


def terms_lines(terms: Terms, size: int | None = None) -> tuple[Line, ...]:
    """All that is agreed on, line by line, as it stands on the card of a table of so many seats."""
    pace, runs_out = terms.pace, when_it_runs_out(terms.absence, terms.pace.more, size)
    lines = [
        (Sentence("Each turn"), each_turn(pace)),
        (Sentence("What counts"), what_counts(pace)),
        (Sentence("If time runs out"), runs_out) if pace.runs_out else None,
        (Sentence("If it is abandoned"), tuple(_abandoned(pace))),
        (Sentence("With two players"), (TAKE_THE_WIN,)) if size in (None, 2) else None,
        (Sentence("Who may join"), who_may_join(terms.gates)),
        (Sentence("Changes"), (Sentence("Only if everybody at the table accepts them."),)),
    ]
    return tuple(line for line in lines if line)


TAKE_THE_WIN = Sentence("If the other is gone for good, the one who stayed may take the win.")


def what_counts(pace: Pace) -> tuple[Sentence, ...]:
    """The time that does not count as a player's."""
    if not pace.respects_absence:
        return (Sentence("Every minute counts, also at night, at weekends and on holidays."),)
    holidays = Sentence(
        "On holiday a player’s clock stands still: {year} days a year, at most {here} of them at this table.",
        year=HOLIDAY_IN_A_YEAR.days,
        here=HOLIDAY_IN_A_GAME.days,
    )
    return (*_in_a_week(pace), holidays)


def _in_a_week(pace: Pace) -> Iterator[Sentence]:
    """Which part of every week does not count."""
    if pace.weekends_off:
        yield Sentence("Saturdays and Sundays do not count.")
    if pace.waking_hours:
        yield Sentence("Only each player’s own waking hours count.")


def when_it_runs_out(
    absence: Absence, more: timedelta = DAY, size: int | None = None
) -> tuple[Sentence, ...]:
    """Who then plays, how well, and for how long; whoever is asked has so much `more` time to answer."""
    manner = MANNERS.get(absence.level, Sentence("at once"))
    first = {
        HOUSE: Sentence("The house plays that one turn, {manner}; the player keeps the seat.", manner=manner),
        STAND_IN: Sentence(
            "The stand-in whom the player has named is asked first; without one, or without an answer in "
            "{span}, the house plays that one turn, {manner}.",
            span=span(more),
            manner=manner,
        ),
        VOTE: _voted(size, span(more), manner),
    }
    keeps = Sentence(
        "After {n} such turn the house keeps the seat until its player is back.",
        many="After {n} such turns in a row the house keeps the seat until its player is back.",
        n=absence.after,
    )
    return first[absence.then], keeps


def _voted(size: int | None, time: Sentence, manner: Sentence) -> Sentence:
    """How it is decided: by the one other of two, or by the majority."""
    if size == 2:
        return Sentence(
            "The other decides whether the house plays on, {manner}, or the game ends; without an answer in "
            "{span} the house plays that one turn.",
            manner=manner,
            span=time,
        )
    return Sentence(
        "More than half of the others decide whether the house plays on, {manner}, or the game ends; without "
        "that in {span} the house plays that one turn.",
        manner=manner,
        span=time,
    )


def _abandoned(pace: Pace) -> Iterator[Sentence]:
    """When a game ends that nobody plays any more, and what puts that off."""
    if not pace.runs_out:
        yield Sentence(
            "If nobody moves for {days} days, the game ends without a winner; two mails warn before.",
            days=IDLE_FOR.days,
        )
        yield Sentence("A pause puts that off; holidays do not.")
        return
    yield Sentence(
        "If the house plays for everybody, and nobody comes back for {days} days, the game ends without a "
        "winner; two mails warn before.",
        days=DESERTED_FOR.days,
    )
    if pace.respects_absence:
        yield Sentence("Holidays do not put that off.")


def who_may_join(gates: Gates) -> tuple[Sentence, ...]:
    """Whom the table lets in."""
    if not gates.ask_for_something:
        return (Sentence("Anybody."),)
    asked = []
    if gates.on_time is not None:
        asked.append(
            Sentence("have played at least {share} of their turns in time", share=share(gates.on_time))
        )
    if gates.reply is not None:
        asked.append(Sentence("usually answer within {span}", span=span(gates.reply)))
    if not gates.newcomers:
        asked.append(Sentence("have played {enough} turns here or more", enough=ENOUGH))
    members = Sentence("Members who {asked}.", asked=listed(asked))
    if not gates.newcomers:
        return (members,)
    return members, Sentence("Newcomers, with fewer than {enough} turns here, may join too.", enough=ENOUGH)


def gates_shortly(gates: Gates) -> tuple[Sentence, ...]:
    """What the gates ask for, each in a word or two."""
    asked = []
    if gates.on_time is not None:
        asked.append(Sentence("{share} in time", share=share(gates.on_time)))
    if gates.reply is not None:
        asked.append(Sentence("answers within {span}", span=span(gates.reply)))
    if not gates.newcomers:
        asked.append(Sentence("no newcomers"))
    return tuple(asked)
