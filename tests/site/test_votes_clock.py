"""What a pause, its end and other terms do to the clock, to the microsecond."""

from __future__ import annotations

import json
from datetime import timedelta

from games.actions import absence, breaks, votes
from games.clock.terms import (
    BANK,
    DAY,
    HOUR,
    IDLE_FOR,
    NONE,
    SOCIABLE,
    SOFT,
    VOTE,
    Absence,
    Gates,
    Pace,
    Terms,
)
from games.models import Game, Outage, Person, Question, Seat
from tests.site.asking import asides, fresh, move, told
from tests.site.cast import running

MINUTE = timedelta(minutes=1)


def agreed(game: Game, asks: Person, says: Person, kind: str, at, **wanted) -> Game:
    """The game of two after something both have agreed on at that moment."""
    question = votes.propose(game.id, asks.id, kind, at, **wanted)
    votes.answer(game.id, says.id, question.id, True, at)
    return fresh(game)


# A pause


def test_a_pause_in_mid_turn_moves_the_deadline_by_exactly_its_days(game, mei, joon, now):
    deadline = game.deadline_at
    game = agreed(game, mei, joon, "pause", now + 30 * HOUR, days=3)
    assert (game.paused_from, game.paused_until) == (now + 30 * HOUR, now + 30 * HOUR + 3 * DAY)
    assert game.deadline_at == deadline + 3 * DAY
    assert asides(game, "pause") == [("pause", 0, (now + 30 * HOUR + 3 * DAY).isoformat())]


def test_a_proposal_stops_no_clock(game, mei, joon, now):
    question = votes.propose(game.id, mei.id, "pause", now, days=3)
    votes.answer(game.id, joon.id, question.id, True, now + 10 * HOUR)
    assert fresh(game).deadline_at == now + 6 * DAY
    assert fresh(game).paused_until == now + 10 * HOUR + 3 * DAY


def test_a_pause_ends_by_itself_and_nobodys_time_runs_out_before(game, mei, joon, now):
    agreed(game, mei, joon, "pause", now + HOUR, days=3)
    assert not absence.time_out(game.id, now + 6 * DAY - timedelta.resolution)
    assert absence.time_out(game.id, now + 6 * DAY)


def test_a_pause_that_is_ended_early_moves_the_deadline_by_what_it_lasted(game, mei, joon, now):
    agreed(game, mei, joon, "pause", now + 30 * HOUR, days=10)
    game = agreed(game, joon, mei, "resume", now + 35 * HOUR)
    assert game.paused_until == now + 35 * HOUR
    assert game.deadline_at == now + 3 * DAY + 5 * HOUR
    assert asides(game, "resume") == [("resume", 1, "")]
    assert told("news") == [("mei", "pause"), ("joon", "resume")]


def test_two_pauses_in_one_turn_add_up(game, mei, joon, now):
    agreed(game, mei, joon, "pause", now + HOUR, days=2)
    game = agreed(game, mei, joon, "pause", now + HOUR + 2 * DAY + HOUR, days=1)
    assert game.deadline_at == now + 3 * DAY + 2 * DAY + DAY


def test_a_pause_goes_on_over_a_move_and_keeps_the_whole_next_turn(game, mei, joon, now):
    agreed(game, joon, mei, "pause", now + HOUR, days=2)
    game = move(game, mei, now + 5 * HOUR)
    assert game.paused_until == now + HOUR + 2 * DAY
    assert game.deadline_at == now + HOUR + 2 * DAY + 3 * DAY
    assert move(game, joon, now + HOUR + 3 * DAY).deadline_at == now + HOUR + 3 * DAY + 3 * DAY


def test_a_pause_and_a_holiday_at_once_count_once(game, mei, joon, now):
    agreed(game, mei, joon, "pause", now + HOUR, days=3)
    mei.refresh_from_db()
    breaks.go_away(mei, now + 2 * HOUR, now + HOUR + 4 * DAY, now + 2 * HOUR)
    assert fresh(game).deadline_at == now + 3 * DAY + 4 * DAY


def test_a_pause_that_reaches_into_a_weekend_off_moves_the_deadline_by_what_it_covers(mei, joon, now):
    game = running(mei, joon, terms=Terms(Pace(turn=3 * DAY, weekends_off=True)))
    assert fresh(game).deadline_at == now + 5 * DAY  # from Thursday on, without Saturday and Sunday
    game = agreed(game, mei, joon, "pause", now, days=2)
    monday_in_oslo = now.replace(hour=22, minute=0) + 3 * DAY
    assert game.deadline_at == monday_in_oslo + 3 * DAY


