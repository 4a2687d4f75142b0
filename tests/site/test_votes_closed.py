"""How a question ends before all have agreed: refused, taken back, overtaken; and whom nobody waits for."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.actions import questions, votes
from games.clock.terms import DAY, HOUR
from games.models import Game, Question
from tests.site.asking import everything, fresh, kept, refused, stands_in, status, told
from tests.site.cast import running


@pytest.fixture
def three(mei, joon, ines) -> Game:
    """A game of three people; mei is to act."""
    return running(mei, joon, ines)


def test_who_was_refused_waits_a_day_to_ask_the_same_again(three, mei, joon, now):
    question = votes.propose(three.id, joon.id, "pause", now, days=3)
    votes.answer(three.id, mei.id, question.id, False, now + HOUR)
    sentence = "The table has said no to this. Ask again a day later."
    just_before = now + HOUR + DAY - timedelta.resolution
    assert refused(votes.propose, three.id, joon.id, "pause", just_before, days=1) == sentence
    assert votes.propose(three.id, joon.id, "end", now + 2 * HOUR).status == "open"
    assert votes.propose(three.id, joon.id, "pause", now + HOUR + DAY, days=1).status == "open"


def test_somebody_else_may_ask_what_was_just_refused(three, mei, joon, ines, now):
    question = votes.propose(three.id, joon.id, "pause", now, days=3)
    votes.answer(three.id, mei.id, question.id, False, now)
    assert votes.propose(three.id, ines.id, "pause", now, days=3).status == "open"


def test_whoever_asked_may_take_it_back_and_ask_anew(three, mei, joon, now):
    question = votes.propose(three.id, joon.id, "pause", now, days=3)
    sentence = "Only whoever has asked can take the question back."
    assert refused(votes.withdraw, three.id, mei.id, question.id, now) == sentence
    votes.withdraw(three.id, joon.id, question.id, now)
    assert (status(question), questions.asked(three.id, now), told("news")) == ("withdrawn", [], [])
    assert votes.propose(three.id, joon.id, "pause", now, days=5).status == "open"


def test_what_a_stand_in_asked_the_owner_does_not_take_back_nor_the_other_way_round(game, joon, ines, now):
    end = votes.propose(game.id, joon.id, "end", now)
    stands_in(game, 1, ines, now)
    pause = votes.propose(game.id, ines.id, "pause", now, days=2)
    sentence = "Only whoever has asked can take the question back."
    assert refused(votes.withdraw, game.id, joon.id, pause.id, now) == sentence
    assert refused(votes.withdraw, game.id, ines.id, end.id, now) == sentence
    votes.withdraw(game.id, joon.id, end.id, now)
    votes.withdraw(game.id, ines.id, pause.id, now)
    assert (status(end), status(pause)) == ("withdrawn", "withdrawn")


def test_a_question_is_closed_once(game, joon, now):
    question = votes.propose(game.id, joon.id, "end", now)
    questions.close(question, "withdrawn", now)
    with pytest.raises(questions.Closed):
        questions.close(question, "agreed", now)
    assert status(question) == "withdrawn"


def test_an_unanswered_question_lapses_after_a_week(three, mei, joon, ines, now):
    question = votes.propose(three.id, joon.id, "pause", now, days=3)
    votes.answer(three.id, mei.id, question.id, True, now)
    just_before, late = now + 7 * DAY - timedelta.resolution, now + 7 * DAY
    assert [it.id for it in questions.asked(three.id, just_before)] == [question.id]
    assert questions.lapse_old(just_before) == 0
    assert questions.asked(three.id, late) == []
    closed = "This question is not open any more."
    assert refused(votes.answer, three.id, ines.id, question.id, True, late) == closed
    assert questions.lapse_old(late) == 1
    assert (status(question), Question.objects.get().closed_at) == ("lapsed", late)


def test_what_has_lapsed_is_in_nobodys_way_though_no_sweep_has_come(three, mei, joon, now):
    old = votes.propose(three.id, joon.id, "pause", now, days=3)
    assert votes.propose(three.id, mei.id, "pause", now + 7 * DAY, days=3).status == "open"
    assert status(old) == "lapsed"


def test_a_question_lapses_with_whoever_asked(three, mei, joon, ines, now):
    question = votes.propose(three.id, joon.id, "pause", now, days=3)
    votes.answer(three.id, mei.id, question.id, True, now)
    kept(three, 1)
    assert questions.asked(three.id, now) == []
    closed = "This question is not open any more."
    assert refused(votes.answer, three.id, ines.id, question.id, True, now) == closed
    assert questions.lapse_old(now) == 1


def test_the_question_whether_to_go_on_lapses_when_the_pause_ends_by_itself(game, mei, joon, now):
    pause = votes.propose(game.id, mei.id, "pause", now, days=3)
    votes.answer(game.id, joon.id, pause.id, True, now)
    question = votes.propose(game.id, mei.id, "resume", now + DAY)
    assert [it.id for it in questions.asked(game.id, now + 2 * DAY)] == [question.id]
    assert questions.asked(game.id, now + 3 * DAY) == []
    assert questions.lapse_old(now + 3 * DAY) == 1


def test_the_end_of_a_game_closes_what_it_was_asked(game, mei, joon, now):
    question = votes.propose(game.id, joon.id, "pause", now, days=3)
    Game.objects.filter(id=game.id).update(status="ended", to_act=None, ended_at=now)
    assert questions.asked(game.id, now) == []
    assert questions.lapse_old(now) == 1
    assert status(question) == "lapsed"


def test_lapsing_looks_at_one_game_where_it_is_told_to(game, mei, ines, joon, now):
    other = running(mei, ines)
    votes.propose(game.id, joon.id, "pause", now, days=3)
    votes.propose(other.id, ines.id, "pause", now, days=3)
    assert questions.lapse_old(now + 7 * DAY, other.id) == 1
    assert Question.objects.get(game=game).status == "open"


def test_nobody_waits_for_whoever_has_ceased_to_play_since(three, mei, joon, ines, now):
    question = votes.propose(three.id, joon.id, "pause", now, days=3)
    votes.answer(three.id, mei.id, question.id, True, now)
    assert votes.to_reconsider(now) == []
    assert not votes.reconsider(three.id, now)
    kept(three, 2)
    assert votes.to_reconsider(now) == [three.id]
    assert votes.reconsider(three.id, now + HOUR)
    assert (status(question), fresh(three).paused_until) == ("agreed", now + HOUR + 3 * DAY)
    assert told("news") == [("mei", "pause"), ("joon", "pause")]
    assert votes.to_reconsider(now) == []
    assert not votes.reconsider(three.id, now)


def test_what_all_agree_on_waits_while_the_game_stands_still_for_a_fault(three, mei, joon, now):
    question = votes.propose(three.id, joon.id, "pause", now, days=3)
    votes.answer(three.id, mei.id, question.id, True, now)
    kept(three, 2)
    Game.objects.filter(id=three.id).update(still="stuck", deadline_at=None)
    assert votes.to_reconsider(now) == []
    before = everything()
    assert not votes.reconsider(three.id, now)
    assert everything() == before


def test_nobody_is_asked_the_same_over_and_over_in_a_day(game, mei, now):
    for _ in range(3):
        question = votes.propose(game.id, mei.id, "pause", now, days=3)
        votes.withdraw(game.id, mei.id, question.id, now)
    assert "three times" in refused(votes.propose, game.id, mei.id, "pause", now + 23 * HOUR, days=3)
    assert votes.propose(game.id, mei.id, "end", now).status == "open"
    assert votes.propose(game.id, mei.id, "pause", now + 25 * HOUR, days=3).status == "open"
