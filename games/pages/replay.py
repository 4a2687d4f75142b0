"""Going back through a game, running or ended: every position has an address of its own."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from markupsafe import Markup

from games import tables
from games.drawing.base import NO_DRAFT, Reader
from games.drawing.registry import DRAWINGS
from games.pages import boards, words
from games.pages.asked import is_swap, or_404, person_of, small_number
from games.pages.caching import private
from games.pages.log import log_of, told
from games.tables import Table

LOG_TURNS = 12


@require_safe
@private
def table_at(request: HttpRequest, slug: str, ply: int) -> HttpResponse:
    """The table as it was after so many steps."""
    now = timezone.now()
    with or_404(IndexError):
        past = tables.table_at(slug, person_of(request), ply, LOG_TURNS)
    part = "#table" if is_swap(request) else ""
    return render(request, f"games/replay.html{part}", context(past, now))


@require_safe
def table_seek(request: HttpRequest, slug: str) -> HttpResponse:
    """On to the position that the slider chose; to the beginning where it makes no sense."""
    return redirect("table_at", slug, small_number(request.GET.get("ply", "")) or 0)


def context(past: Table, now: datetime) -> dict[str, Any]:
    """What the page of an earlier position shows: nothing can be chosen there."""
    drawing, reader = DRAWINGS[past.rules], boards.reader_of(past)
    ground = boards.ground_of(past, drawing, reader)
    return {
        "table": past,
        "title": title_of(past),
        "way_out": _("To the result") if past.has_ended else _("Back to now"),
        "spoken": " ".join([f"{title_of(past)}.", *said_last(past, reader)]),
        "seating": drawing.seating(past.view, reader.below),
        "board": drawing.past(past.view, ground, reader),
        "seats": drawing.seats(past.view, reader, {}, None, NO_DRAFT, {}),
        "supply": drawing.supply(past.view, reader, None),
        "info": drawing.info(past.view, reader),
        "hand": drawing.hand(past.view, reader, private=not past.has_ended),
        "log": log_of(past, reader.say, now),
        "last": told(past.log[-1], reader.say) if past.log else "",
        "moment": words.moment(past.log[-1].at, now) if past.log else "",
        "at": Markup(f"<span>{past.plies}</span>"),
        "turn": past.log[-1].number if past.plies else 0,
        "steps": steps(past),
    }


def title_of(past: Table) -> str:
    """Which position it is: the turn, and how many steps led there of all that were taken till now."""
    if past.plies == 0:
        return _("At the start")
    told = {"turn": past.log[-1].number, "step": past.plies, "all": past.plies_now}
    return _("Turn %(turn)d, step %(step)d of %(all)d") % told


def said_last(past: Table, reader: Reader) -> list[str]:
    """What the log says of the last turn up to here, in plain words."""
    return [reader.text.say(sentence) for sentence in past.log[-1].sentences] if past.log else []


def steps(past: Table) -> dict[str, str]:
    """The addresses to go to; none where there is no way on."""
    ways = {
        "first": (0, past.plies > 0),
        "back": (past.plies - 1, past.plies > 0),
        "next": (past.plies + 1, past.plies < past.plies_now),
        "last": (past.plies_now, past.plies < past.plies_now),
    }
    return {
        way: reverse("table_at", args=[past.slug, ply]) if is_open else ""
        for way, (ply, is_open) in ways.items()
    }


urlpatterns = [
    path("t/<slug:slug>/at/", table_seek, name="table_seek"),
    path("t/<slug:slug>/at/<int:ply>/", table_at, name="table_at"),
]
