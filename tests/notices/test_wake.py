"""The bell: one message a transaction, after the commit, and nobody waits where there is no broker."""

from __future__ import annotations

import json
import signal
import time

import pytest
from django.db import transaction

from games import wake
from lanterns_site.breaker import Breaker

pytestmark = pytest.mark.django_db(transaction=True)


def asked(broker) -> list[tuple[str, list[int]]]:
    """The messages in the queue: task and games."""
    with broker.client() as client:
        messages = [json.loads(it)["headers"] for it in client.lrange("lakelight", 0, -1)]
    return [
        (it["task"], json.loads(it["argsrepr"].replace(",)", ")").translate({40: 91, 41: 93})))
        for it in messages
    ]


def test_it_rings_after_the_commit_only(broker):
    with transaction.atomic():
        wake.game(1)
        assert broker.waiting() == 0
    assert asked(broker) == [("games.game", [1])]


def test_without_a_transaction_it_rings_at_once(broker):
    wake.game(1)
    assert asked(broker) == [("games.game", [1])]


def test_one_transaction_rings_once(broker):
    with transaction.atomic():
        wake.game(1)
        wake.game(1)
        with transaction.atomic():
            wake.game(2)
    assert asked(broker) == [("games.game", [1, 2])]


def test_games_and_mail_ring_together(broker):
    with transaction.atomic():
        wake.game(7)
        wake.outbox()
    assert asked(broker) == [("games.outbox", [7])]


def test_no_message_is_meant_for_later(broker):
    """What is to happen later is a column: a message kept for long comes again and again."""
    for ring in (lambda: wake.game(1), wake.outbox, wake.channels):
        ring()
    with broker.client() as client:
        messages = [json.loads(it)["headers"] for it in client.lrange("lakelight", 0, -1)]
    assert [it["task"] for it in messages] == ["games.channels", "games.outbox", "games.game"]
    assert {it["eta"] for it in messages} == {None}


def test_two_transactions_ring_twice(broker):
    for _ in range(2):
        with transaction.atomic():
            wake.game(1)
    assert broker.waiting() == 2


def test_a_transaction_that_fails_rings_nothing(broker):
    with transaction.atomic():
        wake.game(1)
        transaction.set_rollback(True)
    assert broker.waiting() == 0


def test_a_block_that_fails_inside_another_rings_only_for_the_other(broker):
    with transaction.atomic():
        with transaction.atomic():
            wake.game(1)
            transaction.set_rollback(True)
        wake.game(2)
    assert asked(broker) == [("games.game", [2])]


def test_who_looks_after_a_game_is_not_woken_for_it(broker):
    with wake.attended(1), transaction.atomic():
        wake.game(1)
        wake.game(2)
    wake.game(1)
    assert asked(broker) == [("games.game", [2]), ("games.game", [1])][::-1]


def test_a_broker_that_is_away_raises_nothing_and_is_left_alone(broker, caplog):
    broker.stop()
    began = time.monotonic()
    for game_id in range(20):
        wake.game(game_id)
    assert time.monotonic() - began < 2
    assert len([it for it in caplog.records if "The broker is away" in it.message]) == 1


def test_a_broker_that_hangs_costs_a_moment_once(broker):
    wake.game(1)
    broker.process.send_signal(signal.SIGSTOP)
    try:
        began = time.monotonic()
        for game_id in range(20):
            wake.game(game_id)
        assert time.monotonic() - began < 2
    finally:
        broker.process.send_signal(signal.SIGCONT)


def test_no_attempt_at_a_broker_that_is_away_waits_for_it(broker):
    wake.game(1)
    broker.stop()
    for _ in range(3):
        wake.breaker.mend()
        began = time.monotonic()
        wake.game(1)
        assert time.monotonic() - began < 2


def test_a_broker_that_is_back_is_rung_again(broker):
    broker.stop()
    wake.game(1)
    broker.start()
    wake.breaker.mend()
    wake.game(2)
    assert ("games.game", [2]) in asked(broker)


def test_the_breaker_rests_after_a_failure_and_then_tries_again(monkeypatch):
    breaker = Breaker(10)
    breaker.trip()
    assert breaker.tripped()
    later = time.monotonic() + 10
    monkeypatch.setattr("time.monotonic", lambda: later)
    assert not breaker.tripped()


def test_blocks_beside_each_other_do_not_share_a_bell(broker, django_capture_on_commit_callbacks):
    with transaction.atomic():
        with transaction.atomic():
            wake.game(1)
        with django_capture_on_commit_callbacks() as callbacks, transaction.atomic():
            wake.game(1)
    assert len(callbacks) == 1


def test_what_is_due_beside_mail_has_a_task_of_its_own(broker):
    wake.channels()
    assert asked(broker) == [("games.channels", [])]


def test_a_broker_that_is_away_is_no_fault_of_what_is_due_beside_mail(broker):
    broker.stop()
    wake.channels()
    wake.channels()
