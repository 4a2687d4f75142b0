"""The link at the foot of a mail that switches its kind off: good for one person and one kind, for ever."""

from __future__ import annotations

from django.core import signing
from django.urls import reverse

from games.models import Notice, Person

SIGNER = signing.Signer(salt="games.mail.off")
# These cannot be switched off: what the account itself was asked for (a password), and what nobody else would
# say: that a game is about to end, or stands still because of a fault.
ALWAYS = (Notice.Kind.ACCOUNT, Notice.Kind.WARNING, Notice.Kind.STUCK)
KINDS = tuple(kind for kind in Notice.Kind if kind not in ALWAYS)


def wants(person: Person, kind: str) -> bool:
    """Whether this kind of notice is to be mailed to a person."""
    return kind in ALWAYS or person.wants(kind)


def path(person_id: int, kind: str) -> str:
    """The address, without the host, of the page that switches this kind off."""
    return reverse("unsubscribe", args=[SIGNER.sign_object([person_id, kind])])


def read(token: str) -> tuple[int, str] | None:
    """The person and the kind of a token; None where we have not signed it for this."""
    try:
        person_id, kind = SIGNER.unsign_object(token)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return (person_id, kind) if kind in KINDS else None
