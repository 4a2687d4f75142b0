"""The hours of a week where local clocks are changed, and what a week may be."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given

from games.clock.calendar import Calendar, Week, read_week, whole_week, without_weekends
from tests.clock.moments import DAY, HOUR, MINUTE, NONE, weeks

EVERY_DAY = frozenset(range(7))


def local(zone, *moment, fold=0):
    """A moment as a local clock shows it."""
    return datetime(*moment, fold=fold, tzinfo=ZoneInfo(zone))


def counted_on(week, *day):
    """How much counts from local midnight to local midnight, in hours."""
    midnight = local(week.zone, *day)
    return Calendar(week).counted(midnight, midnight + DAY) / HOUR


@pytest.mark.parametrize(
    ("zone", "day", "whole", "night", "office"),
    [
        ("Europe/Oslo", (2026, 3, 28), 24, 8, 8),
        ("Europe/Oslo", (2026, 3, 29), 23, 7, 8),
        ("Europe/Oslo", (2026, 10, 25), 25, 9, 8),
        ("America/New_York", (2026, 3, 8), 23, 7, 8),
        ("America/New_York", (2026, 11, 1), 25, 9, 8),
        ("Australia/Lord_Howe", (2026, 10, 4), 23.5, 7.5, 8),
        ("Australia/Lord_Howe", (2026, 4, 5), 24.5, 8.5, 8),
        ("America/Sao_Paulo", (2018, 11, 4), 23, 7, 8),
        ("America/Sao_Paulo", (2018, 2, 17), 25, 8, 8),
        ("Asia/Kathmandu", (2026, 3, 29), 24, 8, 8),
        ("Pacific/Apia", (2011, 12, 29), 24, 8, 8),
        ("Pacific/Apia", (2011, 12, 31), 24, 8, 8),
    ],
)
def test_real_time_counts_in_the_hours_of_a_day_on_which_the_clock_is_changed(
    zone, day, whole, night, office
):
    assert counted_on(Week(zone, EVERY_DAY, 0, 0), *day) == whole
    assert counted_on(Week(zone, EVERY_DAY, 0, 480), *day) == night
    assert counted_on(Week(zone, EVERY_DAY, 540, 1020), *day) == office


def test_hours_that_the_clock_leaves_out_do_not_count():
    # At 2:00 in Oslo it was 3:00: these hours began with that.
    week = Week("Europe/Oslo", EVERY_DAY, 150, 630)
    assert counted_on(week, 2026, 3, 29) == 7.5
    assert Calendar(week).resumes_at(local("Europe/Oslo", 2026, 3, 29, 1)) == local(
        "Europe/Oslo", 2026, 3, 29, 3
    )


def test_hours_that_the_clock_shows_twice_count_twice():
    # From 2:30 on, until it was 2:00 again at 3:00, and then from 2:30 on once more.
    week = Week("Europe/Oslo", EVERY_DAY, 150, 630)
    assert counted_on(week, 2026, 10, 25) == 8.5
    runs = Calendar(week).runs_at
    assert runs(local("Europe/Oslo", 2026, 10, 25, 2, 45))
    assert not runs(local("Europe/Oslo", 2026, 10, 25, 2, 15, fold=1))
    assert runs(local("Europe/Oslo", 2026, 10, 25, 2, 45, fold=1))


def test_a_day_that_begins_at_one_o_clock_begins_then():
    week = Week("America/Sao_Paulo", EVERY_DAY, 0, 720)
    calendar, evening = Calendar(week), local("America/Sao_Paulo", 2018, 11, 3, 20)
    assert calendar.resumes_at(evening) == evening.astimezone(ZoneInfo("UTC")) + 4 * HOUR
    assert calendar.resumes_at(evening) == local("America/Sao_Paulo", 2018, 11, 4, 1)


def test_an_hour_before_midnight_that_comes_twice_belongs_to_the_day_that_it_is_shown_on():
    saturday = Week("America/Sao_Paulo", frozenset({5}), 0, 0)
    sunday = Week("America/Sao_Paulo", frozenset({6}), 0, 0)
    second = local("America/Sao_Paulo", 2018, 2, 17, 23, 30, fold=1)
    assert Calendar(saturday).runs_at(second) and not Calendar(sunday).runs_at(second)


def test_a_day_that_a_zone_left_out_has_no_hours():
    start, friday = local("Pacific/Apia", 2011, 12, 26), Week("Pacific/Apia", frozenset({4}), 480, 1200)
    assert Calendar(friday).counted(start, start + timedelta(days=7)) == NONE
    assert Calendar(friday).resumes_at(start) == local("Pacific/Apia", 2012, 1, 6, 8)


def test_a_deadline_skips_the_day_that_a_zone_left_out():
    calendar = Calendar(Week("Pacific/Apia", EVERY_DAY, 480, 1200))
    began = local("Pacific/Apia", 2011, 12, 29, 14)
    assert calendar.after(began, 12 * HOUR) == local("Pacific/Apia", 2011, 12, 31, 14)


def test_quarters_of_an_hour_are_those_of_the_zone():
    week = Week("Asia/Kathmandu", EVERY_DAY, 540, 1020)
    assert Calendar(week).resumes_at(local("UTC", 2026, 3, 29)) == local("UTC", 2026, 3, 29, 3, 15)


def test_hours_past_midnight_are_those_of_the_day_on_which_they_begin():
    calendar = Calendar(Week("Europe/Oslo", frozenset({0, 2, 4}), 18 * 60, 4 * 60))
    assert calendar.runs_at(local("Europe/Oslo", 2026, 6, 6, 3, 59))  # Saturday: still the hours of Friday
    assert not calendar.runs_at(local("Europe/Oslo", 2026, 6, 6, 4))
    assert not calendar.runs_at(local("Europe/Oslo", 2026, 6, 8, 3))  # Monday: Sunday has none
    assert not calendar.runs_at(local("Europe/Oslo", 2026, 6, 8, 17, 59))
    assert calendar.runs_at(local("Europe/Oslo", 2026, 6, 8, 18))


def test_three_days_of_waking_hours_take_as_many_days_as_it_needs_for_72_of_them():
    # Fifteen hours a day on five days: what begins on Friday at noon, with eleven hours of it left.
    week = without_weekends(Week("Europe/Oslo", EVERY_DAY, 8 * 60, 23 * 60))
    began = local("Europe/Oslo", 2026, 3, 27, 12)
    assert Calendar(week).after(began, 3 * DAY) == local("Europe/Oslo", 2026, 4, 3, 9)


def test_a_weekend_off_is_two_days_by_the_local_clock():
    calendar = Calendar(without_weekends(whole_week("Europe/Oslo")))
    began = local("Europe/Oslo", 2026, 3, 26, 12)  # Thursday; the clocks change on Sunday
    assert calendar.after(began, 3 * DAY) == local("Europe/Oslo", 2026, 3, 31, 12)
    assert not calendar.runs_at(local("Europe/Oslo", 2026, 3, 28)) and calendar.runs_at(
        local("Europe/Oslo", 2026, 3, 27, 23, 59)
    )
    assert calendar.resumes_at(local("Europe/Oslo", 2026, 3, 28)) == local("Europe/Oslo", 2026, 3, 30)


# What a week may be.


@given(weeks())
def test_a_week_is_read_as_it_was_spelled(week):
    assert week.refusal() is None
    assert read_week(week.spelled()) == week


def test_a_week_is_spelled_in_plain_values():
    spelled = {"zone": "Europe/Oslo", "days": [0, 2, 4], "opens": 480, "closes": 1200}
    assert Week("Europe/Oslo", frozenset({4, 2, 0}), 480, 1200).spelled() == spelled


def test_a_week_with_a_part_missing_is_not_read():
    with pytest.raises(KeyError):
        read_week({"zone": "UTC", "opens": 0, "closes": 0})


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"zone": "Mars/Olympus"}, "There is no time zone of that name."),
        ({"zone": ""}, "There is no time zone of that name."),
        ({"zone": "../zones"}, "There is no time zone of that name."),
        ({"days": frozenset({0, 1, 2, 7})}, "There is no such day of the week."),
        ({"days": frozenset({0, 1})}, "Your clock has to run on at least 3 days of the week."),
        ({"opens": 1440}, "Choose times of the day between 00:00 and 23:59."),
        ({"closes": -1}, "Choose times of the day between 00:00 and 23:59."),
        ({"closes": 1440}, "Choose times of the day between 00:00 and 23:59."),
        ({"opens": 540, "closes": 1019}, "Your clock has to run for at least 8 hours a day."),
        ({"opens": 1200, "closes": 239}, "Your clock has to run for at least 8 hours a day."),
    ],
)
def test_a_week_that_cannot_be_is_refused_with_a_reason(change, why):
    usual = Week("Europe/Oslo", frozenset({0, 1, 2}), 540, 1020)
    assert usual.refusal() is None
    assert str(replace(usual, **change).refusal()) == why


@pytest.mark.parametrize(
    ("opens", "closes", "minutes"), [(540, 1020, 480), (1200, 240, 480), (300, 300, 1440)]
)
def test_hours_are_as_long_as_from_their_beginning_to_their_end(opens, closes, minutes):
    week = Week("UTC", EVERY_DAY, opens, closes)
    assert week.minutes == minutes and week.refusal() is None
    assert (
        Calendar(week).counted(local("UTC", 2026, 6, 1), local("UTC", 2026, 6, 11)) == 10 * minutes * MINUTE
    )


def test_a_weekend_off_leaves_the_other_days_and_never_nothing():
    assert without_weekends(Week("UTC", frozenset({0, 5, 6}), 0, 0)).days == {0}
    assert without_weekends(Week("UTC", frozenset({5, 6}), 0, 0)).days == {5, 6}
