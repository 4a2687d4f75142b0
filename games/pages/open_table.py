"""The page of a table before its game starts, or after it was closed unplayed, and its seats by themselves.

While the page is open, the seats are fetched anew whenever somebody has sat down or got up; what is being
typed beside them stays. Once the table has started or was closed, the page is left for that of the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from zlib import crc32

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games import tables
from games.actions import habits
from games.addresses import absolute
from games.drawing.registry import DRAWINGS
from games.models import Game, Invitation, Person
from games.models.game import OPEN_FOR
from games.pages import words
from games.pages.asked import is_swap, or_404, person_of, small_number
from games.pages.caching import private
from games.pages.house import HousePlayer, house_players
from games.pages.terms_words import pace_line, terms_lines
from games.pages.variants import option_words
from games.sitters import Sitting
from games.tables import Table


@dataclass(frozen=True, slots=True)
class Asked:
    """Somebody invited who does not sit there; `is_yours` where the reader may take that back.

    That somebody has declined is for whoever invited, and the table's owner, to know.
    """

    person_id: int
    name: str
    has_declined: bool
    is_yours: bool


@dataclass(frozen=True, slots=True)
class Place:
    """A seat as the page of an open table shows it.

    Where seats are chosen, `side` is the letter of its picture and `label` its name; `house` tells what
    kind of house player has it.
    """

    sitting: Sitting
    side: str
    label: str
    is_owner: bool
    house: HousePlayer | None


def places(table: Table) -> list[Place]:
    """The seats by number where they are chosen, else the people in the order in which they came.

    Of a closed table only those that somebody had.
    """
    seats = [it for it in table.seats if is_open(table) or not it.is_empty]
    if table.random_seats:
        seats.sort(key=lambda it: (it.is_empty, it.joined or 0))
    return [_place(table, seat) for seat in seats]


def _place(table: Table, seat: Sitting) -> Place:
    return Place(
        seat,
        "" if table.random_seats else DRAWINGS[table.rules].side_of(table.size, seat.number),
        "" if table.random_seats else seat_label(seat.number),
        seat.person_id is not None and seat.person_id == table.opened_by_id,
        next((it for it in house_players() if it.bot == seat.bot), None),
    )


def seat_label(number: int) -> str:
    """A seat in words: they act in this order."""
    return _("Seat 1, plays first") if number == 0 else _("Seat %(number)d") % {"number": number + 1}


def is_open(table: Table) -> bool:
    """Whether people may still sit down."""
    return table.status == Game.Status.OPEN


def seats_context(table: Table, request: HttpRequest) -> dict[str, Any]:
    """What the seats show, and what else on the page depends on them. A constant number of queries."""
    person = person_of(request)
    you = next((seat for seat in table.seats if seat.is_you), None)
    is_owner = person is not None and table.opened_by_id == person.pk
    seated = {seat.person_id for seat in table.seats}
    asked = asked_to(table, person)
    is_asked = person is not None and any(it.person_id == person.pk and not it.has_declined for it in asked)
    free = sum(seat.is_empty for seat in table.seats)
    return {
        "table": table,
        "you": you,
        "is_owner": is_owner,
        "is_alone": you is not None and seated - {None} == {you.person_id},
        "role": ("owner" if is_owner else "seated") if you else "invited" if is_asked else "guest",
        "is_open": is_open(table),
        "seats": places(table),
        "free_said": ngettext("%(n)d seat is free", "%(n)d seats are free", free) % {"n": free},
        "invited": [it for it in asked if it.is_yours or not it.has_declined],
        "asked": is_asked,
        "seen": mark(table, asked),
    }


def asked_to(table: Table, person: Person | None) -> list[Asked]:
    """Who is invited to a table and does not sit there, in the order of asking, as the person may see it."""
    seated = {seat.person_id for seat in table.seats}
    rows = (
        Invitation.objects.filter(game=table.id).exclude(status=Invitation.Status.TAKEN_BACK).order_by("at")
    )
    return [
        Asked(
            asked,
            name,
            status == Invitation.Status.DECLINED,
            person is not None and person.pk in (by, table.opened_by_id),
        )
        for asked, name, status, by in rows.values_list("person_id", "person__username", "status", "by_id")
        if asked not in seated
    ]


def page_context(table: Table, request: HttpRequest) -> dict[str, Any]:
    """What the whole page shows."""
    context = seats_context(table, request)
    return context | {
        "pace": pace_line(table.terms.pace),
        "terms_lines": terms_lines(table.terms, table.size),
        "kept_out": "" if context["you"] else kept_out(table, person_of(request)),
        "options": option_words(table.rules, table.options),
        "share": absolute(table.url),
        "house_players": house_players(),
        "closes": words.day(table.opened_at + OPEN_FOR, timezone.now()),
    }


def kept_out(table: Table, person: Person | None) -> str:
    """Why the reader cannot join, in a sentence; nothing where they can.

    Whoever has no account yet would be a newcomer.
    """
    if person is not None:
        is_owner = table.opened_by_id == person.pk
        return "" if is_owner else habits.gate_refusal(table.terms.gates, person) or ""
    return "" if table.terms.gates.newcomers else _("Newcomers cannot join this table.")


def mark(table: Table, asked: list[Asked]) -> str:
    """What changes whenever somebody sits down, gets up or is invited, or the table is open no more."""
    seated = [seat.person_id or seat.bot for seat in table.seats]
    invited = [(it.person_id, it.has_declined) for it in asked]
    return f"{table.status}.{crc32(repr((seated, invited)).encode()):x}"


def _table(request: HttpRequest, slug: str) -> Table:
    with or_404():
        return tables.table_for(slug, person_of(request), turns=0)


@require_safe
@private
def waiting(request: HttpRequest, slug: str) -> HttpResponse:
    """What an open page asks every few seconds: 204 where nothing is new, "changed" otherwise."""
    table = _table(request, slug)
    if mark(table, asked_to(table, person_of(request))) == request.GET.get("seq"):
        return HttpResponse(status=204)
    return HttpResponse("changed", content_type="text/plain")


@require_safe
@private
def again(request: HttpRequest, slug: str) -> HttpResponse:
    """Where an open page goes when its table has changed: the seats anew, as long as the rest still fits.

    The rest is for an owner, for somebody seated, invited, or a guest, as `role` says; it comes anew with
    the whole page, as does the game once it has started. The free seat that was being chosen stays chosen,
    and how to get up is not fetched again while it stays the same: it may be open, and have the focus.
    """
    table = _table(request, slug)
    if not is_swap(request):
        return redirect(table.url)
    context = seats_context(table, request)
    if not is_open(table) or context["role"] != request.GET.get("role"):
        return HttpResponse(headers={"HX-Redirect": table.url})
    chosen = small_number(request.GET.get("seat", ""))
    others = request.GET.get("alone") != str(int(context["is_alone"]))
    return render(
        request, "games/open_seats_again.html", context | {"chosen": chosen, "getting_up_differs": others}
    )


urlpatterns: list[Any] = [
    path("t/<slug:slug>/waiting/", waiting, name="table_waiting"),
    path("t/<slug:slug>/again/", again, name="table_again"),
]
