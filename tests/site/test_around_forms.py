"""The forms around a table: what each does, what it says, and what it refuses without changing anything."""

from __future__ import annotations

import re
from html import unescape

import pytest
import time_machine
from django.urls import reverse

from games import store
from games.actions import votes
from games.clock.terms import BANK, DAY, HOUR, SOFT, VOTE, Absence, Pace, Terms
from games.models import Game, Person, Question
from tests.site.absences import move, run_out, table
from tests.site.accounts import sound
from tests.site.around import FORMS, frozen, refused, said, send
from tests.site.asking import asides, everything, fresh, stands_in
from tests.site.cast import as_client, person, running
from tests.site.tables import opened, text

MOVED_ON = "The game has moved on since this page was shown. Here it is as it stands now."
CLOSED = "This question is not open any more."


@pytest.fixture(autouse=True)
def clock(now):
    """Thursday, 24 September, 12:40 in Oslo; a test may move on."""
    with time_machine.travel(now, tick=False) as traveller:
        yield traveller


@pytest.fixture
def three(mei, joon, ines) -> Game:
    """A running game of three: mei is to act."""
    return running(mei, joon, ines)


def ask(game: Game, by: Person, kind: str, now, **what) -> Question:
    return votes.propose(game.id, by.id, kind, now, **what)


# All of them


@pytest.mark.parametrize("name", FORMS)
def test_somebody_not_signed_in_is_led_to_sign_in_and_changes_nothing(three, name):
    before = everything()
    answer = send(three, None, name)
    assert answer["Location"].startswith(reverse("account_login"))
    assert f"/t/{three.slug}/" in answer["Location"].replace("%2F", "/")
    assert everything() == before


@pytest.mark.parametrize("name", [it for it in FORMS if it not in ("table_terms", "table_stand_in")])
def test_it_is_not_for_those_who_only_watch(three, name):
    before = everything()
    assert send(three, person("noor"), name).status_code == 403
    assert everything() == before


def test_those_who_only_watch_neither_stand_in_nor_propose_terms(three):
    noor = person("noor")
    assert refused(three, noor, "table_stand_in") == "Nobody waits for you to stand in here any more."
    assert send(three, noor, "table_terms")["Location"] == reverse("table_around", args=[three.slug])


@pytest.mark.parametrize("name", FORMS)
def test_a_table_that_is_not_there_is_not_found(mei, name):
    assert as_client(mei).post(reverse(name, args=["nothing"]), FORMS[name]).status_code == 404


@pytest.mark.parametrize("name", [it for it in FORMS if it not in ("table_resign", "table_terms")])
def test_a_form_is_only_sent(three, mei, name):
    assert as_client(mei).get(reverse(name, args=[three.slug])).status_code == 405


@pytest.mark.parametrize("name", [it for it in FORMS if it != "table_terms"])
def test_a_table_that_has_not_begun_refuses_them(mei, joon, name):
    game = opened(mei, joon)
    before = everything()
    answer = send(game, joon, name)
    assert answer.status_code == 403 or said(answer) == "The game is not running."
    assert everything() == before


@pytest.mark.parametrize("name", FORMS)
def test_a_form_has_to_come_from_the_site(three, mei, name):
    client = as_client(mei, enforce_csrf_checks=True)
    assert client.post(reverse(name, args=[three.slug]), FORMS[name]).status_code == 403


def test_a_form_leads_back_to_the_page_that_it_stood_on(three, mei, joon):
    around = reverse("table_around", args=[three.slug])
    assert send(three, joon, "table_give_time")["Location"] == around
    assert (
        send(three, joon, "table_give_time", next=three.get_absolute_url())["Location"] == f"/t/{three.slug}/"
    )
    assert send(three, joon, "table_give_time", next="https://elsewhere.example/")["Location"] == around


def test_what_was_said_stands_above_the_next_page(three, joon):
    client = as_client(joon)
    answer = client.post(reverse("table_give_time", args=[three.slug]), {"moved": "0"}, follow=True)
    assert "The turn has more time now." in text(answer)
    sound(answer)


@pytest.mark.parametrize(
    "name", ["table_nudge", "table_give_time", "table_propose", "table_back", "table_resign"]
)
def test_a_game_with_a_fault_refuses_them(three, joon, now, name):
    frozen(three, now)
    assert "This game stands still while the site looks into a fault." in refused(three, joon, name)


# A nudge, and more time


def test_a_nudge_is_sent(three, joon, now, clock):
    clock.move_to(now + 2 * DAY)
    assert (
        said(send(three, joon, "table_nudge"))
        == "That has been said: it is in the log, and a mail is on its way."
    )
    assert asides(three) == [("nudge", 1, "curious")]


