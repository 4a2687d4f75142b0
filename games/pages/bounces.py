"""What mail servers and providers report of mail that has left."""

from __future__ import annotations

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
