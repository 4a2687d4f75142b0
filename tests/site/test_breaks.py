"""Holidays and the emergency pause: how much there is of them, and what is refused."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from games import timing
from games.actions import Refused, breaks, play
from games.actions.breaks import Allowance
from games.clock.terms import SOCIABLE, Pace, Terms
from games.models import Away, Event, Game, Person
from tests.site.cast import a_turn, running

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
NONE = timedelta(0)


def took(person: Person, since: datetime, span: timedelta, kind: str = "by hand") -> Away:
    """A stretch that lies in the past, or a planned one, written as the verbs would have."""
    away = Away.objects.create(person=person, kind=kind, since=since, until=since + span)
    latest = Away.objects.filter(person=person).latest("until")
    Person.objects.filter(id=person.id).update(away_since=latest.since, away_until=latest.until)
    person.refresh_from_db()
    return away


def stretches(person: Person) -> list[tuple[str, datetime, datetime]]:
    """All of a person's stretches that last, or have lasted."""
    lasted = Away.objects.filter(person=person, until__gt=F("since"))
    return list(lasted.order_by("since").values_list("kind", "since", "until"))


def allowance(person: Person, now: datetime) -> Allowance:
    """What a person may still take."""
    return breaks.allowance_of(breaks.aways_of(person, now), now)


def everything() -> list[object]:
    """All that a verb of holidays could change."""
    of_people = ("away_since", "away_until", "hours", "away_by_itself", "stand_in")
    people = Person.objects.order_by("id").values_list(*of_people)
    games = Game.objects.order_by("id").values_list("seq", *timing.COLUMNS)
    return [list(people), list(games), list(Away.objects.values()), Event.objects.count()]


def asides(game: Game) -> list[tuple[str, int, str]]:
    """What the log has beside the turns."""
    beside = Event.objects.filter(game=game, kind__in=("away", "back")).order_by("seq")
    return list(beside.values_list("kind", "seat", "text"))


# ------------------------------------------------------------------ how much there is


def test_everybody_has_thirty_days_and_the_emergency_pause(mei, now):
    assert allowance(mei, now) == Allowance(30 * DAY, NONE, None)


def test_what_was_taken_is_used_to_the_second(mei, now):
    took(mei, now - 20 * DAY, 3 * DAY + timedelta(seconds=1))
    used = 3 * DAY + timedelta(seconds=1)
    assert allowance(mei, now) == Allowance(30 * DAY - used, used, None)


def test_what_was_taken_more_than_a_year_ago_is_there_again_as_it_goes_by(mei, now):
    took(mei, now - 370 * DAY, 10 * DAY)
    assert allowance(mei, now).used == 5 * DAY
    assert allowance(mei, now + 2 * DAY).used == 3 * DAY
    assert allowance(mei, now + 5 * DAY).used == NONE


def test_what_is_planned_is_used_already(mei, now):
    breaks.go_away(mei, now + 10 * DAY, now + 17 * DAY, now)
    assert allowance(mei, now).left == 23 * DAY


def test_a_day_taken_by_itself_is_a_holiday_and_the_emergency_pause_is_none(mei, now):
    took(mei, now - 20 * DAY, DAY, "by itself")
    took(mei, now - 10 * DAY, 3 * DAY, "emergency")
    assert allowance(mei, now).used == DAY


def test_thirty_days_can_be_taken_at_once_and_not_a_day_more(mei, now):
    breaks.go_away(mei, now, now + 30 * DAY, now)
    assert allowance(mei, now).left == NONE
    with pytest.raises(Refused, match="more than the 30 days of holiday in a year"):
        breaks.go_away(mei, now + 40 * DAY, now + 41 * DAY, now + 31 * DAY)


def test_whoever_has_some_left_is_told_how_much(mei, now):
    took(mei, now - 100 * DAY, 24 * DAY + 11 * HOUR)
    with pytest.raises(Refused, match="Up to then, 5 days and 13 hours are left"):
        breaks.go_away(mei, now, now + 7 * DAY, now)
    breaks.go_away(mei, now, now + 5 * DAY + 13 * HOUR, now)


