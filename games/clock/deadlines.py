"""When to remind of a turn that runs out."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from games.clock.calendar import ALWAYS, Calendar

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
# A turn that lasts this long is reminded of a second time, a day before it runs out.
LONG = timedelta(days=3)


class Reminder(NamedTuple):
    """A moment to remind at, and why: half of the time has gone, or all but a day of it."""

    at: datetime
    why: str


def reminders(began: datetime, deadline: datetime, calendar: Calendar = ALWAYS) -> tuple[Reminder, ...]:
    """The reminders of a turn, in the order of time.

    Half is half of the time that counts, the day before is a day as everybody knows it. None comes while
    the clock stands still, which puts it off to when time counts again; none comes for less than an hour.
    """
    return tuple(
        Reminder(calendar.resumes_at(at), why)
        for at, why in _meant(began, deadline, calendar)
        if calendar.counted(at, deadline)
    )


def _meant(began: datetime, deadline: datetime, calendar: Calendar) -> Iterator[Reminder]:
    """When to remind if the clock did not stand still just then."""
    span = calendar.counted(began, deadline)
    if span >= HOUR:
        yield Reminder(calendar.after(began, span / 2), "half")
    if span >= LONG:
        yield Reminder(deadline.astimezone(UTC) - DAY, "day")


def due_reminder(
    began: datetime, deadline: datetime, now: datetime, calendar: Calendar = ALWAYS
) -> Reminder | None:
    """The latest reminder whose moment has come; None before the first."""
    due = [it for it in reminders(began, deadline, calendar) if it.at <= now]
    return due[-1] if due else None


def next_reminder(
    began: datetime, deadline: datetime, now: datetime, calendar: Calendar = ALWAYS
) -> datetime | None:
    """The moment of the next reminder; None when there is none any more."""
    return next((it.at for it in reminders(began, deadline, calendar) if it.at > now), None)
