"""Reminders, time-outs and scoring: columns that a sweep finds, each done once."""

from __future__ import annotations

from datetime import timedelta

from games.actions import absence, play
from games.clock.terms import DAY
from games.models import Draft, Event, Game, Notice, Seat
from tests.site.cast import finished, running


def kinds(kind: str) -> list[str]:
    """Who was told of this, in order."""
    return list(Notice.objects.filter(kind=kind).order_by("id").values_list("person__username", flat=True))


def test_a_long_pace_reminds_half_way_and_a_day_before(game, now):
    assert not play.remind(game.id, now + timedelta(hours=35))
    assert play.remind(game.id, now + timedelta(hours=36))
    assert not play.remind(game.id, now + timedelta(hours=47))
    assert play.remind(game.id, now + timedelta(hours=48))
    assert not play.remind(game.id, now + timedelta(hours=71))
    assert kinds("reminder") == ["mei", "mei"]


def test_a_short_pace_reminds_half_way_only(mei, joon, now):
    game = running(mei, joon, turn=2 * DAY)
    assert play.remind(game.id, now + timedelta(hours=24))
    assert not play.remind(game.id, now + timedelta(hours=47))


def test_a_sweep_that_comes_late_reminds_once(game, now):
    assert play.remind(game.id, now + timedelta(hours=70))
    assert not play.remind(game.id, now + timedelta(hours=71))
    assert kinds("reminder") == ["mei"]


def test_the_house_plays_a_turn_that_ran_out_and_the_person_keeps_the_seat(game, mei, joon, now):
    Draft.objects.create(seat=Seat.objects.get(game=game, person=mei), seq=0, steps=[])
    assert not absence.time_out(game.id, now + timedelta(days=3) - timedelta(microseconds=1))
    assert absence.time_out(game.id, now + timedelta(days=3))
    game.refresh_from_db()
    assert game.to_act == 1
    assert Event.objects.first().kind == "timeout"
    assert all(Event.objects.values_list("by_site", flat=True))
    assert Seat.objects.get(game=game, number=0).person == mei
    assert not Draft.objects.exists()


def test_the_others_play_on_without_somebody_who_has_left_the_site(game, mei, now):
    mei.delete()
    assert absence.time_out(game.id, now + timedelta(days=3))
    game.refresh_from_db()
    assert (game.to_act, game.waits_for.username) == (1, "joon")
    assert (kinds("turn"), kinds("timeout")) == (["joon"], [])


def test_everybody_is_told_of_a_time_out_once(mei, joon, ines, now):
    game = running(mei, joon, ines)
    absence.time_out(game.id, now + timedelta(days=3))
    assert kinds("turn") == ["joon"]
    assert kinds("timeout") == ["mei", "ines"]


def test_a_second_sweep_finds_nothing_to_do(game, now):
    late = now + timedelta(days=3)
    assert absence.time_out(game.id, late)
    assert not absence.time_out(game.id, late)
    assert Event.objects.filter(kind="timeout").count() == 1


def test_scoring_writes_the_result_and_doing_it_twice_changes_nothing(mei, joon, now):
    game = finished(mei, joon)
    assert game.status == Game.Status.ENDED
    assert play.score(game.id, now)
    game.refresh_from_db()
    before = list(Seat.objects.filter(game=game).values_list("score", "place"))
    assert (game.status, game.scored_at) == (Game.Status.SCORED, now)
    assert not play.score(game.id, now + timedelta(days=1))
    assert list(Seat.objects.filter(game=game).values_list("score", "place")) == before
    assert kinds("result") == ["mei", "joon"]