def test_a_later_holiday_has_what_is_there_again_by_then(mei, now):
    took(mei, now - 300 * DAY, 30 * DAY)
    with pytest.raises(Refused, match="0 minutes are left"):
        breaks.go_away(mei, now + 60 * DAY, now + 61 * DAY, now)
    breaks.go_away(mei, now + 80 * DAY, now + 90 * DAY, now)


def test_what_runs_now_counts_in_the_year_of_the_holiday_that_comes_after_it(mei, now):
    took(mei, now - 30 * DAY, 5 * DAY)
    took(mei, now - 3 * DAY, 20 * DAY, "by itself")
    before = everything()
    with pytest.raises(Refused):
        breaks.go_away(mei, now + 17 * DAY, now + 23 * DAY, now)
    assert everything() == before
    breaks.go_away(mei, now + 17 * DAY, now + 22 * DAY, now)


def test_an_hour_by_which_clocks_are_set_back_is_cut_off(mei, now):
    """Thirty days of the calendar in Oslo, from midnight to midnight."""
    since = datetime(2026, 10, 9, 22, tzinfo=UTC)
    until = datetime(2026, 11, 8, 23, tzinfo=UTC)
    assert until - since == 30 * DAY + HOUR
    away = breaks.go_away(mei, since, until, now)
    assert (away.since, away.until) == (since, since + 30 * DAY)
    assert allowance(mei, now).left == NONE


# ------------------------------------------------------------------ going and coming


def test_a_holiday_is_with_the_person_and_among_their_stretches(mei, now):
    breaks.go_away(mei, now + DAY, now + 8 * DAY, now)
    assert stretches(mei) == [("by hand", now + DAY, now + 8 * DAY)]
    kept = Person.objects.get(id=mei.id)
    for it in (kept, mei):
        assert (it.away_since, it.away_until) == (now + DAY, now + 8 * DAY)


def test_every_running_game_of_the_person_tells_it_and_no_other(mei, joon, ines, now):
    own = [running(mei, joon, now=now), running(joon, mei, now=now)]
    others = running(joon, ines, now=now)
    breaks.go_away(mei, now, now + 2 * DAY, now + MINUTE / 2)
    text = f"{(now + 2 * DAY).isoformat()} by hand"
    assert [asides(it) for it in own] == [[("away", 0, text)], [("away", 1, text)]]
    assert asides(others) == []


def test_a_game_for_people_who_are_all_here_takes_no_notice(mei, joon, now):
    game = running(mei, joon, now=now, terms=Terms(Pace(SOCIABLE, 10 * MINUTE)))
    before = everything()[1]
    breaks.go_away(mei, now, now + 2 * DAY, now)
    assert everything()[1] == before
    assert asides(game) == []


def test_a_seat_that_was_given_up_is_not_told_of(mei, joon, ines, now):
    game = running(mei, joon, ines, now=now)
    game.seats.filter(person=mei).update(resigned=True, keeper="sensibly")
    breaks.go_away(mei, now, now + 2 * DAY, now)
    assert asides(game) == []


def test_a_game_that_stands_still_because_of_a_fault_is_left_alone(mei, joon, now):
    """Its position may be what cannot be read."""
    broken, sound = running(mei, joon, now=now), running(mei, joon, now=now)
    Game.objects.filter(id=broken.id).update(still="stuck", deadline_at=None)
    breaks.go_away(mei, now, now + 2 * DAY, now)
    assert (asides(broken), len(asides(sound))) == ([], 1)
    breaks.come_home(mei, now + HOUR)
    assert (asides(broken), len(asides(sound))) == ([], 2)


def test_a_holiday_of_a_minute_ago_begins_now(mei, now):
    assert breaks.go_away(mei, now - MINUTE, now + DAY, now).since == now


def test_a_turn_of_somebody_on_holiday_is_a_turn(mei, joon, now):
    game = running(mei, joon, now=now)
    breaks.go_away(mei, now, now + 5 * DAY, now)
    play.submit_turn(game.id, mei.id, 0, a_turn(game), now + DAY)
    game.refresh_from_db()
    assert game.to_act == 1
    assert stretches(mei) == [("by hand", now, now + 5 * DAY)]


