"""The test that somebody asks for, from the button to the mail server."""

from __future__ import annotations

import pytest

from games.actions.trials import send_trial
from games.models import Choices, Notice
from games.notices import deliver
from games.notices.choice import EVENTS
from games.notices.compose import brief, compose
from tests.site.cast import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def notice(mei, now) -> Notice:
    """A test by mail, to mei."""
    return send_trial(mei, "mail", None, now)


def test_it_comes_by_mail_and_its_fate_is_known(smtp, notice, mei, now):
    assert deliver.deliver_due(now) == 1
    (mail,) = smtp.to("mei@example.org")
    assert mail["Subject"] == "The test that you asked Lakelight for"
    notice.refresh_from_db()
    assert notice.status == "sent"


def test_it_says_when_it_was_asked_for_and_what_else_comes_there(notice, now):
    body = compose(notice, now).body
    assert "you asked for on Thursday 24 September, 12:40 (Europe/Oslo)." in " ".join(body.split())
    assert all(str(it.label) in " ".join(body.split()) for it in EVENTS)


def test_it_tells_of_no_event_that_was_switched_off(notice, mei, now):
    mei.choices = Choices.objects.create(person=mei, matrix={"turn": ["push"]})
    notice.person = mei
    said = compose(notice, now).body
    assert "It is your turn" not in said
    mei.choices.matrix = {it.slug: [] for it in EVENTS}
    assert "You have chosen that your games send you no mail." in compose(notice, now).body


def test_it_leads_to_what_became_of_it_and_cannot_be_switched_off(notice, now, site_url):
    message = compose(notice, now)
    assert f"{site_url}/settings/told/" in message.body
    assert "List-Unsubscribe" not in message.extra_headers


def test_in_two_lines_it_says_the_same(mei, now):
    device = mei.endpoints.create(channel="push", url="https://push.example.org/1")
    told = brief(send_trial(mei, "push", device.id, now), now)
    assert told.title == "The test that you asked Lakelight for"
    assert told.text == "It works: what your games tell you comes here."
    mei.choices.matrix = {it.slug: ["mail"] for it in EVENTS}
    mei.choices.save()
    told = brief(Notice.objects.get(), now)
    assert told.text == "It works, but you have chosen that your games tell you nothing here."


def test_somebody_whose_zone_is_unknown_reads_it_in_utc(now, db):
    notice = send_trial(person("noor"), "mail", None, now)
    assert "24 September, 10:40 (UTC)." in " ".join(compose(notice, now).body.split())
