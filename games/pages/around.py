"""Time and people of a table: who plays there, how the clock runs, what the table is asked.

Everybody who may see the table may read it; what somebody may do there, they see as forms (`around_forms`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import tables, timing
from games.actions import nudges, questions
from games.actions.nudges import Nudging
from games.actions.votes import LONGEST_PAUSE
from games.clock.terms import SOCIABLE
from games.models import Game, Person, Question
from games.notices.choice import is_muted
from games.pages import around_words, asks, pulse, standing
from games.pages.asked import as_somebody_else, is_swap, or_404, person_of
from games.pages.caching import private
from games.pages.house import house_players
from games.pages.left import time_left
from games.pages.news import news_of
from games.pages.terms_words import terms_lines
from games.sitters import Sitting
from games.tables import Table

Kind = Question.Kind


@dataclass(frozen=True, slots=True)
class Place:
    """A seat as the page shows it: whose it is, how a house player plays, and how the seat stands."""

    sitting: Sitting
    address: str
    manner: str
    is_turn: bool
    says: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reader:
    """What somebody may do around a table: `own` is the seat that they have, `plays` where they play now."""

    own: Sitting | None
    plays: Sitting | None

    @property
    def may_come_back(self) -> bool:
        """Whether somebody else plays, or is asked to play, where the reader could."""
        return self.own is not None and (self.own.kept or self.own.stand_in_id is not None)

    @property
    def stands_in(self) -> Sitting | None:
        """The seat of another that the reader plays."""
        return self.plays if self.plays is not None and self.plays is not self.own else None

    @property
    def is_heard(self) -> bool:
        """Whether the reader may propose what only owners decide."""
        return self.own is not None and self.plays is self.own


NOBODY = Reader(None, None)


def reader_at(table: Table, person: Person | None) -> Reader:
    """What this person may do now: nothing once the game is over, or while a fault has it stand still."""
    if person is None or not table.is_running or table.still == Game.Still.STUCK:
        return NOBODY
    own = next((it for it in table.seats if it.is_yours and not it.resigned), None)
    return Reader(own, next((it for it in table.seats if it.player_id == person.pk), None))


def context(request: HttpRequest, table: Table, now: datetime) -> dict[str, Any]:
    """What the page shows, to those who may do something and to those who only watch."""
    person = person_of(request)
    reader, clock = reader_at(table, person), standing.clock(table, now)
    found = questions.asked(table.id, now) if table.is_running else []
    asked = [questions.as_heard(it) for it in found]
    return {
        "table": table,
        "here": reverse("table_around", args=[table.slug]),
        "asks": asks.asks_of_person(table, person),
        "clock": time_left(clock.short, clock.at, clock.full),
        "lines": standing.lines(table, now, person, asks.is_about_absent(asked)),
        "arithmetic": around_words.arithmetic(table, person, now),
        "places": places(table, now),
        "questions": [asks.open_question(table, person, it, now) for it in asked],
        "towards": towards(table, reader, person, now),
        "reader": reader,
        "proposals": proposals(table, reader, {it.kind for it in asked}, now),
        "terms_stay": questions.terms_refusal(table.seats) if reader.is_heard else None,
        "is_alone": sum(it.is_live for it in table.seats) < 2,
        "ends_at_once": reader.plays is not None
        and questions.asks_nobody(table.seats, reader.plays.number, Kind.END),
        "longest_pause": LONGEST_PAUSE,
        "muting": muting(table, person),
        "left_by": asks.left_by(table) if reader.own else None,
        "coming_back": asks.coming_back(table),
        "terms_lines": terms_lines(table.terms, table.size) if was_played_here(table) else [],
        "news": news_of(table, now),
        "pulse_token": pulse.token_for(table.id, table.viewer, person),
        "seen": pulse.position(table.seq, table.status),
    }


def muting(table: Table, person: Person | None) -> str:
    """What the reader may do about its notices: "mute" them, or "hear" them again; nothing who gets none."""
    if person is None or not table.is_running:
        return ""
    if not any(it.is_yours or it.stand_in_id == person.pk for it in table.seats):
        return ""
    return "hear" if is_muted(table.id, person.pk) else "mute"


def was_played_here(table: Table) -> bool:
    """Whether people of this site played it, on its terms; a record that was brought in tells of none."""
    return any(it.person_id for it in table.seats)


def places(table: Table, now: datetime) -> list[Place]:
    """The seats in the order of play."""
    manners = {it.bot: it.manner for it in house_players()}
    holidays = around_words.holidays(table, now)
    return [
        Place(
            seat,
            reverse("profile", args=[seat.name]) if seat.person_id else "",
            manners.get(seat.bot, ""),
            seat.number == table.to_act,
            tuple(around_words.said_of(table, seat, now, holidays.get(seat.number, ()))),
        )
        for seat in table.seats
    ]


@dataclass(frozen=True, slots=True)
class Towards:
    """What the reader can do for whoever the game waits for, who is called `name`."""

    name: str
    nudging: Nudging
    gift: str


def towards(table: Table, reader: Reader, person: Person | None, now: datetime) -> Towards | None:
    """What the reader can do for somebody else who is to act; None where nobody is, and for who watches."""
    if person is None or reader.plays is None or table.to_act is None:
        return None
    seat = table.seats[table.to_act]
    if seat.player_id is None or seat is reader.plays:
        return None
    gift = (
        _("Give the time of one more turn") if table.terms.pace.kind == SOCIABLE else _("Give 24 hours more")
    )
    return Towards(seat.player_name, nudges.nudging(table.id, person.pk, now), gift)


def proposals(table: Table, reader: Reader, asked: set[str], now: datetime) -> set[str]:
    """What the reader can propose now; what the table is being asked already cannot be."""
    if reader.plays is None:
        return set()
    is_paused = timing.is_paused(table, now)
    kinds = (
        {str(Kind.RESUME)} if is_paused else {str(Kind.PAUSE)} if table.terms.pace.respects_absence else set()
    )
    if reader.is_heard:
        kinds.add(str(Kind.END))
        if questions.terms_refusal(table.seats) is None:
            kinds.add(str(Kind.TERMS))
    return kinds - asked


def table_of(request: HttpRequest, slug: str) -> Table:
    """The table of an address, with all that happened beside its turns. Raises Http404."""
    with or_404():
        return tables.table_for(slug, person_of(request))


@require_safe
@private
def around(request: HttpRequest, slug: str) -> HttpResponse:
    """The page, for everybody who may see the table; its middle alone where an open page asks for it anew."""
    table = table_of(request, slug)
    if table.started_at is None:
        return redirect(table.url)
    swap = is_swap(request)
    if swap and pulse.is_for_another(request, table.id, table.viewer):
        return as_somebody_else(request, request.path)
    part = "games/around_part.html" if swap else "games/around.html"
    return render(request, part, context(request, table, timezone.now()))


urlpatterns: list[Any] = [path("t/<slug:slug>/around/", around, name="table_around")]
