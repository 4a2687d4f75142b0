"""The sweep finds whatever no message has had done; one game that fails stops no other."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games import tasks
from games.actions import absence, play
from games.models import Event, Game, Notice
from lanterns_site.celery import SWEEP_SECONDS, app
from tests.site.cast import finished, running
from tests.site.tables import opened

HOUR = timedelta(hours=1)


@pytest.fixture
def at() -> object:
    """The present: tasks read the clock themselves."""
    return timezone.now()


def test_the_sweep_sends_what_was_left(mei, joon, smtp, at):
    running(mei, joon, now=at)
    tasks.sweep()
    assert len(smtp.messages) == 2


def test_the_sweep_plays_the_turn_of_a_passed_deadline(mei, joon, smtp, at):
    game = running(mei, joon, now=at - 73 * HOUR)
    tasks.sweep()
    game.refresh_from_db()
    assert game.to_act == 1
    assert Event.objects.filter(kind="timeout").count() == 1
    assert {mail["To"] for mail in smtp.messages} == {"mei@example.org", "joon@example.org"}


def test_a_deadline_in_a_second_is_left_alone(mei, joon, smtp, at):
    running(mei, joon, now=at - 72 * HOUR + timedelta(seconds=30))
    tasks.sweep()
    assert not Event.objects.exists()


def test_the_sweep_reminds_half_way_once(mei, joon, smtp, at):
    running(mei, joon, now=at - 37 * HOUR)
    tasks.sweep()
    tasks.sweep()
    assert Notice.objects.filter(kind="reminder").count() == 1
    assert [mail["Subject"] for mail in smtp.to("mei@example.org")] == [
        next(it["Subject"] for it in smtp.to("mei@example.org") if "waits for you" in it["Subject"])
    ]


def test_the_sweep_plays_for_house_players(mei, smtp, at):
    game = running("randomly", mei, now=at)
    tasks.sweep()
    game.refresh_from_db()
    assert game.to_act == 1
    (mail,) = smtp.messages
    assert "has started, and it is your turn: until " in mail["Subject"]


def test_the_sweep_scores_what_has_ended(mei, joon, smtp, at):
    game = finished(mei, joon, now=at)
    tasks.sweep()
    game.refresh_from_db()
    assert game.status == Game.Status.SCORED
    assert len(smtp.messages) == 2


def test_the_sweep_closes_tables_that_did_not_fill(mei, smtp, at):
    game = opened(mei, now=at - timedelta(days=14))
    tasks.sweep()
    game.refresh_from_db()
    assert game.status == Game.Status.CLOSED
    (mail,) = smtp.messages
    assert "waited 14 days and did not fill" in mail.get_body(("plain",)).get_content()


def test_a_game_that_fails_stops_no_other(mei, joon, smtp, at, monkeypatch, caplog):
    bad, good = (running(mei, joon, now=at - 73 * HOUR, slug=slug) for slug in ("bad", "good"))
    time_out = absence.time_out

    def fails(game_id, now):
        return time_out(game_id, now) if game_id != bad.id else 1 / 0

    monkeypatch.setattr(absence, "time_out", fails)
    tasks.sweep()
    good.refresh_from_db()
    assert good.to_act == 1
    assert "ZeroDivisionError" in caplog.text
    assert smtp.messages


def test_a_game_that_is_gone_is_no_fault(db, smtp, caplog):
    tasks.game(10**6)
    assert not [it for it in caplog.records if it.levelname == "ERROR"]


def test_the_game_task_plays_scores_and_tells(mei, smtp, at):
    game = running(mei, "randomly", now=at)
    while game.status == Game.Status.RUNNING:
        play.submit_turn(game.id, mei.id, game.seq, play.suggested_turn(game), at)
        tasks.game(game.id)
        game.refresh_from_db()
    assert game.status == Game.Status.SCORED
    assert "is over" in smtp.to("mei@example.org")[-1]["Subject"]


def test_a_task_asks_for_no_further_task(mei, joon, smtp, broker, at):
    game = running("randomly", mei, now=at)
    tasks.game(game.id)
    assert broker.waiting() == 0


def test_each_task_twice_does_what_once_does(mei, joon, smtp, at):
    finished(mei, joon, now=at)
    for _ in range(2):
        tasks.sweep()
    assert len(smtp.messages) == 2


def test_beat_sweeps_and_does_nothing_else():
    app.loader.import_default_modules()
    (entry,) = app.conf.beat_schedule.values()
    assert entry["task"] in app.tasks
    assert entry["schedule"] == SWEEP_SECONDS <= 30


def test_the_worker_loses_nothing_when_it_is_killed():
    assert app.conf.task_acks_late
    assert app.conf.task_reject_on_worker_lost
    assert app.conf.worker_prefetch_multiplier == 1
    assert app.conf.broker_transport_options["visibility_timeout"] == 300
