"""What we do otherwise than allauth by itself: mail goes through the outbox, and newcomers are seated."""

from __future__ import annotations

import unicodedata
from typing import Any
from urllib.parse import urlencode, urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.shortcuts import redirect, resolve_url
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.actions import people
from games.addresses import absolute
from games.models import Game, Person
from games.models.person import NAME_TAKEN
from games.notices import compose
from games.notices.outbox import enqueue_account
from games.pages import devices
from games.pages.asked import is_own_path
from games.pages.lobby import wish_of
from games.pages.seating import WISH

MISMATCH = gettext_lazy("This name or address, and this password, do not belong together.")


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Accounts as this site has them."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": MISMATCH,
        "email_password_mismatch": MISMATCH,
        "incorrect_password": gettext_lazy("This is not your password."),
        "enter_current_password": gettext_lazy("This is not your present password."),
        "too_many_login_attempts": gettext_lazy("Too many wrong passwords. Try again in a few minutes."),
        "username_taken": NAME_TAKEN,
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Anybody may sign up."""
        return True

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """A name by the rules of the model, letters that look alike to the eye made alike."""
        return str(super().clean_username(unicodedata.normalize("NFKC", username), shallow))

    def save_user(self, request: HttpRequest, user: Person, form: Any, commit: bool = True) -> Person:
        """Make the account, and keep the table whose link brought this newcomer here.

        Of two people who ask for one name at the same moment, the second is sent back to the form.
        """
        try:
            with transaction.atomic():
                person: Person = super().save_user(request, user, form, commit)
        except IntegrityError as error:
            messages.error(request, NAME_TAKEN)
            raise ImmediateHttpResponse(redirect("account_signup")) from error
        wanted = wish_of(request.session) if commit else None
        if wanted is not None:
            people.remember_wish(person, wanted)
        return person

    def logout(self, request: HttpRequest) -> None:
        """Sign out; on a device that somebody else may use next, nothing is told any more."""
        devices.leave(request)
        super().logout(request)

    def clean_email(self, email: str) -> str:
        """An address that the model can hold; the form for another address lets longer ones through."""
        Person._meta.get_field("email").run_validators(email)
        return str(super().clean_email(email))

    def is_safe_url(self, url: str | None) -> bool:
        """Only paths of this site are led to."""
        return is_own_path(url or "")

    def can_delete_email(self, email_address: EmailAddress) -> bool:
        """Only an address that does not count yet can be given up: nobody is without one."""
        return not email_address.primary

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Put the mail into the outbox; nobody waits for a mail server."""
        person = _person(context, email)
        links = {key: _of_the_site(it) for key, it in context.items() if key.endswith("_url")}
        told = (
            compose.frame() | {"name": person.username if person else email, "email": email} | context | links
        )
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
                messages.success(request, _seated(table))
        return confirmed

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        """To the sign-in, and from there to the table whose link brought a newcomer here."""
        url = resolve_url(super().get_email_verification_redirect_url(email_address))
        slug = self.request.session.get(WISH)
        if not slug or self.request.user.is_authenticated:
            return url
        return f"{url}?{urlencode({'next': reverse('table', args=[slug])})}"


def _seated(table: Game) -> str:
    """What a newcomer is told who had no chance yet to say a lucky word."""
    if table.is_open():
        return _("You have a seat at the table that you came for. A lucky word of yours can be added there.")
    return _("You have a seat at the table that you came for. It is full now: the game has started.")


def _of_the_site(link: str) -> str:
    """A link of allauth's at the site's own address, whatever host the request was for."""
    return absolute(urlsplit(link)._replace(scheme="", netloc="").geturl())


def _person(context: dict[str, Any], email: str) -> Person | None:
    """Whose account a mail is about: as its context tells, or else whoever has the address."""
    user = context.get("user")
    if isinstance(user, Person):
        return user
    known = EmailAddress.objects.filter(email__iexact=email).select_related("user").first()
    return known.user if known else None
