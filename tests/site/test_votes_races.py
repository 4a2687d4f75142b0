"""Several people at one table decide at the same moment, each on a connection of their own."""

from __future__ import annotations

import pytest

from games.actions import Refused, absence, nudges, play, questions, votes
from games.clock.terms import DAY, VOTE, Absence, Terms
from games.models import Answer, Notice, Question
from tests.site.asking import asides, fresh
from tests.site.cast import a_turn, running
from tests.site.test_races import at_once, crowd

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_two_last_answers_at_once_one_decides_and_the_pause_begins_once(now):
    one, two, three = crowd(3)
    game = running(one, two, three)
    question = votes.propose(game.id, one.id, "pause", now, days=3)
    results = at_once(
        [lambda it=it: votes.answer(game.id, it.id, question.id, True, now) for it in (two, three)]
    )
    assert results == [None, None]
    assert (fresh(game).deadline_at, len(asides(game, "pause"))) == (now + 6 * DAY, 1)
    assert Answer.objects.count() == 2
    assert Notice.objects.filter(kind="news").count() == 2


def test_of_a_yes_and_a_no_at_once_the_no_wins(now):
    one, two, three = crowd(3)
    game = running(one, two, three)
    question = votes.propose(game.id, one.id, "pause", now, days=3)
    yes, no = at_once(
        [
            lambda: votes.answer(game.id, two.id, question.id, True, now),
            lambda: votes.answer(game.id, three.id, question.id, False, now),
        ]
    )
    assert no is None
    assert yes is None or isinstance(yes, questions.Closed)
    assert (Question.objects.get().status, asides(game, "pause")) == ("refused", [])


def test_of_three_who_ask_the_same_at_once_one_has_asked(now):
    people = crowd(3)
    game = running(*people)
    results = at_once([lambda it=it: votes.propose(game.id, it.id, "end", now) for it in people])
    assert sum(isinstance(it, Refused) for it in results) == 2
    assert Question.objects.count() == 1
    assert Notice.objects.filter(kind="question").count() == 2


def test_an_answer_and_a_sweep_that_drops_the_question_do_not_both_happen(now):
    one, two = crowd(2)
    game = running(one, two)
    question = votes.propose(game.id, one.id, "end", now)
    late = now + questions.OPEN_FOR
    answered, lapsed = at_once(
        [
            lambda: votes.answer(game.id, two.id, question.id, True, late - DAY),
            lambda: questions.lapse_old(late),
        ]
    )
    status = Question.objects.get().status
    assert (status, lapsed, isinstance(answered, questions.Closed)) in [
        ("agreed", 0, False),
        ("lapsed", 1, True),
    ]
    assert fresh(game).has_ended() is (status == "agreed")


def test_a_turn_and_the_last_answer_at_once_both_count(now):
    one, two = crowd(2)
    game = running(one, two)
    question = votes.propose(game.id, one.id, "pause", now, days=3)
    texts = a_turn(game)
    sent, answered = at_once(
        [
            lambda: play.submit_turn(game.id, one.id, 0, texts, now),
            lambda: votes.answer(game.id, two.id, question.id, True, now),
        ]
    )
    assert (sent.accepted, answered) == (True, None)
    assert (fresh(game).to_act, fresh(game).deadline_at) == (1, now + 6 * DAY)


def test_the_absent_player_moves_or_is_voted_out_and_never_both(now):
    one, two = crowd(2)
    game = running(one, two, terms=Terms(absence=Absence(VOTE)))
    late = now + 3 * DAY
    assert absence.time_out(game.id, late)
    question, texts = Question.objects.get(), a_turn(game)
    sent, answered = at_once(
        [
            lambda: play.submit_turn(game.id, one.id, 0, texts, late),
            lambda: votes.answer(game.id, two.id, question.id, True, late),
        ]
    )
    assert isinstance(sent, Refused) is not isinstance(answered, Refused)
    assert fresh(game).has_ended() is isinstance(sent, Refused)


def test_more_time_or_the_time_out_comes_first_and_the_game_is_one_of_both(now):
    one, two = crowd(2)
    game = running(one, two)
    late = now + 3 * DAY
    given, ran_out = at_once(
        [lambda: nudges.give_time(game.id, two.id, late), lambda: absence.time_out(game.id, late)]
    )
    game = fresh(game)
    if ran_out:
        assert (isinstance(given, Refused), game.to_act) == (True, 1)
    else:
        assert (given, game.to_act, game.deadline_at) == (None, 0, late + DAY)


def test_of_three_nudges_at_once_one_is_said(now):
    one, *others = crowd(4)
    game = running(one, *others)
    late = now + 2 * DAY
    results = at_once([lambda it=it: nudges.nudge(game.id, it.id, "curious", late) for it in others])
    assert sum(isinstance(it, Refused) for it in results) == 2
    assert (len(asides(game)), Notice.objects.filter(kind="nudge").count()) == (1, 1)


def test_whatever_is_told_wakes_a_worker_once(now, broker):
    one, two = crowd(2)
    game = running(one, two)

    def woken(verb, *args) -> int:
        broker.empty()
        verb(*args)
        return broker.waiting()

    assert woken(votes.propose, game.id, one.id, "pause", now, 1) == 1
    question = Question.objects.get()
    assert woken(votes.answer, game.id, two.id, question.id, True, now) == 1
    assert woken(votes.propose, game.id, one.id, "end", now) == 1
    assert woken(votes.answer, game.id, two.id, question.id + 1, False, now) == 1
    assert woken(nudges.nudge, game.id, two.id, "curious", now + 3 * DAY) == 1
    assert woken(nudges.give_time, game.id, two.id, now + 3 * DAY) == 1
