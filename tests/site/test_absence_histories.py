"""Whatever is done, in whatever order: a game waits for one who plays, or says why not."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

import hypothesis.strategies as st
from django.db import transaction
from hypothesis import given

from games import store
from games.actions import Refused, absence, ending, play
from games.clock.terms import BANK, DAY, FIXED, HOUR, SOFT, Pace
from games.models import Event, Game, Person
from tests.site.absences import faults, histories, table
from tests.site.cast import NOW, a_turn, person

PACES = (
    Pace(FIXED),
    Pace(FIXED, DAY),
    Pace(FIXED, 3 * DAY, weekends_off=True, waking_hours=True),
    Pace(BANK, 6 * HOUR, 2 * DAY, 6 * HOUR, 3 * DAY),
    Pace(SOFT),
)
OF_PEOPLE = (
    *(absence.come_back, absence.resign, absence.take_win),
    *(absence.accept_stand_in, absence.decline_stand_in),
)
PLAYERS = ("mei", "joon", "ines")
TABLES = (
    *(["mei", "joon"], ["mei", "randomly"], ["mei", "joon", "ines"], ["mei", "randomly", "joon"]),
    *(["mei", "joon", "randomly", "ines"], ["randomly", "randomly", "mei"]),
)
HISTORY = 25
# Often turns run out, and often somebody does what only then can be done.
LIKELY = [(absence.accept_stand_in, 3)] * 8 + [(absence.decline_stand_in, 3), (absence.come_back, 0)] * 3
STEPS = [(it,) for it in ("run out",) * 20 + ("turn",) * 8 + ("early", "abandon")] + LIKELY
STEPS += [(verb, who) for verb in OF_PEOPLE for who in range(4) if verb is not absence.resign or who == 2]


@histories(60)
@given(
    sitters=st.sampled_from(TABLES),
    pace=st.sampled_from(PACES),
    then=st.sampled_from(["stand-in", "house", "vote"]),
    after=st.integers(1, 3),
    by_itself=st.sampled_from([False, False, False, True]),
    history=st.lists(st.sampled_from(STEPS), min_size=HISTORY, max_size=HISTORY),
)
def test_whatever_is_done_the_game_is_sound(db, sitters, pace, then, after, by_itself, history):
    with transaction.atomic():
        stand_in = person("akua")
        cast = {name: person(name, stand_in=stand_in) for name in PLAYERS}
        Person.objects.filter(username="mei").update(away_by_itself=by_itself)
        game = table(*(cast.get(it, it) for it in sitters), pace=pace, then=then, after=after)
        people, now = [*cast.values(), stand_in], NOW
        play.play_house(game.id, now)
        check(game)
        for step, *args in history:
            now = do(game, step, people, now, *args)
            check(game)
            if game.status != "running":
                break
        assert_each_turn_ran_out_once(game)
        transaction.set_rollback(True)


def do(game: Game, step: Any, people: list[Person], now: datetime, who: int = 0) -> datetime:
    """Take one step of a history an hour later, or when it is due; what is refused changes nothing."""
    now += HOUR
    if step == "run out":
        now = max(now, game.deadline_at or now)
        assert absence.time_out(game.id, now) == (game.deadline_at is not None)
    elif step == "early":
        early = (game.deadline_at or now) - timedelta(microseconds=1)
        assert not absence.time_out(game.id, early)
    elif step == "abandon":
        now = max(now, game.warn_at or now)
        assert ending.abandon(game.id, now) == (game.warn_at is not None)
    elif step == "turn":
        take_turn(game, now)
    else:
        before = game.seq
        try:
            step(game.id, people[who].id, now)
        except Refused:
            game.refresh_from_db()
            assert game.seq == before
    play.play_house(game.id, now)
    return now


def take_turn(game: Game, now: datetime) -> None:
    """Whoever is to act plays."""
    if game.waits_for_id is not None:
        moved = store.load(game).moved
        assert play.submit_turn(game.id, game.waits_for_id, moved, a_turn(game), now).accepted


def check(game: Game) -> None:
    """The game is sound, and the house is not waited for."""
    assert faults(game) == []
    assert game.still != "house"


def assert_each_turn_ran_out_once(game: Game) -> None:
    events = Event.objects.filter(game=game, kind__in=["move", "timeout", "house"]).order_by("seq")
    for _, turn in groupby(events.values_list("seat", "kind"), key=lambda it: it[0]):
        kinds = [kind for _, kind in turn]
        assert kinds.count("timeout") <= 1
