"""The arithmetic of time that counts, whatever the week, the zone and the stretches without a clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock.calendar import ALWAYS, Calendar, Week, without_weekends
from tests.clock.moments import (
    BOTH_CHANGES,
    CHANGES,
    DAY,
    HOUR,
    MINUTE,
    NONE,
    near,
    short_spans,
    situations,
    spans,
    stills,
    weeks,
    zones,
)

TICK = timedelta.resolution


# What counts, minute by minute: an own way to it, through the local clock alone.


def shows_an_hour_of(week, at):
    """Whether the local clock shows an hour of the week: of today's, or of what is left of yesterday's."""
    local = at.astimezone(ZoneInfo(week.zone))
    minute, today = local.hour * 60 + local.minute, local.weekday()
    length = (week.closes - week.opens) % 1440 or 1440
    since_yesterday = minute + 1440
    return (today in week.days and week.opens <= minute < week.opens + length) or (
        (today - 1) % 7 in week.days and since_yesterday < week.opens + length
    )


def counts(calendar, at):
    """Whether the minute that begins then counts."""
    is_still = any(begins <= at < ends for begins, ends in calendar.still)
    return not is_still and (calendar.week is None or shows_an_hour_of(calendar.week, at))


@st.composite
def to_the_minute(draw):
    """A calendar, a start and an end, all on whole minutes, up to three days apart."""
    zone = draw(zones)
    calendar = Calendar(draw(weeks(zone)), draw(stills(zone)))
    start = draw(near(zone))
    return calendar, start, start + draw(st.integers(0, 3 * 1440)) * MINUTE


@given(to_the_minute())
def test_it_counts_the_minutes_that_the_local_clock_shows_as_hours_of_the_week(case):
    calendar, start, end = case
    minutes = (start + n * MINUTE for n in range((end - start) // MINUTE))
    assert calendar.counted(start, end) == sum(counts(calendar, at) for at in minutes) * MINUTE


@given(to_the_minute(), st.integers(1, 1440))
def test_time_runs_out_at_the_end_of_the_minute_that_a_count_of_minutes_finds(case, wanted):
    calendar, start, _end = case
    at, left = start, wanted
    while left:
        left -= counts(calendar, at)
        at += MINUTE
    assert calendar.after(start, wanted * MINUTE) == at


@given(to_the_minute())
def test_it_runs_when_the_local_clock_says_so_and_resumes_at_the_next_such_minute(case):
    calendar, at, _end = case
    assert calendar.runs_at(at) == counts(calendar, at)
    first = at
    while not counts(calendar, first):
        first += MINUTE
    assert calendar.resumes_at(at) == first


@pytest.mark.parametrize(
    ("zone", "change", "opens"),
    [
        ("Asia/Kathmandu", datetime(1919, 12, 31, 18, 18, 44, tzinfo=UTC), (23, 50)),
        ("America/Sao_Paulo", datetime(1914, 1, 1, 3, 6, 28, tzinfo=UTC), (0, 3)),
        ("Australia/Lord_Howe", datetime(1895, 1, 31, 13, 23, 40, tzinfo=UTC), (23, 50)),
        ("Africa/Monrovia", datetime(1972, 1, 7, 0, 44, 30, tzinfo=UTC), (0, 10)),
    ],
)
def test_a_clock_that_was_changed_between_two_minutes_is_known_to_the_second(zone, change, opens):
    week = Week(zone, frozenset(range(7)), opens[0] * 60 + opens[1], 9 * 60)
    for seconds in range(-3, 4):
        at = change + timedelta(seconds=seconds)
        assert Calendar(week).runs_at(at) == shows_an_hour_of(week, at)
    assert len({shows_an_hour_of(week, change + n * timedelta(seconds=1)) for n in (-1, 0)}) == 2


# The laws of counting.


@given(situations(moments=3))
def test_what_counts_until_then_and_from_then_on_is_what_counts_in_all(case):
    calendar, first, second, third = case
    whole = calendar.counted(first, third)
    assert calendar.counted(first, second) + calendar.counted(second, third) == whole
    assert NONE <= whole <= third - first


@given(situations(moments=2))
def test_nothing_counts_backwards(case):
    calendar, first, second = case
    assert calendar.counted(second, first) == calendar.counted(first, first) == NONE


@given(situations(), spans)
def test_a_span_has_counted_when_it_is_over_and_not_before(case, span):
    calendar, start = case
    end = calendar.after(start, span)
    assert calendar.counted(start, end) == span
    assert span == NONE or calendar.counted(start, end - TICK) == span - TICK


@given(situations(moments=2))
def test_the_moment_after_what_has_counted_is_never_later_and_the_same_where_time_has_just_counted(case):
    calendar, start, now = case
    again = calendar.after(start, calendar.counted(start, now))
    assert again <= now
    assert (again == now) == (now == start or calendar.runs_at(now - TICK))


@given(situations(moments=2), spans)
def test_who_begins_later_is_never_done_earlier(case, span):
    calendar, first, second = case
    assert calendar.after(first, span) <= calendar.after(second, span)


@given(situations(), spans, spans)
def test_more_time_ends_later(case, one, other):
    calendar, start = case
    shorter, longer = sorted((one, other))
    assert (calendar.after(start, shorter) < calendar.after(start, longer)) == (shorter < longer)


@given(situations(), spans, spans)
def test_one_span_after_another_ends_when_both_together_do(case, one, other):
    # Whether the first ends with the hours of a day (and not with the next hours) makes no difference, as
    # nothing counts between; so this holds without any exception, for spans of nothing too.
    calendar, start = case
    assert calendar.after(calendar.after(start, one), other) == calendar.after(start, one + other)


@given(situations())
def test_it_resumes_at_the_first_moment_that_counts(case):
    calendar, at = case
    resumes = calendar.resumes_at(at)
    assert calendar.runs_at(resumes) and resumes >= at
    assert calendar.counted(at, resumes) == NONE
    assert calendar.runs_at(at) == (resumes == at)
    assert calendar.runs_at(at) == (calendar.counted(at, at + TICK) == TICK)


@given(situations(), st.sampled_from(sorted(CHANGES)), spans)
def test_the_zone_in_which_a_moment_is_given_makes_no_difference(case, zone, span):
    calendar, start = case
    local = start.astimezone(ZoneInfo(zone))
    assert calendar.after(local, span) == calendar.after(start, span)
    assert calendar.after(local, span).tzinfo is UTC and calendar.resumes_at(local).tzinfo is UTC
    assert calendar.counted(local, start + DAY) == calendar.counted(start, start + DAY)


@given(situations(), st.randoms())
def test_the_order_of_what_stands_still_and_what_is_said_twice_make_no_difference(case, random):
    calendar, start = case
    again = [*calendar.still, *calendar.still, *((ends, ends) for _begins, ends in calendar.still)]
    random.shuffle(again)
    assert Calendar(calendar.week, tuple(again)).after(start, 3 * DAY) == calendar.after(start, 3 * DAY)


# Folding: what is left is written down, and counted from then on.


@given(situations(), short_spans, st.integers(1, 40))
def test_writing_down_what_is_left_moves_no_deadline(case, span, hours):
    calendar, start = case
    deadline = calendar.after(start, span)
    at, left = start, span
    while (now := at + hours * HOUR) < deadline:
        left -= calendar.counted(at, now)
        at = now
        assert calendar.after(at, left) == deadline


@given(st.sampled_from(BOTH_CHANGES), st.integers(0, 6 * 24), st.booleans())
def test_three_days_with_weekends_off_run_out_once_and_what_is_left_never_grows(place, hours, waking):
    zone, change = place
    week = Week(zone, frozenset(range(7)), 8 * 60, 23 * 60 if waking else 8 * 60)
    calendar = Calendar(without_weekends(week))
    began = change - hours * HOUR
    deadline = calendar.after(began, 3 * DAY)
    asked = [began + n * HOUR for n in range((deadline - began) // HOUR + 1)]
    left = [3 * DAY - calendar.counted(began, at) for at in asked]
    assert left == sorted(left, reverse=True) and left[0] == 3 * DAY
    assert {calendar.after(at, it) for at, it in zip(asked, left, strict=True) if it} == {deadline}
    assert calendar.counted(began, deadline) == 3 * DAY


# Without a week, time is real time.


@given(st.sampled_from(BOTH_CHANGES), st.integers(0, 72))
def test_three_days_are_seventy_two_hours_over_every_change_of_a_clock(place, hours):
    zone, change = place
    began = (change - hours * HOUR).astimezone(ZoneInfo(zone))
    whole = Calendar(Week(zone, frozenset(range(7)), 9 * 60, 9 * 60))
    assert ALWAYS.after(began, 3 * DAY) == whole.after(began, 3 * DAY) == change + (72 - hours) * HOUR
    assert ALWAYS.counted(began, change + DAY) == whole.counted(began, change + DAY) == (hours + 24) * HOUR
    assert ALWAYS.runs_at(began) and ALWAYS.resumes_at(began) == began.astimezone(UTC)


START = datetime(2026, 5, 4, 12, tzinfo=UTC)


def still(*days):
    """A calendar that stands still between these days after the start, in pairs."""
    return Calendar(still=tuple((START + a * DAY, START + b * DAY) for a, b in days))


@pytest.mark.parametrize(
    ("days", "end"),
    [
        ([(1, 2)], 4),
        ([(1, 3), (2, 4)], 6),
        ([(2, 4), (1, 3)], 6),
        ([(1, 5), (2, 3)], 7),
        ([(2, 1)], 3),
        ([(1, 1)], 3),
        ([(-3, 1)], 4),
        ([(-3, -1)], 3),
        ([(3, 9)], 3),
        ([(1, 2), (2, 3)], 5),
    ],
)
def test_a_deadline_moves_by_what_stood_still_before_it(days, end):
    assert still(*days).after(START, 3 * DAY) == START + end * DAY


def test_a_stretch_may_be_given_by_a_local_clock_that_is_set_back_within():
    clock = datetime(2026, 10, 25, 2, 30, tzinfo=ZoneInfo("Europe/Oslo"))
    calendar = Calendar(still=((clock, clock.replace(minute=15, fold=1)),))
    assert calendar.counted(clock, clock.replace(minute=20, fold=1)) == 5 * MINUTE


def test_a_stretch_holds_its_first_moment_and_not_its_last():
    calendar = still((1, 2))
    assert calendar.runs_at(START + DAY - TICK) and not calendar.runs_at(START + DAY)
    assert not calendar.runs_at(START + 2 * DAY - TICK) and calendar.runs_at(START + 2 * DAY)
    assert calendar.resumes_at(START + DAY) == START + 2 * DAY


def test_time_that_is_over_just_when_the_clock_stops_is_over_then():
    assert still((3, 9)).after(START, 3 * DAY) == START + 3 * DAY
    assert still((0, 9)).after(START, NONE) == START
    assert still((0, 9)).after(START, TICK) == START + 9 * DAY + TICK


def test_less_than_no_time_is_over_at_once():
    assert ALWAYS.after(START, -DAY) == START


# However little counts, an answer comes.


@given(situations(), st.timedeltas(50 * DAY, 60 * DAY))
def test_sixty_days_are_found_in_any_week(case, span):
    calendar, start = case
    assert calendar.counted(start, calendar.after(start, span)) == span


def test_sixty_days_are_found_in_the_least_that_is_left_of_a_week():
    # Who chose Friday to Sunday has only Friday at a table with weekends off.
    least = without_weekends(Week("Europe/Oslo", frozenset({4, 5, 6}), 9 * 60, 17 * 60))
    assert Calendar(least).after(START, 60 * DAY) == datetime(2029, 10, 12, 15, tzinfo=UTC)


@pytest.mark.parametrize("week", [None, Week("Europe/Oslo", frozenset({0, 1, 2}), 480, 1200)])
def test_a_clock_that_stands_still_for_ever_is_said_to(week):
    calendar = Calendar(week, ((START, datetime(9000, 1, 1, tzinfo=UTC)),))
    assert not calendar.runs_at(START)
    with pytest.raises(OverflowError):
        calendar.resumes_at(START)
    with pytest.raises(OverflowError):
        calendar.after(START, HOUR)


def test_a_week_without_days_never_runs():
    with pytest.raises(OverflowError):
        Calendar(Week("UTC", frozenset(), 0, 0)).after(START, HOUR)


def test_five_years_without_a_clock_are_waited_for():
    friday = datetime(2031, 5, 2, 12, tzinfo=UTC)
    weekdays = Week("UTC", frozenset(range(5)), 0, 0)
    for week in (None, weekdays):
        assert Calendar(week, ((START, friday),)).after(START, HOUR) == friday + HOUR
