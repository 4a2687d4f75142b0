"""What every verb of a running game begins and ends with: the game under its lock, and what follows from it.

A verb works on a `Playing`: it follows acts from the position, and `settle` writes what has become of it:
the events, the columns that follow from them, and the notice of whoever is next.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games import store, timing, wake
from games.actions import Stale
from games.bots import BOTS
from games.models import Draft, Game, Notice, Question, Seat
from games.models.direct import update
from games.models.rows import SeatRow, locked_game, seats_of
from games.notices.outbox import NewNotice, enqueue
from games.store import Act, Loaded

CHANCE = random.SystemRandom()
# What of a game follows from its events and the clock.
COLUMNS = (
    *("status", "seq", "turns_done", "turns_all", "ended_at", "outcome", "paused_from", "paused_until"),
    *timing.COLUMNS,
)
OVER = (
    *("to_act", "waits_for_id", "turn_since", "clock_at", "clock_left", "week", "deadline_at", "reckoned_at"),
    *("remind_at", "ends_at", "warn_at", "paused_from", "paused_until"),
)
# A seat for which nobody stands in, and nobody is asked to.
NOBODY: dict[str, Any] = {"deputy_id": None, "deputy_since": None}


@dataclass(slots=True)
class Playing:
    """A game under its lock, its seats, and where it stands: `before`, and what has been followed since."""

    game: Game
    seats: list[SeatRow]
    before: Loaded
    position: Loaded
    now: datetime

    @property
    def row(self) -> SeatRow:
        """The seat to act."""
        assert self.game.to_act is not None, "a running game waits for somebody"
        return self.seats[self.game.to_act]

    @property
    def live(self) -> list[SeatRow]:
        """The seats at which a person plays."""
        return [row for row in self.seats if row.is_live]

    def note(self, kind: str, seat: int, text: str = "") -> None:
        """Put something beside the turns into the log."""
        self.position = store.follow(self.position, Act(seat, text, kind, by_site=True), self.now)


class NotRunning(Stale):
    """The game does not run: it has not begun, or it is over."""

    def __init__(self, sentence: str = "") -> None:
        super().__init__(sentence or _("The game is not running."))


class GameOver(NotRunning):
    """The game has ended."""

    def __init__(self) -> None:
        super().__init__(_("The game is over."))


def playing(game_id: int, now: datetime) -> Playing:
    """The running game, locked until the transaction ends. Raises GameOver, NotRunning, Game.DoesNotExist."""
    game = locked_game(game_id)
    must_run(game)
    return _as_it_stands(game, now)


def if_running(game_id: int, now: datetime) -> Playing | None:
    """The same for a sweep: None where the game does not run any more. Raises Game.DoesNotExist."""
    game = locked_game(game_id)
    return _as_it_stands(game, now) if game.status == Game.Status.RUNNING else None


def must_run(game: Game) -> None:
    """Raises GameOver where the game has ended, NotRunning where it has not begun."""
    if game.has_ended():
        raise GameOver
    if game.status != Game.Status.RUNNING:
        raise NotRunning


def _as_it_stands(game: Game, now: datetime) -> Playing:
    position = store.load(game)
    return Playing(game, seats_of(game.id), position, position, now)


def change_seat(it: Playing, row: SeatRow, **columns: Any) -> SeatRow:
    """Write columns of a seat, and have the changed row among the seats."""
    Seat.objects.filter(id=row.id).update(**columns)
    it.seats[row.number] = changed = row._replace(**columns)
    return changed


def to_act(position: Loaded) -> int | None:
    """The seat to act; every game here has one at a time."""
    return next(iter(position.rules.to_act(position.state)), None)


def forced(position: Loaded, now: datetime) -> Loaded:
    """The position after the steps that the site takes for seats that have no other."""
    rules = position.rules
    while (seat := to_act(position)) is not None:
        move = rules.forced(position.state, seat)
        if move is None:
            break
        position = store.follow(position, Act(seat, str(move), by_site=True), now)
    return position


def house_turn(position: Loaded, seat: int, bot: str, *, by_site: bool, now: datetime) -> Loaded:
    """The position after a house player has played a whole turn of the seat."""
    while to_act(position) == seat:
        move = house_move(position, seat, bot)
        position = store.follow(position, Act(seat, str(move), by_site=by_site), now)
    return position


def house_move(position: Loaded, seat: int, bot: str) -> Any:
    """The step that a house player takes now."""
    rules = position.rules
    moves = rules.legal_moves(position.state, seat)
    return BOTS[bot].choose(rules, rules.view(position.state, seat), moves, CHANCE)


def turn_is_over(before: Loaded, position: Loaded) -> bool:
    """Whether the turn that ran at `before` does no longer at a later position."""
    seat = to_act(position)
    return seat is None or store.turn_began(position, seat) > before.moved


def settle(
    game: Game, seats: Sequence[SeatRow], before: Loaded, position: Loaded, now: datetime
) -> Loaded | None:
    """Write what was played, up to a seat that has a choice, and the columns that follow from it.

    The seats are as the turn has left them. Returns where another turn begins; None where the turn goes
    on, or the game is over.
    """
    store.append(game, position)
    seat = to_act(position)
    game.turns_done, game.turns_all = position.rules.progress(position.rules.view(position.state, None))
    begins = seat is not None and (game.to_act is None or turn_is_over(before, position))
    if seat is None:
        over(game, now)
        lapse(game, now)
    elif begins:
        timing.begin_turn(game, seats, seat, now)
    update(game, *COLUMNS)
    return position if begins else None


def save(it: Playing) -> None:
    """Write what was noted and what the clock says now; nobody has played. Wakes a worker."""
    store.append(it.game, it.position)
    update(it.game, *COLUMNS)
    wake.game(it.game.id)


def turn_anew(it: Playing) -> bool:
    """Begin the turn of the seat to act anew, since somebody else plays there now.

    Returns whether it now waits for a person, who is told.
    """
    timing.begin_turn(it.game, it.seats, it.row.number, it.now)
    return it.game.waits_for_id is not None


def over(game: Game, now: datetime) -> None:
    """Nothing more is to be played: the columns of a game that has ended, before it is scored."""
    game.status, game.ended_at = Game.Status.ENDED, now
    for name in OVER:
        setattr(game, name, None)
    game.still = ""


def tell_next(game: Game, position: Loaded, now: datetime, again: str = "") -> None:
    """Put "your turn" into the outbox, if it is a person's turn that begins here.

    `again` marks what is told once more of the same turn, which may have been begun to be played.
    """
    if game.waits_for_id and game.to_act is not None:
        began = store.turn_began(position, game.to_act)
        key, data = f"{game.id}/{began}{again}", {"seq": began}
        enqueue([NewNotice(game.waits_for_id, Notice.Kind.TURN, key, game_id=game.id, data=data)], now)


def drop_draft(row: SeatRow) -> None:
    """Throw away what the seat had composed."""
    if row.draft_seq is not None:
        Draft.objects.filter(seat_id=row.id).delete()


def lapse(game: Game, now: datetime, *kinds: str) -> None:
    """Close the open questions of these kinds, or all: they have been overtaken."""
    still_open = game.questions.filter(status=Question.Status.OPEN)
    if kinds:
        still_open = still_open.filter(kind__in=kinds)
    still_open.update(status=Question.Status.LAPSED, closed_at=now)