def test_a_nudge_that_comes_too_soon_or_says_something_else_is_refused(three, joon, now, clock):
    assert refused(three, joon, "table_nudge").startswith("It is too soon")
    clock.move_to(now + 2 * DAY)
    assert refused(three, joon, "table_nudge", phrase="hurry up!") == "Choose one of the phrases."


def test_a_nudge_for_a_turn_that_was_taken_meanwhile_is_refused(mei, joon, ines, now, clock):
    game = running(mei, joon, ines)
    move(game, now)
    clock.move_to(now + 2 * DAY)
    assert refused(game, ines, "table_nudge") == MOVED_ON
    assert refused(game, ines, "table_nudge", moved="x" * 50_000) == MOVED_ON


def test_more_time_is_given_once_to_the_turn_that_was_meant(three, joon, ines, now):
    assert said(send(three, joon, "table_give_time")) == "The turn has more time now."
    assert fresh(three).deadline_at == now + 4 * DAY
    move(three, now)
    assert refused(three, ines, "table_give_time") == MOVED_ON


def test_a_form_that_comes_twice_does_what_it_does_once(three, mei, joon, now, clock):
    clock.move_to(now + 2 * DAY)
    sent = (
        ("table_nudge", {}, "That has been said: it is in the log, and a mail is on its way."),
        ("table_give_time", {}, "The turn has more time now."),
        ("table_propose", {}, "The table is asked. The game goes on meanwhile."),
    )
    for name, fields, words in sent:
        assert said(send(three, joon, name, **fields)) == words
        before = everything()
        assert said(send(three, joon, name, **fields)) == words
        assert everything() == before
    assert refused(three, joon, "table_nudge", phrase="whenever") != sent[0][2]


def test_what_a_page_knew_of_is_given_on_top(three, joon, ines, now):
    send(three, joon, "table_give_time")
    found = as_client(ines).get(reverse("table_around", args=[three.slug])).content.decode()
    assert 'name="given" value="1"' in found
    send(three, ines, "table_give_time", given=1)
    assert fresh(three).deadline_at == now + 5 * DAY


def test_nobody_gives_time_to_themselves_or_where_none_runs_out(mei, joon):
    assert refused(running(mei, joon), mei, "table_give_time") == "It is your own turn."
    game = table(mei, joon, pace=Pace(SOFT))
    assert refused(game, joon, "table_give_time") == "Nobody’s time runs out here."


# What the table decides


def test_a_pause_is_proposed(three, mei):
    assert said(send(three, mei, "table_propose")) == "The table is asked. The game goes on meanwhile."
    assert Question.objects.get().data == {"days": 3}


@pytest.mark.parametrize("days", ["", "0", "31", "three", "1e1", "9" * 5000])
def test_a_pause_has_1_to_30_days(three, mei, days):
    assert refused(three, mei, "table_propose", days=days) == "Choose a pause of 1 to 30 days."


def test_only_what_there_is_can_be_proposed(three, mei):
    assert refused(three, mei, "table_propose", kind="luck") == "There is no such question."
    assert refused(three, mei, "table_propose", kind="resume") == "This table is not paused."


def test_where_nobody_else_plays_it_holds_at_once(mei):
    game = running(mei, "sensibly")
    assert said(send(game, mei, "table_propose", kind="pause")) == "That holds from now on."
    assert fresh(game).paused_until is not None


def test_an_answer_is_kept(three, mei, joon, now):
    question = ask(three, joon, "pause", now, days=3)
    assert said(send(three, mei, "table_answer", question=question.id)) == "Your answer is kept."
    assert list(question.answers.values_list("seat", "yes")) == [(0, True)]


def test_the_last_yes_has_it_take_effect_and_a_no_ends_it(game, mei, joon, now):
    question = ask(game, joon, "pause", now, days=3)
    send(game, mei, "table_answer", question=question.id)
    assert fresh(game).paused_until == now + 3 * DAY
    question = ask(game, joon, "end", now)
    send(game, mei, "table_answer", question=question.id, answer="no")
    assert Question.objects.get(id=question.id).status == "refused"


@pytest.mark.parametrize("answer", ["", "maybe", "YES"])
def test_an_answer_is_yes_or_no(three, mei, joon, now, answer):
    question = ask(three, joon, "pause", now, days=3)
    assert refused(three, mei, "table_answer", question=question.id, answer=answer) == "Say yes or no."


