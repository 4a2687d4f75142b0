"""While no mail can leave, nobody's time runs out; afterwards no clock has counted it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import tasks
from games.actions import absence, ending, play, watch
from games.clock.terms import BANK, DAY, NONE, Pace, Terms
from games.models import Event, Game, Heartbeat, Notice, Outage, Seat
from games.notices import outage
from games.notices.deliver import breaker, deliver_due
from tests.site.cast import NOW, a_turn, running

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)


@pytest.fixture
def waiting(mei, joon) -> Game:
    """A game that has just begun, its first turn to be told; it lasts six hours."""
    Notice.objects.all().delete()
    return running(mei, joon, turn=6 * HOUR)


def deliver(at, settings, server=None) -> int:
    """Try to send, to a server that is there or to none."""
    breaker.mend()
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port if server else 9
    return deliver_due(at)


def due(at) -> set[str]:
    """What a sweep would do with games at a moment."""
    return {verb.__name__ for verb, game_ids in tasks.waiting(at) if game_ids}


@pytest.fixture
def away(waiting, smtp, settings) -> Game:
    """The same, and mail has been away since a minute after it began."""
    deliver(NOW + MINUTE, settings)
    return waiting


def test_it_is_noted_since_when_mail_is_away(away, smtp, settings):
    deliver(NOW + 3 * MINUTE, settings)
    assert Heartbeat.objects.get(of="no mail").at == NOW + MINUTE


def test_nobodys_time_runs_out_meanwhile_and_nobody_is_reminded_of_it(away):
    assert due(NOW + 7 * HOUR) <= {"watch"}


def test_the_reminder_comes_when_mail_does(away, smtp, settings):
    back = NOW + 7 * HOUR
    deliver(back, settings, smtp)
    watch.credit(away.id, back)
    smtp.messages.clear()
    for minutes in range(0, 360, 30):
        at = back + minutes * MINUTE
        if play.remind.__name__ in due(at):
            play.remind(away.id, at)
    deliver(at, settings, smtp)
    assert ["waits for you: " in it["Subject"] for it in smtp.to("mei@example.org")] == [True]


def test_a_short_while_is_no_outage(away, smtp, settings):
    deliver(NOW + 4 * MINUTE, settings, smtp)
    assert not Outage.objects.exists()
    assert not Heartbeat.objects.filter(of="no mail").exists()
    assert absence.time_out.__name__ in due(NOW + 7 * HOUR)


def test_the_time_is_given_back_as_soon_as_mail_leaves(away, smtp, settings):
    back = NOW + 5 * HOUR
    assert deliver(back, settings, smtp) > 0
    assert watch.credit(away.id, back + MINUTE)
    before = away.deadline_at
    away.refresh_from_db()
    assert away.deadline_at - before == back - (NOW + MINUTE)
    assert Event.objects.get(kind="credit").text == str(int((back - NOW - MINUTE).total_seconds()))


def test_a_turn_that_ran_out_meanwhile_goes_on(away, smtp, settings):
    back = NOW + 9 * HOUR
    deliver(back, settings, smtp)
    assert due(back) >= {"credit"}
    assert absence.time_out.__name__ not in due(back)
    watch.credit(away.id, back)
    assert absence.time_out.__name__ not in due(back + HOUR)


def test_a_mail_that_is_refused_is_no_outage(waiting, smtp, settings):
    smtp.refused |= dict.fromkeys(("mei@example.org", "joon@example.org"), "451 try later")
    deliver(NOW + MINUTE, settings, smtp)
    assert not Heartbeat.objects.filter(of="no mail").exists()


def test_nor_is_a_game_looked_into_because_its_time_is_over(away):
    """Long after its deadline, what watches over the games neither has the house play nor freezes it."""
    at = NOW + 7 * HOUR
    assert not watch.watch(away.id, at)
    away.refresh_from_db()
    assert (away.still, away.seq) == ("", 0)


def test_a_time_out_that_was_begun_before_mail_went_away_is_none(away):
    assert not absence.time_out(away.id, NOW + 7 * HOUR)


def test_a_turn_sent_meanwhile_costs_no_bank(mei, joon, smtp, settings):
    game = running(mei, joon, terms=Terms(Pace(BANK, NONE, 5 * DAY, NONE, 5 * DAY)))
    deliver(NOW + HOUR, settings)
    play.submit_turn(game.id, mei.id, 0, a_turn(game), NOW + 30 * HOUR)
    assert Seat.objects.get(game=game, number=0).bank == 5 * DAY - HOUR


def test_no_game_ends_meanwhile_because_nobody_plays(away):
    Game.objects.update(warn_at=NOW + HOUR, ends_at=NOW + HOUR)
    assert ending.abandon.__name__ not in due(NOW + 7 * HOUR)


def test_it_is_found_out_that_mail_is_back_though_there_is_nothing_to_send(away, smtp, settings):
    """What was to leave has left by another process, say: nobody is to have time without end."""
    Notice.objects.all().delete()
    deliver(NOW + 2 * HOUR, settings)
    assert outage.mail_is_away(NOW + 2 * HOUR)
    deliver(NOW + 3 * HOUR, settings, smtp)
    assert not outage.mail_is_away(NOW + 3 * HOUR)
    assert Outage.objects.get().until == NOW + 3 * HOUR
