"""How soon and how reliably somebody answers, from their turns alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple

from games.clock import spans
from games.clock.terms import Gates
from games.rules.words import Listed, Sentence, listed

MINUTE = timedelta(minutes=1)
# So many turns have to be played before they say anything about somebody.
ENOUGH = 10


class Reply(NamedTuple):
    """A turn that was somebody's: how long it took, and whether they played it before it ran out."""

    took: timedelta
    in_time: bool


@dataclass(frozen=True, slots=True)
class Habits:
    """What somebody's turns say: how many per cent `on_time`, rounded down, and how long those took.

    Half of the turns in time took no longer than `median`, a quarter no longer than `lower`, three quarters
    no longer than `upper`; None without any. `left` are the games that they left.
    """

    turns: int
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
    return Habits(len(replies), on_time, median, lower, upper, left)


def _quantile(ordered: Sequence[timedelta], quarters: int) -> timedelta | None:
    """The value below which so many quarters are; between two values, so far from one to the other."""
    if not ordered:
        return None
    place, part = divmod(quarters * (len(ordered) - 1), 4)
    below, above = ordered[place], ordered[min(place + 1, len(ordered) - 1)]
    return below + (above - below) * part / 4


def refusal(gates: Gates, habits: Habits) -> Sentence | None:
    """Why the gates of a table keep somebody of such habits out; None where they let them in."""
    if not habits.says_something:
        return None if gates.newcomers else _too_new(habits.turns)
    if gates.on_time is not None and (habits.on_time or 0) < gates.on_time:
        return _too_late(gates.on_time, habits.on_time or 0)
    if gates.reply is not None and (habits.median is None or habits.median > gates.reply):
        return _too_slow(gates.reply, habits.median)
    return None


def _too_new(turns: int) -> Sentence:
    return Sentence(
        "This table is for people who have played at least {enough} turns; you have played {turns} so far.",
        enough=ENOUGH,
        turns=turns,
    )


def _too_late(asked: int, on_time: int) -> Sentence:
    return Sentence(
        "This table asks for {asked} per cent of turns in time; of yours so far it is {on_time} per cent.",
        asked=asked,
        on_time=on_time,
    )


def _too_slow(asked: timedelta, median: timedelta | None) -> Sentence:
    if median is None:
        return Sentence(
            "This table asks for answers within {asked}; none of yours has come in time so far.",
            asked=_spoken(asked),
        )
    return Sentence(
        "This table asks for answers within {asked}; yours so far usually take {took}.",
        asked=_spoken(asked),
        took=_spoken(median),
    )


def _spoken(span: timedelta) -> Listed:
    """A span in words, a begun minute as a whole one: what is longer never reads like what is asked for."""
    days, hours, minutes = spans.counted(-(-span // MINUTE) * MINUTE)
    units = (
        (days, Sentence("{n} day", many="{n} days", n=days)),
        (hours, Sentence("{n} hour", many="{n} hours", n=hours)),
        (minutes, Sentence("{n} minute", many="{n} minutes", n=minutes)),
    )
    return listed(unit for n, unit in units if n)
