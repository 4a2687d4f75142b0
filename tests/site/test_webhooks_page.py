"""The page of one's webhooks: adding, removing, starting again; what is wrong is said and changes nothing."""

from __future__ import annotations

import re
import socket
import threading
from typing import Any

import pytest
from django.test.utils import CaptureQueriesContext

from games.actions import Refused, webhooks
from games.models import Endpoint, Notice
from tests.site.accounts import sound
from tests.site.cast import as_client
from tests.site.tables import text

PAGE = "/settings/webhooks/"
PUBLIC = "93.184.215.14"
HOOK = "https://hooks.example.org/in/a-secret-part"
DISCORD = "https://discord.com/api/webhooks/123/a-secret-part"
SLACK = "https://hooks.slack.com/services/T0/B0/a-secret-part"


@pytest.fixture(autouse=True)
def names(monkeypatch) -> dict[str, str]:
    """What the names of hosts mean here: those not told otherwise are out in the world."""
    known: dict[str, str] = {}
    real = socket.getaddrinfo

    def look_up(host, port, *more, **how):
        return real(
            known.get(host, PUBLIC if str(host).endswith((".org", ".com")) else host), port, *more, **how
        )

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return known


def add(person, url=HOOK, **given: Any):
    """What the page answers to the form that adds a webhook."""
    return as_client(person).post(
        PAGE, {"form": "add", "url": url, "label": "", "shape": "", **given}, follow=True
    )


def kept(**of: Any) -> list[tuple[str, str, str]]:
    """Who has which webhooks, and what these take."""
    return list(
        Endpoint.objects.filter(channel="webhook", **of)
        .order_by("id")
        .values_list("person__username", "url", "shape")
    )


def hook(person, now, url=HOOK, **fields: Any) -> Endpoint:
    """A webhook of a person."""
    it = webhooks.add_webhook(person, url, "My bot", "", now)
    Endpoint.objects.filter(id=it.id).update(**fields)
    it.refresh_from_db()
    return it


def test_a_webhook_is_added_and_listed_without_its_secret_part(mei):
    answer = add(mei, label="  My\tbot ")
    page = sound(answer)
    assert kept() == [("mei", HOOK, "json")]
    assert "We tell you at My bot, too." in text(answer)
    assert "hooks.example.org/…part" in page and HOOK not in page
    assert "Not told yet." in page


@pytest.mark.parametrize(
    ("url", "chosen", "shape"),
    [
        (DISCORD, "", "discord"),
        ("https://canary.discord.com/api/v10/webhooks/1/x", "", "discord"),
        (SLACK, "", "slack"),
        (SLACK, "json", "json"),
        (HOOK, "slack", "slack"),
        ("https://discord.com.example.org/api/webhooks/1/x", "", "json"),
        ("https://example.org/discord.com/api/webhooks/1/x", "", "json"),
    ],
)
def test_discord_and_slack_are_known_by_their_addresses_unless_something_else_is_chosen(
    mei, url, chosen, shape
):
    add(mei, url, shape=chosen)
    assert kept() == [("mei", url, shape)]


WRONG = [
    *(
        "http://hooks.example.org/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://localhost:6379/",
        "https://10.0.0.5",
    ),
    *(
        "https://169.254.169.254/latest",
        "https://[::ffff:127.0.0.1]/",
        "https://name@hooks.example.org/",
        "",
        "x",
    ),
    *(
        "https://hooks.example.org:6379/",
        "https://inside.example.org/",
        "\x00",
        "https://hooks.example.org/\x00",
    ),
    *("https://2130706433/", "\ud800".encode("utf-8", "surrogatepass"), "https://" + "x" * 3000, "9" * 5000),
]


