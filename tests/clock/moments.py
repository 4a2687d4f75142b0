"""Moments, weeks and calendars to try the clock with: most near a change of some local clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st

from games.clock.calendar import Calendar, Week

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
NONE = timedelta(0)

# When the local clock of a zone was or will be changed.
CHANGES = {
    "Europe/Oslo": (datetime(2026, 3, 29, 1, tzinfo=UTC), datetime(2026, 10, 25, 1, tzinfo=UTC)),
    "America/New_York": (datetime(2026, 3, 8, 7, tzinfo=UTC), datetime(2026, 11, 1, 6, tzinfo=UTC)),
    # At midnight: from 24:00 back to 23:00, and from 0:00 to 1:00.
    "America/Sao_Paulo": (datetime(2018, 2, 18, 2, tzinfo=UTC), datetime(2018, 11, 4, 3, tzinfo=UTC)),
    # By half an hour.
    "Australia/Lord_Howe": (datetime(2026, 4, 4, 15, tzinfo=UTC), datetime(2026, 10, 3, 15, 30, tzinfo=UTC)),
    # Without Friday, 30 December 2011.
    "Pacific/Apia": (datetime(2011, 12, 30, 10, tzinfo=UTC), datetime(2012, 3, 31, 14, tzinfo=UTC)),
    "Asia/Kathmandu": (),
    "UTC": (),
}
BOTH_CHANGES = [(zone, change) for zone, changes in CHANGES.items() for change in changes]
ORDINARY = datetime(2026, 6, 10, 12, tzinfo=UTC)

zones = st.sampled_from(sorted(CHANGES))
# A span to the microsecond, or of whole minutes; zero among them.
spans = st.one_of(
    st.timedeltas(NONE, 20 * DAY), st.integers(0, 3 * 1440).map(lambda minutes: minutes * MINUTE)
)
short_spans = st.integers(0, 2 * 1440).map(lambda minutes: minutes * MINUTE)


@st.composite
def weeks(draw, zone=None):
    """A week that can be chosen; some days last the whole day, some past midnight."""
    opens, minutes = draw(st.integers(0, 1439)), draw(st.one_of(st.just(1440), st.integers(480, 1440)))
    days = draw(st.frozensets(st.integers(0, 6), min_size=3))
    return Week(zone or draw(zones), days, opens, (opens + minutes) % 1440)


def near(zone):
    """Whole minutes within three days of a change of this zone's clock."""
    around = st.sampled_from(CHANGES[zone] or (ORDINARY,))
    return st.builds(lambda at, minutes: at + minutes * MINUTE, around, st.integers(-4320, 4320))


def exactly_near(zone):
    """Moments like `near`, some of them between two minutes."""
    within = st.one_of(st.just(NONE), st.timedeltas(NONE, MINUTE))
    return st.builds(lambda at, more: at + more, near(zone), within)


def stills(zone):
    """Stretches near a change: some empty, some back to front, some that overlap."""
    stretch = st.builds(lambda at, minutes: (at, at + minutes * MINUTE), near(zone), st.integers(-60, 2880))
    return st.lists(stretch, max_size=4).map(tuple)


@st.composite
def calendars(draw, zone):
    """A calendar with a week or without, and some stretches in which it stands still."""
    return Calendar(draw(st.one_of(st.none(), weeks(zone))), draw(stills(zone)))


@st.composite
def situations(draw, moments=1):
    """A calendar and moments near a change of the clock of its zone, in order."""
    zone = draw(zones)
    at = sorted(draw(st.lists(exactly_near(zone), min_size=moments, max_size=moments)))
    return draw(calendars(zone)), *at
