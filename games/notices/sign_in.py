"""Links in mails that sign their reader in: for those who have chosen so, once each, and for a day.

A link holds a number of the person and a secret; the database has only a digest, in which the person's
password and address are, too: a link made before either was changed fits no more.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.urls import reverse
from django.utils.crypto import salted_hmac

from games.addresses import absolute
from games.models import Notice, Person, SignIn
from games.notices.choice import choices_of

GOOD_FOR = timedelta(days=1)
LONGEST_PATH = 200


def address(person: Person, path: str, notice: Notice, now: datetime) -> str | None:
    """The full address of a page that signs the person in and leads to a path of the site.

    Each call makes another link. None where the person has not chosen to get any.
    """
    if not choices_of(person).sign_in_by_mail or not person.is_active or len(path) > LONGEST_PATH:
        return None
    secret = f"{person.id}-{secrets.token_urlsafe(24)}"
    SignIn.objects.create(
        person=person, digest=digest(person, secret), leads_to=path, expires_at=now + GOOD_FOR
    )
    return absolute(reverse("mail_in", args=[secret]))


def digest(person: Person, secret: str) -> str:
    """What is kept of a secret: a SHA-256 that only our own key makes, and only as the account is now."""
    confirmed = EmailAddress.objects.filter(user=person, verified=True).order_by("email")
    addresses = " ".join(confirmed.values_list("email", flat=True))
    account = f"{secret}\n{person.password}\n{addresses}"
    return salted_hmac("games.mail.in", account, algorithm="sha256").hexdigest()
