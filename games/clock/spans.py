"""Spans of time as people count them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

# A day short of a week, so that no weekday is named twice.
NEAR = timedelta(days=6)


class Span(NamedTuple):
    """So many whole days, hours and minutes."""

    days: int
    hours: int
    minutes: int


def counted(span: timedelta) -> Span:
    """A span in whole units, without what is left of a minute; nothing for one that has passed."""
    minutes = max(0, span // timedelta(minutes=1))
    return Span(minutes // 1440, minutes // 60 % 24, minutes % 60)


def is_near(at: datetime, now: datetime) -> bool:
    """Whether the day of the week is enough to know the day."""
    return abs(at - now) < NEAR
