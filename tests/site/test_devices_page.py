"""The page of devices: adding the one it is open on, removing any, and what is not taken."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from games.actions import Refused, endpoints
from games.models import Endpoint, Notice, Person
from games.notices.channels import push
from tests.servers.push_service import Browser
from tests.site.accounts import sound
from tests.site.cast import as_client
from tests.site.tables import text

ADDRESS = "/settings/devices/"
AGENT = (
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"
)


@pytest.fixture(autouse=True)
def at_noon(now):
    """Thursday, 24 September, 12:40 in Oslo."""
    with time_machine.travel(now, tick=False):
        yield


@pytest.fixture
def given(receiver) -> dict[str, str]:
    """What the script of the page sends: what the browser has said."""
    return {"form": "add", "address": receiver.url, **Browser().keys}


def add(client: Client, given: dict[str, Any], **changed: Any) -> str:
    """Send what the script sends, and follow; what the page says then."""
    return text(client.post(ADDRESS, given | changed, follow=True, headers={"User-Agent": AGENT}))


def here(client: Client) -> str:
    """Which of the devices this browser is."""
    return client.cookies["device"].value if "device" in client.cookies else ""


def row(whose: Person, number: int = 0, **fields: Any) -> Endpoint:
    """A device that is there."""
    url = f"https://push.example/{number}"
    return Endpoint.objects.create(person=whose, channel="push", url=url, label="Firefox on Mac", **fields)


# ------------------------------------------------------------------------------- the page


def test_it_is_for_who_is_signed_in(client, db, given):
    for answer in (client.get(ADDRESS), client.post(ADDRESS, given)):
        assert answer["Location"] == f"{reverse('account_login')}?next={ADDRESS}"
    assert not Endpoint.objects.exists()


def test_nobody_keeps_it(mei):
    assert "no-store" in as_client(mei).get(ADDRESS)["Cache-Control"]


def test_it_is_sound_whatever_there_is_to_say(mei, now, given):
    client = as_client(mei)
    assert "You are told on no device." in sound(client.get(ADDRESS))
    row(mei, told_at=now)
    row(mei, 1, stopped_at=now, error="Its push service does not know <it>.")
    assert "does not know &lt;it&gt;." in sound(client.get(ADDRESS))
    sound(client.post(ADDRESS, given | {"auth": "nonsense"}))
    sound(client.post(ADDRESS, given, follow=True))


def test_each_device_says_when_it_was_added_and_told_and_why_it_is_told_no_more(mei, now):
    day = timedelta(days=1)
    row(mei, made_at=now - 30 * day, told_at=now - day)
    row(mei, 1, made_at=now - 3 * day, stopped_at=now - 2 * day, error="It is gone.")
    said = text(as_client(mei).get(ADDRESS))
    assert "Added Tue 25 Aug, 12:40. Last told Wed 23 Sep, 12:40." in said
    assert "Added Mon 21 Sep, 12:40. Not told yet. Told no more since Tue 22 Sep, 12:40. It is gone." in said


def test_nobody_sees_the_devices_of_another(mei, joon):
    row(joon)
    assert "Firefox" not in text(as_client(mei).get(ADDRESS))


def test_it_costs_as_much_whatever_there_is(mei, django_assert_num_queries):
    client = as_client(mei)
    client.get(ADDRESS)
    for number in range(endpoints.MOST_DEVICES):
        row(mei, number)
    with django_assert_num_queries(4):
        client.get(ADDRESS)


# ------------------------------------------------------------------------------- adding


def test_a_device_is_added(mei, given, now):
    client = as_client(mei)
    assert "From now on we tell you on this device, too." in add(client, given)
    device = Endpoint.objects.get()
    assert (device.person, device.channel, device.url) == (mei, "push", given["address"])
    assert device.keys == {"p256dh": given["p256dh"], "auth": given["auth"]}
    assert (device.label, device.made_at) == ("Chrome on Linux", now)
    assert here(client) == str(device.pk)
    assert client.cookies["device"]["httponly"]


def test_the_same_device_again_renews_its_row(mei, given, now):
    client = as_client(mei)
    add(client, given)
    Endpoint.objects.update(stopped_at=now, failures=7, error="It is gone.", told_at=now)
    add(client, given, **Browser().keys)
    device = Endpoint.objects.get()
    assert (device.stopped_at, device.failures, device.error, device.told_at) == (None, 0, "", now)
    assert device.keys["auth"] != given["auth"]


def test_a_device_that_has_got_another_address_stays_one(mei, given, receiver):
    client = as_client(mei)
    add(client, given)
    known = here(client)
    add(client, given, address=f"{receiver.url}/new")
    assert str(Endpoint.objects.get().pk) == known == here(client)
    elsewhere = as_client(mei)
    add(elsewhere, given, address=f"{receiver.url}/other")
    add(client, given, address=f"{receiver.url}/other")
    assert str(Endpoint.objects.get().pk) == here(client) == here(elsewhere)


def test_a_worker_gives_a_new_address_for_the_device_of_who_is_signed_in_only(mei, joon, given, receiver):
    client, moved = as_client(mei), {"form": "renew", "address": f"{receiver.url}/new"}
    assert "That device is not there any more." in add(client, given, **moved)
    add(client, given)
    client.force_login(joon)
    assert "That device is not there any more." in add(client, given, **moved)
    assert not Endpoint.objects.filter(person=joon).exists()
    client.force_login(mei)
    add(client, given, **moved)
    assert Endpoint.objects.get().url == f"{receiver.url}/new"


def test_a_device_is_one_persons_at_a_time(mei, joon, given):
    add(as_client(mei), given)
    add(as_client(joon), given)
    assert Endpoint.objects.get().person == joon


def test_nobody_takes_a_device_over_whose_secret_they_do_not_know(mei, joon, given):
    add(as_client(mei), given)
    add(as_client(joon), given, **Browser().keys)
    assert Endpoint.objects.filter(person=mei).count() == 1


def test_nobody_takes_the_row_of_another_by_its_number(mei, joon, given):
    hers, client = row(mei), as_client(joon)
    client.cookies["device"] = str(hers.pk)
    add(client, given)
    assert Endpoint.objects.get(person=mei).url == hers.url
    assert here(client) != str(hers.pk)


def test_at_most_twenty_devices_are_told(mei, given, now):
    client = as_client(mei)
    for number in range(endpoints.MOST_DEVICES):
        row(mei, number)
    assert "You are told on 20 devices already." in add(client, given)
    assert (Endpoint.objects.count(), here(client)) == (20, "")
    Endpoint.objects.first().delete()
    for _ in range(2):
        assert "From now on we tell you" in add(client, given)
    assert Endpoint.objects.count() == 20


NOWHERE = (
    *(
        "",
        "nonsense",
        "javascript:alert(1)",
        "ftp://push.example/x",
        "http://push.example/x",
        "//push.example",
    ),
    *("https://", "https://127.0.0.1/x", "https://[::1]/x", "https://169.254.1.1/", "https://10.0.0.1/"),
    *("https://a:b@push.example/", "https://127.0.0.1:99999/", "https://push.example/" + "x" * 2000),
    *("\x00", "https://127.0.0.1/\x00", "https://127.0.0.1/\ud800", "x" * 100_000),
)


@pytest.mark.parametrize("address", NOWHERE)
def test_an_address_that_leads_nowhere_is_refused(mei, given, settings, address):
    settings.WEBHOOKS_TO_LOOPBACK = False
    client = as_client(mei)
    sent = urlencode(given | {"address": address}, errors="surrogatepass")
    answer = client.post(ADDRESS, sent, content_type="application/x-www-form-urlencoded")
    assert "This browser did not say in a way we can use how it can be reached." in text(answer)
    assert not Endpoint.objects.exists()
    assert not here(client)


@pytest.mark.parametrize("wrong", ["", "A" * 87, "\x00", "é", "x" * 100_000, ["AAAA", "BBBB"]])
@pytest.mark.parametrize("name", ["p256dh", "auth"])
def test_keys_that_are_none_are_refused(mei, given, name, wrong):
    assert "This browser did not say" in add(as_client(mei), given, **{name: wrong})
    assert not Endpoint.objects.exists()


@pytest.mark.parametrize("name", ["address", "p256dh", "auth"])
def test_what_is_missing_is_refused(mei, given, name):
    del given[name]
    assert "This browser did not say" in add(as_client(mei), given)
    assert not Endpoint.objects.exists()


@pytest.mark.parametrize("form", ["", "drop", "\x00", "x" * 1000])
def test_another_form_does_nothing(mei, given, form):
    assert "There is no such setting." in add(as_client(mei), given, form=form)
    assert not Endpoint.objects.exists()


def test_whoever_tries_too_often_has_to_wait(mei, given, settings):
    """Each attempt looks a name up while it waits."""
    settings.ACCOUNT_RATE_LIMITS = {"add_device": "2/h/user"}
    client = as_client(mei)
    for _ in range(2):
        assert "Try again in an hour." not in add(client, given, address="https://nowhere/")
    assert "Try again in an hour." in add(client, given)
    assert not Endpoint.objects.exists()


def test_it_takes_nothing_without_the_token_of_a_form(mei, given):
    client = as_client(mei, enforce_csrf_checks=True)
    assert client.post(ADDRESS, given).status_code == 403
    assert not Endpoint.objects.exists()


@pytest.mark.parametrize(
    ("agent", "label"),
    [
        (AGENT, "Chrome on Linux"),
        ("Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0", "Firefox on Android"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Safari/604.1",
            "Safari on iPhone",
        ),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/18.6 Safari/605.1.15", "Safari on Mac"),
        ("curl/8", "A browser"),
        ("", "A browser"),
        ("<b>" * 5000, "A browser"),
    ],
)
def test_a_device_is_called_by_what_its_browser_says(mei, given, agent, label):
    as_client(mei).post(ADDRESS, given, headers={"User-Agent": agent})
    assert Endpoint.objects.get().label == label


# ------------------------------------------------------------------------------- removing


def test_a_device_is_removed_with_all_that_waits_for_it(mei):
    device, other = row(mei), row(mei, 1)
    Notice.objects.create(person=mei, kind="turn", key="1", channel="push", endpoint=device)
    answer = as_client(mei).post(ADDRESS, {"form": "forget", "device": str(device.pk)}, follow=True)
    assert "We tell you on that device no more." in text(answer)
    assert Endpoint.objects.get() == other
    assert not Notice.objects.exists()


def test_the_device_in_hand_is_stopped(mei, given):
    client = as_client(mei)
    add(client, given)
    said = sound(client.get(ADDRESS))
    assert "Stop on this device" in said
    client.post(ADDRESS, {"form": "forget", "device": here(client)})
    assert not Endpoint.objects.exists()
    assert not here(client)


@pytest.mark.parametrize("device", ["", "0", "-1", "x", "²", "9" * 30, "1" * 18, "\x00", "1.5"])
def test_a_device_that_is_not_there_is_not_removed(mei, device):
    row(mei)
    answer = as_client(mei).post(ADDRESS, {"form": "forget", "device": device}, follow=True)
    assert "That device is not there any more." in text(answer)
    assert Endpoint.objects.count() == 1


def test_neither_is_that_of_another_nor_a_webhook(mei, joon):
    webhook = Endpoint.objects.create(person=mei, channel="webhook", url="https://hooks.example/")
    for it in (row(joon), webhook):
        as_client(mei).post(ADDRESS, {"form": "forget", "device": str(it.pk)})
    assert Endpoint.objects.count() == 2


def test_who_signs_out_on_a_device_is_told_there_no_more(mei, given):
    client = as_client(mei)
    add(client, given)
    row(mei, 1)
    assert "On this device we tell you no more." in text(client.get("/account/logout/"))
    assert Endpoint.objects.count() == 2
    client.post("/account/logout/")
    assert Endpoint.objects.get().url == "https://push.example/1"


def test_who_signs_out_stops_no_device_of_another(mei, joon):
    device, client = row(joon), as_client(mei)
    client.cookies["device"] = str(device.pk)
    client.post("/account/logout/")
    assert Endpoint.objects.get() == device


@pytest.mark.parametrize("cookie", ["nonsense", "-1", "9" * 40, "1"])
def test_a_browser_that_says_nonsense_signs_out_all_the_same(mei, cookie):
    client = as_client(mei)
    client.cookies["device"] = cookie
    assert client.get(ADDRESS).status_code == 200
    client.post("/account/logout/")
    assert client.get(ADDRESS).status_code == 302


def test_a_verb_refuses_in_a_sentence(mei, now):
    with pytest.raises(Refused, match="did not say"):
        endpoints.add_device(mei, "https://127.0.0.1/", "x", "y", now)


# ------------------------------------------------------------------------------- the script of the worker


def test_the_worker_is_a_script_for_the_whole_site(client, db, settings):
    answer = client.get(reverse("push_worker"))
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer["Cache-Control"] == "no-cache"
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert "worker-src 'self'" in answer["Content-Security-Policy"]
    assert reverse("push_worker").count("/") == 1
    assert f'"key": "{push.public_key()}"' in answer.content.decode()


def test_the_worker_keeps_no_page(client, db):
    script = client.get(reverse("push_worker")).content.decode()
    assert "addEventListener('push'" in script
    assert "addEventListener('fetch'" not in script
    assert "caches" not in script


def test_a_name_of_any_signs_stays_in_its_text(client, db, settings):
    settings.SITE_NAME = "Lake</script>\"'\\ ‘light’"
    assert "Lake</script>\\\"'\\\\ \\u2018light\\u2019" in client.get("/push-worker.js").content.decode()


def test_the_site_can_be_put_on_a_home_screen(client, db):
    described = client.get(reverse("manifest")).json()
    assert described["display"] == "standalone"
    sizes = {it["sizes"]: it for it in described["icons"]}
    for size in ("192x192", "512x512"):
        assert sizes[size]["type"] == "image/png"
        content = b"".join(client.get(sizes[size]["src"]).streaming_content)
        assert content[16:24] == b"".join(int(size[:3]).to_bytes(4, "big") for _ in range(2))
