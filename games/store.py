"""Events and states: the only place where a game's history is read or written.

A state is never stored. It is replayed from the events and kept in this process by (table, seq); a
position never changes, so what is kept can be thrown away, but never goes stale.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from itertools import takewhile
from typing import Any, NamedTuple

from django.db import transaction

from games.models import Event, Game
from games.models.direct import insert
from games.rules.base import Rules, Seat
from games.rules.registry import RULES

logger = logging.getLogger(__name__)

KEPT = 512
COLUMNS = ("seq", "seat", "kind", "text", "by_site", "at")
# All other events happen beside the turns.
OF_TURNS = frozenset({Event.Kind.MOVE, Event.Kind.TIMEOUT, Event.Kind.HOUSE})


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One event as the rules saw it; `happened` is None where it is no move. Equal only to itself."""

    seq: int
    seat: Seat
    kind: str
    text: str
    by_site: bool
    at: datetime
    happened: Any


@dataclass(frozen=True, slots=True)
class Turn:
    """Neighbouring steps of one seat. `plies` counts the moves of the game up to their end.

    `began` is the number of the last event of the turn before: what was composed from there on is good.
    """

    steps: tuple[Step, ...]
    plies: int
    began: int = 0

    @property
    def seat(self) -> Seat:
        """Whose steps they are."""
        return self.steps[0].seat


