"""Devices and webhooks: told once, tried again, given up; one that is dead holds up nobody but itself."""

from __future__ import annotations

import json
import random
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.utils import timezone

from games import tasks
from games.models import Endpoint, Game, Notice, Person
from games.notices import elsewhere, outbox
from games.notices.channels import webhook
from games.notices.deliver import deliver_due
from games.notices.elsewhere import send_due
from games.notices.outbox import NewNotice, enqueue
from tests.notices.chosen import choose
from tests.notices.scenes import LATER, deadline_of, member, out_of_time, played, take_turn
from tests.servers.processes import soon
from tests.site.cast import running

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def hook(name: str, url: str, **columns) -> Endpoint:
    """A webhook of somebody."""
    made = {"person": Person.objects.get(username=name), "shape": "json", "made_at": LATER - 30 * DAY}
    return Endpoint.objects.create(
        channel="webhook", url=url, keys={"secret": webhook.new_secret()}, **made | columns
    )


def told(name: str, game: Game, kind: str = "turn", key: str = "", now=LATER, **data) -> None:
    """A notice to somebody at this table, with the rows of their webhooks."""
    to = Person.objects.get(username=name)
    data = {"seq": game.seq} | data
    enqueue([NewNotice(to.id, kind, key or kind, game_id=game.id, data=data)], now)


def told_twice(game: Game) -> None:
    """Two notices to mei of which neither makes the other needless."""
    for phrase in ("whenever", "curious"):
        told("mei", game, "nudge", key=phrase, phrase=phrase, seat=0)


def fates(name: str = "mei") -> list[tuple[str, str]]:
    """What became of what webhooks are to tell somebody."""
    rows = Notice.objects.filter(person__username=name, channel="webhook").order_by("id")
    return list(rows.values_list("kind", "status"))


@pytest.fixture
def four(db) -> Game:
    """A game of four after three turns, mei to act, nothing told yet."""
    game = played(3)
    Notice.objects.all().delete()
    return game


def test_a_webhook_is_told_and_marked(four, receiver):
    it = hook("mei", receiver.url, failures=3, error="was away")
    told("mei", four)
    deliver_due(LATER)
    assert send_due(LATER) == 1
    row = Notice.objects.get(channel="webhook")
    assert (row.status, row.sent_at, row.attempts) == ("accepted", LATER, 1)
    it.refresh_from_db()
    assert (it.told_at, it.failures, it.error) == (LATER, 0, "")
    assert json.loads(receiver.requests[0].body)["id"] == "turn:turn"


def test_telling_again_tells_nothing(four, receiver):
    hook("mei", receiver.url)
    told("mei", four)
    deliver_due(LATER)
    assert [send_due(LATER), send_due(LATER)] == [1, 0]
    assert len(receiver.requests) == 1


def test_what_is_overtaken_is_told_nowhere(four, receiver):
    hook("mei", receiver.url)
    told("mei", four)
    deliver_due(LATER)
    take_turn(four, random.Random(1))
    send_due(LATER)
    assert fates() == [("turn", "overtaken")]
    assert not receiver.requests


def test_what_the_mail_has_told_is_told_by_the_webhook_as_well(four, receiver, smtp):
    hook("mei", receiver.url)
    told("mei", four)
    told("mei", four, "reminder", deadline=deadline_of(four))
    assert (deliver_due(LATER), send_due(LATER)) == (1, 1)
    assert fates() == [("turn", "overtaken"), ("reminder", "accepted")]


def test_after_a_days_outage_one_notice_leaves_a_game_and_webhook(four, receiver, smtp, steady):
    for name in ("mei", "joon"):
        hook(name, receiver.url)
    hook("mei", receiver.url + "/other")
    told("mei", four)
    for seed in range(5):
        take_turn(four, random.Random(seed))
    out_of_time(four)
    deliver_due(LATER + DAY)
    send_due(LATER + DAY)
    kept = Notice.objects.filter(channel="webhook")
    assert kept.exclude(status__in=["accepted", "overtaken"]).count() == 0
    assert sorted(kept.filter(status="accepted").values_list("person__username", flat=True)) == [
        *("joon", "mei", "mei")
    ]


