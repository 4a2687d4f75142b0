"""Sending: once, as things stand now, and one failing mail stops no other."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.db import connection

from games import store
from games.actions import play
from games.models import Game, Notice, Person
from games.notices import deliver, figures, off, outbox
from games.notices.choice import BY_SLUG
from games.notices.compose import compose
from games.notices.deliver import deliver_due
from games.notices.outbox import NewNotice, enqueue
from tests.notices.chosen import switched_off
from tests.notices.scenes import LATER, deadline_of, member, out_of_time, played, take_turn
from tests.site.cast import finished, running

MINUTE = timedelta(minutes=1)


def told(name: str, game: Game, kind: str, key: str = "", **data) -> Notice:
    """A notice to somebody at this table."""
    to = Person.objects.get(username=name)
    enqueue([NewNotice(to.id, kind, key or kind, game_id=game.id, data=data)], LATER)
    return Notice.objects.get(person=to, kind=kind, key=key or kind)


@pytest.fixture
def four(db) -> Game:
    """A game of four after three turns, mei to act, nothing told yet."""
    game = played(3)
    Notice.objects.all().delete()
    return game


def fates() -> dict[str, str]:
    """What became of the notices, by name and kind."""
    rows = Notice.objects.values_list("person__username", "kind", "status")
    return {f"{name} {kind}": status for name, kind, status in rows}


def test_a_notice_arrives_and_is_marked(four, smtp):
    notice = told("mei", four, "turn", seq=3)
    assert deliver_due(LATER) == 1
    notice.refresh_from_db()
    assert (notice.status, notice.sent_at, notice.attempts) == ("sent", LATER, 1)
    (mail,) = smtp.messages
    assert mail["To"] == "mei@example.org"
    assert mail["Subject"] == "Your turn in Slow cup, round 2: until Mon 16:40"
    assert [it.get_content_type() for it in mail.walk() if it.get_content_maintype() == "text"] == [
        "text/plain",
        "text/html",
    ]


def test_its_headers_tell_programs_what_it_is(four, smtp):
    told("mei", four, "turn", seq=3)
    deliver_due(LATER)
    (mail,) = smtp.messages
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail["List-Unsubscribe"].strip().startswith("<http://127.0.0.1:8000/mail/off/")


def test_a_second_sending_has_the_same_message_id(four, smtp):
    notice = told("mei", four, "turn", seq=3)
    deliver_due(LATER)
    Notice.objects.filter(id=notice.id).update(status="sending")
    deliver_due(LATER + 10 * MINUTE)
    first, second = smtp.messages
    assert first["Message-ID"] == second["Message-ID"]


def test_sending_again_sends_nothing(four, smtp):
    told("mei", four, "turn", seq=3)
    assert [deliver_due(LATER), deliver_due(LATER)] == [1, 0]
    assert len(smtp.messages) == 1


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_send_one_mail(smtp):
    told("mei", played(3), "turn", seq=3)
    Notice.objects.exclude(kind="turn", key="turn").delete()
    smtp.delay = 0.3

    def worker(_):
        try:
            return deliver_due(LATER)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(worker, range(4))) == 1
    assert len(smtp.messages) == 1


def test_a_muted_kind_is_not_sent(four, smtp):
    switched_off("mei", "turn")
    told("mei", four, "turn", seq=3)
    told("joon", four, "timeout", seat=3, seq=3)
    assert deliver_due(LATER) == 0
    assert fates()["mei turn"] == "muted"


def test_only_a_confirmed_address_gets_mail(four, smtp):
    EmailAddress.objects.filter(user__username="mei").update(verified=False)
    told("mei", four, "turn", seq=3)
    assert deliver_due(LATER) == 0
    assert Notice.objects.get().error == "no confirmed address"


def test_a_turn_that_was_made_is_not_asked_for(four, smtp):
    told("mei", four, "turn", seq=3)
    take_turn(four, random.Random(1))
    deliver_due(LATER)
    assert fates()["mei turn"] == "overtaken"
    assert not smtp.to("mei@example.org")


def test_an_old_turn_is_not_told_in_place_of_a_new_one(four, smtp):
    """A round later it is the same person's turn again, of which another mail has told."""
    old = told("mei", four, "turn", seq=3)
    for _ in range(4):
        take_turn(four, random.Random(1))
    Notice.objects.exclude(id=old.id).update(status="sent")
    assert deliver_due(LATER) == 0
    assert Notice.objects.get(id=old.id).status == "overtaken"


