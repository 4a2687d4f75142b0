"""Games as records (formats.md 2): taken out, brought in, and the stored ones proved.

What a record says of a running game depends on who asks: unless `secret`, neither seed nor deal is in it.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from games import store, tables
from games.actions import Refused, play
from games.clock.terms import Terms
from games.models import Event, Game, Seat
from games.models.rows import seats_of
from games.rules import chance, record
from games.rules.base import RuleError
from games.rules.record import Record
from games.rules.registry import RULES
from games.store import Aside, Loaded, Step

# The events of a record, by those of a game.
IN_RECORDS: dict[str, str] = {
    Event.Kind.TIMEOUT: "timeout",
    Event.Kind.KEPT: "caretaker",
    Event.Kind.RETURN: "return",
    Event.Kind.RESIGN: "resign",
}
SEAT_CHANGES = (Event.Kind.KEPT, Event.Kind.RETURN, Event.Kind.RESIGN)
FINISHED = (Game.Status.ENDED, Game.Status.SCORED)
NAME_LENGTH = 40
STARTED = (Game.Status.RUNNING, *FINISHED)


def export(game: Game, *, secret: bool = False) -> Record:
    """The record of a started game. Seed and deal are in it once the game has ended, or for `secret`.

    Raises Refused for a game that never started.
    """
    if game.status not in STARTED:
        raise Refused(_("This game has not started, so there is nothing to record."))
    position = store.load(game)
    steps = [step for step in position.steps() if step.kind == Event.Kind.MOVE]
    shown = secret or game.has_ended()
    return Record(
        game=game.rules,
        seats=game.size,
        options=game.options,
        moves=tuple((step.seat, step.text) for step in steps),
        seed=bytes(game.seed) if shown and game.seed is not None else None,
        deal=_deal(game) if shown else None,
        result=record.outcome(position.rules.result(position.state)) if game.outcome is None else None,
        kept={
            "players": list(tables.table_for(game.slug, None).names),
            "at": [step.at.isoformat() for step in steps],
            "site": settings.SITE_URL,
            "id": game.slug,
            **_events(position),
            **_outcome(game),
        },
    )


@transaction.atomic
def import_(kept: Record, now: datetime) -> Game:
    """Store the record of a finished game as an archived one, which counts for nobody.

    Its times are those of the record, or `now`. Raises RecordError where the record cannot be replayed,
    Refused where its game is not over.
    """
    rules = kept.rules
    state = record.last(kept)
    outcome = None if rules.result(state) else _told_outcome(kept)
    events = _acts(kept, now)
    if outcome is not None:
        events.append(_end(outcome, events[-1].at if events else now))
    began, ended = (events[0].at, events[-1].at) if events else (now, now)
    done, every = rules.progress(rules.view(state, None))
    game = Game.objects.create(
        rules=kept.game,
        options=kept.options,
        size=kept.seats,
        **Game.with_terms(Terms()),
        public=False,
        random_seats=False,
        status=Game.Status.SCORED,
        opened_at=began,
        started_at=began,
        ended_at=ended,
        scored_at=ended,
        outcome=outcome,
        seed=kept.seed,
        deal=kept.deal,
        seq=len(events),
        turns_done=done,
        turns_all=every,
        archived=True,
    )
    for seq, event in enumerate(events, start=1):
        event.game, event.seq = game, seq
    Event.objects.bulk_create(events)
    names = kept.kept.get("players", [""] * kept.seats)
    Seat.objects.bulk_create(
        Seat(game=game, number=number, joined=number, name=name[:NAME_LENGTH], score=score, place=place)
        for number, (name, (score, place)) in enumerate(zip(names, play.results(game), strict=True))
    )
    return game


def _told_outcome(kept: Record) -> dict[str, Any]:
    """How a game ended that its rules did not end, as its record tells it. Raises Refused if it goes on."""
    told = kept.kept.get("outcome", {})
    if told.get("reason") not in Game.Why.values:
        raise Refused(_("The game of this record is not over, so it cannot be stored."))
    places = told.get("places")
    has_winner = isinstance(places, list) and len(places) == kept.seats and places.count(1) == 1
    return {"why": told["reason"], "winner": places.index(1) if has_winner else None}


def _end(outcome: dict[str, Any], at: datetime) -> Event:
    """The last event of a game that its rules did not end."""
    winner = "" if outcome["winner"] is None else f" {outcome['winner']}"
    return Event(seat=0, kind=Event.Kind.END, text=f"{outcome['why']}{winner}", by_site=True, at=at)


def _acts(kept: Record, now: datetime) -> list[Event]:
    """The moves of a record and the time-outs among them, in order, not yet of any game."""
    times = [_aware(text) for text in kept.kept.get("at", [])] or [now] * len(kept.moves)
    acts = [Event(seat=seat, text=text, at=at) for (seat, text), at in zip(kept.moves, times, strict=True)]
    # From the last one on, so that the places of those before it stay what they are.
    for event in sorted(kept.kept.get("events", []), key=lambda event: event["after"], reverse=True):
        if event["event"] == Event.Kind.TIMEOUT and event["after"] < len(times):
            after = event["after"]
            acts.insert(after, Event(seat=event.get("seat", 0), kind=Event.Kind.TIMEOUT, at=times[after]))
    return acts


def _aware(text: str) -> datetime:
    """A time of a record; one that names no zone is in UTC."""
    at = datetime.fromisoformat(text)
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def differences(game: Game) -> list[str]:
    """What the columns of a started game say otherwise than its events do, one English sentence each."""
    events = list(game.events.order_by("seq").values_list("seq", flat=True))
    if events != list(range(1, game.seq + 1)):
        return [f"seq is {game.seq}, but its {len(events)} events do not run from 1 to {game.seq}"]
    try:
        position = store.load_afresh(game)
    except RuleError as error:
        return [f"its events cannot be replayed: {error.sentence}"]
    return [
        f"{name} is {stored!r}, but should be {right!r}"
        for name, stored, right in (*_columns(game, position), *_seats(game, position), *_chance(game))
        if stored != right
    ]


Compared = Iterator[tuple[str, Any, Any]]


def _columns(game: Game, position: Loaded) -> Compared:
    """Each cached column, and what the replay gives for it."""
    rules, state = position.rules, position.state
    outcome = _ended_otherwise(position)
    yield "outcome", game.outcome, outcome
    to_act = next(iter(rules.to_act(state)), None) if outcome is None else None
    yield "to_act", game.to_act, to_act
    acts = None if game.still in play.STANDS_STILL else to_act
    yield "waits_for", game.waits_for_id, None if acts is None else seats_of(game.id)[acts].player_id
    yield "has_ended", game.has_ended(), to_act is None
    done, every = rules.progress(rules.view(state, None))
    yield "turns_done", game.turns_done, done
    yield "turns_all", game.turns_all, every
    yield "people", game.people, 0 if game.archived else game.seats.filter(bot="").count()


def _seats(game: Game, position: Loaded) -> Compared:
    """Who is in the seats, by the events; and scores and places: none before the game is scored."""
    seats = list(game.seats.order_by("number"))
    scored = game.status == Game.Status.SCORED
    results = play.results(game) if scored else [(None, None)] * game.size
    yield "seats", [it.number for it in seats], list(range(game.size))
    yield "scores and places", [(it.score, it.place) for it in seats], results
    held = [_held(position, it.number) for it in seats]
    yield "kept and resigned", [(bool(it.keeper), it.resigned) for it in seats], held


def _held(position: Loaded, seat: int) -> tuple[bool, bool]:
    """Whether the caretaker keeps a seat, and whether it was given up, by what happened beside the turns."""
    last = None
    for it in position.asides:
        if it.seat == seat and it.kind in SEAT_CHANGES:
            last = it.kind
    return last in (Event.Kind.KEPT, Event.Kind.RESIGN), last == Event.Kind.RESIGN


def _ended_otherwise(position: Loaded) -> dict[str, Any] | None:
    """How the game ended where its rules did not end it, by its last event."""
    last = position.asides[-1] if position.asides else None
    if last is None or last.kind != Event.Kind.END:
        return None
    why, _, winner = last.text.partition(" ")
    return {"why": why, "winner": int(winner) if winner else None}


def _chance(game: Game) -> Compared:
    """The commitment and the game seed, by the server's seed and the words (formats.md 1)."""
    if game.server_seed is None or game.seed is None:
        return
    server_seed = bytes(game.server_seed)
    words = list(game.seats.order_by("joined").values_list("word", flat=True))
    yield "seed", bytes(game.seed), chance.game_seed(server_seed, words)
    if game.commitment is not None:
        yield "commitment", game.commitment, chance.commitment(server_seed)


def _deal(game: Game) -> Any:
    """The deal spelled out."""
    if game.deal is not None or game.seed is None:
        return game.deal
    rules = RULES[game.rules]
    return rules.spell(rules.deal(game.size, game.options, bytes(game.seed)))


def _events(position: Loaded) -> dict[str, Any]:
    """What happened to seats and turns beside the moves, as the record's `events`; nothing where nothing did.

    What happened to the clock alone is not the game's.
    """
    moves = [step.seq for step in position.steps() if step.kind == Event.Kind.MOVE]
    happened: list[Step | Aside] = [*position.steps(), *position.asides]
    events = [
        {
            "after": bisect(moves, it.seq),
            "event": IN_RECORDS[it.kind],
            "seat": it.seat,
            "at": it.at.isoformat(),
        }
        for it in sorted(happened, key=lambda it: it.seq)
        if it.kind in IN_RECORDS
    ]
    return {"events": events} if events else {}


def _outcome(game: Game) -> dict[str, Any]:
    """How a game ended that its rules did not end, as the record's `outcome`; nothing for any other."""
    if game.outcome is None:
        return {}
    places = [place for _, place in play.results(game)]
    told = {"reason": game.outcome["why"]}
    return {"outcome": told if None in places else told | {"places": places}}
