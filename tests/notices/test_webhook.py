"""What a webhook is told: signed, in the form that its receiver takes, and nothing that anybody holds."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import subprocess
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from games import store, tables
from games.models import Endpoint, Game
from games.notices.channels import webhook
from games.notices.channels.faults import Gone, Refused, Unreached
from games.notices.channels.outgoing import Unfit
from games.notices.compose import Brief, brief
from tests.notices import scenes, scenes_titania
from tests.notices.test_hidden_titania import reader_of
from tests.site.cast import running

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(game, mei) -> Brief:
    """What mei is told of her turn."""
    table = tables.table_for(game.slug, mei)
    url = f"http://127.0.0.1:8000{table.url}"
    return Brief("turn", "turn.7/1", "Your turn", "It is your turn at a table.", url, table, mei)


@pytest.fixture
def hook(mei, receiver, now):
    """A webhook of mei's that leads to the receiver."""

    def of(shape: str = "json") -> Endpoint:
        return Endpoint.objects.create(
            person=mei,
            channel="webhook",
            url=receiver.url,
            shape=shape,
            keys={"secret": webhook.new_secret()},
            made_at=now,
        )

    return of


def sent(receiver) -> Any:
    """What came last."""
    return json.loads(receiver.requests[-1].body)


def test_a_program_gets_what_is_told_and_what_anybody_may_know_of_the_table(hook, told, receiver, now, game):
    webhook.send(hook(), told, now)
    assert sent(receiver) == {
        "version": 1,
        "event": "turn",
        "id": "turn:7/1",
        "at": "2026-09-24T10:40:00Z",
        "person": "mei",
        "title": "Your turn",
        "text": "It is your turn at a table.",
        "url": told.url,
        "table": {
            "slug": game.slug,
            "title": "mei · joon",
            "url": told.url,
            "game": "lanterns",
            "status": "running",
            "to_act": "mei",
            "deadline": "2026-09-27T10:40:00Z",
        },
    }
    assert receiver.requests[0].headers["Content-Type"] == "application/json; charset=utf-8"


def test_what_is_about_no_table_says_so(hook, told, receiver, now):
    webhook.send(hook(), replace(told, table=None, event="test"), now)
    assert sent(receiver)["table"] is None


def test_a_receiver_can_tell_who_sent_it_and_when_by_the_secret(hook, told, receiver, now):
    it = hook()
    webhook.send(it, told, now)
    request = receiver.requests[0]
    assert request.headers["Webhook-Timestamp"] == str(int(now.timestamp()))
    signed = f"turn:7/1.{int(now.timestamp())}.".encode() + request.body
    secret = base64.b64decode(it.keys["secret"][len("whsec_") :])
    assert len(secret) == 32
    expected = base64.b64encode(hmac.new(secret, signed, hashlib.sha256).digest()).decode()
    assert request.headers["Webhook-Signature"] == f"v1,{expected}"
    assert expected != base64.b64encode(hmac.new(secret, signed + b" ", hashlib.sha256).digest()).decode()


def test_another_program_comes_to_the_same_signature(hook, told, receiver, now):
    it = hook()
    webhook.send(it, replace(told, title="Ünïcode ☂"), now)
    request = receiver.requests[0]
    key = base64.b64decode(it.keys["secret"][len("whsec_") :]).hex()
    signed = (
        f"{request.headers['Webhook-Id']}.{request.headers['Webhook-Timestamp']}.".encode() + request.body
    )
    command = ["openssl", "dgst", "-sha256", "-mac", "HMAC", "-macopt", f"hexkey:{key}", "-binary"]
    made = subprocess.run(command, input=signed, capture_output=True, check=True).stdout
    assert request.headers["Webhook-Signature"] == f"v1,{base64.b64encode(made).decode()}"


def test_a_second_attempt_has_the_same_id_and_its_own_time(hook, told, receiver, now):
    it, later = hook(), now + timedelta(minutes=5)
    receiver.statuses = [503, 204]
    with pytest.raises(Unreached):
        webhook.send(it, told, now)
    webhook.send(it, told, later)
    first, second = receiver.requests
    assert first.headers["Webhook-Id"] == second.headers["Webhook-Id"] == "turn:7/1"
    assert int(second.headers["Webhook-Timestamp"]) - int(first.headers["Webhook-Timestamp"]) == 300
    assert first.headers["Webhook-Signature"] != second.headers["Webhook-Signature"]


@pytest.mark.parametrize("status", [200, 201, 202, 204, 299])
def test_what_was_taken_is_done(hook, told, receiver, now, status):
    receiver.status = status
    webhook.send(hook(), told, now)
    assert len(receiver.requests) == 1


FAULTS = [
    *((status, "json", Refused) for status in (301, 302, 307, 308, 400, 401, 403, 404, 405, 413, 422)),
    *(
        (status, shape, Gone)
        for status, shape in ((410, "json"), (410, "slack"), (404, "slack"), (404, "discord"))
    ),
    *((status, "discord", Unreached) for status in (408, 425, 429, 500, 502, 503, 504, 599)),
]


