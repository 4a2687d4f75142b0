"""What time counts: the hours of somebody's week, without the stretches in which the clock stands still."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from games.rules.words import Sentence

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
NONE = timedelta(0)
MINUTES = 24 * 60
EVERY_DAY, WEEKEND = frozenset(range(7)), frozenset({5, 6})
LEAST_DAYS, LEAST_MINUTES = 3, 8 * 60
# However little of the time counts, nobody looks further ahead for it than this.
HORIZON = timedelta(days=3653)

# From a moment on, until just before another.
Stretch = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class Week:
    """The local hours in which somebody's clock runs: whenever the clocks of `zone` show one of them.

    On each of `days` (Monday is 0) they begin `opens` minutes after midnight and end `closes` minutes after
    midnight: past midnight, on the next day, where that is not later; both alike are the whole day. What a
    clock shows twice when it is set back counts twice, what it leaves out does not count.
    """

    zone: str
    days: frozenset[int]
    opens: int
    closes: int

    @property
    def minutes(self) -> int:
        """How long the hours of one day are, on a day on which no clock is changed."""
        return (self.closes - self.opens) % MINUTES or MINUTES

    @property
    def is_whole(self) -> bool:
        """Whether the clock never stops."""
        return self.days == EVERY_DAY and self.minutes == MINUTES

    def refusal(self) -> Sentence | None:
        """Why nobody's clock can run so; None where it can."""
        if not _is_zone(self.zone):
            return Sentence("There is no time zone of that name.")
        if not self.days <= EVERY_DAY:
            return Sentence("There is no such day of the week.")
        if len(self.days) < LEAST_DAYS:
            return Sentence("Your clock has to run on at least 3 days of the week.")
        if not (0 <= self.opens < MINUTES and 0 <= self.closes < MINUTES):
            return Sentence("Choose times of the day between 00:00 and 23:59.")
        if self.minutes < LEAST_MINUTES:
            return Sentence("Your clock has to run for at least 8 hours a day.")
        return None

    def spelled(self) -> dict[str, Any]:
        """The week as JSON."""
        return {"zone": self.zone, "days": sorted(self.days), "opens": self.opens, "closes": self.closes}


def read_week(spelled: Mapping[str, Any]) -> Week:
    """The week that was spelled so. Raises KeyError where a part is missing."""
    return Week(spelled["zone"], frozenset(spelled["days"]), spelled["opens"], spelled["closes"])


def whole_week(zone: str) -> Week:
    """Every hour of every day."""
    return Week(zone, EVERY_DAY, 0, 0)


def without_weekends(week: Week) -> Week:
    """The week without Saturday and Sunday; as it is, where nothing would be left of it.

    The hours of Friday end when they end, though it be on Saturday morning.
    """
    return replace(week, days=week.days - WEEKEND or week.days)


