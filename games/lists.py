"""Lists of games: who plays where, what waits for whom, what is open, what is over.

A list is made from the columns of games and seats alone and knows nothing that a watcher may not know.
Its queries are written out, since a list of twenty rows would spend most of its time on having them made;
their number does not depend on its length.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Value
from django.db.models.functions import Lower
from django.utils.timezone import get_current_timezone

from games.models import Person
from games.models.direct import Prepared
from games.rules.registry import RULES
from games.tables import seat_name, title_of

PAGE = 20
# One's own list has both, twenty rows together.
RUNNING, RECENT = 15, 5
LAST_PAGE = 5000

Columns = tuple[Any, ...]
Query = tuple[str, list[Any]]


class Sitter(NamedTuple):
    """Somebody at a table: a person, a house player, or nobody yet (whose name is "")."""

    number: int
    name: str
    person_id: int | None
    bot: str
    empty: bool
    score: int | None
    place: int | None


class Row(NamedTuple):
    """A game in a list. `you` is the seat of the list's person, if any; `title` is never empty."""

    id: int
    slug: str
    title: str
    has_title: bool
    rules: str
    rules_name: str
    options: dict[str, str | bool]
    status: str
    size: int
    pace_days: int
    public: bool
    opened_by: str
    ended_at: datetime | None
    seq: int
    to_act: int | None
    turn_since: datetime | None
    deadline_at: datetime | None
    turns_done: int
    turns_all: int
    seats: tuple[Sitter, ...]
    you: Sitter | None

    @property
    def your_turn(self) -> bool:
        """Whether the game waits for the list's person."""
        return self.you is not None and self.you.number == self.to_act

    @property
    def free(self) -> int:
        """How many seats are free."""
        return sum(seat.empty for seat in self.seats)

    @property
    def waits_for(self) -> Sitter | None:
        """Whose turn it is."""
        return None if self.to_act is None else self.seats[self.to_act]

    @property
    def shared_first(self) -> bool:
        """Whether several share the first place."""
        return sum(seat.place == 1 for seat in self.seats) > 1


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a list, of at most `PAGE` rows; `number` counts from 1."""

    rows: tuple[Row, ...]
    number: int
    more: bool


@dataclass(frozen=True, slots=True)
class Mine:
    """A person's own games. `running` has what needs the person first, by deadline; `waiting` counts it."""

    running: Page
    waiting: int
    invited: tuple[Row, ...]
    open: tuple[Row, ...]
    ended: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class OpenFilters:
    """Which open tables to list; None and "" for any."""

    rules: str = ""
    size: int | None = None
    pace_days: int | None = None
    free: int | None = None


@dataclass(frozen=True, slots=True)
class PastFilters:
    """Which ended games to list; `result` is "won", "shared", "lost" or "" for any."""

    rules: str = ""
    result: str = ""
    opponent: str = ""
    year: int | None = None


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


GAMES = """
SELECT g.id, g.slug, g.title, g.rules, g.options, g.status, g.size, g.pace_days, g.public, o.username,
       g.ended_at, g.seq, g.to_act, g.turn_since, g.deadline_at, g.turns_done, g.turns_all
FROM games_game g LEFT JOIN games_person o ON o.id = g.opened_by_id
"""
# The seat of the list's person; OTHERS_FIRST and RESULTS speak of it, too.
SEATED = "JOIN games_seat s ON s.game_id = g.id AND s.person_id = %s "
SEATS = """
SELECT s.game_id, s.number, s.person_id, p.username, s.bot, s.name, s.joined, s.score, s.place
FROM games_seat s LEFT JOIN games_person p ON p.id = s.person_id
WHERE s.game_id IN ({marks}) ORDER BY s.game_id, s.number
"""
# A seat is free as in `Seat.EMPTY`.
FREE_SEATS = "(SELECT count(*) FROM games_seat f WHERE f.game_id = g.id AND f.joined IS NULL) = %s"
TOGETHER = "EXISTS (SELECT 1 FROM games_seat t WHERE t.game_id = g.id AND t.person_id = %s)"
AROUND = """
g.id IN (SELECT t.game_id FROM games_seat t WHERE t.person_id = %s
         UNION ALL SELECT i.game_id FROM games_invitation i WHERE i.person_id = %s)
"""
OTHERS_FIRST = "(SELECT 1 FROM games_seat t WHERE t.game_id = g.id AND t.place = 1 AND t.id <> s.id)"
RESULTS = {
    "won": f"s.place = 1 AND NOT EXISTS {OTHERS_FIRST}",
    "shared": f"s.place = 1 AND EXISTS {OTHERS_FIRST}",
    "lost": "s.place > 1",
}
# In the order of the model's fields, in which a row becomes a person again.
SHOWN = tuple(
    field.attname
    for field in Person._meta.concrete_fields
    if field.attname in ("id", "username", "date_joined")
)
_named = Prepared(
    lambda name: (
        Person.objects.annotate(key=Lower("username"))
        .filter(key=Lower(Value(name)), is_active=True)
        .values_list(*SHOWN)
    ),
    "name of somebody",
)
OVER = "g.status IN ('ended', 'scored')"


