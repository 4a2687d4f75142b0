"""The caretaker: the house player that plays a turn which ran out, and keeps the seat of who stays away."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games import store, timing, wake
from games.actions.play import house_turns
from games.actions.settling import (
    NOBODY,
    Playing,
    change_seat,
    drop_draft,
    forced,
    house_turn,
    lapse,
    settle,
    tell_next,
)
from games.clock.terms import BANK, NONE, Terms
from games.models import Event, Notice, Question
from games.models.rows import SeatRow
from games.notices.outbox import NewNotice, enqueue
from games.store import Act


def take_turn(it: Playing) -> None:
    """Play the turn of the seat to act, or the rest of it: its time has run out, and nobody else will.

    What had been composed is thrown away, who stood in is released, and whoever let too many turns in a
    row run out has the seat kept. Then the house goes on at once, up to the turn of a person.
    """
    row = it.row
    began = store.turn_began(it.position, row.number)
    it.position = store.follow(it.position, Act(row.number, kind=Event.Kind.TIMEOUT, by_site=True), it.now)
    played = house_turn(it.position, row.number, it.game.agreed.absence.level, by_site=True, now=it.now)
    it.position = forced(played, it.now)
    drop_draft(row)
    lapse(it.game, it.now, Question.Kind.ABSENT)
    if row.has_stand_in:
        _tell_who_is_released(it, row)
    row = change_seat(it, row, **_after_it_ran_out(row, it.game.agreed))
    if row.keeper:
        lapse(it.game, it.now, Question.Kind.TERMS)
        it.note(Event.Kind.KEPT, row.number)
        tell_news(it, "kept", row, row.person_id)
    if it.live:  # for nobody the house does not play on
        it.position = house_turns(it.position, it.seats, it.now)
    if begun := settle(it.game, it.seats, it.before, it.position, it.now):
        tell_next(it.game, begun, it.now)
    _tell_of_time_out(it, row.number, began)
    wake.game(it.game.id)


def wait_for_an_answer(it: Playing) -> None:
    """Give the turn that ran out some more time, since somebody has been asked.

    In it they answer, or the absent player comes back. A time bank is empty by then.
    """
    pace = it.game.agreed.pace
    if pace.kind == BANK:
        change_seat(it, it.row, bank=NONE)
    timing.restart(it.game, it.row, pace.more, None, it.now)


def tell_news(it: Playing, event: str, row: SeatRow, *others: int | None) -> None:
    """Tell what has become of a seat to the people who play at the others, and to some more."""
    players = [other.player_id for other in it.live if other.number != row.number]
    key = f"{it.game.id}/{it.position.seq}/{event}"
    tell(it, Notice.Kind.NEWS, [*players, *others], key, {"event": event, "seat": row.number})


def tell(it: Playing, kind: str, people: Iterable[int | None], key: str, data: dict[str, Any]) -> None:
    """Put a notice of the game for each of these people into the outbox; None is nobody."""
    known = [person for person in dict.fromkeys(people) if person is not None]
    enqueue([NewNotice(person, kind, key, game_id=it.game.id, data=data) for person in known], it.now)


def _after_it_ran_out(row: SeatRow, agreed: Terms) -> dict[str, Any]:
    """The columns of a seat whose turn ran out; whoever was to play it, its owner was not there."""
    changes = NOBODY | {"missed": row.missed + 1}
    if (bank := agreed.pace.bank_after(row.bank, NONE)) is not None:
        changes["bank"] = bank
    if row.missed + 1 >= agreed.absence.after:
        changes["keeper"] = agreed.absence.level
    return changes


def _tell_who_is_released(it: Playing, row: SeatRow) -> None:
    """Tell who stood in that this is over."""
    key = f"{it.game.id}/{it.position.seq}/released"
    tell(it, Notice.Kind.NEWS, [row.deputy_id], key, {"event": "released", "seat": row.number})


def _tell_of_time_out(it: Playing, seat: int, began: int) -> None:
    """Tell everybody whose turn the house has played; the next to act reads it in their own turn's mail."""
    owners = [row.person_id for row in it.seats if not row.resigned]
    players = [row.player_id for row in it.seats]
    people = [person for person in (*owners, *players) if person != it.game.waits_for_id]
    tell(it, Notice.Kind.TIMEOUT, people, f"{it.game.id}/{began}", {"seat": seat, "seq": began})
