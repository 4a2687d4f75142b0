"""The verbs of absence: a turn runs out, somebody stands in, comes back, resigns, or wins against nobody."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games import store, timing
from games.actions import Refused, Stale, breaks, caretaker, ending, play, questions
from games.actions.caretaker import tell, tell_news
from games.actions.play import Kept, NotYours, Stuck
from games.actions.settling import (
    NOBODY,
    Playing,
    change_seat,
    drop_draft,
    if_running,
    lapse,
    playing,
    save,
    tell_next,
    turn_anew,
)
from games.clock.calendar import read_week
from games.clock.terms import BANK, DAY, STAND_IN, VOTE
from games.models import Event, Game, Notice, Question
from games.models.direct import update
from games.models.rows import SeatRow
from games.sitters import stand_in_of


class NobodyAsks(Stale):
    """The person is not asked to stand in, and does not."""

    def __init__(self) -> None:
        super().__init__(_("Nobody waits for you to stand in here any more."))


@transaction.atomic
def time_out(game_id: int, now: datetime) -> bool:
    """Do what the table has agreed on about a turn whose time has run out.

    A day of holiday if its player takes that by itself; else a stand-in or the others are asked; else, or
    when nobody has answered, the caretaker plays. The deadline is reckoned again under the lock, so a turn,
    a holiday or more time that came first wins. Returns whether the time had run out.
    """
    it = if_running(game_id, now)
    if it is None or it.game.still or it.game.deadline_at is None:
        return False
    if it.game.waits_for_id is None:  # whose turn it was has left the site
        return play.play_house(game_id, now)
    if not _has_run_out(it):
        return False
    if not (_takes_a_day(it) or _asks_the_stand_in(it) or _asks_the_others(it)):
        caretaker.take_turn(it)
    return True


@transaction.atomic
def come_back(game_id: int, person_id: int, now: datetime) -> bool:
    """Take one's seat back from the caretaker, or from who stands in, at whosever turn it is.

    Where it is that seat's turn, it begins anew; a game that nobody was left to play goes on. Who was only
    asked to stand in does so no more, and the time that runs runs on. Nothing happens where one was not
    away; returns whether one was. Raises NotRunning, NotYours, Stuck, Refused for who has resigned.
    """
    it = _going_on(game_id, now)
    row = _own(it, person_id)
    if row.resigned:
        raise Refused(_("You have given up this seat: the house plays it to the end."))
    if not (row.keeper or row.deputy_id):
        return False
    stood_in, played = _let_go(it, row), row.player_id
    row = change_seat(it, row, keeper="", missed=0, **NOBODY)
    it.note(Event.Kind.RETURN, row.number)
    tell_news(it, "returned", row, stood_in)
    if it.game.still == Game.Still.DESERTED or (it.row is row and played != person_id):
        begin_anew(it)
    save(it)
    return True


@transaction.atomic
def resign(game_id: int, person_id: int, now: datetime) -> None:
    """Give up one's seat for good: of two, the other wins; of more, the caretaker plays it to the end.

    Where nobody is left who could come back, the game ends without a winner.

    What the table was being asked is overtaken. A second time changes nothing. Raises NotRunning,
    NotYours, Stuck.
    """
    it = _going_on(game_id, now)
    row = _own(it, person_id)
    if it.game.size == 2:
        ending.end(it, Game.Why.RESIGNED, 1 - row.number, row.number)
    elif not row.resigned:
        _give_up(it, row)


@transaction.atomic
def take_win(game_id: int, person_id: int, now: datetime) -> None:
    """End a game of two as won, since the other has stayed away and the caretaker keeps their seat.

    Raises NotRunning, NotYours, Stuck, Kept, Refused.
    """
    it = _going_on(game_id, now)
    row = _own(it, person_id)
    if row.keeper:
        raise Kept
    other = it.seats[1 - row.number] if it.game.size == 2 else None
    if other is None or other.bot or not other.house_player:
        raise Refused(
            _("You can end the game as won only when there are two of you and the other stays away.")
        )
    ending.end(it, Game.Why.LEFT, row.number, row.number)


@transaction.atomic
def accept_stand_in(game_id: int, person_id: int, now: datetime) -> None:
    """Play for the seat one was asked to stand in for; its turn begins anew. A second time changes nothing.

    Raises NotRunning, Stuck, NobodyAsks.
    """
    it = _going_on(game_id, now)
    row = _stood_in_for(it, person_id)
    if row.deputy_since is not None:
        return
    drop_draft(row)
    row = change_seat(it, row, deputy_since=now)
    it.note(Event.Kind.STAND_IN, row.number, row.deputy_name or "")
    tell_news(it, "stands-in", row, row.person_id)
    if it.row is row:
        begin_anew(it)
    save(it)


@transaction.atomic
def decline_stand_in(game_id: int, person_id: int, now: datetime) -> None:
    """Say no when asked to stand in: the caretaker plays at once. Or stop doing so: the owner is to play.

    Raises NotRunning, Stuck, NobodyAsks.
    """
    it = _going_on(game_id, now)
    row = _stood_in_for(it, person_id)
    stepped_down = row.deputy_since is not None
    it.note(
        Event.Kind.STEPPED_DOWN if stepped_down else Event.Kind.DECLINED, row.number, row.deputy_name or ""
    )
    if not stepped_down and it.row is row:
        caretaker.take_turn(it)
        return
    _let_go(it, row)
    row = change_seat(it, row, **NOBODY)
    tell_news(it, "stepped-down", row, row.person_id)
    if it.row is row and begin_anew(it):
        tell_next(it.game, it.position, now, again=f"/{it.position.seq}")
    save(it)


def begin_anew(it: Playing) -> bool:
    """Begin the turn of the seat to act anew for whoever plays there now, though its bank be nearly empty.

    Returns whether it now waits for a person.
    """
    waits = turn_anew(it)
    game = it.game
    assert game.clock_left is not None, "a turn begins with some time"
    if game.agreed.pace.kind == BANK and game.still == "" and game.clock_left < DAY:
        timing.restart(game, it.row, DAY, read_week(game.week) if game.week else None, it.now)
    return waits


def _has_run_out(it: Playing) -> bool:
    """Whether the time of the turn is over by what is known now, which is written down where it is not."""
    timing.reckon(it.game, it.row, it.now)
    assert it.game.deadline_at is not None, "this turn has a deadline"
    if it.game.deadline_at <= it.now:
        return True
    update(it.game, *timing.COLUMNS)
    return False


def _takes_a_day(it: Playing) -> bool:
    """Whether its player, who wishes that, now takes a day of holiday; all are told, the player too."""
    if not breaks.take_a_day(it, it.row):
        return False
    tell_news(it, "away", it.row, it.row.person_id)
    save(it)
    return True


def _asks_the_stand_in(it: Playing) -> bool:
    """Whether somebody is asked, for the first time in this turn, to play for its player."""
    row, began = it.row, store.turn_began(it.position, it.row.number)
    asked = any(aside.kind == Event.Kind.ASKED and aside.seq > began for aside in it.position.asides)
    if it.game.agreed.absence.then != STAND_IN or row.deputy_id or asked:
        return False
    if (person := stand_in_of(row, it.seats)) is None:
        return False
    row = change_seat(it, row, deputy_id=person.id, deputy_since=None)
    it.note(Event.Kind.ASKED, row.number, person.username)
    caretaker.wait_for_an_answer(it)
    key = f"{it.game.id}/{began}/stand-in"
    tell(it, Notice.Kind.QUESTION, [person.id], key, {"stand_in": row.number})
    save(it)
    return True


def _asks_the_others(it: Playing) -> bool:
    """Whether the others are asked, for the first time in this turn, what shall happen."""
    row, since = it.row, it.game.turn_since
    if it.game.agreed.absence.then != VOTE or row.deputy_id:
        return False
    held = it.game.questions.filter(kind=Question.Kind.ABSENT, seat=row.number, asked_at__gte=since)
    if held.exists() or not questions.ask_about_absent(it, row):
        return False
    caretaker.wait_for_an_answer(it)
    save(it)
    return True


def _give_up(it: Playing, row: SeatRow) -> None:
    """Leave a seat of three or four to the caretaker for good."""
    was_played_at = it.row.number == row.number
    drop_draft(row)
    stood_in = row.player_id
    row = change_seat(it, row, resigned=True, keeper=it.game.agreed.absence.level, **NOBODY)
    it.note(Event.Kind.RESIGN, row.number)
    lapse(it.game, it.now)
    tell_news(it, "resigned", row, stood_in if stood_in != row.person_id else None)
    if not any(other.person_id and not other.resigned for other in it.seats):
        ending.end(it, Game.Why.ABANDONED, None, row.number)
        return
    if was_played_at or not it.live:
        begin_anew(it)
    save(it)


def _let_go(it: Playing, row: SeatRow) -> int | None:
    """Throw away what somebody standing in has composed; gives who that was. None where nobody does."""
    if row.deputy_since is None:
        return None
    drop_draft(row)
    return row.deputy_id


def _going_on(game_id: int, now: datetime) -> Playing:
    """The running game, locked, unless it stands still because of a fault. Raises NotRunning, Stuck."""
    it = playing(game_id, now)
    if it.game.still == Game.Still.STUCK:
        raise Stuck
    return it


def _own(it: Playing, person_id: int) -> SeatRow:
    """The seat that is the person's own. Raises NotYours."""
    for row in it.seats:
        if row.person_id == person_id:
            return row
        if row.player_id == person_id:
            raise NotYours(_("You stand in here and can step down; the rest is for the owner of the seat."))
    raise NotYours(_("You have no seat at this table."))


def _stood_in_for(it: Playing, person_id: int) -> SeatRow:
    """The seat that the person plays at for its owner, or is asked to. Raises NobodyAsks."""
    for row in it.seats:
        if row.deputy_id == person_id and not row.house_player:
            return row
    raise NobodyAsks
