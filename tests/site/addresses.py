"""The site's addresses with the development pages, and with pages that fail, for tests."""

from __future__ import annotations

from typing import NoReturn

from allauth.core.ratelimit import respond_429
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.urls import path

from games.pages import devmail
from lanterns_site.urls import handler400, handler403, handler404, handler500
from lanterns_site.urls import urlpatterns as site

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]


def breaks(request: HttpRequest) -> NoReturn:
    """A page with a fault."""
    raise RuntimeError("a fault, on purpose")


def forbids(request: HttpRequest) -> NoReturn:
    """A page for nobody."""
    raise PermissionDenied


urlpatterns = [
    *site,
    *devmail.urlpatterns,
    path("breaks/", breaks),
    path("forbids/", forbids),
    path("too-often/", respond_429),
]
