"""The time that is left, told anew while a page is open (`left.js`): the words are the server's, always."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.urls import path, reverse
from django.utils import timezone
from django.views.decorators.http import require_safe
from markupsafe import Markup, escape

from games.pages.caching import private
from games.pages.words import Times

# More moments than any page shows.
MOST = 60


def time_left(said: str, at: datetime | None, full: str = "") -> Markup:
    """What is `said` of the time until a moment, which an open page tells anew; all of it that is `full`, if
    it begins so, stands with it. Where no time runs, only words."""
    full = full or said
    if at is None or not full.startswith(said):
        return escape(full)
    moment = at.isoformat(timespec="seconds")
    told = f'<time datetime="{moment}" data-left="{_address()}">{escape(said)}</time>'
    return Markup(f"{told}{escape(full[len(said) :])}")


@cache
def _address() -> str:
    return reverse("left")


@require_safe
@private
def left(request: HttpRequest) -> HttpResponse:
    """How much time is left until each of some moments, in words; the same for everybody."""
    times = Times(timezone.now())
    try:
        moments = [datetime.fromisoformat(it) for it in request.GET.getlist("at")[:MOST]]
        return JsonResponse([times.left(it) for it in moments], safe=False)
    except (ValueError, TypeError, OverflowError):  # no moment at all, or one of no zone
        return HttpResponseBadRequest()


urlpatterns: list[Any] = [path("left/", left, name="left")]
