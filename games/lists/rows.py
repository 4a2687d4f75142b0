"""What a list tells of a game and of who sits there, made from the columns that were read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import NamedTuple

from games.clock import terms
from games.clock.terms import Terms
from games.lists.queries import PAGE, GameColumns, Query, games, seats_of
from games.models import Person
from games.rules.registry import RULES
from games.sitters import seat_name
from games.tables import title_of


class Sitter(NamedTuple):
    """Somebody at a table: a person, a house player, or nobody yet (whose name is "").

    `keeper`: the house plays in place of the owner, who may come back unless they have `resigned`.
    `deputy`: who plays for them now.
    """

    number: int
    name: str
    person_id: int | None
    bot: str
    empty: bool
    score: int | None
    place: int | None
    keeper: str = ""
    resigned: bool = False
    deputy_id: int | None = None
    deputy: str | None = None

    @property
    def is_house(self) -> bool:
        """Whether the house plays here now."""
        return bool(self.bot or self.keeper) or (self.person_id is None and self.deputy_id is None)

    @property
    def player(self) -> str:
        """The name of who plays here now, unless the house does."""
        return self.deputy or self.name

    @property
    def is_kept(self) -> bool:
        """Whether the house plays here until the owner is back."""
        return bool(self.keeper) and not self.resigned

    def is_of(self, person_id: int) -> bool:
        """Whether the person owns the seat, or stands in there."""
        return person_id in (self.person_id, self.deputy_id)


class Row(NamedTuple):
    """A game in a list. `you` is the seat of the list's person, if any; `title` is never empty.

    `your_turn`: it waits for that person. `still` says why a running game has no deadline.
    """

    id: int
    slug: str
    title: str
    has_title: bool
    rules: str
    rules_name: str
    options: dict[str, str | bool]
    status: str
    size: int
    terms: Terms
    public: bool
    opened_by: str
    ended_at: datetime | None
    seq: int
    to_act: int | None
    your_turn: bool
    still: str
    turn_since: datetime | None
    deadline_at: datetime | None
    paused_until: datetime | None
    turns_done: int
    turns_all: int
    seats: tuple[Sitter, ...]
    you: Sitter | None

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


def page_of_rows(query: Query, person: Person | None, number: int, size: int = PAGE) -> Page:
    """The page that a query for it finds."""
    return cut(rows_of(query, person), number, size)


def cut(rows: Sequence[Row], number: int, size: int) -> Page:
    """A page, and whether there is more than it holds."""
    return Page(tuple(rows[:size]), number, len(rows) > size)


def rows_of(query: Query, person: Person | None) -> list[Row]:
    """The games that a query finds, with the seats of all of them from one query."""
    found = games(query)
    seats: dict[int, list[Sitter]] = {game.id: [] for game in found}
    for game, number, person_id, username, bot, name, joined, *rest in seats_of(list(seats)):
        others, empty = seats[game], joined is None and not username
        called = username or ("" if empty else _called(number, bot, name, others))
        others.append(Sitter(number, called, person_id, bot, empty, *rest))
    you = person.pk if person else 0
    return [_row(game, tuple(seats[game.id]), you) for game in found]


def _row(game: GameColumns, seats: tuple[Sitter, ...], you: int) -> Row:
    name = RULES[game.rules].NAME
    names = [seat.name for seat in seats if not seat.empty]
    return Row(
        id=game.id,
        slug=game.slug,
        title=title_of(game.title, name, names, game.turns_all > 0),
        has_title=bool(game.title),
        rules=game.rules,
        rules_name=name,
        options=_options(game.options),
        status=game.status,
        size=game.size,
        terms=_agreed(game.terms),
        public=bool(game.public),
        opened_by=game.opened_by or "",
        ended_at=game.ended_at and _aware(game.ended_at),
        seq=game.seq,
        to_act=game.to_act,
        your_turn=bool(you) and game.waits_for_id == you,
        still=game.still,
        turn_since=game.turn_since and _aware(game.turn_since),
        deadline_at=game.deadline_at and _aware(game.deadline_at),
        paused_until=game.paused_until and _aware(game.paused_until),
        turns_done=game.turns_done,
        turns_all=game.turns_all,
        seats=seats,
        you=next((seat for seat in seats if you and seat.is_of(you)), None),
    )


def _called(number: int, bot: str, name: str, others: Sequence[Sitter]) -> str:
    """How somebody without an account is called; `others` are those on the seats before."""
    return seat_name(number, None, bot, name, houses=1 + sum(it.bot != "" for it in others))


@lru_cache(maxsize=256)
def _options(text: str) -> dict[str, str | bool]:
    """The options of a game, as the database has them."""
    options: dict[str, str | bool] = json.loads(text)
    return options


@lru_cache(maxsize=512)
def _agreed(text: str) -> Terms:
    """The terms of a game, as the database has them."""
    return terms.read(json.loads(text))


def _aware(moment: datetime | str) -> datetime:
    """A moment as it comes from the database, which keeps UTC."""
    if isinstance(moment, str):
        moment = datetime.fromisoformat(moment)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
