"""The clock of a game: its columns, the table's terms and the player's own week make one deadline.

A turn has `clock_left` of counted time from `clock_at` on. What counts is a `Calendar`: the week of the
player as it was when the turn began, without the stretches in which the clock stands still: holidays, a
pause, outages of the site. So a deadline is computed and never switched, and asking twice gives the same.

Nothing here saves: whoever calls holds the game's lock and writes `COLUMNS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol

from games.clock.calendar import Calendar, Week, read_week, whole_week, without_weekends
from games.clock.deadlines import Reminder, due_reminder, next_reminder
from games.clock.terms import DESERTED_FOR, HOLIDAY_IN_A_GAME, IDLE_FOR, NONE, Pace
from games.models import Away, Game, Heartbeat, Outage, Person, Seat
from games.models.absence import GAP
from games.models.rows import SeatRow

Still = Game.Still
Stretch = tuple[datetime, datetime]

COLUMNS = (
    *("to_act", "waits_for", "turn_since", "clock_at", "clock_left", "week", "deadline_at", "reckoned_at"),
    *("remind_at", "still", "ends_at", "warn_at"),
)
# When nobody has said otherwise, a clock that counts waking hours counts these.
WAKING = {"days": [0, 1, 2, 3, 4, 5, 6], "opens": 8 * 60, "closes": 23 * 60}
# What is left of a turn whose time has run out, as long as no sweep has claimed that.
A_HAIR = timedelta.resolution
# What has not beaten for long, and since when no mail can leave.
OF_OUTAGES = (Heartbeat.Of.SWEEP, Heartbeat.Of.NO_MAIL)
# A game that nobody plays ends by itself, and says so twice before.
WARNINGS = (timedelta(days=7), timedelta(days=1))


def begin_turn(game: Game, seats: Sequence[SeatRow], seat: int, now: datetime) -> None:
    """Set the clock for a turn of this seat that begins now."""
    row, pace = seats[seat], game.agreed.pace
    game.to_act, game.waits_for_id, game.turn_since = seat, row.player_id, now
    game.still = _reason(seats, row, pace)
    _plan_end(game, now)
    restart(game, row, pace.budget(row.bank), week_of(row, pace) if row.is_live else None, now)


def reckon(game: Game, row: SeatRow, now: datetime) -> None:
    """Work out the deadline and the next reminder of the turn that runs, by what is known now."""
    game.reckoned_at = now
    game.deadline_at = game.remind_at = None
    if game.still not in ("", Still.SOFT):
        return
    calendar, until = _calendar_and_end(game, row)
    game.deadline_at = until if game.still == "" else None
    assert game.turn_since is not None, "a turn began"
    game.remind_at = next_reminder(game.turn_since, until, now, calendar, _leads(game, row))


def remind_anew(game: Game, row: SeatRow, now: datetime) -> None:
    """Work out the next reminder alone: whoever plays has chosen others. What is told of the clock stays."""
    if game.deadline_at is None or game.turn_since is None:
        return
    calendar, until = _calendar_and_end(game, row)
    game.remind_at = next_reminder(game.turn_since, until, now, calendar, _leads(game, row))


def restart(game: Game, row: SeatRow, left: timedelta, week: Week | None, now: datetime) -> None:
    """Give the turn that runs so much time from now on, counted in that week."""
    game.clock_at, game.clock_left = now, left
    game.week = week.spelled() if week else None
    reckon(game, row, now)


def fold(game: Game, row: SeatRow, now: datetime, more: timedelta = NONE) -> None:
    """Write down what is left now, and so much more, before something changes by which time is counted.

    That comes in time even after the deadline, as a turn does: until a sweep has claimed the time-out.
    """
    game.clock_left, game.clock_at = max(A_HAIR, left(game, row, now) + more), now


def left(game: Game, row: SeatRow, now: datetime) -> timedelta:
    """The counted time that is left of the turn; nothing where it has run out."""
    assert game.clock_at is not None and game.clock_left is not None, "a turn runs"
    return max(NONE, game.clock_left - calendar_of(game, row, now).counted(game.clock_at, now))


def last_reminder(game: Game, row: SeatRow, now: datetime) -> Reminder | None:
    """The latest reminder of the turn whose moment has come."""
    assert game.turn_since is not None, "a turn runs"
    calendar, until = _calendar_and_end(game, row)
    return due_reminder(game.turn_since, until, now, calendar, _leads(game, row))


def calendar_of(game: Game, row: SeatRow, now: datetime | None = None) -> Calendar:
    """What counts for the turn that runs, as the deadline has it; or by what is known `now`.

    The two differ by an outage of which this clock has not been told yet.
    """
    week = read_week(game.week) if game.week else None
    return Calendar(week, tuple(_stretches(game, row, now or game.reckoned_at)))


class Told(NamedTuple):
    """What is told of a clock: what counts, the deadline, and whether it `rests` until who knows when."""

    calendar: Calendar
    deadline_at: datetime | None
    rests: bool = False


def as_told(game: Game, seats: Sequence[SeatRow], is_of_table: bool, now: datetime) -> Told:
    """The clock of the turn that runs, as somebody may know it; all time counts where it is nobody's.

    Holidays are for the people of the table. For others it rests while one has it stand still.
    """
    if game.to_act is None or game.still not in ("", Still.SOFT):
        return Told(Calendar(), game.deadline_at)
    row = seats[game.to_act]
    if is_of_table:
        return Told(calendar_of(game, row), game.deadline_at)
    calendar = calendar_of(game, row._replace(away_since=None, away_until=None))
    rests = any(since <= now < until for since, until in holidays_of(game, row))
    return Told(calendar, None if rests else game.deadline_at, rests)


def week_of(row: SeatRow, pace: Pace) -> Week | None:
    """The local hours in which the clock of whoever plays a seat runs; None where it always does."""
    if not (pace.respects_absence and (pace.waking_hours or pace.weekends_off)):
        return None
    zone, hours = _own_hours(row)
    week = read_week({**(hours or WAKING), "zone": zone}) if pace.waking_hours else whole_week(zone)
    return without_weekends(week) if pace.weekends_off else week


def holidays(person_id: int, since: datetime) -> list[Stretch]:
    """The stretches in which a person's clock stands still in a game that began then."""
    return _stopping(_aways([person_id], since), since)


