"""What one was told: each notice with its fate in plain words, and tests of every way to be told."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.actions import Refused
from games.actions.trials import MOST, WITHIN, send_trial
from games.models import Endpoint, Notice, Person
from games.pages.fates import ENDS, FAULTS, HELD, UNKNOWN, plainly
from games.pages.told import LATELY, PAGE
from tests.site.accounts import sound
from tests.site.cast import as_client, running
from tests.site.tables import text

ADDRESS = "/settings/told/"
NEWS = "/settings/told/news/"
TEST = "/settings/told/test/"
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
Status, Why = Notice.Status, Notice.Why


@pytest.fixture(autouse=True)
def at_noon(now):
    """Thursday, 24 September, 12:40 in Oslo."""
    with time_machine.travel(now, tick=False):
        yield


@pytest.fixture
def device(mei) -> Endpoint:
    """A telephone of mei's."""
    return mei.endpoints.create(channel="push", url="https://push.example.org/1", label="My telephone")


@pytest.fixture
def hook(mei) -> Endpoint:
    """A webhook of mei's, without a name."""
    return mei.endpoints.create(channel="webhook", url="https://hooks.example.org/x", shape="json")


def add(person: Person, kind: str = "turn", endpoint: Endpoint | None = None, **fields) -> Notice:
    """A notice that has been written."""
    channel = endpoint.channel if endpoint else "mail"
    fields = {"key": str(Notice.objects.count()), "data": {"seq": 0}} | fields
    return Notice.objects.create(person=person, kind=kind, endpoint=endpoint, channel=channel, **fields)


def page(person: Person, query: str = "") -> str:
    """What the page says."""
    answer = as_client(person).get(ADDRESS + query)
    sound(answer)
    return text(answer)


def told(person: Person) -> str:
    """What the page says of the newest notice."""
    said = page(person)
    return said[said.index("Look again") :].removeprefix("Look again").strip()


# ------------------------------------------------------------------ the page


def test_the_page_is_for_who_is_signed_in(client, db):
    assert client.get(ADDRESS)["Location"] == f"{reverse('account_login')}?next={ADDRESS}"
    assert client.get(NEWS).status_code == 403
    assert client.post(TEST, {"channel": "mail"})["Location"].startswith(reverse("account_login"))
    swap = client.get(ADDRESS, headers={"HX-Request": "true"})
    assert swap["HX-Redirect"].startswith(reverse("account_login"))


def test_before_anything_was_told_it_says_so(mei):
    assert "We have told you nothing yet." in page(mei)


def test_it_tells_when_what_and_where_the_newest_first(game, mei, device, hook, now):
    Notice.objects.all().delete()
    add(mei, game=game, created_at=now - 26 * HOUR)
    add(mei, game=game, endpoint=device)
    add(mei, game=game, endpoint=hook)
    said = page(mei)
    lines = re.findall(r"Your turn in mei · joon (\w+ \d\d:\d\d) (Mail|My telephone|hooks.example.org)", said)
    assert lines == [("Thu 12:40", "hooks.example.org"), ("Thu 12:40", "My telephone"), ("Wed 10:40", "Mail")]
    assert f'href="{game.get_absolute_url()}"' in as_client(mei).get(ADDRESS).content.decode()


def test_it_shows_nobody_elses_notices(game, mei, joon, ines):
    assert "mei · joon" in page(joon)
    assert "mei · joon" not in page(ines)


def test_of_an_account_mail_only_its_kind_is_told(mei):
    data = {"to": "other@example.org", "subject": "Subject", "text": "KEY-1", "html": "KEY-2"}
    add(mei, "account", data=data)
    answer = as_client(mei).get(ADDRESS).content.decode()
    assert "Your account" in answer
    assert not any(secret in answer for secret in ("KEY", "Subject", "other@"))


def test_earlier_ones_stand_on_pages_of_their_own(game, mei):
    Notice.objects.all().delete()
    ids = [add(mei, game=game).id for _ in range(PAGE + 3)]
    first, second = (as_client(mei).get(ADDRESS + it).content.decode() for it in ("", f"?before={ids[3]}"))
    assert [int(it) for it in re.findall(r'id="told-(\d+)"', first)] == ids[:2:-1]
    assert f'href="{ADDRESS}?before={ids[3]}"' in first
    assert [int(it) for it in re.findall(r'id="told-(\d+)"', second)] == ids[2::-1]
    assert 'rel="next"' not in second
    assert "There is nothing earlier." in page(mei, "?before=0")


@pytest.mark.parametrize("before", ["x", "-1", "1.5", "9" * 19, "9" * 5000, "%00", "%ED%A0%80", "٣", ""])
def test_what_is_no_place_in_the_list_shows_the_newest(game, mei, before):
    assert "Look again" in page(mei, f"?before={before}")


def test_a_full_page_takes_as_many_queries_as_a_short_one(mei, joon, device):
    client = as_client(mei)
    for more in (1, 12):
        for _ in range(more):
            add(mei, game=running(mei, joon), endpoint=device)
        with CaptureQueriesContext(connection) as made:
            client.get(ADDRESS)
        # session, person, notices, games, seats, endpoints, games that wait
        assert len(made) == 7


