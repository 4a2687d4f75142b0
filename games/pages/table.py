"""The table: looking at it, composing a turn, and sending it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games import tables
from games.actions import Refused, drafts, play
from games.models.rows import Seated, id_of, seated_at
from games.pages import boards, open_table, pulse, result
from games.pages.asked import as_somebody_else, is_swap, or_404, person_of, sign_in, signed_in, small_number
from games.pages.caching import private
from games.pages.frame import framed
from games.pages.reader import waiting_for

LOG_TURNS = 12


def show(
    request: HttpRequest,
    slug: str,
    now: datetime,
    refusal: str = "",
    said: str = "",
    seated: Seated | None = None,
) -> HttpResponse:
    """The table as it stands, with the sentence that belongs above it; 409 where that is a refusal."""
    turns = None if "log" in request.GET else LOG_TURNS
    with or_404():
        table = tables.table_of(seated or seated_at(slug), person_of(request), turns=turns, now=now)
    swap = is_swap(request)
    status = 409 if refusal else 200
    if swap and pulse.is_for_another(request, table.id, table.viewer):
        return as_somebody_else(request, table.url)
    if table.started_at is None:
        return render(request, "games/table_open.html", open_table.page_context(table, request))
    if table.has_ended and swap:
        return HttpResponse(headers={"HX-Redirect": table.url})
    if table.has_ended:
        context = result.context(request, table, now) | {"refusal": refusal, "said": said}
        return render(request, "games/result.html", context, status=status)
    part = boards.part(request, table, now, waiting_for(request), refusal, said)
    if swap:
        return HttpResponse(part, status=status)
    return framed(
        request,
        boards.tab_title(table),
        part,
        head="games/table_head.html",
        body="page-game",
        inside="game-main",
        status=status,
        rules=table.rules,
    )


@require_safe
@private
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of a table; its query shows a choice and stores nothing."""
    return show(request, slug, timezone.now())


class Done(NamedTuple):
    """What a verb has to say, and the game as it stands where the verb knows it."""

    said: str = ""
    seated: Seated | None = None


Verb = Callable[[HttpRequest, int, int, datetime], Done]


def turn_form(verb: Verb) -> Callable[[HttpRequest, str], HttpResponse]:
    """A view that does the verb for the position the form was made for, and answers with the table."""

    @require_POST
    @private
    @wraps(verb)
    def view(request: HttpRequest, slug: str) -> HttpResponse:
        now = timezone.now()
        with or_404():
            game_id = id_of(slug)
        if person_of(request) is None:
            return sign_in(request, reverse("table", args=[slug]))
        try:
            with or_404():  # the id is remembered, also that of a game which is there no more
                done = verb(request, game_id, number_of(request, "seq"), now)
        except play.NotYours as refusal:
            return HttpResponseForbidden(refusal.sentence, content_type="text/plain; charset=utf-8")
        except Refused as refusal:
            return show(request, slug, now, refusal=refusal.sentence)
        if is_swap(request):
            return show(request, slug, now, said=done.said, seated=done.seated)
        if done.said:
            messages.success(request, done.said)
        query = request.GET.urlencode()
        return redirect(f"{reverse('table', args=[slug])}{'?' if query else ''}{query}")

    return view


def number_of(request: HttpRequest, field: str) -> int:
    """A number that the form carries; -1, which is none of those there are, for anything else."""
    number = small_number(request.POST.get(field, ""))
    return -1 if number is None else number


@turn_form
def draft(request: HttpRequest, game_id: int, seq: int, now: datetime) -> Done:
    """Put a step or a choice into the draft, or take back."""
    person = signed_in(request).pk
    if "keep" in request.POST:
        drafts.keep(game_id, person, seq, number_of(request, "keep"))
    elif "choice" in request.POST:
        drafts.choose(game_id, person, seq, request.POST["choice"])
    else:
        drafts.add_step(game_id, person, seq, step_of(request))
    return Done()


def step_of(request: HttpRequest) -> str:
    """The text of a step whose words came as the fields w1, w2, ..., in that order; empty ones left out."""
    numbered = {small_number(key[1:]): request.POST[key].strip() for key in request.POST if key[:1] == "w"}
    words = sorted((number, value) for number, value in numbered.items() if number is not None)
    return " ".join(value for _number, value in words if value)


@turn_form
def turn(request: HttpRequest, game_id: int, seq: int, now: datetime) -> Done:
    """Send the turn, or as much of it as has to be sent at once."""
    texts, person = request.POST.getlist("moves"), signed_in(request).pk
    sent = play.submit_turn(game_id, person, seq, texts, now)
    said = _("That has been sent. Your turn goes on.") if sent.goes_on else _("Your turn has been sent.")
    return Done(said, sent.seated)


urlpatterns: list[Any] = [
    path("t/<slug:slug>/", table, name="table"),
    path("t/<slug:slug>/draft/", draft, name="table_draft"),
    path("t/<slug:slug>/turn/", turn, name="table_turn"),
]
