"""When a turn is reminded of."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock.calendar import Calendar, Week, whole_week, without_weekends
from games.clock.deadlines import DAY, HOUR, LEADS, LONG, MOST_LEADS, due_reminder, next_reminder, reminders
from tests.clock.moments import situations

BEGAN = datetime(2026, 3, 27, 12, tzinfo=UTC)
spans = st.timedeltas(min_value=timedelta(hours=1), max_value=timedelta(days=14))


@given(spans)
def test_half_way_is_always_reminded_of(span):
    assert reminders(BEGAN, BEGAN + span)[0].at == BEGAN + span / 2


@given(spans)
def test_a_day_before_is_reminded_of_only_where_a_turn_is_long(span):
    last = reminders(BEGAN, BEGAN + span)[-1]
    assert (last.at == BEGAN + span - DAY and last.why == "day") == (span >= LONG)


@given(spans, spans)
def test_every_reminder_is_either_due_or_to_come(span, passed):
    now, deadline = BEGAN + passed, BEGAN + span
    due, coming = due_reminder(BEGAN, deadline, now), next_reminder(BEGAN, deadline, now)
    assert due is None or due.at <= now
    assert coming is None or coming > now
    assert due is not None or coming is not None


@given(spans)
def test_they_come_in_order_and_before_the_end(span):
    moments = [it.at for it in reminders(BEGAN, BEGAN + span)]
    assert moments == sorted(moments)
    assert all(BEGAN < moment < BEGAN + span for moment in moments)


# With a calendar.

TICK = timedelta.resolution
WAKING = Week("Europe/Oslo", frozenset(range(7)), 9 * 60, 21 * 60)


def at(*moment):
    """A moment by the clocks of Oslo."""
    return datetime(*moment, tzinfo=ZoneInfo("Europe/Oslo"))


def times(began, deadline, calendar):
    """When reminders come, and why."""
    return [(it.at, it.why) for it in reminders(began, deadline, calendar)]


@given(situations(), spans)
def test_each_comes_while_the_clock_runs_and_before_it_runs_out(case, span):
    calendar, began = case
    deadline = calendar.after(began, span)
    moments = [it.at for it in reminders(began, deadline, calendar)]
    assert len(moments) == 1 + (span >= LONG)
    assert moments == sorted(set(moments))
    assert all(began < moment < deadline and calendar.runs_at(moment) for moment in moments)


@given(situations(), spans)
def test_half_is_half_of_what_counts(case, span):
    calendar, began = case
    deadline = calendar.after(began, span)
    assert calendar.counted(began, reminders(began, deadline, calendar)[0].at) == span / 2


@given(situations(), spans, spans)
def test_with_a_calendar_too_every_reminder_is_either_due_or_to_come(case, span, passed):
    calendar, began = case
    deadline, now = calendar.after(began, span), began + passed
    due, coming = (it(began, deadline, now, calendar) for it in (due_reminder, next_reminder))
    assert due is None or due.at <= now
    assert coming is None or coming > now
    assert due is not None or coming is not None


def test_a_reminder_that_falls_into_the_night_comes_in_the_morning():
    # Half of 36 hours of 12 a day have gone when the second evening's hours end; a day before is as it is.
    began = at(2026, 6, 8, 15)
    calendar = Calendar(WAKING)
    assert times(began, calendar.after(began, timedelta(hours=36)), calendar) == [
        (at(2026, 6, 10, 9), "half")
    ]
    assert times(began, calendar.after(began, timedelta(hours=72)), calendar) == [
        (at(2026, 6, 11, 15), "half"),
        (at(2026, 6, 13, 15), "day"),
    ]


def test_the_day_before_is_a_day_by_the_clock_of_everybody():
    calendar = Calendar(without_weekends(whole_week("Europe/Oslo")))
    began = at(2026, 6, 4, 10)  # Thursday; three days are over on Tuesday
    assert times(began, at(2026, 6, 9, 10), calendar) == [
        (at(2026, 6, 5, 22), "half"),
        (at(2026, 6, 8, 10), "day"),
    ]


def test_the_day_before_is_twenty_four_hours_before_over_a_change_of_the_clock():
    began, deadline = at(2026, 3, 26, 12), at(2026, 3, 29, 13)
    assert reminders(began, deadline)[-1].at == deadline.astimezone(UTC) - timedelta(hours=24)


def test_a_day_before_that_falls_into_a_holiday_comes_after_it():
    deadline = BEGAN + timedelta(days=10)
    holiday = (deadline - timedelta(days=5), deadline - timedelta(hours=2))
    assert times(BEGAN, deadline, Calendar(still=(holiday,)))[-1] == (holiday[1], "day")


def test_a_day_before_is_dropped_where_the_clock_does_not_run_again_in_time():
    deadline = BEGAN + timedelta(days=10)
    calendar = Calendar(still=((deadline - timedelta(hours=30), deadline + timedelta(days=9000)),))
    assert [it.why for it in reminders(BEGAN, deadline, calendar)] == ["half"]


@pytest.mark.parametrize(("minutes", "whys"), [(59, []), (60, ["half"]), (0, []), (-60, [])])
def test_less_than_an_hour_is_not_reminded_of(minutes, whys):
    deadline = BEGAN + timedelta(minutes=minutes)
    assert [it.why for it in reminders(BEGAN, deadline)] == whys
    assert due_reminder(BEGAN, deadline, BEGAN) is None


def test_of_a_day_in_which_less_than_an_hour_counts_nobody_is_reminded():
    calendar = Calendar(still=((BEGAN + timedelta(minutes=30), BEGAN + DAY),))
    assert reminders(BEGAN, BEGAN + DAY + timedelta(minutes=29), calendar) == ()


def test_a_reminder_is_due_from_its_moment_on_until_the_next_one_is():
    calendar = Calendar(without_weekends(whole_week("Europe/Oslo")))
    began = at(2026, 6, 4, 10)
    deadline = calendar.after(began, 3 * DAY)
    half, day = reminders(began, deadline, calendar)
    asked = {
        began: (None, half),
        half.at - TICK: (None, half),
        half.at: (half, day),
        day.at - TICK: (half, day),
        day.at: (day, None),
        deadline: (day, None),
    }
    for now, (due, coming) in asked.items():
        assert due_reminder(began, deadline, now, calendar) == due
        assert next_reminder(began, deadline, now, calendar) == (coming and coming.at)


# With hours of one's own.

leads = st.lists(st.sampled_from(LEADS), min_size=1, max_size=MOST_LEADS, unique=True)


def lead_times(span, chosen, calendar=None):
    """When reminders come by the hours somebody has chosen, and why; the turn lasts so long."""
    given = (calendar,) if calendar else ()
    return [(it.at, it.why) for it in reminders(BEGAN, BEGAN + span, *given, leads=chosen)]


def test_chosen_hours_are_reminded_of_instead_of_the_usual_moments():
    deadline = BEGAN + 5 * DAY
    assert lead_times(5 * DAY, [2, 48, 12]) == [
        (deadline - 48 * HOUR, "48h"),
        (deadline - 12 * HOUR, "12h"),
        (deadline - 2 * HOUR, "2h"),
    ]


def test_nothing_chosen_is_as_usual():
    assert lead_times(5 * DAY, None) == lead_times(5 * DAY, [])
    assert [why for _at, why in lead_times(5 * DAY, None)] == ["half", "day"]


def test_hours_before_the_turn_began_are_left_out():
    assert [why for _at, why in lead_times(DAY, [24, 23])] == ["23h"]


def test_a_turn_shorter_than_all_chosen_hours_is_reminded_of_as_usual():
    assert [why for _at, why in lead_times(DAY, [24, 48])] == ["half"]
    assert [why for _at, why in lead_times(5 * DAY, [336, 200])] == ["half", "day"]


def test_chosen_hours_are_hours_by_the_clock_of_everybody():
    began, deadline = at(2026, 3, 26, 12), at(2026, 3, 29, 13)
    (only,) = reminders(began, deadline, leads=[24])
    assert only.at == deadline.astimezone(UTC) - timedelta(hours=24)


def test_chosen_hours_that_fall_into_a_holiday_are_one_reminder_after_it():
    deadline = BEGAN + timedelta(days=10)
    holiday = (deadline - timedelta(days=5), deadline - timedelta(hours=2))
    told = lead_times(timedelta(days=10), [240, 168, 72, 24, 1], Calendar(still=(holiday,)))
    assert told == [(deadline - 7 * DAY, "168h"), (holiday[1], "24h"), (deadline - HOUR, "1h")]


def test_less_than_an_hour_is_not_reminded_of_whatever_is_chosen():
    calendar = Calendar(still=((BEGAN + timedelta(minutes=30), BEGAN + DAY),))
    assert lead_times(DAY + timedelta(minutes=29), [1, 12], calendar) == []


@given(situations(), spans, leads)
def test_chosen_ones_too_come_while_the_clock_runs_in_order_and_before_it_runs_out(case, span, chosen):
    calendar, began = case
    deadline = calendar.after(began, span)
    told = reminders(began, deadline, calendar, chosen)
    moments = [it.at for it in told]
    assert 1 <= len(told) <= max(2, len(chosen))
    assert moments == sorted(set(moments))
    assert all(began < moment < deadline and calendar.runs_at(moment) for moment in moments)
    assert len({it.why for it in told}) == len(told)


@given(situations(), spans, spans, leads)
def test_of_chosen_ones_too_each_is_either_due_or_to_come(case, span, passed, chosen):
    calendar, began = case
    deadline, now = calendar.after(began, span), began + passed
    told = reminders(began, deadline, calendar, chosen)
    due = due_reminder(began, deadline, now, calendar, chosen)
    coming = next_reminder(began, deadline, now, calendar, chosen)
    assert due == next((it for it in reversed(told) if it.at <= now), None)
    assert coming == next((it.at for it in told if it.at > now), None)