def holidays_of_all(people: Sequence[int], since: datetime) -> dict[int, list[Stretch]]:
    """The same of several people. One query."""
    aways = _aways(people, since)
    return {person: _stopping([it for it in aways if it.person_id == person], since) for person in people}


def holidays_by_game(person_id: int, games: Sequence[Game]) -> list[list[Stretch]]:
    """The same of one person in several games that have begun. One query, where there is any game."""
    begun = [game.started_at for game in games if game.started_at is not None]
    aways = _aways([person_id], min(begun)) if begun else []
    return [_stopping(aways, since) for since in begun]


def games_to_stop(person_id: int) -> list[Game]:
    """The running games in which a person plays and whose clocks their holidays stop. One query."""
    seats = Seat.objects.filter(person=person_id, resigned=False, keeper="", deputy_since=None)
    games = Game.objects.filter(status=Game.Status.RUNNING, id__in=seats.values("game"))
    return [it for it in games.exclude(still=Still.STUCK) if it.agreed.pace.respects_absence]


def _stopping(aways: Iterable[Away], since: datetime) -> list[Stretch]:
    """The stretches of somebody's holidays that stop the clock of a game that began then, in order.

    Beyond `HOLIDAY_IN_A_GAME` holidays stop no clock of that game; the emergency pause does.
    """
    counted, found = NONE, []
    for it in aways:
        begins, ends = max(it.since, since), it.until
        if it.kind != Away.Kind.EMERGENCY:
            ends = min(ends, begins + HOLIDAY_IN_A_GAME - counted)
            counted += max(NONE, ends - begins)
        if begins < ends:
            found.append((begins, ends))
    return found