def test_an_outage_of_which_the_clock_was_not_told_yet_is_not_lost_by_a_pause(game, mei, joon, now):
    Outage.objects.create(since=now + HOUR, until=now + 5 * HOUR)
    assert agreed(game, mei, joon, "pause", now + 6 * HOUR, days=1).deadline_at == now + 4 * DAY + 4 * HOUR


def test_a_pause_while_the_house_is_to_play_waits_for_the_next_turn(mei, joon, now):
    game = running("sensibly", mei, joon)
    assert game.still == "house"
    game = agreed(game, mei, joon, "pause", now, days=2)
    assert (game.still, game.deadline_at) == ("house", None)


# Other terms


def test_another_pace_gives_the_turn_that_runs_all_of_its_time_from_now_on(game, mei, joon, now):
    game = agreed(game, mei, joon, "terms", now + 50 * HOUR, terms=Terms(Pace(turn=5 * DAY)))
    assert game.deadline_at == now + 50 * HOUR + 5 * DAY
    assert (game.agreed.pace.turn, game.pace_seconds) == (5 * DAY, 5 * 86400)
    assert asides(game, "terms") == [("terms", 0, '{"turn":432000}')]
    assert told("news") == [("mei", "terms")]
    assert move(game, mei, now + 60 * HOUR).deadline_at == now + 60 * HOUR + 5 * DAY


def test_other_terms_for_an_absence_leave_the_clock_alone(game, mei, joon, now):
    deadline = game.deadline_at
    game = agreed(game, mei, joon, "terms", now + HOUR, terms=Terms(absence=Absence(VOTE, after=3)))
    assert (game.deadline_at, game.agreed.absence) == (deadline, Absence(VOTE, after=3))
    assert game.agreed.pace == Pace()
    assert asides(game, "terms") == [("terms", 0, "{}")]


def test_the_gates_stay_as_agreed(mei, joon, now):
    gates = Gates(on_time=90)
    game = running(mei, joon, terms=Terms(gates=gates))
    wanted = Terms(Pace(turn=DAY), gates=Gates(newcomers=False))
    assert agreed(game, mei, joon, "terms", now, terms=wanted).agreed == Terms(Pace(turn=DAY), gates=gates)


def test_a_table_may_give_up_its_deadlines_and_take_them_up_again(game, mei, joon, now):
    game = agreed(game, mei, joon, "terms", now + HOUR, terms=Terms(Pace(SOFT, 2 * DAY)))
    assert (game.still, game.deadline_at, game.ends_at) == ("soft", None, now + HOUR + 60 * DAY)
    assert game.remind_at == now + HOUR + DAY
    game = agreed(game, mei, joon, "terms", now + 9 * DAY, terms=Terms(Pace(turn=2 * DAY)))
    assert (game.still, game.deadline_at, game.ends_at) == ("", now + 11 * DAY, None)
    assert game.warn_at is None


def test_another_week_counts_from_now_on(game, mei, joon, now):
    Person.objects.filter(id=mei.id).update(
        hours={"days": [0, 1, 2, 3, 4, 5, 6], "opens": 480, "closes": 1200}
    )
    wanted = Terms(Pace(turn=DAY, waking_hours=True))
    game = agreed(game, mei, joon, "terms", now, terms=wanted)
    assert game.week == {"zone": "Europe/Oslo", "days": [0, 1, 2, 3, 4, 5, 6], "opens": 480, "closes": 1200}
    assert game.deadline_at == now + 2 * DAY  # of each day 12 hours count


def test_banks_begin_anew_where_they_are_new_or_others(game, mei, joon, now):
    Seat.objects.filter(game=game).update(bank=HOUR)
    bank = Pace(BANK, 12 * HOUR, 5 * DAY, DAY, 10 * DAY)
    game = agreed(game, mei, joon, "terms", now, terms=Terms(bank))
    assert set(game.seats.values_list("bank", flat=True)) == {None}
    assert (game.deadline_at, game.pace_seconds) == (now + 12 * HOUR + 5 * DAY, 5 * 86400)
    game = move(game, mei, now + 36 * HOUR)
    assert game.seats.get(number=0).bank == 5 * DAY
    game = agreed(
        game, mei, joon, "terms", now + 40 * HOUR, terms=Terms(Pace(BANK, NONE, 4 * DAY, DAY, 9 * DAY))
    )
    assert set(game.seats.values_list("bank", flat=True)) == {None}
    assert game.deadline_at == now + 40 * HOUR + 4 * DAY


