"""A holiday and a sweep of the same moment, each on a connection of its own: one outcome, and nobody waits
for ever."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.actions import Refused, absence, breaks, play
from games.models import Away, Event, Game, Person
from tests.site.cast import a_turn, running
from tests.site.test_races import at_once, crowd

pytestmark = pytest.mark.django_db(transaction=True)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def fresh(person: Person) -> Person:
    """The person as another request would have them."""
    return Person.objects.get(id=person.id)


def kinds(game: Game) -> list[str]:
    """The kinds of event of a game, in their order, a turn's many steps as one."""
    found = Event.objects.filter(game=game).order_by("seq").values_list("kind", flat=True)
    return [kind for before, kind in zip(["", *found], found, strict=False) if kind != before]


@pytest.mark.parametrize("late", [timedelta(0), timedelta(seconds=1)], ids=["just in time", "late"])
def test_a_holiday_of_the_moment_at_which_a_sweep_times_out_stops_the_clock_or_comes_too_late(now, late):
    """The clock has run out; the house plays the turn unless the holiday comes first, which then runs."""
    mei, joon = crowd(2)
    games = [running(mei, joon, now=now) for _ in range(3)]
    moment = games[0].deadline_at + late
    results = at_once(
        [
            lambda: breaks.go_away(fresh(mei), moment, moment + 5 * DAY, moment),
            *(lambda it=it: absence.time_out(it.id, moment) for it in games),
        ]
    )
    away, *swept = results
    assert isinstance(away, Away)
    for game, timed_out in zip(games, swept, strict=True):
        game.refresh_from_db()
        assert sorted(kinds(game)) == (["away", "move", "timeout"] if timed_out else ["away"])
        assert game.to_act == int(timed_out)
        assert timed_out or game.deadline_at == away.until + timedelta.resolution
    assert Away.objects.count() == 1


def test_a_holiday_just_before_the_end_is_never_overtaken_by_a_sweep_that_comes_later(now):
    mei, joon = crowd(2)
    games = [running(mei, joon, now=now) for _ in range(3)]
    end = games[0].deadline_at
    begins = end - timedelta(seconds=1)
    away, *swept = at_once(
        [
            lambda: breaks.go_away(fresh(mei), begins, begins + 5 * DAY, begins),
            *(lambda it=it: absence.time_out(it.id, end) for it in games),
        ]
    )
    assert isinstance(away, Away)
    for game, timed_out in zip(games, swept, strict=True):
        game.refresh_from_db()
        assert game.to_act == (1 if timed_out else 0)
        if not timed_out:
            assert game.deadline_at == end + 5 * DAY


def test_games_that_run_out_at_once_take_one_day_of_holiday(now):
    mei, joon = crowd(2)
    games = [running(mei, joon, now=now) for _ in range(4)]
    breaks.save_absence(mei, True, "")
    moment = games[0].deadline_at
    assert at_once([lambda it=it: absence.time_out(it.id, moment) for it in games]) == [True] * 4
    away = Away.objects.get()
    assert (away.since, away.until) == (moment, moment + DAY)
    for game in games:
        game.refresh_from_db()
        assert (game.to_act, game.deadline_at) == (0, moment + DAY + timedelta.resolution)


def test_two_who_go_away_from_the_same_games_do_not_wait_for_each_other(now):
    mei, joon = crowd(2)
    games = [running(*((mei, joon) if n % 2 else (joon, mei)), now=now) for n in range(6)]
    results = at_once(
        [lambda it=it: breaks.go_away(fresh(it), now, now + 2 * DAY, now) for it in (mei, joon)]
    )
    assert [isinstance(it, Away) for it in results] == [True, True]
    for game in games:
        game.refresh_from_db()
        assert game.deadline_at == now + 5 * DAY
        assert game.seq == Event.objects.filter(game=game, kind="away").count() == 2


def test_of_four_holidays_sent_at_once_one_is_taken(now):
    mei, joon = crowd(2)
    running(mei, joon, now=now)
    results = at_once([lambda: breaks.go_away(fresh(mei), now, now + 20 * DAY, now) for _ in range(4)])
    assert sum(isinstance(it, Refused) for it in results) == 3
    assert Away.objects.count() == Event.objects.count() == 1


def test_of_four_emergency_pauses_sent_at_once_one_is_taken(now):
    (mei,) = crowd(1)
    results = at_once([lambda: breaks.emergency(fresh(mei), now) for _ in range(4)])
    assert sum(isinstance(it, Refused) for it in results) == 3
    assert Away.objects.count() == 1


def test_a_turn_and_a_holiday_of_the_same_moment_are_both(now):
    mei, joon = crowd(2)
    game = running(mei, joon, now=now)
    texts = a_turn(game)
    sent, away = at_once(
        [
            lambda: play.submit_turn(game.id, mei.id, 0, texts, now),
            lambda: breaks.go_away(fresh(mei), now, now + DAY, now),
        ]
    )
    assert sent.accepted
    assert isinstance(away, Away)
    game.refresh_from_db()
    assert (game.to_act, game.deadline_at) == (1, now + 3 * DAY)
    assert sorted(kinds(game)) == ["away", "move"]


def test_a_holiday_and_a_day_by_itself_of_the_same_moment_do_not_overlap(now):
    mei, joon = crowd(2)
    games = [running(mei, joon, now=now) for _ in range(3)]
    breaks.save_absence(mei, True, "")
    moment = games[0].deadline_at
    away, *_ = at_once(
        [
            lambda: breaks.go_away(fresh(mei), moment, moment + 5 * DAY, moment),
            *(lambda it=it: absence.time_out(it.id, moment) for it in games),
        ]
    )
    aways = list(Away.objects.order_by("since"))
    assert aways[0].since == moment
    assert [it.until for it in aways[:-1]] == [it.since for it in aways[1:]]
    assert away.until == aways[-1].until == moment + 5 * DAY
    for game in games:
        game.refresh_from_db()
        assert (game.to_act, game.deadline_at) == (0, moment + 5 * DAY + timedelta.resolution)
