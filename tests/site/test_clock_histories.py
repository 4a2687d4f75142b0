"""All that people can do about time and absence, in any order, with sweeps between: nothing gets stuck."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import hypothesis.strategies as st
from django.db import transaction
from hypothesis import given

from games import store, tasks
from games.actions import Refused, absence, breaks, nudges, play, questions, votes, watch
from games.clock.terms import (
    BANK,
    DAY,
    FIXED,
    HOLIDAY_IN_A_GAME,
    HOUR,
    NONE,
    SOCIABLE,
    SOFT,
    Absence,
    Pace,
    Terms,
)
from games.models import Game, Heartbeat, Person
from tests.site.absences import faults, histories, table
from tests.site.cast import NOW, a_turn, person

Verb = Callable[[Game, Person, datetime], Any]
NIGHTS = Pace(FIXED, DAY, weekends_off=True, waking_hours=True)
PACES = (
    *(Pace(FIXED), NIGHTS, Pace(BANK, 6 * HOUR, 2 * DAY, 6 * HOUR, 3 * DAY)),
    *(Pace(SOFT), Pace(SOCIABLE, HOUR)),
)
PROPOSED = (*(Terms(it, Absence(after=3)) for it in PACES), Terms(NIGHTS, Absence("vote", "randomly", 3)))
PLAYERS = ("mei", "joon", "ines")
TABLES = (["mei", "joon"], ["mei", "randomly"], ["mei", "joon", "ines"], ["mei", "randomly", "joon", "ines"])


def turn(game: Game, who: Person, now: datetime) -> None:
    play.submit_turn(game.id, who.id, store.load(game).moved, a_turn(game), now)


def says(yes: bool) -> Verb:
    """An answer to what the table was asked first."""

    def answer(game: Game, who: Person, now: datetime) -> None:
        for question in questions.asked(game.id, now)[:1]:
            votes.answer(game.id, who.id, question.id, yes, now)

    return answer


def proposes(kind: str, **wanted: Any) -> Verb:
    return lambda game, who, now: votes.propose(game.id, who.id, kind, now, **wanted)


def around(verb: Callable[[int, int, datetime], Any]) -> Verb:
    return lambda game, who, now: verb(game.id, who.pk, now)


VERBS: tuple[Verb, ...] = (
    *(turn, says(True), says(True), says(False)),
    *map(around, (absence.accept_stand_in, absence.decline_stand_in, absence.come_back, absence.come_back)),
    *map(around, (absence.take_win, absence.resign, nudges.give_time)),
    *(proposes("pause", days=3), proposes("resume"), *(proposes("terms", terms=it) for it in PROPOSED)),
    lambda game, who, now: breaks.go_away(who, now, now + 5 * DAY, now),
    lambda game, who, now: breaks.go_away(who, now + DAY, now + 3 * DAY, now),
    lambda game, who, now: breaks.come_home(who, now),
    lambda game, who, now: breaks.emergency(who, now),
    lambda game, who, now: breaks.save_absence(who, True, "akua"),
    lambda game, who, now: breaks.save_hours(who, [0, 1, 2], 20 * 60, 5 * 60),
    lambda game, who, now: nudges.nudge(game.id, who.pk, "waiting", now),
    lambda game, who, now: who.delete(),
)


def player(game: Game) -> Person | None:
    return game.waits_for


def owner(game: Game) -> Person | None:
    """Whose seat is to act."""
    return game.seats.get(number=game.to_act).person


def opponent(game: Game) -> Person | None:
    """Somebody who has another seat."""
    seat = game.seats.exclude(number=game.to_act).exclude(person=None).order_by("number").first()
    return seat.person if seat else None


def stand_in(game: Game) -> Person | None:
    return Person.objects.filter(username="akua").first()


# What is done by whom, how much later, and whether the site has looked after its clocks until then.
Step = tuple[Verb | None, Callable[[Game], Person | None], timedelta, bool]
LOOKED_AFTER = st.sampled_from([True] * 9 + [False])
STEPS: st.SearchStrategy[Step] = st.one_of(
    st.tuples(
        st.sampled_from(VERBS),
        st.sampled_from([player, owner, opponent, stand_in]),
        st.sampled_from([NONE, HOUR, DAY]),
        LOOKED_AFTER,
    ),
    st.tuples(st.just(turn), st.just(player), st.sampled_from([HOUR, 7 * HOUR, DAY]), LOOKED_AFTER),
    st.tuples(st.just(around(absence.accept_stand_in)), st.just(stand_in), st.just(HOUR), LOOKED_AFTER),
    st.tuples(st.none(), st.just(player), st.sampled_from([4 * DAY, 9 * DAY]), LOOKED_AFTER),
)


@histories(25)
@given(
    sitters=st.sampled_from(TABLES),
    pace=st.sampled_from(PACES),
    then=st.sampled_from(["stand-in", "house", "vote"]),
    after=st.integers(1, 3),
    history=st.lists(STEPS, min_size=25, max_size=25),
)
def test_whatever_is_done_the_game_goes_on_or_says_why_not(db, sitters, pace, then, after, history):
    with transaction.atomic():
        akua = person("akua")
        cast = {name: person(name, stand_in=akua) for name in PLAYERS}
        game = table(*(cast.get(it, it) for it in sitters), pace=pace, then=then, after=after)
        now = NOW
        watch.beat(now)
        for verb, role, later, looked_after in history:
            if looked_after:
                Heartbeat.objects.update(at=now)
            sweep(now)
            check(game)
            if game.status != Game.Status.RUNNING:
                break
            now += later
            if verb and (who := role(game)):
                attempt(verb, game, who, now)
        transaction.set_rollback(True)


def attempt(verb: Verb, game: Game, who: Person, now: datetime) -> None:
    """Do it; what is refused changes nothing."""
    try:
        with transaction.atomic():
            verb(game, who, now)
    except Refused:
        before = game.seq
        game.refresh_from_db()
        assert game.seq == before


def sweep(now: datetime) -> None:
    """What the worker does, but that whatever fails is seen."""
    watch.beat(now)
    for verb, game_ids in tasks.waiting(now):
        for game_id in game_ids:
            verb(game_id, now)


def check(game: Game) -> None:
    """The game is sound, waits for nobody's house player, and no fault was found in it."""
    assert faults(game) == []
    assert game.still not in (Game.Still.STUCK, Game.Still.HOUSE)


