"""The beat of the sweep, and outages, which no clock counts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import tasks, timing
from games.actions import absence, nudges, play, watch
from games.clock.terms import BANK, DAY, NONE, SOFT, Pace, Terms
from games.models import Event, Game, Heartbeat, Notice, Outage, Seat, rows
from tests.site.cast import a_turn, running

SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)
HAIR = timedelta.resolution


def asides(game: Game, kind: str) -> list[tuple[int, str]]:
    """What the log has of a kind: whose it is, and its text."""
    return list(game.events.filter(kind=kind).order_by("seq").values_list("seat", "text"))


def told(kind: str) -> list[str]:
    """Who is told of what happened in this kind of notice, by name."""
    return sorted(Notice.objects.filter(kind=kind).values_list("person__username", flat=True))


def outage(since: datetime, until: datetime) -> datetime:
    """The site was away: when it was back."""
    Outage.objects.create(since=since, until=until)
    return until


# ------------------------------------------------------------------ while the site is away


@pytest.mark.parametrize("back", [31 * HOUR, 40 * HOUR])
def test_what_is_written_down_during_an_outage_does_not_count_it(game, joon, now, back):
    """Somebody gives time after 30 hours of silence, when the clock is written down anew."""
    watch.beat(now)
    nudges.give_time(game.id, joon.id, now + 30 * HOUR)
    game.refresh_from_db()
    assert game.deadline_at == now + 30 * HOUR + 4 * DAY
    watch.beat(now + back)
    watch.credit(game.id, now + back)
    game.refresh_from_db()
    assert game.deadline_at == now + back + 4 * DAY


def test_a_turn_that_is_sent_during_an_outage_costs_no_bank(mei, joon, now):
    game = running(mei, joon, terms=Terms(Pace(BANK, NONE, 5 * DAY, NONE, 5 * DAY)))
    watch.beat(now + HOUR)
    play.submit_turn(game.id, mei.id, 0, a_turn(game), now + 30 * HOUR)
    assert Seat.objects.get(game=game, number=0).bank == 5 * DAY - HOUR


# ------------------------------------------------------------------ the beat


def test_beats_half_a_minute_apart_are_no_outage(db, now):
    assert [watch.beat(now + it * timedelta(seconds=30)) for it in range(30)] == [None] * 30
    assert not Outage.objects.exists()
    assert Heartbeat.objects.get().at == now + 29 * timedelta(seconds=30)


def test_a_gap_of_more_than_five_minutes_is_an_outage_and_one_of_five_is_none(db, now):
    watch.beat(now)
    assert watch.beat(now + 5 * MINUTE) is None
    found = watch.beat(now + 10 * MINUTE + HAIR)
    assert (found.since, found.until) == (now + 5 * MINUTE, now + 10 * MINUTE + HAIR)
    assert Outage.objects.get() == found


def test_the_first_beat_ends_no_outage(db, now):
    assert watch.silence(now) is None
    assert watch.beat(now) is None
    assert watch.silence(now + HOUR) == HOUR


def test_the_beat_never_moves_back(db, now):
    watch.beat(now)
    assert watch.beat(now - HOUR) is None
    assert watch.beat(now + 30 * SECOND) is None
    assert not Outage.objects.exists()
    assert watch.silence(now) == timedelta(0)


# ------------------------------------------------------------------ what an outage gives back


def test_a_deadline_moves_by_the_outage_and_the_log_says_by_how_much(game, now):
    back = outage(now + HOUR, now + 4 * HOUR)
    assert watch.credit(game.id, back)
    game.refresh_from_db()
    assert game.deadline_at == now + 75 * HOUR
    assert asides(game, "credit") == [(0, "10800")]


def test_what_was_given_is_given_once(game, now):
    back = outage(now + HOUR, now + 4 * HOUR)
    assert watch.credit(game.id, back)
    assert not watch.credit(game.id, back)
    assert not Game.objects.filter(watch.owed_credit()).exists()
    game.refresh_from_db()
    assert (game.deadline_at, len(asides(game, "credit"))) == (now + 75 * HOUR, 1)


def test_a_turn_that_began_in_an_outage_gets_its_part_of_it(mei, joon, now):
    game = running(mei, joon, now=now + HOUR)
    back = outage(now, now + 3 * HOUR)
    assert watch.credit(game.id, back)
    game.refresh_from_db()
    assert game.deadline_at == now + 75 * HOUR
    assert asides(game, "credit") == [(0, "7200")]


def test_a_turn_that_began_after_an_outage_gets_nothing(mei, joon, now):
    back = outage(now, now + 3 * HOUR)
    game = running(mei, joon, now=back + SECOND)
    assert not watch.credit(game.id, back + HOUR)
    game.refresh_from_db()
    assert game.deadline_at == back + 72 * HOUR + SECOND


def test_two_outages_of_one_turn_are_both_given(game, now):
    for hour in (1, 10):
        watch.credit(game.id, outage(now + hour * HOUR, now + (hour + 2) * HOUR))
    game.refresh_from_db()
    assert game.deadline_at == now + 76 * HOUR
    assert asides(game, "credit") == [(0, "7200")] * 2


def test_an_outage_in_hours_that_do_not_count_gives_nothing(mei, joon, now):
    """In Oslo the clock of somebody who has said nothing stands still from 23:00 to 8:00."""
    game = running(mei, joon, now=now, terms=Terms(Pace(waking_hours=True)))
    night = datetime(2026, 9, 24, 21, 0, tzinfo=UTC)
    assert not watch.credit(game.id, outage(night, night + 9 * HOUR))
    before = game.deadline_at
    game.refresh_from_db()
    assert (game.deadline_at, asides(game, "credit")) == (before, [])
    assert not Game.objects.filter(watch.owed_credit()).exists()


def test_of_an_outage_only_the_hours_that_count_are_given(mei, joon, now):
    game = running(mei, joon, now=now, terms=Terms(Pace(waking_hours=True)))
    evening = datetime(2026, 9, 24, 19, 0, tzinfo=UTC)
    assert watch.credit(game.id, outage(evening, evening + 5 * HOUR))
    assert asides(game, "credit") == [(0, "7200")]


def test_what_a_pause_stopped_anyway_is_not_given_again(game, now):
    game.paused_from, game.paused_until = now, now + 48 * HOUR
    timing.reckon(game, rows.seats_of(game.id)[0], now + SECOND)
    game.save()
    assert not watch.credit(game.id, outage(now + HOUR, now + 4 * HOUR))
    game.refresh_from_db()
    assert game.deadline_at == now + 120 * HOUR


def test_where_there_was_no_outage_nothing_is_given_whatever_else_has_changed(game, now):
    Game.objects.filter(id=game.id).update(paused_from=now, paused_until=now + 48 * HOUR)
    outage(now - 3 * HOUR, now - HOUR)
    assert not watch.credit(game.id, now + HOUR)
    game.refresh_from_db()
    assert (game.deadline_at, game.reckoned_at) == (now + 72 * HOUR, now)


def test_whoever_looks_for_faults_first_leaves_what_is_to_be_given(game, now):
    back = outage(now + 71 * HOUR, now + 74 * HOUR)
    assert not watch.watch(game.id, back)
    assert watch.credit(game.id, back)
    assert asides(game, "credit") == [(0, "10800")]


def test_a_table_without_time_outs_reminds_later_and_says_nothing(mei, joon, now):
    game = running(mei, joon, now=now, terms=Terms(Pace(SOFT)))
    remind_at = game.remind_at
    assert not watch.credit(game.id, outage(now + HOUR, now + 5 * HOUR))
    game.refresh_from_db()
    assert (game.deadline_at, game.remind_at) == (None, remind_at + 4 * HOUR)
    assert not game.events.exists()


def test_nobody_is_timed_out_for_an_outage_though_nothing_was_given_yet(game, now):
    back = outage(now + 71 * HOUR, now + 74 * HOUR)
    assert not absence.time_out(game.id, back)
    game.refresh_from_db()
    assert game.deadline_at == now + 75 * HOUR


def test_a_reminder_is_put_off_by_an_outage(game, now):
    back = outage(now + 35 * HOUR, now + 40 * HOUR)
    watch.credit(game.id, back)
    assert not play.remind(game.id, back)
    assert play.remind(game.id, now + 41 * HOUR)
    assert told("reminder") == ["mei"]


def test_a_reminder_for_when_the_weekend_ends_comes_though_the_site_was_away_then(mei, joon):
    """A day before Monday, 10 o'clock, is on Sunday: put off to midnight, when time counts again."""
    began = datetime(2026, 9, 23, 8, 0, tzinfo=UTC)
    game = running(mei, joon, now=began, terms=Terms(Pace(weekends_off=True)))
    play.remind(game.id, began + 36 * HOUR)
    Notice.objects.all().delete()
    back = outage(datetime(2026, 9, 27, 18, 0, tzinfo=UTC), datetime(2026, 9, 28, 1, 0, tzinfo=UTC))
    assert watch.credit(game.id, back)
    game.refresh_from_db()
    assert game.deadline_at == datetime(2026, 9, 28, 11, 0, tzinfo=UTC)
    assert play.remind(game.id, back)
    assert not play.remind(game.id, back + HOUR)
    assert told("reminder") == ["mei"]


