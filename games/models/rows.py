"""A game and its seats, read by one statement each: what every look at a table and every turn begins with."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, NamedTuple

from games.models.direct import Prepared
from games.models.game import Game, Seat

# Who plays for somebody who has left the site.
CARETAKER = "sensibly"
GAME_FIELDS = tuple(field.attname for field in Game._meta.concrete_fields)


class SeatRow(NamedTuple):
    """A seat, who is in it, and the draft that lies before it."""

    id: int
    number: int
    person_id: int | None
    username: str | None
    bot: str
    name: str
    joined: int | None
    word: str
    score: int | None
    place: int | None
    draft_seq: int | None
    draft_steps: list[str] | None
    draft_choice: str | None
    bank: timedelta | None
    missed: int
    keeper: str
    resigned: bool
    deputy_id: int | None
    deputy_name: str | None
    deputy_since: datetime | None
    zone: str | None
    hours: dict[str, Any] | None
    away_since: datetime | None
    away_until: datetime | None
    leads: list[int] | None
    deputy_leads: list[int] | None

    @property
    def house_player(self) -> str:
        """The house player that plays here now; empty where a person does.

        It sits here from the start, keeps the seat, or plays for somebody who has left the site and for whom
        nobody stands in.
        """
        return self.bot or self.keeper or ("" if self.person_id or self.has_stand_in else CARETAKER)

    @property
    def player_id(self) -> int | None:
        """The person who plays here now: the owner, or a stand-in; None where the house does."""
        if self.house_player:
            return None
        return self.deputy_id if self.has_stand_in else self.person_id

    @property
    def has_stand_in(self) -> bool:
        """Whether somebody plays for the owner, and has not left the site since."""
        return self.deputy_id is not None and self.deputy_since is not None

    @property
    def kept(self) -> bool:
        """Whether the house plays here in place of the owner."""
        return bool(self.keeper)

    @property
    def is_live(self) -> bool:
        """Whether a person plays here."""
        return self.player_id is not None

    def is_away(self, now: datetime) -> bool:
        """Whether its owner is on holiday."""
        return bool(self.away_since and self.away_until and self.away_since <= now < self.away_until)


class Seated(NamedTuple):
    """A game and its seats."""

    game: Game
    seats: list[SeatRow]


SEAT_FIELDS = (
    *("id", "number", "person_id", "person__username", "bot", "name", "joined", "word", "score", "place"),
    *("draft__seq", "draft__steps", "draft__choice"),
    *("bank", "missed", "keeper", "resigned", "deputy_id", "deputy__username", "deputy_since"),
    *("person__time_zone", "person__hours", "person__away_since", "person__away_until"),
    *("person__leads", "deputy__leads"),
)
_game = Prepared(lambda slug: Game.objects.filter(slug=slug).values_list(*GAME_FIELDS), "slug")
_id = Prepared(lambda slug: Game.objects.filter(slug=slug).values_list("id"), "slug")
_locked = Prepared(lambda pk: Game.objects.select_for_update().filter(id=pk).values_list(*GAME_FIELDS), -1)
_seats = Prepared(lambda pk: Seat.objects.filter(game_id=pk).order_by("number").values_list(*SEAT_FIELDS), -1)


def game_of(slug: str) -> Game:
    """The game at an address. Raises Game.DoesNotExist."""
    return _only(_game(slug))


def seated_at(slug: str) -> Seated:
    """The game at an address, with its seats. Raises Game.DoesNotExist."""
    game = game_of(slug)
    return Seated(game, seats_of(game.id))


@lru_cache(maxsize=4096)
def id_of(slug: str) -> int:
    """The id of the game at an address, which never changes. Raises Game.DoesNotExist."""
    for (found,) in _id(slug):
        return int(found)
    raise Game.DoesNotExist


def locked_game(game_id: int) -> Game:
    """The game, locked until the transaction ends. Raises Game.DoesNotExist."""
    return _only(_locked(game_id))


def seats_of(game_id: int) -> list[SeatRow]:
    """The seats of a game, in their order."""
    return [SeatRow(*row) for row in _seats(game_id)]


def _only(rows: list[tuple[object, ...]]) -> Game:
    if not rows:
        raise Game.DoesNotExist
    return Game.from_db("default", GAME_FIELDS, rows[0])
