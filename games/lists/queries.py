"""The queries of lists, written out, and the conditions that they are put together from.

In all of them `g` is the game and `o` who opened it; with `SEATED` or `PLAYED`, `s` is the seat of the
list's person.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection

PAGE = 20
# One's own list has both, twenty rows together.
RUNNING, RECENT = 15, 5
LAST_PAGE = 5000

# A game is somebody's who owns a seat of it, stands in there, or is asked to.
PLAYED = "JOIN games_seat s ON s.game_id = g.id AND (s.person_id = %s OR s.deputy_id = %s) "
SEATED = "JOIN games_seat s ON s.game_id = g.id AND s.person_id = %s "
TOGETHER = "EXISTS (SELECT 1 FROM games_seat t WHERE t.game_id = g.id AND t.person_id = %s)"
OVER = "g.status IN ('ended', 'scored')"


class GameColumns(NamedTuple):
    """What a list reads of a game, as it comes from the database."""

    id: int
    slug: str
    title: str
    rules: str
    options: str
    status: str
    size: int
    terms: str
    public: Any
    opened_by: str | None
    ended_at: Any
    seq: int
    to_act: int | None
    waits_for_id: int | None
    still: str
    turn_since: Any
    deadline_at: Any
    paused_until: Any
    turns_done: int
    turns_all: int


GAMES = """
SELECT g.id, g.slug, g.title, g.rules, g.options, g.status, g.size, g.terms, g.public, o.username,
       g.ended_at, g.seq, g.to_act, g.waits_for_id, g.still, g.turn_since, g.deadline_at,
       g.paused_until, g.turns_done, g.turns_all
FROM games_game g LEFT JOIN games_person o ON o.id = g.opened_by_id
"""
SEATS = """
SELECT s.game_id, s.number, s.person_id, p.username, s.bot, s.name, s.joined, s.score, s.place, s.keeper,
       s.resigned, d.id, d.username
FROM games_seat s LEFT JOIN games_person p ON p.id = s.person_id
    LEFT JOIN games_person d ON d.id = s.deputy_id AND s.deputy_since IS NOT NULL
WHERE s.game_id IN ({marks}) ORDER BY s.game_id, s.number
"""


class Where:
    """The conditions of a query, each with its values."""

    def __init__(self, condition: str, *values: Any) -> None:
        self.conditions, self.values = [condition], list(values)

    def add(self, condition: str, *values: Any) -> None:
        """One condition more."""
        self.conditions.append(condition)
        self.values += values

    def __str__(self) -> str:
        return " AND ".join(self.conditions)


class Query(NamedTuple):
    """A query, and the values for its marks."""

    sql: str
    values: list[Any]


def page_of_games(
    join: str, where: Where, order: str, page: int, size: int = PAGE, joined: Sequence[Any] = ()
) -> Query:
    """A query for one page of games, and one game more, which tells whether there is another page."""
    sql = f"{GAMES} {join} WHERE {where} ORDER BY {order} LIMIT {size + 1} OFFSET {(page - 1) * size}"
    return Query(sql, [*joined, *where.values])


def united(*queries: Query) -> Query:
    """Several queries as one, whose rows come in no order."""
    every = (f"SELECT * FROM ({query.sql}) AS part{number}" for number, query in enumerate(queries))
    return Query(" UNION ALL ".join(every), [value for query in queries for value in query.values])


def games(query: Query) -> list[GameColumns]:
    """The games that a query finds."""
    return [GameColumns(*columns) for columns in fetched(query)]


def seats_of(games: Sequence[int]) -> list[tuple[Any, ...]]:
    """The seats of these games, by game and number: what `SEATS` selects of each."""
    if not games:
        return []
    sql = SEATS.format(marks=", ".join(["%s"] * len(games)))
    return fetched(Query(sql, list(games)))


def fetched(query: Query) -> list[tuple[Any, ...]]:
    """The rows of a query."""
    with connection.cursor() as cursor:
        cursor.execute(query.sql, query.values)
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found


def stored(moment: datetime) -> Any:
    """A moment as the database compares it."""
    return connection.ops.adapt_datetimefield_value(moment)
