"""Nothing that a viewer may not know reaches them: what is hidden is dealt anew, and no page changes."""

from __future__ import annotations

import pytest
import time_machine
from django.urls import reverse

from games import store
from games.models import Game
from tests.site.cast import NOW, as_client, finished, running
from tests.site.worlds import after_turns, redeal, seen

HIDDEN = {"edition": "printed", "lanterns": "hidden"}
OPEN = {"edition": "printed", "lanterns": "open"}
QUERIES = (
    "",
    "?open=place",
    "?open=exchange",
    "?open=dedicate",
    "?log=all",
    "?tile={tile}&at=0,1",
    "?back=red.red",
)


@pytest.fixture(params=[HIDDEN, OPEN], ids=["hidden", "open"])
def under_way(request, mei, joon) -> Game:
    """A game of two, with five turns behind it: joon is to act."""
    return after_turns(running(mei, joon, options=request.param), mei, joon, turns=5)


def pages(client, game: Game, tile: int) -> list[str]:
    """Every form of the table page, and the whole of a swap."""
    url = game.get_absolute_url()
    found = [seen(client.get(url + query.format(tile=tile)).content.decode()) for query in QUERIES]
    swap = client.get(url, headers={"HX-Request": "true"}).content.decode()
    return [*found, seen(f"<main>{swap}</main>")]


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_the_table_page_tells_nothing_that_is_hidden(under_way, mei, joon, ines, viewer):
    client = as_client(ines if viewer is None else (mei, joon)[viewer])
    tile = store.load(under_way).state.hands[viewer or 0][0]
    before = pages(client, under_way, tile if viewer is not None else 1)
    redeal(under_way, viewer)
    assert pages(client, under_way, tile if viewer is not None else 1) == before


@pytest.mark.parametrize("viewer", [0, 1])
def test_ones_own_list_tells_nothing_that_is_hidden(under_way, mei, joon, viewer):
    client = as_client((mei, joon)[viewer])
    before = seen(client.get(reverse("games")).content.decode())
    redeal(under_way, viewer)
    assert under_way.slug in before
    assert ("placed a tile at" in before) == (viewer == under_way.to_act)
    assert seen(client.get(reverse("games")).content.decode()) == before


def test_somebody_not_signed_in_sees_what_a_watcher_sees(under_way, ines):
    watcher, stranger = (as_client(it).get(under_way.get_absolute_url()) for it in (ines, None))
    assert seen(watcher.content.decode()) == seen(stranger.content.decode())


@pytest.mark.parametrize("asked", ["viewer=0", "seat=0", "as=mei", "viewer=mei&seat=1"])
def test_nobody_may_look_through_another_ones_eyes(under_way, ines, asked):
    url = under_way.get_absolute_url()
    client = as_client(ines)
    plain, through = (seen(client.get(address).content.decode()) for address in (url, f"{url}?{asked}"))
    assert plain == through


def test_no_seed_leaves_before_the_end(under_way, mei, joon, ines):
    secrets = [bytes(under_way.seed).hex(), bytes(under_way.server_seed).hex()]
    for person in (mei, joon, ines, None):
        for name in ("table", "table_record"):
            told = as_client(person).get(reverse(name, args=[under_way.slug])).content.decode()
            assert not any(secret in told for secret in secrets)


def test_the_page_of_a_hand_is_kept_by_no_browser_and_no_cache(under_way, joon):
    answer = as_client(joon).get(under_way.get_absolute_url())
    assert "no-store" in answer["Cache-Control"]
    assert "private" in answer["Cache-Control"]


def test_after_the_end_nothing_is_hidden(mei, joon, ines):
    game = finished(mei, joon)
    told = as_client(ines).get(game.get_absolute_url()).content.decode()
    assert bytes(game.seed).hex() in told


@pytest.mark.parametrize("turns", [1, 20])
def test_a_table_takes_as_many_queries_late_as_early(mei, joon, turns, django_assert_num_queries):
    game = after_turns(running(mei, joon), mei, joon, turns=turns)
    client = as_client(mei)
    client.get(game.get_absolute_url())
    # session, person, game, seats, open questions, games that wait
    with time_machine.travel(NOW, tick=False), django_assert_num_queries(6):
        client.get(game.get_absolute_url())
    with django_assert_num_queries(7):  # the time is up: when the sweep has beaten last, too
        client.get(game.get_absolute_url())
