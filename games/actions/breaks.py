"""The verbs of people who are not there: their holidays, their hours, and what happens in their absence.

A holiday is a stretch in which the clocks of a person's games stand still (`timing` counts it so). Whatever
changes one locks the games first, by their ids, and then the person.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games import timing
from games.actions import Refused
from games.actions.lobby import member_named
from games.actions.settling import Playing, if_running, save
from games.clock.calendar import Week, read_week
from games.clock.terms import DAY, HOLIDAY_IN_A_GAME, HOLIDAY_IN_A_YEAR, HOUR, NONE
from games.clock.words import span
from games.models import Away, Event, Game, Person, Seat
from games.models.rows import SeatRow
from games.translation import said

# A year is always as long, wherever it begins.
YEAR = timedelta(days=365)
LEAST, MOST, AHEAD = timedelta(hours=12), timedelta(days=30), timedelta(days=180)
# What was meant to begin at once may have been on its way for so long.
AT_ONCE = timedelta(minutes=1)
# Thirty days of the calendar are an hour longer where the clocks are set back.
CLOCKS_SET_BACK = HOUR
# So many may be begun, or planned and called off, in a week: each is told in the log of every game.
MOST_BEGUN, A_WEEK = 3, timedelta(days=7)
EMERGENCY, EMERGENCY_AGAIN = timedelta(days=3), timedelta(days=182)


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a person may still take: what is planned counts as used.

    `emergency_from` is when the emergency pause is there again; None where it is there now.
    """

    left: timedelta
    used: timedelta
    emergency_from: datetime | None


def allowance_of(aways: list[Away], now: datetime) -> Allowance:
    """What may be taken of holidays and of the emergency pause from now on, after these (`aways_of`)."""
    used = _taken(aways, now - YEAR, max((it.until for it in aways), default=now))
    pauses = [it.since for it in aways if it.kind == Away.Kind.EMERGENCY]
    again = max(pauses) + EMERGENCY_AGAIN if pauses else now
    return Allowance(max(NONE, HOLIDAY_IN_A_YEAR - used), used, again if again > now else None)


def aways_of(person: Person, now: datetime) -> list[Away]:
    """The stretches of the last year, and those that are to come, in the order of time."""
    return _aways_since(person, now - YEAR)


def may_end(aways: Iterable[Away], now: datetime) -> Away | None:
    """What `come_home` ends: what runs, or else what comes next. A day taken by itself is a whole day."""
    return next((it for it in aways if it.until > now and it.kind != Away.Kind.BY_ITSELF), None)


@transaction.atomic
def go_away(person: Person, since: datetime, until: datetime, now: datetime) -> Away:
    """Plan a holiday, or begin one: the clocks of all games of the person stand still.

    There is one at a time; where they stand still for another reason, it begins after that. Thirty days of
    the calendar are never too long: an hour by which the clocks are set back is cut off. Gives the holiday
    as it is. Raises Refused.
    """
    tables, locked = _tables_and_person(person, now)
    aways = aways_of(locked, now)
    since = _beginning(aways, since, now)
    _must_not_go_too_often(aways, now)
    _must_be_a_holiday(since, until, now)
    away = Away(person=locked, kind=Away.Kind.BY_HAND, since=since, until=until)
    if NONE < (over := _too_much(aways, away)) <= CLOCKS_SET_BACK:
        away.until -= over
    if _too_much(aways, away) > NONE:
        raise Refused(_too_long(aways, until))
    _begin(tables, locked, away)
    _remember(locked, person)
    return away


@transaction.atomic
def come_home(person: Person, now: datetime) -> Away:
    """End the holiday or the pause that runs, or call off the next one: what is left of it was not taken.

    A day that was taken by itself stays a whole day. Raises Refused where there is nothing to end.
    """
    tables, locked = _tables_and_person(person, now)
    away = may_end(aways_of(locked, now), now)
    if away is None:
        raise Refused(_("You have no holiday that could end."))
    # What is called off before it began has lasted no time.
    Away.objects.filter(id=away.id).update(since=min(away.since, now), until=now)
    if away.since <= now:
        away.until = now
    _keep_latest(locked)
    for it, row in _seats_of(tables, locked):
        if _is_said_to_be_away(it, row):
            it.note(Event.Kind.BACK, row.number)
        _reckon(it, row, locked)
        save(it)
    _remember(locked, person)
    return away


@transaction.atomic
def emergency(person: Person, now: datetime) -> Away:
    """Have the clocks of all games of the person stand still for three days, at once; once in half a year.

    It is no holiday, and taken from none; a day that was taken by itself ends with it. Raises Refused.
    """
    tables, locked = _tables_and_person(person, now)
    aways = aways_of(locked, now)
    away = Away(person=locked, kind=Away.Kind.EMERGENCY, since=now, until=now + EMERGENCY)
    if again := allowance_of(aways, now).emergency_from:
        raise Refused(_("The emergency pause is there again from %(day)s on.") % {"day": _day(again)})
    _must_not_meet_a_holiday(aways, away)
    Away.objects.filter(person=locked, until__gt=now, kind=Away.Kind.BY_ITSELF).update(until=now)
    _begin(tables, locked, away)
    _remember(locked, person)
    return away


