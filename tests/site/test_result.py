"""The page of a game that has ended, to those who played and to those who only look."""

from __future__ import annotations

import html
import re
from datetime import timedelta

import pytest
from django.urls import reverse

from games.actions import absence, lobby, play
from games.models import Game
from tests.site.asking import move
from tests.site.cast import NOW, as_client, finished, played_out, running
from tests.site.tables import opened, text
from tests.site.worlds import kept

HTMX = {"HX-Request": "true"}
PLACES = ("", "1st", "2nd", "3rd", "4th")


def page(game: Game, person=None) -> str:
    answer = as_client(person).get(game.get_absolute_url())
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def heading(game: Game, person=None) -> str:
    (said,) = re.findall(r"<h1>(.*?)</h1>", page(game, person))
    return str(said)


@pytest.fixture
def ended(mei, joon) -> Game:
    """A game of two that has ended and is not yet scored."""
    return finished(mei, joon)


@pytest.fixture
def proved(mei, joon) -> Game:
    """A game that has ended whose table was opened with a word to be careful with."""
    game = opened(mei, size=2, word='<b>lotus</b> & "山"')
    lobby.join(game.id, joon, NOW)
    return played_out(game)


@pytest.mark.parametrize("name", ["clear-win", "tie-by-favours", "tie-by-lanterns"])
def test_the_winner_reads_so_and_everybody_else_the_winners_name(name, mei, joon, ines):
    game = kept(name)
    game.seats.filter(place=1).update(person=mei)
    game.seats.filter(place=2).update(person=joon)
    assert heading(game, mei).startswith("You win by ")
    for reader in (joon, ines, None):
        assert heading(game, reader).startswith("mei wins by ")


def test_a_shared_win_is_told_as_shared_to_everybody(mei, joon, ines):
    game = kept("shared-by-two-of-two", mei, joon)
    assert heading(game, mei) == "You share the win with joon"
    assert heading(game, joon) == "You share the win with mei"
    assert heading(game, ines) == "mei and joon share the win"


def test_page_and_columns_agree_on_scores_and_places(mei, joon):
    game = kept("shared-by-two-of-four", mei, joon)
    text = page(game)
    for seat in game.seats.all():
        place = PLACES[seat.place or 0]
        name = seat.person.username if seat.person else seat.name or f"Former player {seat.number + 1}"
        row = rf'{name}</span></span><span class="meta">{place}</span></th><td class="tot">{seat.score}</td>'
        assert re.search(row, text)


def test_until_it_is_scored_the_page_says_so_and_asks_again(ended):
    text = page(ended)
    assert "The result is being written" in text
    assert 'id="pulse"' in text
    assert " wins by " in text or "share the win" in text


def test_once_it_is_scored_it_asks_no_more(ended):
    play.score(ended.id, NOW)
    text = page(ended)
    assert "The result is being written" not in text
    assert "pulse" not in text


def test_an_open_page_is_sent_to_the_result(ended, mei):
    answer = as_client(mei).get(ended.get_absolute_url(), headers=HTMX)
    assert answer["HX-Redirect"] == ended.get_absolute_url()


def test_a_turn_sent_after_the_end_gets_a_sentence_and_the_result(ended, mei):
    answer = as_client(mei).post(
        reverse("table_turn", args=[ended.slug]), {"moves": "finish", "seq": ended.seq}
    )
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "The game is over." in text
    assert 'class="res-head night"' in text


def test_nothing_can_be_played_any_more(ended, mei):
    text = page(ended, mei)
    assert 'class="spot' not in text
    assert 'name="moves"' not in text


def test_it_leads_to_the_replay_and_the_record(ended):
    text = page(ended)
    assert f'href="{reverse("table_at", args=[ended.slug, 0])}"' in text
    assert f'href="{reverse("table_record", args=[ended.slug])}"' in text


def test_it_leads_on_to_the_next_game_that_waits(ended, mei, joon):
    assert "Next game" not in page(ended, mei)
    running(mei, joon)
    assert "Next game" in page(ended, mei)


def test_those_who_played_may_ask_for_a_rematch_and_no_others(ended, mei, ines):
    assert "Rematch, same players" in page(ended, mei)
    assert "Rematch" not in page(ended, ines)
    assert "Rematch" not in page(ended)


def test_the_button_above_the_word_sends_it_along(ended, mei):
    said = page(ended, mei)
    assert '<button class="btn btn-gold" form="rematch">' in said
    form = said[said.index('<form class="res-again" id="rematch"') :].partition("</form>")[0]
    assert "Rematch with a lucky word</summary>" in form
    assert 'name="word"' in form


