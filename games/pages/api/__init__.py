"""The JSON API: the same verbs and the same gate as the pages, with a personal token."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from games.pages.api import page
from games.pages.api.doors import api

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/", page.show, name="api"),
    path("api/v1/", api.urls),
]
