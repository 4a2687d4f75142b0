"""What pages read from a request: who asks, plain numbers, which page of a list, and the way back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from games.lists import LAST_PAGE
from games.models import Game, Person


def person_of(request: HttpRequest) -> Person | None:
    """Who asks, if signed in; nobody where a request failed before that was known."""
    user = getattr(request, "user", None)
    return user if isinstance(user, Person) else None


def signed_in(request: HttpRequest) -> Person:
    """Who is signed in; only asked where somebody must be."""
    person = person_of(request)
    assert person is not None, "the view requires it"
    return person


@contextmanager
def or_404(*absent: type[Exception]) -> Iterator[None]:
    """Raises Http404 where the game asked for inside, or anything else that is `absent`, does not exist."""
    missing: tuple[type[Exception], ...] = (Game.DoesNotExist, *absent)
    try:
        yield
    except missing:
        raise Http404 from None


def small_number(text: str) -> int | None:
    """A number of up to four plain digits; None for anything else."""
    return _number(text, 4)


def row_id(text: str) -> int | None:
    """The id of a row that there may be; None for anything else."""
    return _number(text, 18)


def _number(text: str, digits: int) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def page_of(request: HttpRequest) -> int:
    """The page of a list that is asked for, from 1."""
    return min(max(small_number(request.GET.get("page", "")) or 1, 1), LAST_PAGE)


def query_without_page(request: HttpRequest) -> str:
    """The query of the present address, to which `page` can be added."""
    query = request.GET.copy()
    query.pop("page", None)
    return query.urlencode()


def is_swap(request: HttpRequest) -> bool:
    """Whether a script asks for a part of a page, to put it in place of the one that is there."""
    return bool(request.htmx)  # type: ignore[attr-defined]


def sign_in(request: HttpRequest, back: str) -> HttpResponse:
    """On to the sign-in, and from there back: with the whole page, which says why, where a script has asked
    for a part."""
    answer = redirect_to_login(back)
    if is_swap(request):
        messages.warning(request, _("You are signed out. Sign in to go on where you were."))
        return HttpResponse(headers={"HX-Redirect": answer.url})
    return answer


def as_somebody_else(request: HttpRequest, back: str) -> HttpResponse:
    """For a part of a page that was drawn for another reader: sign in again, or see the whole page afresh."""
    if person_of(request) is None:
        return sign_in(request, back)
    return HttpResponse(headers={"HX-Refresh": "true"})


def is_own_path(text: str) -> bool:
    """Whether the text is a path of this site, which one may be led to."""
    return text.startswith("/") and url_has_allowed_host_and_scheme(text, None)


def way_back(request: HttpRequest, otherwise: str) -> str:
    """The page of this site that a form came from, as its field `next` says; else the other one."""
    asked = request.POST.get("next", "")
    return asked if is_own_path(asked) else otherwise
