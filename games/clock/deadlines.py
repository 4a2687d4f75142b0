"""When to remind of a turn that runs out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from games.clock.calendar import ALWAYS, Calendar

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
# A turn that lasts this long is reminded of a second time, a day before it runs out.
LONG = timedelta(days=3)


# Somebody may choose so many hours before the deadline, and so many reminders of one turn, instead.
LEADS, MOST_LEADS = range(1, 14 * 24 + 1), 4


class Reminder(NamedTuple):
    """A moment to remind at, and why: half of the time has gone, or all but a day or some hours of it."""

    at: datetime
    why: str


def reminders(
    began: datetime, deadline: datetime, calendar: Calendar = ALWAYS, leads: Sequence[int] | None = None
) -> tuple[Reminder, ...]:
    """The reminders of a turn, in the order of time.

    Half is half of the time that counts; the day before, and the `leads` that somebody has chosen instead of
    both, are hours as everybody knows them. None comes while the clock stands still, which puts it off until
    time counts again; none comes for less than an hour. A turn into which no lead falls is as usual.
    """
    span = calendar.counted(began, deadline)
    if span < HOUR:
        return ()
    chosen = _told(_chosen(began, deadline, leads or ()), deadline, calendar)
    return chosen or _told(_usual(began, deadline, span, calendar), deadline, calendar)


def _told(meant: Iterable[Reminder], deadline: datetime, calendar: Calendar) -> tuple[Reminder, ...]:
    """When those come that still do; of several that are put off to one moment, the last."""
    told = {calendar.resumes_at(at): why for at, why in meant if calendar.counted(at, deadline)}
    return tuple(Reminder(at, why) for at, why in told.items())


def _usual(began: datetime, deadline: datetime, span: timedelta, calendar: Calendar) -> Iterator[Reminder]:
    """When to remind as usual, if the clock did not stand still just then."""
    yield Reminder(calendar.after(began, span / 2), "half")
    if span >= LONG:
        yield Reminder(deadline.astimezone(UTC) - DAY, "day")


def _chosen(began: datetime, deadline: datetime, leads: Sequence[int]) -> Iterator[Reminder]:
    """The same of the hours that somebody has chosen, as far as the turn has begun by then."""
    for hours in sorted(leads, reverse=True):
        if (at := deadline.astimezone(UTC) - hours * HOUR) > began:
            yield Reminder(at, f"{hours}h")


def due_reminder(
    began: datetime,
    deadline: datetime,
    now: datetime,
    calendar: Calendar = ALWAYS,
    leads: Sequence[int] | None = None,
) -> Reminder | None:
    """The latest reminder whose moment has come; None before the first."""
    due = [it for it in reminders(began, deadline, calendar, leads) if it.at <= now]
    return due[-1] if due else None


def next_reminder(
    began: datetime,
    deadline: datetime,
    now: datetime,
    calendar: Calendar = ALWAYS,
    leads: Sequence[int] | None = None,
) -> datetime | None:
    """The moment of the next reminder; None when there is none any more."""
    return next((it.at for it in reminders(began, deadline, calendar, leads) if it.at > now), None)
