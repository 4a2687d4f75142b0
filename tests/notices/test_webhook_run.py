"""The whole way of a notice to a webhook: from a turn or a press of a button to the receiver and back."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from games.actions import play, webhooks
from games.models import Endpoint, Notice
from games.notices import elsewhere
from games.notices.fan_out import fan_out
from tests.servers.processes import soon
from tests.site.cast import a_turn, as_client

pytestmark = pytest.mark.django_db


@pytest.fixture
def hook(receiver, joon, now) -> Endpoint:
    """A webhook of joon's that leads to the receiver."""
    return webhooks.add_webhook(joon, receiver.url, "", "", now)


@pytest.fixture
def told(hook, game, mei, now) -> Notice:
    """It is joon's turn, which his webhook is to be told."""
    play.submit_turn(game.id, mei.id, 0, a_turn(game), now)
    fan_out()
    return Notice.objects.get(endpoint=hook, kind="turn")


def test_a_turn_is_told_to_the_webhook_of_whoever_is_next(receiver, hook, told, game, now):
    assert elsewhere.send_due(now) >= 1
    bodies = [json.loads(it.body) for it in receiver.requests]
    (turn,) = [it for it in bodies if it["event"] in ("turn", "start")]
    assert (turn["person"], turn["table"]["slug"], turn["table"]["to_act"]) == ("joon", game.slug, "joon")
    told.refresh_from_db()
    hook.refresh_from_db()
    assert (told.status, hook.told_at, hook.failures) == ("accepted", now, 0)


def test_a_receiver_that_cannot_take_it_now_is_asked_again_later_and_later(receiver, hook, told, now):
    Notice.objects.filter(endpoint=hook).exclude(id=told.id).delete()
    receiver.statuses = [503, 429, 204]
    waits = []
    for attempt in (1, 2, 3):
        elsewhere.send_due(now)
        assert len(receiver.requests) == attempt
        told.refresh_from_db()
        waits.append(told.due_at - now)
        if attempt < 3:
            assert told.error == f"It answered with the status {(503, 429)[attempt - 1]}."
        elsewhere.send_due(told.due_at - timedelta(seconds=1))
        assert len(receiver.requests) == attempt
        now = told.due_at
    assert waits[0] < waits[1] and told.status == "accepted"
    assert len({it.headers["Webhook-Id"] for it in receiver.requests}) == 1
    hook.refresh_from_db()
    assert (hook.failures, hook.error) == (0, "")


def test_one_that_is_gone_is_told_nothing_more_and_its_page_says_so(receiver, hook, told, joon, now):
    receiver.status = 410
    elsewhere.send_due(now)
    elsewhere.send_due(now + timedelta(days=1))
    assert len(receiver.requests) == 1
    page = as_client(joon).get("/settings/webhooks/").content.decode()
    assert "nothing is sent there. It answered with the status 410." in page


def test_an_address_that_leads_inside_gets_nothing_though_it_was_kept_once(
    receiver, hook, told, settings, now
):
    settings.WEBHOOKS_TO_LOOPBACK = False
    Endpoint.objects.update(url=f"https://127.0.0.1:8443/{receiver.port}")
    elsewhere.send_due(now)
    told.refresh_from_db()
    assert told.status == "failed" and "does not lead to a host in the public internet" in told.error
    assert not receiver.requests


@pytest.mark.django_db(transaction=True)
def test_a_worker_brings_the_test_that_somebody_asks_for(receiver, worker, joon, now):
    hook = webhooks.add_webhook(joon, receiver.url, "", "", now)
    as_client(joon).post("/settings/told/test/", {"channel": "webhook", "endpoint": hook.id, "next": "/"})
    assert receiver.arrived(1)
    assert json.loads(receiver.requests[0].body)["event"] == "test"
    assert soon(lambda: Notice.objects.filter(endpoint=hook, status="accepted").exists())
