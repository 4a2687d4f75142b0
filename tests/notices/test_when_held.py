"""Held, not dropped: what waits is taken up again, and leaves once nothing speaks against it any more."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client

from games import presence
from games.actions.choices import Wishes, save_choices
from games.models import Endpoint, Game, Notice, Person
from games.notices import outbox, when
from games.notices.choice import BY_SLUG
from games.notices.deliver import deliver_due
from games.notices.outbox import NewNotice, enqueue
from games.pages.pulse import PATH, token_for
from tests.notices.chosen import choose
from tests.notices.scenes import LATER, deadline_of, played, take_turn

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


def told(name: str, game: Game, kind: str = "turn", **data) -> Notice:
    """A notice to somebody at this table, who has chosen what they have."""
    to = Person.objects.get(username=name)
    enqueue([NewNotice(to.id, kind, kind, game_id=game.id, data={"seq": game.seq} | data)], LATER)
    return Notice.objects.get(person=to, kind=kind, key=kind)


@pytest.fixture
def four(db) -> Game:
    """A game of four after three turns, mei to act, nothing told yet."""
    game = played(3)
    Notice.objects.all().delete()
    return game


def mei() -> int:
    """The number of mei."""
    return Person.objects.get(username="mei").id


def state(notice: Notice) -> tuple[str, str, int]:
    """What became of a notice, why it waits or waited, and how often it was tried."""
    notice.refresh_from_db()
    return notice.status, notice.why, notice.attempts


def test_a_visible_page_of_the_table_holds_its_notice_and_then_lets_it_go(four, smtp):
    notice = told("mei", four)
    presence.mark_looking(mei(), four.id, LATER)
    assert deliver_due(LATER) == 0
    assert state(notice) == ("queued", "looking", 0)
    assert notice.due_at == LATER + 5 * MINUTE
    assert deliver_due(LATER + 4 * MINUTE) == 0
    cache.clear()
    assert deliver_due(LATER + 5 * MINUTE) == 1
    assert state(notice) == ("sent", "looking", 1)


def test_who_looks_on_and_plays_is_not_told(four, smtp):
    notice = told("mei", four)
    presence.mark_looking(mei(), four.id, LATER)
    deliver_due(LATER)
    take_turn(four, random.Random(1))
    assert not smtp.to("mei@example.org")
    deliver_due(LATER + 5 * MINUTE)
    assert state(notice) == ("overtaken", "looking", 1)
    assert not smtp.to("mei@example.org")


def test_who_looks_on_and_does_not_play_is_told_after_half_an_hour(four, smtp):
    notice = told("mei", four)
    for minutes in range(0, 31, 5):
        presence.mark_looking(mei(), four.id, LATER + minutes * MINUTE)
        assert deliver_due(LATER + minutes * MINUTE) == (minutes == 30)
    assert state(notice) == ("sent", "looking", 1)


def asks(game: Game, **asked: str) -> None:
    """The page of this table, open before mei, asks whether anything is new."""
    token = token_for(game.id, 3, Person.objects.get(username="mei"))
    assert Client().get(PATH, {"seq": "", **asked}, headers={"X-Seat-Token": token}).status_code == 200


def test_a_hidden_page_holds_nothing_a_visible_one_does(four, smtp):
    told("mei", four)
    asks(four, visible="1")
    assert deliver_due(LATER) == 0
    cache.clear()
    asks(four)
    assert deliver_due(LATER + 5 * MINUTE) == 1


def test_the_page_of_another_table_holds_nothing(four, smtp):
    told("mei", four)
    presence.mark_looking(mei(), four.id + 1, LATER)
    presence.mark_seen(mei(), LATER)
    assert deliver_due(LATER) == 1


def test_a_page_before_somebody_else_holds_nothing(four, smtp):
    told("mei", four)
    presence.mark_looking(Person.objects.get(username="joon").id, four.id, LATER)
    assert deliver_due(LATER) == 1


def test_a_mail_about_the_account_is_not_held(four, smtp):
    presence.mark_looking(mei(), four.id, LATER)
    choose("mei", one_mail=True, quiet_from=0, quiet_until=23 * 60 + 59)
    outbox.enqueue_account("mei@example.org", "A", "the link", "", Person.objects.get(username="mei"), LATER)
    assert deliver_due(LATER) == 1


def test_a_flushed_cache_holds_nothing_and_loses_nothing(four, smtp, broker):
    choose("mei", when={"turn": "held"}, one_mail=True)
    told("mei", four)
    presence.mark_looking(mei(), four.id, LATER)
    presence.mark_seen(mei(), LATER)
    assert deliver_due(LATER) == 0
    broker.empty()
    assert deliver_due(LATER + 5 * MINUTE) == 1


@pytest.mark.parametrize("how", ["stopped", "hung"])
def test_a_cache_that_is_away_holds_nothing(four, smtp, broker, how, request):
    told("mei", four)
    presence.mark_looking(mei(), four.id, LATER)
    request.getfixturevalue(how)
    assert deliver_due(LATER) == 1


def test_what_is_held_until_somebody_has_left_leaves_then(four, smtp):
    choose("mei", when={"turn": "held"}, idle_minutes=10)
    notice = told("mei", four)
    presence.mark_seen(mei(), LATER - 3 * MINUTE)
    assert deliver_due(LATER) == 0
    assert (notice.due_at, state(notice)) == (LATER, ("queued", "idle", 0))
    assert notice.due_at == LATER + 7 * MINUTE
    presence.mark_seen(mei(), LATER + 5 * MINUTE)
    assert deliver_due(LATER + 7 * MINUTE) == 0
    assert deliver_due(LATER + 15 * MINUTE) == 1


def test_after_one_mail_the_next_waits_until_its_reader_is_back(four, smtp):
    choose("mei", one_mail=True)
    presence.mark_seen(mei(), LATER - HOUR)
    told("mei", four, "turn")
    Notice.objects.create(kind="result", key="before", person_id=mei(), status="sent", sent_at=LATER - MINUTE)
    assert deliver_due(LATER) == 0
    assert state(Notice.objects.get(kind="turn")) == ("queued", "once", 0)
    presence.mark_seen(mei(), LATER + MINUTE)
    assert deliver_due(LATER + 15 * MINUTE) == 1


def test_mails_that_ask_nobody_back_do_not_count_as_the_one(four, smtp):
    choose("mei", one_mail=True)
    presence.mark_seen(mei(), LATER - HOUR)
    told("mei", four, "turn")
    for kind in ("account", "test"):
        Notice.objects.create(kind=kind, key=kind, person_id=mei(), status="sent", sent_at=LATER - MINUTE)
    assert deliver_due(LATER) == 1


def test_a_mail_that_is_just_leaving_counts_as_the_one(four, smtp):
    choose("mei", one_mail=True)
    presence.mark_seen(mei(), LATER - HOUR)
    Notice.objects.create(kind="result", key="x", person_id=mei(), status="sending", claimed_at=LATER)
    told("mei", four, "turn")
    assert deliver_due(LATER) == 0


def test_a_muted_table_is_not_told_of(four, smtp):
    choose("mei").muted_tables.add(four)
    notice = told("mei", four)
    assert deliver_due(LATER) == 0
    assert state(notice)[0] == "muted"


def test_what_waits_and_is_no_longer_true_is_closed_when_it_is_looked_at(four, smtp):
    choose("mei", one_mail=True)
    presence.mark_seen(mei(), LATER - HOUR)
    Notice.objects.create(kind="result", key="x", person_id=mei(), status="sent", sent_at=LATER - MINUTE)
    notice = told("mei", four)
    take_turn(four, random.Random(1))
    deliver_due(LATER)
    assert state(notice) == ("overtaken", "", 1)


def test_what_waits_makes_nothing_needless(four, smtp):
    """The reminder, written later, waits for a digest: so the turn is told all the same."""
    choose("mei", when={"reminder": "digest"})
    turn = told("mei", four)
    reminder = told("mei", four, "reminder", deadline=deadline_of(four))
    assert deliver_due(LATER) == 1
    assert (state(turn)[0], state(reminder)[1]) == ("sent", "digest")


def test_what_has_left_makes_needless_what_has_waited_meanwhile(four, smtp):
    """The turn was put back by the mail server, and leaves after the reminder was written."""
    choose("mei", when={"reminder": "held"})
    presence.mark_seen(mei(), LATER)
    turn = told("mei", four)
    Notice.objects.filter(id=turn.id).update(due_at=LATER + 5 * MINUTE)
    reminder = told("mei", four, "reminder", deadline=deadline_of(four))
    deliver_due(LATER)
    assert deliver_due(LATER + 5 * MINUTE) == 1
    assert deliver_due(LATER + HOUR) == 0
    assert (state(turn)[0], state(reminder)[0]) == ("sent", "overtaken")


def test_after_a_days_outage_one_mail_leaves_a_game_and_person_whatever_they_have_chosen(four, smtp, steady):
    """Eight turns pass; mei is held, joon has quiet hours, ines gets a digest, tomas one mail."""
    choose("mei", when=dict.fromkeys(("turn", "start"), "held"), idle_minutes=2)
    choose("joon", quiet_from=3 * 60, quiet_until=4 * 60)
    choose("ines", when={"start": "digest"})
    choose("tomas", one_mail=True)
    for name in ("mei", "tomas"):
        presence.mark_seen(Person.objects.get(username=name).id, LATER)
    told("mei", four)
    for seed in range(8):
        take_turn(four, random.Random(seed))
    assert Notice.objects.count() > 8
    for hours in range(24, 49):
        deliver_due(LATER + hours * HOUR)
    assert len(smtp.to("mei@example.org")) == 1, "whose turn it is"
    assert all(len(smtp.to(f"{it}@example.org")) <= 1 for it in ("joon", "ines", "tomas"))
    assert set(Notice.objects.values_list("status", flat=True)) == {"sent", "overtaken"}


def test_who_chooses_otherwise_waits_no_longer(four, smtp):
    choose("mei", when={"turn": "digest"})
    notice = told("mei", four)
    deliver_due(LATER)
    assert state(notice)[:2] == ("queued", "digest")
    choose("mei", when={})
    outbox.reconsider(mei(), LATER + MINUTE)
    assert deliver_due(LATER + MINUTE) == 1


def test_choosing_otherwise_does_not_hurry_what_the_mail_server_put_back(four):
    notice = told("mei", four)
    Notice.objects.update(due_at=LATER + HOUR)
    outbox.reconsider(mei(), LATER)
    notice.refresh_from_db()
    assert notice.due_at == LATER + HOUR


def test_one_that_cannot_be_decided_stops_no_other(four, smtp, monkeypatch):
    told("mei", four)
    take_turn(four, random.Random(1))
    facts_of = when.facts_of
    monkeypatch.setattr(
        when, "facts_of", lambda it, now: facts_of(it, now) if it.person_id != mei() else 1 / 0
    )
    assert deliver_due(LATER) == 1
    assert state(Notice.objects.get(person_id=mei()))[0] == "queued"


def test_deciding_costs_a_few_queries_however_much_waits(four, django_assert_max_num_queries):
    choose("mei", one_mail=True)
    presence.mark_seen(mei(), LATER)
    notice = outbox.claim(told("mei", four).id, LATER)
    with django_assert_max_num_queries(2):
        when.decision(notice, LATER)


def test_a_worker_that_lost_its_claim_holds_nothing(four):
    notice = told("mei", four)
    slow = outbox.claim(notice.id, LATER)
    outbox.claim(notice.id, LATER + 10 * MINUTE)
    assert not outbox.hold(slow, LATER + HOUR, "quiet")
    assert state(notice) == ("sending", "", 2)


def test_devices_wait_like_mail_and_programs_do_not(four):
    notice = told("mei", four)
    for channel in ("push", "webhook"):
        Endpoint.objects.create(person_id=mei(), channel=channel, url=f"https://example.org/{channel}")
    presence.mark_looking(mei(), four.id, LATER)
    for channel, decided in (("push", when.Wait(LATER + 5 * MINUTE, "looking")), ("webhook", when.SEND)):
        notice.channel, notice.person = channel, Person.objects.get(id=mei())
        assert when.decision(notice, LATER) == decided


def test_the_page_of_choices_has_what_waits_taken_up_again(four, smtp):
    choose("mei", when={"turn": "digest"})
    told("mei", four)
    deliver_due(LATER)
    person, events = Person.objects.get(id=mei()), BY_SLUG.values()
    channels, at_once = {it.slug: it.channels for it in events}, dict.fromkeys(BY_SLUG, "once")
    save_choices(person, Wishes(channels, at_once, 10, 480), LATER + MINUTE)
    assert deliver_due(LATER + MINUTE) == 1
