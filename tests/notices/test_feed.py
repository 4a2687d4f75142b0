"""The personal feed: which notices it has, that each is told truly however late, and to whom it is secret."""

from __future__ import annotations

import re
from datetime import timedelta
from xml.etree import ElementTree

import pytest
import time_machine
from django.urls import reverse

from games import store
from games.actions import play
from games.actions.feeds import make_feed_key
from games.models import Choices, Notice
from games.notices.choice import EVENTS
from games.notices.feed import LOOKED_AT, NEWEST, atom
from games.notices.headlines import HEADLINES, NEWS, OF_OWN_TURN, SENTENCES
from games.notices.news import EVENTS as EVENTS_OF_NEWS
from games.notices.phrases import PHRASES
from tests.notices import scenes
from tests.notices.scenes_decided import OF_THE_CLOCK
from tests.site.cast import NOW, a_turn, running
from tests.site.worlds import forget

pytestmark = pytest.mark.django_db
A = "{http://www.w3.org/2005/Atom}"
HOUR = timedelta(hours=1)
Kind = Notice.Kind
UNTOLD = {Kind.ACCOUNT, Kind.DIGEST, Kind.TEST}


def entries(person) -> list[dict[str, str]]:
    """The entries of somebody's feed, as a reader of feeds shows them."""
    feed = ElementTree.fromstring(atom(person))
    return [
        {
            "title": it.findtext(f"{A}title") or "",
            "text": it.findtext(f"{A}summary") or "",
            "id": it.findtext(f"{A}id") or "",
            "at": it.findtext(f"{A}updated") or "",
            "link": it.find(f"{A}link").attrib["href"],
        }
        for it in feed.iter(f"{A}entry")
    ]


def add(person, kind=Kind.TURN, **fields) -> Notice:
    """A notice that has been written."""
    fields = {"key": str(Notice.objects.count()), "created_at": NOW, "data": {"seq": 0}} | fields
    return Notice.objects.create(person=person, kind=kind, **fields)


# ------------------------------------------------------------------ which


def test_a_turn_is_told_with_its_deadline_in_the_readers_zone(game, mei, joon, now, site_url):
    play.submit_turn(game.id, mei.id, game.seq, a_turn(game), now + HOUR)
    newest, *_ = entries(joon)
    assert newest["title"] == "Your turn in mei · joon"
    assert newest["text"] == "It is your turn. You have until Sunday 27 September 2026, 20:40 (Asia/Seoul)."
    assert newest["link"] == f"{site_url}{game.get_absolute_url()}"
    assert newest["at"] == "2026-09-24T11:40:00+00:00"


def test_a_turn_that_was_taken_is_told_as_past_and_keeps_its_name(game, mei, joon, now):
    play.submit_turn(game.id, mei.id, game.seq, a_turn(game), now)
    before = entries(joon)[0]
    game.refresh_from_db()
    play.submit_turn(game.id, joon.id, game.seq, a_turn(game), now + HOUR)
    after = entries(joon)[0]
    assert after["text"] == "It was your turn. It is over now."
    assert {**after, "text": ""} == {**before, "text": ""}


def test_the_next_turn_does_not_make_the_last_one_present_again(game, mei, joon, now):
    for turn in range(3):
        game.refresh_from_db()
        play.submit_turn(game.id, (mei, joon)[turn % 2].id, game.seq, a_turn(game), now + turn * HOUR)
    said = [it["text"] for it in entries(joon) if it["title"].startswith("Your turn")]
    assert len(said) == 2
    assert said[0].startswith("It is your turn.")
    assert said[1].startswith("It was your turn.")


@pytest.mark.parametrize("event", [it.slug for it in EVENTS])
def test_an_event_that_is_not_wanted_here_is_left_out(game, mei, event):
    kinds = {"turn": Kind.TURN, "reminder": Kind.REMINDER, "timeout": Kind.TIMEOUT, "nudge": Kind.NUDGE}
    kinds |= {"vote": Kind.QUESTION, "seats": Kind.NEWS, "invitation": Kind.INVITATION}
    kinds |= {"start": Kind.STARTED, "finish": Kind.RESULT}
    Notice.objects.all().delete()
    data = {"seq": 0, "seat": 1, "phrase": "curious", "event": "kept"}
    add(mei, kinds[event], game=game, data=data)
    assert len(entries(mei)) == 1
    mei.choices = Choices.objects.create(person=mei, matrix={event: ["mail", "push", "webhook"]})
    assert entries(mei) == []


