"""Lists of games: who plays where, what waits for whom, what is open, what is over.

A list is made from the columns of games and seats alone, in a number of queries that does not depend on
its length; it knows nothing that a watcher may not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Case, Count, Exists, F, Min, OuterRef, Q, QuerySet, Value, When
from django.db.models.functions import Lower
from django.utils.timezone import localtime

from games.models import Game, Person, Seat
from games.rules.registry import RULES
from games.tables import seat_name, title_of

PAGE = 20
RECENT = 5
LAST_PAGE = 5000
FREE = Q(seats__person=None, seats__bot="", seats__name="")
ENDED = (Game.Status.ENDED, Game.Status.SCORED)
COLUMNS = (
    "id",
    "slug",
    "title",
    "rules",
    "options",
    "status",
    "size",
    "pace_days",
    "public",
    "opened_by__username",
    "opened_at",
    "ended_at",
    "to_act",
    "turn_since",
    "deadline_at",
    "turns_done",
    "turns_all",
)


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody at a table: a person, a house player, or nobody yet."""

    number: int
    name: str
    person_id: int | None
    bot: str
    empty: bool
    score: int | None
    place: int | None


@dataclass(frozen=True, slots=True)
class Row:
    """A game in a list. `you` is the viewer's seat, if any; `title` is never empty."""

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
    opened_at: datetime
    ended_at: datetime | None
    to_act: int | None
    turn_since: datetime | None
    deadline_at: datetime | None
    turns_done: int
    turns_all: int
    seats: tuple[Sitter, ...]
    you: Sitter | None

    @property
    def your_turn(self) -> bool:
        """Whether the game waits for the viewer."""
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
    """A person's own games. `running` has what needs the person first, by deadline."""

    running: Page
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


def people_named(name: str) -> QuerySet[Person]:
    """The person of that name, in whatever case."""
    if "\0" in name:
        return Person.objects.none()
    return Person.objects.annotate(key=Lower("username")).filter(key=Lower(Value(name)), is_active=True)


def my_games(person: Person, page: int) -> Mine:
    """The running games of a person, a page at a time, with the open tables and the latest results."""
    running = _cut(_running_of(person), page)
    around = Q(seats__person=person) | Q(invitations__person=person)
    waiting = Game.objects.filter(around, status=Game.Status.OPEN).distinct().order_by("-opened_at")[:PAGE]
    ended = Game.objects.filter(seats__person=person, status__in=ENDED).order_by("-ended_at")[:RECENT]
    found = [running, _columns(waiting), _columns(ended)]
    rows = {row.id: row for row in _rows([it for part in found for it in part], person)}
    current, tables, past = ([rows[it[0]] for it in part] for part in found)
    return Mine(
        _page(current, page),
        tuple(row for row in tables if row.you is None),
        tuple(row for row in tables if row.you is not None),
        tuple(past),
    )


def most_urgent(person: Person) -> str | None:
    """The slug of the game that has waited for this person and runs out first."""
    waiting = Game.objects.filter(
        seats__person=person, seats__number=F("to_act"), status=Game.Status.RUNNING
    ).order_by("deadline_at", "id")
    return waiting.values_list("slug", flat=True).first()


def open_tables(filters: OpenFilters, viewer: Person | None, page: int) -> Page:
    """The public tables that have seats free, newest first."""
    games = Game.objects.filter(status=Game.Status.OPEN, public=True)
    if filters.rules:
        games = games.filter(rules=filters.rules)
    if filters.size is not None:
        games = games.filter(size=filters.size)
    if filters.pace_days is not None:
        games = games.filter(pace_days=filters.pace_days)
    if filters.free is not None:
        games = games.annotate(free=Count("seats", filter=FREE)).filter(free=filters.free)
    return _listed(games.order_by("-opened_at", "-id"), viewer, page)


def running_public(viewer: Person | None, page: int) -> Page:
    """The public games that anybody may watch, the one that was played last first."""
    games = Game.objects.filter(status=Game.Status.RUNNING, public=True)
    return _listed(games.order_by("-turn_since", "-id"), viewer, page)