def test_of_a_days_notices_one_mail_leaves_to_each_person(four, smtp, steady):
    """Six turns pass while no worker runs, one of them by time-out."""
    chance = random.Random(2)
    told("mei", four, "turn", seq=3)
    for _ in range(5):
        take_turn(four, chance)
    out_of_time(four)
    deliver_due(LATER)
    four.refresh_from_db()
    assert sorted(mail["To"] for mail in smtp.messages) == [
        f"{it}@example.org" for it in ("ines", "joon", "mei", "tomas")
    ]
    assert Notice.objects.exclude(status__in=["sent", "overtaken"]).count() == 0


def test_the_mail_of_the_turn_that_ran_out_also_tells_that(four, smtp, steady):
    out_of_time(four)
    deliver_due(LATER)
    (mail,) = smtp.to("tomas@example.org")
    assert mail["Subject"].startswith("Your turn in ")
    assert "Time ran out; the house played this turn." in mail.get_body(("plain",)).get_content()


def test_whose_turn_ran_out_is_told(four, smtp, steady):
    out_of_time(four)
    deliver_due(LATER)
    (mail,) = smtp.to("mei@example.org")
    assert mail["Subject"] == "Slow cup, round 2: your time ran out, and the house played your turn"


@pytest.fixture
def house_first(mei, joon) -> Game:
    """A game that a house player begins and in which mei is next; the start is to be told."""
    return running("sensibly", mei, joon, now=LATER)


def subjects(smtp, name: str) -> list[str]:
    """What somebody reads in their mailbox, oldest first."""
    return [mail["Subject"].strip() for mail in smtp.to(f"{name}@example.org")]


def test_a_house_player_that_begins_leaves_one_mail_to_each(house_first, smtp):
    play.play_house(house_first.id, LATER)
    deliver_due(LATER)
    (told,), (waits,) = subjects(smtp, "mei"), subjects(smtp, "joon")
    assert "has started, and it is your turn: until " in told
    assert waits.endswith("has started")
    assert fates() == {"mei started": "overtaken", "mei turn": "sent", "joon started": "sent"}


def test_that_mail_tells_what_the_house_has_done_and_can_be_switched_off(house_first, smtp):
    play.play_house(house_first.id, LATER)
    deliver_due(LATER)
    (mail,) = smtp.to("mei@example.org")
    assert "SO FAR   1  House placed a tile" in " ".join(mail.get_body(("plain",)).get_content().splitlines())
    token = mail["List-Unsubscribe"].strip("<> \r\n").rsplit("/", 2)[-2]
    assert off.read(token) == (Person.objects.get(username="mei").id, BY_SLUG["turn"])


def test_a_start_waits_for_the_house_player_that_begins(house_first, smtp):
    assert deliver_due(LATER) == 0
    assert fates() == {"mei started": "queued", "joon started": "queued"}
    assert figures.health(LATER + timedelta(days=1)).leaves, "and that is no fault of the mail"


def test_a_start_does_not_wait_for_a_house_player_that_cannot_go_on(house_first, smtp):
    Game.objects.update(still="stuck")
    assert deliver_due(LATER) == 2


