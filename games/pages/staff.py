"""What staff see of the notices: how many leave and how, and what is out of bounds."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from games.models import Channel, Notice
from games.notices import figures
from games.notices.words import in_words
from games.pages.asked import signed_in
from games.pages.caching import private

STRETCHES = ((timedelta(days=1), gettext_lazy("a day")), (timedelta(days=7), gettext_lazy("a week")))


@require_safe
@login_required
@private
def notices(request: HttpRequest) -> HttpResponse:
    """The notices of the last day and week; nobody but staff knows of the page."""
    if not signed_in(request).is_staff:
        raise Http404
    now = timezone.now()
    people, endpoints = figures.stopped()
    context = {
        "checks": checks(figures.health(now)),
        "stretches": [stretch(now - span, words) for span, words in STRETCHES],
        "people": people,
        "endpoints": endpoints,
    }
    return render(request, "pages/staff_notices.html", context)


def checks(health: figures.Health) -> list[tuple[str, str, bool]]:
    """What should be within bounds: what it is, how it stands, and whether that is well."""
    now = health.now
    return [
        (_("Oldest unsent notice"), ago(now, health.oldest, _("none waits")), health.leaves),
        (_("Mail server"), ago(now, health.mail_away_since, _("is there")), health.mail_is_there),
        (_("Last digest run"), ago(now, health.digests_at, _("never")), health.digests_are_made),
    ]


def ago(now: datetime, at: datetime | None, otherwise: str) -> str:
    """How long a moment is ago."""
    return otherwise if at is None else _("%(span)s ago") % {"span": in_words(now - at)}


def stretch(since: datetime, words: object) -> dict[str, Any]:
    """What has become of the notices since then, by channel and fate, and how many of each kind."""
    volumes = groupby(figures.volumes(since), key=lambda it: it.channel)
    return {
        "words": words,
        "channels": [
            (Channel(channel).label, [(Notice.Status(it.status).label, it.count) for it in rows])
            for channel, rows in volumes
        ],
        "kinds": [(Notice.Kind(kind).label, count) for kind, count in figures.kinds(since)],
    }


urlpatterns = [path("staff/notices/", notices, name="staff_notices")]
