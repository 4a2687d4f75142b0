"""The verbs of a running game: begin it, take a turn, play for the house, run out of time, score.

Each is one transaction that locks the game, looks at it again, and leaves rows behind: events, the
columns that lists read, and the notices of whoever is to be told.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from games import store, tables, wake
from games.actions import Refused, Stale
from games.bots import BOTS
from games.clock.deadlines import due_reminder, next_reminder
from games.models import Draft, Event, Game, Notice, Seat
from games.models.direct import update
from games.models.rows import Seated, SeatRow, locked_game, seats_of
from games.notices.outbox import NewNotice, enqueue
from games.rules import chance
from games.rules.base import RuleError
from games.store import Act, Loaded

CARETAKER = "sensibly"
CHANCE = random.SystemRandom()
MOST_STEPS = 20
# What of a game follows from its events.
COLUMNS = (
    *("status", "seq", "turns_done", "turns_all", "to_act", "waits_for"),
    *("turn_since", "deadline_at", "remind_at", "ended_at"),
)


class MoveRefused(Refused):
    """A step of the turn is not allowed; `which` counts the texts from 0."""

    def __init__(self, sentence: str, which: int) -> None:
        super().__init__(sentence)
        self.which = which


class GameOver(Refused):
    """The game has ended."""


class NotYours(Refused):
    """The person has no seat here."""


class TooLong(Refused):
    """More steps than any turn has."""

    def __init__(self) -> None:
        super().__init__(_("That is more than a turn can hold."))


class NotOnTurn(Stale):
    """The game waits for another seat."""

    def __init__(self) -> None:
        super().__init__(_("It is not your turn."))


class MovedOn(Stale):
    """The turn was composed at a position that is no longer there."""

    def __init__(self) -> None:
        super().__init__(_("The game has moved on since this page was shown. Here it is as it stands now."))


def start(game: Game, now: datetime) -> None:
    """Begin a game whose seats are all taken, inside the transaction that took the last one.

    The seed is decided by the server seed and the lucky words (formats.md 1.3); the seats are dealt by
    it where the table asked for that.
    """
    assert game.server_seed is not None, "a table to be played at has its server seed"
    sitters = sorted(game.seats.all(), key=lambda seat: (bool(seat.bot), seat.joined))
    game.seed = chance.game_seed(bytes(game.server_seed), [seat.word for seat in sitters])
    order = sorted(sitters, key=lambda seat: seat.number)
    if game.random_seats:
        order = chance.shuffle(sitters, game.seed, "seats")
    game.seats.all().delete()
    Seat.objects.bulk_create(
        Seat(game=game, number=number, person=it.person, bot=it.bot, word=it.word, joined=sitters.index(it))
        for number, it in enumerate(order)
    )
    game.people = sum(seat.person_id is not None for seat in order)
    game.status, game.started_at = Game.Status.RUNNING, now
    position = store.load_afresh(game)  # not remembered: the transaction may still fail, and be dealt anew
    _settle(game, order, position, position, now)
    game.save(update_fields=["seed", "people", "started_at"])
    people = [seat.person_id for seat in order if seat.person_id]
    enqueue([NewNotice(it, Notice.Kind.STARTED, str(game.id), game_id=game.id) for it in people], now)
    wake.game(game.id)


class Sent(NamedTuple):
    """What was sent: whether it was accepted now or had been before, and the game as it stands.

    The turn `goes_on` where its last step only showed something new.
    """

    accepted: bool
    goes_on: bool
    seated: Seated


@transaction.atomic
def submit_turn(game_id: int, person_id: int, seq: int, texts: Sequence[str], now: datetime) -> Sent:
    """Send a turn that was composed at position `seq`: all of its steps, or none.

    Where the same turn had been accepted already, nothing changes. The last text, and only the last, must
    be a step that cannot be taken back. A turn is accepted until a sweep has claimed its time-out, even
    after the deadline. Raises NotYours, GameOver, Stale, TooLong, MoveRefused.
    """
    if len(texts) > MOST_STEPS:
        raise TooLong
    game, seats = locked_game(game_id), seats_of(game_id)
    sitter = sitter_of(game, seats, person_id)
    before, seat = store.load(game), sitter.number
    if seq != game.seq:
        if _was_sent(before, seat, seq, texts):
            return Sent(False, _goes_on(game, before, seat, seq), Seated(game, seats))
        raise MovedOn
    if game.to_act != seat:
        raise NotOnTurn
    position = before
    for which, text in enumerate(texts):
        position = _step(position, seat, text, which, last=which == len(texts) - 1, now=now)
    if position is before:
        raise MoveRefused(_("Choose what to do before you send the turn."), 0)
    _drop_draft(sitter)
    begins = _settle(game, seats, before, position, now)
    if begins:
        _tell_next(game, now)
    wake.game(game.id)
    return Sent(True, not begins and not game.has_ended(), Seated(game, seats))


@transaction.atomic
def play_house(game_id: int, now: datetime) -> bool:
    """Play the turns of house players until a person is to act. Returns whether anything was played."""
    game = locked_game(game_id)
    seats = seats_of(game.id)
    bots = {seat.number: seat.bot for seat in seats if seat.bot}
    if game.status != Game.Status.RUNNING or game.to_act not in bots:
        return False
    before = position = store.load(game)
    while (seat := _to_act(position)) in bots:
        position = _forced(_house_turn(position, seat, bots[seat], by_site=False, now=now), now)
    if _settle(game, seats, before, position, now):
        _tell_next(game, now)
    wake.game(game.id)
    return True


@transaction.atomic
def time_out(game_id: int, now: datetime) -> bool:
    """Let the house play the turn of a person whose deadline has passed; the person keeps the seat.

    It plays for somebody who has left the site, too: the others play on. The deadline is read again under
    the lock, so a turn or an extension that came first wins. What the person had composed is thrown away.
    Returns whether it was so.
    """
    game = locked_game(game_id)
    if game.status != Game.Status.RUNNING or game.deadline_at is None or game.deadline_at > now:
        return False
    seats = seats_of(game.id)
    sitter = seats[game.to_act or 0]
    if sitter.bot:
        return False
    before = store.load(game)
    began = store.turn_began(before, sitter.number)
    position = store.follow(before, Act(sitter.number, kind=Event.Kind.TIMEOUT, by_site=True), now)
    position = _house_turn(position, sitter.number, CARETAKER, by_site=True, now=now)
    _drop_draft(sitter)
    if _settle(game, seats, before, position, now):
        _tell_next(game, now)
    _tell_of_time_out(game, seats, sitter.number, began, now)
    wake.game(game.id)
    return True


@transaction.atomic
def remind(game_id: int, now: datetime) -> bool:
    """Remind the person to act that half of the time, or all but a day of it, has gone."""
    game = locked_game(game_id)
    if game.status != Game.Status.RUNNING or game.remind_at is None or game.remind_at > now:
        return False
    assert game.turn_since and game.deadline_at and game.to_act is not None
    reminder = due_reminder(game.turn_since, game.deadline_at, now)
    game.remind_at = next_reminder(game.turn_since, game.deadline_at, now)
    game.save(update_fields=["remind_at"])
    sitter = seats_of(game.id)[game.to_act]
    if sitter.person_id and reminder:
        began = store.turn_began(store.load(game), game.to_act)
        key = f"{game.id}/{began}/{game.deadline_at.isoformat()}/{reminder.why}"
        data = {"seq": began, "deadline": game.deadline_at.isoformat()}
        enqueue([NewNotice(sitter.person_id, Notice.Kind.REMINDER, key, game_id=game.id, data=data)], now)
        wake.game(game.id)
    return True


@transaction.atomic
def score(game_id: int, now: datetime) -> bool:
    """Write the scores and places of a game that has ended, and tell everybody; twice is as good as once."""
    game = locked_game(game_id)
    if game.status != Game.Status.ENDED:
        return False
    position = store.load(game)
    result = position.rules.result(position.state)
    assert result is not None, "a game that has ended has a result"
    seats = list(game.seats.all())
    for seat in seats:
        seat.score, seat.place = result.scores[seat.number], result.places[seat.number]
    Seat.objects.bulk_update(seats, ["score", "place"])
    game.status, game.scored_at = Game.Status.SCORED, now
    game.save(update_fields=["status", "scored_at"])
    people = [seat.person_id for seat in seats if seat.person_id]
    enqueue([NewNotice(it, Notice.Kind.RESULT, str(game.id), game_id=game.id) for it in people], now)
    wake.game(game.id)
    return True


def suggested_turn(game: Game) -> list[str]:
    """The texts that the caretaker would send for the seat to act, up to a step that cannot be taken back.

    Writes nothing.
    """
    assert game.to_act is not None and game.turn_since is not None, "somebody is to act"
    position, seat, texts = store.load(game), game.to_act, list[str]()
    while True:
        move = _house_move(position, seat, CARETAKER)
        texts.append(str(move))
        if position.rules.reveals(position.state, seat, move):
            return texts
        position = store.follow(position, Act(seat, str(move)), game.turn_since)


def sitter_of(game: Game, seats: Sequence[SeatRow], person_id: int) -> SeatRow:
    """The person's own seat, where the game runs. Raises NotYours, GameOver or Stale."""
    sitter = next((seat for seat in seats if seat.person_id == person_id), None)
    if sitter is None:
        raise NotYours(_("You have no seat at this table."))
    if game.has_ended():
        raise GameOver(_("The game is over."))
    if game.status != Game.Status.RUNNING:
        raise Stale(_("The game is not running."))
    return sitter


