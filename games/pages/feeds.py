"""The personal feeds: news to be read, and deadlines in a calendar."""

from __future__ import annotations

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
