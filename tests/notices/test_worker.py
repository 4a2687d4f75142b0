"""Real parts: a worker on a broker of its own, mail through a mail server."""

from __future__ import annotations

import signal
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from games import tasks, wake
from games.actions import lobby
from games.models import Notice, Person
from games.notices.outbox import enqueue_account
from tests.notices.scenes import member
from tests.servers.processes import soon
from tests.site.cast import running
from tests.site.tables import opened

pytestmark = pytest.mark.django_db(transaction=True)


def statuses() -> set[str]:
    """What became of all notices."""
    return set(Notice.objects.values_list("status", flat=True))


def test_a_game_that_starts_is_mailed_by_the_worker(worker, smtp, broker):
    mei, joon = member("mei"), member("joon")
    opened(mei, joon, size=2, now=timezone.now())
    assert smtp.arrived(2)
    assert {mail["To"] for mail in smtp.messages} == {"mei@example.org", "joon@example.org"}
    assert soon(lambda: statuses() == {"sent"})


def test_an_account_mail_leaves_at_once(worker, smtp):
    with transaction.atomic():
        enqueue_account("new@example.org", "Confirm", "the link", "<p>the link</p>", None, timezone.now())
    assert smtp.arrived(1)
    assert soon(lambda: Notice.objects.get().data == {})


def test_a_house_player_answers_and_the_next_person_is_told(worker, smtp):
    mei = member("mei")
    with transaction.atomic():
        running("sensibly", mei, now=timezone.now())
    assert smtp.arrived(1)
    assert "has started, and it is your turn: until " in smtp.messages[0]["Subject"]


def test_without_a_broker_nothing_is_raised_and_the_sweep_delivers(smtp, broker):
    mei, joon = member("mei"), member("joon")
    broker.stop()
    opened(mei, joon, size=2, now=timezone.now())
    assert statuses() == {"queued"}
    tasks.sweep()
    assert len(smtp.messages) == 2


def test_a_flushed_broker_loses_no_mail(smtp, broker):
    mei, joon = member("mei"), member("joon")
    opened(mei, joon, size=2, now=timezone.now())
    broker.empty()
    tasks.sweep()
    assert len(smtp.messages) == 2


def test_a_worker_killed_while_sending_loses_no_mail(worker, smtp, broker):
    """The claim of the dead worker holds for ten minutes; then the mail leaves, under the same name."""
    smtp.delay = 30
    mei, joon = member("mei"), member("joon")
    opened(mei, joon, size=2, now=timezone.now())
    assert soon(lambda: broker.waiting() == 0)
    worker.send_signal(signal.SIGKILL)
    worker.wait()
    smtp.delay = 0
    Notice.objects.filter(status="sending").update(claimed_at=timezone.now() - timedelta(minutes=10))
    tasks.sweep()
    assert {mail["To"] for mail in smtp.messages} == {"mei@example.org", "joon@example.org"}


def test_messages_that_come_twice_send_one_mail(worker, smtp):
    mei, joon = member("mei"), member("joon")
    game = opened(mei, joon, size=2, now=timezone.now())
    for _ in range(5):
        wake.game(game.id)
        wake.outbox()
    assert smtp.arrived(2)
    assert soon(lambda: statuses() == {"sent"})
    assert not smtp.arrived(3, seconds=1)


def test_a_mail_server_that_hangs_delays_no_answer(smtp, broker):
    """The verb is done and answered; only the worker waits."""
    smtp.stuck = True
    mei, joon = member("mei"), member("joon")
    began = timezone.now()
    game = opened(mei, size=2, now=began)
    lobby.join(game.id, joon, began)
    assert timezone.now() - began < timedelta(seconds=3)
    assert Person.objects.count() == 2