def _drop_draft(sitter: SeatRow) -> None:
    """Throw away what the seat had composed."""
    if sitter.draft_seq is not None:
        Draft.objects.filter(seat_id=sitter.id).delete()


def _step(position: Loaded, seat: int, text: str, which: int, *, last: bool, now: datetime) -> Loaded:
    """The position after one text of a turn. Raises MoveRefused."""
    rules = position.rules
    try:
        after = store.follow(position, Act(seat, text), now)
        reveals = rules.reveals(position.state, seat, rules.parse(text))  # which is asked of legal steps only
    except RuleError as error:
        raise MoveRefused(tables.said(error.sentence), which) from error
    if reveals != last:
        raise MoveRefused(
            _("The turn is not complete: its last step is missing.")
            if last
            else _("Nothing can follow that step."),
            which,
        )
    return after


def _house_turn(position: Loaded, seat: int, bot: str, *, by_site: bool, now: datetime) -> Loaded:
    """The position after a house player has played a whole turn of the seat."""
    while _to_act(position) == seat:
        move = _house_move(position, seat, bot)
        position = store.follow(position, Act(seat, str(move), by_site=by_site), now)
    return position


def _house_move(position: Loaded, seat: int, bot: str) -> Any:
    """The step that a house player takes now."""
    rules = position.rules
    moves = rules.legal_moves(position.state, seat)
    return BOTS[bot].choose(rules, rules.view(position.state, seat), moves, CHANCE)


