"""What somebody was told, where, and what became of it; and a test of each way to tell them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games import lists
from games.actions import Refused
from games.actions.trials import send_trial
from games.addresses import url_of
from games.models import Channel, Endpoint, Notice, Person
from games.notices.headlines import headline
from games.pages.asked import is_swap, or_404, person_of, row_id, sign_in, signed_in, way_back
from games.pages.caching import private
from games.pages.endpoints import name_of
from games.pages.fates import Fate, fate_of, technical
from games.pages.words import Times

Status = Notice.Status
PAGE = 50
PICTURES = {Channel.MAIL: "i-mail", Channel.PUSH: "i-device", Channel.WEBHOOK: "i-hook"}
# An open page looks again every few seconds for what was to leave within the last minutes, and no longer.
SOON, LATELY = timedelta(minutes=1), timedelta(minutes=5)


class Line(NamedTuple):
    """A notice on the page: when, what about, with the way there, where it was told, and its fate."""

    id: int
    at: datetime
    when: str
    headline: str
    url: str
    picture: str
    where: str
    fate: Fate
    error: str


class Way(NamedTuple):
    """A way to tell somebody that can be tried."""

    channel: str
    endpoint: int | None
    label: str
    picture: str


@require_safe
@private
def told(request: HttpRequest) -> HttpResponse:
    """The notices of whoever asks, newest first; to a script that looks again, their part alone."""
    person = person_of(request)
    if person is None:
        return sign_in(request, reverse("told"))
    part = _part(person, row_id(request.GET.get("before", "")), timezone.now())
    if is_swap(request):
        return render(request, "people/told.html#part", part)
    return render(request, "people/told.html", part | {"ways": ways(person)})


@require_safe
@private
def told_news(request: HttpRequest) -> HttpResponse:
    """What an open page asks every few seconds, as a table does: 204 as long as its part is the same."""
    person = person_of(request)
    if person is None:
        return HttpResponse(status=403)
    now = timezone.now()
    notices = _page(person)[:PAGE]
    is_same = request.GET.get("seq") == _mark(notices, now)
    return HttpResponse(status=204 if is_same and _looks_again(notices, now) else 200)


def _page(person: Person, before: int | None = None) -> list[Notice]:
    """A page of somebody's notices, and one more where there are earlier ones."""
    notices = Notice.objects.select_related("endpoint").filter(person=person)
    if before is not None:
        notices = notices.filter(id__lt=before)
    return list(notices.order_by("-id")[: PAGE + 1])


def _part(person: Person, before: int | None, now: datetime) -> dict[str, Any]:
    """What the part of the page shows; only the newest notices are looked for again."""
    notices, times = _page(person, before), Times(now)
    shown = notices[:PAGE]
    rows = lists.rows_by_id({it.game_id for it in shown if it.game_id}, person)
    return {
        "lines": [line(it, rows.get(it.game_id or 0), times) for it in shown],
        "earlier": shown[-1].id if len(notices) > PAGE else None,
        "is_newest": before is None,
        "seen": _mark(shown, now) if before is None and _looks_again(shown, now) else "",
    }


def line(notice: Notice, row: lists.Row | None, times: Times) -> Line:
    """A notice as the page tells it; of what is secret in one about an account it tells nothing."""
    return Line(
        notice.id,
        notice.created_at,
        times.moment(notice.created_at),
        headline(notice, row),
        url_of(row.slug) if row else "",
        PICTURES[Channel(notice.channel)],
        where(notice.endpoint),
        fate_of(notice, times),
        technical(notice.error),
    )


def where(endpoint: Endpoint | None) -> str:
    """Where a notice goes, as its reader calls it."""
    return _("Mail") if endpoint is None else name_of(endpoint)


def is_under_way(notice: Notice, now: datetime) -> bool:
    """Whether something will happen to it within moments, as far as one can tell."""
    waits = notice.status in (Status.QUEUED, Status.SENDING)
    return waits and now - LATELY <= notice.due_at <= now + SOON


def _looks_again(notices: Sequence[Notice], now: datetime) -> bool:
    """Whether an open page is to ask again for these."""
    return any(is_under_way(it, now) for it in notices)


def _mark(notices: Sequence[Notice], now: datetime) -> str:
    """What is different once anything that the part shows is."""
    facts = [(it.id, it.status, it.why, it.due_at, it.due_at <= now, it.error) for it in notices]
    return sha256(repr(facts).encode()).hexdigest()[:16]


def ways(person: Person) -> list[Way]:
    """The ways to tell a person that can be tried: mail, then devices and webhooks that are not stopped."""
    mail = Way(Channel.MAIL, None, person.email, PICTURES[Channel.MAIL])
    endpoints = Endpoint.objects.filter(person=person, stopped_at=None).order_by("channel", "id")
    return [mail, *(Way(it.channel, it.id, where(it), PICTURES[Channel(it.channel)]) for it in endpoints)]


@require_POST
@login_required
@private
def trial(request: HttpRequest) -> HttpResponse:
    """Send oneself a test; 404 for a device or webhook that is not one's own."""
    channel, endpoint = request.POST.get("channel", ""), row_id(request.POST.get("endpoint", ""))
    try:
        with or_404(Endpoint.DoesNotExist):
            send_trial(signed_in(request), channel, endpoint, timezone.now())
        messages.success(request, _("Your test is on its way."))
    except Refused as refusal:
        messages.error(request, refusal.sentence)
    return redirect(way_back(request, reverse("told")))


urlpatterns = [
    path("settings/told/", told, name="told"),
    path("settings/told/news/", told_news, name="told_news"),
    path("settings/told/test/", trial, name="send_trial"),
]
