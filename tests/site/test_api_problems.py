"""Where something is wrong, the API answers by a code and a sentence, and never by a page."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.test import Client
from django.utils import translation

from games import store
from games.actions import watch
from games.models import Game
from games.pages.api import limits, problems
from tests.site.cast import NOW, a_turn
from tests.site.programs import ROOT, program
from tests.site.worlds import forget


def test_every_code_that_is_answered_is_told_and_no_other():
    source = Path(problems.__file__).read_text()
    answered = set(re.findall(r'problem\(\s*\d+,\s*"(\w+)"', source))
    answered |= {*problems.OF_STATUS.values(), "fault"}
    assert answered == {code for _status, code, _words in problems.CODES}


@pytest.mark.parametrize("path", ["", "nothing", "tables/x/nothing", "me/", "../api/v1/nothing"])
def test_there_is_nothing_at_another_address(mei, path):
    answer = program(mei).get(path)
    assert (answer.status_code, answer.json()["error"]) == (404, "not_found")


@pytest.mark.parametrize("method", ["put", "patch", "delete", "head", "options"])
def test_another_method_is_not_taken(mei, method):
    it = program(mei)
    answer = getattr(it.client, method)(f"{ROOT}me")
    assert (answer.status_code, answer["Allow"]) == (405, "GET")
    if method != "head":
        assert answer.json()["error"] == "method_not_allowed"


def test_nothing_is_done_by_looking(game, mei):
    it = program(mei)
    for verb in ("turns", "join", "leave"):
        assert it.get(f"tables/{game.slug}/{verb}").status_code == 405


def test_a_fault_of_the_site_is_told_without_its_inside(game, mei, monkeypatch):
    def broken(*_args):
        raise RuntimeError("inside")

    monkeypatch.setattr("games.pages.api.told.table_for", broken)
    answer = program(mei, raise_request_exception=False).get(f"tables/{game.slug}")
    assert (answer.status_code, answer.json()["error"]) == (500, "fault")
    assert "inside" not in answer.content.decode()


def test_a_game_whose_history_is_broken_is_told_so(game, mei):
    it, sent = program(mei), {"seq": 0, "moves": a_turn(game)}
    it.post(f"tables/{game.slug}/turns", sent)
    game.events.update(text="nonsense")
    forget()
    watch.watch(game.id, NOW)
    answer = it.get(f"tables/{game.slug}")
    assert (answer.status_code, answer.json()["error"]) == (503, "standing_still")
    answer = it.post(f"tables/{game.slug}/turns", sent)
    assert (answer.status_code, answer.json()["error"]) == (409, "not_now")
    assert it.get("tables").status_code == 200
    assert not store._positions


def test_an_address_of_another_site_is_answered_as_json(mei):
    answer = Client(headers={"Host": "elsewhere.example"}).get(f"{ROOT}me")
    assert (answer.status_code, answer.json()["error"]) == (400, "bad_request")


def test_whoever_shows_a_token_is_answered_in_their_own_language_and_nobody_after_them(
    mei, joon, settings, monkeypatch
):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    mei.language = "de"
    mei.save()
    before = translation.get_language()
    spoken = []

    def waiting(_person):
        spoken.append(translation.get_language())
        return 0

    monkeypatch.setattr("games.lists.waiting", waiting)
    for person in (mei, joon):
        program(person).told("me")
    assert spoken == ["de", before]
    assert translation.get_language() == before


# Not too often


@pytest.fixture
def few(monkeypatch):
    """Two questions a minute, and one deed."""
    monkeypatch.setattr(limits, "READS_A_MINUTE", 2)
    monkeypatch.setattr(limits, "WRITES_A_MINUTE", 1)


def test_who_asks_too_often_is_told_how_long_to_wait(few, mei):
    it = program(mei)
    with time_machine.travel(NOW + timedelta(seconds=18), tick=False):
        assert [it.get("me").status_code for _ in range(4)] == [200, 200, 429, 429]
        answer = it.get("me")
    assert (answer["Retry-After"], answer.json()["error"]) == ("42", "too_often")
    assert "Wait 42 seconds" in answer.json()["message"]
    with time_machine.travel(NOW + timedelta(seconds=60), tick=False):
        assert it.get("me").status_code == 200


def test_asking_and_acting_are_counted_apart_and_each_token_for_itself(few, mei):
    it, other = program(mei), program(mei)
    wish = {"game": "lanterns", "size": 2}
    with time_machine.travel(NOW, tick=False):
        assert [it.get("me").status_code for _ in range(3)] == [200, 200, 429]
        assert [it.post("tables", wish).status_code for _ in range(2)] == [201, 429]
        assert other.get("me").status_code == 200
        assert other.post("tables", wish).status_code == 201
    assert Game.objects.count() == 2


def test_while_the_cache_is_away_nobody_is_kept_out(few, mei, broker):
    it = program(mei)
    broker.stop()
    assert [it.get("me").status_code for _ in range(4)] == [200] * 4


def test_a_token_that_may_not_is_counted_too(few, mei):
    it = program(mei, "play")
    with time_machine.travel(NOW, tick=False):
        assert [it.get("me").status_code for _ in range(3)] == [403, 403, 429]


def test_the_use_of_a_token_is_noted(mei):
    it = program(mei)
    with time_machine.travel(NOW, tick=False):
        it.told("me")
    assert mei.tokens.get().used_at == NOW.replace(minute=0)
