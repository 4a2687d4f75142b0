"""The mails that a site under development did not send. Outside development these pages do not exist."""

from __future__ import annotations

from typing import TypeVar

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import devmail

Found = TypeVar("Found")
SHOWN = 100
# What a mail may do in the browser: be looked at and be left by its links.
MAIL_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; "
    "sandbox allow-popups allow-popups-to-escape-sandbox"
)


@require_safe
@never_cache
def mails(request: HttpRequest) -> HttpResponse:
    """The latest mails, the newest first."""
    return render(request, "dev/mails.html", {"mails": in_development(devmail.newest(SHOWN)), "shown": SHOWN})


@require_safe
def mail(request: HttpRequest, name: str) -> HttpResponse:
    """One mail: its headers and its text."""
    return render(request, "dev/mail.html", {"mail": in_development(devmail.kept(name))})


@require_safe
def mail_html(request: HttpRequest, name: str) -> HttpResponse:
    """The HTML part of one mail with its pictures, able to do nothing."""
    content = in_development(devmail.kept(name)).alone
    if content is None:
        raise Http404
    return HttpResponse(content, headers={"Content-Security-Policy": MAIL_POLICY})


def in_development(found: Found | None) -> Found:
    """What was found; 404 where there is nothing, or the site is not under development."""
    if found is None or not settings.DEVELOPMENT:
        raise Http404
    return found


urlpatterns = [
    path("dev/mail/", mails, name="dev_mail"),
    path("dev/mail/<slug:name>/", mail, name="dev_mail_message"),
    path("dev/mail/<slug:name>/html/", mail_html, name="dev_mail_html"),
]
