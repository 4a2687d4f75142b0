"""The outbox: told once, claimed once, tried again later, and not for ever."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection, transaction

from games.models import Notice
from games.notices import outbox
from games.notices.outbox import NewNotice, enqueue
from tests.notices.scenes import member

MINUTE = timedelta(minutes=1)


@pytest.fixture
def notice(mei, now) -> Notice:
    """Something to tell mei."""
    enqueue([NewNotice(mei.id, "turn", "1/0")], now)
    return Notice.objects.get()


def claimed(now) -> Notice:
    """The one notice, claimed."""
    taken = outbox.claim(Notice.objects.get().id, now)
    assert taken is not None
    return taken


def test_it_writes_many_rows_in_one_statement(db, now, django_assert_num_queries):
    people = [member(name) for name in ("mei", "joon", "ines")]
    with transaction.atomic(), django_assert_num_queries(1):
        enqueue([NewNotice(it.id, "turn", "1/0") for it in people], now)
    assert Notice.objects.count() == 3


def test_nothing_to_tell_costs_no_query(db, now, django_assert_num_queries):
    with django_assert_num_queries(0):
        enqueue([], now)


def test_the_same_is_told_once(notice, mei, now):
    enqueue([NewNotice(mei.id, "turn", "1/0"), NewNotice(mei.id, "turn", "1/1")], now)
    assert sorted(Notice.objects.values_list("key", flat=True)) == ["1/0", "1/1"]


def test_it_leaves_with_the_transaction_that_failed(mei, now):
    with transaction.atomic():
        enqueue([NewNotice(mei.id, "turn", "1/0")], now)
        transaction.set_rollback(True)
    assert not Notice.objects.exists()


def test_a_notice_waits_for_its_time(mei, now):
    enqueue([NewNotice(mei.id, "turn", "1/0", due_at=now + MINUTE)], now)
    assert outbox.due(now) == []
    assert len(outbox.due(now + MINUTE)) == 1


def test_a_notice_is_claimed_once(notice, now):
    assert outbox.claim(notice.id, now) is not None
    assert outbox.claim(notice.id, now) is None
    assert outbox.due(now) == []


def test_what_a_dead_worker_held_is_free_after_ten_minutes(notice, now):
    outbox.claim(notice.id, now)
    assert outbox.claim(notice.id, now + 9 * MINUTE) is None
    assert outbox.claim(notice.id, now + 10 * MINUTE) is not None


def test_a_worker_that_lost_its_claim_marks_nothing(notice, now):
    slow = claimed(now)
    outbox.claim(notice.id, now + 10 * MINUTE)
    assert not outbox.close(slow, "sent", now)
    notice.refresh_from_db()
    assert notice.status == "sending"


def test_the_waits_grow_and_end_after_ten_attempts(notice, now):
    waits = []
    while notice.status != "failed":
        outbox.put_back(claimed(now), now, "451 later")
        notice.refresh_from_db()
        waits.append(round((notice.due_at - now) / MINUTE))
        now = max(now, notice.due_at)
    assert waits[:4] == [1, 5, 15, 60]
    assert len(waits) == notice.attempts == 10
    assert notice.error == "451 later"


def test_a_put_back_notice_is_not_taken_before_its_time(notice, now):
    outbox.put_back(claimed(now), now, "451 later")
    assert outbox.claim(notice.id, now) is None
    assert outbox.claim(notice.id, now + MINUTE) is not None


def test_due_asks_for_the_games_that_are_meant(game, mei, joon, now):
    Notice.objects.all().delete()
    enqueue([NewNotice(mei.id, "turn", "a", game_id=game.id), NewNotice(joon.id, "turn", "b")], now)
    assert len(outbox.due(now, [game.id])) == 1
    assert len(outbox.due(now, [game.id + 1])) == 0
    assert len(outbox.due(now)) == 2


def test_an_account_mail_is_emptied_once_it_has_left(mei, now):
    outbox.enqueue_account("mei@example.org", "Subject", "the secret link", "", mei, now)
    outbox.close(claimed(now), "sent", now)
    assert Notice.objects.get().data == {}


def test_an_account_mail_is_kept_for_the_next_attempt(mei, now):
    outbox.enqueue_account("mei@example.org", "Subject", "the secret link", "", mei, now)
    outbox.put_back(claimed(now), now, "451 later")
    assert Notice.objects.get().data["text"] == "the secret link"


def test_a_notice_that_goes_as_it_is_claimed_is_nobodys(notice, now):
    """As a device goes, whose notices go with it: that ends no run."""

    def goes(execute, sql, params, many, context):
        done = execute(sql, params, many, context)
        if sql.startswith("UPDATE"):
            Notice.objects.all().delete()
        return done

    with connection.execute_wrapper(goes):
        assert outbox.claim(notice.id, now) is None
