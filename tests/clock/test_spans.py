"""Spans of time as people count them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games.clock.spans import counted, is_near

NOW = datetime(2026, 3, 5, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("span", "units"),
    [
        (timedelta(days=2, hours=3, minutes=4, seconds=59), (2, 3, 4)),
        (timedelta(hours=24), (1, 0, 0)),
        (timedelta(seconds=59), (0, 0, 0)),
        (-timedelta(days=2), (0, 0, 0)),
    ],
)
def test_a_span_is_counted_in_whole_units(span, units):
    assert counted(span) == units


@pytest.mark.parametrize(("days", "near"), [(5, True), (6, False), (-5, True), (-6, False)])
def test_no_weekday_is_near_twice(days, near):
    assert is_near(NOW + timedelta(days=days), NOW) is near