def holidays_of(game: Game, row: SeatRow) -> list[Stretch]:
    """The holidays of its owner that have the clock of the turn that runs stand still, if it is this seat's.

    Those that were over before the clock was set need not be among them.
    """
    assert game.clock_at is not None and game.started_at is not None, "a turn runs"
    owner = None if row.has_stand_in else row.person_id
    if owner is None or not game.agreed.pace.respects_absence:
        return []
    concerns = row.away_until is not None and row.away_until > game.clock_at
    return holidays(owner, game.started_at) if concerns else []


def _aways(people: Sequence[int], since: datetime) -> list[Away]:
    return list(Away.objects.filter(person__in=people, until__gt=since).order_by("since", "id"))


def _calendar_and_end(game: Game, row: SeatRow) -> tuple[Calendar, datetime]:
    assert game.clock_at is not None and game.clock_left is not None, "a turn runs"
    calendar = calendar_of(game, row)
    return calendar, calendar.after(game.clock_at, game.clock_left)


def _stretches(game: Game, row: SeatRow, known_at: datetime | None) -> Iterator[Stretch]:
    """When the clock of the turn stands still, as far as it matters from `clock_at` on."""
    assert game.clock_at is not None, "a turn runs"
    if game.agreed.pace.respects_absence and game.paused_from and game.paused_until:
        yield game.paused_from, game.paused_until
    yield from holidays_of(game, row)
    if known_at is not None and known_at > game.clock_at:
        yield from outages(game.clock_at, known_at)


def outages(since: datetime, now: datetime) -> Iterator[Stretch]:
    """The stretches after a moment in which nobody's time was looked after, with those that go on."""
    yield from Outage.objects.filter(until__gt=since).values_list("since", "until")
    for began in Heartbeat.objects.filter(of__in=OF_OUTAGES).values_list("at", flat=True):
        if now - began > GAP:
            yield began, now


def _leads(game: Game, row: SeatRow) -> list[int] | None:
    """How many hours before the deadline whoever plays wishes to be reminded; None as usual.

    Where a turn never runs out, everybody is reminded as usual.
    """
    if game.still == Still.SOFT:
        return None
    return row.deputy_leads if row.has_stand_in else row.leads


def _own_hours(row: SeatRow) -> tuple[str, dict[str, object] | None]:
    """The zone and the hours of whoever plays a seat."""
    if row.deputy_id is None or not row.has_stand_in:
        return row.zone or "UTC", row.hours
    deputy = Person.objects.only("time_zone", "hours").get(id=row.deputy_id)
    return deputy.time_zone or "UTC", deputy.hours


def _reason(seats: Sequence[SeatRow], row: SeatRow, pace: Pace) -> str:
    """Why this turn has no deadline; empty where it has one."""
    if not any(it.is_live for it in seats):
        return Still.DESERTED
    if not row.is_live:
        return Still.HOUSE
    return "" if pace.runs_out else Still.SOFT


def _plan_end(game: Game, now: datetime) -> None:
    """When the game ends without a winner: where nobody is left to play, or nobody's time runs out.

    In a pause nobody is expected to play, so what is left of one comes on top.
    """
    idle = {Still.DESERTED: DESERTED_FOR, Still.SOFT: IDLE_FOR}.get(Still(game.still)) if game.still else None
    begins = max(now, game.paused_until or now)
    game.ends_at = begins + idle if idle else None
    game.warn_at = next_warning(game.ends_at, now)


class Pausing(Protocol):
    """A game, or what is told of one."""

    @property
    def paused_until(self) -> datetime | None:
        """Until when the table has agreed on a pause; one begins as it is agreed on."""


def is_paused(it: Pausing, now: datetime) -> bool:
    """Whether the table has agreed that no time counts now."""
    return it.paused_until is not None and now < it.paused_until


def next_warning(ends_at: datetime | None, now: datetime) -> datetime | None:
    """When the end is said next; the end itself once both warnings are given; None where none is planned."""
    if ends_at is None:
        return None
    return next((ends_at - it for it in WARNINGS if ends_at - it > now), ends_at)
