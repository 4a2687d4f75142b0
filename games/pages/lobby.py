"""Finding a game: the tables that are open, one's own games, and a new table."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games import lists
from games.actions import Refused, lobby
from games.actions.habits import habits_of
from games.lists import OpenFilters, Page, Row
from games.models import Game, Person
from games.pages import open_table, rows, seating
from games.pages.asked import page_of, person_of, query_without_page, signed_in
from games.pages.caching import private
from games.pages.filters import open_filters
from games.pages.house import house_players
from games.pages.listing import list_page, pager
from games.pages.marks import Marked
from games.pages.reader import sprite
from games.pages.table_form import TableForm
from games.pages.terms_words import kept_out_shortly
from games.rules.chance import commitment

LOBBY, GAMES = Marked("games/lobby.html"), Marked("games/games.html")


@require_safe
@private
def tables(request: HttpRequest) -> HttpResponse:
    """The open tables, by filters; or one's own; or the running games that anybody may watch."""
    show, viewer = request.GET.get("show", ""), person_of(request)
    filters, fields = open_filters(request.GET)
    if show == "running":
        title, page = _("Games to watch"), lists.running_public(viewer, page_of(request))
        listed = rows.running_rows(page.rows, timezone.now())
    else:
        own = viewer if show == "yours" else None
        title = _("Your open tables") if own else _("Open tables")
        page = lists.tables_around(own, page_of(request)) if own else _open_to_all(request, filters)
        kept_out = _kept_out(page.rows, viewer) if viewer and not own else {}
        listed = rows.open_rows(page.rows, viewer.pk if viewer else None, own is not None, kept_out)
        show = "yours" if own else "open"
    query = query_without_page(request)
    marks = {
        "title": title,
        "filters": fields,
        "rows": listed,
        "pager": pager(page, query),
        "sprite": sprite(),
    }
    main = LOBBY(marks, show=show, some=bool(page.rows), filtered=bool(query), member=viewer is not None)
    return list_page(request, title, main)


def _kept_out(listed: Iterable[Row], viewer: Person) -> dict[int, str]:
    """Why the reader cannot join some of these tables, in a few words; three queries, if any asks for it."""
    others = (it for it in listed if it.you is None and it.opened_by != viewer.username)
    asking = [it for it in others if it.terms.gates.ask_for_something]
    if not asking:
        return {}
    theirs = habits_of(viewer)
    return {it.id: kept_out_shortly(it.terms.gates, theirs) for it in asking}


def _open_to_all(request: HttpRequest, filters: OpenFilters) -> Page:
    return lists.open_tables(filters, person_of(request), page_of(request))


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
    cards, waiting = rows.own_games(yours, others, mine.asking, now)
    asks = len(mine.asking) + len(mine.standing_in)
    marks = {
        "sprite": sprite(),
        "waiting": mine.waiting,
        "asks": asks,
        "first": rows.left(yours[0], now) if yours else "",
        "cards": cards,
        "standing_in": rows.stand_in_rows(mine.standing_in, now),
        "others": waiting,
        "count": len(others),
        "pager": pager(mine.running),
        "open": rows.open_rows(mine.open, person.pk),
        "invited": rows.open_rows(mine.invited, person.pk, own=True),
        "ended": rows.past_rows(mine.ended, now),
        "history": reverse("history", args=[person.username]),
    }
    flags = {
        name: bool(marks[name])
        for name in ("first", "cards", "standing_in", "others", "pager", "open", "invited", "ended")
    }
    more = {"more_tables": mine.tables.more, "counted": bool(others) and not marks["pager"]}
    counts = {"waits": _one_or_several(mine.waiting), "asking": _one_or_several(asks)}
    main = GAMES(marks, running=bool(mine.running.rows), **counts, **flags, **more)
    return list_page(request, rows.texts()("Your games"), main)


def _one_or_several(count: int) -> str:
    return {0: "", 1: "one"}.get(count, "several")


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
        "terms_form": form.terms_form,
        "house_players": house_players(),
        "own_seats": form.own_seats(),
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
            told = {"name": name, "why": refused.sentence}
            messages.warning(request, _("%(name)s was not invited. %(why)s") % told)
    return redirect("table", game.slug)


def _next_commitment(person: Person) -> str:
    """The commitment of the person's next table, as it stands now in the database."""
    seed = Person.objects.values_list("next_server_seed", flat=True).get(pk=person.pk)
    return commitment(bytes(seed))


def wish_of(session: SessionBase) -> Game | None:
    """The table that somebody without an account asked to join, while it is still open."""
    slug = session.get(seating.WISH)
    return Game.objects.filter(slug=slug, status=Game.Status.OPEN).first() if slug else None


urlpatterns = [
    path("tables/", tables, name="lobby"),
    path("tables/new/", new_table, name="new_table"),
    path("games/", games, name="games"),
    path("next/", next_game, name="next"),
    *open_table.urlpatterns,
    *seating.urlpatterns,
]
