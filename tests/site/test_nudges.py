"""Kind words for whoever the game waits for, and more time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games.actions import absence, breaks, nudges, votes
from games.clock.terms import BANK, DAY, HOUR, NONE, SOCIABLE, SOFT, Pace, Terms
from games.models import Game, Notice, Person, Seat
from games.notices.phrases import PHRASES
from tests.site.asking import asides, fresh, move, refused, told
from tests.site.cast import finished, person, running
from tests.site.tables import opened

MINUTE = timedelta(minutes=1)
SOON = "It is too soon: nudge once half of the time for this turn has gone."
HALF = timedelta(hours=36)


def paused(game: Game, asks: Person, says: Person, at, days: int) -> None:
    question = votes.propose(game.id, asks.id, "pause", at, days=days)
    votes.answer(game.id, says.id, question.id, True, at)


# A nudge


def test_a_nudge_is_in_the_log_and_told_to_whom_the_game_waits_for(game, mei, joon, now):
    nudges.nudge(game.id, joon.id, "curious", now + HALF)
    assert asides(game) == [("nudge", 1, "curious")]
    notice = Notice.objects.get(kind="nudge")
    assert (notice.person, notice.game_id) == (mei, game.id)
    assert notice.data == {"phrase": "curious", "seat": 1, "seq": 0}


def test_a_nudge_leaves_the_clock_and_a_composed_turn_alone(game, mei, joon, now):
    nudges.nudge(game.id, joon.id, "curious", now + HALF)
    assert fresh(game).deadline_at == now + 3 * DAY
    assert move(game, mei, now + HALF).to_act == 1


@pytest.mark.parametrize("phrase", ["", "hurry up!", "Curious"])
def test_there_are_only_the_fixed_phrases(game, joon, now, phrase):
    assert refused(nudges.nudge, game.id, joon.id, phrase, now + HALF) == "Choose one of the phrases."


@pytest.mark.parametrize("phrase", PHRASES)
def test_each_phrase_can_be_said(game, joon, now, phrase):
    nudges.nudge(game.id, joon.id, phrase, now + HALF)
    assert asides(game) == [("nudge", 1, phrase)]


def test_it_is_too_soon_before_half_of_the_time(game, joon, now):
    just_before = now + HALF - timedelta.resolution
    assert refused(nudges.nudge, game.id, joon.id, "curious", just_before) == SOON
    nudges.nudge(game.id, joon.id, "curious", now + HALF)


def test_half_is_half_of_the_time_that_counts(mei, joon, now):
    game = running(mei, joon, terms=Terms(Pace(turn=3 * DAY, weekends_off=True)))
    friday_night = now.replace(hour=22, minute=0) + DAY
    monday = friday_night + 2 * DAY + (HALF - (friday_night - now))
    assert refused(nudges.nudge, game.id, joon.id, "curious", monday - timedelta.resolution) == SOON
    nudges.nudge(game.id, joon.id, "curious", monday)


def test_half_of_a_time_bank_is_half_of_the_grace_and_the_bank(mei, joon, now):
    game = running(mei, joon, terms=Terms(Pace(BANK, 12 * HOUR, 4 * DAY, NONE, 4 * DAY)))
    half = now + 6 * HOUR + 2 * DAY
    assert refused(nudges.nudge, game.id, joon.id, "curious", half - timedelta.resolution) == SOON
    nudges.nudge(game.id, joon.id, "curious", half)


def test_where_nobodys_time_runs_out_half_of_what_is_usual_has_to_go_by(mei, joon, now):
    game = running(mei, joon, terms=Terms(Pace(SOFT, 4 * DAY)))
    assert refused(nudges.nudge, game.id, joon.id, "curious", now + 2 * DAY - timedelta.resolution) == SOON
    nudges.nudge(game.id, joon.id, "curious", now + 2 * DAY)


def test_a_turn_is_nudged_once_by_the_whole_table(mei, joon, ines, now):
    game = running(mei, joon, ines)
    nudges.nudge(game.id, joon.id, "curious", now + HALF)
    again = "Somebody has nudged in this turn already."
    assert refused(nudges.nudge, game.id, joon.id, "no-hurry", now + 2 * DAY) == again
    assert refused(nudges.nudge, game.id, ines.id, "no-hurry", now + 2 * DAY) == again
    move(game, mei, now + 2 * DAY)
    nudges.nudge(game.id, ines.id, "no-hurry", now + 2 * DAY + HALF)
    assert told("nudge") == [("mei", None), ("joon", None)]
    assert Notice.objects.filter(kind="nudge").last().data["seq"] == fresh(game).seq - 1


def test_nobody_nudges_themselves(game, mei, now):
    assert refused(nudges.nudge, game.id, mei.id, "curious", now + HALF) == "It is your own turn."


def test_nobody_nudges_who_plays_both_for_themselves_and_for_the_seat_to_act(game, mei, joon, now):
    Seat.objects.filter(game=game, person=mei).update(deputy=joon, deputy_since=now)
    Game.objects.filter(id=game.id).update(waits_for=joon)
    assert refused(nudges.nudge, game.id, joon.id, "curious", now + HALF) == "It is your own turn."


def test_the_house_needs_no_nudge(mei, joon, now):
    game = running("sensibly", mei, joon)
    house = "The house is to play: nobody has to wait for it."
    assert refused(nudges.nudge, game.id, mei.id, "curious", now + HALF) == house
    assert refused(nudges.give_time, game.id, mei.id, now + HALF) == house


def test_only_who_plays_here_nudges_or_gives_time(game, mei, joon, ines, now):
    for verb in (
        lambda who, at: nudges.nudge(game.id, who, "curious", at),
        lambda who, at: nudges.give_time(game.id, who, at),
    ):
        assert refused(verb, ines.id, now + HALF) == "You have no seat at this table."
    Seat.objects.filter(game=game, person=joon).update(deputy=ines, deputy_since=now)
    for verb in (
        lambda who, at: nudges.nudge(game.id, who, "curious", at),
        lambda who, at: nudges.give_time(game.id, who, at),
    ):
        assert refused(verb, joon.id, now + HALF) == "Your stand-in plays for you: come back first."
    nudges.nudge(game.id, ines.id, "curious", now + HALF)
    nudges.give_time(game.id, ines.id, now + HALF)
    assert asides(game) == [("nudge", 1, "curious"), ("time", 1, "86400")]


def test_who_has_given_up_a_seat_or_whose_seat_is_kept_does_neither(mei, joon, ines, now):
    game = running(mei, joon, ines)
    absence.resign(game.id, joon.id, now)
    Seat.objects.filter(game=game, person=ines).update(keeper="sensibly")
    kept = "The house keeps your seat: come back first, then play on."
    assert refused(nudges.nudge, game.id, joon.id, "curious", now + HALF) == "You have no seat at this table."
    assert refused(nudges.give_time, game.id, joon.id, now + HALF) == "You have no seat at this table."
    assert refused(nudges.nudge, game.id, ines.id, "curious", now + HALF) == kept
    assert refused(nudges.give_time, game.id, ines.id, now + HALF) == kept


def test_a_game_that_does_not_run_knows_neither(mei, joon, now):
    reasons = {opened(mei): "The game is not running.", finished(mei, joon): "The game is over."}
    for game, why in reasons.items():
        assert refused(nudges.nudge, game.id, mei.id, "curious", now + HALF) == why
        assert refused(nudges.give_time, game.id, mei.id, now + HALF) == why


def test_a_game_that_stands_still_for_a_fault_knows_neither(game, joon, now):
    Game.objects.filter(id=game.id).update(still="stuck", deadline_at=None)
    fault = "This game stands still while the site looks into a fault. Nobody's time runs."
    assert refused(nudges.nudge, game.id, joon.id, "curious", now + HALF) == fault
    assert refused(nudges.give_time, game.id, joon.id, now + HALF) == fault
    assert nudges.nudging(game.id, joon.id, now + HALF)[::2] == (fault, fault)


def test_nobody_is_nudged_on_holiday(game, mei, joon, now):
    breaks.go_away(mei, now + 2 * DAY, now + 4 * DAY, now)
    sentence = "mei is on holiday, and that clock stands still."
    assert refused(nudges.nudge, game.id, joon.id, "curious", now + 2 * DAY) == sentence
    assert refused(nudges.nudge, game.id, joon.id, "curious", now + 4 * DAY - MINUTE) == sentence
    nudges.nudge(game.id, joon.id, "curious", now + 4 * DAY)


def test_the_emergency_pause_is_respected_though_a_holiday_is_planned_after_it(game, mei, joon, now):
    breaks.go_away(mei, now + 20 * DAY, now + 21 * DAY, now)
    breaks.emergency(mei, now + 2 * DAY)
    sentence = "mei is on holiday, and that clock stands still."
    assert refused(nudges.nudge, game.id, joon.id, "curious", now + 3 * DAY) == sentence


def test_nobody_is_nudged_while_the_table_is_paused(game, mei, joon, now):
    paused(game, mei, joon, now + 2 * DAY, days=1)
    sentence = "The table is paused, and nobody’s time runs."
    assert refused(nudges.nudge, game.id, joon.id, "curious", now + 2 * DAY) == sentence
    nudges.nudge(game.id, joon.id, "curious", now + 3 * DAY)


def test_holidays_keep_nobody_from_nudging_where_all_are_here(mei, joon, now):
    game = running(mei, joon, terms=Terms(Pace(SOCIABLE, 20 * MINUTE)))
    breaks.go_away(mei, now, now + 2 * DAY, now)
    nudges.nudge(game.id, joon.id, "curious", now + 10 * MINUTE)


def test_of_two_who_nudge_at_once_the_second_is_refused(mei, joon, ines, now):
    game = running(mei, joon, ines)
    assert nudges.nudging(game.id, joon.id, now + HALF).refusal is None
    assert nudges.nudging(game.id, ines.id, now + HALF).refusal is None
    nudges.nudge(game.id, joon.id, "curious", now + HALF)
    again = "Somebody has nudged in this turn already."
    assert refused(nudges.nudge, game.id, ines.id, "curious", now + HALF) == again


def test_what_was_meant_for_an_earlier_turn_is_not_said_in_a_later_one(mei, joon, ines, now):
    game = running(mei, joon, ines)
    seen, late = fresh(game).seq, now + 2 * DAY
    game = move(game, mei, now)
    moved_on = "The game has moved on since this page was shown. Here it is as it stands now."
    assert refused(nudges.nudge, game.id, ines.id, "curious", late, seen) == moved_on
    assert refused(nudges.give_time, game.id, ines.id, late, seen) == moved_on
    moved = game.seq
    nudges.nudge(game.id, ines.id, "curious", late, moved)
    nudges.give_time(game.id, ines.id, late, moved)
    assert [kind for kind, *_ in asides(game)] == ["nudge", "time"]


# When somebody is awake


def at(hour: int, minute: int = 0, day: int = 24) -> datetime:
    """A moment of September 2026; the 24th is a Thursday."""
    return datetime(2026, 9, day, hour, minute, tzinfo=UTC)


@pytest.mark.parametrize(
    ("moment", "morning"),
    [
        (at(6), at(6)),  # 8 in Oslo
        (at(12), at(12)),
        (at(19, 59), at(19, 59)),
        (at(20), at(6, day=25)),  # 22 in Oslo
        (at(23), at(6, day=25)),
        (at(3), at(6)),
    ],
)
def test_nobody_is_woken(mei, moment, morning):
    assert nudges.wakes_at(mei, moment) == morning


def test_whose_zone_is_not_known_lives_by_utc(ines):
    assert nudges.wakes_at(ines, at(7, 59)) == at(8)
    assert nudges.wakes_at(ines, at(22)) == at(8, day=25)


@pytest.mark.parametrize(
    ("hours", "moment", "then"),
    [
        ({"days": [0, 1, 2, 3, 4, 5, 6], "opens": 17 * 60, "closes": 60}, at(12), at(15)),
        ({"days": [0, 1, 2, 3, 4, 5, 6], "opens": 17 * 60, "closes": 60}, at(21), at(15, day=25)),
        ({"days": [0, 1, 2], "opens": 0, "closes": 0}, at(12), at(6, day=28)),
        ({"days": [3, 4, 5], "opens": 9 * 60, "closes": 17 * 60}, at(15, day=26), at(7, day=1) + 30 * DAY),
        ({"days": [0, 1, 2, 3, 4, 5, 6], "opens": 22 * 60, "closes": 6 * 60}, at(12), at(20)),
        ({"days": [0, 1, 2, 3, 4, 5, 6], "opens": 22 * 60, "closes": 6 * 60}, at(1), at(1)),
    ],
)
def test_nobody_is_disturbed_outside_their_own_hours(mei, hours, moment, then):
    mei.hours = hours
    assert nudges.wakes_at(mei, moment) == then


def test_the_mail_of_a_nudge_waits_for_the_morning(game, joon, now):
    tonight = now.replace(hour=21, minute=30) + 2 * DAY
    nudges.nudge(game.id, joon.id, "curious", tonight)
    assert Notice.objects.get(kind="nudge").due_at == now.replace(hour=6, minute=0) + 3 * DAY


def test_the_mail_of_a_nudge_by_day_leaves_at_once(game, joon, now):
    nudges.nudge(game.id, joon.id, "curious", now + 2 * DAY)
    assert Notice.objects.get(kind="nudge").due_at == now + 2 * DAY


def test_a_stand_in_who_plays_is_nudged_by_their_own_day(game, mei, joon, now):
    noor = person("noor", time_zone="Asia/Seoul")
    Seat.objects.filter(game=game, person=mei).update(deputy=noor, deputy_since=now)
    Game.objects.filter(id=game.id).update(waits_for=noor)
    afternoon = now.replace(hour=14, minute=0) + 2 * DAY  # 23 in Seoul
    nudges.nudge(game.id, joon.id, "curious", afternoon)
    notice = Notice.objects.get(kind="nudge")
    assert (notice.person, notice.due_at) == (noor, now.replace(hour=23, minute=0) + 2 * DAY)


# What a page offers


def test_a_page_is_told_what_it_may_offer(game, mei, joon, ines, now):
    early, late = nudges.nudging(game.id, joon.id, now), nudges.nudging(game.id, joon.id, now + HALF)
    assert (early.refusal, early.time_refusal) == (SOON, None)
    assert (late.refusal, late.time_refusal) == (None, None)
    assert late.phrases == {key: str(phrase) for key, phrase in PHRASES.items()}
    assert nudges.nudging(game.id, mei.id, now).refusal == "It is your own turn."
    assert nudges.nudging(game.id, ines.id, now).refusal == "You have no seat at this table."


def test_a_page_is_told_so_by_as_many_queries_however_long_the_game(
    mei, joon, now, django_assert_max_num_queries
):
    game = running(mei, joon)
    breaks.go_away(mei, now + 20 * DAY, now + 21 * DAY, now)
    for _ in range(3):
        nudges.give_time(game.id, joon.id, now)
    with django_assert_max_num_queries(9):
        nudges.nudging(game.id, joon.id, now + HALF)
