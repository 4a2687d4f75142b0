"""What is there for everybody: tables with free seats, and games to watch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.clock.terms import BANK, SOCIABLE, SOFT
from games.lists.queries import TOGETHER, Where, page_of_games
from games.lists.rows import Page, page_of_rows
from games.models import Person

# A seat is free as in `Seat.EMPTY`.
FREE_SEATS = "(SELECT count(*) FROM games_seat f WHERE f.game_id = g.id AND f.joined IS NULL) = %s"
# The kind of a pace, as the spelling of its terms names it; a fixed time for each turn goes without saying.
KIND = "CAST(g.terms AS text) LIKE %s"
FIXED_TURN = "CAST(g.terms AS text) NOT LIKE %s AND g.pace_seconds BETWEEN %s AND %s"
ANY_KIND = '%"kind": %'
DAY = 24 * 60 * 60
PACES: dict[str, tuple[Any, ...]] = {
    "day": (FIXED_TURN, ANY_KIND, 0, DAY),
    "days": (FIXED_TURN, ANY_KIND, DAY + 1, 4 * DAY),
    "week": (FIXED_TURN, ANY_KIND, 4 * DAY + 1, 14 * DAY),
    "bank": (KIND, f'%"kind": "{BANK}"%'),
    "none": (KIND, f'%"kind": "{SOFT}"%'),
    "here": (KIND, f'%"kind": "{SOCIABLE}"%'),
}
"""The paces to look for, each as a condition and its values."""


@dataclass(frozen=True, slots=True)
class OpenFilters:
    """Which open tables to list; None and "" for any. `pace` is one of `PACES`."""

    rules: str = ""
    size: int | None = None
    pace: str = ""
    free: int | None = None


def open_tables(filters: OpenFilters, viewer: Person | None, page: int) -> Page:
    """The public tables that have seats free, newest first."""
    where = Where("g.status = 'open' AND g.public")
    if filters.rules:
        where.add("g.rules = %s", filters.rules)
    if filters.size is not None:
        where.add("g.size = %s", filters.size)
    if filters.pace:
        condition, *values = PACES[filters.pace]
        where.add(condition, *values)
    if filters.free is not None:
        where.add(FREE_SEATS, filters.free)
    return page_of_rows(page_of_games("", where, "g.opened_at DESC, g.id DESC", page), viewer, page)


def running_public(viewer: Person | None, page: int) -> Page:
    """The public games of others, for anybody to watch, the one that was played last first."""
    where = Where("g.status = 'running' AND g.public")
    if viewer is not None:
        where.add(f"NOT {TOGETHER}", viewer.pk)
    return page_of_rows(page_of_games("", where, "g.turn_since DESC, g.id DESC", page), viewer, page)
