"""The digest: one mail at the reader's hour of all that was kept and is still true, told nowhere else."""

from __future__ import annotations

import random
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from threading import Barrier

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.utils import timezone

from games import store, tasks
from games.models import Endpoint, Game, Heartbeat, Notice, Person
from games.notices import bounces, outbox
from games.notices.choice import BY_SLUG
from games.notices.compose import compose
from games.notices.deliver import deliver_due
from games.notices.digest import gather
from games.notices.outbox import NewNotice, enqueue
from tests.notices.chosen import choose, switched_off
from tests.notices.scenes import LATER, deadline_of, member, played, take_turn
from tests.site.cast import running

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
EVERYTHING = dict.fromkeys(BY_SLUG, "digest")
# LATER is on a Friday at 16:40 in UTC, where mei is until she says otherwise; her digest leaves at eight.
HOUR_OF_MEI = datetime(2026, 9, 26, 8, 0, tzinfo=UTC)
NEXT_HOUR = HOUR_OF_MEI + DAY


def told(name: str, game: Game, kind: str = "turn", key: str = "", now=LATER, **data) -> Notice:
    """A notice to somebody about this table."""
    to = Person.objects.get(username=name)
    data = {"seq": game.seq} | data
    enqueue([NewNotice(to.id, kind, key or f"{game.id}/{kind}", game_id=game.id, data=data)], now)
    return Notice.objects.get(person=to, kind=kind, key=key or f"{game.id}/{kind}")


def sweep(now: datetime) -> int:
    """What a sweep does with notices. Returns how many mails left."""
    gather(now)
    return deliver_due(now)


@pytest.fixture
def four(db) -> Game:
    """A game of four after three turns, mei to act; she wants it all in a digest. Nothing was told yet."""
    game = played(3)
    Notice.objects.all().delete()
    choose("mei", when=EVERYTHING)
    return game


@pytest.fixture
def other(four) -> Game:
    """Another game, in which joon is to act and mei has something to hear of."""
    mei, joon = (Person.objects.get(username=it) for it in ("mei", "joon"))
    game = running(joon, mei, now=LATER, title="Fast cup", slug="fast-cup")
    Notice.objects.all().delete()
    return game


def fates() -> dict[str, str]:
    """What became of the notices to mei, by kind."""
    rows = Notice.objects.filter(person__username="mei").order_by("id")
    return dict(rows.values_list("kind", "status"))


def text_of(message) -> str:
    """What its plain part says, on one line."""
    return " ".join(message.get_body(("plain",)).get_content().split())


def test_what_is_for_the_digest_waits_for_its_hour_and_leaves_in_one_mail(four, other, smtp):
    told("mei", four)
    told("mei", other, "started", your_turn=False)
    assert sweep(LATER) == 0
    assert {(it.status, it.why, it.due_at) for it in Notice.objects.all()} == {
        ("queued", "digest", HOUR_OF_MEI)
    }
    assert sweep(HOUR_OF_MEI - MINUTE) == 0
    assert sweep(HOUR_OF_MEI) == 1
    (mail,) = smtp.to("mei@example.org")
    assert mail["Subject"] == "Your digest: it is your turn at 1 table, and there is news of 1 more"
    assert fates() == {"turn": "sent", "started": "sent", "digest": "sent"}
    assert {it.sent_at for it in Notice.objects.all()} == {HOUR_OF_MEI}


def test_it_tells_table_by_table_what_each_mail_would_have_begun_with(four, other, smtp):
    told("mei", other, "started", your_turn=False)
    told("mei", four)
    sweep(LATER)
    sweep(HOUR_OF_MEI)
    text = text_of(smtp.messages[0])
    assert re.search(
        r"Slow cup, round 2 Your time ends on Monday 28 September, 16:40 \(UTC\): 2 days and 8 hours left\."
        r" .*/t/slow-cup/ Fast cup Fast cup has started .*/t/fast-cup/",
        text,
    ), text
    assert "You have not told us your time zone" in text


