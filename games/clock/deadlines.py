"""When a turn runs out, and when to remind of it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

DAY = timedelta(days=1)
# A turn that lasts this long is reminded of a second time, a day before it runs out.
LONG = timedelta(days=3)


class Reminder(NamedTuple):
    """A moment to remind at, and why: half of the time has gone, or all but a day of it."""

    at: datetime
    why: str


def reminders(began: datetime, deadline: datetime) -> tuple[Reminder, ...]:
    """The reminders of a turn, in the order of time."""
    half = Reminder(began + (deadline - began) / 2, "half")
    if deadline - began < LONG:
        return (half,)
    return (half, Reminder(deadline - DAY, "day"))


def due_reminder(began: datetime, deadline: datetime, now: datetime) -> Reminder | None:
    """The latest reminder whose moment has come; None before the first."""
    due = [it for it in reminders(began, deadline) if it.at <= now]
    return due[-1] if due else None


def next_reminder(began: datetime, deadline: datetime, now: datetime) -> datetime | None:
    """The moment of the next reminder; None when there is none any more."""
    return next((it.at for it in reminders(began, deadline) if it.at > now), None)
