"""Getting up, removing guests, and closing a table, before its game starts."""

from __future__ import annotations

from contextlib import nullcontext
from datetime import timedelta
from functools import partial

import pytest

from games.actions import Forbidden, Refused, Stale, lobby
from games.models import Game, Notice
from games.notices import compose
from tests.site.tables import opened, sitting

A_FORTNIGHT = timedelta(days=14)


def told_of_closing() -> set[str]:
    """Who is told that a table was closed."""
    return set(Notice.objects.filter(kind="closed").values_list("person__username", flat=True))


def status(game: Game) -> str:
    """The status as the database has it."""
    return Game.objects.values_list("status", flat=True).get(id=game.id)


def test_whoever_gets_up_frees_the_seat_and_takes_the_word_along(mei, joon, now):
    game = opened(mei)
    lobby.join(game.id, joon, now, word="herons")
    lobby.leave(game.id, joon, now)
    seat = game.seats.get(number=1)
    assert (seat.person_id, seat.word, seat.joined, seat.is_empty()) == (None, "", None, True)


def test_a_seat_that_was_freed_can_be_taken_again(mei, joon, ines, now):
    game = opened(mei, joon, ines)
    lobby.leave(game.id, joon, now)
    lobby.join(game.id, joon, now)
    order = game.seats.exclude(person=None).order_by("joined").values_list("person__username", flat=True)
    assert list(order) == ["mei", "ines", "joon"]


def test_a_table_passes_to_whoever_joined_next(mei, joon, ines, now):
    game = opened(mei, random_seats=False, seat=2)
    lobby.join(game.id, joon, now, seat=3)
    lobby.join(game.id, ines, now, seat=0)
    lobby.leave(game.id, mei, now)
    game.refresh_from_db()
    assert (game.opened_by, game.status) == (joon, "open")


def test_a_table_stays_with_its_owner_when_a_guest_leaves(mei, joon, now):
    game = opened(mei, joon)
    lobby.leave(game.id, joon, now)
    game.refresh_from_db()
    assert game.opened_by == mei


def test_the_last_person_to_leave_closes_the_table(mei, now):
    game = opened(mei, house=("sensibly",))
    lobby.leave(game.id, mei, now, closing=True)
    game.refresh_from_db()
    assert (game.status, game.closed_at) == ("closed", now)
    assert told_of_closing() == set()


def test_the_last_person_is_asked_first_whether_the_table_is_to_be_closed(mei, now):
    game = opened(mei)
    with pytest.raises(Refused, match="leaving closes the table"):
        lobby.leave(game.id, mei, now)
    assert (status(game), sitting(game)) == ("open", {0: "mei"})


def test_leaving_never_closes_a_table_where_somebody_stays(mei, joon, now):
    game = opened(mei, joon)
    lobby.leave(game.id, mei, now, closing=True)
    assert (status(game), sitting(game)) == ("open", {1: "joon"})


@pytest.mark.parametrize("close", [lobby.close_table, partial(lobby.leave, closing=True)])
def test_whoever_was_invited_is_told_that_the_table_was_closed(mei, joon, now, close):
    game = opened(mei)
    lobby.invite(game.id, mei, "joon", now)
    close(game.id, mei, now)
    assert told_of_closing() == {"joon"}


def test_who_was_invited_and_sat_down_is_told_once(mei, joon, now):
    game = opened(mei)
    lobby.invite(game.id, mei, "joon", now)
    lobby.join(game.id, joon, now)
    lobby.close_table(game.id, mei, now)
    assert Notice.objects.filter(kind="closed").count() == 1


@pytest.mark.parametrize(("invitation", "is_told"), [("sent", True), ("muted", False), ("queued", False)])
def test_no_mail_tells_of_the_end_of_a_table_that_no_mail_has_told_of(mei, joon, now, invitation, is_told):
    game = opened(mei)
    lobby.invite(game.id, mei, "joon", now)
    Notice.objects.filter(kind="invitation").update(status=invitation)
    lobby.close_table(game.id, mei, now)
    with nullcontext() if is_told else pytest.raises(compose.NotSent):
        told = compose.compose(Notice.objects.get(kind="closed"), now)
        assert "to which you were invited was closed" in " ".join(told.body.split())


def test_it_refuses_to_let_somebody_leave_who_does_not_sit_there(mei, joon, now):
    game = opened(mei)
    with pytest.raises(Refused, match="do not sit"):
        lobby.leave(game.id, joon, now)


