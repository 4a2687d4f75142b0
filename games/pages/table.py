"""The table: looking at it, composing a turn, and sending it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseForbidden
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from games import tables
from games.actions import Refused, drafts, play
from games.models import Game, Person
from games.pages import boards, lobby, result
from games.tables import Table

LOG_TURNS = 12
MOST_TEXTS = 20

private = cache_control(private=True, no_store=True)


def reader(request: HttpRequest) -> Person | None:
    """Who looks, if signed in."""
    return request.user if isinstance(request.user, Person) else None


def table_or_404(request: HttpRequest, slug: str, now: datetime) -> Table:
    """The table as the reader may see it."""
    try:
        return tables.table_for(slug, reader(request), now, turns=None if "log" in request.GET else LOG_TURNS)
    except Game.DoesNotExist:
        raise Http404 from None


def show(request: HttpRequest, slug: str, now: datetime, refusal: str = "", said: str = "") -> HttpResponse:
    """The table as it stands, with the sentence that belongs above it; 409 where that is a refusal."""
    table = table_or_404(request, slug, now)
    if table.started_at is None:
        return render(request, "games/table_open.html", lobby.open_context(table, request))
    if table.has_ended and request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(headers={"HX-Redirect": table.url})
    if table.has_ended:
        page, context = "games/result.html", result.context(request, table, now)
    else:
        page = "games/table.html#table" if request.htmx else "games/table.html"  # type: ignore[attr-defined]
        context = boards.context(request, table, now)
    context |= {"refusal": refusal, "said": said}
    return render(request, page, context, status=409 if refusal else 200)


@require_safe
@private
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of a table; its query shows a choice and stores nothing."""
    return show(request, slug, timezone.now())


Verb = Callable[[HttpRequest, int, int, datetime], str]


def turn_form(verb: Verb) -> Callable[[HttpRequest, str], HttpResponse]:
    """A view that does the verb for the position the form was made for, and answers with the table."""

    @require_POST
    @login_required
    @private
    @wraps(verb)
    def view(request: HttpRequest, slug: str) -> HttpResponse:
        now = timezone.now()
        game = Game.objects.filter(slug=slug).values_list("id", flat=True).first()
        if game is None:
            raise Http404
        try:
            said = verb(request, game, number_of(request, "seq"), now)
        except play.NotYours as refusal:
            return HttpResponseForbidden(refusal.sentence, content_type="text/plain; charset=utf-8")
        except Refused as refusal:
            return show(request, slug, now, refusal=refusal.sentence)
        if request.htmx:  # type: ignore[attr-defined]
            return show(request, slug, now, said=said)
        if said:
            messages.success(request, said)
        return redirect("table", slug)

    return view


def number_of(request: HttpRequest, field: str) -> int:
    """A number that the form carries; -1, which is none of those there are, for anything else."""
    text = request.POST.get(field, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


@turn_form
def draft(request: HttpRequest, game_id: int, seq: int, now: datetime) -> str:
    """Put a step or a choice into the draft, or take back."""
    person = request.user.pk
    if "undo" in request.POST:
        drafts.undo(game_id, person, seq)
    elif "keep" in request.POST:
        drafts.keep(game_id, person, seq, number_of(request, "keep"))
    elif "choice" in request.POST:
        drafts.choose(game_id, person, seq, request.POST["choice"])
    else:
        drafts.add_step(game_id, person, seq, step_of(request))
    return ""


def step_of(request: HttpRequest) -> str:
    """The text of a step whose words came as the fields w1, w2, ..., in that order; empty ones left out."""
    words = sorted((key for key in request.POST if key[:1] == "w" and key[1:].isdigit()), key=lambda it: int(it[1:]))
    return " ".join(value for key in words if (value := request.POST[key].strip()))


@turn_form
def turn(request: HttpRequest, game_id: int, seq: int, now: datetime) -> str:
    """Send the whole turn."""
    texts = request.POST.getlist("moves")
    if len(texts) > MOST_TEXTS:
        raise Refused(_("That is more than a turn can hold."))
    play.submit_turn(game_id, request.user.pk, seq, texts, now)
    return _("Your turn has been sent.")


urlpatterns: list[Any] = [
    path("t/<str:slug>/", table, name="table"),
    path("t/<str:slug>/draft/", draft, name="table_draft"),
    path("t/<str:slug>/turn/", turn, name="table_turn"),
]
