"""The record that anybody may take along: of a running game nothing that decides it."""

from __future__ import annotations

import base64
import json
from datetime import timedelta

import pytest
from django.urls import reverse

from games.actions import absence, records
from games.models import Game
from games.rules.record import last, outcome, read
from tests.site.cast import NOW, as_client, finished, person, running
from tests.site.tables import opened
from tests.site.worlds import after_turns, kept, redeal


def record(game: Game, someone=None) -> str:
    answer = as_client(someone).get(reverse("table_record", args=[game.slug]))
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def played(mei, joon) -> Game:
    """A running game after five turns."""
    return after_turns(running(mei, joon), mei, joon, turns=5)


@pytest.fixture
def readers(mei, joon, ines):
    """Everybody who may ask: those who play, who watches, who runs the site, and a stranger."""
    return mei, joon, ines, person("staff", is_staff=True, is_superuser=True), None


def test_a_running_games_record_has_neither_seed_nor_deal_for_anybody(played, readers):
    secrets = [bytes(played.seed), bytes(played.server_seed)]
    spelled = [form for it in secrets for form in (it.hex(), base64.b64encode(it).decode())]
    for reader in readers:
        text = record(played, reader)
        assert not {"seed", "deal", "result", "server_seed"} & set(json.loads(text))
        assert not any(form in text for form in spelled)


def test_a_running_games_record_is_the_same_for_everybody(played, readers):
    assert len({record(played, reader) for reader in readers}) == 1


def test_a_running_games_record_does_not_depend_on_what_is_hidden(played):
    before = record(played)
    redeal(played, None)
    assert record(played) == before


def test_a_running_games_record_has_the_moves_and_who_made_them_when(played):
    data = json.loads(record(played))
    events = played.events.order_by("seq")
    assert data["moves"] == [[it.seat, it.text] for it in events]
    assert data["at"] == [it.at.isoformat() for it in events]
    assert data["players"] == ["mei", "joon"]
    assert (data["format"], data["game"], data["id"]) == ("game-record/1", "lanterns", played.slug)


def test_the_words_of_a_running_game_are_not_in_its_record(played):
    played.seats.update(word="lotus")
    assert "lotus" not in record(played)


def test_an_ended_games_record_replays_to_its_result(mei, joon):
    game = finished(mei, joon)
    found = read(record(game))
    assert found.seed == bytes(game.seed or b"")
    assert found.deal is not None
    assert outcome(found.rules.result(last(found))) == found.result


def test_an_ended_games_record_can_be_brought_back(mei, joon):
    game = finished(mei, joon)
    again = records.import_(read(record(game)), NOW)
    assert json.loads(record(again)) | {"id": game.slug} == json.loads(record(game))


def test_a_record_brought_here_has_the_deal_it_came_with(db):
    game = kept("deal-spelled-out")
    assert json.loads(record(game))["deal"] == game.deal


def test_it_comes_as_a_file_that_no_browser_keeps(played):
    answer = as_client(None).get(reverse("table_record", args=[played.slug]))
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == f'attachment; filename="lanterns-{played.slug}.json"'
    assert "no-store" in answer["Cache-Control"]


def test_time_outs_stand_beside_the_moves(mei, joon):
    game = running(mei, joon)
    assert absence.time_out(game.id, NOW + timedelta(days=3))
    assert json.loads(record(game))["events"][0] | {"at": ""} == {
        "after": 0,
        "event": "timeout",
        "seat": 0,
        "at": "",
    }


def test_there_is_none_before_the_start(mei):
    assert as_client(mei).get(reverse("table_record", args=[opened(mei).slug])).status_code == 404


def test_there_is_none_of_a_table_that_is_not_there(db):
    assert as_client(None).get("/t/nothing/record/").status_code == 404


def test_asking_for_it_changes_nothing(played, mei):
    assert as_client(mei).post(reverse("table_record", args=[played.slug])).status_code == 405
