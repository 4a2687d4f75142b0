"""What the provider that sends the site's mail reports of it (django-anymail), and mail tried again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from anymail.signals import AnymailTrackingEvent, EventType, RejectReason, tracking
from anymail.urls import urlpatterns as of_providers
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ImproperlyConfigured, SuspiciousOperation
from django.dispatch import receiver
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from games.actions.bounces import mail_again as send_mail_again
from games.notices import bounces
from games.pages.asked import signed_in, way_back

VIEWS = {it.name: it.callback for it in of_providers}
# What anymail raises for a body that it cannot read, or that is meant for another door.
NO_REPORT = (ImproperlyConfigured, ValueError, KeyError, TypeError, AttributeError)
# The provider will not even try, since this address is one that takes no mail.
OF_THE_ADDRESS = (RejectReason.INVALID, RejectReason.BOUNCED)


@csrf_exempt
def events(request: HttpRequest) -> HttpResponseBase:
    """Take what the provider reports; who does not know the secret is refused (400)."""
    if not settings.MAIL_PROVIDER:
        raise Http404
    view = VIEWS[f"{settings.MAIL_PROVIDER}_tracking_webhook"]
    try:
        answer: HttpResponseBase = view(request)
    except NO_REPORT as error:
        raise SuspiciousOperation("This is no report of the mail provider.") from error
    return answer


@receiver(tracking, dispatch_uid="games.pages.bounces")
def heard(event: AnymailTrackingEvent, **_sent: Any) -> None:
    """Note what has become of one mail: it was taken, or its address will never take any."""
    notice = bounces.notice_of(str(event.message_id or ""))
    if event.event_type == EventType.DELIVERED and notice is not None:
        bounces.accepted(notice)
    elif event.recipient and _is_hard(event):
        bounces.bounced(event.recipient, _reason(event), timezone.now(), notice)


def _is_hard(event: AnymailTrackingEvent) -> bool:
    """Whether no mail is to go to this address any more; a complaint says that its reader wants none."""
    if event.event_type == EventType.BOUNCED:
        return event.reject_reason in OF_THE_ADDRESS and not _is_soft(event)
    if event.event_type == EventType.REJECTED:
        return event.reject_reason in OF_THE_ADDRESS
    return bool(event.event_type == EventType.COMPLAINED)


def _is_soft(event: AnymailTrackingEvent) -> bool:
    """Whether a later mail may arrive, by the provider's own word: anymail tells both bounces alike."""
    its_own = event.esp_event if isinstance(event.esp_event, Mapping) else {}
    named = f"{its_own.get('event')} {its_own.get('Type')} {its_own.get('RecordType')}".lower()
    return "soft" in named or its_own.get("hard_bounce") is False


def _reason(event: AnymailTrackingEvent) -> str:
    if event.event_type == EventType.COMPLAINED:
        return "reported as spam"
    return " ".join(str(event.mta_response or event.description or event.reject_reason or "").split())


@require_POST
@login_required
def mail_again(request: HttpRequest) -> HttpResponse:
    """Send mail to the reader's address again, though it came back."""
    send_mail_again(signed_in(request))
    messages.success(request, _("We mail you again. If that comes back too, we say so here."))
    return redirect(way_back(request, reverse("settings")))


urlpatterns = [
    path("mail/events/", events, name="mail_events"),
    path("mail/again/", mail_again, name="mail_again"),
]