def test_banks_are_kept_where_only_the_rest_of_the_pace_changes(mei, joon, now):
    game = running(mei, joon, terms=Terms(Pace(BANK, HOUR, 5 * DAY, NONE, 5 * DAY)))
    game = move(game, mei, now + HOUR + 2 * DAY)
    assert game.seats.get(number=0).bank == 3 * DAY
    wanted = Terms(Pace(BANK, 2 * HOUR, 5 * DAY, NONE, 5 * DAY))
    game = agreed(game, mei, joon, "terms", now + 4 * DAY, terms=wanted)
    assert game.seats.get(number=0).bank == 3 * DAY
    assert game.deadline_at == now + 4 * DAY + 2 * HOUR + 5 * DAY


def test_a_turn_that_begins_anew_with_an_empty_bank_has_a_day(mei, joon, now):
    game = running(mei, joon, terms=Terms(Pace(BANK, NONE, 5 * DAY, NONE, 5 * DAY)))
    Seat.objects.filter(game=game, number=0).update(bank=NONE)
    wanted = Terms(Pace(BANK, NONE, 5 * DAY, HOUR, 5 * DAY))
    assert agreed(game, mei, joon, "terms", now, terms=wanted).deadline_at == now + DAY


def test_a_pause_ends_where_the_table_agrees_that_all_are_here(game, mei, joon, now):
    agreed(game, mei, joon, "pause", now, days=3)
    resume = votes.propose(game.id, joon.id, "resume", now)
    game = agreed(game, mei, joon, "terms", now + HOUR, terms=Terms(Pace(SOCIABLE, 10 * MINUTE)))
    assert (game.paused_until, game.deadline_at) == (now + HOUR, now + HOUR + 10 * MINUTE)
    assert Question.objects.get(id=resume.id).status == "lapsed"


def test_a_pause_that_was_asked_for_lapses_where_the_table_agrees_that_all_are_here(game, mei, joon, now):
    pause = votes.propose(game.id, joon.id, "pause", now, days=3)
    agreed(game, mei, joon, "terms", now + HOUR, terms=Terms(Pace(SOCIABLE, 10 * MINUTE)))
    assert Question.objects.get(id=pause.id).status == "lapsed"


def test_another_pace_overtakes_what_came_of_a_turn_that_ran_out(mei, joon, now):
    game = running(mei, joon, terms=Terms(absence=Absence(VOTE)))
    assert absence.time_out(game.id, now + 3 * DAY)
    vote = Question.objects.get(kind="absent")
    wanted = Terms(Pace(turn=5 * DAY), Absence(VOTE))
    game = agreed(game, joon, mei, "terms", now + 3 * DAY + HOUR, terms=wanted)
    assert Question.objects.get(id=vote.id).status == "lapsed"
    assert game.deadline_at == now + 8 * DAY + HOUR


def test_another_pace_releases_a_stand_in_who_has_not_answered(mei, joon, ines, now):
    Person.objects.filter(id=mei.id).update(stand_in=ines)
    game = running(mei, joon, terms=Terms(absence=Absence("stand-in")))
    assert absence.time_out(game.id, now + 3 * DAY)
    assert game.seats.get(number=0).deputy == ines
    wanted = Terms(Pace(turn=5 * DAY), Absence("stand-in"))
    game = agreed(game, joon, mei, "terms", now + 3 * DAY + HOUR, terms=wanted)
    assert game.seats.get(number=0).deputy is None
    assert game.deadline_at == now + 8 * DAY + HOUR


def test_the_log_keeps_a_pace_that_is_short_enough_to_spell(game, mei, joon, now):
    longest = Pace(BANK, 3 * DAY - MINUTE, 30 * DAY, 3 * DAY - MINUTE, 30 * DAY, True, True)
    game = agreed(game, mei, joon, "terms", now, terms=Terms(longest))
    ((_kind, _seat, text),) = asides(game, "terms")
    assert json.loads(text) == Terms(longest).spelled()["pace"]


def test_a_pause_that_comes_before_a_sweep_has_claimed_the_time_out_stops_the_clock(game, mei, joon, now):
    late = game.deadline_at + MINUTE
    game = agreed(game, joon, mei, "pause", late, days=3)
    assert not absence.time_out(game.id, late + MINUTE)
    assert absence.time_out(game.id, late + 3 * DAY + timedelta.resolution)


def test_a_pause_that_ends_early_does_not_bring_the_end_of_a_table_without_limit_closer(mei, joon, now):
    game = running(mei, joon, terms=Terms(Pace(SOFT)))
    agreed(game, mei, joon, "pause", now, days=30)
    assert move(game, mei, now + DAY).ends_at == now + 30 * DAY + IDLE_FOR
    game = agreed(game, mei, joon, "resume", now + 2 * DAY)
    assert game.ends_at == now + 2 * DAY + IDLE_FOR
