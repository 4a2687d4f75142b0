"""Telling by push: only the browser can read it, its service sees who sends, and answers are understood."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from http_ece import ECEException

from games.models import Endpoint
from games.notices.channels import outgoing, push
from games.notices.channels.faults import Gone, Refused
from games.notices.compose import Brief
from games.tables import table_for
from lanterns_site.environment import is_push_key
from tests.servers.push_service import Browser, claims_of

HOUR = timedelta(hours=1)


@pytest.fixture
def phone() -> Browser:
    """The browser on the telephone of mei."""
    return Browser()


@pytest.fixture
def device(mei, phone, receiver) -> Endpoint:
    """Its row; its push service is on this machine."""
    return Endpoint(person=mei, channel="push", url=receiver.url, keys=phone.keys)


@pytest.fixture
def brief(mei, game) -> Brief:
    """That it is the turn of mei."""
    table = table_for(game.slug, mei)
    words = {
        "title": "Your turn: “Slow cup” 🏮",
        "text": "joon placed a tile.",
        "url": "https://play.example/t/",
    }
    return Brief(event="turn", key="turn.1", table=table, person=mei, **words)


def sent(receiver, *to_send):
    """What arrives when this is sent."""
    push.send(*to_send)
    return receiver.requests[-1]


# ------------------------------------------------------------------------------- what is told


def test_only_the_browser_reads_what_is_told(device, phone, brief, receiver, now):
    request = sent(receiver, device, brief, now)
    assert phone.opened(request) == {
        "title": "Your turn: “Slow cup” 🏮",
        "text": "joon placed a tile.",
        "url": "https://play.example/t/",
        "tag": f"table.{brief.table.slug}",
    }
    assert b"joon" not in request.body
    with pytest.raises(ECEException):
        Browser().opened(request)


def test_the_same_is_never_encrypted_alike(device, brief, receiver, now):
    one, other = sent(receiver, device, brief, now), sent(receiver, device, brief, now)
    assert one.body != other.body


def test_it_says_no_more_than_the_brief(device, phone, brief, receiver, now, game):
    """What the table shows to its person alone makes no difference."""
    told = phone.opened(sent(receiver, device, brief, now))
    seen = phone.opened(sent(receiver, device, replace(brief, table=table_for(game.slug, None)), now))
    assert told == seen


@pytest.mark.parametrize("sign", ["x", "🏮", '"', "\x00"])
def test_it_is_small_however_long_the_words_are(device, phone, brief, receiver, now, sign):
    long = replace(brief, title=sign * 5000, text=sign * 5000)
    request = sent(receiver, device, long, now)
    assert len(request.body) < 4096
    assert len(push.payload(long)) < 3700
    told = phone.opened(request)
    assert told["title"] == sign * 119 + "…"
    assert told["text"].endswith(sign + "…")


def test_a_newer_notice_takes_the_place_of_an_older_one_of_that_table(device, brief, receiver, now, mei):
    turn, later = (
        sent(receiver, device, brief, now),
        sent(receiver, device, replace(brief, key="turn.2"), now),
    )
    test = sent(receiver, device, replace(brief, table=None, key="test.1"), now)
    assert turn.headers["Topic"] == later.headers["Topic"] != test.headers["Topic"]
    for request in (turn, test):
        assert len(request.headers["Topic"]) == 32
        assert len(push.bytes_of(request.headers["Topic"])) == 24


def test_a_turn_is_kept_until_its_time_runs_out(device, brief, receiver, now):
    def kept(**changes) -> timedelta:
        request = sent(receiver, device, replace(brief, **changes), now)
        return timedelta(seconds=int(request.headers["TTL"]))

    def until(deadline):
        return replace(brief.table, deadline_at=deadline)

    assert kept() == brief.table.deadline_at - now == timedelta(days=3)
    assert kept(table=until(now - HOUR)) == timedelta(minutes=1)
    assert kept(table=until(now + timedelta(days=90))) == timedelta(days=28)
    assert kept(table=until(None)) == kept(table=None) == kept(event="finish") == timedelta(days=1)


def test_what_runs_out_soon_is_urgent(device, brief, receiver, now):
    urgency = {
        event: sent(receiver, device, replace(brief, event=event), now).headers["Urgency"]
        for event in ("turn", "finish", "reminder", "test")
    }
    assert urgency == {"turn": "normal", "finish": "normal", "reminder": "high", "test": "high"}


# ------------------------------------------------------------------------------- who sends


def test_the_push_service_sees_who_sends(device, brief, receiver, now, settings):
    settings.DEFAULT_FROM_EMAIL = "Lakelight <noreply@play.example.org>"
    claims, key = claims_of(sent(receiver, device, brief, now))
    assert claims == {
        "aud": f"http://127.0.0.1:{receiver.port}",
        "exp": int((now + 12 * HOUR).timestamp()),
        "sub": "mailto:noreply@play.example.org",
    }
    assert key == push.public_key()


def test_whatever_the_site_writes_from_it_can_send(device, brief, receiver, now, settings):
    settings.DEFAULT_FROM_EMAIL = "noreply@lake"
    assert claims_of(sent(receiver, device, brief, now))[0]["sub"] == "mailto:noreply@lake"


def test_the_key_is_made_of_the_secret_of_the_site(settings):
    first = push.public_key()
    assert push.public_key() == first
    settings.SECRET_KEY = "another secret, and a long one, of the same site"
    assert push.public_key() != first


def test_a_key_of_its_own_stays_when_the_secret_changes(settings):
    settings.PUSH_KEY = push.new_key()
    first = push.public_key()
    settings.SECRET_KEY = "another secret, and a long one, of the same site"
    assert push.public_key() == first
    settings.PUSH_KEY = push.new_key()
    assert push.public_key() != first


def test_the_keys_that_it_makes_are_those_that_the_settings_take(capsys):
    from django.core.management import call_command

    call_command("push_key")
    made = capsys.readouterr().out.strip()
    assert is_push_key(made)
    assert made != push.new_key()


# ------------------------------------------------------------------------------- what it answers


@pytest.mark.parametrize("status", [200, 201, 202, 204])
def test_what_the_push_service_has_taken_is_told(device, brief, receiver, now, status):
    receiver.status = status
    push.send(device, brief, now)
    assert len(receiver.requests) == 1


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_its_push_service_does_not_know_is_gone(device, brief, receiver, now, status):
    receiver.status = status
    with pytest.raises(Gone, match=f"does not know this device any more \\({status}\\)"):
        push.send(device, brief, now)


@pytest.mark.parametrize("status", [400, 401, 403, 413])
def test_what_will_never_be_taken_is_refused(device, brief, receiver, now, status):
    receiver.status, receiver.body = status, b"\x00 <b>no</b>"
    with pytest.raises(Refused, match=f"refused the notice \\({status}\\)"):
        push.send(device, brief, now)


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503])
def test_what_may_be_taken_later_is_tried_again(device, brief, receiver, now, status):
    receiver.status = status
    with pytest.raises(outgoing.Unreached, match=f"\\({status}\\)"):
        push.send(device, brief, now)


def test_a_push_service_that_is_away_may_be_back_later(device, brief, receiver, now):
    receiver.hangs_up = True
    with pytest.raises(outgoing.Unreached):
        push.send(device, brief, now)


def test_nothing_is_sent_to_the_sites_own_machine(device, brief, receiver, now, settings):
    settings.WEBHOOKS_TO_LOOPBACK = False
    with pytest.raises(Refused):
        push.send(device, brief, now)
    assert not receiver.requests


# ------------------------------------------------------------------------------- the keys of a browser


def test_the_keys_of_a_browser_are_kept_as_they_are(phone):
    given = phone.keys
    assert push.checked_keys(given["p256dh"], given["auth"]) == given
    assert push.checked_keys(given["p256dh"] + "=", given["auth"] + "==") == given


def is_taken(p256dh: str, auth: str) -> bool:
    """Whether these are keys of a phone."""
    try:
        return bool(push.checked_keys(p256dh, auth))
    except ValueError:
        return False


@pytest.mark.parametrize(
    "wrong", ["", "A", "A" * 87, "x y", "é" * 87, "\x00", "\ud800", "B" * 100_000, "+/=="]
)
def test_what_is_no_key_is_none(phone, wrong):
    given = phone.keys
    assert is_taken(given["p256dh"], given["auth"])
    assert not is_taken(wrong, given["auth"])
    assert not is_taken(given["p256dh"], wrong)
    assert not is_taken(given["auth"], given["p256dh"])


def test_a_point_beside_the_curve_is_no_key(phone):
    point = bytearray(push.bytes_of(phone.keys["p256dh"]))
    point[-1] ^= 1
    assert not is_taken(push.base64_of(bytes(point)), phone.keys["auth"])