@pytest.mark.parametrize("number", ["", "x", "-1", "0", "999", "9" * 5000, "٣"])
def test_only_what_is_asked_can_be_answered(three, mei, joon, now, number):
    ask(three, joon, "pause", now, days=3)
    assert refused(three, mei, "table_answer", question=number) == CLOSED
    assert refused(three, joon, "table_withdraw", question=number) == CLOSED


def test_the_question_of_another_table_is_not_answered_here(three, mei, joon, now):
    question = ask(running(mei, joon), joon, "pause", now, days=3)
    assert refused(three, mei, "table_answer", question=question.id) == CLOSED


def test_whoever_has_asked_does_not_answer_and_nobody_else_takes_it_back(three, mei, joon, now):
    question = ask(three, joon, "pause", now, days=3)
    assert "the others answer" in refused(three, joon, "table_answer", question=question.id)
    assert "Only whoever has asked" in refused(three, mei, "table_withdraw", question=question.id)


def test_a_question_is_taken_back(three, mei, joon, now):
    question = ask(three, joon, "pause", now, days=3)
    assert said(send(three, joon, "table_withdraw", question=question.id)) == "The question is taken back."
    assert refused(three, mei, "table_answer", question=question.id) == CLOSED


def test_the_others_decide_about_somebody_absent(mei, joon, ines):
    game = table(mei, joon, ines, then=VOTE)
    run_out(game)
    question = Question.objects.get()
    for by in (joon, ines):
        send(game, by, "table_answer", question=question.id)
    assert fresh(game).outcome == {"why": "voted", "winner": None}


# Other terms


def test_other_terms_are_proposed(three, mei):
    where = reverse("table_terms", args=[three.slug])
    shown = sound(as_client(mei).get(where))
    assert 'value="3" checked' in shown
    assert 'name="on_time"' not in shown
    assert said(as_client(mei).post(where, {"pace": "7", "weekends_off": "yes"})).startswith(
        "The table is asked."
    )
    assert Question.objects.get().data == {"terms": Terms(Pace(turn=7 * DAY, weekends_off=True)).spelled()}


def test_terms_that_cannot_be_stand_beside_their_fields_as_they_were_sent(three, mei):
    before = everything()
    sent = {"pace": "own", "kind": "bank", "bank": "99"}
    answer = as_client(mei).post(reverse("table_terms", args=[three.slug]), sent)
    shown = sound(answer)
    assert "Choose a time bank of 1 to 30 days." in unescape(shown)
    assert re.search(r'name="bank" value="99"', shown)
    assert everything() == before


def test_the_terms_that_there_are_cannot_be_proposed(three, mei):
    before = everything()
    answer = send(three, mei, "table_terms", pace="3")
    assert "These are the terms that the table has now." in text(answer)
    assert everything() == before


def test_terms_that_are_refused_stay_chosen_on_the_page(three, mei, joon, now):
    ask(three, joon, "terms", now, terms=Terms(Pace(turn=DAY)))
    shown = sound(send(three, mei, "table_terms", pace="7", weekends_off="yes"))
    assert "The table is being asked this already." in shown
    assert 'name="pace" value="7" checked' in shown
    assert 'name="weekends_off" value="yes" checked' in shown


def test_a_stand_in_proposes_no_terms(mei, joon, ines, now):
    game = running(mei, joon)
    stands_in(game, 1, ines, now)
    for client in (as_client(ines), as_client(joon)):
        for answer in (
            client.get(f"/t/{game.slug}/around/terms/"),
            client.post(f"/t/{game.slug}/around/terms/"),
        ):
            assert answer["Location"] == reverse("table_around", args=[game.slug])
    assert not Question.objects.exists()


# What is being composed stays


def test_a_turn_that_is_composed_stays_good_whatever_is_said_beside_it(mei, joon, now):
    game = table(mei, joon, pace=Pace(BANK, turn=HOUR, bank=DAY, cap=2 * DAY), then=VOTE)
    moved = store.load(game).moved
    send(game, joon, "table_give_time")
    send(game, joon, "table_propose", kind="end")
    page = as_client(mei).get(game.get_absolute_url()).content.decode()
    assert f'name="seq" value="{moved}"' in page
    move(game, now)
    assert fresh(game).to_act == 1


def test_terms_of_an_absence_are_shown_by_the_form(mei, joon):
    game = running(mei, joon, terms=Terms(Pace(turn=3 * DAY), Absence(then=VOTE, after=4)))
    shown = as_client(mei).get(reverse("table_terms", args=[game.slug])).content.decode()
    assert 'name="then" value="vote" checked' in shown
    assert '<option value="4" selected>' in shown
