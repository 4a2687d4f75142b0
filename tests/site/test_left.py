"""The time that is left, told anew while a page is open: in the words that the page itself would have."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse

from games.models import Game
from games.pages.left import MOST, time_left
from tests.site.cast import NOW, as_client, running

HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def _stopped(time_machine) -> None:
    time_machine.move_to(NOW, tick=False)


def told(client, *moments: str):
    return client.get(reverse("left"), {"at": moments})


def clocks(page: str) -> list[tuple[str, str]]:
    """The moments on a page whose time is told anew, with what it says of them now."""
    return re.findall(r'<time datetime="([^"]*)" data-left="/left/">([^<]*)</time>', page)


@pytest.mark.parametrize("address", ["table", "table_around", "games"])
@pytest.mark.parametrize("who", ["mei", "joon"])
def test_pages_say_of_which_times_to_ask_and_what_is_answered_is_what_they_say(
    mei, joon, client, address, who
):
    game = running(mei, joon, turn=5 * HOUR)
    args = [] if address == "games" else [game.slug]
    page = as_client({"mei": mei, "joon": joon}[who]).get(reverse(address, args=args)).content.decode()
    assert "games/left.js" in page
    found = clocks(page)
    assert found and {words for _, words in found} == {"5 hours left"}
    assert told(client, *(it for it, _ in found)).json() == [words for _, words in found]


def test_time_goes_on(client, time_machine):
    at = (NOW + 61 * timedelta(minutes=1)).isoformat()
    assert told(client, at).json() == ["1 h 1 m left"]
    time_machine.shift(timedelta(seconds=61))
    assert told(client, at).json() == ["59 minutes left"]
    time_machine.shift(HOUR)
    assert told(client, at, NOW.isoformat()).json() == ["time is up"] * 2


def test_it_is_asked_without_the_database_and_not_kept_on_the_way(client, django_assert_num_queries, db):
    with django_assert_num_queries(0):
        answer = told(client, NOW.isoformat())
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize(
    "at", ["", "soon", "2026-09-24T10:40", "2026-09-24", "\0", "0001-01-01T00:00+23:59", "9" * 5000]
)
def test_what_is_no_moment_is_refused_or_long_past(client, at):
    answer = told(client, at)
    assert answer.status_code == 400 or answer.json() == ["time is up"]


def test_no_more_is_told_than_a_page_may_show(client):
    assert len(told(client, *[NOW.isoformat()] * 100).json()) == MOST


def test_where_no_time_runs_there_is_nothing_to_ask(mei, joon):
    game = running(mei, joon)
    Game.objects.filter(id=game.id).update(paused_from=NOW, paused_until=NOW + 9 * HOUR)
    for address in (game.get_absolute_url(), reverse("table_around", args=[game.slug]), reverse("games")):
        assert clocks(as_client(mei).get(address).content.decode()) == []


def test_only_the_time_itself_is_told_anew(mei):
    assert time_left("paused", None) == "paused"
    assert time_left("<b>", None) == "&lt;b&gt;"
    whole = time_left("5 hours left", NOW, "5 hours left, Thu 10:40")
    assert whole.endswith(">5 hours left</time>, Thu 10:40")
