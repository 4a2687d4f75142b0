"""Sending a turn: all or nothing, once, by its own seat, for the position it was made for."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.urls import reverse

from games import store
from games.actions import Stale, absence, play
from games.clock.terms import DAY
from games.models import Draft, Event, Game, Notice, Seat
from tests.site.cast import a_turn, as_client, finished, running


def send(client, game, texts, seq=None, **extra):
    """Post a turn as the page does."""
    data = {"moves": texts, "seq": game.seq if seq is None else seq}
    return client.post(reverse("table_turn", args=[game.slug]), data, **extra)


def rows() -> tuple[int, ...]:
    """How many rows there are of everything that a turn writes."""
    return tuple(model.objects.count() for model in (Event, Notice, Draft)) + tuple(
        Game.objects.order_by("id").values_list("seq", flat=True)
    )


def test_it_writes_the_turn_and_passes_it_on(game, mei, joon, now):
    later = now + timedelta(hours=1)
    assert play.submit_turn(game.id, mei.id, 0, a_turn(game), later).accepted
    game.refresh_from_db()
    assert (game.seq, game.to_act, game.turns_done) == (1, 1, 1)
    assert game.deadline_at == later + timedelta(days=3)
    assert Event.objects.get().text.startswith("place ")


def test_it_tells_whoever_is_next_once(game, mei, joon, now):
    play.submit_turn(game.id, mei.id, 0, a_turn(game), now)
    assert list(Notice.objects.filter(kind="turn").values_list("person__username", "key")) == [
        ("joon", f"{game.id}/1")
    ]


def test_the_same_turn_sent_again_changes_nothing_and_is_told_so(game, mei, now):
    client, texts = as_client(mei), a_turn(game)
    send(client, game, texts)
    before = rows()
    answer = send(client, game, texts, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "Your turn has been sent." in answer.content.decode()
    assert rows() == before


def test_it_refuses_a_stale_turn_with_the_present_table(game, mei, joon, now):
    first = a_turn(game)
    play.submit_turn(game.id, mei.id, 0, first, now)
    game.refresh_from_db()
    play.submit_turn(game.id, joon.id, 1, a_turn(game), now)
    before = rows()
    answer = send(as_client(mei), game, [first[0][:-1] + "3"], seq=0)
    assert answer.status_code == 409
    assert "moved on" in answer.content.decode()
    assert rows() == before


def test_it_refuses_whose_turn_it_is_not(game, joon):
    before = rows()
    assert send(as_client(joon), game, a_turn(game)).status_code == 409
    assert rows() == before


def test_it_refuses_somebody_who_only_watches(game, ines):
    before = rows()
    assert send(as_client(ines), game, a_turn(game)).status_code == 403
    assert rows() == before


@pytest.mark.parametrize(
    "texts",
    [
        [],
        [""],
        ["place"],
        ["place 99 0,1 0"],
        ["finish"],
        ["exchange red blue"],
        ["dedicate seven"],
        ["place 1 0,0 0"],
        ["\x00" * 10],
        ["x" * 100_000],
        ["place 1 0,1 0"] * 30,
    ],
)
def test_a_turn_that_makes_no_sense_gets_a_sentence_and_changes_nothing(game, mei, texts):
    before = rows()
    answer = send(as_client(mei), game, texts)
    assert answer.status_code == 409
    assert 'class="notice' in answer.content.decode()
    assert rows() == before


@pytest.mark.parametrize("seq", ["", "-1", "x", "9" * 40, "٣", "1.5", "0x1"])
def test_a_position_that_makes_no_sense_is_stale(game, mei, seq):
    before = rows()
    assert send(as_client(mei), game, a_turn(game), seq=seq).status_code == 409
    assert rows() == before


def test_all_of_a_turn_is_refused_when_its_last_step_is(game, mei):
    placed = a_turn(game)
    before = rows()
    assert send(as_client(mei), game, [*placed, *placed]).status_code == 409
    assert rows() == before


def test_it_is_accepted_after_the_deadline_until_a_sweep_has_claimed_it(game, mei, now):
    late = now + timedelta(days=4)
    assert play.submit_turn(game.id, mei.id, 0, a_turn(game), late).accepted
    assert not absence.time_out(game.id, late)


def test_it_is_refused_after_a_sweep_has_claimed_the_time_out(game, mei, now):
    late, texts = now + timedelta(days=4), a_turn(game)
    assert absence.time_out(game.id, late)
    with pytest.raises(Stale):
        play.submit_turn(game.id, mei.id, 0, texts, late)


def test_it_throws_the_draft_away(game, mei, now):
    Draft.objects.create(seat=Seat.objects.get(game=game, person=mei), seq=0, steps=[])
    play.submit_turn(game.id, mei.id, 0, a_turn(game), now)
    assert not Draft.objects.exists()


def test_a_turn_posted_after_the_end_is_refused_with_the_result(mei, joon):
    game = finished(mei, joon)
    answer = send(as_client(mei), game, ["finish"])
    assert answer.status_code == 409
    assert "The game is over." in answer.content.decode()


def test_a_game_keeps_its_own_count_of_moves(mei, joon, ines, now):
    game = finished(mei, "sensibly", joon)
    position = store.load(game)
    assert game.seq == Event.objects.filter(game=game).count() == position.seq
    assert position.rules.to_act(position.state) == frozenset()


def test_house_players_play_on_until_a_person_is_to_act(mei, now):
    game = running(mei, "sensibly", "randomly", turn=DAY)
    play.submit_turn(game.id, mei.id, 0, a_turn(game), now)
    assert play.play_house(game.id, now)
    game.refresh_from_db()
    assert game.to_act == 0
    assert not play.play_house(game.id, now)


def test_house_players_play_on_past_a_turn_that_the_site_takes(mei, now, monkeypatch):
    chance = random.Random(8)  # in this game a last turn of mei's between two of theirs is forced
    monkeypatch.setattr("random.SystemRandom", lambda: chance)
    game = running(mei, "sensibly", "sensibly", server_seed=bytes([8] * 32))
    while game.status == Game.Status.RUNNING:
        assert game.to_act == 0
        play.submit_turn(game.id, mei.id, game.seq, play.suggested_turn(game), now)
        play.play_house(game.id, now)
        game.refresh_from_db()


def test_get_changes_nothing(game, mei):
    before = rows()
    assert as_client(mei).get(reverse("table_turn", args=[game.slug])).status_code == 405
    assert rows() == before
