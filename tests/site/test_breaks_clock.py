"""What holidays, hours and zones do to the clock of a game."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from allauth.account.models import EmailAddress

from games import tables, timing
from games.actions import Refused, absence, breaks, play
from games.clock.terms import BANK, SOCIABLE, SOFT, Pace, Terms
from games.models import Away, Event, Game, Person
from games.models.rows import seats_of
from tests.site.cast import a_turn, running
from tests.site.test_breaks import allowance, asides, everything, stretches, took

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
NONE, A_HAIR = timedelta(0), timedelta.resolution
WAKING = Pace(turn=2 * DAY, waking_hours=True)
THURSDAY = datetime(2026, 9, 24, 10, 40, tzinfo=UTC)


def deadline(game: Game) -> datetime:
    """When the turn runs out by what is written down; reckoning it again gives the same."""
    game.refresh_from_db()
    written = game.deadline_at
    timing.reckon(game, seats_of(game.id)[game.to_act], game.reckoned_at)
    assert game.deadline_at == written
    return written


def by_pace(pace: Pace, *sitters: Person, now: datetime) -> Game:
    """A game of that pace."""
    return running(*sitters, now=now, terms=Terms(pace))


# ------------------------------------------------------------------ holidays


@pytest.mark.parametrize(
    ("begins", "ends", "overlap"),
    [
        (NONE, 4 * DAY, 4 * DAY),
        (DAY, 2 * DAY + 7 * HOUR, DAY + 7 * HOUR),
        (3 * DAY - MINUTE, 5 * DAY, 2 * DAY + MINUTE),
        (3 * DAY, 5 * DAY, NONE),
    ],
    ids=["at once", "in the middle", "just before the end", "after the end"],
)
def test_a_holiday_planned_in_the_middle_of_a_turn_moves_the_deadline_by_what_both_have(
    mei, joon, now, begins, ends, overlap
):
    game = running(mei, joon, now=now)
    breaks.go_away(mei, now + begins, now + ends, now)
    assert deadline(game) == now + 3 * DAY + overlap


def test_the_holiday_of_somebody_else_moves_nothing(mei, joon, now):
    game = running(mei, joon, now=now)
    breaks.go_away(joon, now, now + 4 * DAY, now)
    assert deadline(game) == now + 3 * DAY
    play.submit_turn(game.id, mei.id, 0, a_turn(game), now + DAY)
    assert deadline(game) == now + 7 * DAY, "joon's turn begins within it"


def test_whoever_comes_home_early_has_just_the_time_they_had(mei, joon, now):
    game = running(mei, joon, now=now)
    breaks.go_away(mei, now + DAY, now + 6 * DAY, now)
    breaks.come_home(mei, now + 2 * DAY + 5 * HOUR)
    assert deadline(game) == now + 4 * DAY + 5 * HOUR


def test_a_holiday_that_is_called_off_moves_nothing(mei, joon, now):
    game = running(mei, joon, now=now)
    breaks.go_away(mei, now + DAY, now + 6 * DAY, now)
    breaks.come_home(mei, now + HOUR)
    assert deadline(game) == now + 3 * DAY


def test_fourteen_days_of_holiday_stop_the_clock_of_one_game(mei, joon, now):
    game = running(mei, joon, now=now)
    breaks.go_away(mei, now + DAY, now + 26 * DAY, now)
    assert deadline(game) == now + 17 * DAY


def test_the_fourteen_days_of_a_game_are_of_all_its_holidays(mei, joon, now):
    game = running(mei, joon, now=now)
    took(mei, now, 10 * DAY)
    breaks.go_away(mei, now + 11 * DAY, now + 20 * DAY, now + 10 * DAY)
    assert deadline(game) == now + 17 * DAY
    assert running(mei, joon, now=now + 11 * DAY).deadline_at == now + 23 * DAY, "another game has its own"


def test_the_emergency_pause_does_not_count_among_the_fourteen_days(mei, joon, now):
    game = running(mei, joon, now=now)
    took(mei, now, 14 * DAY)
    breaks.emergency(mei, now + 15 * DAY)
    assert deadline(game) == now + 20 * DAY


def test_a_time_bank_is_not_touched_by_a_holiday(mei, joon, now):
    game = by_pace(Pace(BANK, NONE, bank=5 * DAY, cap=10 * DAY), mei, joon, now=now)
    breaks.go_away(mei, now + DAY, now + 9 * DAY, now)
    assert deadline(game) == now + 13 * DAY
    play.submit_turn(game.id, mei.id, game.seq - 1, a_turn(game), now + 10 * DAY)
    assert game.seats.get(number=0).bank == 3 * DAY


def test_no_reminder_comes_during_a_holiday(mei, joon, now):
    game = running(mei, joon, now=now)
    assert game.remind_at == now + 3 * DAY / 2
    breaks.go_away(mei, now + DAY, now + 6 * DAY, now)
    game.refresh_from_db()
    assert game.remind_at == now + 6 * DAY + DAY / 2


def test_a_table_without_limit_has_none_on_holiday_either(mei, joon, now):
    game = by_pace(Pace(SOFT, 2 * DAY), mei, joon, now=now)
    breaks.go_away(mei, now, now + 2 * DAY, now)
    game.refresh_from_db()
    assert game.deadline_at is None
    assert game.remind_at == now + 3 * DAY
    assert [kind for kind, *_ in asides(game)] == ["away"]


# ------------------------------------------------------------------ a day by itself


def test_whoever_wishes_it_takes_a_day_of_holiday_rather_than_running_out_of_time(mei, joon, now):
    game, late = running(mei, joon, now=now), now + 3 * DAY + MINUTE / 2
    breaks.save_absence(mei, True, "")
    assert absence.time_out(game.id, late)
    assert deadline(game) == late + DAY + A_HAIR
    assert game.to_act == 0
    assert stretches(mei) == [("by itself", late, late + DAY)]
    assert asides(game) == [("away", 0, f"{(late + DAY).isoformat()} by itself")]
    assert allowance(mei, late).left == 29 * DAY
    assert Person.objects.get(id=mei.id).away_until == late + DAY


def test_whoever_does_not_wish_it_does_not(mei, joon, now):
    game = running(mei, joon, now=now)
    absence.time_out(game.id, now + 3 * DAY)
    game.refresh_from_db()
    assert (game.to_act, stretches(mei)) == (1, [])


def test_a_day_by_itself_stops_the_other_clocks_of_its_player_too(mei, joon, now):
    game, other = running(mei, joon, now=now), running(mei, joon, now=now, turn=3 * DAY + 5 * HOUR)
    breaks.save_absence(mei, True, "")
    absence.time_out(game.id, now + 3 * DAY)
    assert not absence.time_out(other.id, now + 3 * DAY + 5 * HOUR), "its deadline is reckoned again"
    assert deadline(other) == now + 4 * DAY + 5 * HOUR


def test_two_games_that_run_out_together_take_one_day(mei, joon, now):
    games = [running(mei, joon, now=now), running(mei, joon, now=now)]
    breaks.save_absence(mei, True, "")
    for game in games:
        absence.time_out(game.id, now + 3 * DAY)
    assert [deadline(game) for game in games] == [now + 4 * DAY + A_HAIR] * 2
    assert stretches(mei) == [("by itself", now + 3 * DAY, now + 4 * DAY)]


def test_of_two_sweeps_the_one_whose_clock_reads_a_moment_earlier_may_come_second(mei, joon, now):
    games, late = [running(mei, joon, now=now), running(mei, joon, now=now)], now + 3 * DAY
    breaks.save_absence(mei, True, "")
    absence.time_out(games[0].id, late + timedelta(seconds=1))
    assert absence.time_out(games[1].id, late)
    ends = late + DAY + timedelta(seconds=1)
    assert [deadline(game) for game in games] == [ends + A_HAIR] * 2
    assert stretches(mei) == [("by itself", late + timedelta(seconds=1), ends)]


def test_day_follows_day_until_the_fourteen_of_the_game_are_taken(mei, joon, now):
    game = running(mei, joon, now=now)
    breaks.save_absence(mei, True, "")
    days = 0
    while Game.objects.get(id=game.id).to_act == 0:
        absence.time_out(game.id, deadline(game))
        days += 1
    assert days == 15
    assert allowance(mei, now).left == 16 * DAY
    game.refresh_from_db()
    assert timedelta(0) <= game.turn_since - (now + 17 * DAY) < timedelta(seconds=1)


def test_what_is_left_of_the_year_is_taken_where_it_is_less_than_a_day_but_nothing_below_an_hour(
    mei, joon, now
):
    breaks.save_absence(mei, True, "")
    took(mei, now - 100 * DAY, 29 * DAY + 20 * HOUR)
    game = running(mei, joon, now=now)
    absence.time_out(game.id, now + 3 * DAY)
    assert deadline(game) == now + 3 * DAY + 4 * HOUR + A_HAIR
    assert allowance(mei, now + 3 * DAY).left == NONE
    absence.time_out(game.id, deadline(game))
    game.refresh_from_db()
    assert game.to_act == 1


def test_a_day_ends_where_a_planned_holiday_begins(mei, joon, now):
    game = running(mei, joon, now=now)
    breaks.save_absence(mei, True, "")
    breaks.go_away(mei, now + 3 * DAY + 2 * HOUR, now + 6 * DAY, now)
    assert deadline(game) == now + 3 * DAY
    absence.time_out(game.id, now + 3 * DAY)
    assert deadline(game) == now + 6 * DAY + A_HAIR
    assert [kind for kind, *_ in stretches(mei)] == ["by itself", "by hand"]
    assert stretches(mei)[0][2] == now + 3 * DAY + 2 * HOUR


def test_a_day_by_itself_is_a_whole_day(mei, joon, now):
    game = running(mei, joon, now=now)
    breaks.save_absence(mei, True, "")
    absence.time_out(game.id, now + 3 * DAY)
    before = everything()
    with pytest.raises(Refused, match="no holiday that could end"):
        breaks.come_home(mei, now + 3 * DAY + HOUR)
    assert everything() == before


def test_an_emergency_takes_the_place_of_a_day_by_itself(mei, joon, now):
    game = running(mei, joon, now=now)
    breaks.save_absence(mei, True, "")
    absence.time_out(game.id, now + 3 * DAY)
    breaks.emergency(mei, now + 3 * DAY + HOUR)
    assert deadline(game) == now + 6 * DAY + HOUR + A_HAIR
    assert allowance(mei, now + 4 * DAY).used == HOUR


def test_nobody_takes_a_day_at_a_table_for_people_who_are_all_here(mei, joon, now):
    game = by_pace(Pace(SOCIABLE, 10 * MINUTE), mei, joon, now=now)
    breaks.save_absence(mei, True, "")
    absence.time_out(game.id, now + 10 * MINUTE)
    assert Away.objects.count() == 0
    assert Event.objects.filter(game=game, kind="move").exists()


# ------------------------------------------------------------------ hours


def test_at_a_table_of_waking_hours_only_the_hours_of_the_player_count(mei, joon):
    """40 minutes past noon in Oslo: 10 h 20 m are left of the first day, of 48 hours at 15 a day."""
    game = by_pace(WAKING, mei, joon, now=THURSDAY)
    assert deadline(game) == datetime(2026, 9, 27, 13, 40, tzinfo=UTC)


def test_changed_hours_or_another_zone_count_from_the_next_turn_on(mei, joon):
    game = by_pace(WAKING, mei, joon, now=THURSDAY)
    before = deadline(game)
    breaks.save_hours(mei, range(7), 12 * 60, 20 * 60)
    Person.objects.filter(id=mei.id).update(time_zone="Pacific/Auckland")
    assert deadline(game) == before
    breaks.go_away(mei, before, before + DAY, THURSDAY)
    assert deadline(game) == before, "not even where it is reckoned again"
    breaks.come_home(mei, THURSDAY)
    game = by_pace(WAKING, mei, joon, now=THURSDAY)
    assert game.week == {
        "zone": "Pacific/Auckland",
        "days": [0, 1, 2, 3, 4, 5, 6],
        "opens": 720,
        "closes": 1200,
    }
    assert deadline(game) == datetime(2026, 9, 30, 7, tzinfo=UTC)


def test_each_player_has_their_own_hours_in_their_own_zone(mei, joon):
    """16:00 in Oslo is 23:00 in Seoul, where nothing counts until 8:00."""
    game = by_pace(Pace(turn=DAY / 2, waking_hours=True), mei, joon, now=THURSDAY)
    play.submit_turn(game.id, mei.id, 0, a_turn(game), datetime(2026, 9, 24, 14, tzinfo=UTC))
    assert deadline(game) == datetime(2026, 9, 25, 11, tzinfo=UTC)


@pytest.mark.parametrize(
    ("player", "left_on_friday", "monday"),
    [
        ("mei", 10 * HOUR, datetime(2026, 9, 27, 22, tzinfo=UTC)),
        ("joon", 3 * HOUR, datetime(2026, 9, 27, 15, tzinfo=UTC)),
    ],
)
def test_weekends_are_those_of_where_the_player_lives(request, ines, player, left_on_friday, monday):
    """A day that begins on a Friday, when it is 14:00 in Oslo and 21:00 in Seoul."""
    friday = datetime(2026, 9, 25, 12, tzinfo=UTC)
    game = by_pace(Pace(turn=DAY, weekends_off=True), request.getfixturevalue(player), ines, now=friday)
    assert deadline(game) == monday + DAY - left_on_friday


def test_a_night_in_which_clocks_are_set_back_moves_the_deadline_by_that_hour(mei, joon):
    """From Saturday, 24 October, 12:00 in Oslo: the hours are told by the clock on the wall."""
    noon = datetime(2026, 10, 24, 10, tzinfo=UTC)
    game = by_pace(Pace(turn=DAY, waking_hours=True), mei, joon, now=noon)
    assert deadline(game) == datetime(2026, 10, 25, 20, tzinfo=UTC), "21:00: eleven hours, then thirteen"
    game = running(mei, joon, now=noon, turn=DAY)
    assert deadline(game) == noon + DAY


def test_the_usual_hours_can_be_had_again(mei):
    breaks.save_hours(mei, [0, 1, 2], 60, 600)
    assert Person.objects.get(id=mei.id).hours == {"days": [0, 1, 2], "opens": 60, "closes": 600}
    breaks.save_hours(mei, None, 0, 0)
    assert Person.objects.get(id=mei.id).hours is None
    assert (breaks.hours_of(mei).opens, breaks.hours_of(mei).closes) == (480, 1380)


@pytest.mark.parametrize(
    ("days", "opens", "closes", "sentence"),
    [
        ([0, 1], 480, 1380, "at least 3 days"),
        ([], 480, 1380, "at least 3 days"),
        ([0, 1, 7], 480, 1380, "no such day"),
        (range(7), 480, 959, "at least 8 hours"),
        (range(7), 1380, 419, "at least 8 hours"),
        (range(7), 1440, 480, "between 00:00 and 23:59"),
        (range(7), -1, 480, "between 00:00 and 23:59"),
    ],
)
def test_hours_in_which_nobody_can_play_are_refused_and_change_nothing(mei, days, opens, closes, sentence):
    before = everything()
    with pytest.raises(Refused, match=sentence):
        breaks.save_hours(mei, days, opens, closes)
    assert everything() == before
    assert mei.hours is None


# ------------------------------------------------------------------ who stands in


def test_somebody_else_can_be_named_to_stand_in_and_nobody_again(mei, ines):
    breaks.save_absence(mei, True, " INES ")
    kept = Person.objects.get(id=mei.id)
    assert (kept.stand_in, kept.away_by_itself) == (ines, True)
    breaks.save_absence(mei, False, "")
    kept = Person.objects.get(id=mei.id)
    assert (kept.stand_in, kept.away_by_itself) == (None, False)


@pytest.mark.parametrize("name", ["nobody", "mei", "Mei", "joon", "\0", "x" * 1000])
def test_a_stand_in_is_another_member_with_a_confirmed_address(mei, joon, name):
    EmailAddress.objects.filter(user=joon).update(verified=False)
    before = everything()
    with pytest.raises(Refused, match=r"no member of that name|Somebody else has to"):
        breaks.save_absence(mei, True, name)
    assert everything() == before
    assert not mei.away_by_itself


# ------------------------------------------------------------------ what comes in time


@pytest.mark.parametrize(
    "stop",
    [lambda mei, at: breaks.emergency(mei, at), lambda mei, at: breaks.go_away(mei, at, at + 3 * DAY, at)],
    ids=["an emergency", "a holiday"],
)
def test_what_begins_before_a_sweep_has_claimed_the_time_out_stops_the_clock(mei, joon, now, stop):
    game, late = running(mei, joon, now=now), now + 3 * DAY + MINUTE
    stop(mei, late)
    assert not absence.time_out(game.id, late + MINUTE)
    assert deadline(game) == late + 3 * DAY + A_HAIR
    assert absence.time_out(game.id, deadline(game))


def test_a_holiday_that_is_only_planned_helps_no_turn_that_has_run_out(mei, joon, now):
    game, late = running(mei, joon, now=now), now + 3 * DAY + MINUTE
    breaks.go_away(mei, late + DAY, late + 3 * DAY, late)
    assert absence.time_out(game.id, late + MINUTE)


def test_the_fourteen_days_of_a_long_game_are_not_forgotten_after_a_year(mei, joon, now):
    """A day by itself that stops no clock would be taken by every sweep, until none were left."""
    game, late = running(mei, joon, now=now), now + 401 * DAY
    took(mei, now, 14 * DAY)
    breaks.save_absence(mei, True, "")
    Game.objects.filter(id=game.id).update(clock_at=late - DAY, clock_left=DAY, deadline_at=late)
    assert absence.time_out(game.id, late)
    game.refresh_from_db()
    assert (game.to_act, Away.objects.count()) == (1, 1)


# ------------------------------------------------------------------ who is told


@pytest.mark.parametrize("planned_first", [True, False])
def test_a_table_tells_who_is_away_though_they_have_planned_another_holiday(mei, joon, now, planned_first):
    game = running(mei, joon, now=now)
    verbs = [
        lambda: breaks.go_away(mei, now + 10 * DAY, now + 12 * DAY, now),
        lambda: breaks.emergency(mei, now),
    ]
    for verb in verbs if planned_first else reversed(verbs):
        verb()
    for after, until in [(HOUR, 3 * DAY), (4 * DAY, None), (11 * DAY, 12 * DAY)]:
        seat = tables.table_for(game.slug, joon, now=now + after).seats[0]
        assert (seat.is_away(now + after), seat.away_until) == (until is not None, now + (until or 12 * DAY))
