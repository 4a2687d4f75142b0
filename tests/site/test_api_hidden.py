"""Nothing that a reader may not know reaches their programs: dealt anew, it changes no answer."""

from __future__ import annotations

import pytest
import time_machine

from games.models import Game
from games.pages.api.page import schema
from tests.site import seas
from tests.site.cast import NOW, running
from tests.site.programs import program
from tests.site.worlds import after_turns, redeal

HIDDEN = {"edition": "printed", "lanterns": "hidden"}
OPEN = {"edition": "printed", "lanterns": "open"}
LISTS = ("me", "waiting", "tables", "tables?status=open", "tables?status=ended", "tables/open")


@pytest.fixture(params=[HIDDEN, OPEN], ids=["hidden", "open"])
def lake(request, mei, joon) -> Game:
    """A game of Lanterns with fifteen turns behind it: joon is to act."""
    return after_turns(running(mei, joon, options=request.param), mei, joon, turns=15)


@pytest.fixture
def sea(mei, joon) -> Game:
    """A game of Titania with six parts of turns behind it."""
    options = {"one_space_per_crane_visit": False}
    return after_turns(running(mei, joon, rules="titania", options=options), mei, joon, turns=6)


def told(it, game: Game) -> list:
    """All that a program can read of a game, the steps that it may try among them; and its lists."""
    path = f"tables/{game.slug}"
    table = it.told(path, log=1000)
    tried = [it.told(path, after=[step]) for step in table["to_be_followed"][:5]]
    refused = [it.get(path, after=[step]).content for step in (*table["legal_moves"][-3:], "finish", "draw")]
    stale = it.post(f"{path}/turns", {"seq": 9999, "moves": []}).content
    return [table, tried, refused, stale, *(it.told(path) for path in LISTS)]


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_the_api_tells_nothing_that_is_hidden_in_lanterns(lake, mei, joon, ines, viewer):
    it = program(ines if viewer is None else (mei, joon)[viewer])
    with time_machine.travel(NOW, tick=False):
        before = told(it, lake)
        redeal(lake, viewer)
        assert told(it, lake) == before
    assert bool(before[0]["legal_moves"]) == (viewer == lake.to_act)


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_the_api_tells_nothing_that_is_hidden_in_titania(sea, mei, joon, ines, viewer):
    it = program(ines if viewer is None else (mei, joon)[viewer])
    with time_machine.travel(NOW, tick=False):
        before = told(it, sea)
        seas.redeal(sea, viewer)
        assert told(it, sea) == before
    assert bool(before[0]["legal_moves"]) == (viewer == sea.to_act)


def test_a_watcher_is_told_no_hand_and_a_seat_only_its_own(lake, sea, mei, joon, ines):
    for game in (lake, sea):
        for person, own in ((mei, [True, False]), (joon, [False, True]), (ines, [False, False])):
            seats = program(person).told(f"tables/{game.slug}")["view"]["seats"]
            assert [seat["hand"] is not None for seat in seats] == own


def test_no_seed_leaves_before_the_end(lake, mei, joon, ines):
    secrets = [bytes(it).hex() for it in (lake.seed, lake.server_seed)]
    for person in (mei, joon, ines):
        answers = str(told(program(person), lake))
        assert not any(secret in answers for secret in secrets)
        person.refresh_from_db()
        assert bytes(person.next_server_seed).hex() not in answers


def test_holidays_are_told_to_the_people_of_the_table_only(lake, mei, joon, ines):
    from games.actions import breaks
    from games.clock.terms import DAY

    breaks.go_away(joon, NOW, NOW + 3 * DAY, NOW)
    with time_machine.travel(NOW, tick=False):
        deadlines = [program(it).told(f"tables/{lake.slug}")["deadline"] for it in (mei, ines)]
    assert deadlines[0] is not None
    assert deadlines[1] is None


def test_the_schema_gives_no_table_a_state():
    fields = schema()["components"]["schemas"]["Table"]["properties"]
    assert "view" in fields
    assert not fields.keys() & {"state", "seed", "deal", "commitment", "draft"}
