"""The gate: a game and somebody who looks at it become a `Table`, and nothing else of it leaves.

Whatever is shown, mailed or answered is made from a `Table`; it holds what its viewer may know, and no
way back to the state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext

from games import store, timing
from games.addresses import url_of
from games.clock.calendar import Calendar
from games.clock.terms import STAND_IN, Terms
from games.models import Event, Game, Person
from games.models.rows import Seated, SeatRow, seated_at
from games.rules import base
from games.rules.base import Result, RuleError
from games.rules.registry import RULES
from games.rules.words import Sentence, Speaker
from games.sitters import Sitting, is_of_table, sittings, stand_in_of, with_present_holidays
from games.store import Aside as Aside
from games.store import Loaded, Step
from games.translation import speaker

# What the log tells to the people of a table only.
OF_HOLIDAYS = frozenset({Event.Kind.AWAY, Event.Kind.BACK})
NO_CHOICE = Sentence("There was nothing to choose, so the site took this turn.")


@dataclass(frozen=True, slots=True, eq=False)
class LogTurn:
    """One turn as the viewer may read it. `ply` counts the moves up to its end.

    `by_house`: the caretaker took it, since it keeps the seat; `by_site`: its player had no part in it.

    It never changes, so `kept` may hold what has been derived from it (its line of the log).
    """

    number: int
    seat: base.Seat
    ply: int
    at: datetime
    timed_out: bool
    by_house: bool
    by_site: bool
    sentences: tuple[Sentence, ...]
    kept: dict[Any, Any] = field(default_factory=dict)

    @property
    def by_player(self) -> bool:
        """Whether its player took it: neither the house did, nor the site where nothing was to choose."""
        return not (self.timed_out or self.by_site)


@dataclass(frozen=True, slots=True)
class Drafted:
    """What the viewer is composing: steps already shown applied, and a choice that is only previewed.

    `done` is what the viewer's own steps of this turn did, as the rules tell it: of those that were sent
    already, since they showed something, then of those composed. It follows from the steps.
    """

    steps: tuple[str, ...] = ()
    choice: str = ""
    done: tuple[Any, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Table:
    """A game as one viewer may know it: a seat, or None for somebody who only watches.

    `seq` counts all events; what is composed is good as long as `moved`, that of the last turn's, stays.
    `plies` counts the moves that led to the position shown, `plies_now` those made until now. `still` says
    why a running game has no deadline, `calendar` what its clock counts; `outcome` how a game ended that
    its rules did not end. `may_ask_stand_in`: whoever is to act has named somebody who may be asked.

    Holidays are told to the people of the table only. For anybody else the clock `rests` while one has it
    stand still: until when that is, and so the deadline, is not here.
    """

    id: int
    slug: str
    url: str
    title: str
    rules: str
    rules_name: str
    status: str
    seq: int
    moved: int
    size: int
    options: dict[str, Any]
    terms: Terms
    public: bool
    random_seats: bool
    opened_by_id: int | None
    opened_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    scored_at: datetime | None
    turn_since: datetime | None
    deadline_at: datetime | None
    still: str
    calendar: Calendar
    rests: bool
    may_ask_stand_in: bool
    paused_from: datetime | None
    paused_until: datetime | None
    ends_at: datetime | None
    outcome: dict[str, Any] | None
    commitment: str
    viewer: base.Seat | None
    seats: tuple[Sitting, ...]
    to_act: base.Seat | None
    turn_began: int
    progress: tuple[int, int]
    plies: int
    plies_now: int
    view: Any
    draft: Drafted
    log: tuple[LogTurn, ...]
    asides: tuple[Aside, ...]
    result: Result | None
    kept: dict[Any, Any]

    @property
    def your_turn(self) -> bool:
        """Whether the game waits for the viewer, and the viewer can play."""
        if self.viewer is None or self.viewer != self.to_act or self.still == Game.Still.STUCK:
            return False
        return self.seats[self.viewer].is_live

    @property
    def is_running(self) -> bool:
        """Whether turns can be taken."""
        return self.status == Game.Status.RUNNING

    @property
    def has_ended(self) -> bool:
        """Whether the rules have ended the game, scored or not."""
        return self.status in (Game.Status.ENDED, Game.Status.SCORED)

    def still_until(self, now: datetime) -> datetime | None:
        """When the clock of the turn runs on, where it stands still now: for a night, a holiday, a pause."""
        return None if self.calendar.runs_at(now) else self.calendar.resumes_at(now)

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def text(self) -> Speaker:
        """Says sentences to the viewer as plain text."""
        return speaker(self.names, self.viewer)

    def since_last_turn(self) -> tuple[LogTurn, ...]:
        """The turns after the last that the viewer took; all of them for somebody who took none."""
        own = [n for n, turn in enumerate(self.log) if turn.seat == self.viewer and turn.by_player]
        return self.log[own[-1] + 1 :] if own else self.log

    def preview(self, text: str) -> Any:
        """What a step would give to whom, from the view alone; None where the step cannot be taken."""
        rules = RULES[self.rules]
        try:
            return rules.preview(self.view, rules.parse(text))
        except RuleError:
            return None


class Unreadable(Exception):
    """The history of a game cannot be replayed; it stands still until somebody has looked into that."""


@contextmanager
def _readable(game: Game) -> Iterator[None]:
    """Raises Unreadable for what fails inside, where the fault is known to be the game's."""
    try:
        yield
    except Exception as error:
        if game.still == Game.Still.STUCK:
            raise Unreadable from error
        raise


