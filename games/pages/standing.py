"""How a table stands, in words: how long the turn has, what happens then, who plays at each seat."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import timing
from games.actions import watch
from games.clock.spans import counted
from games.clock.terms import BANK
from games.models import Game, Person
from games.notices import running
from games.pages.words import Times
from games.sitters import Sitting
from games.tables import Table
from games.translation import speaker

Still = Game.Still
# Why no person's time runs, where the clock would stand.
NO_CLOCK = {
    Still.HOUSE: gettext_lazy("the house plays"),
    Still.DESERTED: gettext_lazy("nobody plays"),
    Still.STUCK: gettext_lazy("stands still"),
}
# So long before a game ends that nobody plays any more, its page says so.
SAID_BEFORE = timedelta(days=14)
STUCK = gettext_lazy("This game stands still while the site looks into a fault. Nobody’s time runs.")


class Clock(NamedTuple):
    """What a clock says: in a word or two, in full, and when the time that it tells runs out, if it runs."""

    short: str
    full: str
    at: datetime | None = None


def clock(table: Table, now: datetime) -> Clock:
    """What is said where the time of the turn is shown."""
    if table.to_act is None:
        return Clock("", "")
    times = Times(now)
    if table.still not in ("", Still.SOFT):
        return _of_nobodys_turn(table, times)
    has_run_out = table.deadline_at is not None and table.deadline_at <= now
    if not has_run_out and (stands_still := _stands_still(table, times)) is not None:
        return stands_still
    if table.deadline_at is None:
        return Clock(_("no limit"), _("no limit"))
    left = times.left(table.deadline_at)
    return Clock(left, f"{left}, {times.moment(table.deadline_at)}", table.deadline_at)


def _stands_still(table: Table, times: Times) -> Clock | None:
    """What a clock says that stands still now; None where it runs."""
    if table.paused_until and timing.is_paused(table, times.now):
        return Clock(_("paused"), _("paused until %(moment)s") % {"moment": times.moment(table.paused_until)})
    if table.rests:
        return Clock(_("the clock stands still"), _("stands still"))
    if (until := table.still_until(times.now)) is None:
        return None
    return Clock(
        _("the clock stands still"), _("stands still until %(moment)s") % {"moment": times.moment(until)}
    )


def _of_nobodys_turn(table: Table, times: Times) -> Clock:
    said = str(NO_CLOCK[Still(table.still)])
    if table.ends_at is None:
        return Clock(said, said)
    return Clock(said, _("ends on %(moment)s") % {"moment": times.moment(table.ends_at)})


def at_rest(table: Table) -> str:
    """What the panel is called while nobody can take a turn, in a few words; empty where somebody can."""
    if table.still == Still.STUCK:
        return _("The game stands still")
    if table.still == Still.DESERTED:
        return _("Nobody plays")
    is_kept = table.viewer is not None and table.viewer == table.to_act and not table.your_turn
    return _("The house plays for you") if is_kept else ""


def lines(table: Table, now: datetime, person: Person | None, asked: bool = False) -> list[str]:
    """What is to be known of the turn that runs: until when it has time, what then, and of one's own seat.

    `asked`: the others are being asked about whoever is to act.
    """
    return [*_of_the_turn(table, now, person, asked), *_of_your_seat(table, now)]


def _of_the_turn(table: Table, now: datetime, person: Person | None, asked: bool) -> Iterator[str]:
    times = Times(now)
    if table.still == Still.STUCK:
        yield str(STUCK)
    if table.still == Still.DESERTED and table.ends_at:
        yield _(
            "Nobody who plays is left: without anybody coming back this game ends on %(moment)s "
            "without a winner."
        ) % {"moment": times.moment(table.ends_at)}
    if table.to_act is None or table.still not in ("", Still.SOFT):
        return
    if table.ends_at and table.ends_at - now <= SAID_BEFORE:
        yield from abandonment(table, now)
    if table.rests:
        yield _("The clock of this turn stands still.")
        return
    seat = table.seats[table.to_act]
    if table.deadline_at:
        yield from _until(table, seat, times.moment(table.deadline_at), asked)
        if table.deadline_at <= now:
            yield from site_stands_still(now)
    yield from consequences(table, seat, person, asked)


def abandonment(table: Table, now: datetime) -> Iterator[str]:
    """When a game ends in which nobody’s time runs out, and what puts that off."""
    if table.ends_at is not None and table.still == Still.SOFT:
        yield _(
            "If nobody moves, this game ends on %(moment)s without a winner. A turn puts that off, and so "
            "does a pause; a holiday does not."
        ) % {"moment": Times(now).moment(table.ends_at)}


def site_stands_still(now: datetime) -> Iterator[str]:
    """That nobody’s time runs out, where the site has not looked after its clocks for long. One query."""
    silence = watch.silence(now)
    if silence is not None and silence > watch.GAP:
        yield _(
            "The site has not looked after its clocks since %(moment)s. Meanwhile nobody’s time runs out, "
            "and everybody gets that time back."
        ) % {"moment": Times(now).moment(now - silence)}


def _until(table: Table, seat: Sitting, moment: str, asked: bool) -> Iterator[str]:
    """Until when the turn has time; where somebody has been asked about it, until when they have."""
    who = table.text.name(seat.number, False)
    if is_asked_to_stand_in(seat):
        yield _("%(name)s is asked to stand in for %(who)s.") % {"name": seat.stand_in, "who": who}
    elif asked:
        yield _("The others are asked whether the house plays on for %(who)s or the game ends.") % {
            "who": who
        }
    yield _("Time for this turn: until %(moment)s.") % {"moment": moment}


def consequences(table: Table, seat: Sitting, person: Person | None, asked: bool = False) -> Iterator[str]:
    """What happens if whoever plays at this seat, which is to act, does not in time."""
    players = [it.player_name for it in table.seats]
    plays = next((it.number for it in table.seats if person is not None and it.player_id == person.pk), None)
    return map(speaker(players, plays).say, running.consequences(table, seat, person, asked))


def is_asked_to_stand_in(seat: Sitting) -> bool:
    """Whether somebody has been asked to play here, and has not answered."""
    return seat.stand_in_id is not None and not seat.stands_in


def _of_your_seat(table: Table, now: datetime) -> Iterator[str]:
    """What others read at the reader's seat, said to its owner or to who stands in there."""
    seat = next((it for it in table.seats if it.is_you), None)
    if seat is None or not table.is_running or seat.resigned:
        return
    if seat.stands_in and seat.is_yours:
        yield _("%(name)s stands in for you. Take a turn yourself, and you are back.") % {
            "name": seat.stand_in
        }
    elif seat.stands_in:
        yield _("You stand in for %(name)s.") % {"name": seat.name}
    if seat.is_yours and seat.is_away(now) and seat.away_until:
        yield _("You are away until %(moment)s.") % {"moment": Times(now).moment(seat.away_until)}
    if (bank := bank_of(table, seat, now)) is not None:
        yield _("Your time bank holds %(span)s.") % {"span": shortly(bank)}