def test_its_hour_and_its_times_are_those_of_its_reader(four, smtp):
    Person.objects.filter(username="mei").update(time_zone="Asia/Kathmandu")
    choose("mei", digest_at=6 * 60)
    told("mei", four)
    sweep(LATER)
    assert Notice.objects.get().due_at == datetime(2026, 9, 26, 0, 15, tzinfo=UTC)
    sweep(datetime(2026, 9, 26, 0, 15, tzinfo=UTC))
    assert "Monday 28 September, 22:25 (Asia/Kathmandu)" in text_of(smtp.messages[0])
    assert Notice.objects.get(kind="digest").key == "2026-09-26 06:00"


def test_what_is_no_longer_true_is_not_in_it(four, other, smtp):
    told("mei", four)
    told("mei", other, "started", your_turn=False)
    sweep(LATER)
    take_turn(four, random.Random(1))
    sweep(HOUR_OF_MEI)
    assert fates()["turn"] == "overtaken"
    assert fates()["started"] == "sent"
    assert "Slow cup" not in text_of(smtp.to("mei@example.org")[0])


def test_of_several_about_a_table_only_what_tells_all_is_in_it(four, smtp):
    told("mei", four)
    told("mei", four, "reminder", deadline=deadline_of(four))
    sweep(LATER)
    sweep(HOUR_OF_MEI)
    assert fates() == {"turn": "overtaken", "reminder": "sent", "digest": "sent"}


def test_a_digest_of_nothing_is_not_sent(four, smtp):
    told("mei", four)
    sweep(LATER)
    take_turn(four, random.Random(1))
    Notice.objects.exclude(person__username="mei").delete()
    assert sweep(HOUR_OF_MEI) == 0
    assert fates() == {"turn": "overtaken", "digest": "overtaken"}
    assert sweep(HOUR_OF_MEI + MINUTE) == 0
    assert Notice.objects.count() == 2


def test_somebody_for_whom_nothing_was_kept_gets_none(four, smtp):
    assert sweep(HOUR_OF_MEI) == 0
    assert not Notice.objects.exists()


def test_what_was_switched_off_meanwhile_is_not_in_it(four, other, smtp):
    told("mei", four)
    told("mei", other, "started", your_turn=False)
    sweep(LATER)
    choose("mei").muted_tables.add(four)
    switched_off("mei", "start")
    assert sweep(HOUR_OF_MEI) == 0
    assert fates() == {"turn": "muted", "started": "muted", "digest": "overtaken"}


def test_after_days_of_silence_one_digest_leaves(four, other, smtp):
    told("mei", four)
    sweep(LATER)
    told("mei", other, "started", now=HOUR_OF_MEI + HOUR, your_turn=False)
    deliver_due(HOUR_OF_MEI + HOUR)
    assert sweep(HOUR_OF_MEI + 2 * DAY) == 1
    assert len(smtp.to("mei@example.org")) == 1


def test_one_that_comes_late_waits_for_the_end_of_quiet_hours(four, smtp):
    """The site was away at its hour, or the mail server put it off."""
    choose("mei", quiet_from=22 * 60, quiet_until=6 * 60)
    told("mei", four)
    sweep(LATER)
    assert sweep(HOUR_OF_MEI + 15 * HOUR) == 0
    assert Notice.objects.get(kind="digest").why == "quiet"
    assert sweep(HOUR_OF_MEI + 22 * HOUR) == 1
    assert fates() == {"turn": "sent", "digest": "sent"}


def test_the_next_day_has_a_digest_of_its_own(four, other, smtp):
    told("mei", four)
    sweep(LATER)
    sweep(HOUR_OF_MEI)
    told("mei", other, "started", now=HOUR_OF_MEI + HOUR, your_turn=False)
    sweep(HOUR_OF_MEI + HOUR)
    assert sweep(NEXT_HOUR) == 1
    assert "Slow cup" not in text_of(smtp.messages[-1])
    assert len({it["Message-ID"] for it in smtp.messages}) == 2


def test_what_cannot_wait_for_it_is_told_at_once(four, smtp):
    Game.objects.filter(id=four.id).update(deadline_at=HOUR_OF_MEI + 30 * MINUTE)
    told("mei", four)
    assert sweep(LATER) == 1
    assert smtp.messages[0]["Subject"].startswith("Your turn in ")