def table_for(
    slug: str, person: Person | None, turns: int | None = None, now: datetime | None = None
) -> Table:
    """The table as this person may see it, with the last `turns` of the log. Raises Game.DoesNotExist."""
    return table_of(seated_at(slug), person, turns=turns, now=now)


def table_at(slug: str, person: Person | None, ply: int, turns: int | None = None) -> Table:
    """The table as it was after `ply` moves, with the last `turns` of the log up to there.

    Raises Game.DoesNotExist, or IndexError where it had not so many moves.
    """
    seated = seated_at(slug)
    game = seated.game
    if game.seed is None and game.deal is None:
        raise IndexError(ply)
    with _readable(game):
        position = store.load_at(game, ply)
    if position.plies != ply:
        raise IndexError(ply)
    return table_of(seated, person, position, turns)


def table_of(
    seated: Seated,
    person: Person | None,
    past: Loaded | None = None,
    turns: int | None = None,
    now: datetime | None = None,
) -> Table:
    """The table as this person may see it: as it is, or as it was at a `past` position."""
    game, rows = seated
    now, is_of_it = now or timezone.now(), is_of_table(rows, person)
    seats = sittings(game, with_present_holidays(rows, now), person)
    time = timing.as_told(game, rows, is_of_it, now)
    started = game.started_at is not None
    viewer = _viewer(game, seats) if started else None
    with _readable(game):
        present = store.load(game) if started else None
    position = past or present
    rules, draft = RULES[game.rules], Drafted()
    state = position.state if position else None
    if position and past is None and viewer is not None and viewer == game.to_act:
        state, draft = _composed(position, viewer, draft_of(rows[viewer], position.moved))
    view = rules.view(state, viewer) if position else None
    return Table(
        id=game.id,
        slug=game.slug,
        url=url_of(game.slug),
        title=title_of(game.title, rules.NAME, [seat.name for seat in seats if not seat.is_empty], started),
        rules=game.rules,
        rules_name=rules.NAME,
        status=game.status,
        seq=game.seq,
        moved=present.moved if present else 0,
        size=game.size,
        options=game.options,
        terms=game.agreed,
        public=game.public,
        random_seats=game.random_seats,
        opened_by_id=game.opened_by_id,
        opened_at=game.opened_at,
        started_at=game.started_at,
        ended_at=game.ended_at,
        scored_at=game.scored_at,
        turn_since=game.turn_since,
        deadline_at=time.deadline_at,
        still=game.still,
        calendar=time.calendar,
        rests=time.rests,
        may_ask_stand_in=past is None and _may_ask_stand_in(game, rows),
        paused_from=game.paused_from,
        paused_until=game.paused_until,
        ends_at=game.ends_at,
        outcome=game.outcome,
        commitment=game.commitment or "",
        viewer=viewer,
        seats=seats,
        to_act=game.to_act if past is None else None,
        turn_began=0 if position is None or game.to_act is None else store.turn_began(position, game.to_act),
        progress=rules.progress(view) if view is not None else (0, 0),
        plies=position.plies if position else 0,
        plies_now=present.plies if present else 0,
        view=view,
        draft=draft,
        log=log_turns(position, viewer, turns, game.has_ended()) if position else (),
        asides=_asides(position, turns, is_of_it) if position else (),
        result=rules.result(position.state) if position else None,
        kept=position.kept if position else {},
    )