def test_nobody_leaves_once_the_game_has_started(mei, joon, now):
    game = opened(mei, joon, size=2)
    with pytest.raises(Stale, match="started"):
        lobby.leave(game.id, joon, now)
    assert set(sitting(game).values()) == {"mei", "joon"}


def test_the_owner_removes_a_guest(mei, joon, now):
    game = opened(mei, joon)
    lobby.remove_guest(game.id, mei, 1)
    assert sitting(game) == {0: "mei"}


def test_the_owner_removes_a_house_player(mei, now):
    game = opened(mei, house=("sensibly",))
    lobby.remove_guest(game.id, mei, 1)
    assert sitting(game) == {0: "mei"}


@pytest.mark.parametrize(
    ("seat", "sentence"), [(0, "your own seat"), (2, "free already"), (4, "no such seat")]
)
def test_it_refuses_to_remove_nobody_and_the_owner(mei, joon, now, seat, sentence):
    game = opened(mei, joon)
    with pytest.raises(Refused, match=sentence):
        lobby.remove_guest(game.id, mei, seat)
    assert sitting(game) == {0: "mei", 1: "joon"}


def test_a_guest_removes_nobody(mei, joon, ines, now):
    game = opened(mei, joon, ines)
    with pytest.raises(Forbidden, match="whose table"):
        lobby.remove_guest(game.id, joon, 2)
    assert sitting(game) == {0: "mei", 1: "joon", 2: "ines"}


def test_a_guest_who_owns_the_table_now_may_remove(mei, joon, ines, now):
    game = opened(mei, joon, ines)
    lobby.leave(game.id, mei, now)
    lobby.remove_guest(game.id, joon, 2)
    assert sitting(game) == {1: "joon"}


def test_nobody_is_removed_once_the_game_has_started(mei, joon, now):
    game = opened(mei, joon, size=2)
    for seat in (0, 1):
        with pytest.raises(Stale, match="started"):
            lobby.remove_guest(game.id, mei, seat)


def test_the_owner_closes_a_table_and_the_others_are_told(mei, joon, now):
    game = opened(mei, joon)
    lobby.close_table(game.id, mei, now)
    assert status(game) == "closed"
    assert told_of_closing() == {"joon"}


def test_a_guest_does_not_close_a_table(mei, joon, now):
    game = opened(mei, joon)
    with pytest.raises(Forbidden, match="whose table"):
        lobby.close_table(game.id, joon, now)
    assert status(game) == "open"


def test_a_table_is_closed_once(mei, joon, now):
    game = opened(mei, joon)
    lobby.close_table(game.id, mei, now)
    with pytest.raises(Stale, match="has been closed"):
        lobby.close_table(game.id, mei, now)
    assert Notice.objects.filter(kind="closed").count() == 1


def test_a_game_that_runs_is_not_closed(mei, joon, now):
    game = opened(mei, joon, size=2)
    with pytest.raises(Stale, match="started"):
        lobby.close_table(game.id, mei, now)
    assert status(game) == "running"


def test_a_table_that_nobody_filled_closes_after_a_fortnight_and_all_who_waited_are_told(mei, joon, now):
    game = opened(mei, joon)
    assert lobby.close_stale(now + A_FORTNIGHT) == 1
    assert status(game) == "closed"
    assert told_of_closing() == {"mei", "joon"}


def test_a_table_stays_open_up_to_the_last_second(mei, now):
    game = opened(mei)
    assert lobby.close_stale(now + A_FORTNIGHT - timedelta(seconds=1)) == 0
    assert status(game) == "open"


def test_closing_stale_tables_twice_tells_once(mei, now):
    opened(mei)
    assert [lobby.close_stale(now + A_FORTNIGHT) for _ in range(2)] == [1, 0]
    assert Notice.objects.filter(kind="closed").count() == 1


def test_a_game_that_runs_is_never_stale(mei, joon, now):
    game = opened(mei, joon, size=2)
    assert lobby.close_stale(now + A_FORTNIGHT) == 0
    assert status(game) == "running"


def test_a_table_that_cannot_be_closed_leaves_the_others_to_be_closed(mei, joon, now, monkeypatch, caplog):
    stuck, fine = opened(mei), opened(joon)
    close = lobby._close

    def close_but_one(game, now, by):
        if game.id == stuck.id:
            raise RuntimeError("the roof leaks")
        close(game, now, by)

    monkeypatch.setattr(lobby, "_close", close_but_one)
    assert lobby.close_stale(now + A_FORTNIGHT) == 1
    assert (status(stuck), status(fine)) == ("open", "closed")
    assert "could not be closed" in caplog.text
