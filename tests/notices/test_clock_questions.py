"""Questions, warnings, faults and the end: each is told as long as it is so, and to whom it is for."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.actions import absence, play, votes, watch
from games.clock.terms import DAY
from games.models import Answer, Event, Game, Notice, Person, Question, Seat
from games.notices import off
from games.notices.choice import BY_SLUG
from games.notices.compose import compose
from games.notices.recap import short_moment
from tests.notices import scenes_decided
from tests.notices.chosen import switched_off
from tests.notices.clock import (
    HOUR,
    VOTING,
    frozen,
    game_time,
    id_of,
    is_sent,
    left_for,
    mail_of,
    run_out,
    stood_in,
)
from tests.notices.scenes import LATER, member, message_of, notice_for, played
from tests.site.worlds import forget

pytestmark = pytest.mark.django_db


# ---------------------------------------------------------------- questions


ASKED = (
    *(scenes_decided.question_pause, scenes_decided.question_resume, scenes_decided.question_terms),
    *(scenes_decided.question_end, scenes_decided.question_absent),
)


@pytest.mark.parametrize("scene", ASKED, ids=lambda scene: scene.__name__)
@pytest.mark.parametrize("status", ["agreed", "refused", "withdrawn", "lapsed"])
def test_a_question_that_is_closed_is_not_asked(steady, scene, status):
    notice = scene()
    assert is_sent(notice, notice.created_at)
    Question.objects.update(status=status)
    assert not is_sent(notice, notice.created_at)


@pytest.mark.parametrize("scene", ASKED, ids=lambda scene: scene.__name__)
def test_an_answered_question_is_not_asked_again(steady, scene):
    notice = scene()
    Answer.objects.create(question=Question.objects.latest("id"), seat=1, yes=False, at=LATER)
    assert not is_sent(notice, notice.created_at)


@pytest.mark.parametrize("scene", ASKED, ids=lambda scene: scene.__name__)
def test_no_question_is_asked_of_a_seat_that_the_house_keeps(steady, scene):
    notice = scene()
    Seat.objects.filter(number=1).update(keeper="sensibly")
    assert not is_sent(notice, notice.created_at)


def test_nobody_is_asked_to_end_a_pause_that_has_ended(steady):
    notice = scenes_decided.question_resume()
    assert is_sent(notice, LATER + 2 * DAY)
    assert not is_sent(notice, LATER + 3 * DAY)


def test_what_the_game_is_to_be_is_asked_of_owners_only(steady):
    game = stood_in()
    now = game_time(game)
    question = votes.propose(game.id, id_of("tomas"), "end", now)
    assert is_sent(notice_for("joon", "question", game, question=question.id), now)
    assert not is_sent(notice_for("mei", "question", game, question=question.id), now)


def test_a_pause_is_asked_of_whoever_plays(steady):
    game = stood_in()
    now = game_time(game)
    question = votes.propose(game.id, id_of("tomas"), "pause", now, days=2)
    assert is_sent(notice_for("mei", "question", game, question=question.id), now)
    assert not is_sent(notice_for("joon", "question", game, question=question.id), now)


def test_a_stand_in_is_asked_until_somebody_has_answered(steady):
    notice = scenes_decided.question_stand_in()
    at = notice.created_at
    assert is_sent(notice, at)
    absence.accept_stand_in(notice.game_id, notice.person_id, at)
    assert not is_sent(notice, at)


def test_a_stand_in_who_has_said_no_is_not_asked(steady):
    notice = scenes_decided.question_stand_in()
    absence.decline_stand_in(notice.game_id, notice.person_id, notice.created_at)
    assert not is_sent(notice, notice.created_at)


def test_a_stand_in_is_not_asked_once_the_owner_has_played(steady):
    notice = scenes_decided.question_stand_in()
    game = notice.game
    play.submit_turn(game.id, id_of("joon"), 5, play.suggested_turn(game), notice.created_at)
    assert not is_sent(notice, notice.created_at)


@pytest.mark.parametrize(
    ("scene", "open_for"), [(scenes_decided.question_pause, 7 * DAY), (scenes_decided.question_resume, None)]
)
def test_a_question_says_how_long_it_can_be_answered(steady, scene, open_for):
    notice = scene()
    game = notice.game
    until = game.paused_until if open_for is None else notice.created_at + open_for
    with timezone.override(notice.person.zone):
        told = f"You can answer until {short_moment(until, notice.created_at)}."
    assert f"without that, all stays as it is. {told}" in mail_of(notice, notice.created_at)


def test_about_somebody_absent_it_says_by_when_and_who_decides(steady):
    notice = scenes_decided.question_absent()
    said = mail_of(notice, notice.created_at)
    assert "More than half of the others decide it." in said
    assert "1 day left. Without a decision by then, the house plays this turn." in said
    assert "You can answer until" not in said


def test_of_two_the_other_alone_decides(steady):
    run_out(played(2, terms=VOTING, seats=2))
    notice = left_for(Notice.objects.get(kind="question").person.username, "question")
    said = mail_of(notice, notice.created_at)
    assert "It is for you to decide." in said and "More than half" not in said


# ---------------------------------------------------------------- warnings and faults


def test_a_warning_is_given_of_the_end_that_was_meant(steady):
    notice = scenes_decided.warning_soft()
    Game.objects.update(ends_at=notice.game.ends_at + HOUR)
    assert not is_sent(notice, notice.created_at)


def test_a_game_that_goes_on_gives_no_warning(steady):
    notice = scenes_decided.warning_deserted()
    absence.come_back(notice.game_id, notice.person_id, notice.created_at)
    assert not is_sent(notice, notice.created_at)


@pytest.mark.parametrize(
    "scene", [scenes_decided.warning_soft, scenes_decided.stuck], ids=["warning", "stuck"]
)
def test_what_nobody_else_would_say_cannot_be_switched_off(steady, scene):
    notice = scene()
    for person in Person.objects.all():
        switched_off(person.username, *BY_SLUG)
    notice.refresh_from_db()
    message = compose(notice, notice.created_at)
    assert "List-Unsubscribe" not in message.extra_headers
    assert "/mail/off/" not in message.body + str(message.alternatives[0][0])
    assert "This kind of mail cannot be switched off." in message.body
    assert off.path(notice.person, notice) is None


def test_a_fault_is_told_even_where_the_game_cannot_be_read(steady):
    game = frozen()
    Event.objects.filter(game=game, seq=2).update(text="nonsense")
    forget()
    told = mail_of(left_for("ines", "stuck"), LATER)
    assert "This game stands still because of a fault of ours." in told


def test_a_fault_that_is_mended_is_not_told(steady):
    game = frozen()
    notice = left_for("ines", "stuck")
    watch.thaw(game.id, LATER)
    notice.refresh_from_db()
    assert not is_sent(Notice.objects.get(id=notice.id))


def test_only_staff_who_do_not_play_hear_what_the_fault_is(steady):
    game = frozen()
    Person.objects.filter(username="mei").update(is_staff=True)
    member("keeper")
    Person.objects.filter(username="keeper").update(is_staff=True)
    for name, is_told in (("keeper", True), ("mei", False), ("ines", False)):
        told = mail_of(notice_for(name, "stuck", game, reason="Seat 2 has no\nlegal move."), LATER)
        assert ("Seat 2 has no legal move." in told) == is_told
        assert ("manage.py thaw slow-cup" in told) == is_told


# ---------------------------------------------------------------- the end


@pytest.mark.parametrize(
    ("scene", "subject"),
    [
        (scenes_decided.result_resigned, "Slow cup, round 2 is over: you won"),
        (scenes_decided.result_left, "Slow cup, round 2 is over: tomas won"),
        (scenes_decided.result_voted, "Slow cup, round 2 is over, without a winner"),
    ],
    ids=["resigned", "left", "voted"],
)
def test_the_end_that_no_rules_brought_names_the_winner_and_no_points(steady, scene, subject):
    message = message_of(scene)
    assert message.subject == subject
    assert "honour" not in message.body.lower()


# ---------------------------------------------------------------- who asks


def test_what_a_stand_in_asks_is_asked_in_their_name(steady):
    game = stood_in()
    votes.propose(game.id, id_of("mei"), "pause", game_time(game), days=2)
    assert "mei, who stands in for joon, asks for a pause of 2 days" in mail_of(
        left_for("tomas", "question"), game_time(game)
    )


@pytest.mark.parametrize("yes", [True, False])
def test_what_became_of_it_is_told_in_their_name_also_to_the_owner(steady, yes):
    game = stood_in()
    now = game_time(game)
    question = votes.propose(game.id, id_of("mei"), "pause", now, days=2)
    absence.come_back(game.id, id_of("joon"), now)
    for row in game.seats.exclude(number=question.seat)[: 2 if yes else 1]:
        votes.answer(game.id, row.person_id, question.id, yes, now)
    assert "mei, who stood in for you, asked for" in mail_of(left_for("joon", "news"), now)


def test_who_stands_in_reads_of_their_own_question(steady):
    game = stood_in()
    now = game_time(game)
    question = votes.propose(game.id, id_of("mei"), "pause", now, days=2)
    votes.answer(game.id, id_of("tomas"), question.id, False, now)
    assert "You asked for a pause, and somebody does not want one." in mail_of(left_for("mei", "news"), now)
