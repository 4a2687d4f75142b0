"""Games in which somebody is away: turns that run out, and what must hold of any game whatever was done."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import connection
from hypothesis import HealthCheck, settings

from games import store
from games.actions import absence, play, records
from games.clock.terms import HOUSE, Absence, Pace, Terms
from games.models import Event, Game, Notice, Person, Seat
from games.models.rows import SeatRow, seats_of
from tests.site.cast import a_turn, running

STILL = Game.Still
USUAL = Pace()


def histories(many: int) -> settings:
    """So many histories are tried; on PostgreSQL, where the verbs are the same, a fifth of them."""
    examples = many if connection.vendor == "sqlite" else many // 5
    return settings(max_examples=examples, suppress_health_check=[HealthCheck.function_scoped_fixture])


def table(
    *sitters: Person | str,
    pace: Pace = USUAL,
    then: str = HOUSE,
    level: str = "randomly",
    after: int = 2,
    **fields: Any,
) -> Game:
    """A running game, at such a pace, in which this happens when a turn runs out."""
    return running(*sitters, terms=Terms(pace, Absence(then, level, after)), **fields)


def run_out(game: Game) -> datetime:
    """Let the turn that runs run out; returns when that was."""
    game.refresh_from_db()
    at = game.deadline_at
    assert absence.time_out(game.id, at)
    game.refresh_from_db()
    return at


def move(game: Game, now: datetime) -> None:
    """Take the turn of whoever is to act."""
    game.refresh_from_db()
    seq = store.load(game).moved
    play.submit_turn(game.id, game.waits_for_id, seq, a_turn(game), now)
    play.play_house(game.id, now)
    game.refresh_from_db()


def stay_away(game: Game, person: Person) -> datetime:
    """Let the turns of one person run out until the caretaker keeps the seat; the others play."""
    while True:
        game.refresh_from_db()
        at = game.turn_since
        if game.waits_for_id != person.id:
            move(game, at)
        else:
            at = run_out(game)
        if Seat.objects.get(game=game, person=person).keeper:
            return at


def row(game: Game, number: int) -> SeatRow:
    """A seat as the verbs see it."""
    return seats_of(game.id)[number]


def told(kind: str, **data: object) -> list[str]:
    """Who was told of this, in the order of time."""
    notices = Notice.objects.filter(kind=kind, **{f"data__{name}": it for name, it in data.items()})
    return list(notices.order_by("id").values_list("person__username", flat=True))


def happened(game: Game) -> list[str]:
    """What stands in the log beside the moves, in order, with the seats."""
    events = Event.objects.filter(game=game).exclude(kind="move").order_by("seq")
    return [f"{kind} {seat}" for kind, seat in events.values_list("kind", "seat")]


def faults(game: Game) -> list[str]:
    """What is wrong with a game, whatever was done in it."""
    game.refresh_from_db()
    return [*records.differences(game), *(_faults_of_clock(game) if game.status == "running" else ())]


def _faults_of_clock(game: Game) -> list[str]:
    seats = seats_of(game.id)
    to_act = seats[game.to_act]
    is_deserted = not any(it.is_live for it in seats)
    reason = STILL.DESERTED if is_deserted else STILL.HOUSE if to_act.house_player else None
    runs_out = game.agreed.pace.runs_out
    usual = "" if runs_out else STILL.SOFT
    promises = {
        "no deadline has the reason that is stated": game.still == (reason or usual),
        "there is a deadline or a reason": (game.deadline_at is None) == bool(game.still),
        "it waits for who plays": game.waits_for_id == to_act.player_id,
        "who is missed too often has the seat kept": all(
            it.missed < game.agreed.absence.after or it.keeper for it in seats
        ),
        "a kept seat has no stand-in": not any(it.keeper and it.deputy_id for it in seats),
        "a given up seat is kept": all(it.keeper for it in seats if it.resigned),
        "only who is to act has somebody asked": not any(
            it.deputy_id and not it.deputy_since and it.number != game.to_act for it in seats
        ),
        "an end is planned where nobody has to play": (game.ends_at is not None)
        == (game.still in (STILL.DESERTED, STILL.SOFT)),
    }
    return [promise for promise, is_kept in promises.items() if not is_kept]
