"""Who looks at what, in the cache: it is forgotten by itself; where it is lost, nothing is held."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import Any

from django.core.cache import cache

# A page that is looked at says so more often than that.
MARK_LASTS = timedelta(seconds=75)
# Who has not been here for so long is away, whatever the cache still knows.
SEEN_LASTS = timedelta(days=30)
# What is noted again and again is noted no more often than that, by one process.
REST_SECONDS = 25.0


class Seldom:
    """Says yes to the same thing once in so many seconds; a process keeps that for itself."""

    MANY = 10_000

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.last: dict[Any, float] = {}

    def __call__(self, what: Any) -> bool:
        """Whether it is time again for this."""
        now = time.monotonic()
        if now - self.last.get(what, -self.seconds) < self.seconds:
            return False
        if len(self.last) >= self.MANY:
            self.last.clear()
        self.last[what] = now
        return True


is_time = Seldom(REST_SECONDS)


def looks(person_id: int, game_id: int, now: datetime) -> None:
    """A visible page of this table has asked for news: note that once in a while."""
    if is_time((person_id, game_id)):
        mark_looking(person_id, game_id, now)
        mark_seen(person_id, now)


def is_here(person_id: int, now: datetime) -> None:
    """This person has asked for a page: note that once in a while."""
    if is_time(person_id):
        mark_seen(person_id, now)


def mark_looking(person_id: int, game_id: int, now: datetime) -> None:
    """Note that a visible page of this table is open before this person."""
    cache.set(_of_table(person_id, game_id), now, MARK_LASTS.total_seconds())


def is_looking(person_id: int, game_id: int) -> bool:
    """Whether a visible page of this table is open before this person."""
    return cache.get(_of_table(person_id, game_id)) is not None


def mark_seen(person_id: int, now: datetime) -> None:
    """Note that this person is on the site."""
    cache.set(_of_person(person_id), now, SEEN_LASTS.total_seconds())


def last_seen(person_id: int) -> datetime | None:
    """When this person was last on the site, as far as the cache knows."""
    seen: datetime | None = cache.get(_of_person(person_id))
    return seen


def _of_table(person_id: int, game_id: int) -> str:
    return f"looking:{person_id}:{game_id}"


def _of_person(person_id: int) -> str:
    return f"seen:{person_id}"