def test_a_turn_that_came_before_the_start_was_told_tells_both(db, smtp):
    game = played(1)
    deliver_due(LATER)
    (mail,) = smtp.to("ines@example.org")
    assert "has started, and it is your turn: until " in mail["Subject"]
    take_turn(game, random.Random(3))
    deliver_due(LATER)
    assert ["Your turn" in it for it in subjects(smtp, "joon")] == [False, True]


def test_who_does_not_want_to_hear_of_starts_hears_of_the_turn(house_first, smtp):
    switched_off("mei", "start")
    play.play_house(house_first.id, LATER)
    deliver_due(LATER)
    assert [it.startswith("Your turn in ") for it in subjects(smtp, "mei")] == [True]


def test_a_start_is_told_once_even_to_somebody_who_has_never_played(house_first, smtp, steady):
    play.play_house(house_first.id, LATER)
    deliver_due(LATER)
    out_of_time(house_first)
    house_first.refresh_from_db()
    take_turn(house_first, random.Random(4))
    play.play_house(house_first.id, LATER)
    deliver_due(LATER)
    assert ["has started" in it for it in subjects(smtp, "mei")] == [True, False]


def test_a_notice_put_back_is_not_told_once_a_later_one_has_left(four, smtp):
    late = told("mei", four, "turn", seq=3)
    Notice.objects.filter(id=late.id).update(due_at=LATER + MINUTE)
    told("mei", four, "reminder", deadline=deadline_of(four))
    assert [deliver_due(LATER), deliver_due(LATER + MINUTE)] == [1, 0]
    assert fates() == {"mei turn": "overtaken", "mei reminder": "sent"}


def test_a_reminder_of_another_deadline_is_not_sent(four, smtp):
    told("mei", four, "reminder", deadline=deadline_of(four))
    Game.objects.update(deadline_at=four.deadline_at + MINUTE)
    assert deliver_due(LATER) == 0
    assert fates()["mei reminder"] == "overtaken"


def test_a_reminder_and_the_turn_it_is_of_leave_as_one_mail(four, smtp):
    told("mei", four, "turn", seq=3)
    told("mei", four, "reminder", deadline=deadline_of(four))
    assert deliver_due(LATER) == 1
    assert fates() == {"mei turn": "overtaken", "mei reminder": "sent"}


def test_a_muted_reminder_does_not_stand_in_for_the_turn(four, smtp):
    switched_off("mei", "reminder")
    told("mei", four, "turn", seq=3)
    told("mei", four, "reminder", deadline=deadline_of(four))
    deliver_due(LATER)
    assert fates() == {"mei turn": "sent", "mei reminder": "muted"}


def test_an_invitation_to_a_full_table_is_not_sent(four, smtp):
    member("anna")
    told("anna", four, "invitation", by=Person.objects.get(username="mei").id)
    assert deliver_due(LATER) == 0
    assert fates()["anna invitation"] == "overtaken"


def test_one_refused_recipient_of_four_stops_nobody(db, smtp, now):
    smtp.refused["ines@example.org"] = "550 no such person"
    played(0)
    assert deliver_due(now) == 3
    assert fates()["ines started"] == "bounced"
    assert "no such person" in Notice.objects.get(status="bounced").error
    assert len(smtp.messages) == 3


def test_a_recipient_refused_for_now_gets_it_later(four, smtp):
    smtp.refused["mei@example.org"] = "451 try later"
    notice = told("mei", four, "turn", seq=3)
    deliver_due(LATER)
    notice.refresh_from_db()
    assert (notice.status, notice.due_at) == ("queued", LATER + MINUTE)
    assert "try later" in notice.error
    smtp.refused.clear()
    assert deliver_due(LATER + MINUTE) == 1


def test_a_mail_that_cannot_be_worded_stops_no_other(four, smtp, monkeypatch, caplog):
    told("mei", four, "turn", seq=3)
    told("joon", four, "result")
    broken = told("ines", four, "started", your_turn=False)
    Notice.objects.filter(id=broken.id).update(kind="unheard of", id=0)
    assert deliver_due(LATER) == 1
    assert fates()["ines unheard of"] == "queued"
    assert fates()["mei turn"] == "sent"


