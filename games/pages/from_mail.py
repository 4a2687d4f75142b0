"""Pages behind the links of mails: a turn to be confirmed, a sign-in."""

from __future__ import annotations

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
