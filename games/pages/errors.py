"""The pages for what went wrong: each says what happened and where to go on, in the site's own frame.

The pages for a broken site and for a request that cannot be read use neither the database nor a context
processor, since either may be what is broken.
"""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from games.pages.asked import is_swap


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """403: not yours to see or do."""
    return render(request, "403.html", status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403: the form's token is missing or old, so nothing was changed; an open table is loaded afresh."""
    if is_swap(request):
        messages.warning(
            request, _("This page was too old to send anything from. Here it is as it stands now.")
        )
        return HttpResponse(status=403, headers={"HX-Refresh": "true"})
    return render(request, "403_csrf.html", status=403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """404: no such page, or none that the reader may know of."""
    return render(request, "404.html", status=404)


def standing_still(request: HttpRequest) -> HttpResponse:
    """503: a game whose history is broken, until somebody has mended it."""
    return render(request, "stuck.html", status=503)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400: a request that cannot be read."""
    return alone("400.html", 400)


def broken(request: HttpRequest) -> HttpResponse:
    """500: a fault of the site."""
    return alone("500.html", 500)


def alone(template: str, status: int) -> HttpResponse:
    """A page from settings only."""
    static = settings.STATIC_URL
    return HttpResponse(
        render_to_string(template, {"site_name": settings.SITE_NAME, "static": static}), status=status
    )
