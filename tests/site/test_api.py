"""The API, asked: by whom, whose turn, which tables, and a table as one's own view."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from games import store
from games.actions import absence, breaks, drafts, tokens
from games.clock import terms
from games.clock.terms import DAY, Absence, Gates, Pace, Terms
from games.models import Seat, Token
from games.pages.api import told
from games.rules.registry import RULES
from tests.site.cast import NOW, a_turn, as_client, finished, running
from tests.site.programs import ROOT, a_move, program
from tests.site.tables import opened
from tests.site.worlds import after_turns

READS = ("me", "waiting", "tables", "tables/open")


# By whom


@pytest.mark.parametrize(
    "header", [None, "Bearer", "Bearer lkl_x", "Basic lkl_x", "lkl_x", "Bearer \0", "Bearer é"]
)
def test_whoever_shows_no_token_is_told_nothing(game, header):
    client = Client(headers={} if header is None else {"Authorization": header})
    for path in (*READS, f"tables/{game.slug}"):
        answer = client.get(ROOT + path)
        assert (answer.status_code, answer["WWW-Authenticate"]) == (401, 'Bearer realm="api"')
        assert answer.json()["error"] == "no_token"


def test_being_signed_in_in_a_browser_counts_for_nothing(game, mei, django_assert_num_queries):
    client = as_client(mei)
    with django_assert_num_queries(0):  # not even its session is looked up
        assert client.get(f"{ROOT}me").status_code == 401
    answer = client.post(
        f"{ROOT}tables/{game.slug}/turns", {"seq": 0, "moves": a_turn(game)}, "application/json"
    )
    assert answer.status_code == 401


def test_a_token_acts_for_its_person_whoever_is_signed_in(game, mei, joon):
    client = as_client(joon)
    secret = tokens.make(mei, "bot", ["read"], NOW)[1]
    answer = client.get(f"{ROOT}me", headers={"Authorization": f"bearer {secret}"})
    assert answer.json()["name"] == "mei"
    assert not answer.cookies


def test_no_answer_is_kept_anywhere(game, mei):
    for answer in (program(mei).get("me"), program(mei).get("nothing"), Client().get(f"{ROOT}me")):
        assert (answer["Cache-Control"], answer["Vary"]) == ("no-store", "Authorization")
        assert answer["Content-Type"].startswith("application/json")


@pytest.mark.parametrize("scope", Token.Scope.values)
def test_a_token_is_good_for_its_scope_and_nothing_else(game, mei, scope):
    it, table = program(mei, scope), f"tables/{game.slug}"
    asked = {path: it.get(path).status_code for path in (*READS, table)}
    assert set(asked.values()) == {200 if scope == "read" else 403}
    turn = it.post(f"{table}/turns", {"seq": 0, "moves": a_turn(game)})
    assert turn.status_code == (201 if scope == "play" else 403)
    wish = {"game": "lanterns", "size": 2}
    done = [it.post("tables", wish), it.post(f"{table}/join"), it.post(f"{table}/leave")]
    assert [answer.status_code == 403 for answer in done] == [scope != "tables"] * 3


def test_a_token_for_sitting_down_and_getting_up_shows_no_hand(game, mei, ines):
    """By joining a table at which one sits already, or leaving one that plays, it could read every turn."""
    it, path = program(mei, "tables"), f"tables/{game.slug}"
    known = program(ines).told(path)
    assert it.post(f"{path}/join").json() == known
    assert it.post(f"{path}/leave").json()["table"] == known


def test_a_missing_scope_is_named(game, mei):
    answer = program(mei, "play").get("me")
    assert (answer.json()["error"], answer.json()["scope"]) == ("missing_scope", "read")
    assert "(see my tables)" in answer.json()["message"]
    assert 'scope="read"' in answer["WWW-Authenticate"]


# Who, whose turn, which tables


def test_one_is_told_who_one_is(game, mei):
    it = program(mei, "read", "play").told("me")
    assert (it["name"], it["scopes"], it["waiting"]) == ("mei", ["play", "read"], 1)


def test_what_waits_is_told_the_most_urgent_first(mei, joon):
    late, soon = running(mei, joon, turn=7 * DAY), running(mei, joon, turn=1 * DAY)
    running(joon, mei)
    it = program(mei).told("waiting")
    assert [line["slug"] for line in it["tables"]] == [soon.slug, late.slug]
    assert it["tables"][0]["deadline"] == "2026-09-25T10:40:00Z"
    assert {line["your_turn"] for line in it["tables"]} == {True}
    assert (it["page"], it["more"]) == (1, False)


def test_ones_tables_are_told_by_how_they_stand(mei, joon, ines):
    others, mine = running(joon, ines), running(joon, mei)
    waits, table, over = running(mei, joon), opened(mei), finished(mei, joon)
    it = program(mei)
    told = {status: it.told("tables", status=status)["tables"] for status in ("running", "open", "ended")}
    assert {status: [line["slug"] for line in lines] for status, lines in told.items()} == {
        "running": [waits.slug, mine.slug],
        "open": [table.slug],
        "ended": [over.slug],
    }
    assert it.told("tables") == it.told("tables", status="running")
    assert others.slug not in str(told)


def test_a_game_in_which_one_is_only_asked_to_stand_in_is_not_ones_own_yet(mei, joon, ines):
    joon.stand_in = ines
    joon.save()
    game = running(joon, mei, terms=Terms(Pace(), Absence("stand-in")))
    absence.time_out(game.id, NOW + 4 * DAY)
    assert Seat.objects.get(game=game, number=0).deputy_id == ines.id
    assert program(ines).told("tables")["tables"] == []
    absence.accept_stand_in(game.id, ines.id, NOW + 4 * DAY)
    (line,) = program(ines).told("tables")["tables"]
    assert [seat["you"] for seat in line["seats"]] == [True, False]
    assert line["seats"][0]["stand_in"] == "ines"


def test_tables_to_join_are_told_to_everybody(mei, joon):
    table, _by_link = opened(mei, size=3, title="Slow cup"), opened(mei, public=False)
    (line,) = program(joon).told("tables/open")["tables"]
    assert (line["slug"], line["title"], line["size"]) == (table.slug, "Slow cup", 3)
    assert [seat["kind"] for seat in line["seats"]] == ["person", "free", "free"]
    assert [seat["name"] for seat in line["seats"]] == ["mei", None, None]


def test_a_list_is_told_page_by_page(mei, joon):
    for _ in range(21):
        running(mei, joon)
    it = program(mei)
    for path in ("waiting", "tables"):
        first, second = it.told(path), it.told(path, page=2)
        assert (len(first["tables"]), first["more"]) == (20, True)
        assert (len(second["tables"]), second["page"], second["more"]) == (1, 2, False)


@pytest.mark.parametrize("page", ["0", "-1", "x", "9999999", "1.5", "\0"])
def test_a_page_that_there_cannot_be_is_refused(mei, page):
    answer = program(mei).get("tables", page=page)
    assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, "page")


def test_lists_take_as_many_queries_for_many_as_for_one(mei, joon, django_assert_num_queries):
    it = program(mei)
    with time_machine.travel(NOW, tick=False):
        it.told("me")
        for _ in range(12):
            running(mei, joon)
        for path in ("waiting", "tables", "tables/open?page=1"):
            with django_assert_num_queries(3 if "open" not in path else 2):  # token, games, seats
                it.told(path)


# A table


def test_a_table_is_told_as_ones_own_view_with_the_legal_moves(game, mei):
    it, state = program(mei).told(f"tables/{game.slug}"), store.load(game).state
    rules = RULES["lanterns"]
    assert (it["you"], it["to_act"], it["your_turn"], it["seq"], it["events"]) == (0, 0, True, 0, 0)
    assert it["view"] == rules.spell_view(rules.view(state, 0))
    assert it["legal_moves"] == [str(move) for move in rules.legal_moves(state, 0)]
    assert it["view"]["seats"][1]["hand"] is None


def test_nobody_else_is_told_legal_moves_or_a_hand(game, joon, ines):
    for person, you in ((joon, 1), (ines, None)):
        it = program(person).told(f"tables/{game.slug}")
        assert (it["you"], it["legal_moves"], it["to_be_followed"]) == (you, [], [])
        assert [seat["hand"] is None for seat in it["view"]["seats"]] == [True, you is None]


def test_seq_counts_turns_and_events_whatever_happens(game, mei, joon):
    after_turns(game, mei, joon, turns=1)
    before = program(joon).told(f"tables/{game.slug}")
    breaks.go_away(joon, NOW, NOW + 2 * DAY, NOW)
    after = program(joon).told(f"tables/{game.slug}")
    assert after["seq"] == before["seq"]
    assert after["events"] > before["events"]


def test_the_latest_turns_are_told_as_the_reader_may_read_them(game, mei, joon):
    after_turns(game, mei, joon, turns=5)
    turns = program(mei).told(f"tables/{game.slug}", log=2)["turns"]
    assert [(turn["turn"], turn["seat"], turn["by"]) for turn in turns] == [
        (4, 1, "player"),
        (5, 0, "player"),
    ]
    assert turns[1]["text"][0].startswith("You placed a tile")
    assert len(program(mei).told(f"tables/{game.slug}", log=100)["turns"]) == 5
    assert program(mei).told(f"tables/{game.slug}", log=0)["turns"] == []


def test_the_table_is_told_as_it_stands_and_not_as_it_is_composed(mei, joon):
    game = exchanging(mei, joon)
    it = program(mei)
    before = it.told(f"tables/{game.slug}")
    drafts.add_step(game.id, mei.id, before["seq"], before["to_be_followed"][0])
    assert it.told(f"tables/{game.slug}") == before


def exchanging(mei, joon):
    """A game in which mei, whose turn it is, may begin by a step that shows nothing new."""
    game = running(mei, joon)
    while True:
        after_turns(game, mei, joon, turns=1)
        if game.to_act == 0:
            table = program(mei).told(f"tables/{game.slug}")
            mei.tokens.all().delete()
            if table["to_be_followed"]:
                return game


def test_steps_can_be_tried_and_nothing_is_stored(mei, joon):
    game = exchanging(mei, joon)
    it, path = program(mei), f"tables/{game.slug}"
    before = it.told(path)
    step = before["to_be_followed"][0]
    tried = it.told(path, after=[step])
    assert tried["after"] == [step]
    assert tried["view"] != before["view"]
    assert step not in tried["legal_moves"]
    assert (tried["seq"], tried["events"]) == (before["seq"], before["events"])
    assert it.told(path) == before
    sent = it.post(f"{path}/turns", {"seq": before["seq"], "moves": [step, a_move(tried)]})
    assert sent.status_code == 201


def test_a_step_that_would_show_something_new_cannot_be_tried(game, mei):
    it, path = program(mei), f"tables/{game.slug}"
    move = a_move(it.told(path))
    answer = it.get(path, after=[move])
    assert (answer.status_code, answer.json()["error"], answer.json()["which"]) == (422, "move_refused", 0)
    assert "view" not in answer.json()


@pytest.mark.parametrize("text", ["", "finish", "place 1 1,0 0 0", "\0", "x" * 5000, "finish\nfinish"])
def test_a_step_that_is_none_is_refused_with_a_sentence(game, mei, text):
    answer = program(mei).get(f"tables/{game.slug}", after=[text])
    assert (answer.status_code, answer.json()["error"]) == (422, "move_refused")
    assert answer.json()["message"].endswith(".")


def test_nobody_tries_the_steps_of_another(game, joon, ines):
    for person in (joon, ines):
        answer = program(person).get(f"tables/{game.slug}", after=["finish"])
        assert (answer.status_code, answer.json()["message"]) == (422, "It is not your turn.")


def test_more_steps_than_a_turn_has_are_not_tried(game, mei):
    answer = program(mei).get(f"tables/{game.slug}", after=["finish"] * 21)
    assert (answer.status_code, answer.json()["error"]) == (422, "refused")


def test_an_open_table_is_told_without_a_position(mei, joon):
    game = opened(mei, word="secret word")
    it = program(joon).told(f"tables/{game.slug}")
    assert (it["status"], it["view"], it["legal_moves"], it["result"]) == ("open", None, [], None)
    assert "secret word" not in str(it)


def test_an_ended_game_is_told_with_its_result_and_nothing_is_hidden(mei, joon, ines):
    it = program(ines).told(f"tables/{finished(mei, joon).slug}")
    assert it["result"]["by_rules"]
    assert it["result"]["scores"] == [seat["honour"] for seat in it["view"]["seats"]]
    assert min(it["result"]["places"]) == 1
    assert None not in [seat["hand"] for seat in it["view"]["seats"]]
    assert it["legal_moves"] == []


def test_the_terms_are_told_as_a_new_table_takes_them():
    agreed = Terms(Pace(turn=timedelta(hours=6), weekends_off=True), gates=Gates(on_time=80, reply=DAY))
    assert terms.read(told.terms_told(agreed)) == agreed
    assert told.terms_told(agreed)["pace"]["turn"] == 6 * 3600


@pytest.mark.parametrize("turns", [1, 20])
def test_a_table_takes_as_many_queries_late_as_early(mei, joon, turns, django_assert_num_queries):
    game = after_turns(running(mei, joon), mei, joon, turns=turns)
    it = program(mei)
    with time_machine.travel(NOW, tick=False):
        it.told(f"tables/{game.slug}")
        with django_assert_num_queries(3):  # token, game, seats
            it.told(f"tables/{game.slug}")


@pytest.mark.parametrize("slug", ["nothing", "x" * 300, "open/", "%00", "a b"])
def test_there_is_nothing_where_there_is_no_table(mei, slug):
    answer = program(mei).get(f"tables/{slug}")
    assert (answer.status_code, answer.json()["error"]) == (404, "not_found")


def test_a_token_that_is_no_more_opens_nothing(game, mei):
    it = program(mei)
    tokens.revoke(mei, mei.tokens.get().id)
    assert it.get("me").status_code == 401
