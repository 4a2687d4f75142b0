"""Sitting down: one free seat for one person, until the table is full and its game starts."""

from __future__ import annotations

import pytest

from games.actions import Refused, Stale, lobby
from games.models import Game, Notice
from tests.site.cast import person
from tests.site.tables import opened, sitting


def test_people_take_the_free_seats_in_the_order_in_which_they_come(mei, joon, ines):
    game = opened(mei, joon, ines)
    assert sitting(game) == {0: "mei", 1: "joon", 2: "ines"}
    assert list(game.seats.order_by("number").values_list("joined", flat=True)) == [0, 1, 2, None]


def test_the_last_seat_starts_the_game_and_everybody_is_told(mei, joon):
    game = opened(mei, joon, size=2)
    assert (game.status, game.people) == ("running", 2)
    assert set(Notice.objects.filter(kind="started").values_list("person_id", flat=True)) == {mei.id, joon.id}


def test_a_person_chooses_a_free_seat_where_seats_are_chosen(mei, joon, now):
    game = opened(mei, random_seats=False)
    lobby.join(game.id, joon, now, seat=3)
    assert sitting(game) == {0: "mei", 3: "joon"}


def test_it_refuses_a_seat_that_is_taken(mei, joon, now):
    game = opened(mei, random_seats=False)
    with pytest.raises(Stale, match="taken"):
        lobby.join(game.id, joon, now, seat=0)
    assert sitting(game) == {0: "mei"}


@pytest.mark.parametrize("seat", [4, -1, 10**9])
def test_it_refuses_a_seat_that_is_not_there(mei, joon, now, seat):
    game = opened(mei, random_seats=False)
    with pytest.raises(Refused, match="no such seat"):
        lobby.join(game.id, joon, now, seat=seat)


def test_sitting_down_twice_is_sitting_down_once(mei, joon, now):
    game = opened(mei, joon)
    lobby.join(game.id, joon, now, word="later")
    assert sitting(game) == {0: "mei", 1: "joon"}


def test_somebody_who_sits_there_may_ask_again_once_it_has_started(mei, joon, now):
    game = opened(mei, joon, size=2)
    assert lobby.join(game.id, joon, now).status == "running"


def test_it_refuses_whoever_comes_after_the_last_seat(mei, joon, ines, now):
    game = opened(mei, joon, size=2)
    with pytest.raises(Stale, match="full"):
        lobby.join(game.id, ines, now)
    assert "ines" not in sitting(game).values()


def test_it_refuses_to_seat_anybody_at_a_closed_table(mei, joon, now):
    game = opened(mei)
    lobby.close_table(game.id, mei, now)
    with pytest.raises(Stale, match="closed"):
        lobby.join(game.id, joon, now)


def test_a_table_that_is_not_there_is_no_table(mei, now):
    with pytest.raises(Game.DoesNotExist):
        lobby.join(404, mei, now)


def test_a_word_is_put_into_composed_form_and_trimmed(mei, joon, now):
    game = opened(mei)
    lobby.join(game.id, joon, now, word=" cafe\u0301 \u3000")
    assert game.seats.get(person=joon).word == "caf\u00e9"


def test_a_word_of_eighty_characters_is_no_longer_for_how_it_was_typed(mei, joon, now):
    game = opened(mei)
    lobby.join(game.id, joon, now, word="e\u0301" * 80)
    assert game.seats.get(person=joon).word == "\u00e9" * 80


@pytest.mark.parametrize("word", ["a\nb", "a\rb", "a\tb", "a\0b", "a\x7fb", "a\u2028b", "a\u2029b", "a\x85b"])
def test_it_refuses_a_word_of_more_than_one_line_or_with_control_characters(mei, joon, now, word):
    game = opened(mei)
    with pytest.raises(Refused, match="one line"):
        lobby.join(game.id, joon, now, word=word)
    assert sitting(game) == {0: "mei"}


def test_a_word_may_be_changed_up_to_the_start(mei, joon, now):
    game = opened(mei, joon, size=3)
    lobby.set_word(game.id, joon, "herons")
    lobby.set_word(game.id, joon, "egrets")
    assert game.seats.get(person=joon).word == "egrets"
    lobby.join(game.id, person("noor"), now)
    with pytest.raises(Stale, match="started"):
        lobby.set_word(game.id, joon, "too late")
    assert game.seats.get(person=joon).word == "egrets"


def test_only_who_sits_there_has_a_word(mei, joon):
    game = opened(mei)
    with pytest.raises(Refused, match="do not sit"):
        lobby.set_word(game.id, joon, "mine")


def test_a_free_seat_goes_to_a_house_player(mei, now):
    game = opened(mei)
    lobby.add_house(game.id, mei, "sensibly", now)
    assert sitting(game) == {0: "mei", 1: "sensibly"}


def test_a_house_player_takes_the_seat_it_is_given(mei, now):
    game = opened(mei, random_seats=False)
    lobby.add_house(game.id, mei, "randomly", now, seat=3)
    assert sitting(game) == {0: "mei", 3: "randomly"}


def test_the_last_house_player_starts_the_game(mei, joon, now):
    game = opened(mei, joon, size=3)
    lobby.add_house(game.id, mei, "sensibly", now)
    game.refresh_from_db()
    assert game.status == "running"


@pytest.mark.parametrize("who", ["joon", "ines"])
def test_only_the_owner_gives_seats_to_the_house(mei, joon, ines, now, who):
    game = opened(mei, joon)
    with pytest.raises(Refused, match="whose table"):
        lobby.add_house(game.id, {"joon": joon, "ines": ines}[who], "sensibly", now)
    assert sitting(game) == {0: "mei", 1: "joon"}


@pytest.mark.parametrize("bot", ["", "stockfish", "__init__", "x" * 1000])
def test_it_refuses_a_house_player_that_is_not_there(mei, now, bot):
    game = opened(mei)
    with pytest.raises(Refused, match="no such house player"):
        lobby.add_house(game.id, mei, bot, now)