def test_one_that_cannot_take_it_now_gets_it_later(four, receiver):
    it = hook("mei", receiver.url)
    told("mei", four)
    receiver.statuses = [503]
    deliver_due(LATER)
    assert send_due(LATER) == 0
    row = Notice.objects.get(channel="webhook")
    assert (row.status, row.due_at, row.attempts) == ("queued", LATER + MINUTE, 1)
    it.refresh_from_db()
    assert (it.failures, "503" in it.error, it.stopped_at) == (1, True, None)
    assert send_due(LATER + MINUTE) == 1
    it.refresh_from_db()
    assert it.failures == 0


def test_one_that_is_gone_is_told_nothing_any_more(four, receiver):
    it = hook("mei", receiver.url)
    told_twice(four)
    receiver.status = 410
    deliver_due(LATER)
    send_due(LATER)
    it.refresh_from_db()
    assert it.stopped_at == LATER
    assert "410" in it.error
    assert fates() == [("nudge", "failed")] * 2
    assert len(receiver.requests) == 1
    told("mei", four, key="another")
    deliver_due(LATER)
    assert len(fates()) == 2


def test_what_waits_for_one_that_its_owner_stopped_is_not_sent(four, receiver):
    it = hook("mei", receiver.url)
    told("mei", four)
    deliver_due(LATER)
    Endpoint.objects.filter(id=it.id).update(stopped_at=LATER)
    send_due(LATER)
    assert fates() == [("turn", "failed")]
    assert not receiver.requests


def test_what_one_refuses_is_not_sent_again_and_does_not_end_it(four, receiver):
    it = hook("mei", receiver.url)
    told_twice(four)
    receiver.statuses = [400]
    deliver_due(LATER)
    assert send_due(LATER) == 1
    assert fates() == [("nudge", "failed"), ("nudge", "accepted")]
    it.refresh_from_db()
    assert it.stopped_at is None


def test_a_dead_one_costs_one_wait_a_run_whatever_is_due_there(four, receiver):
    hook("mei", receiver.url)
    told_twice(four)
    receiver.status = 503
    deliver_due(LATER)
    send_due(LATER)
    assert len(receiver.requests) == 1
    assert {it.due_at for it in Notice.objects.filter(channel="webhook")} == {LATER + MINUTE}
    receiver.status = 204
    send_due(LATER + MINUTE)
    assert fates() == [("nudge", "accepted")] * 2


def test_those_that_take_what_they_are_told_come_first(four, receiver):
    bad = hook("mei", receiver.url, failures=5)
    hook("joon", receiver.url + "/good")
    told("mei", four)
    told("joon", four, "nudge", phrase="whenever", seat=3)
    Notice.objects.filter(kind="nudge").update(kind="stuck")
    deliver_due(LATER)
    first = Notice.objects.get(id=outbox.due(LATER, by_mail=False)[0])
    assert first.endpoint_id != bad.id


@pytest.mark.parametrize("status", [204, 400])
def test_one_that_is_slow_comes_after_the_others_until_it_is_quick(four, receiver, monkeypatch, status):
    """Else somebody whose webhook answers just in time would keep everybody waiting."""
    slow = hook("mei", receiver.url)
    told_twice(four)
    receiver.status = status
    deliver_due(LATER)
    first, second = outbox.due(LATER, by_mail=False)
    monkeypatch.setattr(elsewhere, "SLOW", -1)
    elsewhere.send(first, LATER)
    hook("joon", receiver.url + "/good")
    told("joon", four, "nudge", phrase="whenever", seat=3, now=LATER + MINUTE)
    deliver_due(LATER + MINUTE)
    assert outbox.due(LATER + MINUTE, by_mail=False)[1] == second
    monkeypatch.setattr(elsewhere, "SLOW", 60)
    receiver.status = 204
    elsewhere.send(second, LATER + MINUTE)
    slow.refresh_from_db()
    assert (slow.failures, slow.stopped_at) == (0, None)


def test_one_that_fails_for_days_is_told_nothing_any_more(four, receiver):
    """Twenty failures in a row, and three days without a success."""
    it = hook("mei", receiver.url, failures=18, told_at=LATER - 3 * DAY)
    told("mei", four)
    receiver.status = 503
    deliver_due(LATER)
    send_due(LATER)
    it.refresh_from_db()
    assert (it.failures, it.stopped_at) == (19, None)
    send_due(LATER + MINUTE)
    it.refresh_from_db()
    assert it.stopped_at == LATER + MINUTE
    assert fates() == [("turn", "failed")]


def test_many_failures_within_a_day_do_not_end_one(four, receiver):
    it = hook("mei", receiver.url, failures=100, told_at=LATER - DAY)
    told("mei", four)
    receiver.status = 503
    deliver_due(LATER)
    send_due(LATER)
    it.refresh_from_db()
    assert it.stopped_at is None


