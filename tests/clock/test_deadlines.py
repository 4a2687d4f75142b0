"""When a turn is reminded of."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from games.clock.deadlines import DAY, LONG, due_reminder, next_reminder, reminders

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
