"""A rematch: the same table again, once a game, with the same people asked to it."""

from __future__ import annotations

import pytest

from games.actions import Forbidden, Refused, Stale, lobby
from games.clock.terms import DAY
from games.models import Game, Notice
from games.rules.chance import commitment
from tests.site.cast import finished, running
from tests.site.tables import sitting

TERMS = ("rules", "size", "options", "terms", "pace_seconds", "public", "random_seats")


@pytest.fixture
def ended(mei, joon) -> Game:
    """A game of mei, joon and a house player that has ended."""
    options = {"edition": "preview", "lanterns": "hidden"}
    return finished(mei, "sensibly", joon, title="Slow cup", turn=7 * DAY, public=False, options=options)


def invited() -> list[str]:
    """Who is mailed an invitation."""
    return list(Notice.objects.filter(kind="invitation").values_list("person__username", flat=True))


def test_it_is_played_on_the_same_terms(ended, mei, now):
    again = lobby.rematch(ended.id, mei, now)
    assert [getattr(again, name) for name in TERMS] == [getattr(ended, name) for name in TERMS]
    assert (again.rematch_of, again.opened_by, again.status) == (ended, mei, "open")
    assert again.commitment
    assert again.commitment != ended.commitment


@pytest.mark.parametrize(
    ("title", "again"),
    [
        ("", ""),
        ("Slow cup", "Slow cup (2)"),
        ("Slow cup (2)", "Slow cup (3)"),
        ("(2)", "(2) (2)"),
        ("x" * 60, "x" * 56 + " (2)"),
        ("x" * 56 + " (9)", "x" * 55 + " (10)"),
    ],
)
def test_its_name_counts_how_often_the_table_has_played(mei, joon, now, title, again):
    ended = running(mei, joon, title=title)
    Game.objects.filter(id=ended.id).update(status="scored")
    assert lobby.rematch(ended.id, mei, now).title == again


def test_it_is_played_under_the_fingerprint_that_the_page_showed(ended, mei, now):
    mei.refresh_from_db()
    shown = commitment(bytes(mei.next_server_seed))
    assert lobby.rematch(ended.id, mei, now, shown=shown).commitment == shown


@pytest.mark.parametrize("shown", ["", "0" * 64, "x\0y"])
def test_it_refuses_a_page_that_showed_another_fingerprint(ended, mei, now, shown):
    with pytest.raises(Stale, match="too old"):
        lobby.rematch(ended.id, mei, now, shown=shown)
    assert Game.objects.count() == 1


def test_who_has_seen_another_fingerprint_than_that_of_the_open_rematch_looks_again(ended, mei, joon, now):
    again = lobby.rematch(ended.id, mei, now)
    joon.refresh_from_db()
    with pytest.raises(Stale, match="opened meanwhile"):
        lobby.rematch(ended.id, joon, now, shown=commitment(bytes(joon.next_server_seed)))
    assert "joon" not in sitting(again).values()
    assert lobby.rematch(ended.id, joon, now, shown=again.commitment) == again
    assert "joon" in sitting(again).values()


def test_whoever_sits_at_the_rematch_is_shown_it_from_any_page(ended, mei, now):
    again = lobby.rematch(ended.id, mei, now)
    assert lobby.rematch(ended.id, mei, now, shown="0" * 64) == again


def test_whoever_asks_is_seated_the_house_keeps_its_seat_and_the_others_are_asked(ended, joon, now):
    again = lobby.rematch(ended.id, joon, now)
    assert sitting(again) == {1: "sensibly", 2: "joon"}
    assert invited() == ["mei"]


def test_the_second_to_ask_joins_the_table_of_the_first(ended, mei, joon, now):
    again = lobby.rematch(ended.id, mei, now)
    assert lobby.rematch(ended.id, joon, now) == again
    assert set(sitting(again).values()) == {"mei", "joon", "sensibly"}
    assert Game.objects.get(id=again.id).status == "running"


def test_asking_twice_opens_one_table(ended, mei, now):
    assert lobby.rematch(ended.id, mei, now) == lobby.rematch(ended.id, mei, now)
    assert Game.objects.count() == 2
    assert invited() == ["joon"]


def test_who_comes_late_is_shown_the_game_that_runs_without_them(mei, joon, ines, now):
    ended = finished(mei, joon)
    again = lobby.rematch(ended.id, mei, now)
    lobby.join(again.id, ines, now)
    assert lobby.rematch(ended.id, joon, now) == again
    assert "joon" not in sitting(again).values()


def test_a_rematch_that_was_closed_can_be_asked_for_again(ended, mei, joon, now):
    first = lobby.rematch(ended.id, mei, now)
    lobby.close_table(first.id, mei, now)
    second = lobby.rematch(ended.id, joon, now)
    assert second != first
    assert second.rematch_of == ended


def test_a_rematch_against_the_house_alone_starts_at_once(mei, now):
    assert lobby.rematch(finished(mei, "sensibly").id, mei, now).status == "running"


def test_the_word_goes_with_the_seat(ended, mei, now):
    again = lobby.rematch(ended.id, mei, now, word="plum")
    assert again.seats.get(person=mei).word == "plum"


def test_only_those_who_played_ask_for_a_rematch(ended, ines, now):
    with pytest.raises(Forbidden, match="who played"):
        lobby.rematch(ended.id, ines, now)
    assert Game.objects.count() == 1


def test_a_game_that_runs_has_no_rematch(mei, joon, now):
    with pytest.raises(Refused, match="once the game is over"):
        lobby.rematch(running(mei, joon).id, mei, now)
    assert Game.objects.count() == 1