def history(person: Person, filters: PastFilters, viewer: Person | None, page: int) -> Page:
    """The ended games of a person, latest first. The `you` of these rows is that person.

    Games by link are listed only to those who took part in them.
    """
    seats = _past_seats(person, viewer)
    if filters.rules:
        seats = seats.filter(game__rules=filters.rules)
    if filters.year is not None:
        seats = seats.filter(game__ended_at__year=filters.year)
    if filters.opponent:
        others = Seat.objects.filter(game=OuterRef("game"), person__in=people_named(filters.opponent))
        seats = seats.filter(Exists(others.exclude(person=person)))
    if filters.result:
        seats = _with_result(seats, filters.result)
    games = Game.objects.filter(id__in=seats.values("game_id"))
    return _listed(games.order_by("-ended_at", "-id"), person, page)


def years(person: Person, viewer: Person | None, now: datetime) -> list[int]:
    """The years in which the person's listed games ended, without gaps, latest first."""
    first = _past_seats(person, viewer).aggregate(first=Min("game__ended_at"))["first"]
    return list(range(localtime(now).year, localtime(first).year - 1, -1)) if first else []


def _past_seats(person: Person, viewer: Person | None) -> QuerySet[Seat]:
    seats = Seat.objects.filter(person=person, game__status__in=ENDED)
    if viewer is None:
        return seats.filter(game__public=True)
    if viewer.pk == person.pk:
        return seats
    together = Exists(Seat.objects.filter(game=OuterRef("game"), person=viewer))
    return seats.filter(Q(game__public=True) | together)


def _with_result(seats: QuerySet[Seat], result: str) -> QuerySet[Seat]:
    if result == "lost":
        return seats.filter(place__gt=1)
    others = Seat.objects.filter(game=OuterRef("game"), place=1).exclude(id=OuterRef("id"))
    return seats.filter(Exists(others) if result == "shared" else ~Exists(others), place=1)


def _running_of(person: Person) -> QuerySet[Game]:
    own = Q(seats__number=F("to_act"))
    return (
        Game.objects.filter(seats__person=person, status=Game.Status.RUNNING)
        .annotate(later=Case(When(own, then=0), default=1))
        .order_by("later", "deadline_at", "id")
    )


def _listed(games: QuerySet[Game], viewer: Person | None, page: int) -> Page:
    return _page(_rows(_cut(games, page), viewer), page)


def _cut(games: QuerySet[Game], page: int) -> list[tuple[Any, ...]]:
    """The columns of one page and of one row more, which tells whether there is another page."""
    first = (page - 1) * PAGE
    return _columns(games[first : first + PAGE + 1])


def _columns(games: QuerySet[Game]) -> list[tuple[Any, ...]]:
    return list(games.values_list(*COLUMNS))


def _page(rows: Sequence[Row], number: int) -> Page:
    return Page(tuple(rows[:PAGE]), number, len(rows) > PAGE)


def _rows(games: Iterable[tuple[Any, ...]], viewer: Person | None) -> list[Row]:
    """Rows from the columns of games, with the seats of all of them from one query."""
    games = list(games)
    seats = _sitters([columns[0] for columns in games])
    you = viewer.pk if viewer else 0
    return [_row(columns, seats[columns[0]], you) for columns in games]


def _row(columns: tuple[Any, ...], seats: tuple[Sitter, ...], you: int) -> Row:
    game_id, slug, title, rules, options, status, size, pace, public, opened_by, *rest = columns
    name = RULES[rules].NAME
    names = [seat.name for seat in seats if not seat.empty]
    return Row(
        game_id,
        slug,
        title_of(title, name, names),
        bool(title),
        rules,
        name,
        options,
        status,
        size,
        pace,
        public,
        opened_by or "",
        *rest,
        seats,
        next((seat for seat in seats if seat.person_id == you), None),
    )


def _sitters(games: Sequence[int]) -> dict[int, tuple[Sitter, ...]]:
    """Who sits at each of the games, by seat."""
    seats: dict[int, list[Sitter]] = {game: [] for game in games}
    houses = dict.fromkeys(games, 0)
    found = (
        Seat.objects.filter(game_id__in=games)
        .order_by("game_id", "number")
        .values_list(
            "game_id", "number", "person_id", "person__username", "bot", "name", "joined", "score", "place"
        )
        if games
        else ()
    )
    for game, number, person, username, bot, name, joined, score, place in found:
        houses[game] += bool(bot)
        empty = joined is None and person is None and not bot and not name
        said = seat_name(number, username, bot, name, houses[game], empty)
        seats[game].append(Sitter(number, said, person, bot, empty, score, place))
    return {game: tuple(sitters) for game, sitters in seats.items()}
