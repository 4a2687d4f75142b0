"""Who reads a page, and that they do: the zone of its times, and what every page's frame needs."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.templatetags.static import static
from django.utils import timezone, translation

from games import lists, presence
from games.pages import errors
from games.pages.asked import person_of
from games.tables import Unreadable


class ReaderMiddleware:
    """Shows pages in the reader's language and zone, and says it where a game cannot be shown."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        person = person_of(request)
        if person and person.time_zone:
            timezone.activate(person.zone)
        else:
            timezone.deactivate()
        if person and is_by_hand(request):
            presence.is_here(person.pk, timezone.now())
        if person and person.language in dict(settings.LANGUAGES):
            with translation.override(person.language):
                return self.get_response(request)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """A page of a game that stands still, since its history is broken, says so."""
        return errors.standing_still(request) if isinstance(exception, Unreadable) else None


def is_by_hand(request: HttpRequest) -> bool:
    """Whether somebody asks for a page or a part of it, and not a page by itself: it may be hidden."""
    if request.htmx:  # type: ignore[attr-defined]
        return request.htmx.trigger != "pulse"  # type: ignore[attr-defined, no-any-return]
    return request.headers.get("Sec-Fetch-Mode", "navigate") == "navigate"


@lru_cache(maxsize=1)
def sprite() -> str:
    """The address of the file with the pictures."""
    return static("games/sprite.svg")


def token_of(request: HttpRequest) -> str:
    """The token of this request's forms; made once, since each time costs."""
    if not hasattr(request, "form_token"):
        request.form_token = get_token(request)  # type: ignore[attr-defined]
    return request.form_token  # type: ignore[attr-defined, no-any-return]


def waiting_for(request: HttpRequest) -> int:
    """How many games wait for the reader; looked up once a request."""
    if not hasattr(request, "waiting"):
        person = person_of(request)
        request.waiting = lists.waiting(person) if person else 0  # type: ignore[attr-defined]
    return request.waiting  # type: ignore[attr-defined, no-any-return]


def site(request: HttpRequest) -> dict[str, Any]:
    """What the frame of every page shows."""
    person = person_of(request)
    theme = person.theme if person else request.COOKIES.get("theme", "")
    return {
        "site_name": settings.SITE_NAME,
        "development": settings.DEVELOPMENT,
        "sprite": sprite(),
        "theme": theme if theme in ("light", "dark") else "",
        "waiting": waiting_for(request) if person else 0,
        "zone_unknown": bool(person and not person.time_zone),
        "banner": bool(person and (not person.time_zone or person.bounced)),
        "keys_off": bool(person and not person.single_keys),
    }