def test_the_button_opens_a_table_and_leads_there(ended, mei):
    (shown,) = re.findall(r'name="commitment" value="(.*?)"', page(ended, mei))
    fields = {"word": "lotus", "commitment": shown}
    answer = as_client(mei).post(reverse("table_rematch", args=[ended.slug]), fields)
    again = Game.objects.get(rematch_of=ended)
    assert (answer.status_code, answer["Location"]) == (302, again.get_absolute_url())
    assert again.seats.get(person=mei).word == "lotus"


def test_the_page_shows_the_fingerprint_that_a_rematch_would_have(ended, mei):
    (shown,) = re.findall(r'class="fingerprint"><code>(.*?)</code>', page(ended, mei))
    assert lobby.rematch(ended.id, mei, NOW).commitment == shown


def test_a_rematch_that_waits_is_joined(ended, mei, joon):
    again = lobby.rematch(ended.id, mei, NOW)
    assert "Join the rematch" in page(ended, joon)
    assert "Waiting for a rematch: mei." in page(ended, joon)
    assert str(again.commitment) in page(ended, joon)
    assert "To the rematch" in page(ended, mei)


def test_a_rematch_that_others_play_is_only_watched(ended, mei, joon):
    again = lobby.rematch(ended.id, mei, NOW)
    lobby.add_house(again.id, mei, "sensibly", NOW)
    text = page(ended, joon)
    assert "Watch the rematch" in text
    assert "the rematch</button>" not in text


def test_a_rematch_that_was_closed_can_be_asked_for_again(ended, mei, joon):
    lobby.close_table(lobby.rematch(ended.id, mei, NOW).id, mei, NOW)
    assert "Rematch, same players" in page(ended, joon)


def test_the_proof_shows_seeds_words_and_deal(proved):
    text = page(proved)
    for value in (proved.commitment, bytes(proved.server_seed).hex(), bytes(proved.seed).hex()):
        assert value in text
    assert text.count("python3 check.py") == 1


def test_a_word_is_shown_as_it_was_given_and_nothing_else(proved):
    raw = as_client(None).get(proved.get_absolute_url()).content.decode()
    assert "<code data-word>&lt;b&gt;lotus&lt;/b&gt; &amp; &quot;山&quot;</code>" in raw
    assert "<b>lotus" not in raw


def test_it_counts_what_everybody_did(mei, joon):
    said = text(as_client(None).get(kept("shared-by-two-of-two", mei, joon).get_absolute_url()))
    assert re.search(r"Around the table +mei +joon +Edges matched +\d+ +\d+ +Favours earned +\d+ +\d+", said)
    assert re.search(r"Lanterns given to others +\d+ +\d+ +Missed, none left +\d+ +\d+", said)


def test_it_says_in_words_who_was_drawn_to_which_seat(mei, joon):
    game = opened(mei, joon, size=2)
    said = text(as_client(None).get(played_out(game).get_absolute_url()))
    numbers = {
        name: said.partition("whoever sat down first is 1.")[2].split(name)[1].split()[0]
        for name in ("mei", "joon")
    }
    assert numbers == {"mei": "1", "joon": "2"}


def test_the_day_is_that_of_the_last_turn(mei, joon, time_machine):
    game = finished(mei, joon, now=NOW)
    Game.objects.filter(id=game.id).update(
        ended_at=NOW + timedelta(days=9), scored_at=NOW + timedelta(days=20)
    )
    time_machine.move_to(NOW + timedelta(days=30))
    assert "Finished on 3 Oct: 24 turns over 10 days." in page(game)


def test_a_single_turn_and_a_single_day_are_said_as_such(mei, joon, now):
    game = running(mei, joon)
    move(game, mei, now)
    absence.resign(game.id, joon.id, now)
    assert "Finished on 24 Sep: 1 turn on one day." in page(game)
    other = running(mei, joon)
    move(other, mei, now)
    absence.resign(other.id, joon.id, now + timedelta(days=1))
    assert "Finished on 25 Sep: 1 turn over 2 days." in page(other)


def test_a_game_from_elsewhere_has_no_proof_and_says_so(mei):
    text = page(kept("clear-win", mei))
    assert "nothing here can prove how it was dealt" in text
    assert "check.js" not in text


def test_somebody_who_left_the_site_keeps_the_place(mei, joon):
    game = kept("clear-win", mei, joon)
    game.seats.filter(person=joon).update(name="")
    joon.delete()
    assert "Former player 2" in page(game)


def test_the_page_asks_little_of_the_database(ended, mei, django_assert_max_num_queries):
    client = as_client(mei)
    client.get(ended.get_absolute_url())
    with django_assert_max_num_queries(12):
        client.get(ended.get_absolute_url())
