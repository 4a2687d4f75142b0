"""More time for whoever the game waits for, from the others."""

from __future__ import annotations

from datetime import timedelta

from games.actions import absence, nudges
from games.clock.terms import BANK, DAY, HOUR, NONE, SOCIABLE, SOFT, STAND_IN, VOTE, Absence, Pace, Terms
from games.models import Event, Notice, Outage, Person
from tests.site.asking import asides, fresh, move, refused, told
from tests.site.cast import running
from tests.site.test_nudges import paused

MINUTE = timedelta(minutes=1)


def test_more_time_is_a_day_more(game, mei, joon, now):
    nudges.give_time(game.id, joon.id, now + 50 * HOUR)
    assert fresh(game).deadline_at == now + 4 * DAY
    assert asides(game) == [("time", 1, "86400")]
    assert Notice.objects.filter(kind="news").values_list("person__username", "data").get() == (
        "mei",
        {"event": "time", "seat": 1},
    )


def test_more_time_leaves_a_composed_turn_good(game, mei, joon, now):
    nudges.give_time(game.id, joon.id, now + HOUR)
    assert move(game, mei, now + 3 * DAY + HOUR).to_act == 1


def test_more_time_is_one_more_turn_where_all_are_here(mei, joon, now):
    game = running(mei, joon, terms=Terms(Pace(SOCIABLE, 20 * MINUTE)))
    nudges.give_time(game.id, joon.id, now + 15 * MINUTE)
    assert fresh(game).deadline_at == now + 40 * MINUTE
    assert asides(game) == [("time", 1, "1200")]


def test_more_time_counts_as_all_time_does(mei, joon, now):
    game = running(mei, joon, terms=Terms(Pace(turn=DAY, weekends_off=True)))
    assert fresh(game).deadline_at == now + DAY  # on Friday
    nudges.give_time(game.id, joon.id, now + HOUR)
    assert fresh(game).deadline_at == now + 4 * DAY


def test_more_time_during_a_pause_is_not_eaten_by_it(game, mei, joon, now):
    paused(game, mei, joon, now + DAY, days=5)
    nudges.give_time(game.id, joon.id, now + 2 * DAY)
    assert fresh(game).deadline_at == now + 3 * DAY + 5 * DAY + DAY


def test_a_turn_is_given_time_three_times_by_the_whole_table(mei, joon, ines, now):
    game = running(mei, joon, ines)
    for who in (joon, ines, joon):
        nudges.give_time(game.id, who.id, now + HOUR)
    assert fresh(game).deadline_at == now + 6 * DAY
    enough = "This turn has been given more time three times already."
    assert refused(nudges.give_time, game.id, ines.id, now + HOUR) == enough
    assert told("news") == [("mei", "time")] * 3
    move(game, mei, now + DAY)
    nudges.give_time(game.id, ines.id, now + DAY)
    assert fresh(game).deadline_at == now + DAY + 4 * DAY


def test_nobody_gives_themselves_time(game, mei, now):
    assert refused(nudges.give_time, game.id, mei.id, now) == "It is your own turn."


def test_where_nobodys_time_runs_out_none_is_given(mei, joon, now):
    game = running(mei, joon, terms=Terms(Pace(SOFT, 3 * DAY)))
    assert refused(nudges.give_time, game.id, joon.id, now) == "Nobody’s time runs out here."


def test_none_is_given_while_a_stand_in_is_asked(mei, joon, ines, now):
    Person.objects.filter(id=mei.id).update(stand_in=ines)
    game = running(mei, joon, terms=Terms(absence=Absence(STAND_IN)))
    absence.time_out(game.id, now + 3 * DAY)
    sentence = "The time has run out, and a stand-in has been asked to play."
    assert refused(nudges.give_time, game.id, joon.id, now + 3 * DAY) == sentence
    absence.accept_stand_in(game.id, ines.id, now + 3 * DAY)
    nudges.give_time(game.id, joon.id, now + 3 * DAY)
    assert fresh(game).deadline_at == now + 7 * DAY
    assert told("news")[-1] == ("ines", "time")


def test_none_is_given_while_the_others_are_asked(mei, joon, now):
    game = running(mei, joon, terms=Terms(absence=Absence(VOTE)))
    absence.time_out(game.id, now + 3 * DAY)
    sentence = "The time has run out, and you are asked what is to happen."
    assert refused(nudges.give_time, game.id, joon.id, now + 3 * DAY) == sentence


def test_more_time_that_comes_before_the_sweep_wins(game, joon, now):
    late = now + 3 * DAY + MINUTE
    nudges.give_time(game.id, joon.id, late)
    assert not absence.time_out(game.id, late)
    assert fresh(game).deadline_at == late + DAY
    assert not Event.objects.filter(kind="timeout").exists()


def test_an_outage_of_which_the_clock_was_not_told_yet_is_not_lost_by_more_time(game, joon, now):
    Outage.objects.create(since=now + HOUR, until=now + 5 * HOUR)
    nudges.give_time(game.id, joon.id, now + 6 * HOUR)
    assert fresh(game).deadline_at == now + 4 * DAY + 4 * HOUR


def test_what_was_given_fills_no_bank(mei, joon, now):
    game = running(mei, joon, terms=Terms(Pace(BANK, NONE, 4 * DAY, NONE, 4 * DAY)))
    nudges.give_time(game.id, joon.id, now)
    move(game, mei, now + HOUR)
    assert fresh(game).seats.get(number=0).bank == 4 * DAY
