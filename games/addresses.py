"""The addresses of pages: as paths, and in full where they are read elsewhere."""

from __future__ import annotations

from functools import lru_cache

from django.conf import settings
from django.urls import reverse


@lru_cache(maxsize=8192)
def url_of(slug: str) -> str:
    """The path of a table's page."""
    return reverse("table", args=[slug])


def absolute(path: str) -> str:
    """The full address of a page of the site."""
    return f"{settings.SITE_URL}{path}"
