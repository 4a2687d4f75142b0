"""The clock from several sides at one moment: sweeps and players, each on a connection of its own."""

from __future__ import annotations

from datetime import datetime, timedelta
from types import SimpleNamespace

import pytest

from games import tasks
from games.actions import Refused, Stale, absence, breaks, nudges, play, votes, watch
from games.models import Away, Game, Heartbeat, Notice, Outage, Person, Seat
from tests.site.cast import a_turn, person, running
from tests.site.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)
SECOND, HOUR, DAY = timedelta(seconds=1), timedelta(hours=1), timedelta(days=1)
HAIR = timedelta.resolution
AGAIN = 15


@pytest.fixture
def sweeps_at(monkeypatch, smtp):
    """Sweeps that all begin at one moment, to the microsecond."""

    def sweep(at: datetime, times: int = 1) -> None:
        Heartbeat.objects.update(at=at - 30 * SECOND)
        monkeypatch.setattr(tasks, "timezone", SimpleNamespace(now=lambda: at))
        at_once([tasks.sweep] * times)

    return sweep


def players() -> tuple[Person, Person, Person]:
    """Three people."""
    return person("mei"), person("joon"), person("ines")


def kinds(game: Game) -> list[str]:
    """What has happened in a game, in order."""
    return list(game.events.order_by("seq").values_list("kind", flat=True))


# ------------------------------------------------------------------ sweeps against each other


def test_two_sweeps_in_the_microsecond_of_a_deadline_time_it_out_once(sweeps_at, smtp, now):
    mei, joon, ines = players()
    game = running(mei, joon, ines, now=now)
    sweeps_at(game.deadline_at - HAIR, 2)
    assert kinds(game) == []
    smtp.reset()
    sweeps_at(game.deadline_at, 2)
    assert kinds(game) == ["timeout", "move"]
    assert Seat.objects.get(game=game, person=mei).missed == 1
    everybody = ["ines@example.org", "joon@example.org", "mei@example.org"]
    assert sorted(mail["To"] for mail in smtp.messages) == everybody


def test_a_dozen_deadlines_of_one_microsecond_are_each_timed_out_once_by_four_sweeps(sweeps_at, smtp, now):
    mei, joon, _ines = players()
    games = [running(mei, joon, now=now) for _ in range(12)]
    Notice.objects.all().delete()
    sweeps_at(games[0].deadline_at, 4)
    assert [kinds(game) for game in games] == [["timeout", "move"]] * 12
    assert set(Seat.objects.filter(person=mei).values_list("missed", flat=True)) == {1}
    assert len(smtp.to("mei@example.org")) == len(smtp.to("joon@example.org")) == 12


def test_beats_at_once_are_one_beat_and_one_outage(now):
    at_once([lambda it=it: watch.beat(now + it * HAIR) for it in range(4)])
    assert (Heartbeat.objects.count(), Outage.objects.count()) == (1, 0)
    found = at_once([lambda it=it: watch.beat(now + 3 * HOUR + it * HAIR) for it in range(4)])
    assert sum(it is not None for it in found) == Outage.objects.count() == 1


def test_what_an_outage_took_is_given_once_by_four_sweeps(now):
    mei, joon, _ines = players()
    game = running(mei, joon, now=now)
    back = now + 4 * HOUR
    Outage.objects.create(since=now + HOUR, until=back)
    given = at_once([lambda: watch.credit(game.id, back) for _ in range(4)])
    assert sorted(given) == [False] * 3 + [True]
    assert kinds(game) == ["credit"]
    game.refresh_from_db()
    assert game.deadline_at == now + 75 * HOUR


def test_four_sweeps_after_an_outage_give_each_game_its_time_and_time_out_nobody(sweeps_at, now, monkeypatch):
    mei, joon, _ines = players()
    sweeps_at(now)
    games = [running(mei, joon, now=now - hours * HOUR) for hours in range(6)]
    back = now + 73 * HOUR
    monkeypatch.setattr(tasks, "timezone", SimpleNamespace(now=lambda: back))
    at_once([tasks.sweep] * 4)
    assert [kinds(game) for game in games] == [["credit"]] * 6
    for hours, game in enumerate(games):
        game.refresh_from_db()
        assert game.deadline_at == back + (72 - hours) * HOUR


def test_a_day_of_holiday_that_one_sweep_takes_is_that_of_the_other_whose_clock_is_behind(now):
    mei, joon, _ines = players()
    breaks.save_absence(mei, True, "")
    games = [running(mei, joon, now=now) for _ in range(2)]
    late = now + 72 * HOUR
    assert absence.time_out(games[0].id, late + timedelta(milliseconds=8))
    assert absence.time_out(games[1].id, late)
    (away,) = Away.objects.all()
    for game in games:
        game.refresh_from_db()
        assert (kinds(game), game.deadline_at) == (["away"], away.until + HAIR)


