"""Finding a game: the tables that are open, one's own games, a new table, and a table before its start."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from games import lists
from games.actions import Refused, lobby
from games.models import Game, Person
from games.models.game import OPEN_FOR
from games.pages import rows, seating, words
from games.pages.asked import page_of, person_of, query_without_page, signed_in
from games.pages.caching import private
from games.pages.filters import open_filters
from games.pages.listing import list_page, pager
from games.pages.marks import Marked
from games.pages.pulse import position, token_for
from games.pages.reader import sprite
from games.pages.table_form import MOST_SEATS, TableForm, house_players
from games.rules.chance import commitment
from games.rules.registry import RULES
from games.tables import Table, said

LOBBY, GAMES = Marked("games/lobby.html"), Marked("games/games.html")


@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """The open tables, by filters; or the running games that anybody may watch."""
    _, viewer = rows.texts(), person_of(request)
    query, watching = query_without_page(request), request.GET.get("show") == "running"
    filters, fields = open_filters(request.GET)
    if watching:
        page = lists.running_public(viewer, page_of(request))
        listed = rows.running_rows(page.rows, timezone.now())
    else:
        page = lists.open_tables(filters, viewer, page_of(request))
        listed = rows.open_rows(page.rows, viewer.pk if viewer else None)
    marks = {"filters": fields, "rows": listed, "pager": pager(page, query), "sprite": sprite()}
    main = LOBBY(marks, watching=watching, some=bool(page.rows), filtered=bool(query))
    return list_page(request, _("Games to watch") if watching else _("Open tables"), main)


@require_safe
@login_required
@private
def games(request: HttpRequest) -> HttpResponse:
    """The games of the person who looks: what needs them first, then the rest."""
    now, person = timezone.now(), signed_in(request)
    mine = lists.my_games(person, page_of(request))
    request.waiting = mine.waiting  # type: ignore[attr-defined]
    yours = [row for row in mine.running.rows if row.your_turn]
    others = [row for row in mine.running.rows if not row.your_turn]
    deadline = yours[0].deadline_at if yours else None
    marks = {
        "sprite": sprite(),
        "waiting": mine.waiting,
        "first": words.left(deadline, now) if deadline else "",
        "cards": rows.cards(yours, sprite(), now),
        "others": rows.running_rows(others, now),
        "pager": pager(mine.running),
        "open": rows.open_rows(mine.open, person.pk),
        "invited": rows.open_rows(mine.invited, person.pk),
        "ended": rows.past_rows(mine.ended, now),
        "history": reverse("history", args=[person.username]),
    }
    waits = {0: "", 1: "one"}.get(mine.waiting, "several")
    flags = {
        name: bool(marks[name]) for name in ("first", "cards", "others", "pager", "open", "invited", "ended")
    }
    main = GAMES(marks, waits=waits, running=bool(mine.running.rows), **flags)
    return list_page(request, rows.texts()("Your games"), main)


@require_safe
@login_required
@private
def next_game(request: HttpRequest) -> HttpResponse:
    """On to the game that waits for the person and runs out first; else to the list."""
    slug = lists.most_urgent(signed_in(request))
    if slug is None:
        messages.info(request, _("No game waits for you now."))
        return redirect("games")
    return redirect("table", slug)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@private
def new_table(request: HttpRequest) -> HttpResponse:
    """The form that opens a table, with the commitment of its chance; and opening it."""
    person = signed_in(request)
    form = TableForm(request.POST if request.method == "POST" else None)
    refusal = ""
    if form.is_bound and form.is_valid():
        try:
            return _opened(request, person, form)
        except Refused as refused:
            refusal = refused.sentence
    context = {
        "form": form,
        "refusal": refusal,
        "commitment": _next_commitment(person),
        "games": form.games(),
        "guests": form.guests(),
        "paces": form.paces(),
        "seat_labels": [(seat, seating.seat_label(seat)) for seat in range(MOST_SEATS)],
    }
    return render(request, "games/new_table.html", context, status=409 if refusal else 200)


def _opened(request: HttpRequest, person: Person, form: TableForm) -> HttpResponse:
    """Open the table, then invite to it; an invitation that cannot be is told, the table stands."""
    now = timezone.now()
    game = lobby.open_table(person, form.wishes, now)
    for name in form.invited:
        try:
            lobby.invite(game.id, person, name, now)
        except Refused as refused:
            messages.warning(request, f"{name}: {refused.sentence}")
    return redirect("table", game.slug)


def _next_commitment(person: Person) -> str:
    """The commitment of the person's next table, as it stands now in the database."""
    seed = Person.objects.values_list("next_server_seed", flat=True).get(pk=person.pk)
    return commitment(bytes(seed))


def wish_of(session: SessionBase) -> Game | None:
    """The table that somebody without an account asked to join, while it is still open."""
    slug = session.get(seating.WISH)
    return Game.objects.filter(slug=slug, status=Game.Status.OPEN).first() if slug else None


def open_context(table: Table, request: HttpRequest) -> dict[str, Any]:
    """What the page of a table shows before its game has started, or after it was closed unplayed."""
    person, now = person_of(request), timezone.now()
    you = next((seat for seat in table.seats if seat.is_you), None)
    invitations = Game(id=table.id).invitations.order_by("at").values_list("person_id", "person__username")
    seated = {seat.person_id for seat in table.seats}
    invited = [name for person_id, name in invitations if person_id not in seated]
    free = sum(seat.is_empty for seat in table.seats)
    return {
        "table": table,
        "you": you,
        "is_owner": person is not None and table.opened_by_id == person.pk,
        "is_open": table.status == Game.Status.OPEN,
        "seats": seating.places(table),
        "free": free,
        "free_said": ngettext("%(n)d seat is free", "%(n)d seats are free", free) % {"n": free},
        "pace": words.pace(table.pace_days),
        "options": option_words(table),
        "invited": invited,
        "asked": person is not None and person.username in invited,
        "share": f"{settings.SITE_URL}{table.url}",
        "house_players": house_players(),
        "pulse_token": token_for(table.id, None),
        "seen": position(table.seq, table.status),
        "closes": words.day(table.opened_at + OPEN_FOR, now),
    }


def option_words(table: Table) -> list[tuple[str, str]]:
    """The options of a table in words."""
    return [
        (said(option.label), said(label))
        for option in RULES[table.rules].OPTIONS
        for value, label in option.choices
        if value == table.options.get(option.name)
    ]


urlpatterns = [
    path("tables/", tables, name="lobby"),
    path("tables/new/", new_table, name="new_table"),
    path("games/", games, name="games"),
    path("next/", next_game, name="next"),
    *seating.urlpatterns,
]