def test_whoever_comes_home_early_has_the_rest_again(mei, joon, now):
    game = running(mei, joon, now=now)
    breaks.go_away(mei, now, now + 10 * DAY, now)
    breaks.come_home(mei, now + 4 * DAY)
    assert stretches(mei) == [("by hand", now, now + 4 * DAY)]
    assert mei.away_until == now + 4 * DAY
    assert allowance(mei, now + 4 * DAY).left == 26 * DAY
    assert asides(game)[1:] == [("back", 0, "")]


def test_a_holiday_that_is_called_off_was_none(mei, joon, now):
    game = running(mei, joon, now=now)
    breaks.go_away(mei, now + DAY, now + 10 * DAY, now)
    breaks.come_home(mei, now + HOUR)
    assert stretches(mei) == []
    assert (mei.away_since, mei.away_until) == (None, None)
    assert allowance(mei, now).left == 30 * DAY
    assert [kind for kind, *_ in asides(game)] == ["away", "back"]


@pytest.mark.parametrize("planned", [NONE, 9 * DAY])
def test_nobody_goes_away_and_comes_back_all_the_time(mei, joon, now, planned):
    """Every time is told twice in the log of every game."""
    game = running(mei, joon, now=now)
    for hours in range(3):
        at = now + hours * HOUR
        breaks.go_away(mei, at + planned, at + planned + 2 * DAY, at)
        breaks.come_home(mei, at + MINUTE)
    sentence = (
        "You have begun or called off three holidays within a week. Plan another one from 1 October 2026 on."
    )
    late = now + 7 * DAY
    with pytest.raises(Refused) as refusal:
        breaks.go_away(mei, late, late + DAY, late - HOUR)
    assert refusal.value.sentence == sentence
    assert len(asides(game)) == 6
    breaks.go_away(mei, late + HOUR, late + DAY, late + HOUR)


def test_after_one_that_is_called_off_the_clocks_know_of_the_one_before(mei, joon, now):
    """A turn that began before it still counts the holiday that is over."""
    game = running(mei, joon, now=now)
    breaks.go_away(mei, now, now + 2 * DAY, now)
    breaks.go_away(mei, now + 20 * DAY, now + 22 * DAY, now + 3 * DAY)
    breaks.come_home(mei, now + 4 * DAY)
    game.refresh_from_db()
    assert game.deadline_at == now + 5 * DAY
    assert mei.away_until == now + 2 * DAY


def test_a_game_that_began_during_the_holiday_is_not_told_of_the_end_of_one_it_knows_nothing_of(
    mei, joon, now
):
    breaks.go_away(mei, now, now + 10 * DAY, now)
    game = running(mei, joon, now=now + DAY)
    assert game.deadline_at == now + 13 * DAY
    breaks.come_home(mei, now + 2 * DAY)
    game.refresh_from_db()
    assert (game.deadline_at, asides(game)) == (now + 5 * DAY, [])


REFUSED = {
    "begun in the past": (-2 * MINUTE, DAY, "cannot begin in the past"),
    "too short": (NONE, 12 * HOUR - MINUTE, "at least 12 hours"),
    "over before it begins": (DAY, NONE, "at least 12 hours"),
    "too long": (DAY, 31 * DAY + HOUR + MINUTE, "at most 30 days"),
    "too far ahead": (180 * DAY + MINUTE, 190 * DAY, "the next 180 days"),
}