@dataclass(frozen=True, slots=True)
class Calendar:
    """What time counts: inside the hours of `week`, or always without one, and outside what stands `still`.

    The stretches of `still` may overlap and come in any order; one that ends before it begins is none.
    Moments are aware, of any zone, and are answered in UTC.
    """

    week: Week | None = None
    still: tuple[Stretch, ...] = ()

    def after(self, start: datetime, span: timedelta) -> datetime:
        """The first moment at which so much time has counted since `start`; `start` itself for no time.

        Raises OverflowError where ten years more than that go by before.
        """
        at = start.astimezone(UTC)
        if span <= NONE:
            return at
        left = span
        for begins, ends in self._running(at, at + span + HORIZON):
            if ends - begins >= left:
                return begins + left
            left -= ends - begins
        raise OverflowError("hardly any time counts")

    def counted(self, start: datetime, end: datetime) -> timedelta:
        """How much time counts from `start` until `end`; none where that is not later."""
        running = self._running(start.astimezone(UTC), end.astimezone(UTC))
        return sum((ends - begins for begins, ends in running), NONE)

    def runs_at(self, at: datetime) -> bool:
        """Whether the time that begins at this moment counts."""
        return any(self._running(at.astimezone(UTC), at.astimezone(UTC) + timedelta.resolution))

    def resumes_at(self, at: datetime) -> datetime:
        """The first moment, from this one on, whose time counts.

        Raises OverflowError where there is none within ten years.
        """
        begins = at.astimezone(UTC)
        for first, _until in self._running(begins, begins + HORIZON):
            return first
        raise OverflowError("no time counts")

    def _running(self, start: datetime, end: datetime) -> Iterator[Stretch]:
        """The stretches that count from `start` until `end`, in order; none is empty, none overlap."""
        open_from = start
        still = _ordered(self.still, start, end)
        for closes, reopens in [*still, (end, end)]:
            yield from self._hours(open_from, closes)
            open_from = max(open_from, reopens)

    def _hours(self, start: datetime, end: datetime) -> Iterator[Stretch]:
        """The stretches from `start` until `end` that are hours of the week."""
        if self.week is None or self.week.is_whole:
            if start < end:
                yield start, end
            return
        for day in range(start.toordinal(), end.toordinal() + 1):
            for begins, ends in _hours_of(self.week, day):
                if (begins := max(begins, start)) < (ends := min(ends, end)):
                    yield begins, ends


# All time counts.
ALWAYS = Calendar()


def _ordered(stretches: Iterable[Stretch], start: datetime, end: datetime) -> list[Stretch]:
    """Those that are not empty and touch the time from `start` until `end`, in order, in UTC."""
    in_utc = ((begins.astimezone(UTC), ends.astimezone(UTC)) for begins, ends in stretches)
    return sorted(
        (begins, ends) for begins, ends in in_utc if begins < ends and begins < end and start < ends
    )


@lru_cache(maxsize=4096)
def _hours_of(week: Week, day: int) -> tuple[Stretch, ...]:
    """When the clock runs on a day of UTC, an ordinal: in order, none empty, none overlapping."""
    midnight = datetime.combine(date.fromordinal(day), time.min, UTC)
    return tuple(
        stretch
        for begins, ends, ahead in _offsets(ZoneInfo(week.zone), midnight, midnight + DAY)
        for stretch in _hours_shown(week, begins, ends, ahead)
    )


def _hours_shown(week: Week, begins: datetime, ends: datetime, ahead: timedelta) -> Iterator[Stretch]:
    """The hours of the week in a stretch of UTC in which local clocks are so much `ahead`."""
    first, last = (begins + ahead).toordinal(), (ends + ahead).toordinal()
    for local_day in range(first - 1, last + 1):
        if (local_day + 6) % 7 in week.days:
            opens = datetime.combine(date.fromordinal(local_day), time.min, UTC) + week.opens * MINUTE - ahead
            opened, closed = max(opens, begins), min(opens + week.minutes * MINUTE, ends)
            if opened < closed:
                yield opened, closed


def _offsets(
    zone: ZoneInfo, start: datetime, end: datetime
) -> Iterator[tuple[datetime, datetime, timedelta]]:
    """The stretches in which the local clock is not changed, and how far it is ahead in each.

    No zone has ever changed its clock twice within a day.
    """
    before, after = _ahead(zone, start), _ahead(zone, end)
    if before == after:
        yield start, end, before
        return
    change = _change(zone, start, end)
    yield start, change, before
    yield change, end, after


def _change(zone: ZoneInfo, start: datetime, end: datetime) -> datetime:
    """The second, after `start` and until `end`, at which the local clock is changed."""
    before = _ahead(zone, start)
    low, high = 0, int((end - start).total_seconds())
    while high - low > 1:
        middle = (low + high) // 2
        if _ahead(zone, start + timedelta(seconds=middle)) == before:
            low = middle
        else:
            high = middle
    return start + timedelta(seconds=high)


def _ahead(zone: ZoneInfo, at: datetime) -> timedelta:
    return at.astimezone(zone).utcoffset() or NONE


def _is_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return False
    return True
