"""What one's own lists say of time and people: how games ended, what is asked, who plays."""

from __future__ import annotations

import re

import pytest
from django.db import transaction
from django.urls import reverse

from games.actions import ending, play
from games.actions.settling import playing
from games.models import Game, Person
from tests.site.cast import as_client, finished, running
from tests.site.tables import listed, text


def ended(game: Game, why: str, winner: int | None, now) -> Game:
    """The game, ended as a verb does, and scored."""
    with transaction.atomic():
        ending.end(playing(game.id, now), why, winner, 0)
    play.score(game.id, now)
    return game


def places(person: Person) -> list[str]:
    """The places in one's own list of finished games."""
    page = as_client(person).get(reverse("games")).content.decode()
    return re.findall(r'</th><td class="c-when">[^<]*</td><td>([^<]*)</td>', page)


@pytest.mark.parametrize("why", ["agreed", "voted", "abandoned"])
def test_a_game_that_nobody_won_is_listed_as_one_without_a_winner(mei, joon, now, why):
    ended(running(mei, joon), why, None, now)
    assert places(mei) == places(joon) == ["without a winner"]


@pytest.mark.parametrize("why", ["resigned", "left"])
def test_a_game_that_somebody_gave_up_is_won_and_lost(mei, joon, now, why):
    ended(running(mei, joon), why, 1, now)
    assert (places(mei), places(joon)) == (["2nd of 2"], ["1st of 2"])


def test_only_a_game_that_is_not_scored_yet_is_being_counted(mei, joon):
    finished(mei, joon)
    assert places(mei) == ["being counted"]


def test_who_looks_for_results_finds_the_games_with_that_result(mei, joon, now):
    for title, why, winner in (("won", "resigned", 0), ("lost", "left", 1), ("neither", "agreed", None)):
        ended(running(mei, joon, title=title), why, winner, now)
    client, address = as_client(mei), reverse("history", args=["mei"])
    found = {it: listed(client.get(address, {"result": it})) for it in ("won", "lost", "shared")}
    assert found == {"won": ["won"], "lost": ["lost"], "shared": []}
