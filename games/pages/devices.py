"""The devices on which somebody is told, and the script that shows it there."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_safe

from games.actions import Refused, endpoints
from games.models import Person
from games.notices.channels import push
from games.pages.asked import person_of, row_id, signed_in
from games.pages.caching import private
from games.pages.endpoints import record_of
from games.pages.often import note_attempt

# Which of the devices this browser is: it names a row, and is no secret.
COOKIE, COOKIE_LASTS = "device", 400 * 24 * 3600
# What a browser says of itself names others that it is like: the first that fits is what it is.
BROWSERS = (
    *(("Edg", "Edge"), ("OPR/", "Opera"), ("Vivaldi/", "Vivaldi"), ("SamsungBrowser/", "Samsung Internet")),
    *(("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chromium/", "Chromium")),
    *(("Chrome/", "Chrome"), ("Safari/", "Safari")),
)
SYSTEMS = (
    *(("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("CrOS", "ChromeOS")),
    *(("Windows", "Windows"), ("Mac OS X", "Mac"), ("Linux", "Linux")),
)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@private
def devices(request: HttpRequest) -> HttpResponse:
    """The devices of the reader; a form adds the one it is sent from, each of the others removes one."""
    form, fault = request.POST.get("form", ""), ""
    try:
        if form in FORMS:
            return FORMS[form](request, signed_in(request))
    except Refused as refusal:
        fault = refusal.sentence
    if request.method == "POST" and not fault:
        messages.error(request, _("There is no such setting."))
        return redirect("devices")
    return render(request, "people/devices.html", _context(request, signed_in(request), fault))


def _add(request: HttpRequest, person: Person) -> HttpResponse:
    note_attempt(request, "add_device", person)
    sent, label = request.POST, label_of(request.headers.get("User-Agent", ""))
    told = (sent.get("address", ""), sent.get("p256dh", ""), sent.get("auth", ""))
    device = endpoints.add_device(person, *told, timezone.now(), label, device_of(request))
    messages.success(request, _("From now on we tell you on this device, too."))
    answer = redirect("devices")
    answer.set_cookie(
        COOKIE, str(device.pk), COOKIE_LASTS, secure=settings.SECURE, httponly=True, samesite="Lax"
    )
    return answer


def _renew(request: HttpRequest, person: Person) -> HttpResponse:
    """For the worker: whoever else is signed in there by now has not asked for it."""
    here = device_of(request)
    if here is None or not endpoints.devices_of(person).filter(pk=here).exists():
        raise Refused(_("That device is not there any more."))
    return _add(request, person)


def _forget(request: HttpRequest, person: Person) -> HttpResponse:
    device = row_id(request.POST.get("device", ""))
    if device and endpoints.forget_device(person, device):
        messages.success(request, _("We tell you on that device no more."))
    else:
        messages.error(request, _("That device is not there any more."))
    answer = redirect("devices")
    if device == device_of(request):
        answer.delete_cookie(COOKIE, samesite="Lax")
    return answer


FORMS = {"add": _add, "renew": _renew, "forget": _forget}


def _context(request: HttpRequest, person: Person, fault: str) -> dict[str, Any]:
    now, here = timezone.now(), device_of(request)
    rows = [
        {"device": it, "here": it.pk == here, "record": record_of(it, now)}
        for it in endpoints.devices_of(person)
    ]
    return {"rows": rows, "fault": fault, "key": push.public_key(), "most": endpoints.MOST_DEVICES}


def device_of(request: HttpRequest) -> int | None:
    """Which of the devices this browser says it is."""
    return row_id(request.COOKIES.get(COOKIE, ""))


def leave(request: HttpRequest) -> None:
    """Tell whoever signs out no more on the device where they do: others may use it next."""
    person, device = person_of(request), device_of(request)
    if person and device:
        endpoints.forget_device(person, device)


def label_of(agent: str) -> str:
    """How a device is called, by what its browser says of itself."""
    browser = next((name for sign, name in BROWSERS if sign in agent), "") or _("A browser")
    system = next((name for sign, name in SYSTEMS if sign in agent), "")
    if not system:
        return browser
    return pgettext("a browser and its system", "%(browser)s on %(system)s") % {
        "browser": browser,
        "system": system,
    }


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The script that a browser keeps, and wakes when something is told.

    It lies at the root, since it may act for the pages below its own address only. It is asked for anew each
    time the browser looks whether it has changed.
    """
    words = {
        "key": push.public_key(),
        "devices": reverse("devices"),
        "home": reverse("games"),
        "icon": static("games/icon-192.png"),
        "title": settings.SITE_NAME,
        "text": _("There is news at your tables."),
    }
    answer = render(
        request,
        "people/push_worker.js",
        {"site": json.dumps(words)},
        content_type="text/javascript; charset=utf-8",
    )
    answer["Cache-Control"] = "no-cache"
    return answer


urlpatterns = [
    path("settings/devices/", devices, name="devices"),
    path("push-worker.js", worker, name="push_worker"),
]
