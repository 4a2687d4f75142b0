"""The personal feeds, news to be read and deadlines in a calendar, and the page of their secret addresses.

Programs fetch a feed, without a session: whoever knows its address may read it, so nobody else is to know.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from games.actions import feeds as verbs
from games.addresses import absolute
from games.models import Choices, Person
from games.notices.choice import choices_of
from games.notices.deadlines import calendar
from games.notices.feed import atom
from games.pages.asked import signed_in
from games.pages.caching import private
from games.pages.often import counted

KEY = re.compile(r"[\w-]{43}", re.ASCII)
# It may be kept to be asked after again; links in it do not tell where they stand, and nobody lists it.
HEADERS = {
    "Cache-Control": "private, no-cache",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow",
}
ATOM, CALENDAR = "application/atom+xml; charset=utf-8", "text/calendar; charset=utf-8"
# Somebody's feeds may be fetched so often in so many seconds.
MOST, SECONDS = 60, 300

DEEDS: dict[str, tuple[Callable[[Person], object], Any]] = {
    "make": (verbs.make_feed_key, gettext_lazy("Here are your addresses.")),
    "change": (
        verbs.change_feed_key,
        gettext_lazy("Your addresses are new. The old ones give nothing more."),
    ),
    "drop": (verbs.drop_feed_key, gettext_lazy("Your feeds are stopped.")),
}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@private
def feeds(request: HttpRequest) -> HttpResponse:
    """The addresses of one's feeds; a POST makes them, makes new ones, or stops the feeds."""
    person = signed_in(request)
    if request.method != "POST":
        return render(request, "people/feeds.html", _addresses(choices_of(person).feed_key))
    deed, said = DEEDS.get(request.POST.get("deed", ""), (None, ""))
    if deed is None:
        messages.error(request, _("There is no such setting."))
    else:
        deed(person)
        messages.success(request, said)
    return redirect("feeds")


def _addresses(key: str | None) -> dict[str, str]:
    """The addresses as they are copied; a calendar program opens those of its own kind."""
    if key is None:
        return {}
    ics = absolute(reverse("calendar", args=[key]))
    return {
        "atom": absolute(reverse("atom", args=[key])),
        "calendar": ics,
        "webcal": f"webcal:{ics.partition(':')[2]}",
    }


@require_safe
def turns_atom(request: HttpRequest, key: str) -> HttpResponseBase:
    """The newest notices of whoever's key this is."""
    return _answer(request, key, atom, ATOM)


@require_safe
def deadlines_ics(request: HttpRequest, key: str) -> HttpResponseBase:
    """The deadlines of whoever's key this is."""
    return _answer(request, key, calendar, CALENDAR)


def _answer(
    request: HttpRequest, key: str, made: Callable[[Person], str | bytes], content_type: str
) -> HttpResponseBase:
    """A feed; 304 where the reader has it as it is, 429 for one that asks all the time, 404 for no key."""
    person = _owner(key)
    if person is None:
        return _plain(_("There is no such feed, or not any more."), 404)
    if _asks_too_often(key):
        return _plain(
            _("That was too often. Please ask again in five minutes."), 429, {"Retry-After": SECONDS}
        )
    body = made(person)
    answer = HttpResponse(body, content_type=content_type, headers=HEADERS)
    answer["ETag"] = f'"{sha256(answer.content).hexdigest()[:32]}"'
    return get_conditional_response(request, etag=answer["ETag"], response=answer) or answer


def _owner(key: str) -> Person | None:
    """Whose feeds a key opens. One query, or none for what is no key."""
    if not KEY.fullmatch(key):
        return None
    found = Choices.objects.select_related("person").filter(feed_key=key, person__is_active=True).first()
    if found is None:
        return None
    found.person.choices = found
    return found.person


def _plain(words: str, status: int, more: dict[str, Any] | None = None) -> HttpResponse:
    """For programs: a sentence, and none of the site's frame."""
    headers = HEADERS | (more or {})
    return HttpResponse(
        f"{words}\n", status=status, content_type="text/plain; charset=utf-8", headers=headers
    )


def _asks_too_often(key: str) -> bool:
    """Whether these feeds have been fetched too often lately."""
    return counted(f"feed:{sha256(key.encode()).hexdigest()}", SECONDS) > MOST


urlpatterns = [
    path("settings/feeds/", feeds, name="feeds"),
    path("feeds/<str:key>/turns.atom", turns_atom, name="atom"),
    path("feeds/<str:key>/deadlines.ics", deadlines_ics, name="calendar"),
]
