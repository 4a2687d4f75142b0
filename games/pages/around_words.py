"""What the page around a table says at length: how the time of the turn counts, and how each seat stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import timing
from games.clock.words import span
from games.models import Game, Person
from games.pages import standing
from games.pages.words import Times, time_of_day
from games.rules import base
from games.sitters import Sitting
from games.tables import Table
from games.timing import Stretch
from games.translation import said

Still = Game.Still
A_MINUTE = timedelta(minutes=1)


def arithmetic(table: Table, person: Person | None, now: datetime) -> list[str]:
    """How the deadline of the turn that runs comes about: what counts until then, and what stands still."""
    if table.to_act is None or table.turn_since is None:
        return []
    began = _("The turn began %(ago)s.") % {"ago": Times(now).ago(table.turn_since)}
    return [*_what_counts(table, person, now), began] if table.still in ("", Still.SOFT) else [began]


def _what_counts(table: Table, person: Person | None, now: datetime) -> Iterator[str]:
    """How much of the time until the deadline is a player's, and what is not."""
    times, until = Times(now), table.deadline_at
    if until is not None:
        stands_still = list(standing.site_stands_still(now))
        if until <= now:
            if not stands_still:  # which the line of the deadline says already
                yield _("The time is up: what is agreed on for that happens in a moment.")
            return
        yield from stands_still
        if table.terms.pace.respects_absence:
            yield from _counted(table, now, until)
    if timing.is_paused(table, now) and table.paused_until:
        yield _("The table is paused until %(moment)s.") % {"moment": times.moment(table.paused_until)}
    for begins, ends in sorted(table.calendar.still):
        if ends <= now or (begins, ends) == (table.paused_from, table.paused_until):
            continue
        told = {"since": times.moment(begins), "until": times.moment(ends)}
        yield (
            _("The clock stands still until %(until)s.") % told
            if begins <= now
            else _("The clock will stand still from %(since)s until %(until)s.") % told
        )
    if table.ends_at and table.ends_at - now > standing.SAID_BEFORE:  # else the lines have said it
        yield from standing.abandonment(table, now)
    yield from _hours(table, person)


def _counted(table: Table, now: datetime, until: datetime) -> Iterator[str]:
    counts, whole = table.calendar.counted(now, until), until - now
    if whole - counts < A_MINUTE:
        yield _("Until then every hour counts.")
        return
    if counts < A_MINUTE:
        yield _("No time counts until then.")
        return
    yield _("Until then it is %(whole)s; %(counts)s of it count.") % {
        "whole": said(span(whole)),
        "counts": said(span(counts)),
    }


def _hours(table: Table, person: Person | None) -> Iterator[str]:
    """The hours of the week that count for whoever is to act; what hours these are is told to nobody else."""
    week, pace = table.calendar.week, table.terms.pace
    if week is None or table.to_act is None:
        return
    seat = table.seats[table.to_act]
    plays = person is not None and person.pk == seat.player_id
    name = seat.player_name
    if pace.weekends_off:
        yield (
            _("Saturday and Sunday do not count, where you live.")
            if plays
            else _("Saturday and Sunday do not count, where %(name)s lives.") % {"name": name}
        )
    if not pace.waking_hours:
        return
    hours = {"name": name, "opens": time_of_day(week.opens), "closes": time_of_day(week.closes)}
    yield (
        _("Of a day, only your hours count: %(opens)s to %(closes)s.") % hours
        if plays
        else _("Of a day, only the hours count in which %(name)s is awake.") % hours
    )


def holidays(table: Table, now: datetime) -> dict[base.Seat, list[Stretch]]:
    """When holidays stop the clocks of those who, as the reader may know, are away. One query at most."""
    if not table.terms.pace.respects_absence or table.started_at is None or table.has_ended:
        return {}
    away = {it.number: it.person_id for it in table.seats if it.person_id and it.is_away(now)}
    found = timing.holidays_of_all(list(away.values()), table.started_at) if away else {}
    return {number: found[person_id] for number, person_id in away.items()}


def said_of(table: Table, seat: Sitting, now: datetime, holidays: Sequence[Stretch] = ()) -> list[str]:
    """How a seat stands, in sentences: who plays there, who is away, what ran out, what the bank holds.

    `holidays` are those of its owner that stop clocks here.
    """
    plays = _you_play(seat) if seat.is_yours else _plays(seat)
    if table.has_ended:
        return list(plays)
    said = [*_turn(table, seat), *plays, *_ran_out(table, seat), *_away(seat, now, holidays)]
    if (bank := standing.bank_of(table, seat, now)) is not None:
        said.append(_("The time bank holds %(span)s.") % {"span": standing.shortly(bank)})
    return said


def _turn(table: Table, seat: Sitting) -> Iterator[str]:
    if seat.number == table.to_act and table.still != Still.STUCK:
        yield _("It is your turn.") if table.your_turn and seat.is_yours else _("Is to play.")


def _you_play(seat: Sitting) -> Iterator[str]:
    """Who plays at the reader's own seat."""
    if seat.resigned:
        yield _("You have resigned: the house plays to the end.")
    elif seat.kept:
        yield _("You stay away: the house plays until you are back.")
    elif seat.stands_in:
        yield _("%(stand_in)s plays here until you are back.") % {"stand_in": seat.stand_in}
    elif standing.is_asked_to_stand_in(seat):
        yield _("%(stand_in)s is asked to play here, and has not answered.") % {"stand_in": seat.stand_in}


def _plays(seat: Sitting) -> Iterator[str]:
    if seat.resigned:
        yield _("Has resigned: the house plays to the end.")
    elif seat.kept:
        yield _("Stays away: the house plays until %(name)s is back.") % {"name": seat.name}
    elif seat.is_house and not seat.bot:
        yield _("Has left the site: the house plays to the end.")
    elif seat.stands_in:
        names = {"stand_in": seat.stand_in, "name": seat.name}
        yield (
            _("%(stand_in)s plays here until %(name)s is back.") % names
            if seat.person_id
            else _("Has left the site: %(stand_in)s plays here.") % names
        )
    elif standing.is_asked_to_stand_in(seat):
        yield _("%(stand_in)s is asked to play here, and has not answered.") % {"stand_in": seat.stand_in}


def _ran_out(table: Table, seat: Sitting) -> Iterator[str]:
    """That turns ran out here, as long as the house does not keep the seat for it."""
    if not seat.missed or not seat.is_live:
        return
    yield ngettext(
        "The last turn ran out; after %(after)d in a row the house keeps the seat.",
        "The last %(n)d turns ran out; after %(after)d in a row the house keeps the seat.",
        seat.missed,
    ) % {"n": seat.missed, "after": table.terms.absence.after}


def _away(seat: Sitting, now: datetime, holidays: Sequence[Stretch]) -> Iterator[str]:
    """Until when somebody is away, and whether that stops their clock here so long."""
    if not seat.is_away(now) or seat.away_until is None or seat.resigned:
        return
    times = Times(now)
    told = {"until": times.moment(seat.away_until)}
    stops = next((ends for begins, ends in holidays if begins <= now < ends), None)
    if not seat.is_live:
        yield _("Away until %(until)s.") % told
    elif seat.stands_in or stops is None:
        yield _("Away until %(until)s. The clock of this seat runs on.") % told
    elif stops < seat.away_until:
        yield _("Away until %(until)s. The clock of this seat stands still until %(moment)s.") % (
            told | {"moment": times.moment(stops)}
        )
    else:
        yield _("Away until %(until)s: the clock of this seat stands still.") % told