def test_what_has_been_told_by_a_mail_of_its_own_is_not_in_it(four, smtp):
    choose("mei", when={"reminder": "digest"})
    turn = told("mei", four)
    Notice.objects.filter(id=turn.id).update(due_at=LATER + HOUR)
    told("mei", four, "reminder", deadline=deadline_of(four))
    sweep(LATER)
    sweep(LATER + HOUR)
    assert sweep(HOUR_OF_MEI) == 0
    assert fates() == {"turn": "sent", "reminder": "overtaken", "digest": "overtaken"}


def test_what_waits_for_a_digest_leaves_in_no_mail_of_its_own(four, smtp):
    told("mei", four)
    deliver_due(LATER)
    assert deliver_due(HOUR_OF_MEI) == 0
    assert fates() == {"turn": "queued"}


def test_killed_before_it_was_marked_it_leaves_again_as_the_same_mail(four, other, smtp):
    """And what was kept since is not in it: a reader's program may show the first of two alike."""
    told("mei", four)
    sweep(LATER)
    gather(HOUR_OF_MEI)
    notice = outbox.claim(Notice.objects.get(kind="digest").id, HOUR_OF_MEI)
    smtp_message = compose(notice, HOUR_OF_MEI)
    smtp_message.send()
    Notice.objects.filter(kind="started").delete()
    started = told("mei", other, "started", your_turn=False)
    Notice.objects.filter(id=started.id).update(why="digest", due_at=HOUR_OF_MEI)
    assert sweep(HOUR_OF_MEI + 10 * MINUTE) == 1
    first, second = smtp.messages
    assert first["Message-ID"] == second["Message-ID"]
    assert text_of(first).count("Slow cup") == text_of(second).count("Slow cup")
    assert "Fast cup" not in text_of(second)
    assert sweep(HOUR_OF_MEI + 11 * MINUTE) == 1, "what was kept since has its own"
    assert "Fast cup" in text_of(smtp.messages[-1])


def test_one_that_the_mail_server_puts_off_keeps_what_it_tells(four, smtp):
    told("mei", four)
    sweep(LATER)
    smtp.refused["mei@example.org"] = "451 try later"
    assert sweep(HOUR_OF_MEI) == 0
    assert fates() == {"turn": "queued", "digest": "queued"}
    assert sweep(HOUR_OF_MEI) == 0, "no second one is begun beside it"
    assert Notice.objects.filter(kind="digest").count() == 1
    smtp.refused.clear()
    assert sweep(HOUR_OF_MEI + MINUTE) == 1
    assert fates() == {"turn": "sent", "digest": "sent"}


def test_one_that_comes_back_is_told_on_the_other_channels(four, smtp):
    mei = Person.objects.get(username="mei")
    choose("mei", matrix={"turn": ["mail"]})
    Endpoint.objects.create(person=mei, channel="push", url="https://example.org/a")
    told("mei", four)
    sweep(LATER)
    Person.objects.filter(id=mei.id).update(bounced=mei.email)
    sweep(HOUR_OF_MEI)
    sweep(HOUR_OF_MEI + MINUTE)
    assert set(Notice.objects.values_list("kind", "channel", "status")) == {
        *(("turn", "mail", "bounced"), ("digest", "mail", "bounced"), ("turn", "push", "queued"))
    }


def test_one_that_comes_back_later_is_told_there_too(four, smtp):
    """Its mail had been taken, as a report says that reaches us afterwards."""
    mei = Person.objects.get(username="mei")
    choose("mei", matrix={"turn": ["mail"]})
    Endpoint.objects.create(person=mei, channel="push", url="https://example.org/a")
    told("mei", four)
    sweep(LATER)
    sweep(HOUR_OF_MEI)
    bounces.bounced(mei.email, "gone", HOUR_OF_MEI, Notice.objects.get(kind="digest"))
    sweep(HOUR_OF_MEI + MINUTE)
    assert set(Notice.objects.values_list("kind", "channel", "status")) == {
        *(("turn", "mail", "bounced"), ("digest", "mail", "bounced"), ("turn", "push", "queued"))
    }


