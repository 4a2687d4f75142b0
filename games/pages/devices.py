"""The devices on which somebody is told, and the script that shows it there."""

from __future__ import annotations

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
