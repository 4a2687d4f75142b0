"""Every page of the site, as the server sends it: sound markup, and nothing that a strict policy refuses."""

from __future__ import annotations

import pytest

from games.actions import lobby
from tests.site.accounts import sound
from tests.site.cast import as_client, finished
from tests.site.tables import opened

OPEN = ["/tables/", "/tables/?show=running", "/people/mei/", "/people/mei/games/"]
OWN = [
    "/games/",
    "/tables/new/",
    "/settings/",
    "/settings/notices/",
    "/settings/webhooks/",
    "/settings/feeds/",
    "/settings/told/",
    *OPEN,
]


@pytest.mark.parametrize("address", OWN)
def test_the_pages_of_a_member_are_sound(game, mei, address):
    sound(as_client(mei).get(address))


@pytest.mark.parametrize("address", OPEN)
def test_the_pages_that_anybody_may_see_are_sound(game, client, address):
    sound(client.get(address))


@pytest.mark.parametrize(
    "query", ["", "?open=exchange", "?open=dedicate", "?open=place&tile=1&at=0,1&turn=2", "?log=all"]
)
def test_a_running_table_is_sound_for_everybody(game, mei, joon, query):
    for reader in (mei, joon, None):
        sound(as_client(reader).get(game.get_absolute_url() + query))


def test_an_open_table_is_sound_for_everybody(mei, joon, ines):
    game = opened(mei, joon)
    for reader in (mei, joon, ines, None):
        sound(as_client(reader).get(game.get_absolute_url()))


def test_a_table_that_has_closed_is_sound(mei, joon, now):
    game = opened(mei, joon)
    lobby.close_table(game.id, mei, now)
    for reader in (mei, joon):
        sound(as_client(reader).get(game.get_absolute_url()))


def test_a_finished_game_and_its_replay_are_sound(mei, joon):
    game = finished(mei, joon)
    for reader in (mei, None):
        for part in ("", "at/0/", "at/5/"):
            sound(as_client(reader).get(game.get_absolute_url() + part))


def test_a_member_whose_zone_is_unknown_is_asked_on_a_sound_page(ines):
    assert "Times are shown in UTC." in sound(as_client(ines).get("/about/"))


def test_the_sentences_above_a_page_are_read_out(mei):
    client = as_client(mei)
    text = sound(client.post("/theme/", {"theme": "?", "next": "/about/"}, follow=True))
    assert '<div class="wrap notices" role="status"><p class="notice notice-alarm">' in text
    assert "There is no such theme." not in sound(client.get("/about/"))