def test_what_waits_for_one_as_mail_comes_back_is_told_there_at_once(four, smtp):
    mei = Person.objects.get(username="mei")
    choose("mei", matrix={"turn": ["mail"]})
    Endpoint.objects.create(person=mei, channel="push", url="https://example.org/a")
    told("mei", four)
    sweep(LATER)
    bounces.bounced(mei.email, "gone", LATER)
    sweep(LATER)
    sweep(LATER)
    assert set(Notice.objects.values_list("kind", "channel", "status")) == {
        *(("turn", "mail", "bounced"), ("turn", "push", "queued"))
    }


def test_one_to_nobody_who_can_be_reached_ends_what_it_tells(four, smtp):
    EmailAddress.objects.filter(user__username="mei").update(verified=False)
    told("mei", four)
    sweep(LATER)
    sweep(HOUR_OF_MEI)
    assert fates() == {"turn": "failed", "digest": "failed"}


def test_a_game_that_cannot_be_read_keeps_nothing_else_from_being_told(four, other, smtp):
    told("mei", four, "nudge", seat=0, phrase="unheard of")
    told("mei", other, "started", your_turn=False)
    sweep(LATER)
    Notice.objects.filter(kind="nudge").update(why="digest", status="queued", due_at=HOUR_OF_MEI)
    assert sweep(HOUR_OF_MEI) == 1
    assert fates() == {"nudge": "queued", "started": "sent", "digest": "sent"}
    assert Notice.objects.get(kind="nudge").due_at == NEXT_HOUR
    assert sweep(HOUR_OF_MEI + MINUTE) == 0
    for days in range(1, 10):
        sweep(HOUR_OF_MEI + days * DAY)
    assert fates()["nudge"] == "failed", "nothing waits for ever"


def test_it_is_noted_when_it_was_last_looked(db, now):
    gather(now)
    gather(now + MINUTE)
    assert Heartbeat.objects.get(of="digest").at == now + MINUTE


def test_the_sweep_looks(mei, joon, smtp):
    before = timezone.now()
    tasks.sweep()
    assert Heartbeat.objects.get(of="digest").at >= before


def test_looking_costs_the_same_for_nobody_and_little_for_many(four, django_assert_max_num_queries):
    for number in range(5):
        person = member(f"person {number}")
        Notice.objects.create(kind="turn", key="1", person=person, why="digest", due_at=LATER)
    gather(LATER - DAY)
    with django_assert_max_num_queries(13):
        gather(LATER)
    assert Notice.objects.filter(kind="digest").count() == 5


def test_everybody_has_their_own(four, other, smtp):
    choose("joon", when=EVERYTHING, digest_at=9 * 60)
    Person.objects.filter(username="joon").update(time_zone="UTC")
    told("mei", four)
    told("joon", other)
    sweep(LATER)
    assert sweep(HOUR_OF_MEI) == 1
    assert sweep(HOUR_OF_MEI + HOUR) == 1
    assert [it["To"] for it in smtp.messages] == ["mei@example.org", "joon@example.org"]


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_begin_one_digest(smtp):
    game = played(3)
    Notice.objects.all().delete()
    choose("mei", when=EVERYTHING)
    told("mei", game)
    deliver_due(LATER)
    start = Barrier(3)

    def worker(_):
        try:
            start.wait()
            return sweep(HOUR_OF_MEI)
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as pool:
        assert sum(pool.map(worker, range(3))) == 1
    assert Notice.objects.filter(kind="digest").count() == 1
    assert len(smtp.messages) == 1


@pytest.mark.parametrize("seed", range(3))
def test_it_is_the_same_whatever_is_hidden_from_its_reader(four, monkeypatch, seed):
    told("mei", four)
    deliver_due(LATER)
    gather(HOUR_OF_MEI)
    notice = Notice.objects.select_related("person").get(kind="digest")
    told_first, load = compose(notice, HOUR_OF_MEI), store.load

    def another_world(game: Game) -> store.Loaded:
        position = load(game)
        state = position.rules.redeal(position.state, 3, bytes([seed]) * 32)
        assert state != position.state
        return replace(position, state=state)

    monkeypatch.setattr(store, "load", another_world)
    again = compose(notice, HOUR_OF_MEI)
    assert "Play your turn" in again.body
    assert (again.body, again.alternatives) == (told_first.body, told_first.alternatives)
