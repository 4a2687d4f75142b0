"""Whether and when a notice leaves, by what was chosen and how things stand; nothing waits for ever."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games import presence
from games.models import Channel, Choices, Notice
from games.notices.choice import ALWAYS, BY_SLUG, EVENTS, OF_KIND
from games.notices.when import MUTED, SEND, Facts, Wait, decide, last_at, next_at, quiet_until

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
NOW = datetime(2026, 9, 24, 10, 40, tzinfo=UTC)
OSLO = ZoneInfo("Europe/Oslo")
# Zones whose clocks change, by an hour or by half of one, on either side of the equator, and not at all.
ZONES = ["Europe/Oslo", "Australia/Lord_Howe", "America/St_Johns", "Africa/Cairo", "Asia/Kathmandu", "UTC"]
EVENING, MORNING = 22 * 60, 8 * 60
QUIET = {"quiet_from": EVENING, "quiet_until": MORNING}


def chosen(**columns) -> Choices:
    """What somebody has chosen."""
    return Choices(**columns)


def notice(kind: str = "turn", channel: str = "mail", created_at: datetime = NOW) -> Notice:
    """Something to tell."""
    return Notice(kind=kind, channel=channel, created_at=created_at)


def facts(**known) -> Facts:
    """How things stand with somebody in Oslo."""
    return Facts(**{"zone": OSLO} | known)


def oslo(day: int, hour: int, minute: int = 0, month: int = 9) -> datetime:
    """A moment by the clocks of Oslo."""
    return datetime(2026, month, day, hour, minute, tzinfo=OSLO)


def test_who_has_chosen_nothing_is_told_at_once():
    for kind in OF_KIND:
        assert decide(chosen(), notice(kind), facts(last_seen=NOW), NOW) is SEND


@pytest.mark.parametrize("kind", [it for it in ALWAYS if it != "digest"])
@pytest.mark.parametrize("channel", ["mail", "push", "webhook"])
def test_what_nobody_else_would_say_waits_for_nothing(kind, channel):
    strict = chosen(matrix={it: [] for it in BY_SLUG}, one_mail=True, **QUIET)
    known = facts(looking=True, last_seen=NOW, mailed=True, is_muted=True)
    assert decide(strict, notice(kind, channel), known, oslo(24, 23)) is SEND


def test_what_is_not_wanted_on_a_channel_is_not_told_there():
    choices = chosen(matrix={"turn": ["push"]})
    assert decide(choices, notice(), facts(), NOW) is MUTED
    assert decide(choices, notice(channel="push"), facts(), NOW) is SEND


def test_a_muted_table_is_not_told_of_anywhere():
    for channel in ("mail", "push", "webhook"):
        assert decide(chosen(), notice(channel=channel), facts(is_muted=True), NOW) is MUTED


def test_where_mail_comes_back_all_else_stands_for_it():
    choices, known = chosen(matrix={"turn": ["mail"], "start": ["feed"]}), facts(mail_is_stopped=True)
    assert decide(choices, notice(channel="push"), known, NOW) is SEND
    assert decide(choices, notice("started", channel="push"), known, NOW) is MUTED


@pytest.mark.parametrize("channel", ["mail", "push"])
def test_while_the_table_is_looked_at_it_waits_five_minutes_at_a_time(channel):
    it = notice(channel=channel)
    assert decide(chosen(), it, facts(looking=True), NOW) == Wait(NOW + 5 * MINUTE, "looking")
    assert decide(chosen(), it, facts(), NOW + 5 * MINUTE) is SEND


def test_a_page_forgotten_on_a_desk_holds_nothing_beyond_half_an_hour():
    known = facts(looking=True)
    assert decide(chosen(), notice(), known, NOW + 28 * MINUTE) == Wait(NOW + 30 * MINUTE, "looking")
    assert decide(chosen(), notice(), known, NOW + 30 * MINUTE) is SEND


def test_a_program_is_told_at_once():
    choices = chosen(when={"turn": "held"}, one_mail=True, **QUIET)
    known = facts(looking=True, last_seen=NOW, mailed=True)
    assert decide(choices, notice(channel="webhook"), known, oslo(24, 23)) is SEND


def test_what_is_held_waits_until_somebody_has_left_the_site():
    choices, known = chosen(when={"turn": "held"}, idle_minutes=10), facts(last_seen=NOW - 4 * MINUTE)
    assert decide(choices, notice(), known, NOW) == Wait(NOW + 6 * MINUTE, "idle")
    assert decide(choices, notice(), known, NOW + 6 * MINUTE) is SEND
    assert decide(choices, notice("started"), known, NOW) is SEND, "only what was chosen"
    assert decide(choices, notice(channel="push"), known, NOW) is SEND, "only mail"


def test_of_whom_nothing_is_known_nothing_is_held():
    choices = chosen(when={"turn": "held"}, one_mail=True)
    assert decide(choices, notice(), facts(), NOW) is SEND
    long_ago = facts(last_seen=NOW - presence.SEEN_LASTS - MINUTE, mailed=True)
    assert decide(choices, notice(), long_ago, NOW) is SEND


def test_somebody_who_stays_on_the_site_is_told_after_a_day():
    choices = chosen(when={"seats": "held"})
    it, later = notice("news"), NOW + DAY
    it.data = {"event": "left"}
    assert decide(choices, it, facts(last_seen=later - MINUTE), later - MINUTE) == Wait(later, "idle")
    assert decide(choices, it, facts(last_seen=later), later) is SEND


def test_after_one_mail_the_others_wait_until_somebody_is_back():
    choices = chosen(one_mail=True)
    known = facts(last_seen=NOW - HOUR, mailed=True)
    assert decide(choices, notice(), known, NOW) == Wait(NOW + 15 * MINUTE, "once")
    assert decide(choices, notice(), replace(known, mailed=False), NOW) is SEND
    assert decide(choices, notice(channel="push"), known, NOW) is SEND, "of mails there is to be one"


def test_a_digest_comes_at_the_hour_of_its_reader():
    choices = chosen(when={"turn": "digest"}, digest_at=18 * 60 + 30)
    assert decide(choices, notice(), facts(), NOW) == Wait(oslo(24, 18, 30), "digest")
    assert decide(choices, notice(), facts(), oslo(24, 18, 30)) == Wait(oslo(25, 18, 30), "digest")


def test_a_digest_whose_hour_is_quiet_comes_when_that_ends():
    choices = chosen(when={"turn": "digest"}, digest_at=7 * 60, **QUIET)
    assert decide(choices, notice(), facts(), NOW) == Wait(oslo(25, 8), "digest")
    assert decide(choices, notice(), facts(), oslo(25, 7, 30)) == Wait(oslo(26, 8), "digest")


@pytest.mark.parametrize("channel", ["mail", "push"])
def test_quiet_hours_are_kept_over_midnight(channel):
    it = notice(channel=channel)
    assert decide(chosen(**QUIET), it, facts(), oslo(24, 21, 59)) is SEND
    assert decide(chosen(**QUIET), it, facts(), oslo(24, 22)) == Wait(oslo(25, 8), "quiet")
    assert decide(chosen(**QUIET), it, facts(), oslo(25, 7, 59)) == Wait(oslo(25, 8), "quiet")
    assert decide(chosen(**QUIET), it, facts(), oslo(25, 8)) is SEND


def test_quiet_hours_are_kept_within_a_day():
    choices = chosen(quiet_from=9 * 60, quiet_until=17 * 60)
    assert decide(choices, notice(), facts(), oslo(24, 8, 59)) is SEND
    assert decide(choices, notice(), facts(), oslo(24, 9)) == Wait(oslo(24, 17), "quiet")
    assert decide(choices, notice(), facts(), oslo(24, 17)) is SEND


def test_what_waits_for_the_readers_turn_leaves_a_quarter_of_its_time():
    choices, known = chosen(when={"turn": "held"}, idle_minutes=120), facts(deadline=NOW + 2 * HOUR)
    seen = replace(known, last_seen=NOW + HOUR)
    assert decide(choices, notice(), seen, NOW + HOUR - MINUTE) == Wait(NOW + HOUR, "idle"), "and an hour"
    assert decide(choices, notice(), seen, NOW + HOUR) is SEND
    slow = replace(seen, deadline=NOW + 80 * HOUR, last_seen=NOW + 59 * HOUR)
    late = notice(created_at=NOW)
    assert decide(chosen(one_mail=True), late, replace(slow, mailed=True), NOW + 60 * HOUR - MINUTE) == Wait(
        NOW + 60 * HOUR, "once"
    )
    assert decide(chosen(one_mail=True), late, replace(slow, mailed=True), NOW + 60 * HOUR) is SEND


def test_what_cannot_wait_for_the_digest_is_told_at_once():
    choices = chosen(when={"turn": "digest"}, digest_at=8 * 60)
    until_eight = oslo(25, 8) - NOW
    assert decide(choices, notice(), facts(deadline=NOW + until_eight + HOUR), NOW) is SEND
    in_time = facts(deadline=NOW + until_eight * 4 / 3)
    assert decide(choices, notice(), in_time, NOW) == Wait(oslo(25, 8), "digest")


def test_a_wait_that_would_end_in_quiet_hours_too_late_ends_before_them():
    """Turn until half past seven: what is held over ten in the evening would only be told at eight."""
    choices = chosen(when={"turn": "held"}, idle_minutes=30, **QUIET)
    begun = oslo(24, 21, 40)
    known = facts(deadline=oslo(25, 7, 30), last_seen=begun)
    assert decide(choices, notice(created_at=begun), known, begun) == Wait(oslo(24, 21, 55), "idle")
    assert decide(choices, notice(created_at=begun), known, oslo(24, 21, 55)) is SEND


def test_quiet_hours_follow_a_change_of_clocks():
    """On 25 October clocks in Oslo are put back from three to two."""
    assert quiet_until(chosen(**QUIET), OSLO, oslo(24, 23, month=10)) == datetime(2026, 10, 25, 7, tzinfo=UTC)
    assert quiet_until(chosen(**QUIET), OSLO, oslo(28, 23, month=3)) == datetime(2026, 3, 29, 6, tzinfo=UTC)


def test_an_hour_that_comes_twice_ends_quiet_hours_twice():
    half_past = {"quiet_from": EVENING, "quiet_until": 2 * 60 + 30}
    first = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert quiet_until(chosen(**half_past), OSLO, first - MINUTE) == first
    assert quiet_until(chosen(**half_past), OSLO, first) is None
    assert quiet_until(chosen(**half_past), OSLO, first + 40 * MINUTE) == first + HOUR


def test_an_hour_that_is_left_out_ends_them_after_it():
    half_past = {"quiet_from": EVENING, "quiet_until": 2 * 60 + 30}
    before = datetime(2026, 3, 29, 0, 59, tzinfo=UTC)
    until = quiet_until(chosen(**half_past), OSLO, before)
    assert until and before < until <= before + HOUR


minutes_of_day = st.integers(0, 24 * 60 - 1)
moments = st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31), timezones=st.just(UTC))  # noqa: DTZ001
zones = st.sampled_from(ZONES).map(ZoneInfo)


@given(moments, minutes_of_day, zones)
def test_the_next_and_the_last_moment_of_an_hour_are_within_a_day_and_a_bit(now, minutes, zone):
    after, before = next_at(zone, minutes, now), last_at(zone, minutes, now)
    assert now < after <= now + DAY + 2 * HOUR
    assert now - DAY - 2 * HOUR <= before <= now


@st.composite
def choices_of_somebody(draw) -> Choices:
    """What anybody might choose."""
    begin, end = draw(st.one_of(st.just((None, None)), st.tuples(minutes_of_day, minutes_of_day)))
    assume(begin is None or begin != end)
    return chosen(
        when=draw(st.dictionaries(st.sampled_from([it.slug for it in EVENTS]), st.sampled_from(WHENS))),
        idle_minutes=draw(st.integers(*Choices.IDLE)),
        digest_at=draw(minutes_of_day),
        quiet_from=begin,
        quiet_until=end,
        one_mail=draw(st.booleans()),
    )


WHENS = ["once", "held", "digest"]
kinds = st.sampled_from([it for it in OF_KIND if it != "news"])
channels = st.sampled_from([Channel.MAIL, Channel.PUSH, Channel.WEBHOOK])
# Of somebody: always at the table, always on the site, away since a day and mailed, never heard of.
manners = st.sampled_from(["looks", "is here", "is away", "unknown"])


def known_of(manner: str, it: Notice, now: datetime) -> dict:
    """What is known of somebody whose manner is this."""
    away = {"last_seen": it.created_at - DAY, "mailed": True}
    here: dict = {"last_seen": now}
    return {"looks": here | {"looking": True}, "is here": here, "is away": away, "unknown": {}}[manner]


def course(choices, it: Notice, manner: str, zone: ZoneInfo, deadline: datetime | None = None):
    """The waits of a notice until it leaves, each with the moment at which it is decided; and that moment.

    A digest leaves at its hour.
    """
    now, waits = it.created_at, []
    while isinstance(
        decided := decide(choices, it, Facts(zone, deadline=deadline, **known_of(manner, it, now)), now), Wait
    ):
        assert decided.until > now, "each wait is a wait"
        assert len(waits) < 5000, "it waits for ever"
        waits.append((now, decided))
        now = decided.until
        if decided.why == "digest":
            break
    return waits, now


@given(choices_of_somebody(), kinds, channels, manners, zones, moments)
def test_waiting_ends(choices, kind, channel, manner, zone, created):
    """For a day, a digest or quiet hours, or until nobody knows any more when they were here."""
    _, left = course(choices, notice(kind, channel, created), manner, zone)
    longest = presence.SEEN_LASTS if manner == "is away" and choices.one_mail else 2 * DAY
    assert left - created <= longest + 2 * DAY


@given(choices_of_somebody(), kinds, channels, manners, zones, moments)
def test_quiet_hours_are_kept_whatever_else_is_chosen(choices, kind, channel, manner, zone, created):
    _, left = course(choices, notice(kind, channel, created), manner, zone)
    assert channel == "webhook" or quiet_until(choices, zone, left) is None


@given(choices_of_somebody(), channels, manners, zones, moments, st.integers(1, 10 * 24 * 60))
def test_no_turn_is_lost_by_waiting(choices, channel, manner, zone, created, minutes):
    """It leaves in time, or it has waited for the end of quiet hours from the first."""
    deadline = created + minutes * MINUTE
    limit = deadline - max((deadline - created) / 4, HOUR)
    waits, left = course(choices, notice("turn", channel, created), manner, zone, deadline)
    assert all(it.until <= limit for _, it in waits if it.why != "quiet")
    assert left <= max(limit, created) or {it.why for _, it in waits} == {"quiet"}
