"""Composing a turn: kept on the server for its seat and position, shown applied, and never in the game."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest
from django.urls import reverse
from pytest_django.asserts import assertRedirects

from games import store, tables
from games.actions import play
from games.models import Draft, Event, Game
from games.rules.lanterns.moves import Exchange
from tests.site.cast import NOW, as_client, finished, running

HX = {"HX-Request": "true"}


@pytest.fixture
def exchanging(mei, joon) -> Game:
    """A game in which mei is to act and may exchange."""
    game = running(mei, joon)
    while True:
        position = store.load(game)
        moves = position.rules.legal_moves(position.state, 0)
        if game.to_act == 0 and any(isinstance(move, Exchange) for move in moves):
            return game
        person = mei if game.to_act == 0 else joon
        play.submit_turn(game.id, person.pk, game.seq, play.suggested_turn(game), NOW)
        game.refresh_from_db()


def an_exchange(game: Game) -> str:
    """The text of an exchange that mei may make."""
    position = store.load(game)
    moves = position.rules.legal_moves(position.state, 0)
    return next(str(move) for move in moves if isinstance(move, Exchange))


def a_placement(game: Game, *steps: str) -> str:
    """The text of a placement that mei may make after the steps."""
    position = store.load(game)
    state = tables.with_steps(position, 0, steps)
    return next(
        str(it) for it in position.rules.legal_moves(state, 0) if position.rules.reveals(state, 0, it)
    )


def post(client, game, **fields):
    """Post to the draft as the page does."""
    return client.post(reverse("table_draft", args=[game.slug]), {"seq": game.seq, **fields})


def drafted(game, person) -> tables.Drafted:
    """The draft that this person sees, wherever they look from."""
    return tables.table_for(game.slug, person).draft


def test_a_step_comes_as_words_and_is_shown_applied(exchanging, mei):
    text = an_exchange(exchanging)
    _, give, take = text.split()
    before = tables.table_for(exchanging.slug, mei).view.favours[0]
    assert post(as_client(mei), exchanging, w1="exchange", w2=give, w3=take).status_code == 302
    table = tables.table_for(exchanging.slug, mei)
    assert table.draft.steps == (text,)
    assert table.view.favours[0] == before - 2
    assert not Event.objects.filter(game=exchanging, seq__gt=exchanging.seq).exists()


def test_nobody_else_sees_what_is_composed(exchanging, mei, joon, ines):
    _, give, take = an_exchange(exchanging).split()
    others = [tables.table_for(exchanging.slug, it) for it in (joon, ines, None)]
    post(as_client(mei), exchanging, w1="exchange", w2=give, w3=take)
    again = [tables.table_for(exchanging.slug, it) for it in (joon, ines, None)]
    assert [table.view for table in again] == [table.view for table in others]
    assert all(table.draft == tables.Drafted() for table in again)


def test_a_choice_is_kept_and_previewed_but_not_applied(game, mei):
    place = a_placement(game)
    answer = as_client(mei).post(
        reverse("table_draft", args=[game.slug]), {"seq": 0, "choice": place}, headers=HX
    )
    assert answer.status_code == 200
    assert drafted(game, mei).choice == place
    assert len(tables.table_for(game.slug, mei).view.lake) == 1


def undo(client, game):
    """Press the page's Undo."""
    page = client.get(game.get_absolute_url()).content.decode()
    (kept,) = re.findall(r'name="keep" value="(\d+)"[^>]* data-undo', page)
    return post(client, game, keep=kept)


def test_undo_takes_the_choice_back_first_and_then_the_steps(exchanging, mei):
    client, step = as_client(mei), an_exchange(exchanging)
    _, give, take = step.split()
    post(client, exchanging, w1="exchange", w2=give, w3=take)
    post(client, exchanging, choice=a_placement(exchanging, step))
    undo(client, exchanging)
    assert drafted(exchanging, mei) == tables.Drafted((step,), "")
    undo(client, exchanging)
    assert drafted(exchanging, mei) == tables.Drafted()


def test_undo_sent_twice_takes_back_one_thing(exchanging, mei):
    client, step = as_client(mei), an_exchange(exchanging)
    _, give, take = step.split()
    post(client, exchanging, w1="exchange", w2=give, w3=take)
    post(client, exchanging, choice=a_placement(exchanging, step))
    for _ in range(2):
        post(client, exchanging, keep=1)
    assert drafted(exchanging, mei) == tables.Drafted((step,), "")


