"""What a table decides together: who may ask, who is to answer, and what becomes of a question."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.actions import absence, ending, play, questions, votes
from games.clock.terms import DAY, HOUR, SOCIABLE, SOFT, Absence, Gates, Pace, Terms
from games.models import Answer, Game, Question
from tests.site.asking import asides, everything, fresh, kept, move, refused, stands_in, status, told
from tests.site.cast import finished, person, running
from tests.site.tables import opened

SLOW = Terms(Pace(turn=5 * DAY))
SOCIABLE_TERMS = Terms(Pace(SOCIABLE, timedelta(minutes=20)))


@pytest.fixture
def three(mei, joon, ines) -> Game:
    """A game of three people; mei is to act."""
    return running(mei, joon, ines)


# Asking


def test_a_proposal_asks_everybody_else_and_of_the_game_changes_its_log_only(three, joon, now):
    before = Game.objects.filter(id=three.id).values().get()
    question = votes.propose(three.id, joon.id, "pause", now, days=3)
    assert (question.status, question.seat, question.data) == ("open", 1, {"days": 3})
    assert told("question") == [("mei", None), ("ines", None)]
    assert Game.objects.filter(id=three.id).values().get() == before | {"seq": 1}
    assert asides(three) == [("question", 1, "pause 3")]


def test_a_turn_composed_before_a_proposal_and_an_answer_is_still_good(three, mei, joon, ines, now):
    question = votes.propose(three.id, joon.id, "pause", now, days=3)
    votes.answer(three.id, ines.id, question.id, True, now)
    assert move(three, mei, now).to_act == 1


def test_a_turn_composed_before_a_pause_that_all_agreed_on_is_still_good(game, mei, joon, now):
    question = votes.propose(game.id, joon.id, "pause", now, days=3)
    votes.answer(game.id, mei.id, question.id, True, now)
    assert fresh(game).seq == 2
    assert move(game, mei, now).to_act == 1


@pytest.mark.parametrize("days", [None, 0, 31, -1])
def test_a_pause_lasts_1_to_30_days(game, mei, now, days):
    assert (
        refused(votes.propose, game.id, mei.id, "pause", now, days=days) == "Choose a pause of 1 to 30 days."
    )


@pytest.mark.parametrize("days", [1, 30])
def test_the_shortest_and_the_longest_pause_can_be_asked_for(game, mei, now, days):
    assert votes.propose(game.id, mei.id, "pause", now, days=days).data == {"days": days}


def test_people_who_are_all_here_do_not_pause(mei, joon, now):
    game = running(mei, joon, terms=SOCIABLE_TERMS)
    sentence = refused(votes.propose, game.id, mei.id, "pause", now, days=3)
    assert sentence == "A table for people who are all here is not paused."


def test_a_paused_table_is_not_paused_again_before_it_goes_on(game, mei, joon, now):
    question = votes.propose(game.id, mei.id, "pause", now, days=3)
    votes.answer(game.id, joon.id, question.id, True, now)
    late = now + 3 * DAY - HOUR
    assert refused(votes.propose, game.id, joon.id, "pause", late, days=1) == "This table is paused already."
    assert votes.propose(game.id, joon.id, "pause", now + 3 * DAY, days=1).status == "open"


def test_only_a_paused_table_is_asked_to_go_on(game, mei, now):
    assert refused(votes.propose, game.id, mei.id, "resume", now) == "This table is not paused."


def test_new_terms_have_to_be_terms(game, mei, now):
    assert refused(votes.propose, game.id, mei.id, "terms", now) == "Choose the terms that you propose."
    wrong = Terms(Pace(turn=HOUR))
    sentence = refused(votes.propose, game.id, mei.id, "terms", now, terms=wrong)
    assert sentence == "Choose a pace of 6 hours to 14 days for a turn."
    nobody = Terms(absence=Absence(level="brilliantly"))
    sentence = refused(votes.propose, game.id, mei.id, "terms", now, terms=nobody)
    assert sentence == "There is no such house player."


def test_new_terms_have_to_be_other_terms_and_the_gates_are_none_of_them(game, mei, now):
    same = "These are the terms that the table has now."
    assert refused(votes.propose, game.id, mei.id, "terms", now, terms=Terms()) == same
    gated = Terms(gates=Gates(on_time=90))
    assert refused(votes.propose, game.id, mei.id, "terms", now, terms=gated) == same


@pytest.mark.parametrize("kind", ["absent", "party", ""])
def test_nothing_else_can_be_asked(game, mei, now, kind):
    assert refused(votes.propose, game.id, mei.id, kind, now) == "There is no such question."


def test_who_has_no_seat_asks_nothing(game, ines, now):
    assert refused(votes.propose, game.id, ines.id, "end", now) == "You have no seat at this table."


def test_whose_seat_is_kept_comes_back_first(three, ines, now):
    kept(three, 2)
    sentence = "The house keeps your seat: come back first, then play on."
    assert refused(votes.propose, three.id, ines.id, "end", now) == sentence


def test_who_has_resigned_asks_nothing(three, ines, now):
    absence.resign(three.id, ines.id, now)
    assert refused(votes.propose, three.id, ines.id, "end", now) == "You have no seat at this table."


def test_a_stand_in_asks_for_a_pause_but_neither_for_terms_nor_for_the_end(game, mei, joon, ines, now):
    stands_in(game, 1, ines, now)
    only_owners = "A stand-in cannot propose this: only whoever owns the seat can."
    assert refused(votes.propose, game.id, ines.id, "terms", now, terms=SLOW) == only_owners
    assert refused(votes.propose, game.id, ines.id, "end", now) == only_owners
    assert votes.propose(game.id, ines.id, "pause", now, days=2).seat == 1


def test_the_owner_whose_stand_in_plays_comes_back_before_asking(game, joon, ines, now):
    stands_in(game, 1, ines, now)
    sentence = "Your stand-in plays for you: come back first, then ask."
    assert refused(votes.propose, game.id, joon.id, "pause", now, days=2) == sentence
    assert refused(votes.propose, game.id, joon.id, "end", now) == sentence


def test_the_same_is_asked_once_at_a_time_whoever_asks(three, mei, joon, now):
    votes.propose(three.id, mei.id, "pause", now, days=3)
    sentence = "The table is being asked this already."
    assert refused(votes.propose, three.id, mei.id, "pause", now, days=2) == sentence
    assert refused(votes.propose, three.id, joon.id, "pause", now, days=3) == sentence
    assert votes.propose(three.id, joon.id, "end", now).status == "open"


def test_a_proposal_that_comes_twice_is_the_same_one(three, mei, now):
    for kind, what in (("pause", {"days": 3}), ("terms", {"terms": SLOW}), ("end", {})):
        first = votes.propose(three.id, mei.id, kind, now, **what)
        before = everything()
        assert votes.propose(three.id, mei.id, kind, now, **what) == first
        assert everything() == before


def test_a_game_that_does_not_run_is_asked_nothing(mei, joon, now):
    assert refused(votes.propose, opened(mei).id, mei.id, "end", now) == "The game is not running."
    over = finished(mei, joon)
    assert refused(votes.propose, over.id, mei.id, "end", now) == "The game is over."


def test_a_game_that_stands_still_for_a_fault_is_asked_nothing(game, mei, joon, now):
    question = votes.propose(game.id, joon.id, "end", now)
    Game.objects.filter(id=game.id).update(still="stuck", deadline_at=None)
    fault = "This game stands still while the site looks into a fault. Nobody's time runs."
    assert refused(votes.propose, game.id, mei.id, "pause", now, days=2) == fault
    assert refused(votes.answer, game.id, mei.id, question.id, True, now) == fault
    assert refused(votes.withdraw, game.id, joon.id, question.id, now) == fault


def test_whoever_is_alone_with_the_house_decides_alone(mei, now):
    game = running(mei, "sensibly", "randomly")
    assert votes.propose(game.id, mei.id, "pause", now, days=3).status == "agreed"
    assert votes.propose(game.id, mei.id, "resume", now + DAY).status == "agreed"
    assert votes.propose(game.id, mei.id, "terms", now + DAY, terms=SLOW).status == "agreed"
    assert votes.propose(game.id, mei.id, "end", now + DAY).status == "agreed"
    assert [kind for kind, *_ in asides(game)] == ["pause", "resume", "terms", "end"]
    assert told("question") == told("news") == []


# Answering


def test_the_last_yes_decides_and_everybody_else_is_told(mei, joon, ines, now):
    noor = person("noor")
    game = running(mei, joon, ines, noor)
    question = votes.propose(game.id, joon.id, "pause", now, days=3)
    votes.answer(game.id, noor.id, question.id, True, now)
    votes.answer(game.id, mei.id, question.id, True, now)
    assert (status(question), fresh(game).paused_until, told("news")) == ("open", None, [])
    votes.answer(game.id, ines.id, question.id, True, now + HOUR)
    assert (status(question), fresh(game).paused_until) == ("agreed", now + HOUR + 3 * DAY)
    assert told("news") == [("mei", "pause"), ("joon", "pause"), ("noor", "pause")]
    assert Question.objects.get().closed_at == now + HOUR


def test_one_no_refuses_it_and_whoever_asked_is_told(three, mei, joon, ines, now):
    question = votes.propose(three.id, joon.id, "pause", now, days=3)
    votes.answer(three.id, mei.id, question.id, True, now)
    votes.answer(three.id, ines.id, question.id, False, now)
    assert (status(question), fresh(three).paused_until) == ("refused", None)
    assert told("news") == [("joon", "refused")]
    assert asides(three) == [("question", 1, "pause 3"), ("refused", 2, "pause")]


def test_a_later_answer_replaces_an_earlier_one(three, mei, joon, ines, now):
    question = votes.propose(three.id, joon.id, "pause", now, days=3)
    votes.answer(three.id, mei.id, question.id, True, now)
    votes.answer(three.id, mei.id, question.id, False, now + HOUR)
    assert Answer.objects.values_list("seat", "yes", "at").get() == (0, False, now + HOUR)
    assert status(question) == "refused"


def test_what_is_closed_cannot_be_answered(three, mei, joon, ines, now):
    question = votes.propose(three.id, joon.id, "pause", now, days=3)
    votes.answer(three.id, mei.id, question.id, False, now)
    closed = "This question is not open any more."
    assert refused(votes.answer, three.id, ines.id, question.id, True, now) == closed
    assert refused(votes.withdraw, three.id, joon.id, question.id, now) == closed
    assert refused(votes.answer, three.id, ines.id, question.id + 1, True, now) == closed


def test_a_question_is_answered_at_its_own_table_only(game, mei, joon, ines, now):
    question = votes.propose(game.id, joon.id, "end", now)
    other = running(ines, mei)
    closed = "This question is not open any more."
    assert refused(votes.answer, other.id, mei.id, question.id, True, now) == closed
    assert refused(votes.withdraw, other.id, mei.id, question.id, now) == closed


def test_whoever_asks_does_not_answer(game, joon, now):
    question = votes.propose(game.id, joon.id, "end", now)
    sentence = "You have asked this yourself: the others answer."
    assert refused(votes.answer, game.id, joon.id, question.id, True, now) == sentence


def test_who_has_no_seat_or_whose_seat_is_kept_does_not_answer(mei, joon, ines, now):
    noor = person("noor")
    game = running(mei, joon, ines)
    question = votes.propose(game.id, joon.id, "end", now)
    kept(game, 2)
    no_seat = "You have no seat at this table."
    assert refused(votes.answer, game.id, noor.id, question.id, True, now) == no_seat
    sentence = "The house keeps your seat: come back first, then play on."
    assert refused(votes.answer, game.id, ines.id, question.id, True, now) == sentence


def test_a_stand_in_answers_about_a_pause_and_the_owner_does_not(game, mei, joon, ines, now):
    stands_in(game, 1, ines, now)
    question = votes.propose(game.id, mei.id, "pause", now, days=3)
    assert told("question") == [("ines", None)]
    sentence = "Your stand-in plays for you and answers this: come back first."
    assert refused(votes.answer, game.id, joon.id, question.id, True, now) == sentence
    votes.answer(game.id, ines.id, question.id, True, now)
    assert status(question) == "agreed"


def test_what_the_game_is_to_be_the_owner_answers_and_no_stand_in(game, mei, joon, ines, now):
    stands_in(game, 1, ines, now)
    question = votes.propose(game.id, mei.id, "end", now)
    assert told("question") == [("joon", None)]
    sentence = "A stand-in cannot answer this: only whoever owns the seat can."
    assert refused(votes.answer, game.id, ines.id, question.id, True, now) == sentence
    votes.answer(game.id, joon.id, question.id, True, now)
    assert status(question) == "agreed"


def test_house_players_and_kept_seats_are_not_waited_for(mei, joon, ines, now):
    game = running(mei, joon, ines, "sensibly")
    kept(game, 2)
    question = votes.propose(game.id, mei.id, "pause", now, days=3)
    assert told("question") == [("joon", None)]
    votes.answer(game.id, joon.id, question.id, True, now)
    assert status(question) == "agreed"
    assert told("news") == [("mei", "pause")]


# What a page reads


def test_what_is_asked_is_read_with_its_answers_by_two_queries(
    three, mei, joon, ines, now, django_assert_num_queries
):
    votes.answer(three.id, mei.id, votes.propose(three.id, joon.id, "pause", now, days=3).id, True, now)
    votes.answer(three.id, joon.id, votes.propose(three.id, mei.id, "end", now).id, True, now)
    votes.propose(three.id, ines.id, "terms", now, terms=SLOW)
    with django_assert_num_queries(2):
        found = questions.asked(three.id, now)
        said = [(it.kind, it.seat, [(a.seat, a.yes) for a in it.answers.all()]) for it in found]
    assert said == [("pause", 1, [(0, True)]), ("end", 0, [(1, True)]), ("terms", 2, [])]


# The end


def test_all_can_end_a_game_without_a_winner(three, mei, joon, ines, now):
    pause = votes.propose(three.id, ines.id, "pause", now, days=3)
    question = votes.propose(three.id, joon.id, "end", now)
    votes.answer(three.id, mei.id, question.id, True, now)
    votes.answer(three.id, ines.id, question.id, True, now)
    over = fresh(three)
    assert (over.status, over.outcome) == ("ended", {"why": "agreed", "winner": None})
    assert (status(question), status(pause)) == ("agreed", "lapsed")
    assert asides(three)[-2:] == [("question", 1, "end"), ("end", 1, "agreed")]
    assert play.score(three.id, now)
    assert [name for name, _ in told("result")] == ["mei", "joon", "ines"]
    assert [(it.score, it.place) for it in three.seats.all()] == [(None, None)] * 3


def test_a_soft_table_is_not_ended_for_want_of_turns_while_it_is_paused(mei, joon, now):
    game = running(mei, joon, terms=Terms(Pace(SOFT, 3 * DAY)))
    ends = fresh(game).ends_at
    pause = votes.propose(game.id, mei.id, "pause", now + 50 * DAY, days=30)
    votes.answer(game.id, joon.id, pause.id, True, now + 50 * DAY)
    assert (fresh(game).ends_at, fresh(game).warn_at) == (ends + 30 * DAY, ends + 23 * DAY)
    assert not ending.abandon(game.id, now + 79 * DAY)
    resume = votes.propose(game.id, mei.id, "resume", now + 60 * DAY)
    votes.answer(game.id, joon.id, resume.id, True, now + 60 * DAY)
    assert (fresh(game).ends_at, fresh(game).warn_at) == (ends + 10 * DAY, ends + 3 * DAY)
