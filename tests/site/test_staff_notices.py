"""The page for staff: how the notices fare, and nobody else's business."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Endpoint, Heartbeat, Notice, Person
from tests.site.accounts import sound
from tests.site.cast import as_client

PAGE = "/staff/notices/"


@pytest.fixture
def staff(mei) -> Person:
    """Mei, who looks after the site."""
    Person.objects.filter(id=mei.id).update(is_staff=True)
    return mei


def test_nobody_but_staff_knows_of_it(mei, client):
    assert as_client(mei).get(PAGE).status_code == 404
    assert client.get(PAGE).status_code == 302


def test_it_counts_by_channel_and_fate(staff, joon):
    for number, status in enumerate(("sent", "sent", "overtaken")):
        Notice.objects.create(person=joon, kind="turn", key=str(number), status=status)
    text = sound(as_client(staff).get(PAGE))
    row = '<tr><th scope="row">Mail</th><td>{}</td><td class="num-c">{}</td></tr>'
    assert row.format("sent", 2) in text
    assert row.format("overtaken", 1) in text


def test_it_says_what_is_out_of_bounds(staff, joon):
    now = timezone.now()
    Notice.objects.create(person=joon, kind="turn", key="1", due_at=now - timedelta(hours=2))
    Heartbeat.objects.create(of="digest", at=now - timedelta(hours=1))
    text = sound(as_client(staff).get(PAGE))
    assert "2 hours ago" in text
    assert text.count("<b>no</b>") == 2


def test_it_counts_who_cannot_be_told(staff, joon):
    Person.objects.filter(id=joon.id).update(bounced="joon@example.org")
    Endpoint.objects.create(person=joon, channel="push", url="https://x.example/1", stopped_at=timezone.now())
    text = sound(as_client(staff).get(PAGE))
    assert "Mail to one person came back." in text
    assert "One device or webhook has stopped." in text


def test_it_asks_as_often_however_much_there_is(staff, joon, django_assert_num_queries):
    client = as_client(staff)
    client.get(PAGE)
    for number in range(30):
        Notice.objects.create(person=joon, kind=("turn", "news", "result")[number % 3], key=str(number))
    with django_assert_num_queries(11):
        client.get(PAGE)
