"""The question of an open table: answered yes or no, for one game, one seat and one day."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from games.actions import play
from games.models import Game
from games.pages.pulse import PATH, position, token_for
from tests.site.cast import a_turn, running


def ask(token: str, seen: str):
    """The question, asked without any cookie."""
    return Client().get(PATH, {"seq": seen}, headers={"X-Seat-Token": token})


def test_nothing_new_is_an_empty_answer(game):
    assert ask(token_for(game.id, 0), position(0, "running")).status_code == 204


def test_a_turn_is_something_new(game, mei, now):
    play.submit_turn(game.id, mei.pk, 0, a_turn(game), now)
    answer = ask(token_for(game.id, 1), position(0, "running"))
    assert (answer.status_code, answer.content) == (200, b"changed")


def test_so_is_the_result(game):
    Game.objects.filter(id=game.id).update(status="ended")
    assert ask(token_for(game.id, None), position(0, "running")).status_code == 200


@pytest.mark.parametrize("seen", [position(0, "running"), ""])
def test_no_answer_is_kept_on_the_way(game, seen):
    assert ask(token_for(game.id, 0), seen)["Cache-Control"] == "no-store"


def test_it_asks_the_database_once_and_no_session(game, django_assert_num_queries):
    token = token_for(game.id, 0)
    with django_assert_num_queries(1):
        ask(token, "")


@pytest.mark.parametrize("token", ["", "x", "1.0:x:y", "é", "1" * 5000])
def test_a_token_that_is_none_is_refused(game, token):
    assert ask(token, "").status_code == 403


def test_a_token_is_good_for_one_game_and_for_a_day(game, mei, joon):
    other = running(mei, joon)
    token = token_for(game.id, 0)
    changed = token.replace(str(game.id), str(other.id), 1)
    assert ask(changed, "").status_code == 403
    with time_machine.travel(datetime.now(UTC) + timedelta(hours=25)):
        assert ask(token, "").status_code == 403
