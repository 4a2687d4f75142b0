"""What the health page says: whether everything answers, and whether somebody looks after the clocks."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from games.actions import watch
from games.models import Heartbeat, Notice
from games.pages import health

pytestmark = pytest.mark.django_db


WELL = {
    **dict.fromkeys(("database", "broker", "clocks", "mail", "notices", "digests"), True),
    "seconds_oldest_unsent": None,
}


def beats(seconds: float) -> None:
    """The last sweep was so long ago."""
    watch.beat(timezone.now() - timedelta(seconds=seconds))


def test_it_is_well_while_the_sweep_beats(client):
    beats(40)
    answer = client.get("/health/")
    assert answer.status_code == 200
    assert answer.json() == WELL | {"seconds_since_beat": 40}


def test_it_is_not_well_when_the_last_beat_is_older_than_five_minutes(client):
    beats(302)
    answer = client.get("/health/")
    assert answer.status_code == 503
    assert answer.json() == WELL | {"clocks": False, "seconds_since_beat": 302}


def test_a_site_that_has_just_begun_waits_for_its_first_beat(client, monkeypatch):
    monkeypatch.setattr(health, "BORN", time.monotonic() - 290)
    answer = client.get("/health/")
    assert (answer.status_code, answer.json()["seconds_since_beat"]) == (200, None)


def test_a_site_that_never_beats_is_not_well(client, monkeypatch):
    monkeypatch.setattr(health, "BORN", time.monotonic() - 301)
    answer = client.get("/health/")
    assert (answer.status_code, answer.json()["clocks"]) == (503, False)


def test_it_says_so_where_the_database_is_away(client, monkeypatch):
    def is_away(*args):
        raise OperationalError("the database is away")

    beats(1)
    with monkeypatch.context() as patch:
        patch.setattr(connection, "cursor", is_away)
        answer = client.get("/health/")
    assert answer.status_code == 503
    unknown = dict.fromkeys(("database", "clocks", "mail", "notices", "digests"), False)
    assert answer.json() == WELL | unknown | {"seconds_since_beat": None}


def test_it_says_so_where_the_broker_is_away(client, broker):
    beats(1)
    broker.stop()
    answer = client.get("/health/")
    assert (answer.status_code, answer.json()["broker"]) == (503, False)


def test_it_is_not_well_when_a_notice_has_waited_for_a_quarter_of_an_hour(client, mei):
    beats(1)
    due = timezone.now() - timedelta(minutes=16)
    Notice.objects.create(person=mei, kind="turn", key="1", due_at=due)
    answer = client.get("/health/")
    assert (answer.status_code, answer.json()["notices"]) == (503, False)
    assert answer.json()["seconds_oldest_unsent"] == 16 * 60


def test_a_notice_that_is_kept_for_later_is_not_late(client, mei):
    beats(1)
    Notice.objects.create(person=mei, kind="turn", key="1", due_at=timezone.now() + timedelta(hours=8))
    assert client.get("/health/").json() == WELL | {"seconds_since_beat": 1}


@pytest.mark.parametrize(("of", "what"), [("no mail", "mail"), ("digest", "digests")])
def test_it_is_not_well_when_mail_or_digests_have_stopped(client, of, what):
    beats(1)
    Heartbeat.objects.create(of=of, at=timezone.now() - timedelta(minutes=6))
    answer = client.get("/health/")
    assert (answer.status_code, answer.json()[what]) == (503, False)
