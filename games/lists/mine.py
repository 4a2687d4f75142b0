"""A person's own games: what waits for them, what runs, where they sit or are invited, what has ended."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

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


# The games with an open question that waits for somebody's answer, who speaks for a seat there as in
# `actions.questions.voice`. With a game its questions end.
ASKING = """
SELECT DISTINCT q.game_id
FROM games_seat s
    JOIN games_question q ON q.game_id = s.game_id AND q.status = 'open' AND q.seat <> s.number
WHERE (s.person_id = %s OR s.deputy_id = %s) AND s.keeper = ''
    AND %s = CASE WHEN q.kind IN ('terms', 'end') OR s.deputy_id IS NULL OR s.deputy_since IS NULL
                  THEN s.person_id ELSE s.deputy_id END
    AND NOT EXISTS (SELECT 1 FROM games_answer a WHERE a.question_id = q.id AND a.seat = s.number)
"""


@dataclass(frozen=True, slots=True)
class Mine:
    """A person's own games. `running` has first what is their turn, which `waiting` counts, then what asks
    them something, whose ids are `asking`; each by deadline.

    `tables` are the first open tables at which the person sits or to which they are invited; in the games
    of `standing_in` they are asked to play for somebody.
    """

    running: Page
    waiting: int
    asking: frozenset[int]
    tables: Page
    ended: tuple[Row, ...]
    standing_in: tuple[Row, ...]

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
    asking, around = _asking(person), _around(person, 1, AROUND_SHOWN)
    rows = rows_of(united(_running_of(person, page, asking), around, _ended_of(person)), person)
    asking -= {row.id for row in rows if row.still == "stuck"}
    running = sorted(
        (row for row in rows if row.status == "running"),
        key=lambda it: (it.you is not None, not it.your_turn, it.id not in asking, *_by_deadline(it)),
    )
    tables = sorted((row for row in rows if row.status == "open"), key=lambda it: -it.id)
    ended = sorted((row for row in rows if row.ended_at), key=lambda it: (it.ended_at, it.id), reverse=True)
    shown = cut(running, page, RUNNING)
    yours = sum(row.your_turn for row in shown.rows)
    all_shown = page == 1 and (yours < len(shown.rows) or not shown.more)
    return Mine(
        Page(tuple(row for row in shown.rows if row.you), page, shown.more),
        yours if all_shown else waiting(person),
        asking,
        cut(tables, 1, AROUND_SHOWN),
        tuple(ended[:RECENT]),
        tuple(row for row in shown.rows if not row.you and row.still != "stuck"),
    )


def _by_deadline(row: Row) -> tuple[bool, datetime | None, int]:
    return row.deadline_at is None, row.deadline_at or row.turn_since, row.id


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


def _asking(person: Person) -> frozenset[int]:
    """The games with a question that waits for this person's answer."""
    return frozenset(game for (game,) in fetched(Query(ASKING, [person.pk] * 3)))


def _running_of(person: Person, page: int, asking: frozenset[int]) -> Query:
    """What the person is asked to stand in for, then their turns, what asks them, and the rest."""
    asks = f"WHEN g.id IN ({', '.join(map(str, asking))}) THEN 2" if asking else ""
    order = f"""
    CASE WHEN s.deputy_id = {person.pk:d} AND s.deputy_since IS NULL THEN 0
         WHEN g.waits_for_id = {person.pk:d} THEN 1 {asks} ELSE 3 END, {SOONEST}
    """
    running = Where("g.status = 'running'")
    return page_of_games(PLAYED, running, order, page, RUNNING, joined=[person.pk, person.pk])


def _around(person: Person, page: int, size: int = PAGE) -> Query:
    around = Where(f"g.status = 'open' AND {AROUND}", person.pk, person.pk)
    return page_of_games("", around, "g.id DESC", page, size)


def _ended_of(person: Person) -> Query:
    return page_of_games(SEATED, Where(OVER), "g.ended_at DESC, g.id DESC", 1, RECENT, joined=[person.pk])
