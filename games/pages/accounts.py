"""What we do otherwise than allauth by itself: mail goes through the outbox, and newcomers are seated."""

from __future__ import annotations

import unicodedata
from typing import Any
from urllib.parse import urlencode

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.contrib import messages
from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.actions import people
from games.models import Person
from games.notices import compose
from games.notices.outbox import enqueue_account
from games.pages.lobby import wish_of
from games.pages.seating import WISH


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Accounts as this site has them."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Anybody may sign up."""
        return True

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """A name by the rules of the model, letters that look alike to the eye made alike."""
        return str(super().clean_username(unicodedata.normalize("NFKC", username), shallow))

    def save_user(self, request: HttpRequest, user: Person, form: Any, commit: bool = True) -> Person:
        """Make the account, and keep the table whose link brought this newcomer here."""
        person: Person = super().save_user(request, user, form, commit)
        wanted = wish_of(request.session) if commit else None
        if wanted is not None:
            people.remember_wish(person, wanted)
        return person

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Put the mail into the outbox; nobody waits for a mail server."""
        person = _person(context, email)
        told = compose.frame() | {"name": person.username if person else email, "email": email, **context}
        subject, text, html = (
            compose.rendered(f"{template_prefix}_{part}", told)
            for part in ("subject.txt", "message.txt", "message.html")
        )
        enqueue_account(email, subject, text, html, person, timezone.now())

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm the address, and seat a newcomer at the table that they came for."""
        confirmed = bool(super().confirm_email(request, email_address))
        if confirmed:
            table = people.address_confirmed(email_address.user, timezone.now())
            if table is not None:
                messages.success(request, _("You have a seat at the table that you came for."))
        return confirmed

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        """To the sign-in, and from there to the table whose link brought a newcomer here."""
        url = resolve_url(super().get_email_verification_redirect_url(email_address))
        slug = self.request.session.get(WISH)
        if not slug or self.request.user.is_authenticated:
            return url
        return f"{url}?{urlencode({'next': reverse('table', args=[slug])})}"


def _person(context: dict[str, Any], email: str) -> Person | None:
    """Whose account a mail is about: as its context tells, or else whoever has the address."""
    user = context.get("user")
    if isinstance(user, Person):
        return user
    known = EmailAddress.objects.filter(email__iexact=email).select_related("user").first()
    return known.user if known else None
