"""Words of pages: how much time is left."""

from __future__ import annotations

from datetime import timedelta

import pytest

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
