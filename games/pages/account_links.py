"""The pages that links in mails open: looking at them ends no session, only the button on them does.

allauth signs out whoever else is signed in already when such a page is looked at.
"""

from __future__ import annotations

from typing import Any

from allauth.account.views import ConfirmEmailView, PasswordResetFromKeyView
from django.urls import re_path


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


urlpatterns = [
    re_path(
        r"^account/confirm-email/(?P<key>[-:\w]+)/$", ConfirmAddress.as_view(), name="account_confirm_email"
    ),
    re_path(
        r"^account/password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        ChoosePassword.as_view(),
        name="account_reset_password_from_key",
    ),
]
