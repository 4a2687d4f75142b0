"""The question of an open table: answered yes or no, for one game, one seat and one day."""

from __future__ import annotations

import signal
import time
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from games import presence
from games.actions import play
from games.models import Game, Person
from games.pages import pulse
from games.pages.pulse import PATH, position, token_for
from tests.site.cast import a_turn, as_client, running


def ask(token: str, seen: str):
    """The question, asked without any cookie."""
    return Client().get(PATH, {"seq": seen}, headers={"X-Seat-Token": token})


def test_nothing_new_is_an_empty_answer(game):
    assert ask(token_for(game.id, 0), position(0, "running")).status_code == 204


def test_a_turn_is_something_new(game, mei, now):
    play.submit_turn(game.id, mei.pk, 0, a_turn(game), now)
    answer = ask(token_for(game.id, 1), position(0, "running"))
    assert (answer.status_code, answer.content) == (200, b"changed")


def test_so_is_the_result(game):
    Game.objects.filter(id=game.id).update(status="ended")
    assert ask(token_for(game.id, None), position(0, "running")).status_code == 200


@pytest.mark.parametrize("seen", [position(0, "running"), ""])
def test_no_answer_is_kept_on_the_way(game, seen):
    assert ask(token_for(game.id, 0), seen)["Cache-Control"] == "no-store"


def test_it_asks_the_database_once_and_no_session(game, django_assert_num_queries):
    token = token_for(game.id, 0)
    with django_assert_num_queries(1):
        ask(token, "")


@pytest.mark.parametrize("token", ["", "x", "1.0:x:y", "é", "1" * 5000])
def test_a_token_that_is_none_is_refused(game, token):
    assert ask(token, "").status_code == 403


def test_a_token_is_good_for_one_game_and_for_a_day(game, mei, joon):
    other = running(mei, joon)
    token = token_for(game.id, 0)
    changed = token.replace(str(game.id), str(other.id), 1)
    assert ask(changed, "").status_code == 403
    with time_machine.travel(datetime.now(UTC) + timedelta(hours=25)):
        assert ask(token, "").status_code == 403


SHOWN = {"seq": "", "visible": "1"}


@pytest.fixture
def afresh():
    """Nothing has been noted of anybody yet."""
    presence.is_time.last.clear()


def look(game: Game, person: Person | None, seat: int | None, asked: dict[str, str] = SHOWN):
    """The question of this person's page."""
    token = token_for(game.id, seat, person)
    return Client().get(PATH, asked, headers={"X-Seat-Token": token})


def test_a_visible_page_says_who_looks_at_which_table(game, mei, joon, afresh):
    other = running(mei, joon)
    look(game, mei, 0)
    assert presence.is_looking(mei.id, game.id)
    assert presence.last_seen(mei.id)
    assert not presence.is_looking(joon.id, game.id)
    assert not presence.is_looking(mei.id, other.id)


def test_a_hidden_page_says_nothing(game, mei, afresh):
    look(game, mei, 0, {"seq": ""})
    assert not presence.is_looking(mei.id, game.id)
    assert presence.last_seen(mei.id) is None


def test_nor_does_a_page_of_nobody_known_or_with_a_forged_token(game, mei, afresh):
    assert look(game, None, None).status_code == 200
    forged = token_for(game.id, 0).replace(f"{game.id}.0", f"{game.id}.0.{mei.id}")
    assert Client().get(PATH, SHOWN, headers={"X-Seat-Token": forged}).status_code == 403
    assert not presence.is_looking(mei.id, game.id)


def test_somebody_who_only_watches_looks_as_well(game, ines, afresh):
    look(game, ines, None)
    assert presence.is_looking(ines.id, game.id)


def test_what_is_noted_is_forgotten_by_itself(game, mei, afresh, broker):
    look(game, mei, 0)
    with broker.client() as client:
        lasts = {key.decode().split(":")[2]: client.ttl(key) for key in client.keys("*")}
    assert 60 < lasts["looking"] <= presence.MARK_LASTS.total_seconds()
    assert 29 * 86400 < lasts["seen"] <= presence.SEEN_LASTS.total_seconds()


def test_a_page_that_asks_every_few_seconds_is_noted_seldom(game, mei, afresh, broker):
    look(game, mei, 0)
    broker.empty()
    look(game, mei, 0)
    assert not presence.is_looking(mei.id, game.id), "a moment ago it was noted"
    presence.is_time.last[(mei.id, game.id)] -= presence.REST_SECONDS
    look(game, mei, 0)
    assert presence.is_looking(mei.id, game.id)
    assert presence.MARK_LASTS.total_seconds() > presence.REST_SECONDS * 2


def test_noting_costs_the_database_nothing(game, mei, afresh, django_assert_num_queries):
    with django_assert_num_queries(1):
        look(game, mei, 0)


@pytest.mark.parametrize("how", ["stopped", "hung"])
def test_a_cache_that_is_away_keeps_no_page_waiting(game, mei, joon, ines, afresh, broker, how):
    presence.mark_seen(mei.id, datetime.now(UTC))
    process = broker.process
    broker.stop() if how == "stopped" else process.send_signal(signal.SIGSTOP)
    try:
        began = time.monotonic()
        for person in (mei, joon, ines) * 5:
            assert look(game, person, None).status_code == 200
        assert time.monotonic() - began < 1.5
    finally:
        process.send_signal(signal.SIGCONT)


def test_what_is_remembered_of_it_does_not_grow_for_ever(monkeypatch):
    seldom = presence.Seldom(25)
    monkeypatch.setattr(presence.Seldom, "MANY", 3)
    assert [seldom(it) for it in (1, 2, 3, 4, 4)] == [True, True, True, True, False]
    assert len(seldom.last) == 1


def test_who_asks_for_a_page_is_here(game, mei, afresh):
    as_client(mei).get("/games/")
    assert presence.last_seen(mei.id)
    assert not presence.is_looking(mei.id, game.id)


def test_a_page_that_asks_by_itself_says_nothing_of_its_reader(game, mei, afresh):
    """It may be hidden: what it fetches anew is of the pulse, or of another script."""
    client = as_client(mei)
    client.get(f"/t/{game.slug}/", headers={"HX-Request": "true", "HX-Trigger": "pulse"})
    client.get("/games/", headers={"Sec-Fetch-Mode": "cors"})
    assert presence.last_seen(mei.id) is None
    client.get(f"/t/{game.slug}/", headers={"HX-Request": "true", "HX-Trigger": "step"})
    assert presence.last_seen(mei.id)


def test_the_pages_of_a_table_have_tokens_that_name_their_reader(game, mei):
    for path in (f"/t/{game.slug}/", f"/t/{game.slug}/around/"):
        page = as_client(mei).get(path).content.decode()
        assert f'data-token="{token_for(game.id, 0, mei)}"' in page


def test_a_page_drawn_for_the_same_seat_is_for_the_same_reader(game, mei, rf):
    for token, is_other in (
        *((token_for(game.id, 0, mei), False), (token_for(game.id, 0), False)),
        *((token_for(game.id, 1, mei), True), (token_for(game.id + 1, 0, mei), True)),
    ):
        request = rf.get("/", headers={"X-Seat-Token": token})
        assert pulse.is_for_another(request, game.id, 0) == is_other
