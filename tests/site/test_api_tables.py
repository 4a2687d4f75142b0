"""The API, sitting down: tables are opened, joined and left by the same verbs as on the pages."""

from __future__ import annotations

import json

import pytest

from games.actions import lobby
from games.clock.terms import HOUR
from games.models import Game, Invitation
from tests.site.cast import NOW, person
from tests.site.programs import program
from tests.site.tables import opened, sitting

USUAL = {"game": "lanterns", "size": 2}


def test_a_table_is_opened_at_which_one_sits(mei):
    answer = program(mei).post("tables", USUAL | {"size": 3, "title": "Slow cup", "word": "tea"})
    game = Game.objects.get()
    assert answer.status_code == 201
    assert (answer.json()["slug"], answer.json()["status"], answer.json()["title"]) == (
        game.slug,
        "open",
        "Slow cup",
    )
    assert (game.size, game.public, game.random_seats, game.opened_by) == (3, True, True, mei)
    assert game.seats.get(person=mei).word == "tea"
    assert [seat["kind"] for seat in answer.json()["seats"]] == ["person", "free", "free"]


def test_with_house_players_all_round_the_game_starts_at_once(mei):
    answer = program(mei).post("tables", USUAL | {"house": ["sensibly"], "random_seats": False, "seat": 0})
    assert (answer.json()["status"], answer.json()["your_turn"], answer.json()["you"]) == ("running", True, 0)
    assert sitting(Game.objects.get()) == {0: "mei", 1: "sensibly"}


def test_everything_that_the_page_lets_one_choose_can_be_chosen(mei):
    wish = {
        "game": "lanterns",
        "size": 4,
        "options": {"edition": "preview", "lanterns": "hidden"},
        "terms": {"pace": {"turn": 6 * 3600, "weekends_off": True}, "gates": {"newcomers": False}},
        "public": False,
        "random_seats": False,
        "seat": 2,
    }
    told = program(mei).post("tables", wish).json()
    game = Game.objects.get()
    assert game.options == wish["options"]
    assert (game.agreed.pace.turn, game.agreed.pace.weekends_off) == (6 * HOUR, True)
    assert not game.agreed.gates.newcomers
    assert (game.public, sitting(game)) == (False, {2: "mei"})
    assert told["terms"]["pace"]["turn"] == 6 * 3600


def test_a_table_can_be_opened_by_the_terms_that_another_tells(mei, joon):
    told = program(mei).post("tables", USUAL).json()
    again = program(joon).post("tables", USUAL | {"terms": told["terms"], "options": told["options"]})
    assert again.json()["terms"] == told["terms"]


def test_with_the_commitment_a_repeat_opens_no_second_table(mei):
    it = program(mei)
    wish = USUAL | {"commitment": it.told("me")["commitment"]}
    first, second = it.post("tables", wish), it.post("tables", wish)
    assert first.json()["slug"] == second.json()["slug"]
    assert Game.objects.count() == 1
    assert it.post("tables", USUAL | {"commitment": "x"}).status_code == 409
    it.post("tables", USUAL)
    it.post("tables", USUAL)
    assert Game.objects.count() == 3


