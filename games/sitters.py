"""Who sits at a table, as everybody may know it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils.translation import gettext

from games.models import Away, Game, Person
from games.models.direct import Prepared
from games.models.rows import SeatRow
from games.rules import base

_named = Prepared(
    lambda owner: Person.objects.filter(
        id=owner, stand_in__is_active=True, stand_in__emailaddress__verified=True
    ).values_list("stand_in_id", "stand_in__username"),
    -1,
)


@dataclass(frozen=True, slots=True)
class Sitting:
    """A seat, and who is in it. `word` is empty until the game has started.

    `is_house`: the house plays here now; `kept`: in place of its owner, who has `resigned` or may come back.
    `stand_in` is who was asked to play for the owner, and does so where it `stands_in`. The reader owns the
    seat where it `is_yours`; it `is_you` where they stand in, too.
    """

    number: base.Seat
    name: str
    person_id: int | None
    bot: str
    is_you: bool
    is_empty: bool
    joined: int | None
    word: str
    score: int | None
    place: int | None
    is_house: bool = False
    kept: bool = False
    resigned: bool = False
    missed: int = 0
    bank: timedelta | None = None
    stand_in: str = ""
    stand_in_id: int | None = None
    stands_in: bool = False
    away_since: datetime | None = None
    away_until: datetime | None = None
    is_yours: bool = False

    @property
    def is_live(self) -> bool:
        """Whether a person plays here."""
        return not (self.is_empty or self.is_house)

    @property
    def player_id(self) -> int | None:
        """The person who plays here now; None where nobody or the house does."""
        if not self.is_live:
            return None
        return self.stand_in_id if self.stands_in else self.person_id

    @property
    def player_name(self) -> str:
        """The name of who stands in here, or else of the owner."""
        return self.stand_in if self.stands_in else self.name

    def is_away(self, now: datetime) -> bool:
        """Whether the person whose seat it is has a holiday."""
        return bool(self.away_since and self.away_until and self.away_since <= now < self.away_until)


class Named(NamedTuple):
    """Whom the owner of a seat has named to stand in."""

    id: int
    username: str


def stand_in_of(row: SeatRow, rows: Sequence[SeatRow]) -> Named | None:
    """Who is asked to stand in when the time of this seat runs out; None where nobody may be.

    Whoever sits or plays at the table already may not, nor who is not there to be told. One query.
    """
    if row.person_id is None or row.deputy_id is not None:
        return None
    for found in _named(row.person_id):
        named = Named(*found)
        return None if any(named.id in (it.person_id, it.deputy_id) for it in rows) else named
    return None


def sittings(game: Game, rows: Sequence[SeatRow], person: Person | None) -> tuple[Sitting, ...]:
    """The seats of a game in their order, for this person to read.

    Until when somebody is away is told to the people of the table only.
    """
    started = game.started_at is not None
    asks = None if person is None else person.pk
    if not is_of_table(rows, person):
        rows = [row._replace(away_since=None, away_until=None) for row in rows]
    sittings = []
    houses = 0
    for row in rows:
        houses += bool(row.bot)
        name = seat_name(row.number, row.username, row.bot, row.name, houses, row.joined is None)
        is_yours = asks is not None and row.person_id == asks
        sittings.append(_sitting(row, name, _is_of(game, row, asks), is_yours, started))
    return tuple(sittings)


def with_present_holidays(rows: Sequence[SeatRow], now: datetime) -> list[SeatRow]:
    """The seats, each with the holiday of its owner that runs, though another one is planned for later.

    One query, where somebody has planned one.
    """
    planned = [row.person_id for row in rows if row.away_since and row.away_since > now]
    if not planned:
        return list(rows)
    run = Away.objects.filter(person__in=planned, since__lte=now, until__gt=now)
    found = {away.person_id: away for away in run}
    return [
        row._replace(away_since=away.since, away_until=away.until)
        if row.person_id is not None and (away := found.get(row.person_id))
        else row
        for row in rows
    ]


def is_of_table(rows: Sequence[SeatRow], person: Person | None) -> bool:
    """Whether somebody has a seat there, which they have not given up, plays at one, or is asked to."""
    if person is None:
        return False
    return any(
        person.pk == row.deputy_id or (person.pk == row.person_id and not row.resigned) for row in rows
    )


def _is_of(game: Game, row: SeatRow, person_id: int | None) -> bool:
    """Whether the seat is this person's; or, as long as the game runs, this person plays there."""
    if person_id is None:
        return False
    return person_id in ((row.person_id,) if game.has_ended() else (row.person_id, row.player_id))


def _sitting(row: SeatRow, name: str, is_you: bool, is_yours: bool, started: bool) -> Sitting:
    return Sitting(
        row.number,
        name,
        row.person_id,
        row.bot,
        is_you,
        row.joined is None,
        row.joined,
        row.word if started or is_you else "",
        row.score,
        row.place,
        bool(row.house_player) and row.joined is not None,
        bool(row.keeper),
        row.resigned,
        row.missed,
        row.bank,
        row.deputy_name or "",
        row.deputy_id,
        row.has_stand_in,
        row.away_since,
        row.away_until,
        is_yours,
    )


def seat_name(
    number: int, username: str | None, bot: str, name: str, houses: int, empty: bool = False
) -> str:
    """How somebody at a table is called; `houses` counts the house players up to this one."""
    if username:
        return username
    if bot:
        return gettext("House") if houses < 2 else gettext("House {letter}").format(letter="ABCD"[houses - 1])
    if empty:
        return gettext("Empty seat")
    return name or gettext("Former player {n}").format(n=number + 1)
