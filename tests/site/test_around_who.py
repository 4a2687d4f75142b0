"""Time and people of a table: who sees which form there, and why there is none."""

from __future__ import annotations

import re

import pytest
import time_machine
from django.urls import reverse

from games.actions import absence, breaks, votes
from games.clock.terms import DAY, MINUTE, SOCIABLE, STAND_IN, VOTE, Pace, Terms
from games.models import Game
from tests.site.absences import run_out, stay_away, table
from tests.site.around import address, forms, frozen, page, read
from tests.site.asking import kept, stands_in
from tests.site.cast import as_client, person, running
from tests.site.tables import text
from tests.site.worlds import kept as recorded

OTHER = Terms(Pace(turn=5 * DAY, weekends_off=True))
TOO_SOON = "It is too soon: nudge once half of the time for this turn has gone."


@pytest.fixture(autouse=True)
def clock(now):
    """Thursday, 24 September, 12:40 in Oslo; a test may move on."""
    with time_machine.travel(now, tick=False) as traveller:
        yield traveller


@pytest.fixture
def three(mei, joon, ines) -> Game:
    """A running game of three: mei is to act."""
    return running(mei, joon, ines)


def test_of_a_record_that_was_brought_in_no_terms_are_told(db):
    game = recorded("clear-win")
    assert "was agreed" not in read(game, None)
    assert address(game) not in text(as_client(None).get(game.get_absolute_url()))


def test_those_who_only_watch_see_no_form(three, joon, now):
    votes.propose(three.id, joon.id, "pause", now, days=3)
    noor = person("noor")
    for by in (noor, None):
        assert forms(three, by) == []
        assert "joon proposes a pause of 3 days. mei: not yet ines: not yet" in read(three, by)


def test_under_each_question_stands_how_it_is_decided(three, mei, joon, ines, now):
    votes.propose(three.id, joon.id, "pause", now, days=3)
    votes.propose(three.id, joon.id, "end", now)
    votes.propose(three.id, joon.id, "terms", now, terms=OTHER)
    rule = (
        "Everybody else who plays has to say yes; a single no refuses it. After 7 days without all answers "
        "it is dropped."
    )
    for by in (mei, joon, ines, None):
        assert read(three, by).count(rule) == 3, "whether or not there is something left to propose"


def test_about_somebody_absent_the_majority_is_said_to_decide(mei, joon, ines, clock):
    game = table(mei, joon, ines, then=VOTE)
    clock.move_to(run_out(game))
    rule = (
        "More than half of the others decide it. Without a decision by Mon 12:40, the house plays this turn."
    )
    said = read(game, mei)
    assert rule in said
    assert "Everybody else who plays has to say yes" not in said
    assert "What you propose needs the yes of everybody else who plays." in said


def test_of_two_the_other_is_said_to_decide(mei, joon, ines, clock):
    game = table(mei, joon, then=VOTE)
    clock.move_to(run_out(game))
    assert "joon decides it." in read(game, mei)
    assert "You decide it." in read(game, joon)
    assert "joon decides it." in read(game, ines)
    clock.move_to(game.deadline_at)
    assert "Without a decision in time, the house plays this turn." in read(game, mei)


def test_whoever_is_to_act_can_propose(three, mei):
    assert forms(three, mei) == ["propose pause", "propose end"]
    assert reverse("table_terms", args=[three.slug]) in page(three, mei)


def test_the_others_can_give_time_and_nudge_once_half_of_it_has_gone(three, joon, now, clock):
    assert forms(three, joon) == ["give-time", "propose pause", "propose end"]
    assert TOO_SOON in read(three, joon)
    clock.move_to(now + 2 * DAY)
    assert forms(three, joon)[:2] == ["give-time", "nudge"]
    assert TOO_SOON not in read(three, joon)


def test_why_nobody_can_nudge_is_said_once(mei, joon, ines, now):
    game = running(mei, joon, ines)
    breaks.go_away(mei, now, now + 2 * DAY, now)
    assert read(game, joon).count("mei is on holiday, and that clock stands still.") == 1


@pytest.mark.parametrize(
    ("then", "why"),
    [
        (STAND_IN, "The time has run out, and a stand-in has been asked to play."),
        (VOTE, "The time has run out, and you are asked what is to happen."),
    ],
)
def test_while_somebody_is_asked_no_nudge_is_offered_and_it_is_said_why(mei, joon, ines, clock, then, why):
    breaks.save_absence(mei, False, person("noor").username)
    game = table(mei, joon, ines, then=then)
    clock.move_to(run_out(game))
    said = read(game, joon)
    assert "nudge" not in forms(game, joon) and TOO_SOON not in said
    assert said.count(why) == 1