def _to_act(position: Loaded) -> int | None:
    """The seat to act; every game here has one at a time."""
    return next(iter(position.rules.to_act(position.state)), None)


def _forced(position: Loaded, now: datetime) -> Loaded:
    """The position after the steps that the site takes for seats that have no other."""
    rules = position.rules
    while (seat := _to_act(position)) is not None:
        move = rules.forced(position.state, seat)
        if move is None:
            break
        position = store.follow(position, Act(seat, str(move), by_site=True), now)
    return position


def _settle(
    game: Game, seats: Sequence[SeatRow] | Sequence[Seat], before: Loaded, position: Loaded, now: datetime
) -> bool:
    """Write what was played, and the columns that follow from it. Returns whether another turn begins."""
    position = _forced(position, now)
    store.append(game, position)
    seat = _to_act(position)
    game.turns_done, game.turns_all = position.rules.progress(position.rules.view(position.state, None))
    begins = seat is not None and (game.to_act is None or store.turn_began(position, seat) > before.seq)
    if seat is None:
        game.status, game.ended_at = Game.Status.ENDED, now
        game.to_act = game.waits_for_id = game.turn_since = game.deadline_at = game.remind_at = None
    elif begins:
        game.to_act, game.waits_for_id = seat, seats[seat].person_id
        game.turn_since, game.deadline_at = now, now + game.pace
        game.remind_at = next_reminder(game.turn_since, game.deadline_at, now)
    update(game, *COLUMNS)
    return begins


def _was_sent(position: Loaded, seat: int, seq: int, texts: Sequence[str]) -> bool:
    """Whether just these steps were accepted at `seq`."""
    steps = position.steps(after=seq)[: len(texts)] if seq >= 0 else []
    sent = [(seat, text, False) for text in texts]
    return bool(steps) and [(it.seat, it.text, it.by_site) for it in steps] == sent


def _goes_on(game: Game, position: Loaded, seat: int, seq: int) -> bool:
    """Whether the seat is still at the turn in which it sent something at `seq`."""
    return game.to_act == seat and store.turn_began(position, seat) <= seq


def _tell_next(game: Game, now: datetime) -> None:
    """Put "your turn" into the outbox, if it is a person's turn that begins here."""
    if game.waits_for_id:
        key, data = f"{game.id}/{game.seq}", {"seq": game.seq}
        enqueue([NewNotice(game.waits_for_id, Notice.Kind.TURN, key, game_id=game.id, data=data)], now)


def _tell_of_time_out(game: Game, seats: Sequence[SeatRow], seat: int, began: int, now: datetime) -> None:
    """Tell everybody whose turn the house has played; the next to act reads it in their own turn's mail."""
    people = [row.person_id for row in seats if row.person_id and row.number != game.to_act]
    key, data = f"{game.id}/{began}", {"seat": seat, "seq": began}
    enqueue([NewNotice(it, Notice.Kind.TIMEOUT, key, game_id=game.id, data=data) for it in people], now)
