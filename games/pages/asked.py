"""What pages read from a request: who asks, plain numbers, and which page of a list."""

from __future__ import annotations

from django.http import HttpRequest

from games.lists import LAST_PAGE
from games.models import Person


def person_of(request: HttpRequest) -> Person | None:
    """Who asks, if signed in; nobody where a request failed before that was known."""
    user = getattr(request, "user", None)
    return user if isinstance(user, Person) else None


def small_number(text: str) -> int | None:
    """A number of up to four plain digits; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None


def page_of(request: HttpRequest) -> int:
    """The page of a list that is asked for, from 1."""
    return min(max(small_number(request.GET.get("page", "")) or 1, 1), LAST_PAGE)


def query_without_page(request: HttpRequest) -> str:
    """The query of the present address, to which `page` can be added."""
    query = request.GET.copy()
    query.pop("page", None)
    return query.urlencode()
