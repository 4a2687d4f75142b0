"""What watches over the clocks and the games: the beat of the sweep, and games that cannot go on.

Nobody's time runs while the site does not look after it (`beat`, `credit`), nor while a game stands still
because of a fault (`freeze`, `thaw`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Count, F, Max, Q
from django.utils.translation import gettext as _

from games import store, timing, wake
from games.actions import Refused, absence, play
from games.actions.settling import Playing, if_running, save, tell_next, to_act
from games.clock.calendar import read_week
from games.clock.terms import NONE
from games.models import Event, Game, Heartbeat, Notice, Outage, Person
from games.models.absence import GAP as GAP
from games.models.direct import update
from games.models.rows import SeatRow, locked_game, seats_of
from games.notices import outage
from games.notices.outbox import NewNotice, enqueue
from games.store import Act

logger = logging.getLogger(__name__)

Still = Game.Still
# What should have gone on by itself so long ago is tried once more, and then it is a fault.
LATE = timedelta(minutes=10)
# However little was left before a fault, a person has so long after it.
AFTER_A_FAULT = timedelta(hours=24)

CLOCKED = ("", Still.SOFT)
# A house player is to act, or whoever was to act has left the site.
WAITS_FOR_THE_HOUSE = Q(waits_for=None) & ~Q(still__in=play.STANDS_STILL)
# The database could not be asked, which says nothing about the game.
AWAY = (OperationalError, InterfaceError)


class NotStuck(Refused):
    """The game does not stand still because of a fault."""

    def __init__(self) -> None:
        super().__init__(_("This game does not stand still because of a fault."))


@transaction.atomic
def beat(now: datetime) -> Outage | None:
    """Note that the sweep runs. Returns the outage that ends with it, which no clock is to count."""
    Heartbeat.objects.get_or_create(of=Heartbeat.Of.SWEEP, defaults={"at": now})
    heart = Heartbeat.objects.select_for_update().get(of=Heartbeat.Of.SWEEP)
    last = heart.at
    if now <= last:
        return None
    heart.at = now
    heart.save(update_fields=["at"])
    return Outage.objects.create(since=last, until=now) if now - last > GAP else None


def silence(now: datetime) -> timedelta | None:
    """How long the last beat is ago; None before the first."""
    last = Heartbeat.objects.filter(of=Heartbeat.Of.SWEEP).values_list("at", flat=True).first()
    return None if last is None else max(NONE, now - last)


def owed_credit() -> Q:
    """Which running games have clocks that do not know of the latest outage. One query."""
    until = Outage.objects.aggregate(until=Max("until"))["until"]
    return Q(still__in=CLOCKED, reckoned_at__lt=until) if until else Q(pk__in=[])


@transaction.atomic
def credit(game_id: int, now: datetime) -> bool:
    """Have a clock that runs leave out the outages since it was last reckoned; a second time does nothing.

    Returns whether the deadline has moved; the log says by how much.
    """
    it = if_running(game_id, now)
    if it is None or not Game.objects.filter(owed_credit(), id=game_id).exists():
        return False
    before, reminder_at = it.game.deadline_at, it.game.remind_at
    timing.reckon(it.game, it.row, now)
    _remind_of_what_came_due(it, reminder_at)
    given = int((it.game.deadline_at - before).total_seconds()) if it.game.deadline_at and before else 0
    if given > 0:
        it.note(Event.Kind.CREDIT, it.row.number, str(given))
        save(it)
    else:
        update(it.game, *timing.COLUMNS)
    return given > 0


def to_be_watched(now: datetime) -> Q:
    """Which running games somebody should look at: something has happened in them, or too little has."""
    return (~Q(watched=F("seq")) | _overdue(now)) & ~Q(still=Still.STUCK)


@transaction.atomic
def watch(game_id: int, now: datetime) -> bool:
    """Make sure that a running game can go on; one that cannot is frozen. Returns whether it was."""
    game = locked_game(game_id)
    if game.status != Game.Status.RUNNING or game.still == Still.STUCK:
        return False
    seen, fault = game.seq, _fault(game)
    if not fault and _is_overdue(game_id, now):
        fault, game = _try_once_more(game, now), locked_game(game_id)
    if fault:
        freeze(game, fault, now)
        return True
    Game.objects.filter(id=game_id).update(watched=seen)
    return False


def freeze(game: Game, fault: str, now: datetime) -> None:
    """Have a running game, locked, stand still: nobody's time runs until somebody has looked into it.

    Players and staff are told that it does; what the fault is, which may say more than a player may know,
    stands only in the site's own log.
    """
    assert game.to_act is not None, "a running game waits for somebody"
    seats = seats_of(game.id)
    game.clock_left, game.clock_at = _left(game, seats, now), now
    game.still, game.waits_for_id, game.deadline_at, game.remind_at = Still.STUCK, None, None, None
    game.ends_at = game.warn_at = None
    _note_where_possible(game, Act(game.to_act, kind=Event.Kind.STUCK, by_site=True), now)
    update(game, "seq", *timing.COLUMNS)
    key = f"{game.id}/{game.seq}"
    enqueue([NewNotice(it, Notice.Kind.STUCK, key, game_id=game.id) for it in _concerned(seats)], now)
    wake.game(game.id)
    logger.error("The game %s stands still. %s", game.slug, fault)


@transaction.atomic
def thaw(game_id: int, now: datetime) -> None:
    """Have a game go on that stands still because of a fault, with what was left of the turn.

    What follows from its events and seats is set anew. Raises Refused with the fault that is still there.
    """
    game = locked_game(game_id)
    if game.status != Game.Status.RUNNING or game.still != Still.STUCK:
        raise NotStuck
    if fault := _fault_of_position(game):
        raise Refused(fault)
    position = store.load(game)
    it = Playing(game, seats_of(game_id), position, position, now)
    _go_on(it, game.clock_left or NONE)
    save(it)
    if it.row.house_player and (fault := _failure(play.play_house, game_id, now)):
        raise Refused(fault)
    tell_next(game, it.position, now, again=f"/{game.seq}")


def _go_on(it: Playing, left: timedelta) -> None:
    """Begin the turn again of whoever is to act by the rules, a person with what was left."""
    seat = to_act(it.position)
    assert seat is not None, "the position was looked at"
    it.note(Event.Kind.THAWED, seat)
    timing.begin_turn(it.game, it.seats, seat, it.now)
    if it.row.is_live:
        week = read_week(it.game.week) if it.game.week else None
        timing.restart(it.game, it.row, max(left, AFTER_A_FAULT), week, it.now)


def _remind_of_what_came_due(it: Playing, meant_at: datetime | None) -> None:
    """Have the sweep remind now where the moment for it was in the outage, and is not put off beyond it."""
    due = timing.last_reminder(it.game, it.row, it.now)
    if meant_at and due and due.at >= meant_at:
        it.game.remind_at = due.at


def _overdue(now: datetime) -> Q:
    """Which running games should have gone on by themselves long ago, by clocks that know of every outage.

    While mail is away no time runs out, so a deadline that has passed is no fault.
    """
    late = now - LATE
    overdue = WAITS_FOR_THE_HOUSE & Q(turn_since__lte=late)
    if outage.mail_is_away(now):
        return overdue
    return overdue | Q(deadline_at__lte=late) & ~owed_credit()


def _is_overdue(game_id: int, now: datetime) -> bool:
    return Game.objects.filter(_overdue(now), id=game_id, status=Game.Status.RUNNING).exists()


def _try_once_more(game: Game, now: datetime) -> str:
    """Have a game go on that should have long ago; why it does not."""
    ran_out = game.deadline_at is not None and game.deadline_at <= now
    if fault := _failure(absence.time_out if ran_out else play.play_house, game.id, now):
        return fault
    return "It should have gone on by itself, and does not." if _is_overdue(game.id, now) else ""


def _failure(verb: Callable[[int, datetime], bool], game_id: int, now: datetime) -> str:
    """What a verb fails with; nothing where it does its work, which then stays."""
    try:
        with transaction.atomic():
            verb(game_id, now)
    except AWAY:
        raise
    except Exception as error:  # whatever it is, it keeps the game from going on
        return f"{verb.__name__} fails: {_told(error)}."
    return ""


def _fault(game: Game) -> str:
    """Why a running game cannot go on, in an English sentence; empty where it can."""
    return _fault_of_position(game) or next(_faults_of_columns(game, seats_of(game.id)), "")


def _fault_of_position(game: Game) -> str:
    try:
        return next(_faults_of_position(game), "")
    except AWAY:
        raise
    except Exception as error:  # whatever a broken history makes the rules raise is the fault
        return f"Its events cannot be replayed: {_told(error)}."


def _faults_of_position(game: Game) -> Iterator[str]:
    """What is wrong with the history of a game and where it has led to."""
    count, last = game.events.aggregate(count=Count("id"), last=Max("seq")).values()
    if (count, last or 0) != (game.seq, game.seq):
        yield f"It has {count} events up to number {last or 0}, but should have {game.seq}."
    position = store.load(game)
    seat = to_act(position)
    if seat is None:
        yield "By its rules it is over, but it has not ended."
    elif not position.rules.legal_moves(position.state, seat):
        yield f"Seat {seat} is to act and has no legal move."


def _faults_of_columns(game: Game, seats: Sequence[SeatRow]) -> Iterator[str]:
    """What is wrong with the columns of a game whose position is sound.

    That it has a deadline or a reason for none, and waits for a seat, the database sees to by itself.
    """
    seat = to_act(store.load(game))
    if seat is None or seat != game.to_act:
        yield f"It waits for seat {game.to_act}, but by its rules seat {seat} is to act."
        return
    still = "" if game.agreed.pace.runs_out else Still.SOFT
    if game.still == Still.DESERTED:
        if any(it.is_live for it in seats):
            yield "It counts as deserted, but somebody plays there."
    elif game.waits_for_id is None:
        return  # the house is to act, and where it does not, the game is overdue
    elif game.waits_for_id != seats[seat].player_id:
        yield f"It waits for somebody who does not play at seat {seat}."
    elif game.still != still:
        yield f"Its reason to have no deadline is {game.still!r}, but should be {str(still)!r}."


def _left(game: Game, seats: Sequence[SeatRow], now: datetime) -> timedelta | None:
    """What is left of the turn, as far as that can be computed."""
    try:
        return timing.left(game, next(it for it in seats if it.number == game.to_act), now)
    except AWAY:
        raise
    except Exception:  # a clock may be the fault itself: then all of it counts again
        logger.exception("The clock of the game %s cannot be reckoned", game.slug)
        return game.clock_left


def _note_where_possible(game: Game, act: Act, now: datetime) -> None:
    """Put something into the log, unless the log is what is broken."""
    try:
        position = store.load(game)
        if position.seq == game.seq:
            with transaction.atomic():
                store.append(game, store.follow(position, act, now))
    except AWAY:
        raise
    except Exception:  # the columns say it, too
        logger.exception("Nothing can be noted in the game %s", game.slug)


def _concerned(seats: Sequence[SeatRow]) -> list[int]:
    """Whoever is to hear of a fault: who sits at the table or plays there, and the staff."""
    seated = {it.person_id for it in seats if not it.resigned} | {it.player_id for it in seats}
    staff = Person.objects.filter(is_staff=True, is_active=True).values_list("id", flat=True)
    return sorted({it for it in seated if it is not None} | set(staff))


def _told(error: Exception) -> str:
    """An error on one line, without a full stop."""
    return " ".join(f"{type(error).__name__}: {error}".split()).rstrip(":.")