@pytest.mark.parametrize(("since", "until", "sentence"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_holiday_is_refused_and_changes_nothing(mei, joon, now, since, until, sentence):
    running(mei, joon, now=now)
    before = everything()
    with pytest.raises(Refused, match=sentence):
        breaks.go_away(mei, now + since, now + until, now)
    assert everything() == before


def test_what_is_just_a_holiday_is_one(mei, joon, now):
    breaks.go_away(mei, now + 180 * DAY, now + 210 * DAY, now)
    breaks.go_away(joon, now, now + 12 * HOUR, now)


@pytest.mark.parametrize("offset", [-2 * DAY, 2 * DAY, 30 * DAY], ids=["earlier", "within", "later"])
def test_there_is_one_holiday_at_a_time(mei, joon, now, offset):
    running(mei, joon, now=now)
    breaks.go_away(mei, now + 3 * DAY, now + 8 * DAY, now)
    before = everything()
    with pytest.raises(Refused, match="You have a holiday already"):
        breaks.go_away(mei, now + 3 * DAY + offset, now + 6 * DAY + offset, now)
    assert everything() == before


def test_whoever_has_no_holiday_cannot_end_one(mei, joon, now):
    running(mei, joon, now=now)
    breaks.go_away(mei, now, now + DAY, now)
    before = everything()
    with pytest.raises(Refused, match="no holiday that could end"):
        breaks.come_home(mei, now + DAY)
    assert everything() == before


# ------------------------------------------------------------------ the emergency pause


def test_the_emergency_pause_stops_the_clocks_for_three_days_at_once(mei, joon, now):
    game = running(mei, joon, now=now)
    breaks.emergency(mei, now + DAY)
    game.refresh_from_db()
    assert game.deadline_at == now + 6 * DAY
    assert asides(game) == [("away", 0, f"{(now + 4 * DAY).isoformat()} emergency")]
    assert stretches(mei) == [("emergency", now + DAY, now + 4 * DAY)]


def test_it_is_there_again_after_half_a_year_and_not_before(mei, now):
    breaks.emergency(mei, now)
    again = now + 182 * DAY
    assert allowance(mei, again - MINUTE).emergency_from == again
    before = everything()
    with timezone.override("Europe/Oslo"), pytest.raises(Refused, match="again from 25 March 2027 on"):
        breaks.emergency(mei, again - MINUTE)
    assert everything() == before
    assert allowance(mei, again).emergency_from is None
    breaks.emergency(mei, again)


def test_whoever_ends_it_early_has_used_it(mei, now):
    breaks.emergency(mei, now)
    breaks.come_home(mei, now + HOUR)
    assert allowance(mei, now + HOUR) == Allowance(30 * DAY, NONE, now + 182 * DAY)


@pytest.mark.parametrize(
    ("begins", "sentence"), [(NONE, "You are on holiday already"), (2 * DAY, "begins within these 3 days")]
)
def test_it_does_not_meet_a_holiday(mei, joon, now, begins, sentence):
    running(mei, joon, now=now)
    breaks.go_away(mei, now + begins, now + begins + 5 * DAY, now)
    before = everything()
    with pytest.raises(Refused, match=sentence):
        breaks.emergency(mei, now)
    assert everything() == before


def test_before_a_holiday_that_is_planned_for_later_it_can_be_taken_and_ended(mei, joon, now):
    game = running(mei, joon, now=now)
    breaks.go_away(mei, now + 10 * DAY, now + 12 * DAY, now)
    breaks.emergency(mei, now)
    game.refresh_from_db()
    assert game.deadline_at == now + 6 * DAY
    breaks.come_home(mei, now + DAY)
    assert stretches(mei) == [
        ("emergency", now, now + DAY),
        ("by hand", now + 10 * DAY, now + 12 * DAY),
    ]
    later = running(mei, joon, now=now + 9 * DAY)
    assert later.deadline_at == now + 14 * DAY


def test_a_holiday_that_is_to_begin_during_the_pause_begins_after_it(mei, now):
    breaks.emergency(mei, now)
    away = breaks.go_away(mei, now + HOUR, now + 10 * DAY, now + HOUR)
    assert (away.since, away.until) == (now + 3 * DAY, now + 10 * DAY)
    assert allowance(mei, now + HOUR).left == 23 * DAY


# ------------------------------------------------------------------ any number of games


def test_the_statements_for_each_game_do_not_grow_with_its_length_or_their_number(
    mei, joon, now, django_assert_max_num_queries
):
    for _ in range(10):
        running(mei, joon, now=now)
    with django_assert_max_num_queries(10 * 9 + 12):
        breaks.go_away(mei, now, now + DAY, now)
    with django_assert_max_num_queries(10 * 9 + 12):
        breaks.come_home(mei, now + HOUR)
