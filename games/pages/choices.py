"""What somebody wants to be told, where and when."""

from __future__ import annotations

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
