"""Turns of several steps that are sent one after the other, and turns that follow on one's own."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from games import store
from games.actions import absence, play, questions, votes
from games.clock.terms import BANK, DAY, HOUR, NONE, Pace
from games.models import Game, Question
from tests.site.absences import faults, happened, move, row, run_out, table, told
from tests.site.cast import a_turn

LONG: dict[str, Any] = {"rules": "titania", "options": {"one_space_per_crane_visit": False}}
PACE = Pace(BANK, NONE, 5 * DAY, NONE, 5 * DAY)


def send(game: Game, person, now: datetime) -> bool:
    """Send what has to be sent at once; whether the turn goes on."""
    sent = play.submit_turn(game.id, person.id, store.load(game).moved, a_turn(game), now)
    game.refresh_from_db()
    return sent.goes_on


def until_the_first_goes_on(game: Game, first, before) -> None:
    """Play until the first player has sent a part of a turn; `before` happens before each of theirs."""
    for _ in range(500):
        if game.to_act != 0:
            move(game, game.turn_since)
        else:
            before()
            if send(game, first, game.clock_at + HOUR):
                return
    raise AssertionError("no turn has gone on")


@pytest.fixture
def stood_in(mei, joon, ines) -> Game:
    """A game in which ines stands in; mei has sent the first part of a turn herself."""
    mei.stand_in = ines
    mei.save()
    game = table(mei, joon, then="stand-in", after=5, **LONG)

    def stand_in():
        absence.accept_stand_in(game.id, ines.id, run_out(game))
        game.refresh_from_db()

    until_the_first_goes_on(game, mei, stand_in)
    return game


def test_the_owner_is_back_with_the_first_part_of_a_turn_and_only_once(stood_in, mei, ines):
    assert (row(stood_in, 0).player_id, stood_in.waits_for_id) == (mei.id, mei.id)
    assert faults(stood_in) == []
    while stood_in.to_act == 0:
        send(stood_in, mei, stood_in.clock_at)
    assert happened(stood_in)[-3:] == ["asked 0", "stand-in 0", "return 0"]
    assert "ines" in told("news", event="returned")


def test_a_part_of_a_turn_that_the_owner_sends_leaves_them_what_is_left_of_it(stood_in):
    assert stood_in.deadline_at == stood_in.turn_since + 3 * DAY
    assert stood_in.clock_left == 3 * DAY - HOUR


def test_a_part_of_a_turn_overtakes_what_the_others_were_asked(mei, joon):
    game = table(mei, joon, then="vote", after=5, **LONG)
    until_the_first_goes_on(game, mei, lambda: run_out(game))
    absent = Question.objects.filter(kind="absent").latest("id")
    with pytest.raises(questions.Closed):
        votes.answer(game.id, joon.id, absent.id, True, game.clock_at + HOUR)
    assert game.to_act == 0


def own_again(game: Game) -> int:
    """Play until a turn follows on one's own, since the site took the other's; whose that is."""
    while True:
        seat = game.to_act
        play.submit_turn(
            game.id, game.waits_for_id, store.load(game).moved, a_turn(game), game.turn_since + HOUR
        )
        game.refresh_from_db()
        assert game.status == "running", "no turn has followed on one's own"
        if game.to_act == seat != store.load(game).turns[-1].seat:
            return seat


def test_a_turn_that_follows_on_ones_own_begins_with_the_bank_as_that_has_left_it(mei, joon):
    game = table(mei, joon, pace=PACE, **LONG)
    seat = own_again(game)
    assert game.clock_left == row(game, seat).bank < 5 * DAY
    assert game.clock_left.total_seconds() % 3600 == 0


def test_a_turn_that_follows_on_ones_own_waits_for_who_has_come_back_by_it(mei, joon, ines, now):
    for person in (mei, joon):
        person.stand_in = ines
        person.save()
    game = table(mei, joon, then="stand-in", after=5, **LONG)
    while True:
        seat = game.to_act
        absence.accept_stand_in(game.id, ines.id, run_out(game))
        owner = (mei, joon)[seat]
        game.refresh_from_db()
        while send(game, owner, game.clock_at + HOUR):
            pass
        assert game.status == "running", "no turn has followed on one's own"
        if game.to_act == seat:
            break
    assert (game.waits_for_id, faults(game)) == (owner.id, [])