def test_looking_changes_nothing(game, mei):
    before = list(Notice.objects.values())
    for address in (ADDRESS, NEWS):
        as_client(mei).get(address)
    assert as_client(mei).get(TEST).status_code == 405
    assert list(Notice.objects.values()) == before


# ------------------------------------------------------------------ fates

FATES = [
    ({}, "Waiting to leave"),
    ({"why": Why.LOOKING, "due_at": 5}, "Held until Thu 12:45 Because you were looking at the table."),
    ({"why": Why.QUIET, "due_at": 600}, "Held until Thu 22:40 For your quiet hours."),
    ({"why": Why.DIGEST, "due_at": 1200}, "Held until Fri 08:40 For your digest."),
    ({"due_at": 30}, "Leaves Thu 13:10"),
    (
        {"due_at": 15, "attempts": 2, "error": "ConnectionRefusedError: [Errno 111]"},
        "Not sent yet The other side could not be reached. We try again Thu 12:55.",
    ),
    ({"status": Status.SENDING}, "Leaving now"),
    ({"status": Status.SENT, "sent_at": -2}, "Sent Thu 12:38"),
    (
        {"status": Status.SENT, "sent_at": 0, "why": Why.IDLE},
        "Sent Thu 12:40 It was held before, because you were on the site.",
    ),
    ({"status": Status.ACCEPTED, "sent_at": 0}, "Accepted Thu 12:40 Your mail server has taken it."),
    (
        {"status": Status.BOUNCED, "error": "550 5.1.1 no such user"},
        "Came back Your address did not take it, and we send no more mail there. In technical terms 550",
    ),
    ({"status": Status.OVERTAKEN}, "Overtaken No longer true when it was to leave."),
    ({"status": Status.MUTED}, "Switched off You have chosen not to be told of this here."),
    (
        {"status": Status.FAILED, "error": "SMTPRecipientsRefused: {...}"},
        "Failed The mail server does not take mail for your address. In technical terms SMTPRecip",
    ),
    (
        {"status": Status.FAILED, "error": "no confirmed address"},
        "Failed You have no confirmed mail address.",
    ),
    (
        {"status": Status.FAILED, "error": "It answered with 404."},
        "Failed It answered with 404. An independent",
    ),
    ({"status": Status.FAILED}, "Failed Something went wrong on the way. An independent"),
    ({"status": Status.FAILED, "error": "KeyError: 'x'"}, "Failed Something went wrong on the way."),
]


@pytest.mark.parametrize(("fields", "said"), FATES, ids=[said[:24] for _, said in FATES])
def test_what_became_of_it_is_said_in_plain_words(mei, now, fields, said):
    times = {it: now + fields[it] * MINUTE for it in ("due_at", "sent_at") if it in fields}
    add(mei, "test", **(fields | times))
    assert said in told(mei)


def test_nobody_is_told_the_inside_of_the_site(mei, device, hook, now):
    inside = "OperationalError: no password for 10.0.0.3"
    add(mei, "test", status=Status.FAILED, error=inside)
    Endpoint.objects.update(error=inside, stopped_at=now, keys={"secret": ""})
    for address in (ADDRESS, reverse("devices"), reverse("webhooks")):
        shown = text(as_client(mei).get(address))
        assert "10.0.0.3" not in shown
        assert "Something went wrong on the way." in shown


def test_no_fate_is_told_by_colour_alone(mei):
    for status in Status:
        add(mei, "test", status=status)
    answer = as_client(mei).get(ADDRESS).content.decode()
    fates = re.findall(r'<p class="fate-word">(.*?)</p>', answer)
    assert len(fates) == len(Status)
    assert all(re.fullmatch(r'<svg .*?#i-[a-z]+"/></svg>[A-Z][a-z].*', it) for it in fates)
    assert len({re.sub("<.*>", "", it) for it in fates}) == len(Status)


def test_there_are_words_for_every_fate():
    assert set(HELD) == {*Why}
    said_apart = {Status.QUEUED, Status.SENDING, Status.SENT, Status.ACCEPTED, Status.FAILED}
    assert set(ENDS) == {*Status} - said_apart
    assert plainly("TimeoutError: timed out") == "The other side did not answer in time."
    assert plainly("KeyError: 'x'.") == str(UNKNOWN)
    assert len({str(said) for _, said in FAULTS}) == len(FAULTS)


# ------------------------------------------------------------------ looking again


def pulse(person: Person) -> str | None:
    """The mark by which an open page asks whether anything is new; none where it does not ask."""
    answer = as_client(person).get(ADDRESS).content.decode()
    found = re.search(r'<div id="pulse" data-url="/settings/told/news/".* data-seq="(\w+)"', answer)
    return found[1] if found else None


def asked(person: Person, seen: str) -> int:
    """What the page is answered."""
    return as_client(person).get(NEWS, {"seq": seen}).status_code