@pytest.mark.parametrize("url", WRONG)
def test_an_address_that_cannot_be_is_refused_beside_its_field_and_everything_typed_stays(mei, names, url):
    names["inside.example.org"] = "10.0.0.5"
    page = sound(add(mei, url, label="My bot & I", shape="slack"))
    assert 'aria-invalid="true" aria-describedby="id_url-error url-hint"' in page
    assert 'id="id_url-error"' in page
    assert 'value="My bot &amp; I"' in page and '<option value="slack" selected>' in page
    assert not kept()


@pytest.mark.parametrize(
    ("given", "field"),
    [({"label": "x" * 41}, "label"), ({"label": "a\x00b"}, "label"), ({"shape": "soap"}, "shape")],
)
def test_what_else_cannot_be_is_refused_beside_its_field(mei, given, field):
    page = sound(add(mei, **given))
    assert f'id="id_{field}-error"' in page
    assert f'value="{HOOK}"' in page
    assert not kept()


def test_a_form_that_says_nothing_or_too_much_changes_nothing(mei, now):
    it = hook(mei, now)
    client = as_client(mei)
    for sent in (
        *({}, {"form": "?"}, {"form": "add"}, {"form": ["add", "forget"]}, {"form": "forget"}),
        *(
            {"form": "forget", "webhook": wrong}
            for wrong in ("", "0", "-1", "x", "9" * 40, "1.0", "٣", "\x00")
        ),
        *({"form": "restart", "webhook": wrong} for wrong in ("", str(it.id + 1), "9" * 18)),
    ):
        sound(client.post(PAGE, sent, follow=True))
        assert kept() == [("mei", HOOK, "json")]


def test_looking_changes_nothing(mei, now):
    it = hook(mei, now, stopped_at=now)
    as_client(mei).get(f"{PAGE}?form=forget&webhook={it.id}")
    as_client(mei).get(f"{PAGE}?form=restart&webhook={it.id}")
    it.refresh_from_db()
    assert it.stopped_at == now


def test_an_address_is_told_once(mei, joon):
    add(mei)
    answer = add(mei, "HTTPS://Hooks.Example.org:443/in/a-secret-part#there")
    assert "We tell you at this address already." in text(answer)
    add(joon)
    assert kept() == [("mei", HOOK, "json"), ("joon", HOOK, "json")]


def test_nobody_has_more_than_ten(mei, now):
    for number in range(10):
        hook(mei, now, f"{HOOK}{number}")
    assert "You have 10 webhooks already." in text(add(mei))
    assert len(kept()) == 10


@pytest.mark.django_db(transaction=True)
def test_nobody_has_more_than_ten_by_adding_two_at_once(mei, now):
    from django.db import connection

    for number in range(9):
        hook(mei, now, f"{HOOK}{number}")
    refused = []

    def another(url: str) -> None:
        try:
            webhooks.add_webhook(mei, url, "", "", now)
        except Refused as refusal:
            refused.append(refusal.sentence)
        finally:
            connection.close()

    both = [threading.Thread(target=another, args=[f"{HOOK}-{it}"]) for it in "ab"]
    for it in both:
        it.start()
    for it in both:
        it.join()
    assert len(refused) == 1 and len(kept()) == 10


def test_whoever_tries_too_often_has_to_wait(mei, monkeypatch, settings):
    settings.ACCOUNT_RATE_LIMITS = {"add_webhook": "2/h/user"}
    client = as_client(mei)
    for _ in range(2):
        assert "Try again in an hour." not in text(client.post(PAGE, {"form": "add", "url": "x"}))
    answer = client.post(PAGE, {"form": "add", "url": HOOK})
    assert "Try again in an hour." in text(answer)
    assert f'value="{HOOK}"' in sound(answer) and not kept()


def test_one_is_removed_after_a_second_press(mei, now):
    it = hook(mei, now)
    page = sound(as_client(mei).get(PAGE))
    assert '<details class="sure"><summary class="btn">Remove' in page
    answer = as_client(mei).post(PAGE, {"form": "forget", "webhook": it.id}, follow=True)
    assert "We tell you there no more." in text(answer)
    assert not kept()
    answer = as_client(mei).post(PAGE, {"form": "forget", "webhook": it.id}, follow=True)
    assert "That webhook is not there any more." in text(answer)


