"""What becomes of somebody absent, by the majority of the others, at tables that vote about it."""

from __future__ import annotations

import pytest

from games.actions import absence, play, questions, votes
from games.clock.terms import DAY, HOUR, VOTE, Absence, Terms
from games.models import Event, Game, Question, Seat
from tests.site.asking import asides, fresh, move, refused, told
from tests.site.cast import person, running

VOTES = Terms(absence=Absence(VOTE))


@pytest.fixture
def noor(db):
    """The fourth."""
    return person("noor")


@pytest.fixture
def four(mei, joon, ines, noor, now) -> Game:
    """A game of four in which mei's time has run out and the others are asked."""
    game = running(mei, joon, ines, noor, terms=VOTES)
    assert absence.time_out(game.id, now + 3 * DAY)
    return fresh(game)


@pytest.fixture
def late(now):
    """When they answer."""
    return now + 3 * DAY + HOUR


def vote() -> Question:
    return Question.objects.get(kind="absent")


def test_the_others_are_asked_and_have_a_day(four, mei, now):
    assert (vote().seat, vote().status) == (0, "open")
    assert told("question") == [("joon", None), ("ines", None), ("noor", None)]
    assert (four.to_act, four.deadline_at) == (0, now + 4 * DAY)
    assert [it.id for it in questions.asked(four.id, now + 3 * DAY)] == [vote().id]


def test_as_soon_as_the_majority_wants_the_house_it_plays(four, joon, ines, late):
    votes.answer(four.id, joon.id, vote().id, False, late)
    assert (vote().status, fresh(four).to_act) == ("open", 0)
    votes.answer(four.id, ines.id, vote().id, False, late)
    assert (vote().status, vote().closed_at) == ("refused", late)
    game = fresh(four)
    assert (game.to_act, game.waits_for, game.deadline_at) == (1, joon, late + 3 * DAY)
    assert Event.objects.filter(kind="timeout", seat=0).count() == 1
    assert told("turn") == [("joon", None)]


def test_as_soon_as_the_majority_wants_the_end_the_game_is_over_without_a_winner(four, joon, noor, late):
    votes.answer(four.id, joon.id, vote().id, True, late)
    votes.answer(four.id, noor.id, vote().id, True, late)
    game = fresh(four)
    assert (game.status, game.outcome) == ("ended", {"why": "voted", "winner": None})
    assert (vote().status, asides(game, "end")) == ("agreed", [("end", 0, "voted")])
    assert play.score(game.id, late)


def test_half_of_the_others_is_no_majority(mei, joon, ines, now, late):
    game = running(mei, joon, ines, terms=VOTES)
    absence.time_out(game.id, now + 3 * DAY)
    votes.answer(game.id, joon.id, vote().id, True, late)
    votes.answer(game.id, ines.id, vote().id, False, late)
    assert (vote().status, fresh(game).status, fresh(game).to_act) == ("open", "running", 0)
    votes.answer(game.id, joon.id, vote().id, False, late + HOUR)
    assert (vote().status, fresh(game).to_act) == ("refused", 1)


def test_what_is_undecided_after_a_day_the_house_plays(four, joon, ines, now, late):
    votes.answer(four.id, joon.id, vote().id, True, late)
    votes.answer(four.id, ines.id, vote().id, False, late)
    assert absence.time_out(four.id, now + 4 * DAY)
    assert (vote().status, fresh(four).to_act) == ("lapsed", 1)


def test_an_answer_that_comes_before_the_sweep_counts_though_the_day_is_over(four, joon, noor, now):
    votes.answer(four.id, joon.id, vote().id, True, now + 4 * DAY)
    votes.answer(four.id, noor.id, vote().id, True, now + 4 * DAY)
    assert fresh(four).outcome == {"why": "voted", "winner": None}
    assert not absence.time_out(four.id, now + 4 * DAY)


def test_whoever_is_back_in_time_plays_and_nobody_is_asked_any_more(four, mei, joon, late):
    votes.answer(four.id, joon.id, vote().id, True, late)
    assert move(four, mei, late).to_act == 1
    assert vote().status == "lapsed"
    closed = "This question is not open any more."
    assert refused(votes.answer, four.id, joon.id, vote().id, True, late) == closed


def test_whom_it_is_about_has_no_voice_and_nobody_takes_the_question_back(four, mei, joon, late):
    sentence = "The others decide this. Take your turn, and it is settled."
    assert refused(votes.answer, four.id, mei.id, vote().id, False, late) == sentence
    sentence = "Only whoever has asked can take the question back."
    assert refused(votes.withdraw, four.id, mei.id, vote().id, late) == sentence
    assert refused(votes.withdraw, four.id, joon.id, vote().id, late) == sentence


