"""How reliably and how soon somebody has answered so far, read from their turns; and who is let in by it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from django.db.models import Q

from games.clock.habits import Habits, Reply, habits, refusal
from games.clock.terms import Gates
from games.models import Event, Person, Seat
from games.translation import said

# So many of the latest games are looked at, and of the turns in them so many.
GAMES, TURNS = 30, 200
# What a turn is made of, and what tells beside it whether it is its person's.
OF_TURNS = frozenset({Event.Kind.MOVE, Event.Kind.TIMEOUT, Event.Kind.HOUSE, Event.Kind.ASKED})
STANDS_IN, IS_BACK = Event.Kind.STAND_IN, (Event.Kind.STEPPED_DOWN, Event.Kind.RETURN)
# Either way the turn has run out: the house plays it, or a stand-in is asked to.
RAN_OUT = frozenset({Event.Kind.TIMEOUT, Event.Kind.ASKED})


class Sat(NamedTuple):
    """A seat that a person has had in a game that has started; `to_act` where that game still runs."""

    game: int
    seat: int
    started_at: datetime
    to_act: int | None


class Happened(NamedTuple):
    """An event, as far as it tells how soon somebody has answered."""

    game: int
    seat: int
    kind: str
    by_site: bool
    at: datetime


def gate_refusal(gates: Gates, person: Person) -> str | None:
    """Why somebody cannot join a table of such gates, in a sentence; None where they can."""
    if not gates.ask_for_something:
        return None
    why = refusal(gates, habits_of(person))
    return said(why) if why else None


def habits_of(person: Person) -> Habits:
    """How somebody has answered in the latest of their games with other people. Three queries."""
    seats = Seat.objects.filter(
        person=person, game__started_at__isnull=False, game__people__gte=2, game__archived=False
    )
    found = seats.order_by("-game__started_at", "-game_id")[:GAMES]
    columns = found.values_list("game_id", "number", "game__started_at", "game__to_act")
    sat = [Sat(game, seat, began, to_act) for game, seat, began, to_act in columns if began]
    turns = sorted(_turns(sat), reverse=True)[:TURNS]
    return habits([reply for _at, reply in turns], seats.filter(Q(resigned=True) | ~Q(keeper="")).count())


def _turns(sat: list[Sat]) -> Iterator[tuple[datetime, Reply]]:
    """The turns of these seats, each with when it ended."""
    kinds = [*OF_TURNS, STANDS_IN, *IS_BACK]
    events = Event.objects.filter(game__in=[it.game for it in sat], kind__in=kinds).order_by("game", "seq")
    happened = (Happened(*it) for it in events.values_list("game_id", "seat", "kind", "by_site", "at"))
    seats = {it.game: it for it in sat}
    for game, in_game in groupby(happened, key=lambda it: it.game):
        yield from _turns_of(seats[game], in_game)


def _turns_of(sat: Sat, events: Iterable[Happened]) -> Iterator[tuple[datetime, Reply]]:
    """The turns of one seat. What goes on is none yet, and what its person had no part in is none at all."""
    began = sat.started_at
    runs = [(seat, list(run)) for seat, run in groupby(_by_whom(sat, events), key=lambda it: it.seat)]
    for number, (seat, run) in enumerate(runs):
        goes_on = number == len(runs) - 1 and seat == sat.to_act
        timed_out = any(it.kind in RAN_OUT for it in run)
        if seat == sat.seat and not goes_on and (timed_out or not all(it.by_site for it in run)):
            yield run[-1].at, Reply(run[-1].at - began, not timed_out)
        began = run[-1].at


def _by_whom(sat: Sat, events: Iterable[Happened]) -> Iterator[Happened]:
    """The events of turns; as the site's own where a stand-in played in the person's place."""
    stands_in = False
    for it in events:
        if it.kind in OF_TURNS:
            yield it._replace(by_site=True) if stands_in and it.seat == sat.seat else it
        elif it.seat == sat.seat:
            stands_in = it.kind == STANDS_IN
