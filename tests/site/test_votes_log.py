"""What the log tells of what a table is asked, so that open pages notice it; and of who stands in."""

from __future__ import annotations

import pytest

from games.actions import absence, breaks, records, votes
from games.clock.terms import DAY, STAND_IN, VOTE, Absence, Pace, Terms
from games.models import Game
from tests.site.absences import run_out, table
from tests.site.around import read
from tests.site.asking import asides, fresh, move, stands_in, status
from tests.site.cast import person, running

TERMS = Terms(Pace(turn=5 * DAY))


@pytest.fixture
def three(mei, joon, ines) -> Game:
    """A game of three people; mei is to act."""
    return running(mei, joon, ines)


def seq(game: Game) -> int:
    """What an open page asks for."""
    return fresh(game).seq


@pytest.mark.parametrize(
    ("kind", "what", "text"),
    [
        ("pause", {"days": 3}, "pause 3"),
        ("terms", {"terms": TERMS}, 'terms {"turn":432000}'),
        ("terms", {"terms": Terms(absence=Absence(VOTE))}, "terms {}"),
        ("end", {}, "end"),
    ],
)
def test_a_question_is_in_the_log_and_so_is_that_it_was_taken_back(three, joon, now, kind, what, text):
    question = votes.propose(three.id, joon.id, kind, now, **what)
    assert (seq(three), asides(three)) == (1, [("question", 1, text)])
    votes.withdraw(three.id, joon.id, question.id, now)
    assert (seq(three), asides(three)[1:]) == (2, [("withdrawn", 1, kind)])


def test_a_no_is_in_the_log_by_the_seat_that_said_it(three, mei, joon, now):
    question = votes.propose(three.id, joon.id, "end", now)
    votes.answer(three.id, mei.id, question.id, False, now)
    assert (seq(three), asides(three)[1:]) == (2, [("refused", 0, "end")])


def test_an_answer_that_decides_nothing_is_not(three, mei, joon, now):
    question = votes.propose(three.id, joon.id, "pause", now, days=3)
    votes.answer(three.id, mei.id, question.id, True, now)
    assert asides(three) == [("question", 1, "pause 3")]


def test_that_the_others_are_asked_about_somebody_absent_is_in_it_and_what_they_decide(mei, joon, ines):
    game = table(mei, joon, ines, then=VOTE)
    late = run_out(game)
    assert asides(game) == [("question", 0, "absent")]
    assert "Nothing has happened beside the turns." not in read(game, joon)
    for by in (joon, ines):
        votes.answer(game.id, by.id, game.questions.get().id, False, late)
    assert asides(game) == [("question", 0, "absent"), ("decided", 0, "")]
    assert fresh(game).to_act == 1


def test_who_stands_in_is_named_where_it_was_their_word(three, mei, joon, now, ines):
    stands_in(three, 0, noor := person("noor"), now)
    question = votes.propose(three.id, noor.id, "pause", now, days=3)
    assert question.data == {"days": 3, "by": "noor"}
    votes.withdraw(three.id, noor.id, question.id, now)
    question = votes.propose(three.id, joon.id, "pause", now, days=2)
    votes.answer(three.id, noor.id, question.id, False, now)
    assert asides(three) == [
        ("question", 0, "pause 3 by noor"),
        ("withdrawn", 0, "pause by noor"),
        ("question", 1, "pause 2"),
        ("refused", 0, "pause by noor"),
    ]


def test_what_an_owner_decides_is_not_the_stand_ins_word(three, mei, joon, ines, now):
    stands_in(three, 0, person("noor"), now)
    question = votes.propose(three.id, joon.id, "end", now)
    votes.answer(three.id, mei.id, question.id, False, now)
    assert asides(three)[-1] == ("refused", 0, "end")


def test_a_pause_tells_who_had_asked_for_it(game, mei, joon, ines, now):
    stands_in(game, 1, ines, now)
    question = votes.propose(game.id, ines.id, "pause", now, days=3)
    votes.answer(game.id, mei.id, question.id, True, now)
    assert status(question) == "agreed"
    assert asides(game, "pause") == [("pause", 1, f"{(now + 3 * DAY).isoformat()} by ines")]


@pytest.mark.parametrize(("accepts", "kind"), [(True, "stepped-down"), (False, "declined")])
def test_who_does_not_stand_in_any_longer_or_at_all_is_in_it(mei, joon, ines, accepts, kind):
    breaks.save_absence(mei, False, "ines")
    game = table(mei, joon, then=STAND_IN)
    late = run_out(game)
    if accepts:
        absence.accept_stand_in(game.id, ines.id, late)
    absence.decline_stand_in(game.id, ines.id, late)
    assert (kind, 0, "ines") in asides(game)
    assert fresh(game)


def test_a_turn_composed_before_all_of_this_is_still_good(three, mei, joon, ines, now):
    question = votes.propose(three.id, joon.id, "pause", now, days=3)
    votes.answer(three.id, ines.id, question.id, False, now)
    question = votes.propose(three.id, ines.id, "end", now)
    votes.withdraw(three.id, ines.id, question.id, now)
    assert move(three, mei, now).to_act == 1


def test_a_record_leaves_it_out(three, mei, joon, now):
    question = votes.propose(three.id, joon.id, "pause", now, days=3)
    votes.answer(three.id, mei.id, question.id, False, now)
    assert "events" not in records.export(fresh(three)).kept
