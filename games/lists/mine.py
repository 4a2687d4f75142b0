"""A person's own games: what waits for them, what runs, where they sit or are invited, what has ended."""

from __future__ import annotations

from dataclasses import dataclass

from games.lists.queries import (
    OVER,
    PAGE,
    PLAYED,
    RECENT,
    RUNNING,
    SEATED,
    Query,
    Where,
    fetched,
    page_of_games,
    united,
)
from games.lists.rows import Page, Row, cut, page_of_rows, rows_of
from games.models import Person

# So many open tables stand beside one's running games; the others on pages of their own.
AROUND_SHOWN = 10
# What has no deadline comes last.
SOONEST = "g.deadline_at IS NULL, g.deadline_at, g.id"
AROUND = """
g.id IN (SELECT t.game_id FROM games_seat t WHERE t.person_id = %s
         UNION ALL SELECT i.game_id FROM games_invitation i WHERE i.person_id = %s AND i.status = 'open')
"""


@dataclass(frozen=True, slots=True)
class Mine:
    """A person's own games. `running` has what needs the person first, by deadline; `waiting` counts it.

    `tables` are the first open tables at which the person sits or to which they are invited.
    """

    running: Page
    waiting: int
    tables: Page
    ended: tuple[Row, ...]

    @property
    def invited(self) -> tuple[Row, ...]:
        """The open tables to which the person is invited."""
        return tuple(row for row in self.tables.rows if row.you is None)

    @property
    def open(self) -> tuple[Row, ...]:
        """The open tables at which the person sits."""
        return tuple(row for row in self.tables.rows if row.you is not None)


def my_games(person: Person, page: int) -> Mine:
    """The running games of a person, a page at a time, with the open tables and the latest results."""
    around = _around(person, 1, AROUND_SHOWN)
    rows = rows_of(united(_running_of(person, page), around, _ended_of(person)), person)
    running = sorted(
        (row for row in rows if row.status == "running"),
        key=lambda it: (not it.your_turn, it.deadline_at is None, it.deadline_at or it.turn_since, it.id),
    )
    tables = sorted((row for row in rows if row.status == "open"), key=lambda it: -it.id)
    ended = sorted((row for row in rows if row.ended_at), key=lambda it: (it.ended_at, it.id), reverse=True)
    shown = cut(running, page, RUNNING)
    yours = sum(row.your_turn for row in shown.rows)
    all_shown = page == 1 and (yours < len(shown.rows) or not shown.more)
    return Mine(
        shown, yours if all_shown else waiting(person), cut(tables, 1, AROUND_SHOWN), tuple(ended[:RECENT])
    )


def tables_around(person: Person, page: int) -> Page:
    """The open tables at which the person sits or to which they are invited, newest first."""
    return page_of_rows(_around(person, page), person, page)


def waiting(person: Person) -> int:
    """How many games wait for a turn of this person."""
    counted = fetched(Query("SELECT count(*) FROM games_game WHERE waits_for_id = %s", [person.pk]))
    return int(counted[0][0])


def most_urgent(person: Person) -> str | None:
    """The slug of the game that waits for this person and runs out first."""
    waits = f"SELECT g.slug FROM games_game g WHERE g.waits_for_id = %s ORDER BY {SOONEST} LIMIT 1"
    return next((slug for (slug,) in fetched(Query(waits, [person.pk]))), None)


def _running_of(person: Person, page: int) -> Query:
    yours_first = f"CASE WHEN g.waits_for_id = {person.pk:d} THEN 0 ELSE 1 END, {SOONEST}"
    running = Where("g.status = 'running'")
    return page_of_games(PLAYED, running, yours_first, page, RUNNING, joined=[person.pk, person.pk])


def _around(person: Person, page: int, size: int = PAGE) -> Query:
    around = Where(f"g.status = 'open' AND {AROUND}", person.pk, person.pk)
    return page_of_games("", around, "g.id DESC", page, size)


def _ended_of(person: Person) -> Query:
    return page_of_games(SEATED, Where(OVER), "g.ended_at DESC, g.id DESC", 1, RECENT, joined=[person.pk])