@pytest.mark.parametrize(("status", "shape", "fault"), FAULTS)
def test_a_status_says_whether_another_attempt_helps(hook, told, receiver, now, status, shape, fault):
    receiver.status = status
    receiver.headers["Location"] = receiver.url
    with pytest.raises((Gone, Refused, Unreached), match=str(status)) as raised:
        webhook.send(hook(shape), told, now)
    assert type(raised.value) is fault
    assert len(receiver.requests) == 1


def test_an_address_that_has_come_to_lead_inside_is_refused_when_it_is_to_be_told(
    hook, told, receiver, now, settings
):
    it = hook()
    settings.WEBHOOKS_TO_LOOPBACK = False
    with pytest.raises(Unfit):
        webhook.send(it, told, now)
    assert not receiver.requests


HOSTILE = "@everyone **b** [mei](https://evil.example) <@1> <!channel> `x` # & \u2028 ~~a~~ ||s|| _i_ \\"


def test_no_name_is_more_than_a_name_in_discord(hook, told, receiver, now):
    webhook.send(hook("discord"), replace(told, title=HOSTILE, text=HOSTILE), now)
    message = sent(receiver)
    assert message["allowed_mentions"] == {"parse": []}
    assert "content" not in message
    (embed,) = message["embeds"]
    assert embed["url"] == told.url
    assert embed["title"] == embed["description"]
    plain = (
        r"\@everyone \*\*b\*\* \[mei\]\(https:\//evil.example\) \<\@1\> \<!channel\> \`x\` \# & "
        "\u2028"
        r" \~\~a\~\~ \|\|s\|\| \_i\_ \\"
    )
    assert embed["title"] == plain


def test_no_name_is_more_than_a_name_in_slack(hook, told, receiver, now):
    webhook.send(hook("slack"), replace(told, title=HOSTILE, text=HOSTILE), now)
    message = sent(receiver)
    heading, text, link = (it["text"] for it in message["blocks"])
    assert [it["type"] for it in (heading, text)] == ["plain_text"] * 2
    assert link == {"type": "mrkdwn", "text": f"<{told.url}|Open>"}
    for it in (heading["text"], text["text"], message["text"]):
        assert "&lt;!channel&gt;" in it and "<" not in it and ">" not in it and " &amp; " in it
    assert message["mrkdwn"] is False


@pytest.mark.parametrize("sign", ["x", "*", "&", "😀"])
def test_others_limits_are_kept_whatever_the_titles(hook, told, receiver, now, sign):
    long = replace(told, title=sign * 500, text=sign * 9000)
    webhook.send(hook("discord"), long, now)
    (embed,) = sent(receiver)["embeds"]
    assert len(embed["title"].encode("utf-16-le")) / 2 <= 256
    assert len(embed["description"].encode("utf-16-le")) / 2 <= 4096
    webhook.send(hook_of(long, receiver, "slack"), long, now)
    heading, text, _ = sent(receiver)["blocks"]
    assert len(heading["text"]["text"].replace("&amp;", "&").encode("utf-16-le")) / 2 <= 250
    assert len(text["text"]["text"].replace("&amp;", "&").encode("utf-16-le")) / 2 <= 3000


def hook_of(told: Brief, receiver, shape: str) -> Endpoint:
    """Another webhook of the same person at the same receiver."""
    return Endpoint(
        person=told.person, url=f"{receiver.url}?2", shape=shape, keys={"secret": webhook.new_secret()}
    )


def test_a_hostile_title_comes_as_it_is_in_json(hook, receiver, mei, joon, now):
    title = '"}], \\ \n<script> \u202e ☂ é'
    game = running(mei, joon, title=title)
    table = tables.table_for(game.slug, mei)
    webhook.send(hook(), Brief("turn", "turn.1", title, "x", "http://127.0.0.1:8000/", table, mei), now)
    assert sent(receiver)["table"]["title"] == sent(receiver)["title"] == title


# Hidden things


def outgoing_of(notice) -> list[str]:
    """What each kind of receiver would get of a notice."""
    now = max(notice.created_at, notice.due_at)
    told = brief(notice, now)
    return [json.dumps(shape(told, now)) for shape in webhook.SHAPES.values()]


RUNNING = [
    *(scenes.started_first, scenes.turn, scenes.turn_first),
    *(it for it in scenes_titania.SCENES if not it.__name__.startswith("result")),
]


@pytest.mark.parametrize("scene", RUNNING, ids=lambda scene: f"{scene.__module__[-7:]}.{scene.__name__}")
def test_a_webhook_is_told_the_same_whatever_anybody_holds(scene, steady, monkeypatch):
    notice, load = scene(), store.load
    told, seat = outgoing_of(notice), reader_of(notice)

    def another_world(game: Game) -> store.Loaded:
        """Dealt anew, the reader's own hand too: it is nobody's business in a channel."""
        position = load(game)
        state = position.rules.redeal(position.state, seat, bytes(32))
        state = replace(state, hands=(*state.hands[1:], state.hands[0]))
        assert state != position.state
        return replace(position, state=state)

    monkeypatch.setattr(store, "load", another_world)
    assert outgoing_of(notice) == told