def test_a_mail_server_that_is_away_costs_no_attempt(four, smtp, settings):
    notice = told("mei", four, "turn", seq=3)
    here, settings.EMAIL_PORT = settings.EMAIL_PORT, 1
    assert deliver_due(LATER) == 0
    notice.refresh_from_db()
    assert (notice.status, notice.attempts) == ("queued", 0)
    settings.EMAIL_PORT = here
    assert deliver_due(LATER) == 0, "for a moment it is left alone"
    deliver.breaker.mend()
    assert deliver_due(LATER) == 1


def test_a_notice_that_workers_died_of_is_given_up(four, smtp):
    notice = told("mei", four, "turn", seq=3)
    Notice.objects.update(attempts=10, status="sending", claimed_at=LATER - outbox.CLAIM_LASTS)
    assert deliver_due(LATER) == 0
    notice.refresh_from_db()
    assert notice.status == "failed"


def test_a_game_that_is_gone_is_not_told_of(four, smtp):
    told("mei", four, "turn", seq=3)
    Notice.objects.update(game=None)
    assert deliver_due(LATER) == 0
    assert fates()["mei turn"] == "overtaken"


def test_who_has_no_seat_any_more_is_not_told(four, smtp):
    told("mei", four, "turn", seq=3)
    four.seats.filter(number=3).update(person=member("anna"))
    assert deliver_due(LATER) == 0
    assert fates()["mei turn"] == "overtaken"


def test_times_are_in_the_readers_own_zone(four, smtp):
    Person.objects.filter(username="mei").update(time_zone="Asia/Kathmandu")
    told("mei", four, "turn", seq=3)
    deliver_due(LATER)
    text = smtp.messages[0].get_body(("plain",)).get_content()
    assert "Until Monday 28 September, 22:25 (Asia/Kathmandu): 3 days left." in text


def test_a_deadline_across_a_change_of_clocks_is_right_to_the_minute(mei, joon, smtp):
    """72 real hours from Friday noon in Oslo end on Monday at eleven, once summer time has ended."""
    friday = datetime(2026, 10, 23, 10, 0, tzinfo=UTC)
    game = running(mei, joon, now=friday)
    Notice.objects.filter(person=joon).delete()
    deliver_due(friday)
    assert game.deadline_at == friday + timedelta(hours=72)
    text = smtp.to("mei@example.org")[0].get_body(("plain",)).get_content()
    assert "Until Monday 26 October, 11:00 (Europe/Oslo): 3 days left." in text.replace("\n", " ")


def test_a_result_is_told_to_everybody(mei, joon, smtp, now, steady):
    game = finished(mei, joon)
    Notice.objects.all().delete()
    assert play.score(game.id, now)
    assert deliver_due(now) == 2
    assert {mail["To"] for mail in smtp.messages} == {"mei@example.org", "joon@example.org"}


@pytest.mark.parametrize("seed", range(3))
def test_a_mail_is_the_same_whatever_is_hidden_from_its_reader(four, monkeypatch, seed):
    notice = told("mei", four, "turn", seq=3)
    told_first, load = compose(notice, LATER), store.load

    def another_world(game: Game) -> store.Loaded:
        position = load(game)
        state = position.rules.redeal(position.state, 3, bytes([seed]) * 32)
        assert state != position.state
        return replace(position, state=state)

    monkeypatch.setattr(store, "load", another_world)
    again = compose(notice, LATER)
    assert (again.body, again.alternatives) == (told_first.body, told_first.alternatives)


def test_no_mail_tells_the_seed(four):
    message = compose(told("mei", four, "turn", seq=3), LATER)
    for secret in (four.seed, four.server_seed):
        assert bytes(secret).hex() not in message.body + str(message.alternatives[0][0])