@pytest.mark.parametrize("keep", ["", "-1", "all", "9" * 30])
def test_going_back_to_no_step_is_refused_and_changes_nothing(exchanging, mei, keep):
    client, step = as_client(mei), an_exchange(exchanging)
    _, give, take = step.split()
    post(client, exchanging, w1="exchange", w2=give, w3=take)
    assert post(client, exchanging, keep=keep).status_code == 409
    assert drafted(exchanging, mei) == tables.Drafted((step,), "")


def test_change_keeps_the_steps_before(exchanging, mei):
    client = as_client(mei)
    _, give, take = an_exchange(exchanging).split()
    post(client, exchanging, w1="exchange", w2=give, w3=take)
    post(client, exchanging, keep=0)
    assert drafted(exchanging, mei) == tables.Drafted()


def test_a_composed_turn_is_sent_whole(exchanging, mei, joon):
    step = an_exchange(exchanging)
    texts = [step, a_placement(exchanging, step)]
    assert play.submit_turn(exchanging.id, mei.pk, exchanging.seq, texts, NOW).accepted
    last = Event.objects.filter(game=exchanging).order_by("-seq").values_list("text", flat=True)[:2]
    assert list(last) == texts[::-1]


def test_a_draft_of_another_position_is_none(game, mei, joon):
    Draft.objects.create(seat=game.seats.get(number=0), seq=7, steps=["exchange red blue"], choice="x")
    assert drafted(game, mei) == tables.Drafted()


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"w1": ""},
        {"w1": "exchange"},
        {"w1": "place 1 0,1 0"},
        {"w1": "x" * 5000},
        {"w99999999999999999999": "finish"},
        {"w١": "finish"},
        {"choice": ""},
        {"choice": "place 1 0,0 0"},
        {"choice": "exchange red blue"},
        {"choice": "\x00"},
    ],
)
def test_what_makes_no_sense_gets_a_sentence_and_changes_nothing(game, mei, fields):
    answer = post(as_client(mei), game, **fields)
    assert answer.status_code == 409
    assert 'role="alert"' in answer.content.decode()
    assert not Draft.objects.exists()


def test_only_the_seat_to_act_composes(game, joon, ines):
    place = a_placement(game)
    assert post(as_client(joon), game, choice=place).status_code == 409
    assert post(as_client(ines), game, choice=place).status_code == 403
    assert (
        as_client(None).post(reverse("table_draft", args=[game.slug]), {"choice": place}).status_code == 302
    )
    assert not Draft.objects.exists()


def test_nothing_is_composed_for_an_old_position_or_after_the_end(game, mei, joon):
    place = a_placement(game)
    url = reverse("table_draft", args=[game.slug])
    assert as_client(mei).post(url, {"seq": 5, "choice": place}).status_code == 409
    over = finished(mei, joon)
    assert as_client(mei).post(reverse("table_draft", args=[over.slug]), {"choice": place}).status_code == 409


def test_a_preview_by_address_stores_nothing(game, mei):
    _, tile, at, turn = a_placement(game).split()
    query = urlencode({"tile": tile, "at": at, "turn": turn})
    answer = as_client(mei).get(f"{game.get_absolute_url()}?{query}")
    assert f'value="place {tile} {at} {turn}"' in answer.content.decode()
    assert not Draft.objects.exists()


@pytest.mark.parametrize(
    "query", ["tile=99&at=0,1", "tile=x", "at=,", "turn=9", "open=nonsense", "back=red.red", "%00=%00"]
)
def test_a_query_that_makes_no_sense_shows_the_table(game, mei, query):
    assert as_client(mei).get(f"{game.get_absolute_url()}?{query}").status_code == 200


def test_a_refused_step_is_still_open_with_what_was_chosen(exchanging, mei):
    _, give, take = an_exchange(exchanging).split()
    answer = post(as_client(mei), exchanging, seq=0, w1="exchange", w2=give, w3=take)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert f'name="w2" value="{give}"' in page
    assert re.search(rf'name="w3" value="{take}"[^>]* checked', page)


def test_a_step_taken_back_to_be_changed_is_open(exchanging, mei):
    client, text = as_client(mei), an_exchange(exchanging)
    _, give, take = text.split()
    post(client, exchanging, w1="exchange", w2=give, w3=take)
    address = reverse("table_draft", args=[exchanging.slug]) + "?open=exchange"
    fields = {"seq": exchanging.seq, "keep": 0}
    assertRedirects(client.post(address, fields), f"{exchanging.get_absolute_url()}?open=exchange")
    assert 'id="give-h"' in client.post(address, fields, headers=HX).content.decode()