def _may_ask_stand_in(game: Game, rows: Sequence[SeatRow]) -> bool:
    """Whether there is somebody to ask when the turn that runs runs out, where the table does that."""
    if game.to_act is None or game.still or game.agreed.absence.then != STAND_IN:
        return False
    return stand_in_of(rows[game.to_act], rows) is not None


def _viewer(game: Game, seats: Sequence[Sitting]) -> base.Seat | None:
    """The seat whose hand its reader may see: whoever has given it up does not, before the end."""
    over = game.has_ended()
    return next((it.number for it in seats if it.is_you and (over or not it.resigned)), None)


def _asides(position: Loaded, turns: int | None, is_of_table: bool) -> tuple[Aside, ...]:
    """What happened beside the last `turns` of the log, or all, that somebody may read."""
    first = 0 if turns is None else max(0, len(position.turns) - turns)
    untold = frozenset[str]() if is_of_table else OF_HOLIDAYS
    return tuple([it for it in position.asides if it.turns >= first and it.kind not in untold])


def _composed(position: Loaded, seat: base.Seat, draft: Drafted) -> tuple[Any, Drafted]:
    """The state after the draft's steps, and the draft with what the steps of the turn did so far."""
    state, done = _taken(position, seat, draft.steps)
    return state, replace(draft, done=(*_sent(position, seat), *done))


def _sent(position: Loaded, seat: base.Seat) -> Sequence[Any]:
    """What the seat's steps did that were sent already in the turn that goes on."""
    last = position.turns[-1] if position.turns else None
    if last is None or last.seat != seat:
        return ()
    return [step.happened for step in last.steps if step.happened is not None]


def title_of(title: str, rules_name: str, names: Sequence[str], started: bool) -> str:
    """How a table is called: its title, or else who plays, or whoever sits there waiting."""
    if title or not names:
        return title or rules_name
    if started:
        return " · ".join(names)
    return gettext("A table with {names}").format(names=speaker(names, None).row(list(names)))


def draft_of(row: SeatRow, seq: int) -> Drafted:
    """What a seat is composing at a position; what it composed at another one counts for nothing."""
    if row.draft_seq != seq or row.draft_steps is None:
        return Drafted()
    return Drafted(tuple(row.draft_steps), row.draft_choice or "")


def with_steps(position: Loaded, seat: base.Seat, steps: Sequence[str]) -> Any:
    """The state after steps that show nothing new. Raises RuleError."""
    return _taken(position, seat, steps)[0]


def _taken(position: Loaded, seat: base.Seat, steps: Sequence[str]) -> tuple[Any, list[Any]]:
    """The state after some steps, and what each of them did. Raises RuleError."""
    state, rules, done = position.state, position.rules, list[Any]()
    for text in steps:
        state, happened = rules.apply(state, seat, rules.parse(text))
        done.append(happened)
    return state, done


def log_turns(
    position: Loaded, viewer: base.Seat | None, turns: int | None, over: bool
) -> tuple[LogTurn, ...]:
    """The turns so far as the viewer may read them, oldest first; the last `turns`, or all.

    Once the game is `over`, the log holds nothing back, however far back it is read.
    """
    first = 0 if turns is None else max(0, len(position.turns) - turns)
    slug = position.rules.SLUG
    return tuple(
        [
            _log_turn(slug, number, turn.steps, turn.plies, viewer, over)
            for number, turn in enumerate(position.turns[first:], start=first + 1)
        ]
    )


@lru_cache(maxsize=8192)
def _log_turn(
    rules: str, number: int, steps: tuple[Step, ...], ply: int, viewer: base.Seat | None, over: bool
) -> LogTurn:
    """One turn; kept, since every position after it shows it again."""
    describe = RULES[rules].describe
    timed_out = any(step.kind == Event.Kind.TIMEOUT for step in steps)
    by_house = any(step.kind == Event.Kind.HOUSE for step in steps)
    by_site = all(step.by_site for step in steps)
    told = [it for step in steps if step.happened is not None for it in describe(step.happened, viewer, over)]
    if by_site and not (timed_out or by_house):
        told.append(NO_CHOICE)
    return LogTurn(number, steps[0].seat, ply, steps[-1].at, timed_out, by_house, by_site, tuple(told))
