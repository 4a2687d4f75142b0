"""Three days are 72 hours over every change of a clock: page, mail and calendar agree, to the minute."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from icalendar import Calendar

from games.models import Notice
from games.notices.compose import compose
from games.notices.deadlines import calendar
from games.notices.feed import atom
from tests.site.cast import as_client, person, running
from tests.site.tables import text

# A Friday before the clocks change there; where they never do, before they change elsewhere.
FRIDAYS = [
    ("Europe/Oslo", datetime(2026, 10, 23, 10, 7, tzinfo=UTC)),
    ("Europe/Oslo", datetime(2027, 3, 26, 10, 7, tzinfo=UTC)),
    ("Australia/Lord_Howe", datetime(2026, 10, 2, 10, 7, tzinfo=UTC)),
    ("Australia/Lord_Howe", datetime(2027, 4, 2, 10, 7, tzinfo=UTC)),
    ("America/Sao_Paulo", datetime(2026, 10, 23, 10, 7, tzinfo=UTC)),
    ("Asia/Kathmandu", datetime(2026, 10, 23, 10, 7, tzinfo=UTC)),
    ("Pacific/Apia", datetime(2026, 10, 23, 10, 7, tzinfo=UTC)),
]


@pytest.mark.parametrize(("zone", "friday"), FRIDAYS)
def test_page_mail_feed_and_calendar_tell_the_same_end_of_72_hours(db, zone, friday):
    reader, other = person("reader", time_zone=zone), person("other")
    game = running(reader, other, now=friday)
    assert game.deadline_at == friday + timedelta(hours=72)
    end = game.deadline_at.astimezone(ZoneInfo(zone))
    with time_machine.travel(friday, tick=False):
        page = text(as_client(reader).get(game.get_absolute_url()))
        mail = compose(Notice.objects.select_related("person", "game").get(person=reader), friday).body
    (event,) = Calendar.from_ical(calendar(reader)).events
    assert event.end == game.deadline_at.replace(microsecond=0)
    assert f"until {end:%A} {end.day} {end:%B %Y, %H:%M} ({zone.replace('_', ' ')})." in atom(reader)
    assert f"until {end:%a %H:%M}" in page
    assert f"Until {end:%A} {end.day} {end:%B, %H:%M} ({zone.replace('_', ' ')}): 3 days left." in mail