def test_what_we_cannot_word_is_not_the_fault_of_the_other_side(four, receiver):
    it = hook("mei", receiver.url)
    told("mei", four, "nudge", phrase="unheard of", seat=0)
    deliver_due(LATER)
    send_due(LATER)
    assert fates() == [("nudge", "queued")]
    it.refresh_from_db()
    assert it.failures == 0


def test_it_begins_nothing_once_its_patience_is_over(four, receiver, monkeypatch):
    hook("mei", receiver.url)
    told("mei", four)
    deliver_due(LATER)
    monkeypatch.setattr(elsewhere, "PATIENCE", -1)
    assert send_due(LATER) == 0
    assert fates() == [("turn", "queued")]


def test_one_run_at_a_time_so_that_workers_are_free_for_mail(four, receiver):
    hook("mei", receiver.url)
    told("mei", four)
    deliver_due(LATER)
    cache.add(elsewhere.LOCK, True, 60)
    assert send_due(LATER) == 0
    cache.delete(elsewhere.LOCK)
    assert send_due(LATER) == 1
    assert cache.get(elsewhere.LOCK) is None


def test_without_a_cache_it_sends_all_the_same(four, receiver, stopped):
    hook("mei", receiver.url)
    told("mei", four)
    deliver_due(LATER)
    assert send_due(LATER) == 1


def test_mail_does_not_wait_for_a_webhook(four, receiver, smtp, broker):
    """What sends mail sends nothing else: it only asks for another task."""
    hook("mei", receiver.url)
    Game.objects.update(deadline_at=timezone.now() + DAY)
    told("mei", four)
    tasks.outbox()
    assert smtp.to("mei@example.org")
    assert not receiver.requests
    assert broker.waiting() == 1
    tasks.channels()
    assert len(receiver.requests) == 1


def test_the_sweep_asks_for_it_where_something_is_due(mei, joon, receiver, smtp, broker):
    hook("mei", receiver.url)
    running(mei, joon, now=timezone.now())
    tasks.sweep()
    assert broker.waiting() == 1
    tasks.channels()
    assert len(receiver.requests) == 1
    broker.empty()
    tasks.sweep()
    assert broker.waiting() == 0


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_tell_it_once(receiver, monkeypatch):
    """Even where both believe to be alone."""
    game = played(3)
    hook("mei", receiver.url)
    monkeypatch.setattr(cache, "add", lambda *_: True)
    Notice.objects.all().delete()
    told("mei", game)
    deliver_due(LATER)

    def worker(_):
        try:
            return send_due(LATER)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(worker, range(4))) == 1
    assert len(receiver.requests) == 1


@pytest.mark.django_db(transaction=True)
def test_a_worker_killed_between_telling_and_marking_tells_it_again_under_the_same_name(
    receiver, worker, smtp, broker
):
    mei, joon = member("mei"), member("joon")
    hook("mei", receiver.url)
    choose("mei", matrix={"start": ["webhook"]})
    receiver.drip, receiver.body = 5.0, b"taken"
    with transaction.atomic():
        running(mei, joon, now=timezone.now())
    assert receiver.arrived(1)
    worker.send_signal(signal.SIGKILL)
    worker.wait()
    receiver.drip = 0
    assert fates() == [("started", "sending")]
    broker.empty()
    Notice.objects.filter(status="sending").update(claimed_at=timezone.now() - 10 * MINUTE)
    tasks.channels()
    assert fates() == [("started", "accepted")]
    first, second = (json.loads(it.body)["id"] for it in receiver.requests)
    assert first == second


@pytest.mark.django_db(transaction=True)
def test_a_webhook_that_hangs_holds_up_no_mail(receiver, worker, smtp):
    mei, joon = member("mei"), member("joon")
    for number in range(4):
        hook("mei", f"{receiver.url}/{number}")
    receiver.drip, receiver.body = 5.0, b"taken"
    with transaction.atomic():
        running(mei, joon, now=timezone.now())
    assert receiver.arrived(1)
    began = time.monotonic()
    for number in range(3):
        with transaction.atomic():
            outbox.enqueue_account("new@example.org", f"{number}", "x", "", None, timezone.now())
        assert soon(lambda: len(smtp.to("new@example.org")) > number)  # noqa: B023
    assert time.monotonic() - began < 4
    assert len(receiver.requests) == 1
    worker.kill()
