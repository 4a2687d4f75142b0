"""The verbs of a running game: begin it, take a turn, play for the house, remind, score.

Each is one transaction that locks the game, looks at it again, and leaves rows behind: events, the
columns that lists read, and the notices of whoever is to be told. What happens to somebody who does not
play is in `absence`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from games import store, timing, wake
from games.actions import Refused, Stale
from games.actions.settling import (
    NOBODY,
    Playing,
    change_seat,
    drop_draft,
    forced,
    house_move,
    house_turn,
    if_running,
    lapse,
    must_run,
    save,
    settle,
    tell_next,
    to_act,
    turn_anew,
    turn_is_over,
)
from games.clock.terms import BANK, VOTE
from games.models import Event, Game, Notice, Question, Seat
from games.models.direct import update
from games.models.rows import CARETAKER, Seated, SeatRow, locked_game, seats_of
from games.notices.outbox import NewNotice, enqueue
from games.rules import chance
from games.rules.base import RuleError
from games.store import Act, Loaded
from games.translation import said

MOST_STEPS = 20
# Nobody plays there, not even the house.
STANDS_STILL = (Game.Still.DESERTED, Game.Still.STUCK)


class MoveRefused(Refused):
    """A step of the turn is not allowed; `which` counts the texts from 0."""

    def __init__(self, sentence: str, which: int) -> None:
        super().__init__(sentence)
        self.which = which


class NotYours(Refused):
    """The person has no seat here."""


class Kept(Refused):
    """The house keeps the person's seat."""

    def __init__(self) -> None:
        super().__init__(_("The house keeps your seat: come back first, then play on."))


class Stuck(Refused):
    """The game stands still because of a fault."""

    def __init__(self) -> None:
        super().__init__(_("This game stands still while the site looks into a fault. Nobody's time runs."))


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
    settle(game, seats_of(game.id), position, forced(position, now), now)
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
    if seq != before.moved:
        if _was_sent(before, seat, seq, texts):
            return Sent(False, _goes_on(game, before, seat, seq), Seated(game, seats))
        raise MovedOn
    if game.to_act != seat:
        raise NotOnTurn
    if not texts:
        raise MoveRefused(_("Choose what to do before you send the turn."), 0)
    it = Playing(game, seats, before, before, now)
    is_back = sitter.has_stand_in and person_id == sitter.person_id
    if is_back:
        it.note(Event.Kind.RETURN, seat)
    for which, text in enumerate(texts):
        it.position = _step(it.position, seat, text, which, last=which == len(texts) - 1, now=now)
    it.position = forced(it.position, now)
    drop_draft(sitter)
    if is_back:
        sitter = _take_over(it, sitter)
    _turn_was_sent(it, sitter, person_id)
    begun = settle(game, seats, before, it.position, now)
    if begun:
        tell_next(game, begun, now)
    wake.game(game.id)
    return Sent(True, not begun and not game.has_ended(), Seated(game, seats))


@transaction.atomic
def play_house(game_id: int, now: datetime) -> bool:
    """Play the turns of the house until a person is to act. Returns whether it was the house's turn.

    So it is, too, where whoever was to act has left the site; where that was a stand-in, the owner is to.
    """
    it = if_running(game_id, now)
    if it is None or it.game.still in STANDS_STILL or it.game.waits_for_id is not None:
        return False
    if it.row.is_live or not it.live:
        if turn_anew(it):
            tell_next(it.game, it.position, now)
        save(it)
        return True
    if it.row.deputy_id is not None:  # whoever was asked to stand in is asked no more
        change_seat(it, it.row, **NOBODY)
    it.position = house_turns(it.position, it.seats, now)
    if begun := settle(it.game, it.seats, it.before, it.position, now):
        tell_next(it.game, begun, now)
    wake.game(game_id)
    return True


def house_turns(position: Loaded, seats: Sequence[SeatRow], now: datetime) -> Loaded:
    """The position after the turns of seats at which the house plays, up to that of a person."""
    while (seat := to_act(position)) is not None and (bot := seats[seat].house_player):
        is_caretaker = not seats[seat].bot
        if is_caretaker:
            position = store.follow(position, Act(seat, kind=Event.Kind.HOUSE, by_site=True), now)
        position = forced(house_turn(position, seat, bot, by_site=is_caretaker, now=now), now)
    return position


@transaction.atomic
def remind(game_id: int, now: datetime) -> bool:
    """Remind the person to act that their time runs out, at the moments that they or the site have chosen."""
    it = if_running(game_id, now)
    if it is None or it.game.remind_at is None or it.game.remind_at > now:
        return False
    game, row = it.game, it.row
    reminder = timing.last_reminder(game, row, now)
    timing.reckon(game, row, now)
    update(game, "deadline_at", "reckoned_at", "remind_at")
    if row.player_id and reminder:
        began = store.turn_began(it.position, row.number)
        until = game.deadline_at.isoformat() if game.deadline_at else None
        key = f"{game.id}/{began}/{until or game.turn_since}/{reminder.why}"[:80]
        data = {"seq": began, "deadline": until}
        enqueue([NewNotice(row.player_id, Notice.Kind.REMINDER, key, game_id=game.id, data=data)], now)
        wake.game(game.id)
    return True


