"""What somebody was told, and what became of it."""

from __future__ import annotations

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
