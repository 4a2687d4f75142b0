"""What is decided without somebody whose seat the house keeps: no other terms; but the end of the game."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from games.actions import absence, play, votes
from games.clock.terms import DAY, Pace, Terms
from games.models import Game
from tests.site.absences import stay_away, table
from tests.site.around import page, read, said, send
from tests.site.around import refused as form_refused
from tests.site.asking import asides, fresh, kept, refused, stands_in, status, told
from tests.site.cast import as_client, running

SLOW = Terms(Pace(turn=5 * DAY))
STAY = "As long as the house keeps the seat of joon, the terms stay as they are."
SURE = "Nobody else plays: this would end the game at once. Say that you are sure of it."


@pytest.fixture
def three(mei, joon, ines) -> Game:
    """A game of three people; mei is to act."""
    return running(mei, joon, ines)


# Other terms


@pytest.mark.parametrize("people", [2, 3])
def test_nobody_changes_the_terms_while_the_house_keeps_the_seat_of_another(mei, joon, ines, now, people):
    game = running(*(mei, joon, ines)[:people])
    kept(game, 1)
    assert refused(votes.propose, game.id, mei.id, "terms", now, terms=SLOW) == STAY
    assert reverse("table_terms", args=[game.slug]) not in page(game, mei)
    assert STAY in read(game, mei)


def test_the_page_of_other_terms_says_so(game, mei, now):
    kept(game, 1)
    answer = as_client(mei).get(reverse("table_terms", args=[game.slug]))
    assert said(answer) == STAY
    assert not game.questions.exists()


def test_other_terms_that_are_asked_for_lapse_when_the_house_comes_to_keep_a_seat(mei, joon, ines, now):
    game = table(mei, joon, ines, after=1)
    question = votes.propose(game.id, joon.id, "terms", now, terms=SLOW)
    votes.answer(game.id, ines.id, question.id, True, now)
    absence.time_out(game.id, now + 3 * DAY)
    assert status(question) == "lapsed"
    assert not votes.reconsider(game.id, now + 3 * DAY)
    assert fresh(game).agreed.pace == Pace()


def test_they_do_not_take_effect_without_somebody_who_agreed_on_the_old_ones(three, mei, joon, ines, now):
    question = votes.propose(three.id, joon.id, "terms", now, terms=SLOW)
    kept(three, 2)
    votes.answer(three.id, mei.id, question.id, True, now)
    assert (status(question), votes.to_reconsider(now)) == ("open", [])
    absence.come_back(three.id, ines.id, now)
    votes.answer(three.id, ines.id, question.id, True, now)
    assert (status(question), fresh(three).agreed) == ("agreed", SLOW)


def test_who_has_resigned_or_was_no_person_has_no_say(mei, joon, ines, now):
    game = running(mei, joon, ines, "sensibly")
    absence.resign(game.id, joon.id, now)
    question = votes.propose(game.id, mei.id, "terms", now, terms=SLOW)
    votes.answer(game.id, ines.id, question.id, True, now)
    assert fresh(game).agreed == SLOW


def test_the_owner_for_whom_somebody_stands_in_has_the_say(game, mei, joon, ines, now):
    stands_in(game, 1, ines, now)
    question = votes.propose(game.id, mei.id, "terms", now, terms=SLOW)
    assert (status(question), told("question")) == ("open", [("joon", None)])
    votes.answer(game.id, joon.id, question.id, True, now)
    assert fresh(game).agreed == SLOW


# The end


def test_who_plays_alone_reads_that_the_game_ends_at_once(mei, joon):
    game = table(mei, joon)
    stay_away(game, joon)
    told = read(game, mei)
    assert "Nobody else plays: this ends the game at once, without a winner." in told
    assert "If all agree" not in told
    assert re.search(r"<details[^>]*><summary>End without a winner", page(game, mei))


def test_where_others_play_they_have_to_agree(three, mei):
    kept(three, 1)
    assert "If all agree, the game ends here" in read(three, mei)
    assert "at once" not in read(three, mei).partition("End without a winner")[2].partition("For yourself")[0]


def test_a_proposal_from_a_page_that_knew_of_others_does_not_end_the_game_at_once(game, mei):
    kept(game, 1)
    assert form_refused(game, mei, "table_propose", kind="end") == SURE
    send(game, mei, "table_propose", kind="end", sure="yes")
    assert fresh(game).outcome == {"why": "agreed", "winner": None}


def test_who_was_away_is_told_the_result(game, mei, joon, now):
    kept(game, 1)
    votes.propose(game.id, mei.id, "end", now)
    assert asides(game)[-1] == ("end", 0, "agreed")
    assert play.score(game.id, now)
    assert told("result") == [("mei", None), ("joon", None)]
