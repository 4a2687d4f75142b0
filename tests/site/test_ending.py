"""Games that their rules do not end: somebody resigns, or nobody plays any more."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db import transaction

from games import store, tasks
from games.actions import Refused, absence, ending, play
from games.actions.settling import NotRunning, playing
from games.clock.terms import DAY, HOUR, SOFT, Pace
from games.models import Draft, Event, Game, Notice, Question, Seat
from tests.site.absences import faults, happened, move, row, run_out, table, told
from tests.site.cast import person

A_HAIR = timedelta(microseconds=1)


@pytest.fixture
def akua(db):
    """A fourth player."""
    return person("akua")


@pytest.fixture
def four(mei, joon, ines, akua) -> Game:
    """A running game of four: mei is to act."""
    return table(mei, joon, ines, akua)


def end(game: Game, why: str, winner: int | None, now: datetime) -> Game:
    """End a game as a verb does."""
    with transaction.atomic():
        ending.end(playing(game.id, now), why, winner, 0)
    game.refresh_from_db()
    return game


# ------------------------------------------------------------------ the end


@pytest.mark.parametrize(
    ("why", "winner", "text", "places"),
    [
        ("left", 1, "left 1", [2, 1]),
        ("resigned", 0, "resigned 0", [1, 2]),
        ("agreed", None, "agreed", [None, None]),
        ("voted", None, "voted", [None, None]),
        ("abandoned", None, "abandoned", [None, None]),
    ],
)
def test_the_log_and_the_seats_say_how_it_ended(game, now, why, winner, text, places):
    end(game, why, winner, now + HOUR)
    assert (game.status, game.ended_at) == ("ended", now + HOUR)
    assert (game.to_act, game.waits_for, game.deadline_at, game.still) == (None, None, None, "")
    assert list(Event.objects.values_list("kind", "text", "by_site")) == [("end", text, True)]
    assert faults(game) == []
    assert play.score(game.id, now + HOUR)
    assert list(Seat.objects.order_by("number").values_list("place", flat=True)) == places
    assert faults(game) == []


def test_what_was_open_goes_with_it(game, mei, ines, now):
    Draft.objects.create(seat=row_of(game, 0), seq=0)
    Question.objects.create(game=game, kind="end", seat=1, asked_at=now)
    Seat.objects.filter(game=game, number=0).update(deputy=ines)
    end(game, "agreed", None, now)
    assert not Draft.objects.exists()
    assert Question.objects.get().status == "lapsed"
    assert row(game, 0).deputy_id is None


def row_of(game: Game, number: int) -> Seat:
    """A seat."""
    return Seat.objects.get(game=game, number=number)


def test_a_game_that_has_ended_is_scored_by_the_worker_and_told(game, mei, now):
    absence.resign(game.id, mei.id, now)
    tasks.tend([game.id], now)
    game.refresh_from_db()
    assert (game.status, told("result")) == ("scored", ["mei", "joon"])


def test_what_is_open_goes_with_a_game_that_its_rules_end(mei, joon, now):
    game = table(mei, joon)
    Question.objects.create(game=game, kind="end", seat=1, asked_at=now)
    while game.status == "running":
        move(game, now)
    assert Question.objects.get().status == "lapsed"


# ------------------------------------------------------------------ resigning


@pytest.mark.parametrize("on_turn", [True, False])
def test_of_two_the_other_wins(game, mei, joon, now, on_turn):
    who, winner = (mei, 1) if on_turn else (joon, 0)
    absence.resign(game.id, who.id, now)
    assert faults(game) == []
    assert game.outcome == {"why": "resigned", "winner": winner}
    with pytest.raises(NotRunning):
        absence.resign(game.id, who.id, now)


def test_against_a_house_player_that_wins(mei, now):
    game = table(mei, "randomly")
    absence.resign(game.id, mei.id, now)
    game.refresh_from_db()
    assert game.outcome == {"why": "resigned", "winner": 1}


def test_who_resigns_at_their_turn_leaves_it_to_the_house_at_once(four, mei, now):
    absence.resign(four.id, mei.id, now)
    assert faults(four) == []
    assert (four.still, four.to_act, row(four, 0).keeper) == ("house", 0, "randomly")
    assert play.play_house(four.id, now)
    assert faults(four) == []
    assert (four.waits_for.username, happened(four)) == ("joon", ["resign 0", "house 0"])


def test_who_resigns_at_another_turn_leaves_that_as_it_is(four, joon, now):
    deadline = four.deadline_at
    absence.resign(four.id, joon.id, now + HOUR)
    assert faults(four) == []
    assert (four.to_act, four.deadline_at) == (0, deadline)
    move(four, now + HOUR)
    assert four.waits_for.username == "ines"


def test_the_others_are_told_and_what_they_were_asked_is_overtaken(four, joon, now):
    Question.objects.create(game=four, kind="pause", seat=0, asked_at=now)
    Draft.objects.create(seat=row_of(four, 1), seq=0)
    absence.resign(four.id, joon.id, now)
    assert told("news", event="resigned", seat=1) == ["mei", "ines", "akua"]
    assert Question.objects.get().status == "lapsed"
    assert not Draft.objects.exists()


def test_when_the_last_who_could_play_resigns_the_game_ends_without_a_winner(mei, joon, now):
    game = table(mei, joon, "sensibly")
    absence.resign(game.id, mei.id, now)
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    absence.resign(game.id, joon.id, now)
    game.refresh_from_db()
    assert game.outcome == {"why": "abandoned", "winner": None}
    assert faults(game) == []


def test_resigning_is_for_good(four, mei, joon, now):
    absence.resign(four.id, joon.id, now)
    absence.resign(four.id, joon.id, now)
    assert happened(four) == ["resign 1"]
    with pytest.raises(Refused, match="given up"):
        absence.come_back(four.id, joon.id, now)
    with pytest.raises(play.NotYours):
        play.submit_turn(four.id, joon.id, 0, [], now)


def test_who_was_away_may_still_resign(mei, joon, ines):
    game = table(mei, joon, ines, after=1)
    late = run_out(game)
    absence.resign(game.id, mei.id, late)
    assert faults(game) == []
    assert (row(game, 0).resigned, happened(game)[-1]) == (True, "resign 0")


def test_of_a_time_out_who_has_resigned_is_told_no_more(four, joon, now):
    absence.resign(four.id, joon.id, now)
    run_out(four)
    assert told("timeout") == ["mei", "akua"]


def test_whoever_resigns_in_whatever_order_one_seat_is_on_turn_or_the_reason_is_stated(
    four, mei, joon, ines, akua, now
):
    for who in (ines, mei, joon):
        absence.resign(four.id, who.id, now)
        play.play_house(four.id, now)
        assert faults(four) == []
        assert four.waits_for is not None
    assert four.waits_for == akua
    absence.resign(four.id, akua.id, now)
    assert faults(four) == []
    assert four.outcome == {"why": "abandoned", "winner": None}


def test_the_last_who_plays_may_resign_while_the_house_is_to_act(mei, joon, now):
    game = table("randomly", mei, joon, after=1)
    absence.resign(game.id, joon.id, now)
    absence.resign(game.id, mei.id, now)
    assert faults(game) == []
    assert (game.status, game.still, game.to_act) == ("ended", "", None)


def test_a_watcher_has_nothing_to_resign(game, ines, now):
    with pytest.raises(play.NotYours):
        absence.resign(game.id, ines.id, now)


# ------------------------------------------------------------------ nobody plays any more


@pytest.fixture
def deserted(mei, joon) -> Game:
    """A game that both have left: ends in 14 days."""
    game = table(mei, joon, after=1)
    run_out(game)
    run_out(game)
    return game


def test_a_deserted_game_ends_after_14_days_and_two_warnings(deserted, now):
    left = deserted.turn_since
    asked = [left + 7 * DAY, left + 13 * DAY, left + 14 * DAY]
    for at in asked:
        assert not ending.abandon(deserted.id, at - A_HAIR)
        assert ending.abandon(deserted.id, at)
    assert told("warning") == ["mei", "joon"] * 2
    assert faults(deserted) == []
    assert (deserted.outcome, deserted.ended_at) == ({"why": "abandoned", "winner": None}, asked[-1])


def test_a_game_without_deadlines_ends_after_60_days_without_a_turn(mei, joon, now):
    game = table(mei, joon, pace=Pace(SOFT))
    for days in (53, 59, 60):
        assert ending.abandon(game.id, now + days * DAY)
    game.refresh_from_db()
    assert game.outcome == {"why": "abandoned", "winner": None}


def test_a_turn_puts_the_end_off(mei, joon, now):
    game = table(mei, joon, pace=Pace(SOFT))
    assert ending.abandon(game.id, now + 53 * DAY)
    move(game, now + 54 * DAY)
    assert not ending.abandon(game.id, now + 60 * DAY)
    assert game.ends_at == now + 114 * DAY


def test_who_comes_back_puts_it_off_for_good(deserted, mei):
    late = deserted.turn_since + 13 * DAY
    assert ending.abandon(deserted.id, late)
    absence.come_back(deserted.id, mei.id, late)
    assert not ending.abandon(deserted.id, late + DAY)
    assert faults(deserted) == []


def test_a_warning_is_given_once(deserted):
    at = deserted.turn_since + 7 * DAY
    assert ending.abandon(deserted.id, at)
    assert not ending.abandon(deserted.id, at)
    assert told("warning") == ["mei", "joon"]


@pytest.mark.parametrize("weeks", [1, 2, 3, 10])
def test_however_late_the_sweep_both_warnings_keep_what_they_promise(deserted, weeks):
    at = deserted.turn_since + weeks * 7 * DAY
    assert ending.abandon(deserted.id, at)
    deserted.refresh_from_db()
    assert deserted.ends_at >= at + 7 * DAY
    at = deserted.warn_at + 30 * DAY
    assert ending.abandon(deserted.id, at)
    deserted.refresh_from_db()
    assert (deserted.ends_at, deserted.warn_at) == (at + DAY, at + DAY)
    assert not ending.abandon(deserted.id, at + DAY - A_HAIR)
    assert ending.abandon(deserted.id, at + DAY)
    assert told("warning") == ["mei", "joon"] * 2


def test_a_warning_says_when_the_game_ends(deserted):
    assert ending.abandon(deserted.id, deserted.turn_since + 8 * DAY)
    deserted.refresh_from_db()
    data = Notice.objects.filter(kind="warning").values_list("data", flat=True)
    assert {datetime.fromisoformat(it["ends_at"]) for it in data} == {deserted.ends_at}


def test_who_has_resigned_is_warned_of_nothing(mei, joon, ines, now):
    game = table(mei, joon, ines, after=1)
    absence.resign(game.id, ines.id, now)
    while game.still != "deserted":
        run_out(game)
        play.play_house(game.id, game.turn_since)
        game.refresh_from_db()
    assert ending.abandon(game.id, game.warn_at)
    assert told("warning") == ["mei", "joon"]


def test_a_game_that_stands_still_because_of_a_fault_is_not_abandoned(deserted):
    Game.objects.filter(id=deserted.id).update(still="stuck")
    assert not ending.abandon(deserted.id, deserted.turn_since + 100 * DAY)


def test_a_game_that_runs_is_not_abandoned(game, now):
    assert not ending.abandon(game.id, now + 1000 * DAY)
    assert store.load(game).seq == 0
