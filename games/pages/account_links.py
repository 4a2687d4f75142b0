"""The pages that links in mails open, and the one that has such a link sent again.

Looking at them ends no session, only the button on them does: allauth signs out whoever else is signed in
already when such a page is looked at.
"""

from __future__ import annotations

from typing import Any

from allauth.account.internal import flows
from allauth.account.stages import EmailVerificationStage, LoginStageController
from allauth.account.views import ConfirmEmailView, EmailVerificationSentView, PasswordResetFromKeyView
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path, re_path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST


class EndsNoSession:
    """Signs somebody else out by POST only."""

    request: Any

    def logout(self) -> None:
        """Sign out whoever is signed in here, unless this is only a look."""
        if self.request.method == "POST":
            super().logout()  # type: ignore[misc]


class ConfirmAddress(EndsNoSession, ConfirmEmailView):  # type: ignore[misc]
    """Asks whether an address is right, and confirms it."""


class ChoosePassword(EndsNoSession, PasswordResetFromKeyView):  # type: ignore[misc]
    """Asks for a new password in place of a lost one."""


class LookIntoMail(EmailVerificationSentView):  # type: ignore[misc]
    """Tells that a link has been sent; where this browser has just asked for it, it can be sent again."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """What the page shows."""
        return {**super().get_context_data(**kwargs), "can_send_again": _waits(self.request) is not None}


@require_POST
def send_again(request: HttpRequest) -> HttpResponse:
    """Send the link again, at most once in three minutes.

    For an address that belongs to somebody else's account all looks the same, and its owner is told again.
    """
    stage = _waits(request)
    if stage is None:
        messages.warning(request, _("Sign in: if your address still waits to be confirmed, a link is sent."))
        return redirect("account_login")
    if not flows.email_verification.send_verification_email_at_login(request, stage.login):
        messages.warning(
            request,
            _("No other link was sent: the last one is less than three minutes old, or has been used."),
        )
    return redirect("account_email_verification_sent")


def _waits(request: HttpRequest) -> Any:
    """The sign-up or sign-in of this browser that waits for an address to be confirmed."""
    return LoginStageController.enter(request, EmailVerificationStage.key)


urlpatterns = [
    path("account/confirm-email/", LookIntoMail.as_view(), name="account_email_verification_sent"),
    path("account/send-again/", send_again, name="account_send_again"),
    re_path(
        r"^account/confirm-email/(?P<key>[-:\w]+)/$", ConfirmAddress.as_view(), name="account_confirm_email"
    ),
    re_path(
        r"^account/password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        ChoosePassword.as_view(),
        name="account_reset_password_from_key",
    ),
]