def test_one_that_has_stopped_says_why_and_can_be_started_again(mei, now):
    it = hook(mei, now, stopped_at=now, failures=8, error="It answered with the status <404>.")
    page = sound(as_client(mei).get(PAGE))
    assert (
        "Stopped Thu 24 Sep, 12:40, nothing is sent there. It answered with the status &lt;404&gt;." in page
    )
    assert "Send a test" not in page
    as_client(mei).post(PAGE, {"form": "restart", "webhook": it.id})
    it.refresh_from_db()
    assert (it.stopped_at, it.failures, it.error) == (None, 0, "")
    assert "Start again" not in sound(as_client(mei).get(PAGE))


def test_one_that_fails_says_so_before_it_stops(mei, now):
    hook(mei, now, failures=1, error="It did not answer in time.")
    assert "The last attempt did not succeed. It did not answer in time." in text(as_client(mei).get(PAGE))
    Endpoint.objects.update(failures=3)
    assert "The last 3 attempts did not succeed." in text(as_client(mei).get(PAGE))


def test_nobody_touches_or_sees_those_of_another(mei, joon, now):
    it = hook(mei, now, stopped_at=now)
    client = as_client(joon)
    assert "My bot" not in sound(client.get(PAGE))
    for form in ("forget", "restart"):
        answer = client.post(PAGE, {"form": form, "webhook": it.id}, follow=True)
        assert "That webhook is not there any more." in text(answer)
    it.refresh_from_db()
    assert it.stopped_at == now
    assert as_client(None).get(PAGE).status_code == 302
    assert as_client(None).post(PAGE, {"form": "forget", "webhook": it.id}).status_code == 302
    assert kept()


def test_a_device_is_no_webhook(mei, now):
    device = Endpoint.objects.create(person=mei, channel="push", url="https://push.example.org/x")
    as_client(mei).post(PAGE, {"form": "forget", "webhook": device.id})
    assert Endpoint.objects.filter(id=device.id).exists()


def test_the_owner_reads_the_secret_that_signs_where_it_can_be_checked(mei, now):
    it = hook(mei, now)
    hook(mei, now, DISCORD)
    answer = as_client(mei).get(PAGE)
    assert sound(answer).count("whsec_") == 2  # the field, and its button
    assert f'value="{it.keys["secret"]}" readonly' in sound(answer)
    assert "no-store" in answer["Cache-Control"]


def test_each_has_a_secret_of_its_own(mei, joon, now):
    secrets = {hook(it, now, f"{HOOK}{n}").keys["secret"] for it in (mei, joon) for n in range(3)}
    assert len(secrets) == 6


def test_hostile_names_are_shown_as_they_are(mei):
    page = sound(add(mei, label='<b onclick="x">&amp;\u202e'))
    assert "&lt;b onclick=&quot;x&quot;&gt;&amp;amp;</b>" in page


def test_a_long_list_costs_no_more_queries(mei, now, django_assert_max_num_queries):
    from django.db import connection

    hook(mei, now)
    client = as_client(mei)
    client.get(PAGE)
    with CaptureQueriesContext(
        connection,
    ) as one:
        client.get(PAGE)
    for number in range(9):
        hook(mei, now, f"{HOOK}{number}")
    with django_assert_max_num_queries(len(one)):
        client.get(PAGE)


def test_a_test_is_sent_from_there_and_leads_back(mei, now):
    it = hook(mei, now)
    client = as_client(mei)
    page = sound(client.get(PAGE))
    form = re.search(
        r'<form method="post" action="([^"]+)">((?:<input[^>]*>)*)<button[^>]*>Send a test', page
    )
    sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[2]))
    answer = client.post(form[1], sent)
    assert (answer.status_code, answer["Location"]) == (302, PAGE)
    assert Notice.objects.get().endpoint == it
