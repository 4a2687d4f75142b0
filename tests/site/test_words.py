"""Words of pages: how much time is left."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone, translation

from games.pages import words
from tests.site.cast import NOW


@pytest.mark.parametrize(
    ("minutes", "said"),
    [
        (1440 + 8 * 60 + 5, "1 d 8 h left"),
        (1440 + 59, "1 day left"),
        (2 * 1440, "2 days left"),
        (20 * 60 + 30, "20 h 30 m left"),
        (60, "1 hour left"),
        (5 * 60, "5 hours left"),
        (1, "1 minute left"),
        (45, "45 minutes left"),
        (0, "time is up"),
        (-5, "time is up"),
    ],
)
def test_a_time_left_has_no_unit_of_which_there_is_none(minutes, said):
    assert words.left(NOW + timedelta(minutes=minutes), NOW) == said


def test_a_page_with_many_times_tells_them_as_others_do():
    """Whatever is kept of a time is kept for its language and told in the reader's zone."""
    now, at = NOW, NOW + timedelta(days=1, hours=8, minutes=5)
    for zone, language in (("Asia/Tokyo", "en"), ("Europe/Berlin", "de"), ("Asia/Tokyo", "en")):
        with timezone.override(zone), translation.override(language):
            times = words.Times(now)
            assert times.left(at) == words.left(at, now)
            assert times.moment(at) == words.moment(at, now)
            assert times.day(at) == words.day(at, now)
            assert times.moment(at).endswith(f"{timezone.localtime(at):%H:%M}")
    assert words.Times(at).ago(now) == "1 d ago"