def test_what_is_not_mailed_may_stand_in_the_feed(game, mei):
    mei.choices = Choices.objects.create(person=mei, matrix={"start": ["feed"]})
    Notice.objects.update(status="muted")
    assert [it["title"] for it in entries(mei)] == ["mei · joon has started"]


def test_a_muted_table_is_left_out_but_for_what_is_always_told(game, mei, joon, now):
    running(mei, joon, title="Other")
    Choices.objects.create(person=mei).muted_tables.add(game)
    add(mei, Kind.STUCK, game=game, data={})
    assert [it["title"] for it in entries(mei)] == [
        "mei · joon stands still because of a fault",
        "Other has started",
    ]


def test_no_account_mail_stands_in_the_feed(game, mei):
    secret = {"to": "mei@example.org", "subject": "Secret", "text": "KEY", "html": ""}
    add(mei, Kind.ACCOUNT, data=secret)
    add(mei, Kind.TEST)
    add(mei, Kind.DIGEST)
    assert len(entries(mei)) == 1
    assert "KEY" not in atom(mei)


def test_devices_have_no_entries_of_their_own(game, mei):
    device = mei.endpoints.create(channel="push", url="https://push.example.org/1")
    add(mei, game=game, channel="push", endpoint=device)
    assert len(entries(mei)) == 1


def test_the_newest_fifty_are_told_the_newest_first(game, mei, now):
    for minutes in range(NEWEST + 10):
        add(mei, game=game, created_at=now + minutes * timedelta(minutes=1))
    told = [it["at"] for it in entries(mei)]
    assert len(told) == NEWEST
    assert told == sorted(told, reverse=True)


def test_unwanted_ones_do_not_take_the_place_of_others(game, mei):
    mei.choices = Choices.objects.create(person=mei, matrix={"turn": []})
    for _ in range(LOOKED_AT - 1):
        add(mei, game=game)
    assert len(entries(mei)) == 1


def test_a_feed_with_nothing_in_it_stays_the_same(mei, now):
    told = []
    for moment in (now, now + HOUR):
        with time_machine.travel(moment, tick=False):
            told.append(atom(mei))
    assert told[0] == told[1]


@pytest.mark.parametrize(
    "title",
    [
        *("<b>&amp;\"'", "夜の湖 🏮", "a\x0b\x1f\n\r\u2028b", "\u202eright", "שלום", "]]>", "x" * 60),
        "no\ufffe character\uffff",
    ],
)
def test_any_title_comes_out_right(mei, joon, title):
    running(mei, joon, title=title)
    (it,) = entries(mei)
    shown = re.sub("[\u202e\ufffe\uffff]", "", title)
    assert it["title"].replace("\u200e", "") == f"{' '.join(shown.split())} has started"


# ------------------------------------------------------------------ words for everything


def test_there_are_words_for_whatever_is_told():
    assert set(HEADLINES) == {*Kind} - UNTOLD
    own_words = {Kind.NUDGE, Kind.NEWS, Kind.WARNING}
    assert set(SENTENCES) | own_words == {*Kind} - UNTOLD
    assert set(NEWS) == set(EVENTS_OF_NEWS)
    assert set(OF_OWN_TURN) <= set(SENTENCES)


def test_a_nudge_is_told_in_its_own_words(game, mei):
    add(mei, Kind.NUDGE, game=game, data={"phrase": "curious", "seat": 1, "seq": 0})
    assert entries(mei)[0]["text"] == f"“{PHRASES['curious']}”"


# One of each kind.
SCENES = {it.__name__.partition("_")[0]: it for it in (*scenes.SCENES, *OF_THE_CLOCK)}


@pytest.mark.parametrize("kind", sorted(set(SCENES) - UNTOLD))
def test_every_kind_has_an_entry_which_asks_for_no_position(kind, steady, monkeypatch):
    def position(*of):
        raise AssertionError("what the feed tells is in the rows")

    forget()  # the scenes share an address, but not their games
    notice = SCENES[kind]()
    monkeypatch.setattr(store, "load", position)
    assert f"notice/{notice.pk}</id>" in atom(notice.person)


def test_the_address_of_the_feed_is_not_in_it(game, mei, client):
    key = make_feed_key(mei)
    assert key not in client.get(reverse("atom", args=[key])).content.decode()