def test_members_are_invited_and_who_cannot_be_is_told(mei, joon):
    answer = program(mei).post("tables", USUAL | {"invite": ["joon", "nobody"]})
    assert answer.json()["not_invited"] == [{"name": "nobody", "message": "There is no member of that name."}]
    assert Invitation.objects.get().person == joon


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "chess"}, "There is no such game here."),
        ({"size": 1}, "This game is not for that many players."),
        ({"size": 2**31 - 1}, "This game is not for that many players."),
        ({"options": {"edition": "third"}}, "That is none of the choices of an option."),
        ({"options": {"nothing": True}}, "This game has no such option."),
        ({"title": "a\nb"}, "A name must be one line of plain text."),
        ({"title": "x" * 500}, "characters at most"),
        ({"word": "x" * 81}, "A lucky word may have 80 characters at most."),
        ({"random_seats": False, "seat": 2}, "There is no such seat at this table."),
        ({"house": ["deep thought"]}, "There is no such house player."),
        ({"house": ["sensibly"] * 2}, "There are not so many seats besides your own."),
        ({"terms": {"pace": {"turn": 1}}}, "6 hours to 14 days"),
        ({"terms": {"pace": {"turn": 2**53}}}, "no terms of a table"),
        ({"terms": {"pace": {"turn": "1"}}}, "no terms of a table"),
        ({"terms": {"pace": {"kind": "none"}}}, "There is no such pace."),
        ({"terms": {"pace": {"quick": True}}}, "no terms of a table"),
        ({"terms": {"weather": {}}}, "no terms of a table"),
        ({"terms": {"absence": {"after": 9}}}, "1 to 5 turns"),
        ({"terms": {"gates": {"on_time": 2}}}, "50 to 99 per cent"),
    ],
)
def test_a_table_that_there_cannot_be_is_refused_with_a_sentence(mei, change, sentence):
    answer = program(mei).post("tables", USUAL | change)
    assert (answer.status_code, answer.json()["error"]) == (422, "refused")
    assert sentence in answer.json()["message"]
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"size": "2"}, "size"),
        ({"public": "no"}, "public"),
        ({"public": 0}, "public"),
        ({"seat": -1}, "seat"),
        ({"house": "sensibly"}, "house"),
        ({"invite": ["a", "b", "c", "d"]}, "invite"),
        ({"terms": []}, "terms"),
        ({"players": 2}, "players"),
        ({"title": None}, "title"),
    ],
)
def test_a_field_that_is_not_as_it_must_be_is_named(mei, change, field):
    answer = program(mei).post("tables", USUAL | change)
    assert (answer.status_code, answer.json()["error"]) == (422, "invalid")
    assert answer.json()["fields"][0]["field"] == field
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    "options", [{"edition": 1}, {"edition": []}, {"edition": {"a": 1}}, {"edition": None}]
)
def test_an_option_is_a_text_or_true_or_false(mei, options):
    answer = program(mei).post("tables", USUAL | {"options": options})
    assert answer.status_code == 422
    assert answer.json()["message"].endswith(".")


def test_one_sits_down_and_the_last_to_come_starts_the_game(mei, joon):
    game = opened(mei, size=2)
    answer = program(joon).post(f"tables/{game.slug}/join", {"word": "rain"})
    assert (answer.status_code, answer.json()["status"]) == (200, "running")
    assert sorted(sitting(game).values()) == ["joon", "mei"]


def test_nothing_has_to_be_sent_to_sit_down(mei, joon):
    game = opened(mei, size=3)
    it = program(joon)
    for _ in range(2):
        assert it.post(f"tables/{game.slug}/join", "").status_code == 200
    assert sorted(sitting(game).values()) == ["joon", "mei"]


def test_one_cannot_sit_down_where_there_is_no_seat(mei, joon, ines):
    game = opened(mei, joon, size=2)
    answer = program(ines).post(f"tables/{game.slug}/join", {})
    assert (answer.status_code, answer.json()["error"]) == (409, "stale")
    assert answer.json()["table"]["status"] == "running"


def test_the_gates_of_a_table_hold_for_programs_too(mei, joon):
    wish = USUAL | {"terms": {"gates": {"newcomers": False}}}
    slug = program(mei).post("tables", wish).json()["slug"]
    answer = program(joon).post(f"tables/{slug}/join", {})
    assert (answer.status_code, answer.json()["error"]) == (422, "refused")
    assert sitting(Game.objects.get()) == {0: "mei"}


def test_one_gets_up_again(mei, joon):
    game = opened(mei, joon, size=3)
    answer = program(joon).post(f"tables/{game.slug}/leave", {})
    assert (answer.status_code, answer.json()["status"]) == (200, "open")
    assert list(sitting(game).values()) == ["mei"]
    assert program(joon).post(f"tables/{game.slug}/leave", {}).status_code == 422


def test_the_last_to_leave_says_that_the_table_closes(mei):
    game, it = opened(mei), program(mei)
    assert it.post(f"tables/{game.slug}/leave", "").status_code == 422
    assert it.post(f"tables/{game.slug}/leave", {"closing": "yes"}).status_code == 422
    assert it.post(f"tables/{game.slug}/leave", {"closing": True}).json()["status"] == "closed"


def test_one_does_not_leave_a_game_that_runs(game, mei):
    assert program(mei).post(f"tables/{game.slug}/leave", {}).status_code == 409


@pytest.mark.parametrize("verb", ["turns", "join", "leave"])
def test_nothing_can_be_done_at_a_table_that_there_is_not(mei, verb):
    answer = program(mei).post(f"tables/nothing/{verb}", {"seq": 0, "moves": []} if verb == "turns" else {})
    assert (answer.status_code, answer.json()["error"]) == (404, "not_found")


def test_a_closed_table_is_told_so(mei, joon):
    game = opened(mei, joon)
    lobby.close_table(game.id, mei, NOW)
    answer = program(person("tomas")).post(f"tables/{game.slug}/join", json.dumps({}))
    assert (answer.status_code, answer.json()["message"]) == (409, "This table has been closed.")
