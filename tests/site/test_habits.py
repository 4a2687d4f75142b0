"""How somebody has answered so far: read from their turns, with what is theirs told from what is not."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest

from games.actions.habits import GAMES, TURNS, habits_of
from games.clock.terms import DAY, HOUR, Terms
from games.models import Event, Game, Person, Seat
from tests.site.cast import NOW

MOVE, TIMEOUT, HOUSE = Event.Kind.MOVE, Event.Kind.TIMEOUT, Event.Kind.HOUSE
ASKED, STANDS_IN, IS_BACK = Event.Kind.ASKED, Event.Kind.STAND_IN, Event.Kind.RETURN
AWAY, NUDGE = Event.Kind.AWAY, Event.Kind.NUDGE

# An event: the seat, the hours since the start, what it is, and whether the site took it.
Told = tuple[Any, ...]


def played(
    *sitters: Person | str,
    events: Sequence[Told],
    started: datetime = NOW,
    to_act: int | None = None,
    **fields,
) -> Game:
    """A game with such a history; it still runs where somebody is to act."""
    values = {
        "rules": "lanterns",
        "size": len(sitters),
        **Game.with_terms(Terms()),
        "status": "scored" if to_act is None else "running",
        "to_act": to_act,
        "deadline_at": None if to_act is None else NOW,
        "opened_at": started,
        "started_at": started,
        "people": sum(isinstance(it, Person) for it in sitters),
    }
    game = Game.objects.create(**(values | fields))
    for number, it in enumerate(sitters):
        who = {"person": it} if isinstance(it, Person) else {"bot": it}
        Seat.objects.create(game=game, number=number, joined=number, **who)
    for seq, (seat, hours, *rest) in enumerate(events, start=1):
        kind, by_site = rest[0] if rest else MOVE, len(rest) > 1 and bool(rest[1])
        at = started + timedelta(hours=hours)
        Event.objects.create(game=game, seq=seq, seat=seat, kind=kind, by_site=by_site, at=at)
    return game


def replies(person: Person) -> tuple[int, int | None, timedelta | None]:
    """How many turns, how many per cent in time, and how soon usually."""
    found = habits_of(person)
    return found.turns, found.on_time, found.median


def test_who_has_not_played_has_no_habits(mei):
    found = habits_of(mei)
    assert (found.turns, found.on_time, found.median, found.left) == (0, None, None, 0)


def test_a_turn_takes_from_the_end_of_the_turn_before_to_its_last_step(mei, joon):
    played(mei, joon, events=[(0, 2), (0, 3), (1, 10), (0, 11), (0, 14), (1, 14)])
    assert replies(mei) == (2, 100, timedelta(hours=3.5)), "3 hours from the start, then 4"
    assert replies(joon) == (2, 100, timedelta(hours=3.5)), "7 hours, then none"


def test_a_turn_that_ran_out_is_not_in_time(mei, joon):
    ran_out = [(0, 72, TIMEOUT, True), (0, 72, MOVE, True)]
    played(mei, joon, events=[*ran_out, (1, 73), (0, 74), (1, 75), (0, 76)])
    found = habits_of(mei)
    assert (found.turns, found.on_time) == (3, 66)
    assert found.median == HOUR, "how soon somebody answers is told by the turns in time"
    assert habits_of(joon).on_time == 100


def test_a_turn_that_ran_out_after_a_step_of_ones_own_is_not_in_time(mei, joon):
    played(mei, joon, events=[(0, 2), (0, 72, TIMEOUT, True), (0, 72, MOVE, True), (1, 73)])
    assert replies(mei) == (1, 0, None)


def test_what_the_site_took_for_somebody_who_had_no_choice_is_no_turn_of_theirs(mei, joon):
    played(mei, joon, events=[(0, 0, MOVE, True), (1, 5), (0, 5, MOVE, True), (1, 8), (0, 9)])
    assert replies(mei) == (1, 100, HOUR)


def test_a_step_that_the_site_took_after_ones_own_leaves_the_turn_ones_own(mei, joon):
    played(mei, joon, events=[(0, 4), (0, 4, MOVE, True), (1, 5)])
    assert replies(mei) == (1, 100, 4 * HOUR)


def test_turns_of_the_caretaker_are_nobodys(mei, joon):
    kept = [(0, 5, HOUSE, True), (0, 5, MOVE, True)]
    played(mei, joon, events=[(0, 1), (1, 5), *kept, (1, 9)])
    assert replies(mei) == (1, 100, HOUR)


def test_turns_of_a_stand_in_are_not_the_owners_until_they_are_back(mei, joon):
    stands_in = [(0, 72, ASKED, True), (0, 80, STANDS_IN, True), (0, 90), (1, 91), (0, 99)]
    back = [(1, 100), (0, 101, IS_BACK, True), (0, 102), (1, 103)]
    played(mei, joon, events=[*stands_in, *back])
    assert replies(mei) == (2, 50, 2 * HOUR), "the turn that ran out, and the one when mei was back"
    assert replies(joon)[0] == 3


def test_once_a_stand_in_has_stepped_down_the_turns_are_the_owners_again(mei, joon):
    stands_in = [(0, 72, ASKED, True), (0, 80, STANDS_IN, True), (0, 90), (1, 91)]
    stopped = [(0, 92, Event.Kind.STEPPED_DOWN, True), (0, 99), (1, 100)]
    played(mei, joon, events=[*stands_in, *stopped])
    assert replies(mei)[0] == 2


def test_what_happens_beside_turns_makes_none(mei, joon):
    played(mei, joon, events=[(0, 1), (0, 2, AWAY, True), (1, 3, NUDGE), (1, 5), (0, 6)])
    assert replies(mei) == (2, 100, HOUR)
    assert replies(joon) == (1, 100, 4 * HOUR)


def test_a_turn_that_goes_on_does_not_count_yet(mei, joon):
    game = played(mei, joon, events=[(0, 1), (1, 2), (0, 4)], to_act=0)
    assert replies(mei) == (1, 100, HOUR)
    Game.objects.filter(id=game.id).update(to_act=1)
    assert replies(mei)[0] == 2


@pytest.mark.parametrize(
    "fields",
    [{"people": 1}, {"archived": True}, {"started_at": None, "status": "closed"}],
)
def test_games_without_other_people_and_those_not_played_here_do_not_count(mei, joon, fields):
    game = played(mei, joon, events=[(0, 1), (1, 2)], **fields)
    game.seats.filter(number=0).update(keeper="sensibly")
    found = habits_of(mei)
    assert (found.turns, found.left) == (0, 0)


def test_games_that_somebody_left_are_counted_while_they_are_not_back(mei, joon):
    for columns in ({"resigned": True, "keeper": "sensibly"}, {"keeper": "sensibly"}, {}):
        game = played(mei, joon, events=[(0, 1)])
        game.seats.filter(number=0).update(**columns)
    assert habits_of(mei).left == 2
    assert habits_of(joon).left == 0


def test_only_the_latest_games_and_turns_are_looked_at(mei, joon):
    late = [(0, 72, TIMEOUT, True), (0, 72, MOVE, True)]
    for number in range(GAMES + 1):
        events = late if number == GAMES else [(0, 1)]
        played(mei, joon, events=events, started=NOW - number * DAY)
    assert replies(mei) == (GAMES, 100, HOUR)
    many = [(seat, 2 * turn + seat) for turn in range(TURNS + 5) for seat in (0, 1)]
    played(mei, joon, events=many, started=NOW + DAY)
    assert habits_of(mei).turns == TURNS


def test_it_asks_the_same_of_the_database_for_few_games_and_many(mei, joon, django_assert_num_queries):
    for count in (1, 3):
        for _ in range(count):
            played(mei, joon, events=[(0, 1), (1, 2), (0, 3)])
        with django_assert_num_queries(3):
            habits_of(mei)
