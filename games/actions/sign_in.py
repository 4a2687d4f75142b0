"""The verbs of links that sign somebody in: use one, and forget those that are of no use any more."""

from __future__ import annotations

import logging
from datetime import datetime

from django.db.models import Q

from games.models import Person, SignIn
from games.notices.choice import choices_of
from games.notices.sign_in import digest

logger = logging.getLogger(__name__)


def good(secret: str, now: datetime) -> SignIn | None:
    """The link of a secret, if it would sign its person in now; None for all others alike."""
    person = _person(secret)
    if person is None or not person.is_active or not choices_of(person).sign_in_by_mail:
        return None
    found = SignIn.objects.filter(digest=digest(person, secret), person=person)
    link = found.filter(used_at=None, expires_at__gt=now).first()
    if link is not None:
        link.person = person
    return link


def use(secret: str, now: datetime) -> SignIn | None:
    """Use the link of a secret up; None where it is no good, or somebody else was quicker."""
    link = good(secret, now)
    if link is None or not SignIn.objects.filter(id=link.id, used_at=None).update(used_at=now):
        return None
    logger.info("%s has signed in by a link in a mail", link.person_id)
    return link


def forget_old(now: datetime) -> int:
    """Delete the links that are used or too old; gives how many."""
    return SignIn.objects.filter(Q(expires_at__lte=now) | Q(used_at__isnull=False)).delete()[0]


def _person(secret: str) -> Person | None:
    """Whom a secret names."""
    number = secret.partition("-")[0]
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        return None
    return Person.objects.filter(id=int(number)).first()