def tags(table: Table, seat: Sitting, now: datetime) -> list[str]:
    """Who plays at a seat, if not simply its owner; and what their time bank holds. A few words each."""
    return [*_players(seat), *_times(table, seat, now)]


def _players(seat: Sitting) -> Iterator[str]:
    if seat.resigned:
        yield _("resigned")
    elif seat.is_house and not seat.bot:
        yield _("house plays for %(name)s") % {"name": seat.name}
    elif seat.stands_in:
        yield _("%(name)s stands in") % {"name": seat.stand_in}
    elif is_asked_to_stand_in(seat):
        yield _("%(name)s is asked to stand in") % {"name": seat.stand_in}


def _times(table: Table, seat: Sitting, now: datetime) -> Iterator[str]:
    if seat.is_away(now) and seat.away_until and not seat.resigned:
        yield _("away until %(day)s") % {"day": Times(now).day(seat.away_until)}
    if (bank := bank_of(table, seat, now)) is not None:
        yield _("bank %(span)s") % {"span": shortly(bank)}


def bank_of(table: Table, seat: Sitting, now: datetime) -> timedelta | None:
    """What the time bank of a seat holds now; None where it has none."""
    pace = table.terms.pace
    if pace.kind != BANK or not seat.is_live or table.has_ended:
        return None
    bank = pace.bank if seat.bank is None else seat.bank
    if seat.number != table.to_act:
        return bank
    if table.deadline_at is None:
        return None if table.rests else bank
    return min(bank, table.calendar.counted(now, table.deadline_at))


def shortly(span: timedelta) -> str:
    """A span in its two largest units: "4 d 3 h", "20 m"."""
    days, hours, minutes = counted(span)
    if days:
        return (
            _("%(days)d d %(hours)d h") % {"days": days, "hours": hours}
            if hours
            else _("%(days)d d") % {"days": days}
        )
    if hours and minutes:
        return _("%(hours)d h %(minutes)d m") % {"hours": hours, "minutes": minutes}
    return _("%(hours)d h") % {"hours": hours} if hours else _("%(minutes)d m") % {"minutes": minutes}
