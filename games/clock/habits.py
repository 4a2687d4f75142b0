"""How soon and how reliably somebody answers, from their turns alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple

from games.clock import words
from games.clock.terms import DAY, ENOUGH, HOUR, MINUTE, Gates
from games.rules.words import Sentence


class Reply(NamedTuple):
    """A turn that was somebody's: how long it took, and whether they played it before it ran out."""

    took: timedelta
    in_time: bool


@dataclass(frozen=True, slots=True)
class Habits:
    """What somebody's turns say: how many they have `played`, the others having run out; how many per cent
    were `on_time`, rounded down, and how long those took.

    Of these, `lower`, `median` and `upper` are the quartiles; None without any. `left` are the games that
    they left.
    """

    turns: int
    played: int
    on_time: int | None
    median: timedelta | None
    lower: timedelta | None
    upper: timedelta | None
    left: int

    @property
    def says_something(self) -> bool:
        """Whether there are turns enough to tell anything by."""
        return self.turns >= ENOUGH


def habits(replies: Sequence[Reply], left: int) -> Habits:
    """The habits that show in these turns, of somebody who left so many games."""
    took = sorted(reply.took for reply in replies if reply.in_time)
    lower, median, upper = (_quantile(took, quarters) for quarters in (1, 2, 3))
    on_time = 100 * len(took) // len(replies) if replies else None
    return Habits(len(replies), len(took), on_time, median, lower, upper, left)


def _quantile(ordered: Sequence[timedelta], quarters: int) -> timedelta | None:
    """The value with so many quarters before it; where it falls between two, so far from one to the other."""
    if not ordered:
        return None
    place, part = divmod(quarters * (len(ordered) - 1), 4)
    below, above = ordered[place], ordered[min(place + 1, len(ordered) - 1)]
    return below + (above - below) * part / 4


def refusing(gates: Gates, habits: Habits) -> Gates | None:
    """The one of these gates that keeps somebody of such habits out; None where they let them in."""
    if not gates.newcomers and habits.played < ENOUGH:
        return Gates(newcomers=False)
    if not habits.says_something:
        return None
    if gates.on_time is not None and (habits.on_time or 0) < gates.on_time:
        return Gates(on_time=gates.on_time)
    if gates.reply is not None and (habits.median is None or habits.median > gates.reply):
        return Gates(reply=gates.reply)
    return None


def refusal(gates: Gates, habits: Habits) -> Sentence | None:
    """Why the gates of a table keep somebody of such habits out; None where they let them in."""
    gate = refusing(gates, habits)
    if gate is None:
        return None
    if gate.on_time is not None:
        return _too_late(gate.on_time, habits.on_time or 0)
    return _too_new(habits.played) if gate.reply is None else _too_slow(gate.reply, habits.median)


def _too_new(played: int) -> Sentence:
    return Sentence(
        "This table is for people who have played at least {enough} turns; you have played {n} turn so far.",
        many="This table is for people who have played at least {enough} turns; you have played {n} "
        "turns so far.",
        enough=ENOUGH,
        n=played,
    )


def _too_late(asked: int, on_time: int) -> Sentence:
    return Sentence(
        "This table asks for {asked} of turns in time; so far yours are {share}.",
        asked=words.share(asked),
        share=words.share(on_time),
    )


def _too_slow(asked: timedelta, median: timedelta | None) -> Sentence:
    if median is None:
        return Sentence(
            "This table asks for answers within {asked}; so far none of yours came in time.",
            asked=words.span(asked),
        )
    return Sentence(
        "This table asks for answers within {asked}; so far yours usually take {span}.",
        asked=words.span(asked),
        span=words.span(_rounded_up(median)),
    )


def _rounded_up(span: timedelta) -> timedelta:
    """A span in the units in which it is told, so that no longer one reads like what is asked for."""
    unit = HOUR if span > DAY else MINUTE
    return -(-span // unit) * unit
