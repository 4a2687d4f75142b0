"""Games that cannot go on: they stand still, all concerned are told, and a command has them go on."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.core.management import CommandError, call_command

from games import lists
from games.actions import Refused, absence, play, records, watch
from games.actions.play import Stuck
from games.clock.terms import SOFT, Pace, Terms
from games.models import Game, Notice, Seat
from games.rules import lanterns
from tests.site.cast import a_turn, as_client, person, running
from tests.site.test_watch import asides, told
from tests.site.worlds import forget

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
HAIR = timedelta.resolution


def _breaks_its_history(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    game.events.update(text="place nothing anywhere")
    forget()


def _loses_an_event(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    game.events.all().delete()
    forget()


def _is_over(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanterns, "to_act", lambda state: frozenset())


def _has_no_move(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanterns, "legal_moves", lambda state, seat: [])


def _waits_for_another_seat(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    Game.objects.filter(id=game.id).update(to_act=0)


def _waits_for_somebody_else(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    Game.objects.filter(id=game.id).update(waits_for=Seat.objects.get(game=game, number=0).person)


def _counts_as_deserted(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    Game.objects.filter(id=game.id).update(still="deserted", deadline_at=None)


def _is_said_to_have_no_time_outs(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    Game.objects.filter(id=game.id).update(still="soft", deadline_at=None)


def _is_said_to_wait_for_the_house(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    Game.objects.filter(id=game.id).update(still="house", deadline_at=None)


FAULTS = {
    _breaks_its_history: "Its events cannot be replayed",
    _loses_an_event: "It has 0 events up to number 0, but should have 1.",
    _is_over: "By its rules it is over",
    _has_no_move: "Seat 1 is to act and has no legal move.",
    _waits_for_another_seat: "It waits for seat 0, but by its rules seat 1 is to act.",
    _waits_for_somebody_else: "It waits for somebody who does not play at seat 1.",
    _counts_as_deserted: "It counts as deserted, but somebody plays there.",
    _is_said_to_have_no_time_outs: "Its reason to have no deadline is 'soft', but should be ''.",
    _is_said_to_wait_for_the_house: "Its reason to have no deadline is 'house', but should be ''.",
}


@pytest.fixture
def played(game, mei, now):
    """A game in which mei has just played, so joon is to act; nobody has watched it since."""
    play.submit_turn(game.id, mei.id, 0, a_turn(game), now)
    Notice.objects.all().delete()
    game.refresh_from_db()
    return game


@pytest.fixture
def ada(db):
    """Looks after the site."""
    return person("ada", is_staff=True)


@pytest.mark.parametrize(("spoil", "reason"), FAULTS.items(), ids=lambda it: getattr(it, "__name__", ""))
def test_a_game_that_cannot_go_on_stands_still_and_all_concerned_are_told_once(
    spoil, reason, played, ada, ines, now, monkeypatch, caplog
):
    spoil(played, monkeypatch)
    assert watch.watch(played.id, now + HOUR)
    assert not watch.watch(played.id, now + 2 * HOUR)
    assert not Game.objects.filter(watch.to_be_watched(now + 2 * HOUR)).exists()
    played.refresh_from_db()
    assert (played.still, played.deadline_at, played.remind_at) == ("stuck", None, None)
    assert told("stuck") == ["ada", "joon", "mei"]
    (said,) = [it.getMessage() for it in caplog.records if "stands still" in it.getMessage()]
    assert f"The game {played.slug} stands still. {reason}" in said


def test_the_reason_is_told_to_nobody_whom_it_could_show_a_hand(played, ada, now, monkeypatch):
    _breaks_its_history(played, monkeypatch)
    watch.watch(played.id, now)
    assert [it.data for it in Notice.objects.all()] == [{}] * 3


def test_the_log_says_that_a_game_stands_still_where_there_is_one_left(played, now, monkeypatch):
    _waits_for_somebody_else(played, monkeypatch)
    watch.watch(played.id, now)
    assert asides(played, "stuck") == [(1, "")]


def test_a_log_that_has_lost_something_is_not_written_on(played, joon, now, monkeypatch):
    play.submit_turn(played.id, joon.id, 1, a_turn(played), now)
    _loses_an_event(played, monkeypatch)
    watch.watch(played.id, now)
    played.refresh_from_db()
    assert (played.still, played.seq, played.events.count()) == ("stuck", 2, 0)


def test_a_game_that_can_go_on_is_looked_at_once_for_each_event(played, now):
    to_be_watched = Game.objects.filter(watch.to_be_watched(now))
    assert to_be_watched.get() == played
    assert not watch.watch(played.id, now)
    assert not to_be_watched.exists()
    played.refresh_from_db()
    assert (played.still, played.watched) == ("", 1)


@pytest.mark.parametrize("how", ["fails", "does nothing"])
def test_a_turn_that_should_have_run_out_ten_minutes_ago_stands_still(
    played, ada, now, monkeypatch, how, caplog
):
    monkeypatch.setattr(absence, "time_out", lambda game_id, now: how == "fails" and 1 / 0)
    late = played.deadline_at + 10 * MINUTE
    assert not watch.watch(played.id, late - HAIR)
    assert watch.watch(played.id, late)
    played.refresh_from_db()
    assert (played.still, played.clock_left) == ("stuck", timedelta(0))
    assert told("stuck") == ["ada", "joon", "mei"]
    assert ("ZeroDivisionError" if how == "fails" else "and does not") in caplog.text


def test_a_turn_that_was_only_forgotten_runs_out_late(played, now):
    assert not watch.watch(played.id, played.deadline_at + HOUR)
    played.refresh_from_db()
    assert (played.still, played.to_act) == ("", 0)
    assert asides(played, "timeout") == [(1, "")]


def test_a_house_player_that_has_failed_for_ten_minutes_stands_still(mei, now, monkeypatch):
    game = running("sensibly", mei, now=now)
    monkeypatch.setattr(play, "house_turns", lambda *_: 1 / 0)
    assert not watch.watch(game.id, now + 10 * MINUTE - HAIR)
    assert watch.watch(game.id, now + 10 * MINUTE)
    assert told("stuck") == ["mei"]


def test_in_a_game_that_stands_still_nothing_happens(played, joon, now, monkeypatch):
    _counts_as_deserted(played, monkeypatch)
    watch.watch(played.id, now + HOUR)
    late = now + 400 * HOUR
    with pytest.raises(Stuck):
        play.submit_turn(played.id, joon.id, 1, a_turn(played), late)
    assert not absence.time_out(played.id, late)
    assert not play.remind(played.id, late)
    assert not play.play_house(played.id, late)
    assert not watch.credit(played.id, late)
    assert list(played.events.values_list("kind", flat=True)) == ["move", "stuck"]


def test_a_game_whose_history_is_broken_keeps_nobody_from_their_other_games(
    played, mei, joon, now, monkeypatch
):
    good = running(joon, mei, now=now, title="Slow cup")
    _breaks_its_history(played, monkeypatch)
    for _ in ("before it is found", "while it stands still"):
        for someone in (mei, joon):
            page = as_client(someone).get("/games/")
            assert (page.status_code, "Slow cup" in page.content.decode()) == (200, True)
            assert played.get_absolute_url() in page.content.decode()
        watch.watch(played.id, now)
    assert as_client(mei).get(good.get_absolute_url()).status_code == 200


# ------------------------------------------------------------------ and go on


def test_a_game_that_stands_still_waits_for_nobody(played, mei, joon, now, monkeypatch):
    _has_no_move(played, monkeypatch)
    watch.watch(played.id, now)
    assert [lists.waiting(it) for it in (mei, joon)] == [0, 0]
    assert not any(row.your_turn for row in lists.my_games(joon, 1).running.rows)
    assert records.differences(Game.objects.get(id=played.id)) == []


@pytest.mark.parametrize("page", ["", "around/", "at/0/"])
def test_a_page_of_a_game_whose_history_is_broken_says_that_it_stands_still(
    played, mei, now, monkeypatch, page
):
    _breaks_its_history(played, monkeypatch)
    watch.watch(played.id, now)
    answer = as_client(mei).get(f"{played.get_absolute_url()}{page}")
    assert (answer.status_code, "This game stands still" in answer.content.decode()) == (503, True)


def stuck(game: Game, at: datetime) -> Game:
    """The game, frozen at this moment for a fault that is mended by now."""
    Game.objects.filter(id=game.id).update(to_act=1 - game.to_act)
    assert watch.watch(game.id, at)
    Notice.objects.all().delete()
    game.refresh_from_db()
    return game


def test_a_game_goes_on_with_what_was_left(played, joon, now):
    stuck(played, now + 20 * HOUR)
    watch.thaw(played.id, now + 200 * HOUR)
    played.refresh_from_db()
    assert (played.still, played.to_act, played.waits_for) == ("", 1, joon)
    assert played.deadline_at == now + 252 * HOUR
    assert asides(played, "thawed") == [(1, "")]
    play.submit_turn(played.id, joon.id, 1, a_turn(played), now + 201 * HOUR)


def test_a_person_has_at_least_a_day(played, now):
    stuck(played, now + 71 * HOUR)
    watch.thaw(played.id, now + 100 * HOUR)
    played.refresh_from_db()
    assert played.deadline_at == now + 124 * HOUR
    assert not absence.time_out(played.id, now + 124 * HOUR - HAIR)
    assert absence.time_out(played.id, now + 124 * HOUR)


def test_the_person_to_act_is_told_again(played, now):
    stuck(played, now + HOUR)
    watch.thaw(played.id, now + 2 * HOUR)
    (notice,) = Notice.objects.all()
    assert (notice.kind, notice.person.username, notice.data) == ("turn", "joon", {"seq": 1})
    assert notice.key != f"{played.id}/1"  # by which it was told first


def test_a_table_without_time_outs_goes_on_without(mei, joon, now):
    game = stuck(running(mei, joon, now=now, terms=Terms(Pace(SOFT))), now + HOUR)
    assert (game.ends_at, game.warn_at) == (None, None)
    watch.thaw(game.id, now + 2 * HOUR)
    game.refresh_from_db()
    assert (game.still, game.deadline_at, game.ends_at) == ("soft", None, now + 60 * 24 * HOUR + 2 * HOUR)


def test_the_house_goes_on_at_once(mei, now):
    game = stuck(running("sensibly", mei, now=now), now + HOUR)
    watch.thaw(game.id, now + 2 * HOUR)
    game.refresh_from_db()
    assert (game.still, game.to_act) == ("", 1)
    assert told("turn") == ["mei"]


def test_a_fault_that_is_still_there_is_told_and_nothing_changes(played, now, monkeypatch):
    stuck(played, now)
    monkeypatch.setattr(lanterns, "legal_moves", lambda state, seat: [])
    with pytest.raises(Refused, match="Seat 1 is to act and has no legal move"):
        watch.thaw(played.id, now + HOUR)
    played.refresh_from_db()
    assert played.still == "stuck"
    assert not Notice.objects.exists()


def test_a_house_player_that_still_fails_keeps_it_as_it_is(mei, now, monkeypatch):
    game = stuck(running("sensibly", mei, now=now), now + HOUR)
    monkeypatch.setattr(play, "house_turns", lambda *_: 1 / 0)
    with pytest.raises(Refused, match="play_house fails: ZeroDivisionError"):
        watch.thaw(game.id, now + 2 * HOUR)
    game.refresh_from_db()
    assert (game.still, asides(game, "thawed")) == ("stuck", [])


def test_only_what_stands_still_for_a_fault_can_go_on(played, now):
    with pytest.raises(Refused, match="does not stand still because of a fault"):
        watch.thaw(played.id, now)


def test_a_second_fault_of_a_game_is_told_again(played, now):
    stuck(played, now)
    watch.thaw(played.id, now + HOUR)
    Game.objects.filter(id=played.id).update(to_act=0)
    watch.watch(played.id, now + 2 * HOUR)
    assert told("stuck") == ["joon", "mei"]
    assert len(asides(played, "stuck")) == 2


def test_the_command_says_in_a_sentence_what_has_become_of_it(played, now, capsys):
    stuck(played, now)
    call_command("thaw", played.slug)
    assert capsys.readouterr().out == "The game goes on.\n"
    with pytest.raises(CommandError, match=r"^This game does not stand still because of a fault\.$"):
        call_command("thaw", played.slug)
    with pytest.raises(CommandError, match=r"^There is no table at that address\.$"):
        call_command("thaw", "nowhere")
