"""The API, playing: a turn goes through the same verb as on the page."""

from __future__ import annotations

import json

import pytest

from games import store
from games.actions import absence, play
from games.models import Event, Game, Notice
from tests.site.cast import NOW, a_turn, finished, running
from tests.site.programs import a_move, program
from tests.site.tables import opened
from tests.site.worlds import after_turns


def turns(game: Game) -> str:
    return f"tables/{game.slug}/turns"


def history(game: Game) -> list[tuple[int, str]]:
    return list(Event.objects.filter(game=game).order_by("seq").values_list("seat", "text"))


def test_a_turn_is_sent_and_answered_by_the_new_table(game, mei, joon):
    it, sent = program(mei), a_turn(game)
    answer = it.post(turns(game), {"seq": 0, "moves": sent})
    assert answer.status_code == 201
    assert answer.json() == it.told(f"tables/{game.slug}")
    assert (answer.json()["to_act"], answer.json()["your_turn"], answer.json()["legal_moves"]) == (
        1,
        False,
        [],
    )
    assert history(game) == [(0, text) for text in sent]
    assert Notice.objects.filter(person=joon, kind="turn").count() == 1


def test_a_turn_that_is_sent_twice_counts_once(game, mei):
    it, moves = program(mei), a_turn(game)
    first, second = (it.post(turns(game), {"seq": 0, "moves": moves}) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json() == second.json()
    assert len(history(game)) == len(moves)


def test_a_turn_for_another_position_is_answered_by_the_present_table(game, mei, joon):
    sent = a_turn(game)
    after_turns(game, mei, joon, turns=2)
    it = program(mei)
    before = history(game)
    answer = it.post(turns(game), {"seq": 1, "moves": [*sent, "finish"]})
    told = answer.json()
    assert (answer.status_code, told["error"]) == (409, "stale")
    assert told["table"] == it.told(f"tables/{game.slug}")
    assert a_move(told["table"])
    assert history(game) == before


def test_a_turn_out_of_turn_is_too_early(game, joon):
    answer = program(joon).post(turns(game), {"seq": 0, "moves": a_turn(game)})
    assert (answer.status_code, answer.json()["message"]) == (409, "It is not your turn.")
    assert not history(game)


@pytest.mark.parametrize(
    ("moves", "which"),
    [([], 0), (["finish"], 0), (["place 99 0,1 0"], 0), (["\u202e"], 0), (["x" * 9000], 0), (["", ""], 0)],
)
def test_a_move_that_is_not_allowed_is_named_and_nothing_happens(game, mei, moves, which):
    answer = program(mei).post(turns(game), {"seq": 0, "moves": moves})
    assert (answer.status_code, answer.json()["error"], answer.json()["which"]) == (
        422,
        "move_refused",
        which,
    )
    assert answer.json()["message"]
    assert not history(game)


def test_the_one_of_several_moves_that_is_not_allowed_is_named(game, mei):
    answer = program(mei).post(turns(game), {"seq": 0, "moves": [*a_turn(game), "finish"]})
    assert (answer.status_code, answer.json()["which"]) == (422, 0)
    assert answer.json()["message"] == "Nothing can follow that step."


def test_more_moves_than_a_turn_has_are_refused(game, mei):
    answer = program(mei).post(turns(game), {"seq": 0, "moves": ["finish"] * 21})
    assert (answer.status_code, answer.json()["error"]) == (422, "refused")


def test_who_has_no_seat_plays_for_nobody(game, ines):
    answer = program(ines).post(turns(game), {"seq": 0, "moves": a_turn(game)})
    assert (answer.status_code, answer.json()["error"]) == (403, "not_yours")
    assert not history(game)


def test_no_turn_is_sent_before_the_start_or_after_the_end(mei, joon):
    for game in (opened(mei), finished(mei, joon)):
        answer = program(mei).post(turns(game), {"seq": 0, "moves": ["finish"]})
        assert (answer.status_code, answer.json()["error"]) == (409, "stale")
        assert answer.json()["table"]["slug"] == game.slug


def test_who_has_given_up_a_seat_plays_there_no_more(mei, joon, ines):
    game = running(mei, joon, ines)
    absence.resign(game.id, mei.id, NOW)
    answer = program(mei).post(turns(game), {"seq": 0, "moves": ["finish"]})
    assert answer.status_code == 403


def test_a_seat_that_the_house_keeps_is_told_so(game, mei):
    game.seats.filter(number=0).update(keeper="sensibly")
    answer = program(mei).post(turns(game), {"seq": 0, "moves": ["finish"]})
    assert (answer.status_code, answer.json()["error"]) == (409, "not_now")
    assert answer.json()["table"]["seats"][0]["kept_by_house"]


GOOD = {"seq": 0, "moves": ["finish"]}


@pytest.mark.parametrize(
    ("sent", "field", "sentence"),
    [
        ({"moves": []}, "seq", "“seq” is missing."),
        (GOOD | {"seq": "0"}, "seq", "“seq” must be a whole number."),
        (GOOD | {"seq": True}, "seq", "“seq” must be a whole number."),
        (GOOD | {"seq": 0.0}, "seq", "“seq” must be a whole number."),
        (GOOD | {"seq": None}, "seq", "“seq” must be a whole number."),
        (GOOD | {"seq": -1}, "seq", "“seq” is out of range."),
        (GOOD | {"seq": 2**40}, "seq", "“seq” is out of range."),
        (GOOD | {"moves": "finish"}, "moves", "“moves” must be a list."),
        (GOOD | {"moves": [["finish"]]}, "moves.0", "“moves.0” must be a text."),
        (GOOD | {"moves": {"0": "finish"}}, "moves", "“moves” must be a list."),
        (GOOD | {"move": "finish"}, "move", "There is no “move” here."),
        ([GOOD], "body", "“body” must be an object."),
        (7, "body", "“body” must be an object."),
    ],
)
def test_what_is_not_as_it_must_be_is_said_field_by_field(game, mei, sent, field, sentence):
    answer = program(mei).post(turns(game), json.dumps(sent))
    assert (answer.status_code, answer.json()["error"]) == (422, "invalid")
    assert answer.json()["fields"] == [{"field": field, "message": sentence}]
    assert answer.json()["message"] == sentence


@pytest.mark.parametrize(
    "body",
    [
        *("{", "seq=0&moves=finish", "nul", "[" * 100_000, '{"seq": NaN}', '{"seq": 1, "seq": 2}'),
        *('{"moves": ["\\ud800"]}', '{"moves": ["\\u0000"]}', '{"seq": ' + "9" * 5000 + "}"),
    ],
)
def test_what_is_no_json_that_can_be_kept_is_refused(game, mei, body):
    answer = program(mei).post(turns(game), body)
    assert (answer.status_code, answer.json()["error"]) == (400, "no_json")


def test_nothing_sent_is_said_to_be_missing(game, mei):
    answer = program(mei).post(turns(game), "")
    assert (answer.status_code, answer.json()["error"]) == (422, "invalid")


def test_what_is_larger_than_the_site_takes_is_not_read(game, mei, settings):
    answer = program(mei).post(turns(game), '"' + "x" * settings.DATA_UPLOAD_MAX_MEMORY_SIZE + '"')
    assert (answer.status_code, answer.json()["error"]) == (413, "too_large")


def test_a_turn_takes_as_many_queries_late_as_early(mei, joon):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    counts = []
    for number in (2, 20):
        game = after_turns(running(mei, joon), mei, joon, turns=number)
        it, sent = program(mei), {"seq": store.load(game).moved, "moves": a_turn(game)}
        it.told("me")
        with CaptureQueriesContext(connection) as queries:
            assert it.post(turns(game), sent).status_code == 201
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_turn_in_parts_goes_on_with_a_new_number(mei, joon):
    game = running(mei, joon, rules="titania", options={"one_space_per_crane_visit": False})
    it, path = program(mei), f"tables/{game.slug}"
    for _ in range(100):
        table = it.told(path)
        if not table["your_turn"]:
            play.submit_turn(game.id, joon.id, table["seq"], a_turn(game), NOW)
        else:
            sent = it.post(turns(game), {"seq": table["seq"], "moves": a_turn(game)}).json()
            if sent["your_turn"]:
                assert sent["seq"] > table["seq"]
                assert sent["legal_moves"]
                assert sent["turns"][-1]["seat"] == 0
                return
        game.refresh_from_db()
    raise AssertionError("no turn has gone on")
