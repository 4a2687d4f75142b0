"""Time and people of a table while the page is open: it asks for news, and fetches its middle anew."""

from __future__ import annotations

import pytest
from django.db import transaction

from games.actions import ending
from games.actions.settling import playing
from games.models import Game
from games.pages.pulse import token_for
from tests.site.around import address, page
from tests.site.cast import as_client, running

HX = {"HX-Request": "true"}


@pytest.fixture
def three(mei, joon, ines) -> Game:
    """A running game of three: mei is to act."""
    return running(mei, joon, ines)


def test_an_open_page_asks_whether_anything_has_happened_as_long_as_the_game_runs(three, mei, now):
    shown = page(three, mei)
    assert f'data-seq="{three.seq}.running"' in shown and "games/pulse.js" in shown
    assert f'data-table="{address(three)}"' in shown
    with transaction.atomic():
        ending.end(playing(three.id, now), "agreed", None, 0)
    assert 'id="pulse"' not in page(three, mei)


def test_it_fetches_its_middle_alone(three, mei):
    shown = as_client(mei).get(address(three), headers=HX | {"X-Seat-Token": token_for(three.id, 0)})
    part = shown.content.decode()
    assert part.startswith('<div id="table" data-waiting="1">')
    assert "<html" not in part and "<h1" not in part and "Propose a pause" in part


def test_a_page_that_was_drawn_for_another_is_loaded_afresh(three, mei, joon):
    of_mei = HX | {"X-Seat-Token": token_for(three.id, 0)}
    assert as_client(joon).get(address(three), headers=of_mei)["HX-Refresh"] == "true"
    answer = as_client(None).get(address(three), headers=of_mei)
    assert answer["HX-Redirect"] == f"/account/login/?next={address(three)}"