MINE: tuple[Verb, ...] = (
    *map(around, (absence.accept_stand_in, absence.decline_stand_in, absence.come_back)),
    *(proposes("pause", days=30), proposes("terms", terms=Terms(Pace(FIXED, 14 * DAY))), says(True)),
    lambda game, who, now: breaks.go_away(who, now, now + 2 * DAY, now),
    lambda game, who, now: breaks.go_away(who, now + HOUR, now + 30 * DAY, now),
    lambda game, who, now: breaks.come_home(who, now),
    lambda game, who, now: breaks.emergency(who, now),
    lambda game, who, now: breaks.save_absence(who, True, "akua"),
)


@histories(50)
@given(
    pace=st.sampled_from([PACES[0], PACES[2], PACES[4]]),
    then=st.sampled_from(["stand-in", "stand-in", "house", "vote"]),
    history=st.lists(
        st.tuples(st.sampled_from(MINE), st.sampled_from([owner, stand_in]), st.integers(0, 3)),
        min_size=50,
        max_size=50,
    ),
)
def test_who_does_all_but_play_has_no_more_than_three_times_the_turn_beside_their_holidays(
    db, pace, then, history
):
    """The turn, the time for an answer, the turn of a friend who does the same, and one's own after that."""
    with transaction.atomic():
        game = table(person("mei", stand_in=person("akua")), person("joon"), pace=pace, then=then)
        now, ends = NOW, NOW + 3 * pace.budget(None) + pace.more + HOLIDAY_IN_A_GAME + breaks.EMERGENCY
        for verb, role, part in history:
            now += ((game.deadline_at or now) - now) * part / 3
            Heartbeat.objects.update_or_create(id=1, defaults={"at": now})
            sweep(now)
            game.refresh_from_db()
            if game.to_act != 0 or game.status != Game.Status.RUNNING:
                break
            assert now <= ends + HOUR
            attempt(verb, game, role(game), now)
            game.refresh_from_db()
        transaction.set_rollback(True)