def take_a_day(it: Playing, row: SeatRow) -> bool:
    """Take a day of holiday where the time of the seat to act has run out and its player wishes that.

    Returns whether the clock now stands still, with its day in the log; the caller saves the game. Where
    their clocks stand still already (another game took the day a moment ago), that is what stops this one.
    """
    game, now = it.game, it.now
    if row.person_id is None or row.player_id != row.person_id:
        return False
    if game.still or not game.agreed.pace.respects_absence:
        return False
    person = Person.locked().get(id=row.person_id)
    away = _day_of_holiday(game, person, now) if person.away_by_itself else None
    if away is None:
        return False
    if away._state.adding:
        away.save()
        _keep_latest(person)
    # The clock had run out: the turn ends with the day, as soon as time counts again.
    game.clock_at, game.clock_left = max(now, away.since), timing.A_HAIR
    it.note(Event.Kind.AWAY, row.number, _spelled(away))
    _reckon(it, row, person)
    return True


def save_hours(person: Person, days: Iterable[int] | None, opens: int, closes: int) -> None:
    """Keep when a person's clock runs at tables that count waking hours; None: the usual hours.

    `opens` and `closes` are minutes after midnight. A turn that has begun keeps the hours it began with.
    Raises Refused.
    """
    hours = None
    if days is not None:
        week = Week(person.time_zone or "UTC", frozenset(days), opens, closes)
        if refusal := week.refusal():
            raise Refused(said(refusal))
        hours = {"days": sorted(week.days), "opens": opens, "closes": closes}
    Person.objects.filter(id=person.id).update(hours=hours)
    person.hours = hours


def save_absence(person: Person, by_itself: bool, stand_in_name: str) -> None:
    """Keep what a person wishes when their time runs out: a day of holiday, and who is asked to stand in.

    An empty name: nobody. Raises Refused.
    """
    name = stand_in_name.strip()
    stand_in = member_named(name) if name else None
    if stand_in is not None and stand_in.id == person.id:
        raise Refused(_("Somebody else has to stand in for you."))
    Person.objects.filter(id=person.id).update(away_by_itself=by_itself, stand_in=stand_in)
    person.away_by_itself, person.stand_in = by_itself, stand_in


def hours_of(person: Person) -> Week:
    """When a person's clock runs at tables that count waking hours."""
    return read_week({**(person.hours or timing.WAKING), "zone": person.time_zone or "UTC"})


# ------------------------------------------------------------------ what may be taken


def _must_be_a_holiday(since: datetime, until: datetime, now: datetime) -> None:
    if since < now:
        raise Refused(_("A holiday cannot begin in the past."))
    if since > now + AHEAD:
        raise Refused(_("A holiday can be planned for the next 180 days."))
    if until - since < LEAST:
        raise Refused(_("A holiday lasts at least 12 hours."))
    if until - since > MOST + CLOCKS_SET_BACK:
        raise Refused(_("A holiday lasts at most 30 days."))


def _beginning(aways: list[Away], since: datetime, now: datetime) -> datetime:
    """When a holiday that is to begin then begins. Raises Refused where there is one already."""
    ahead = [it for it in aways if it.until > now]
    if any(it.kind == Away.Kind.BY_HAND for it in ahead):
        raise Refused(_("You have a holiday already. End it first, then plan another one."))
    at_once = now - AT_ONCE <= since <= now
    return max([now if at_once else since, *(it.until for it in ahead if since < it.until)])


def _must_not_go_too_often(aways: Iterable[Away], now: datetime) -> None:
    """Refuse to go away once more after some holidays that were soon over, or called off."""
    lately = [it.since for it in aways if it.kind == Away.Kind.BY_HAND and now - A_WEEK < it.since]
    if len(lately) >= MOST_BEGUN:
        again = sorted(lately)[-MOST_BEGUN] + A_WEEK
        why = _(
            "You have begun or called off three holidays within a week. Plan another one from %(day)s on."
        )
        raise Refused(why % {"day": _day(again)})


def _must_not_meet_a_holiday(aways: list[Away], pause: Away) -> None:
    by_hand = (it for it in aways if it.kind == Away.Kind.BY_HAND)
    met = next((it for it in by_hand if it.until > pause.since and it.since < pause.until), None)
    if met is None:
        return
    if met.since <= pause.since:
        raise Refused(_("You are on holiday already. Come back first, then take the emergency pause."))
    raise Refused(
        _("Your holiday begins within these 3 days. Call it off first, then take the emergency pause.")
    )


def _aways_since(person: Person, since: datetime) -> list[Away]:
    return list(Away.objects.filter(person=person, until__gt=since).order_by("since", "id"))


def _taken(aways: Iterable[Away], begin: datetime, end: datetime) -> timedelta:
    """How much holiday lies between two moments; the emergency pause is none."""
    parts = (min(it.until, end) - max(it.since, begin) for it in aways if it.kind != Away.Kind.EMERGENCY)
    return sum((part for part in parts if part > NONE), NONE)


