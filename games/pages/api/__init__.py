"""The JSON API: the same verbs and the same gate as the pages, with a personal token."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver

urlpatterns: list[URLPattern | URLResolver] = []
