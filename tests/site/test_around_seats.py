"""Being there or not: coming back, standing in, taking the win, and giving up a seat for good."""

from __future__ import annotations

import pytest
import time_machine
from django.urls import reverse

from games.actions import absence, breaks, votes
from games.clock.terms import STAND_IN, VOTE
from games.models import Game, Person, Seat
from tests.site.absences import run_out, stay_away, table
from tests.site.accounts import sound
from tests.site.around import FORMS, refused, said, send
from tests.site.asking import everything, fresh, kept, stands_in
from tests.site.cast import as_client, person, running
from tests.site.tables import text


@pytest.fixture(autouse=True)
def clock(now):
    """Thursday, 24 September, 12:40 in Oslo; a test may move on."""
    with time_machine.travel(now, tick=False) as traveller:
        yield traveller


@pytest.fixture
def three(mei, joon, ines) -> Game:
    """A running game of three: mei is to act."""
    return running(mei, joon, ines)


# Being there or not


def test_one_comes_back_from_the_page_of_the_table(mei, joon, ines):
    game = table(mei, joon, ines, after=1)
    run_out(game)
    answer = send(game, mei, "table_back", next=game.get_absolute_url())
    assert (said(answer), answer["Location"]) == ("You are back: the seat is yours.", game.get_absolute_url())
    assert Seat.objects.get(game=game, number=0).keeper == ""


def test_coming_back_twice_is_as_good_as_once(mei, joon, ines):
    game = table(mei, joon, ines, after=1)
    run_out(game)
    send(game, mei, "table_back")
    before = everything()
    send(game, mei, "table_back")
    assert everything() == before


def test_one_says_yes_to_standing_in_and_stops(mei, joon, ines):
    breaks.save_absence(mei, False, "ines")
    game = table(mei, joon, then=STAND_IN)
    run_out(game)
    assert said(send(game, ines, "table_stand_in")) == "You stand in from now on."
    assert fresh(game).waits_for_id == ines.id
    assert said(send(game, ines, "table_stand_in", answer="no")) == "You do not stand in."
    assert fresh(game).waits_for_id == mei.id


def test_one_says_no_to_standing_in(mei, joon, ines):
    breaks.save_absence(mei, False, "ines")
    game = table(mei, joon, then=STAND_IN)
    run_out(game)
    send(game, ines, "table_stand_in", answer="no")
    assert fresh(game).to_act == 1
    assert refused(game, ines, "table_stand_in") == "Nobody waits for you to stand in here any more."
    assert refused(game, ines, "table_stand_in", answer="perhaps") == "Say yes or no."


def test_one_takes_the_win_and_is_led_to_the_result(mei, joon):
    game = table(mei, joon)
    stay_away(game, joon)
    answer = send(game, mei, "table_take_win", next=game.get_absolute_url())
    assert answer["Location"] == game.get_absolute_url()
    assert fresh(game).outcome == {"why": "left", "winner": 0}


def test_there_is_no_win_where_the_other_is_there(game, mei):
    assert refused(game, mei, "table_take_win").startswith("You can end the game as won only when")


# Resigning


def test_before_resigning_one_reads_what_it_means(game, three, mei, joon, ines):
    assert "The game ends at once, and mei has won it." in read_resign(game, joon)
    assert "The house plays your seat to the end, and the others play on." in read_resign(three, joon)


def test_the_last_who_could_play_reads_that_the_game_ends(mei, joon, ines, now):
    game = running(mei, joon, "sensibly")
    absence.resign(game.id, joon.id, now)
    said = read_resign(game, mei)
    assert "Nobody else is left who could play, so the game ends at once, without a winner." in said
    assert "the others play on" not in said


def read_resign(game: Game, by: Person) -> str:
    answer = as_client(by).get(reverse("table_resign", args=[game.slug]))
    sound(answer)
    return text(answer)


def test_of_two_the_other_wins(game, joon):
    answer = send(game, joon, "table_resign", next=game.get_absolute_url())
    assert answer["Location"] == game.get_absolute_url()
    assert fresh(game).outcome == {"why": "resigned", "winner": 0}


def test_of_three_the_house_plays_on_and_the_hand_is_seen_no_more(three, joon):
    where = three.get_absolute_url()
    assert "hand-tile" in as_client(joon).get(where).content.decode()
    assert said(send(three, joon, "table_resign")) == "You have resigned."
    assert Seat.objects.get(game=three, number=1).resigned
    assert "hand-tile" not in as_client(joon).get(where).content.decode()


def test_one_has_to_be_sure(game, joon):
    before = everything()
    answer = as_client(joon).post(reverse("table_resign", args=[game.slug]))
    assert said(answer) == "Tick the box if you are sure; nothing has changed."
    assert everything() == before


def test_resigning_twice_is_as_good_as_once(three, joon):
    send(three, joon, "table_resign")
    before = everything()
    send(three, joon, "table_resign")
    assert everything() == before


def test_there_is_nothing_to_give_up_for_who_only_watches_has_resigned_or_stands_in(three, joon, ines, now):
    absence.resign(three.id, joon.id, now)
    noor = person("noor")
    stands_in(three, 2, noor, now)
    for by in (joon, noor, person("enok")):
        answer = as_client(by).get(reverse("table_resign", args=[three.slug]))
        assert answer["Location"] == reverse("table_around", args=[three.slug])
    before = everything()
    assert send(three, noor, "table_resign").status_code == 403
    assert everything() == before


def test_whose_seat_is_kept_may_resign_too(three, joon):
    kept(three, 1)
    send(three, joon, "table_resign")
    assert Seat.objects.get(game=three, number=1).resigned


# When the game is over


def ended_for(game: Game, by: Person, name: str, **fields: object) -> str:
    """What a form says that leads to the result of its game."""
    answer = send(game, by, name, next=reverse("table_around", args=[game.slug]), **fields)
    assert answer["Location"] == game.get_absolute_url()
    return said(answer)


def test_the_last_yes_to_the_end_leads_to_the_result(game, mei, joon, now):
    question = votes.propose(game.id, joon.id, "end", now)
    assert ended_for(game, mei, "table_answer", question=question.id) == "The game has ended."
    assert fresh(game).outcome == {"why": "agreed", "winner": None}


def test_so_does_the_vote_that_ends_it_and_the_end_that_one_decides_alone(mei, joon, ines):
    game = table(mei, joon, then=VOTE)
    run_out(game)
    question = game.questions.get()
    assert ended_for(game, joon, "table_answer", question=question.id) == "The game has ended."
    alone = running(ines, "sensibly")
    assert ended_for(alone, ines, "table_propose", kind="end", sure="yes") == "The game has ended."


@pytest.mark.parametrize("name", [it for it in FORMS if it != "table_terms"])
def test_what_comes_after_the_end_is_told_so_and_leads_to_the_result(game, mei, joon, now, name):
    absence.resign(game.id, joon.id, now)
    before = everything()
    for by in (mei, joon):
        assert ended_for(game, by, name) == "The game is over."
    assert everything() == before


def test_so_do_the_pages_of_resigning_and_of_other_terms(game, mei, joon, now):
    absence.resign(game.id, joon.id, now)
    for name in ("table_resign", "table_terms"):
        answer = as_client(mei).get(reverse(name, args=[game.slug]))
        assert answer["Location"] == game.get_absolute_url()
    assert said(as_client(mei).post(reverse("table_terms", args=[game.slug]))) == "The game is over."


def test_who_was_never_away_is_not_said_to_be_back(game, mei):
    before = everything()
    assert said(send(game, mei, "table_back")) == "The seat is yours: you play it yourself."
    assert everything() == before