def test_four_who_find_a_fault_have_the_game_stand_still_once(now):
    mei, joon, _ines = players()
    person("ada", is_staff=True)
    game = running(mei, joon, now=now)
    Game.objects.filter(id=game.id).update(waits_for=joon)
    found = at_once([lambda: watch.watch(game.id, now) for _ in range(4)])
    assert sorted(found) == [False] * 3 + [True]
    assert kinds(game) == ["stuck"]
    told = Notice.objects.filter(kind="stuck").values_list("person__username", flat=True)
    assert sorted(told) == ["ada", "joon", "mei"]
    thawed = at_once([lambda: watch.thaw(game.id, now + HOUR) for _ in range(4)])
    assert sum(isinstance(it, Refused) for it in thawed) == 3
    assert kinds(game) == ["stuck", "thawed"]


# ------------------------------------------------------------------ a sweep against a player


def test_a_turn_sent_after_the_deadline_counts_until_a_sweep_has_come(sweeps_at, now):
    mei, joon, _ines = players()
    game = running(mei, joon, now=now)
    late = game.deadline_at + SECOND
    assert play.submit_turn(game.id, mei.id, 0, a_turn(game), late).accepted
    sweeps_at(late + HAIR, 2)
    assert kinds(game) == ["move"]
    assert Seat.objects.get(game=game, person=mei).missed == 0
    game.refresh_from_db()
    assert game.deadline_at == late + 72 * HOUR


def test_a_turn_in_the_last_second_and_the_sweep_are_never_both(sweeps_at, now):
    mei, joon, _ines = players()
    sweeps_at(now)
    for _ in range(AGAIN):
        game = running(mei, joon, now=now)
        late, texts = game.deadline_at, a_turn(game)
        Heartbeat.objects.update(at=late)
        sent, _swept, _swept = at_once(
            [
                lambda game=game, late=late, texts=texts: play.submit_turn(game.id, mei.id, 0, texts, late),
                *[lambda game=game, late=late: absence.time_out(game.id, late)] * 2,
            ]
        )
        was_late = isinstance(sent, Stale)
        assert kinds(game) == (["timeout", "move"] if was_late else ["move"])
        assert Seat.objects.get(game=game, person=mei).missed == was_late
        assert Notice.objects.filter(game=game, kind="timeout").count() == was_late
        assert Notice.objects.filter(game=game, kind="turn").count() == 1


def _more_time(game: Game, mei: Person, joon: Person, at: datetime) -> None:
    nudges.give_time(game.id, joon.id, at)


def _a_holiday(game: Game, mei: Person, joon: Person, at: datetime) -> None:
    breaks.go_away(mei, at, at + 5 * DAY, at)


def _an_emergency(game: Game, mei: Person, joon: Person, at: datetime) -> None:
    breaks.emergency(mei, at)


def _a_pause(game: Game, mei: Person, joon: Person, at: datetime) -> None:
    question = votes.propose(game.id, joon.id, "pause", at, days=2)
    votes.answer(game.id, mei.id, question.id, True, at)


EXTENSIONS = [_more_time, _a_holiday, _an_emergency, _a_pause]


@pytest.mark.parametrize("extend", EXTENSIONS, ids=lambda it: it.__name__)
def test_whoever_was_given_time_while_the_sweep_held_its_list_is_left_alone(extend, now):
    mei, joon, _ines = players()
    game = running(mei, joon, now=now)
    late = game.deadline_at
    held = next(ids for verb, ids in tasks.waiting(late) if verb is absence.time_out)
    assert held == [game.id]
    extend(game, mei, joon, late - SECOND)
    assert not absence.time_out(game.id, late)
    game.refresh_from_db()
    assert (game.to_act, game.deadline_at > late + DAY - SECOND) == (0, True)
    assert "timeout" not in kinds(game)


@pytest.mark.parametrize("extend", EXTENSIONS, ids=lambda it: it.__name__)
def test_time_given_at_the_moment_of_the_sweep_is_given_or_comes_too_late(extend, now):
    mei, joon, _ines = players()
    game = running(mei, joon, now=now)
    late = game.deadline_at
    given, timed_out = at_once(
        [lambda: extend(game, mei, joon, late), lambda: absence.time_out(game.id, late)]
    )
    game.refresh_from_db()
    if timed_out:
        assert (kinds(game).count("timeout"), game.to_act) == (1, 1)
    else:
        assert not isinstance(given, Refused)
        assert (kinds(game).count("timeout"), game.to_act) == (0, 0)
        assert game.deadline_at > late
