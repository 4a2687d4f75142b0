"""The floor that the site is measured against: views that do the least that a page of their kind must.

A: a signed-in view that does nothing (session and user). P: a signed-in post with one transaction (a row
locked, one inserted, one updated) and an answer of 2 kB. L: a page of three queries and 20 kB of looping
template.
"""

from __future__ import annotations

from datetime import UTC, datetime

from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import path
from django.views.decorators.http import require_POST

from games.models import Event, Game, Notice, Seat
from lanterns_site.urls import urlpatterns as site

NOW = datetime(2026, 1, 1, tzinfo=UTC)
FILLING = "A line of an answer that is there to be sent, and says nothing. " * 32
LOOPING = engines["django"].from_string(
    "<!doctype html><title>{{ title }}</title><table>"
    "{% for row in rows %}<tr><td>{{ row.number }}</td><td>{{ row.name }}</td><td>{{ row.text }}</td>"
    "<td>{% if row.is_even %}even{% else %}odd{% endif %}</td></tr>\n{% endfor %}</table>"
    "{{ games }} {{ seats }} {{ notices }}"
)
ROWS = [
    {"number": n, "name": f"name {n}", "text": f"what stands in row {n}", "is_even": n % 2 == 0}
    for n in range(230)
]


@login_required
def nothing(request: HttpRequest) -> HttpResponse:
    """A."""
    return HttpResponse(str(request.user.pk))


@require_POST
@login_required
def small_post(request: HttpRequest) -> HttpResponse:
    """P."""
    with transaction.atomic():
        game = Game.objects.select_for_update().get(id=request.POST["game"])
        game.seq += 1
        Event.objects.create(game=game, seq=game.seq, seat=0, text="place 1 0,1 0", at=NOW)
        game.save(update_fields=["seq"])
    return HttpResponse(FILLING)


@login_required
def looping(request: HttpRequest) -> HttpResponse:
    """L."""
    context = {
        "title": "A list",
        "rows": ROWS,
        "games": list(Game.objects.order_by("id")[:1]),
        "seats": list(Seat.objects.order_by("id")[:1]),
        "notices": list(Notice.objects.order_by("id")[:1]),
    }
    return HttpResponse(LOOPING.render(context, request))


urlpatterns = [
    *site,
    path("floor/nothing/", nothing),
    path("floor/post/", small_post),
    path("floor/looping/", looping),
]