class Aside(NamedTuple):
    """Something that happened beside the turns: to the clock, to a seat. It leaves the position as it is.

    `text` is what the kind needs beyond the seat; `turns` counts the turns begun before it.
    """

    seq: int
    seat: Seat
    kind: str
    text: str
    at: datetime
    turns: int


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game at one position: the state, the turns that led there, and what happened beside them.

    `moved` is the number of the last event of a turn: what was composed from there on is still good.
    `kept` holds what others have derived from this position (a drawn board); it goes when the position does.
    """

    rules: Rules[Any, Any, Any, Any, Any, Any]
    seq: int
    state: Any
    turns: tuple[Turn, ...] = ()
    asides: tuple[Aside, ...] = ()
    kept: dict[Any, Any] = field(default_factory=dict, compare=False)

    @property
    def moved(self) -> int:
        """The number of the last event of a turn."""
        return self.turns[-1].steps[-1].seq if self.turns else 0

    @property
    def plies(self) -> int:
        """How many moves there were."""
        return self.turns[-1].plies if self.turns else 0

    def steps(self, after: int = 0) -> list[Step]:
        """The steps in their order, without the first `after` ones."""
        turns = takewhile(lambda turn: turn.steps[-1].seq > after, reversed(self.turns))
        return [step for turn in reversed([*turns]) for step in turn.steps if step.seq > after]


@dataclass(frozen=True, slots=True)
class Act:
    """An event to be: a move text of a seat, or something else that happened to it, with what that needs."""

    seat: Seat
    text: str = ""
    kind: str = Event.Kind.MOVE
    by_site: bool = False


_positions: OrderedDict[str, Loaded] = OrderedDict()


def load(game: Game) -> Loaded:
    """The present position of a started game."""
    known = _positions.get(game.slug)
    if known is None or known.seq > game.seq:
        known = _beginning(game)
    if known.seq < game.seq:
        known = _replayed(known, _events(game, after=known.seq, until=game.seq))
    _keep(game.slug, known)
    return known


def known(slug: str, seq: int) -> Loaded | None:
    """The position of a game where it is remembered; None where it would have to be replayed."""
    position = _positions.get(slug)
    return position if position is not None and position.seq == seq else None


def load_all(games: Iterable[Game]) -> dict[str, Loaded]:
    """The present positions of started games, by slug; one query reads the events of all of them.

    One whose events cannot be replayed is left out: it is to break no list in which it stands.
    """
    games = list(games)
    events: dict[int, list[tuple[Any, ...]]] = {game.id: [] for game in games}
    found = Event.objects.filter(game__in=events).order_by("seq").values_list("game_id", *COLUMNS)
    for game_id, *columns in found:
        events[game_id].append(tuple(columns))
    positions = {}
    for game in games:
        until = [columns for columns in events[game.id] if columns[0] <= game.seq]
        try:
            positions[game.slug] = _replayed(_beginning(game), until)
        except Exception:  # the watchdog has it stand still, and says why
            logger.warning("The game %s cannot be shown at a glance", game.slug)
        else:
            _keep(game.slug, positions[game.slug])
    return positions


def load_afresh(game: Game) -> Loaded:
    """The present position, replayed from what is stored and not from what is remembered."""
    return _replayed(_beginning(game), _events(game, after=0, until=game.seq))


def load_at(game: Game, ply: int) -> Loaded:
    """The position after `ply` moves, or after all of them where there were fewer."""
    position, present = _beginning(game), load(game)
    rules, state, turns = position.rules, position.state, list[Turn]()
    moves = 0
    for step in present.steps():
        if step.kind == Event.Kind.MOVE:
            if moves == ply:
                break
            state, _ = rules.apply(state, step.seat, rules.parse(step.text))
            moves += 1
        _add(turns, step)
    seq = turns[-1].steps[-1].seq if turns else 0
    asides = tuple(it for it in present.asides if it.seq <= seq)
    return Loaded(rules, seq, state, tuple(turns), asides)


def follow(position: Loaded, act: Act, now: datetime) -> Loaded:
    """The position after an act, written nowhere yet. Raises RuleError where the act is no legal move."""
    return _replayed(position, [(position.seq + 1, act.seat, act.kind, act.text, act.by_site, now)])


def turn_began(position: Loaded, seat: Seat) -> int:
    """The number of the last event of a turn before the present one of the seat, which is to act."""
    last = position.turns[-1] if position.turns else None
    return last.began if last and last.seat == seat else position.moved


def append(game: Game, position: Loaded) -> None:
    """Write the events that lead from `game.seq` to a position that was followed under the game's lock.

    Changes `game.seq`, which the caller saves. Raises IntegrityError where somebody else wrote an event
    of the same number.
    """
    rows = [
        (game.id, step.seq, step.seat, step.kind, step.text, step.by_site, step.at)
        for step in position.steps(after=game.seq)
    ]
    asides = takewhile(lambda it: it.seq > game.seq, reversed(position.asides))
    rows += [(game.id, it.seq, it.seat, it.kind, it.text, True, it.at) for it in asides]
    if rows:
        insert(Event, ("game", *COLUMNS), sorted(rows))
    game.seq = position.seq
    transaction.on_commit(partial(_keep, game.slug, position))


def _events(game: Game, after: int, until: int) -> Iterable[tuple[Any, ...]]:
    events = Event.objects.filter(game=game, seq__gt=after, seq__lte=until).order_by("seq")
    return events.values_list(*COLUMNS)


def _beginning(game: Game) -> Loaded:
    rules = RULES[game.rules]
    seed = bytes(game.seed) if game.seed is not None else None
    if game.deal is not None:
        deal = rules.read_deal(game.size, game.options, game.deal, seed)
    else:
        assert seed is not None, "a started game has a seed or a deal"
        deal = rules.deal(game.size, game.options, seed)
    return Loaded(rules, 0, rules.begin(deal))


def _replayed(position: Loaded, events: Iterable[tuple[Any, ...]]) -> Loaded:
    rules, state, seq = position.rules, position.state, position.seq
    turns, asides = list(position.turns), list(position.asides)
    for seq, seat, kind, text, by_site, at in events:
        if kind not in OF_TURNS:
            asides.append(Aside(seq, seat, kind, text, at, len(turns)))
            continue
        happened = None
        if kind == Event.Kind.MOVE:
            state, happened = rules.apply(state, seat, rules.parse(text))
        _add(turns, Step(seq, seat, kind, text, by_site, at, happened))
    return Loaded(rules, seq, state, tuple(turns), tuple(asides), _still_kept(position, state))


def _still_kept(position: Loaded, state: Any) -> dict[Any, Any]:
    """What was derived from a position, where only something beside the turns has happened since."""
    return position.kept if state is position.state else {}


def _add(turns: list[Turn], step: Step) -> None:
    """Add a step to the turns before it: to the last one, where that is the same seat's."""
    last = turns[-1] if turns else None
    plies = (last.plies if last else 0) + (step.kind == Event.Kind.MOVE)
    if last and last.seat == step.seat:
        turns[-1] = Turn((*last.steps, step), plies, last.began)
    else:
        turns.append(Turn((step,), plies, last.steps[-1].seq if last else 0))


def _keep(slug: str, position: Loaded) -> None:
    _positions.pop(slug, None)  # so that it comes to the end; another thread may have thrown it away
    _positions[slug] = position
    if len(_positions) > KEPT:
        _positions.popitem(last=False)
