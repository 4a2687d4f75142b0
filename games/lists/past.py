"""The games of a person that are over, by filters."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.timezone import get_current_timezone

from games.lists.people import person_named
from games.lists.queries import OVER, PAGE, SEATED, TOGETHER, Where, page_of_games, stored
from games.lists.rows import Page, page_of_rows
from games.models import Person

# `s` is the seat of the list's person.
OTHERS_FIRST = "(SELECT 1 FROM games_seat t WHERE t.game_id = g.id AND t.place = 1 AND t.id <> s.id)"
RESULTS = {
    "won": f"s.place = 1 AND NOT EXISTS {OTHERS_FIRST}",
    "shared": f"s.place = 1 AND EXISTS {OTHERS_FIRST}",
    "lost": "s.place > 1",
}


@dataclass(frozen=True, slots=True)
class PastFilters:
    """Which ended games to list; `result` is "won", "shared", "lost" or "" for any."""

    rules: str = ""
    result: str = ""
    opponent: str = ""
    year: int | None = None


def history(person: Person, filters: PastFilters, viewer: Person | None, page: int, size: int = PAGE) -> Page:
    """The ended games of a person, latest first. The `you` of these rows is that person.

    Games by link are listed only to those who took part in them.
    """
    where = _seen_by(viewer, person)
    _narrow(where, filters, person)
    query = page_of_games(SEATED, where, "g.ended_at DESC, g.id DESC", page, size, joined=[person.pk])
    return page_of_rows(query, person, page, size)


def _seen_by(viewer: Person | None, person: Person) -> Where:
    """The ended games of a person that this viewer may see in a list."""
    where = Where(OVER)
    if viewer is None:
        where.add("g.public")
    elif viewer.pk != person.pk:
        where.add(f"(g.public OR {TOGETHER})", viewer.pk)
    return where


def _narrow(where: Where, filters: PastFilters, person: Person) -> None:
    """The conditions of the filters."""
    if filters.rules:
        where.add("g.rules = %s", filters.rules)
    if filters.year is not None:
        zone = get_current_timezone()
        where.add("g.ended_at >= %s", stored(datetime(filters.year, 1, 1, tzinfo=zone)))
        where.add("g.ended_at < %s", stored(datetime(filters.year + 1, 1, 1, tzinfo=zone)))
    if filters.opponent:
        opponent = person_named(filters.opponent)
        where.add(TOGETHER, opponent.pk if opponent and opponent != person else None)
    if filters.result:
        where.add(RESULTS[filters.result])