def test_nobody_is_reminded_again_because_of_an_outage(game, now):
    for hours in (36, 48):
        play.remind(game.id, now + hours * HOUR)
    Notice.objects.all().delete()
    watch.credit(game.id, outage(now + 50 * HOUR, now + 53 * HOUR))
    game.refresh_from_db()
    assert game.remind_at is None


def test_the_next_reminder_stays_the_next_one(game, now):
    play.remind(game.id, now + 36 * HOUR)
    back = outage(now + 37 * HOUR, now + 38 * HOUR)
    watch.credit(game.id, back)
    assert not play.remind(game.id, back)
    assert play.remind(game.id, now + 49 * HOUR)


# ------------------------------------------------------------------ an outage in full


@pytest.fixture
def sweep_at(settings, monkeypatch):
    """A sweep at a moment; there was one half a minute before unless the site was away. No mail leaves."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"

    def sweep(at: datetime, *, was_away: bool = False) -> None:
        if not was_away:
            Heartbeat.objects.update(at=at - 30 * SECOND)
        monkeypatch.setattr(tasks, "timezone", SimpleNamespace(now=lambda: at))
        tasks.sweep()

    return sweep


def test_after_three_hours_away_nobody_has_lost_any_time(mei, joon, now, sweep_at):
    gone, back = now + 70 * HOUR, now + 73 * HOUR
    sweep_at(gone)
    given = {0: 3, 69: 3, 71: 2, 72: 1, 73: 0}
    games = {began: running(mei, joon, now=now + began * HOUR) for began in given}
    sweep_at(back, was_away=True)
    for began, game in games.items():
        game.refresh_from_db()
        assert game.deadline_at == now + (began + 72 + given[began]) * HOUR
        assert asides(game, "credit") == ([(0, str(given[began] * 3600))] if given[began] else [])
    assert not Event.objects.filter(kind="timeout").exists()


def test_what_was_given_runs_out_at_its_new_end_once(game, now, sweep_at):
    sweep_at(now + 70 * HOUR)
    sweep_at(now + 73 * HOUR, was_away=True)
    for at, run_out in ((75 * HOUR - HAIR, 0), (75 * HOUR, 1), (75 * HOUR, 1), (76 * HOUR, 1)):
        sweep_at(now + at)
        assert game.events.filter(kind="timeout").count() == run_out
    assert (told("timeout"), Seat.objects.get(game=game, number=0).missed) == (["mei"], 1)


def test_more_clocks_than_one_sweep_can_see_to_run_out_for_nobody(mei, joon, now, sweep_at, monkeypatch):
    monkeypatch.setattr(tasks, "A_SWEEP", 2)
    games = [running(mei, joon, now=now) for _ in range(5)]
    sweep_at(now + 71 * HOUR)
    sweep_at(now + 74 * HOUR, was_away=True)
    for seconds in (30, 60):
        sweep_at(now + 74 * HOUR + seconds * SECOND)
    assert [asides(game, "credit") for game in games] == [[(0, "10800")]] * 5
    assert not Event.objects.filter(kind="timeout").exists()


def test_what_is_due_is_found_by_as_many_queries_among_many_games(mei, joon, now, django_assert_num_queries):
    with CaptureQueriesContext(connection) as asked:
        list(tasks.waiting(now))
    for _ in range(10):
        running(mei, joon, now=now - 72 * HOUR)
    with django_assert_num_queries(len(asked)):
        found = {verb: len(ids) for verb, ids in tasks.waiting(now)}
    assert found[absence.time_out] == 10


def test_a_sweep_that_cannot_beat_does_nothing(game, now, sweep_at, monkeypatch):
    def fails(now: datetime) -> None:
        raise RuntimeError("no beat, on purpose")

    monkeypatch.setattr(watch, "beat", fails)
    with pytest.raises(RuntimeError):
        sweep_at(now + 80 * HOUR)
    assert not game.events.exists()


def test_one_fault_stops_no_other_game(mei, joon, now, sweep_at, monkeypatch):
    bad, worse = running(mei, joon, now=now), running(mei, joon, now=now)
    good = running(mei, joon, now=now - 72 * HOUR)
    Game.objects.exclude(id=good.id).update(to_act=1, watched=7)
    watched = watch.watch

    def fails(game_id: int, at: datetime) -> bool:
        return bool(1 / 0) if game_id == bad.id else watched(game_id, at)

    monkeypatch.setattr(watch, "watch", fails)
    sweep_at(now)
    assert [Game.objects.get(id=game.id).still for game in (bad, worse, good)] == ["", "stuck", ""]
    assert asides(good, "timeout") == [(0, "")]