def test_seats_of_the_house_have_no_voice(mei, joon, ines, now, late):
    game = running(mei, "sensibly", joon, ines, terms=VOTES)
    Seat.objects.filter(game=game, person=ines).update(keeper="sensibly")
    absence.time_out(game.id, now + 3 * DAY)
    assert told("question") == [("joon", None)]
    votes.answer(game.id, joon.id, vote().id, True, late)
    assert Game.objects.get(id=game.id).outcome == {"why": "voted", "winner": None}


def test_a_voice_that_is_gone_does_not_count(four, joon, ines, noor, late):
    votes.answer(four.id, noor.id, vote().id, True, late)
    Seat.objects.filter(game=four, person=noor).update(keeper="sensibly")
    votes.answer(four.id, joon.id, vote().id, True, late)
    assert vote().status == "open"
    votes.answer(four.id, ines.id, vote().id, True, late)
    assert vote().status == "agreed"


def test_a_stand_in_has_a_voice(mei, joon, ines, now, late):
    game = running(mei, joon, terms=VOTES)
    Seat.objects.filter(game=game, person=joon).update(deputy=ines, deputy_since=now)
    absence.time_out(game.id, now + 3 * DAY)
    assert told("question") == [("ines", None)]
    votes.answer(game.id, ines.id, vote().id, False, late)
    assert fresh(game).to_act == 1


def test_of_two_the_one_who_is_there_decides(mei, joon, now, late):
    game = running(mei, joon, terms=VOTES)
    absence.time_out(game.id, now + 3 * DAY)
    votes.answer(game.id, joon.id, vote().id, True, late)
    assert fresh(game).outcome == {"why": "voted", "winner": None}


def test_whoever_is_alone_with_the_house_is_played_for_at_once(mei, now):
    game = running(mei, "sensibly", terms=VOTES)
    assert absence.time_out(game.id, now + 3 * DAY)
    assert not Question.objects.exists()
    assert Event.objects.filter(game=game, kind="timeout").count() == 1


def test_a_week_later_it_has_not_lapsed_by_its_age(four, joon, noor, late):
    pause = votes.propose(four.id, joon.id, "pause", late, days=30)
    for who in four.seats.exclude(person=joon).select_related("person"):
        votes.answer(four.id, who.person.id, pause.id, True, late)
    later = late + 10 * DAY
    assert [it.kind for it in questions.asked(four.id, later)] == ["absent"]
    assert questions.lapse_old(later) == 0
    votes.answer(four.id, noor.id, vote().id, True, later)
    assert fresh(four).deadline_at == late - HOUR + DAY + 30 * DAY


def test_whoever_has_left_the_site_is_not_voted_about(four, mei, joon, ines, late):
    votes.answer(four.id, joon.id, vote().id, False, late)
    mei.delete()
    assert questions.asked(four.id, late) == []
    closed = "This question is not open any more."
    assert refused(votes.answer, four.id, ines.id, vote().id, False, late) == closed
    assert play.play_house(four.id, late)
    assert refused(votes.answer, four.id, ines.id, vote().id, False, late) == closed
    assert questions.lapse_old(late) == 1


def test_a_turn_that_somebody_else_is_to_take_is_not_voted_about(four, joon, late):
    Game.objects.filter(id=four.id).update(to_act=1)
    assert questions.asked(four.id, late) == []
    assert questions.lapse_old(late) == 1


def test_a_vote_that_nobody_has_closed_is_not_in_the_way_of_the_next(mei, joon, now):
    game = running(mei, joon, terms=VOTES)
    old = Question.objects.create(game=game, kind="absent", seat=1, asked_at=now)
    assert absence.time_out(game.id, now + 3 * DAY)
    assert Question.objects.get(id=old.id).status == "lapsed"
    assert Question.objects.get(status="open").seat == 0


def test_where_nobody_is_left_to_answer_the_day_goes_by_and_the_house_plays(mei, joon, now, late):
    game = running(mei, joon, terms=VOTES)
    absence.time_out(game.id, now + 3 * DAY)
    joon.delete()
    assert votes.to_reconsider(late) == []
    assert not votes.reconsider(game.id, late)
    assert absence.time_out(game.id, now + 4 * DAY)
    assert vote().status == "lapsed"


def test_what_was_asked_in_one_turn_decides_nothing_in_the_next_of_the_same_player(mei, joon, now, late):
    """Though no sweep has closed the question, and the table has agreed meanwhile not to vote any more."""
    game = running(mei, joon, terms=VOTES)
    absence.time_out(game.id, now + 3 * DAY)
    question = votes.propose(game.id, joon.id, "terms", late, terms=Terms())
    votes.answer(game.id, mei.id, question.id, True, late)
    for who in (mei, joon):
        move(game, who, late + HOUR)
    assert (fresh(game).to_act, vote().status) == (0, "open")
    refused(votes.answer, game.id, joon.id, vote().id, True, late + HOUR)