def _too_much(aways: list[Away], away: Away) -> timedelta:
    """By how much the year that ends with this holiday, the last of all, holds too much."""
    return _taken([*aways, away], away.until - YEAR, away.until) - HOLIDAY_IN_A_YEAR


def _too_long(aways: list[Away], until: datetime) -> str:
    """That so much holiday is not left, and how much is."""
    left = max(NONE, HOLIDAY_IN_A_YEAR - _taken(aways, until - YEAR, until)) // HOUR * HOUR
    return _("That is more than the 30 days of holiday in a year. Up to then, %(span)s are left.") % {
        "span": said(span(left))
    }


def _day_of_holiday(game: Game, person: Person, now: datetime) -> Away | None:
    """What stops the clock of this game from now on: what runs already, or else a new day; None: nothing.

    Of two sweeps at once one reads its clock a moment later: what it took begins in a moment for the other.
    """
    assert game.started_at is not None, "the game runs"
    aways, soon = _aways_since(person, min(game.started_at, now - YEAR)), now + AT_ONCE
    if any(since <= soon and now < until for since, until in timing.holidays(person.id, game.started_at)):
        return next(it for it in aways if it.until > now)
    left_here = HOLIDAY_IN_A_GAME - _taken(aways, game.started_at, now)
    left = min(DAY, allowance_of(aways, now).left, left_here)
    if left < HOUR:
        return None
    begins_next = min((it.since for it in aways if it.since > now), default=now + DAY)
    until = min(now + left, begins_next)
    return Away(person=person, kind=Away.Kind.BY_ITSELF, since=now, until=until)


def _day(at: datetime) -> str:
    return date_format(timezone.localtime(at), "j F Y")


# ------------------------------------------------------------------ the games of a person


def _tables_and_person(person: Person, now: datetime) -> tuple[list[Playing], Person]:
    """The running games in which a holiday of the person counts, and then the person, all locked."""
    seats = Seat.objects.filter(person=person, resigned=False).values("game")
    games = Game.objects.filter(status=Game.Status.RUNNING, id__in=seats).exclude(still=Game.Still.STUCK)
    found = (if_running(it, now) for it in games.order_by("id").values_list("id", flat=True))
    tables = [it for it in found if it and it.game.agreed.pace.respects_absence]
    return tables, Person.locked().get(id=person.id)


def _seats_of(tables: list[Playing], person: Person) -> Iterator[tuple[Playing, SeatRow]]:
    """The games in which the person has a seat, and that seat."""
    for it in tables:
        for row in it.seats:
            if row.person_id == person.id:
                yield it, row


def _begin(tables: list[Playing], person: Person, away: Away) -> None:
    """Write down a stretch, tell it in the log of every game, and have their clocks know of it.

    A turn whose time has run out ends with it, unless a sweep has claimed that before.
    """
    for it, row in _seats_of(tables, person):
        if _waits_for(it, row, person) and it.game.deadline_at and it.game.deadline_at <= it.now:
            timing.fold(it.game, row, it.now)
    away.save()
    _keep_latest(person)
    for it, row in _seats_of(tables, person):
        it.note(Event.Kind.AWAY, row.number, _spelled(away))
        _reckon(it, row, person)
        save(it)


def _reckon(it: Playing, row: SeatRow, person: Person) -> None:
    """Work out the deadline where the game waits for the person, whose holidays have changed."""
    it.seats[row.number] = changed = row._replace(away_since=person.away_since, away_until=person.away_until)
    if _waits_for(it, row, person):
        timing.reckon(it.game, changed, it.now)


def _waits_for(it: Playing, row: SeatRow, person: Person) -> bool:
    """Whether the game waits for the person at this seat of theirs."""
    return it.game.to_act == row.number and row.player_id == person.id


def _keep_latest(person: Person) -> None:
    """Keep with the person the stretch that ends last: by it a clock tells whether any concerns it."""
    lasted = Away.objects.filter(person=person, until__gt=F("since"))
    latest = lasted.order_by("-until", "-id").first()
    person.away_since, person.away_until = (latest.since, latest.until) if latest else (None, None)
    person.save(update_fields=["away_since", "away_until"])


def _remember(locked: Person, person: Person) -> None:
    """Have the caller's copy of the person know it, too."""
    person.away_since, person.away_until = locked.away_since, locked.away_until


def _is_said_to_be_away(it: Playing, row: SeatRow) -> bool:
    """Whether the log tells last of the seat that its owner went away."""
    told = (Event.Kind.AWAY, Event.Kind.BACK)
    asides = (aside for aside in reversed(it.position.asides) if aside.seat == row.number)
    last = next((aside for aside in asides if aside.kind in told), None)
    return last is not None and last.kind == Event.Kind.AWAY


def _spelled(away: Away) -> str:
    """A stretch as an event tells it: until when, and how it came."""
    return f"{away.until.astimezone(UTC).isoformat()} {away.kind}"
