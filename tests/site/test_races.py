"""Several people at the same moment, each on a connection of their own: one outcome, whoever wins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.urls import reverse

from games.actions import Refused, lobby, people
from games.models import Game, Notice, Person
from games.models.game import OPEN_FOR
from tests.site.cast import as_client, finished, person
from tests.site.tables import opened, sitting, text, wishes

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(acts: Sequence[Callable[[], Any]]) -> list[Any]:
    """What each of the acts gives, all begun at the same moment; what one was refused with is its result."""
    barrier = Barrier(len(acts))

    def act(it: Callable[[], Any]) -> Any:
        try:
            connection.ensure_connection()
            barrier.wait(timeout=20)
            return it()
        except Refused as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(act, acts))


def crowd(size: int) -> list[Person]:
    """So many people."""
    return [person(f"guest {number}") for number in range(size)]


def test_of_five_people_for_one_seat_one_is_seated_and_four_are_told_that_the_table_is_full(now):
    mei, *guests = crowd(6)
    game = opened(mei, size=2)
    browsers = [as_client(guest) for guest in guests]
    address = reverse("table_join", args=[game.slug])
    answers = at_once([lambda it=it: it.post(address, follow=True) for it in browsers])
    game.refresh_from_db()
    assert game.status == "running"
    assert game.seats.count() == game.seats.exclude(person=None).count() == 2
    said = [text(answer) for answer in answers]
    assert sum("The table is full: the game has started." in it for it in said) == 1
    assert sum("The table is full: its game has started." in it for it in said) == 4
    assert Notice.objects.filter(kind="started").count() == 2


def test_two_who_take_the_last_two_seats_start_one_game(now):
    mei, *guests = crowd(3)
    game = opened(mei, size=3)
    at_once([lambda it=it: lobby.join(game.id, it, now) for it in guests])
    game.refresh_from_db()
    assert (game.status, len(sitting(game))) == ("running", 3)
    assert Notice.objects.filter(kind="started").count() == 3


def test_one_person_who_joins_from_four_devices_sits_once(now):
    mei, joon = crowd(2)
    game = opened(mei)
    at_once([lambda: lobby.join(game.id, joon, now) for _ in range(4)])
    assert sitting(game) == {0: "guest 0", 1: "guest 1"}


def test_a_page_sent_four_times_opens_one_table(now):
    (mei,) = crowd(1)
    asked = wishes(mei)
    games = at_once([lambda: lobby.open_table(mei, asked, now) for _ in range(4)])
    assert len(set(games)) == Game.objects.count() == 1


def test_whoever_leaves_while_the_last_seat_is_taken_has_left_or_plays(now):
    mei, joon, ines = crowd(3)
    game = opened(mei, joon, size=3)
    at_once([lambda: lobby.leave(game.id, joon, now), lambda: lobby.join(game.id, ines, now)])
    game.refresh_from_db()
    if game.status == "running":
        assert len(sitting(game)) == 3
    else:
        assert sorted(sitting(game).values()) == ["guest 0", "guest 2"]


def test_a_table_is_closed_or_starts_and_never_both(now):
    mei, joon = crowd(2)
    game = opened(mei, size=2)
    closed, joined = at_once(
        [lambda: lobby.close_table(game.id, mei, now), lambda: lobby.join(game.id, joon, now)]
    )
    game.refresh_from_db()
    assert (game.status, isinstance(joined, Refused)) in (("closed", True), ("running", False))
    assert isinstance(closed, Refused) is (game.status == "running")


def test_all_who_ask_for_a_rematch_at_once_sit_at_one_table(now):
    players = crowd(4)
    game = finished(*players)
    again = at_once([lambda it=it: lobby.rematch(game.id, it, now) for it in players])
    assert len(set(again)) == 1
    table = Game.objects.get(rematch_of=game)
    assert len(sitting(table)) == 4
    assert table.status == "running"


def test_of_two_who_want_one_name_one_gets_it():
    mei, joon = crowd(2)
    results = at_once([lambda it=it: people.save_settings(it, username="heron") for it in (mei, joon)])
    assert sum(isinstance(it, Refused) for it in results) == 1
    assert Person.objects.filter(username="heron").count() == 1


def test_two_sweeps_close_a_stale_table_once(now):
    (mei,) = crowd(1)
    opened(mei)
    later = now + OPEN_FOR
    assert sorted(at_once([lambda: lobby.close_stale(later) for _ in range(2)])) == [0, 1]
    assert Notice.objects.filter(kind="closed").count() == 1
