"""The addresses of one's feeds: asked for, secret, changed and given up; and how a program fetches a feed."""

from __future__ import annotations

import re

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.actions.feeds import change_feed_key, drop_feed_key, make_feed_key
from games.models import Choices, Notice, Person
from games.pages import feeds as page
from tests.site.accounts import sound
from tests.site.cast import as_client, running
from tests.site.tables import text

ADDRESS = "/settings/feeds/"
FEEDS = ["atom", "calendar"]


@pytest.fixture(autouse=True)
def at_noon(now):
    """All of it happens at one moment."""
    with time_machine.travel(now, tick=False):
        yield


def key_of(person: Person) -> str | None:
    """The key of somebody's feeds, as it is kept."""
    return Choices.objects.filter(person=person).values_list("feed_key", flat=True).first()


def send(person: Person, **fields: str):
    """Post the form of the page, and follow."""
    return as_client(person).post(ADDRESS, fields, follow=True)


# ------------------------------------------------------------------ the page


def test_the_page_is_for_who_is_signed_in(client, db):
    for answer in (client.get(ADDRESS), client.post(ADDRESS, {"deed": "make"})):
        assert answer["Location"] == f"{reverse('account_login')}?next={ADDRESS}"
    assert not Choices.objects.exists()


def test_there_is_no_address_as_long_as_nobody_has_asked_for_one(mei):
    answer = as_client(mei).get(ADDRESS)
    assert "Make the addresses" in sound(answer)
    assert "/feeds/" not in re.sub(r"/settings/feeds/", "", answer.content.decode())
    assert key_of(mei) is None


def test_the_addresses_are_made_once_and_shown(mei, settings):
    assert "Here are your addresses." in text(send(mei, deed="make"))
    key = key_of(mei)
    assert key is not None
    assert re.fullmatch(r"[\w-]{43}", key, re.ASCII)
    shown = sound(as_client(mei).get(ADDRESS))
    host = settings.SITE_URL.partition(":")[2]
    for address in (
        f"{settings.SITE_URL}/feeds/{key}/turns.atom",
        f"{settings.SITE_URL}/feeds/{key}/deadlines.ics",
        f"webcal:{host}/feeds/{key}/deadlines.ics",
    ):
        assert f'"{address}"' in shown
    send(mei, deed="make")
    assert key_of(mei) == key


def test_the_page_is_kept_by_nobody(mei):
    assert "no-store" in as_client(mei).get(ADDRESS)["Cache-Control"]


@pytest.mark.parametrize("deed", ["change", "drop"])
def test_old_addresses_stop_at_once(mei, client, deed):
    old = make_feed_key(mei)
    assert client.get(reverse("atom", args=[old])).status_code == 200
    send(mei, deed=deed)
    for name in FEEDS:
        assert client.get(reverse(name, args=[old])).status_code == 404
    assert (key_of(mei) is None) == (deed == "drop")
    assert key_of(mei) != old


@pytest.mark.parametrize(
    "sent", [{}, {"deed": ""}, {"deed": "\x00"}, {"deed": "x" * 9999}, {"deed": ["a", "b"]}]
)
def test_what_is_no_deed_changes_nothing(mei, sent):
    key = make_feed_key(mei)
    assert "There is no such setting." in text(send(mei, **sent))
    assert key_of(mei) == key


def test_looking_at_the_page_changes_nothing(mei):
    as_client(mei).get(ADDRESS, {"deed": "make"})
    assert not Choices.objects.exists()


def test_the_verbs_leave_what_else_was_chosen(mei):
    Choices.objects.create(person=mei, idle_minutes=25)
    first, second = make_feed_key(mei), change_feed_key(mei)
    drop_feed_key(mei)
    assert first != second
    assert Choices.objects.get(person=mei).idle_minutes == 25


# ------------------------------------------------------------------ fetching


