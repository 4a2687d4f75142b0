"""The webhooks of a person: where programs and channels of theirs are told what they are told."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games.actions import Refused, webhooks
from games.models import Endpoint, Person
from games.models.choices import LABEL_LENGTH, URL_LENGTH
from games.pages.asked import row_id, signed_in
from games.pages.caching import private
from games.pages.endpoints import Record, name_of, record_of
from games.pages.faults import always
from games.pages.often import note_attempt

SHAPES = [("", gettext_lazy("What fits the address")), *Endpoint.Shape.choices]
# How much of the secret part of an address is shown, to tell one from another.
SHOWN = 4


class NewWebhook(forms.Form):
    """An address to add, what it is called, and what it takes."""

    url = forms.CharField(
        max_length=URL_LENGTH,
        error_messages=always(gettext_lazy("Give an address that begins with https://.")),
    )
    label = forms.CharField(
        required=False,
        max_length=LABEL_LENGTH,
        error_messages=always(gettext_lazy("A name has at most 40 characters, none of them invisible.")),
    )
    shape = forms.ChoiceField(
        required=False, choices=SHAPES, error_messages=always(gettext_lazy("There is no such form."))
    )

    def added(self, request: HttpRequest, now: datetime) -> Endpoint | None:
        """The webhook that has been added; None where a field says what is wrong."""
        if not self.is_valid():
            return None
        given, person = self.cleaned_data, signed_in(request)
        try:
            note_attempt(request, "add_webhook", person)
            return webhooks.add_webhook(person, given["url"], given["label"], given["shape"], now)
        except Refused as refusal:
            self.add_error("url", refusal.sentence)
            return None


@dataclass(frozen=True, slots=True)
class Row:
    """A webhook as its owner sees it; `secret` where what is sent there can be checked."""

    id: int
    name: str
    address: str
    shape: str
    secret: str
    failures: int
    record: Record


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@private
def index(request: HttpRequest) -> HttpResponse:
    """The webhooks of the reader; one form adds another, each of them can be removed, and started again."""
    form = request.POST.get("form", "")
    if request.method == "POST":
        return FORMS.get(form, _nothing)(request, signed_in(request))
    return _page(request, signed_in(request), NewWebhook())


def _page(request: HttpRequest, person: Person, form: NewWebhook) -> HttpResponse:
    now = timezone.now()
    rows = [row(it, now) for it in webhooks.webhooks_of(person)]
    context = {"rows": rows, "form": form, "most": webhooks.MOST_WEBHOOKS, "label_length": LABEL_LENGTH}
    return render(request, "people/webhooks.html", context)


def _add(request: HttpRequest, person: Person) -> HttpResponse:
    form = NewWebhook(request.POST)
    if added := form.added(request, timezone.now()):
        told = _("We tell you at %(name)s, too. Send a test to see whether it arrives.")
        messages.success(request, told % {"name": name_of(added)})
        return redirect("webhooks")
    return _page(request, person, form)


def _forget(request: HttpRequest, person: Person) -> HttpResponse:
    known = webhooks.forget_webhook(person, _id(request))
    return _done(request, known, _("We tell you there no more."))


def _restart(request: HttpRequest, person: Person) -> HttpResponse:
    known = webhooks.restart_webhook(person, _id(request))
    return _done(request, known, _("We tell you there again, from your next notice on."))


def _done(request: HttpRequest, known: bool, told: str) -> HttpResponse:
    if known:
        messages.success(request, told)
    else:
        messages.error(request, _("That webhook is not there any more."))
    return redirect("webhooks")


def _nothing(request: HttpRequest, person: Person) -> HttpResponse:
    messages.error(request, _("There is no such setting."))
    return redirect("webhooks")


FORMS = {"add": _add, "forget": _forget, "restart": _restart}


def _id(request: HttpRequest) -> int:
    """The webhook that a form names; 0, which none has, where it names none."""
    return row_id(request.POST.get("webhook", "")) or 0


def row(it: Endpoint, now: datetime) -> Row:
    """A webhook in words."""
    return Row(
        it.pk,
        name_of(it),
        shortened(it.url),
        it.get_shape_display(),
        it.keys["secret"] if it.shape == Endpoint.Shape.JSON else "",
        it.failures,
        record_of(it, now),
    )


def shortened(url: str) -> str:
    """An address without its secret part, which is at its end."""
    parts = urlsplit(url)
    secret = f"{parts.path}?{parts.query}" if parts.query else parts.path
    shown = secret if len(secret) <= 2 * SHOWN else f"/…{secret[-SHOWN:]}"
    return f"{parts.netloc}{shown}"


urlpatterns = [path("settings/webhooks/", index, name="webhooks")]