def person_named(name: str) -> Person | None:
    """The person of that name, in whatever case, as far as a profile shows people."""
    found = [] if "\0" in name else _named(name)
    return Person.from_db(connection.alias, SHOWN, found[0]) if found else None


def my_games(person: Person, page: int) -> Mine:
    """The running games of a person, a page at a time, with the open tables and the latest results."""
    rows = _rows(
        _fetched(*_united(_running_of(person, page), _open_around(person), _ended_of(person))), person
    )
    running = sorted(
        (row for row in rows if row.status == "running"),
        key=lambda it: (not it.your_turn, it.deadline_at, it.id),
    )
    tables = sorted((row for row in rows if row.status == "open"), key=lambda it: -it.id)
    ended = sorted((row for row in rows if row.ended_at), key=lambda it: (it.ended_at, it.id), reverse=True)
    shown = _page(running, page, RUNNING)
    yours = sum(row.your_turn for row in shown.rows)
    all_shown = page == 1 and (yours < len(shown.rows) or not shown.more)
    return Mine(
        shown,
        yours if all_shown else waiting(person),
        tuple(row for row in tables if row.you is None),
        tuple(row for row in tables if row.you is not None),
        tuple(ended[:RECENT]),
    )


def _running_of(person: Person, page: int) -> Query:
    yours_first = "CASE WHEN s.number = g.to_act THEN 0 ELSE 1 END, g.deadline_at, g.id"
    return _query(SEATED, Where("g.status = 'running'"), yours_first, page, RUNNING, joined=[person.pk])


def _open_around(person: Person) -> Query:
    around = Where(f"g.status = 'open' AND {AROUND}", person.pk, person.pk)
    return _query("", around, "g.id DESC", 1)


def _ended_of(person: Person) -> Query:
    return _query(SEATED, Where(OVER), "g.ended_at DESC, g.id DESC", 1, RECENT, joined=[person.pk])


def waiting(person: Person) -> int:
    """How many games wait for a turn of this person."""
    counted = _fetched("SELECT count(*) FROM games_game WHERE waits_for_id = %s", [person.pk])
    return int(counted[0][0])


def most_urgent(person: Person) -> str | None:
    """The slug of the game that waits for this person and runs out first."""
    waits = "SELECT slug FROM games_game WHERE waits_for_id = %s ORDER BY deadline_at, id LIMIT 1"
    return next((slug for (slug,) in _fetched(waits, [person.pk])), None)


def open_tables(filters: OpenFilters, viewer: Person | None, page: int) -> Page:
    """The public tables that have seats free, newest first."""
    where = Where("g.status = 'open' AND g.public")
    if filters.rules:
        where.add("g.rules = %s", filters.rules)
    if filters.size is not None:
        where.add("g.size = %s", filters.size)
    if filters.pace_days is not None:
        where.add("g.pace_days = %s", filters.pace_days)
    if filters.free is not None:
        where.add(FREE_SEATS, filters.free)
    return _page(_rows(_fetched(*_query("", where, "g.opened_at DESC, g.id DESC", page)), viewer), page)


def running_public(viewer: Person | None, page: int) -> Page:
    """The public games that anybody may watch, the one that was played last first."""
    where = Where("g.status = 'running' AND g.public")
    return _page(_rows(_fetched(*_query("", where, "g.turn_since DESC, g.id DESC", page)), viewer), page)


