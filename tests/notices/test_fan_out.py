"""From the row of a mail to rows of devices and webhooks: each once, only where it is wanted."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import count
from threading import Barrier, Event

import pytest
from django.db import connection, transaction

from games.actions.endpoints import forget_device
from games.models import Endpoint, Notice, Person
from games.models.direct import insert
from games.notices import fan_out, outbox
from games.notices.deliver import deliver_due
from games.notices.outbox import NewNotice, enqueue
from tests.notices.chosen import choose, switched_off
from tests.notices.scenes import member

HOUR = timedelta(hours=1)


def endpoint(person: Person, channel: str = "push", name: str = "a", **columns) -> Endpoint:
    """A device or webhook of somebody."""
    url = f"https://example.org/{channel}/{name}"
    return Endpoint.objects.create(person=person, channel=channel, url=url, **columns)


def tell(person: Person, now, kind: str = "turn", key: str = "1/0") -> None:
    """A new notice, and what is made of it."""
    enqueue([NewNotice(person.id, kind, key)], now)
    fan_out.fan_out()


def rows() -> list[tuple[str, str]]:
    """The notices beside mail: on which channel, and of what kind."""
    return sorted(Notice.objects.exclude(channel="mail").values_list("channel", "kind"))


def test_each_device_and_webhook_gets_a_row_like_that_of_the_mail(mei, now):
    places = {endpoint(mei).id, endpoint(mei, "webhook").id, endpoint(mei, "push", "b").id}
    enqueue([NewNotice(mei.id, "turn", "1/0", data={"seq": 3}, due_at=now + HOUR)], now)
    fan_out.fan_out()
    mail, *others = Notice.objects.order_by("id")
    assert {it.endpoint_id for it in others} == places
    for it in others:
        assert (it.kind, it.key, it.data) == (mail.kind, mail.key, mail.data)
        assert (it.created_at, it.due_at, it.status) == (now, now + HOUR, "queued")
        assert it.channel == it.endpoint.channel and it.fanned
    assert mail.fanned


def test_only_what_is_wanted_on_a_channel(mei, now):
    endpoint(mei)
    endpoint(mei, "webhook")
    choose("mei", matrix={"turn": ["mail", "webhook"]})
    tell(mei, now)
    tell(mei, now, "started")
    assert rows() == [("push", "started"), ("webhook", "started"), ("webhook", "turn")]


def test_what_is_always_told_is_told_everywhere(mei, now):
    endpoint(mei)
    switched_off("mei", "turn", "start", "finish")
    tell(mei, now, "stuck")
    assert rows() == [("push", "stuck")]


@pytest.mark.parametrize("kind", ["account", "digest", "test"])
def test_some_goes_one_way_only(mei, now, kind):
    endpoint(mei)
    tell(mei, now, kind)
    assert rows() == []


def test_not_to_those_that_have_stopped_nor_to_others(mei, joon, now):
    endpoint(mei, stopped_at=now)
    endpoint(joon)
    tell(mei, now)
    assert rows() == []
    assert not Notice.objects.filter(fanned=False).exists()


def test_an_account_mail_to_nobody_known_is_no_fault(db, now):
    outbox.enqueue_account("new@example.org", "A", "b", "", None, now)
    fan_out.fan_out()
    assert Notice.objects.get().fanned


def test_a_device_is_told_nothing_that_came_before_it(mei, now):
    tell(mei, now)
    endpoint(mei)
    fan_out.fan_out()
    assert rows() == []


def test_where_mail_comes_back_everything_else_tells_what_mail_would(mei, now):
    endpoint(mei)
    endpoint(mei, "webhook")
    Person.objects.filter(id=mei.id).update(bounced="MEI@example.org")
    choose("mei", matrix={"turn": ["mail"], "start": ["feed"]})
    tell(mei, now)
    tell(mei, now, "started")
    assert rows() == [("push", "turn"), ("webhook", "turn")]


def test_another_address_that_came_back_changes_nothing(mei, now):
    endpoint(mei)
    Person.objects.filter(id=mei.id).update(bounced="old@example.org")
    choose("mei", matrix={"turn": ["mail"]})
    tell(mei, now)
    assert rows() == []


def test_a_mail_that_comes_back_is_told_elsewhere_afterwards(mei, now, smtp):
    """It was written, and fanned out, while its address still took mail."""
    endpoint(mei)
    choose("mei", matrix={"turn": ["mail"]})
    tell(mei, now)
    notice = outbox.claim(Notice.objects.get().id, now)
    Person.objects.filter(id=mei.id).update(bounced=mei.email)
    outbox.close(notice, "bounced", now)
    fan_out.fan_out()
    assert rows() == [("push", "turn")]
    fan_out.fan_out()
    assert rows() == [("push", "turn")]


def test_it_costs_little_where_nobody_has_an_endpoint(mei, joon, now, django_assert_num_queries):
    with django_assert_num_queries(1):
        fan_out.fan_out()
    enqueue([NewNotice(it.id, "turn", str(key)) for it in (mei, joon) for key in range(20)], now)
    with django_assert_num_queries(3):
        fan_out.fan_out()


def test_it_costs_the_same_for_one_notice_and_for_many(mei, joon, now, django_assert_num_queries):
    endpoint(mei)
    endpoint(joon, "webhook")
    enqueue([NewNotice(it.id, "turn", str(key)) for it in (mei, joon) for key in range(20)], now)
    with transaction.atomic(), django_assert_num_queries(9):
        fan_out.fan_out()
    assert len(rows()) == 40


def test_more_than_one_run_takes_are_taken_in_several(mei, now, monkeypatch):
    monkeypatch.setattr(fan_out, "A_RUN", 3)
    endpoint(mei)
    enqueue([NewNotice(mei.id, "turn", str(key)) for key in range(8)], now)
    fan_out.fan_out()
    assert len(rows()) == 8


def test_delivering_begins_with_it(mei, now):
    endpoint(mei)
    enqueue([NewNotice(mei.id, "turn", "1/0")], now)
    deliver_due(now)
    assert rows() == [("push", "turn")]


def test_what_cannot_be_fanned_out_keeps_no_mail_back(mei, joon, now, smtp):
    endpoint(mei)
    enqueue([NewNotice(mei.id, "news", "1/0", data={"event": ["nonsense"]})], now)
    outbox.enqueue_account("joon@example.org", "A", "b", "", joon, now)
    assert deliver_due(now) == 1


@pytest.mark.django_db(transaction=True)
def test_a_device_that_goes_is_in_nobodys_way(now):
    """While it is deleted, a worker is about to tell it something."""
    mei, is_over = member("mei"), Event()

    def worker() -> int:
        try:
            for number in count():
                if is_over.is_set():
                    return number
                enqueue([NewNotice(mei.id, "turn", str(number))], now)
                fan_out.fan_out()
            return 0
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        done = pool.submit(worker)
        try:
            for number in range(40):
                assert forget_device(mei, endpoint(mei, name=str(number)).id)
        finally:
            is_over.set()
        assert done.result()
    assert rows() == []


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_write_each_row_once(now):
    people = [member(f"person {number}") for number in range(6)]
    for person in people:
        endpoint(person)
        endpoint(person, "webhook")
    enqueue([NewNotice(it.id, "turn", str(key)) for it in people for key in range(10)], now)
    start = Barrier(4)

    def worker(_):
        try:
            start.wait()
            fan_out.fan_out()
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(worker, range(4)))
    assert len(rows()) == 120
    assert not Notice.objects.filter(fanned=False).exists()


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_dies_in_between_loses_nothing_and_doubles_nothing(now, monkeypatch):
    mei = member("mei")
    endpoint(mei)

    def dies(*args, **how):
        insert(*args, **how)
        raise KeyboardInterrupt

    enqueue([NewNotice(mei.id, "turn", "1/0")], now)
    with monkeypatch.context() as patch:
        patch.setattr(fan_out, "insert", dies)
        with pytest.raises(KeyboardInterrupt):
            fan_out.fan_out()
    assert rows() == []
    fan_out.fan_out()
    assert rows() == [("push", "turn")]
