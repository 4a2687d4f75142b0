"""A page that waits at an open table: who sits there changes in it, and it leads on to the game."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import quote

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.actions import lobby
from tests.site.cast import as_client
from tests.site.tables import opened, text


class Waiting:
    """An open page, as its script goes on from it."""

    def __init__(self, someone, game) -> None:
        self.browser = as_client(someone)
        self.page = self.browser.get(game.get_absolute_url()).content.decode()

    def of_page(self, name: str) -> str:
        """What the page tells its script."""
        return unescape(re.search(f' id="pulse"[^>]* data-{name}="([^"]*)"', self.page).group(1))

    def has_news(self) -> bool:
        """Whether it is told that something has changed."""
        answer = self.browser.get(self.of_page("url"), {"seq": self.of_page("seq")})
        assert answer.status_code in (200, 204)
        return answer.status_code == 200

    def fetch(self, chosen: str = ""):
        """What it then fetches, with the seat that is chosen beside what the address says."""
        address = self.of_page("table") + (f"&seat={chosen}" if chosen else "")
        answer = self.browser.get(address, headers={"HX-Request": "true"})
        self.page = answer.content.decode()
        return answer


def test_an_open_page_asks_whether_anything_is_new_and_a_closed_one_does_not(mei, now):
    game = opened(mei)
    assert "games/pulse.js" in Waiting(mei, game).page
    lobby.close_table(game.id, mei, now)
    page = Waiting(mei, game).page
    assert "games/pulse.js" not in page
    assert "data-url" not in page


def test_nothing_is_new_while_nobody_comes_or_goes(mei, joon, now):
    game = opened(mei)
    waiting = Waiting(joon, game)
    assert not waiting.has_news()
    lobby.set_word(game.id, mei, "plum")
    assert not waiting.has_news()


def test_it_is_seen_that_somebody_is_invited_and_declines(mei, joon, now):
    game = opened(mei)
    waiting = Waiting(mei, game)
    lobby.invite(game.id, mei, "joon", now)
    assert waiting.has_news()
    assert "Take back" in text(waiting.fetch())
    lobby.decline(game.id, joon)
    assert waiting.has_news()
    assert "declined" in text(waiting.fetch())
    assert not waiting.has_news()


def test_who_is_invited_meanwhile_gets_the_whole_page(mei, joon, now):
    game = opened(mei)
    waiting = Waiting(joon, game)
    lobby.invite(game.id, mei, "joon", now)
    assert waiting.has_news()
    assert waiting.fetch()["HX-Redirect"] == game.get_absolute_url()


def test_how_to_get_up_is_left_alone_while_it_stays_the_same(mei, joon, ines, now):
    game = opened(mei)
    waiting = Waiting(mei, game)
    kept = []
    for act in (lobby.join, lobby.join, lobby.leave, lobby.leave):
        act(game.id, (joon, ines)[len(kept) % 2], now)
        kept.append('id="getting-up"' not in waiting.fetch().content.decode())
    assert kept == [False, True, True, False], "it changes where one is alone, or no longer"


@pytest.mark.parametrize("random_seats", [True, False])
def test_who_sits_down_or_gets_up_is_seen(mei, joon, ines, now, random_seats):
    game = opened(mei, random_seats=random_seats)
    waiting = Waiting(mei, game)
    lobby.join(game.id, joon, now)
    assert waiting.has_news()
    assert "joon" in text(waiting.fetch())
    assert not waiting.has_news(), "the seats that came know what they show"
    lobby.leave(game.id, joon, now)
    lobby.join(game.id, ines, now)
    assert waiting.has_news()
    answer = text(waiting.fetch())
    assert "ines" in answer
    assert "joon" not in answer


def test_a_house_player_in_place_of_another_is_seen(mei, now):
    game = opened(mei, house=("randomly",))
    waiting = Waiting(mei, game)
    lobby.remove_guest(game.id, mei, 1)
    lobby.add_house(game.id, mei, "sensibly", now)
    assert waiting.has_news()
    assert "plays sensibly" in text(waiting.fetch())


def test_what_is_being_typed_is_left_alone(mei, joon, now):
    game = opened(mei, random_seats=False)
    waiting = Waiting(mei, game)
    lobby.join(game.id, joon, now)
    part = waiting.fetch().content.decode()
    assert not re.search("<(html|input(?! type=.hidden))", part)
    assert set(re.findall('id="([^"]*)" ?(?:name="seat" )?hx-swap-oob', part)) == {
        "h-table",
        "getting-up",
        "free-seats",
    }
    assert '<option value="1">' not in part, "a seat that is taken is offered no more"


@pytest.mark.parametrize(
    ("chosen", "kept"), [("3", ["3"]), ("1", []), ("", []), ("x", []), ("99999", []), ("\0", [])]
)
def test_the_free_seat_that_is_being_chosen_stays_chosen(mei, joon, ines, now, chosen, kept):
    game = opened(mei, random_seats=False)
    waiting = Waiting(joon, game)
    assert 'hx-include="#free-seats"' in waiting.page
    lobby.join(game.id, ines, now, seat=1)
    part = waiting.fetch(quote(chosen)).content.decode()
    assert re.findall(r'<option value="(\d)" selected>', part) == kept


def test_a_guest_is_given_only_what_the_page_of_a_guest_has(mei, joon, ines, now):
    game = opened(mei, joon, random_seats=False)
    seated, stranger = Waiting(joon, game), Waiting(None, game)
    lobby.join(game.id, ines, now)
    assert 'id="free-seats"' not in seated.fetch().content.decode()
    assert 'id="getting-up"' not in stranger.fetch().content.decode()


def test_who_is_something_else_at_the_table_now_gets_the_whole_page(mei, joon, now):
    game = opened(mei, joon)
    heir, gone = Waiting(joon, game), Waiting(mei, game)
    lobby.leave(game.id, mei, now)
    for waiting in (heir, gone):
        assert waiting.has_news()
        assert waiting.fetch()["HX-Redirect"] == game.get_absolute_url()


@pytest.mark.parametrize("who", ["mei", None])
def test_it_is_led_to_the_game_once_the_table_is_full(mei, joon, now, who):
    game = opened(mei, size=2)
    waiting = Waiting(mei if who else None, game)
    lobby.join(game.id, joon, now)
    assert waiting.has_news()
    assert waiting.fetch()["HX-Redirect"] == game.get_absolute_url()


def test_it_is_led_to_the_closed_table(mei, joon, now):
    game = opened(mei)
    waiting = Waiting(joon, game)
    lobby.close_table(game.id, mei, now)
    assert waiting.has_news()
    assert waiting.fetch()["HX-Redirect"] == game.get_absolute_url()


def test_without_script_one_is_led_to_the_page(mei, client):
    game = opened(mei)
    assert client.get(reverse("table_again", args=[game.slug]))["Location"] == game.get_absolute_url()


@pytest.mark.parametrize("name", ["table_waiting", "table_again"])
def test_there_is_nothing_to_wait_for_at_a_table_that_is_not_there(client, db, name):
    assert client.get(reverse(name, args=["nothing-here"])).status_code == 404
    assert client.post(reverse(name, args=["nothing-here"])).status_code == 405


def test_the_number_of_queries_does_not_depend_on_who_sits_there(mei, joon, ines):
    counts = []
    for game in (opened(mei), opened(mei, joon, ines)):
        waiting = Waiting(mei, game)
        with CaptureQueriesContext(connection) as asked:
            waiting.fetch()
        counts.append(len(asked))
    assert counts[0] == counts[1]