def history(person: Person, filters: PastFilters, viewer: Person | None, page: int, size: int = PAGE) -> Page:
    """The ended games of a person, latest first. The `you` of these rows is that person.

    Games by link are listed only to those who took part in them.
    """
    where = _past(person, viewer)
    if filters.rules:
        where.add("g.rules = %s", filters.rules)
    if filters.year is not None:
        zone = get_current_timezone()
        where.add("g.ended_at >= %s", _stored(datetime(filters.year, 1, 1, tzinfo=zone)))
        where.add("g.ended_at < %s", _stored(datetime(filters.year + 1, 1, 1, tzinfo=zone)))
    if filters.opponent:
        opponent = person_named(filters.opponent)
        where.add(TOGETHER, opponent.pk if opponent and opponent != person else None)
    if filters.result:
        where.add(RESULTS[filters.result])
    found = _fetched(*_query(SEATED, where, "g.ended_at DESC, g.id DESC", page, size, joined=[person.pk]))
    return _page(_rows(found, person), page, size)


def _past(person: Person, viewer: Person | None) -> Where:
    """The ended games of a person that this viewer may see in a list."""
    where = Where(OVER)
    if viewer is None:
        where.add("g.public")
    elif viewer.pk != person.pk:
        where.add(f"(g.public OR {TOGETHER})", viewer.pk)
    return where


def _query(
    join: str, where: Where, order: str, page: int, size: int = PAGE, joined: Sequence[Any] = ()
) -> Query:
    """A query for one page of games, and one game more, which tells whether there is another page."""
    query = f"{GAMES} {join} WHERE {where} ORDER BY {order} LIMIT {size + 1} OFFSET {(page - 1) * size}"
    return query, [*joined, *where.values]


def _united(*queries: Query) -> Query:
    """Several queries as one, whose rows come in no order."""
    every = (f"SELECT * FROM ({query}) AS part{number}" for number, (query, _values) in enumerate(queries))
    return " UNION ALL ".join(every), [value for _query, values in queries for value in values]


def _fetched(query: str, values: Sequence[Any]) -> list[Columns]:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        found: list[Columns] = cursor.fetchall()
    return found


def _page(rows: Sequence[Row], number: int, size: int = PAGE) -> Page:
    return Page(tuple(rows[:size]), number, len(rows) > size)


def _rows(games: Iterable[Columns], person: Person | None) -> list[Row]:
    """Rows from the columns of games, with the seats of all of them from one query."""
    games = list(games)
    seats = _sitters([columns[0] for columns in games])
    you = person.pk if person else 0
    return [_row(columns, tuple(seats[columns[0]]), you) for columns in games]


def _row(columns: Columns, seats: tuple[Sitter, ...], you: int) -> Row:
    game_id, slug, title, rules, options, status, size, pace, public, opened_by, *rest = columns
    ended_at, seq, to_act, turn_since, deadline_at, done, turns = rest
    name = RULES[rules].NAME
    mine = [seat for seat in seats if seat.person_id == you]
    return Row(
        game_id,
        slug,
        title_of(title, name, [seat.name for seat in seats if not seat.empty], turns > 0),
        bool(title),
        rules,
        name,
        _options(options),
        status,
        size,
        pace,
        bool(public),
        opened_by or "",
        ended_at and _aware(ended_at),
        seq,
        to_act,
        turn_since and _aware(turn_since),
        deadline_at and _aware(deadline_at),
        done,
        turns,
        seats,
        mine[0] if mine else None,
    )


def _sitters(games: Sequence[int]) -> dict[int, list[Sitter]]:
    """Who sits at each of the games, by seat."""
    seats: dict[int, list[Sitter]] = {game: [] for game in games}
    if not games:
        return seats
    query = SEATS.format(marks=", ".join(["%s"] * len(games)))
    for game, number, person, username, bot, name, joined, score, place in _fetched(query, games):
        others, empty = seats[game], False
        if not username:
            empty = joined is None
            houses = 1 + sum(it.bot != "" for it in others)
            username = "" if empty else seat_name(number, None, bot, name, houses)
        others.append(Sitter(number, username, person, bot, empty, score, place))
    return seats


@lru_cache(maxsize=256)
def _options(text: str) -> dict[str, str | bool]:
    """The options of a game, as the database has them."""
    options: dict[str, str | bool] = json.loads(text)
    return options


def _aware(moment: datetime | str) -> datetime:
    """A moment as it comes from the database, which keeps UTC."""
    if isinstance(moment, str):
        moment = datetime.fromisoformat(moment)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _stored(moment: datetime) -> Any:
    """A moment as the database compares it."""
    return connection.ops.adapt_datetimefield_value(moment)