@pytest.mark.parametrize("name", FEEDS)
def test_a_feed_needs_no_session_and_leaves_no_cookie(mei, joon, name):
    address = reverse(name, args=[make_feed_key(mei)])
    own, others, nobodys = (as_client(it).get(address) for it in (mei, joon, None))
    assert own.content == others.content == nobodys.content
    assert not own.cookies
    assert not nobodys.cookies


@pytest.mark.parametrize("name", FEEDS)
def test_nobody_lists_a_feed_and_its_links_do_not_tell_of_it(mei, client, name):
    key = make_feed_key(mei)
    answer = client.get(reverse(name, args=[key]))
    assert answer["X-Robots-Tag"].startswith("noindex")
    assert answer["Referrer-Policy"] == "no-referrer"
    assert answer["Cache-Control"] == "private, no-cache"
    assert key not in answer.content.decode()


@pytest.mark.parametrize("name", FEEDS)
def test_an_unchanged_feed_is_not_sent_again(mei, joon, client, name):
    address = reverse(name, args=[make_feed_key(mei)])
    first = client.get(address)
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    running(mei, joon)
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 200


@pytest.mark.parametrize("name", FEEDS)
def test_the_head_of_a_feed_can_be_asked_for_alone(game, mei, client, name):
    address = reverse(name, args=[make_feed_key(mei)])
    head, whole = client.head(address), client.get(address)
    assert head.content == b""
    assert head["ETag"] == whole["ETag"]
    assert head["Content-Type"] == whole["Content-Type"]
    assert client.post(address).status_code == 405


NO_KEYS = ["x", "x" * 43, "x" * 44, "a" * 42 + "%00", "%F0%9F%98%80" * 43, "é" * 43, "%20"]


@pytest.mark.parametrize("name", FEEDS)
def test_what_is_no_key_gets_the_same_answer_whatever_it_is(mei, client, name):
    old = make_feed_key(mei)
    change_feed_key(mei)
    ending = reverse(name, args=["x"]).rpartition("/")[2]
    answers = [client.get(f"/feeds/{key}/{ending}") for key in (*NO_KEYS, old)]
    assert {it.status_code for it in answers} == {404}
    assert len({it.content for it in answers}) == 1
    assert not any(it.cookies for it in answers)


@pytest.mark.parametrize("name", FEEDS)
def test_a_closed_account_has_no_feeds(mei, client, name):
    address = reverse(name, args=[make_feed_key(mei)])
    Person.objects.filter(id=mei.id).update(is_active=False)
    assert client.get(address).status_code == 404


def test_a_program_that_asks_all_the_time_is_told_when_to_ask_again(mei, joon, client, monkeypatch):
    monkeypatch.setattr(page, "MOST", 3)
    address = reverse("atom", args=[make_feed_key(mei)])
    assert [client.get(address).status_code for _ in range(5)] == [200, 200, 200, 429, 429]
    assert client.get(address)["Retry-After"] == "300"
    assert client.get(reverse("atom", args=[make_feed_key(joon)])).status_code == 200
    cache.clear()
    assert client.get(address).status_code == 200


@pytest.mark.parametrize("name", FEEDS)
def test_a_feed_comes_without_the_cache(mei, client, broker, name):
    address = reverse(name, args=[make_feed_key(mei)])
    broker.stop()
    assert client.get(address).status_code == 200


@pytest.mark.parametrize(("name", "queries"), [("atom", 4), ("calendar", 4)])
def test_a_feed_takes_as_many_queries_with_much_in_it_as_with_little(mei, joon, client, name, queries):
    address = reverse(name, args=[make_feed_key(mei)])
    for more in (1, 6):
        for _ in range(more):
            running(mei, joon)
        with CaptureQueriesContext(connection) as made:
            client.get(address)
        assert len(made) == queries
        assert all(it["sql"].lstrip().startswith("SELECT") for it in made)
    assert Notice.objects.filter(person=mei).count() > 6
