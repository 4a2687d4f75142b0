"""What the mail provider reports: only with the secret, and only what is said of the address stops it."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from django.test import Client

from games.models import Notice
from games.notices.headers import message_id

SECRET = "lakelight:sixteen-or-more-characters"
WITH_SECRET = {"HTTP_AUTHORIZATION": f"Basic {base64.b64encode(SECRET.encode()).decode()}"}


@pytest.fixture
def provider(settings):
    """A site whose mail is sent by Brevo."""
    settings.MAIL_PROVIDER, settings.ANYMAIL = "brevo", {"WEBHOOK_SECRET": SECRET}


@pytest.fixture
def sent(mei, game) -> Notice:
    """A mail to mei that has left."""
    return Notice.objects.create(person=mei, kind="turn", key="1", game=game, status="sent", fanned=True)


def report(event: str, notice: Notice | None = None, **fields: str) -> dict[str, object]:
    """What the provider sends of one event."""
    named = {"message-id": message_id(notice)} if notice else {}
    return {"email": "mei@example.org", "ts_epoch": 1790000000000, "event": event, **named, **fields}


def tell(body: object, **headers: Any):
    """Post it as the provider does."""
    text = body if isinstance(body, str) else json.dumps(body)
    return Client().post("/mail/events/", text, content_type="application/json", **headers)


def test_a_bounce_stops_the_address_and_marks_the_notice(provider, sent, mei):
    assert tell(report("hard_bounce", sent, reason="550 5.1.1"), **WITH_SECRET).status_code == 200
    mei.refresh_from_db()
    sent.refresh_from_db()
    assert (mei.bounced, sent.status) == ("mei@example.org", "bounced")


def test_a_mail_that_was_taken_is_accepted(provider, sent):
    tell(report("delivered", sent), **WITH_SECRET)
    sent.refresh_from_db()
    assert sent.status == "accepted"


@pytest.mark.parametrize(
    ("event", "stops"),
    [
        ("hard_bounce", True),
        ("soft_bounce", False),
        ("blocked", False),
        ("deferred", False),
        ("opened", False),
        ("error", False),
        ("invalid_email", True),
        ("complaint", True),
    ],
)
def test_only_what_will_never_arrive_or_is_unwanted_stops_it(provider, mei, event, stops):
    assert tell(report(event), **WITH_SECRET).status_code == 200
    mei.refresh_from_db()
    assert bool(mei.bounced) is stops


@pytest.mark.parametrize("headers", [{}, {"HTTP_AUTHORIZATION": "Basic eDp5"}])
def test_nobody_else_can_report(provider, mei, headers):
    assert tell(report("hard_bounce"), **headers).status_code == 400
    mei.refresh_from_db()
    assert mei.bounced == ""


@pytest.mark.parametrize("body", ["", "{", "null", "[1]", "3", '{"items": []}', '{"event": {}}'])
def test_what_cannot_be_read_is_refused(provider, db, body):
    assert tell(body, **WITH_SECRET).status_code == 400


def test_an_address_of_nobody_changes_nothing(provider, mei):
    body = report("hard_bounce", email="nobody\x00@example.org")
    assert tell(body, **WITH_SECRET).status_code in (200, 400)
    mei.refresh_from_db()
    assert mei.bounced == ""


def test_a_site_without_a_provider_has_no_such_page(db):
    assert tell(report("hard_bounce"), **WITH_SECRET).status_code == 404
