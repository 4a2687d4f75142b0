"""Whether the site is well, for whoever watches it."""

from __future__ import annotations

from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from lanterns_site.celery import app


def database_answers() -> bool:
    """Whether the database answers."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone())


def broker_answers() -> bool:
    """Whether the broker can be reached; the site works without it, only later."""
    try:
        with app.connection_for_write() as link:
            link.ensure_connection(max_retries=0, timeout=1)
    except Exception:  # whatever the transport raises, the answer is no
        return False
    return True


@require_safe
@never_cache
def health(request: HttpRequest) -> JsonResponse:
    """What answers; status 503 where something does not."""
    found = {"database": database_answers(), "broker": broker_answers()}
    return JsonResponse(found, status=200 if all(found.values()) else 503)


urlpatterns = [path("health/", health, name="health")]
