"""Whether the site is well, for whoever watches it."""

from __future__ import annotations

import time
from datetime import timedelta

from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.urls import path
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.actions import watch
from games.notices import figures
from lanterns_site.celery import app

BORN = time.monotonic()


def database_answers() -> bool:
    """Whether the database answers."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return bool(cursor.fetchone())
    except Error:
        return False


def broker_answers() -> bool:
    """Whether the broker can be reached; the site works without it, only later."""
    try:
        with app.connection_for_write() as link:
            link.ensure_connection(max_retries=0, timeout=1)
    except Exception:  # whatever the transport raises, the answer is no
        return False
    return True


def clocks_are_looked_after(silence: timedelta | None) -> bool:
    """Whether the last beat of the sweep is near enough for no outage.

    Where there never was one, the site may be new: this process itself waits as long for the first.
    """
    return (timedelta(seconds=time.monotonic() - BORN) if silence is None else silence) <= watch.GAP


@require_safe
@never_cache
def health(request: HttpRequest) -> JsonResponse:
    """What answers, and how long ago the sweep did; status 503 where something does not."""
    database = database_answers()
    now = timezone.now()
    silence = watch.silence(now) if database else None
    notices = figures.health(now) if database else None
    found = {
        "database": database,
        "broker": broker_answers(),
        "clocks": database and clocks_are_looked_after(silence),
        "mail": notices is not None and notices.mail_is_there,
        "notices": notices is not None and notices.leaves,
        "digests": notices is not None and notices.digests_are_made,
    }
    ages = {
        "seconds_since_beat": _seconds(silence),
        "seconds_oldest_unsent": _seconds(now - notices.oldest if notices and notices.oldest else None),
    }
    return JsonResponse(found | ages, status=200 if all(found.values()) else 503)


def _seconds(span: timedelta | None) -> int | None:
    return None if span is None else round(span.total_seconds())


urlpatterns = [path("health/", health, name="health")]