def test_nobody_is_nudged_where_the_house_is_to_play(mei, joon):
    game = running(mei, joon)
    Game.objects.filter(id=game.id).update(waits_for=None, still="house", deadline_at=None)
    kept(game, 0)
    assert "nudge" not in forms(game, joon) and "give-time" not in forms(game, joon)


def test_what_the_table_is_asked_cannot_be_proposed_again(three, mei, joon, now):
    votes.propose(three.id, joon.id, "end", now)
    assert forms(three, mei) == ["answer yes", "answer no", "propose pause"]
    assert forms(three, joon) == ["give-time", "withdraw", "propose pause"]


def test_during_a_pause_its_end_can_be_proposed(game, mei, joon, now):
    question = votes.propose(game.id, joon.id, "pause", now, days=4)
    votes.answer(game.id, mei.id, question.id, True, now)
    assert forms(game, mei) == ["propose resume", "propose end"]


def test_where_all_are_here_there_is_no_pause(mei, joon):
    game = running(mei, joon, terms=Terms(Pace(SOCIABLE, 10 * MINUTE)))
    assert forms(game, joon) == ["give-time", "propose end"]
    assert "Give the time of one more turn" in read(game, joon)


def test_who_stands_in_can_step_down_and_does_not_decide_for_the_owner(mei, joon, ines, now):
    game = running(mei, joon)
    stands_in(game, 1, ines, now)
    assert forms(game, ines) == ["give-time", "propose pause", "stand-in no"]
    assert reverse("table_resign", args=[game.slug]) not in page(game, ines)
    assert forms(game, joon) == ["back"]
    assert "ines plays for you. Come back whenever you like." in read(game, joon)


def test_who_stands_in_for_somebody_who_has_left_the_site_is_not_said_to_await_them(game, joon, ines, now):
    stands_in(game, 1, ines, now)
    joon.delete()
    said = read(game, ines)
    assert "Former player 2 Has left the site: ines plays here." in said
    assert (
        "You play for Former player 2, who has left the site. If you stop, the house plays to the end."
        in said
    )
    assert "is back" not in said.partition("What is agreed")[0]


def test_who_is_asked_to_stand_in_can_say_yes_or_no(mei, joon, ines):
    breaks.save_absence(mei, False, "ines")
    game = table(mei, joon, then=STAND_IN)
    run_out(game)
    assert forms(game, ines) == ["stand-in yes", "stand-in no"]
    assert "The time of mei has run out. Do you play for mei from now on?" in read(game, ines)
    assert "back" in forms(game, mei)


def test_whose_seat_is_kept_can_come_back_and_no_more(mei, joon, ines):
    game = table(mei, joon, ines, after=1)
    run_out(game)
    assert forms(game, mei) == ["back"]
    assert "The house keeps your seat." in read(game, mei)


def test_of_two_the_one_who_stayed_can_take_the_win(mei, joon):
    game = table(mei, joon)
    stay_away(game, joon)
    assert "take-the-win" in forms(game, mei)
    assert "take-the-win" not in forms(game, joon)


def test_the_win_is_taken_by_a_second_step_that_says_what_it_does(mei, joon):
    game = table(mei, joon)
    stay_away(game, joon)
    folded = re.search(r"<details[^>]*><summary>Take the win</summary>(.*?)</details>", page(game, mei), re.S)
    assert folded and "take-the-win" in folded[1]
    assert "The game ends at once, and you have won it; no points are counted." in folded[1]


def test_of_three_nobody_can(mei, joon, ines):
    game = table(mei, joon, ines)
    stay_away(game, joon)
    assert "take-the-win" not in forms(game, mei)


def test_nobody_wins_against_a_house_player(mei):
    assert "take-the-win" not in forms(running(mei, "sensibly"), mei)


def test_who_plays_alone_reads_that_their_choice_holds_at_once(mei):
    said = read(running(mei, "sensibly"), mei)
    assert "Nobody else plays here, so what you choose holds at once." in said


def test_who_has_resigned_sees_no_form(three, joon, now):
    absence.resign(three.id, joon.id, now)
    assert forms(three, joon) == []


def test_where_a_fault_has_the_game_stand_still_there_is_no_form(three, mei, joon, now):
    votes.propose(three.id, joon.id, "pause", now, days=3)
    frozen(three, now)
    for by in (mei, joon):
        assert forms(three, by) == forms(three, by, three.get_absolute_url()) == []
