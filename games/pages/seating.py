"""The forms of a table before its start, and of a rematch: each one verb, then back to the table."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.actions import Forbidden, Refused, lobby
from games.models import Game, Person
from games.pages.asked import or_404, person_of, sign_in, small_number
from games.pages.caching import private

WISH = "wish"

Verb = Callable[[HttpRequest, Game, Person, datetime], Game | str]


def game_of(slug: str) -> Game:
    """The game of an address. Raises Http404."""
    with or_404():
        return Game.objects.only("id", "slug", "status").get(slug=slug)


def verb(act: Verb) -> Callable[[HttpRequest, str], HttpResponse]:
    """A view that does one verb and leads to the table, with a sentence of what was done or why not."""

    @require_POST
    @private
    @wraps(act)
    def view(request: HttpRequest, slug: str) -> HttpResponse:
        game, person = game_of(slug), person_of(request)
        if person is None:
            return sign_in(request, reverse("table", args=[slug]))
        try:
            done = act(request, game, person, timezone.now())
        except Forbidden as refusal:
            raise PermissionDenied(refusal.sentence) from refusal
        except Refused as refusal:
            messages.error(request, refusal.sentence)
            return redirect("table", slug)
        if isinstance(done, Game):
            return redirect("table", done.slug)
        messages.success(request, done)
        return redirect("table", slug)

    return view


def asked_seat(request: HttpRequest) -> int | None:
    """The seat that a form names; None for any. Raises Refused for what is no number."""
    seat = request.POST.get("seat", "")
    number = small_number(seat)
    if seat and number is None:
        raise Refused(_("There is no such seat at this table."))
    return number


@verb
def _join(request: HttpRequest, game: Game, person: Person, now: datetime) -> str:
    joined = lobby.join(game.id, person, now, request.POST.get("word", ""), asked_seat(request))
    request.session.pop(WISH, None)
    return _("You sit at the table.") if joined.is_open() else _("The table is full: the game has started.")


@require_POST
@private
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Sit down; somebody without an account is led to sign up, and the wish is kept until they have."""
    if person_of(request) is not None:
        return _join(request, slug)
    game = game_of(slug)
    back = reverse("table", args=[slug])
    if not game.is_open():
        messages.error(request, _("Nobody can sit down at this table any more."))
        return redirect(back)
    request.session[WISH] = slug
    messages.info(request, _("Create an account: you are seated once you have confirmed your address."))
    return redirect(f"{reverse('account_signup')}?{urlencode({'next': back})}")


@verb
def leave(request: HttpRequest, game: Game, person: Person, now: datetime) -> str:
    """Get up before the start."""
    is_closed = lobby.leave(game.id, person, now, closing="closing" in request.POST)
    return _("You have left, and the table is closed.") if is_closed else _("You have left the table.")


@verb
def remove(request: HttpRequest, game: Game, person: Person, now: datetime) -> str:
    """Free a guest's seat."""
    seat = small_number(request.POST.get("seat", ""))
    lobby.remove_guest(game.id, person, -1 if seat is None else seat)
    return _("The seat is free again.")


@verb
def word(request: HttpRequest, game: Game, person: Person, now: datetime) -> str:
    """Change one's lucky word."""
    lobby.set_word(game.id, person, request.POST.get("word", ""))
    return _("Your lucky word is kept.")


@verb
def invite(request: HttpRequest, game: Game, person: Person, now: datetime) -> str:
    """Ask a member by name."""
    asked = lobby.invite(game.id, person, request.POST.get("name", "").strip(), now)
    return _("%(name)s is invited, by mail.") % {"name": asked.username}


@verb
def decline(request: HttpRequest, game: Game, person: Person, now: datetime) -> str:
    """Say no to an invitation."""
    lobby.decline(game.id, person)
    return _("You have declined the invitation.")


@verb
def take_back(request: HttpRequest, game: Game, person: Person, now: datetime) -> str:
    """Take an invitation back."""
    lobby.take_back(game.id, person, request.POST.get("name", ""))
    return _("The invitation is taken back.")


@verb
def house(request: HttpRequest, game: Game, person: Person, now: datetime) -> str:
    """Give a free seat to a house player."""
    lobby.add_house(game.id, person, request.POST.get("bot", ""), now, asked_seat(request))
    return _("A house player has sat down.")


@verb
def close(request: HttpRequest, game: Game, person: Person, now: datetime) -> str:
    """Close the table."""
    lobby.close_table(game.id, person, now)
    return _("The table is closed.")


@verb
def rematch(request: HttpRequest, game: Game, person: Person, now: datetime) -> Game:
    """Play again with the same people, under the fingerprint that the page showed."""
    word, shown = request.POST.get("word", ""), request.POST.get("commitment", "")
    return lobby.rematch(game.id, person, now, word, shown)


urlpatterns: list[Any] = [
    path("t/<slug:slug>/join/", join, name="table_join"),
    path("t/<slug:slug>/leave/", leave, name="table_leave"),
    path("t/<slug:slug>/remove/", remove, name="table_remove"),
    path("t/<slug:slug>/word/", word, name="table_word"),
    path("t/<slug:slug>/invite/", invite, name="table_invite"),
    path("t/<slug:slug>/decline/", decline, name="table_decline"),
    path("t/<slug:slug>/take-back/", take_back, name="table_take_back"),
    path("t/<slug:slug>/house/", house, name="table_house"),
    path("t/<slug:slug>/close/", close, name="table_close"),
    path("t/<slug:slug>/rematch/", rematch, name="table_rematch"),
]