@transaction.atomic
def score(game_id: int, now: datetime) -> bool:
    """Write the scores and places of a game that has ended, and tell everybody; twice is as good as once."""
    game = locked_game(game_id)
    if game.status != Game.Status.ENDED:
        return False
    seats = list(game.seats.all())
    for seat, (points, place) in zip(seats, results(game), strict=True):
        seat.score, seat.place = points, place
    Seat.objects.bulk_update(seats, ["score", "place"])
    game.status, game.scored_at = Game.Status.SCORED, now
    game.save(update_fields=["status", "scored_at"])
    people = [seat.person_id for seat in seats if seat.person_id]
    enqueue([NewNotice(it, Notice.Kind.RESULT, str(game.id), game_id=game.id) for it in people], now)
    wake.game(game.id)
    return True


def results(game: Game) -> list[tuple[int | None, int | None]]:
    """The score and the place of each seat of a game that has ended.

    One that its rules did not end has no scores, and places only where somebody has won.
    """
    if game.outcome is not None:
        winner = game.outcome["winner"]
        return [(None, None if winner is None else 1 + (it != winner)) for it in range(game.size)]
    position = store.load(game)
    result = position.rules.result(position.state)
    assert result is not None, "a game that its rules have ended has a result"
    return list(zip(result.scores, result.places, strict=True))


def suggested_turn(game: Game) -> list[str]:
    """The texts that the caretaker would send for the seat to act, up to a step that cannot be taken back.

    Writes nothing.
    """
    assert game.to_act is not None and game.turn_since is not None, "somebody is to act"
    position, seat, texts = store.load(game), game.to_act, list[str]()
    while True:
        move = house_move(position, seat, CARETAKER)
        texts.append(str(move))
        if position.rules.reveals(position.state, seat, move):
            return texts
        position = store.follow(position, Act(seat, str(move)), game.turn_since)


def sitter_of(game: Game, seats: Sequence[SeatRow], person_id: int) -> SeatRow:
    """The seat at which the person may play: one's own, or one that one stands in for.

    Raises NotYours, GameOver, Kept, Stuck or Stale.
    """
    sitter = seat_of(seats, person_id)
    if sitter is None or sitter.resigned:
        raise NotYours(_("You have no seat at this table."))
    must_run(game)
    if game.still == Game.Still.STUCK:
        raise Stuck
    if sitter.keeper:
        raise Kept
    return sitter


def seat_of(seats: Sequence[SeatRow], person_id: int) -> SeatRow | None:
    """The seat that is the person's own, or else one that they stand in for."""
    own = next((it for it in seats if it.person_id == person_id), None)
    return own or next((it for it in seats if it.player_id == person_id), None)


def _take_over(it: Playing, row: SeatRow) -> SeatRow:
    """Have the owner play where somebody stood in, who is told; the rest of the turn is the owner's time."""
    timing.fold(it.game, row, it.now)
    key, data = f"{it.game.id}/{it.position.seq}/returned", {"event": "returned", "seat": row.number}
    enqueue([NewNotice(row.deputy_id, Notice.Kind.NEWS, key, game_id=it.game.id, data=data)], it.now)
    row = change_seat(it, row, **NOBODY)
    it.game.waits_for_id = row.person_id
    timing.reckon(it.game, row, it.now)
    return row


def _turn_was_sent(it: Playing, row: SeatRow, person_id: int) -> None:
    """What follows for the seat from a turn that a person has sent, or a part of one.

    What was asked about somebody absent is overtaken, and the seat is as its next turn finds it, which may
    begin at once: the bank, and no missed turns.
    """
    game, changes = it.game, dict[str, Any]()
    if row.missed or row.deputy_id or game.agreed.absence.then == VOTE:
        lapse(game, it.now, Question.Kind.ABSENT)
    if row.deputy_id and person_id == row.person_id:
        changes |= NOBODY
    if turn_is_over(it.before, it.position):
        if game.agreed.pace.kind == BANK:
            changes["bank"] = game.agreed.pace.bank_after(row.bank, timing.left(game, row, it.now))
        if row.missed:
            changes["missed"] = 0
    if changes:
        change_seat(it, row, **changes)


def _step(position: Loaded, seat: int, text: str, which: int, *, last: bool, now: datetime) -> Loaded:
    """The position after one text of a turn. Raises MoveRefused."""
    rules = position.rules
    try:
        after = store.follow(position, Act(seat, text), now)
        reveals = rules.reveals(position.state, seat, rules.parse(text))  # which is asked of legal steps only
    except RuleError as error:
        raise MoveRefused(said(error.sentence), which) from error
    if reveals != last:
        raise MoveRefused(
            _("The turn is not complete: its last step is missing.")
            if last
            else _("Nothing can follow that step."),
            which,
        )
    return after


def _was_sent(position: Loaded, seat: int, seq: int, texts: Sequence[str]) -> bool:
    """Whether just these steps were accepted at `seq`."""
    steps = position.steps(after=seq)[: len(texts)] if seq >= 0 else []
    sent = [(seat, text, False) for text in texts]
    return bool(steps) and [(it.seat, it.text, it.by_site) for it in steps] == sent


def _goes_on(game: Game, position: Loaded, seat: int, seq: int) -> bool:
    """Whether the seat is still at the turn in which it sent something at `seq`."""
    return game.to_act == seat and store.turn_began(position, seat) <= seq