def test_an_open_page_asks_until_what_was_under_way_has_settled(mei):
    notice = add(mei, "test")
    seen = pulse(mei)
    assert seen is not None
    assert asked(mei, seen) == 204
    Notice.objects.filter(id=notice.id).update(status=Status.SENT)
    assert asked(mei, seen) == 200
    assert pulse(mei) is None


def test_the_part_alone_comes_to_a_script(mei):
    add(mei, "test")
    part = as_client(mei).get(ADDRESS, headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith('<section class="section-s" id="table"')
    assert "Send me a test" not in part
    assert "<html" not in part


def test_a_page_does_not_ask_for_what_does_not_come(mei, now):
    add(mei, "test", due_at=now + HOUR)
    add(mei, "test", due_at=now - LATELY - MINUTE, created_at=now - HOUR)
    add(mei, "test", status=Status.SENT)
    assert pulse(mei) is None


def test_a_page_stops_asking_after_some_minutes(mei, now):
    add(mei, "test")
    seen = pulse(mei)
    with time_machine.travel(now + LATELY + MINUTE, tick=False):
        assert asked(mei, seen) == 200
        assert pulse(mei) is None


# ------------------------------------------------------------------ tests


def buttons(person: Person) -> list[tuple[str, str]]:
    """What the page offers to try: channel and number of each."""
    answer = as_client(person).get(ADDRESS).content.decode()
    one = r'name="channel" value="(\w+)">(?:<input type="hidden" name="endpoint" value="(\d+)">)?'
    return re.findall(one, answer)


def test_every_way_can_be_tried_but_one_that_is_stopped(mei, joon, device, hook, now):
    joon.endpoints.create(channel="push", url="https://push.example.org/2")
    mei.endpoints.create(channel="webhook", url="https://gone.example.org/", stopped_at=now)
    assert buttons(mei) == [("mail", ""), ("push", str(device.id)), ("webhook", str(hook.id))]
    assert "mei@example.org" in page(mei)


@pytest.mark.parametrize("way", ["mail", "push", "webhook"])
def test_a_test_goes_that_way_only_and_at_once(mei, device, hook, now, way):
    endpoint = {"mail": None, "push": device, "webhook": hook}[way]
    sent = {"channel": way} | ({"endpoint": endpoint.id} if endpoint else {})
    answer = as_client(mei).post(TEST, sent, follow=True)
    assert answer.redirect_chain == [(ADDRESS, 302)]
    assert "Your test is on its way." in text(answer)
    assert "A test that you asked for" in text(answer)
    notice = Notice.objects.get()
    assert (notice.person, notice.kind, notice.channel, notice.endpoint) == (mei, "test", way, endpoint)
    assert (notice.status, notice.due_at, notice.created_at) == (Status.QUEUED, now, now)
    assert notice.fanned


def test_after_a_test_one_comes_back_to_the_page_it_was_asked_on(mei):
    for back, leads_to in (("/settings/", "/settings/"), ("//evil.example.org/", ADDRESS), ("x", ADDRESS)):
        assert as_client(mei).post(TEST, {"channel": "mail", "next": back})["Location"] == leads_to


def test_a_worker_is_woken(mei, now, monkeypatch):
    rung = []
    monkeypatch.setattr("games.wake.outbox", lambda: rung.append(True))
    send_trial(mei, "mail", None, now)
    assert rung == [True]


HOSTILE = [
    *(
        {},
        {"channel": ""},
        {"channel": "feed"},
        {"channel": "push"},
        {"channel": "\x00"},
        {"channel": "x" * 9999},
    ),
    *({"channel": "push", "endpoint": it} for it in ("", "0", "-1", "x", "9" * 18, "9" * 40, "\x00", "1.0")),
    {"channel": ["push", "mail "], "endpoint": ["1", "2"]},
]


@pytest.mark.parametrize("sent", HOSTILE, ids=lambda it: str(it)[:40])
def test_what_is_no_way_is_not_found_and_sends_nothing(mei, sent):
    assert as_client(mei).post(TEST, sent).status_code == 404
    assert not Notice.objects.exists()


def test_nobody_tries_anothers_device_or_one_by_another_channel(mei, joon, device):
    for person, channel in ((joon, "push"), (mei, "webhook")):
        sent = {"channel": channel, "endpoint": device.id}
        assert as_client(person).post(TEST, sent).status_code == 404
    assert not Notice.objects.exists()


def test_one_that_is_stopped_is_not_tried(mei, device, now):
    Endpoint.objects.update(stopped_at=now)
    answer = as_client(mei).post(TEST, {"channel": "push", "endpoint": device.id}, follow=True)
    assert "Nothing is sent there any more." in text(answer)
    assert not Notice.objects.exists()


def test_tests_are_few(mei, joon, now, broker):
    for _ in range(MOST):
        send_trial(mei, "mail", None, now)
    broker.empty()
    with pytest.raises(Refused):
        send_trial(mei, "mail", None, now + WITHIN - MINUTE)
    send_trial(joon, "mail", None, now)
    send_trial(mei, "mail", None, now + WITHIN)
    assert Notice.objects.filter(person=mei).count() == MOST + 1
