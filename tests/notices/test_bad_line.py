"""A mail server that refuses one of four, is slow, or dies before it answers; and what became of the mail."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Notice, Person
from games.notices.deliver import deliver_due
from tests.notices.scenes import LATER, played

MINUTE = timedelta(minutes=1)


@pytest.fixture
def four(db) -> None:
    """A game of four, each to be told that it has begun, and nothing else."""
    played(0)
    Notice.objects.exclude(kind="started").delete()


@pytest.fixture
def one(four) -> None:
    """Only mei is to be told."""
    Notice.objects.exclude(person__username="mei").delete()


def fates() -> dict[str, tuple[str, int]]:
    """What became of each one's notice, and how often it was tried."""
    rows = Notice.objects.values_list("person__username", "status", "attempts")
    return {name: (status, attempts) for name, status, attempts in rows}


def test_one_of_four_that_is_refused_keeps_nobody_else_from_hearing(four, smtp):
    smtp.refused["joon@example.org"] = "451 4.2.0 try later"
    assert deliver_due(LATER) == 3
    assert fates() == dict.fromkeys(("mei", "ines", "tomas"), ("sent", 1)) | {"joon": ("queued", 1)}
    smtp.refused.clear()
    assert deliver_due(LATER + 2 * MINUTE) == 1
    assert fates()["joon"] == ("sent", 2)


def test_an_address_that_will_never_take_mail_is_stopped_at_once(four, smtp):
    smtp.refused["joon@example.org"] = "550 5.1.1 no such person"
    assert deliver_due(LATER) == 3
    joon = Person.objects.get(username="joon")
    assert (joon.bounced, fates()["joon"]) == ("joon@example.org", ("bounced", 1))


def test_a_mail_refused_for_what_it_says_stops_no_address(four, smtp):
    smtp.refused["joon@example.org"] = "550 5.7.1 we take nothing from you"
    deliver_due(LATER)
    joon = Person.objects.get(username="joon")
    assert (joon.bounced, fates()["joon"]) == ("", ("failed", 1))


def test_a_server_that_dies_before_its_answer_gets_the_same_mail_again(one, smtp):
    smtp.deaths = 1
    assert deliver_due(LATER) == 0
    assert fates() == {"mei": ("queued", 1)}
    assert deliver_due(LATER + 2 * MINUTE) == 1
    first, second = smtp.messages
    assert first["Message-ID"] == second["Message-ID"]
    assert fates() == {"mei": ("sent", 2)}


def test_its_death_keeps_nobody_else_from_hearing(four, smtp):
    smtp.deaths = 1
    assert deliver_due(LATER) == 3
    assert sorted(fates().values()) == [("queued", 1), *[("sent", 1)] * 3]


def test_a_slow_server_is_waited_for(one, smtp):
    smtp.delay = 0.4
    assert deliver_due(LATER) == 1
