"""The link at the foot of a mail that switches its event off: good for one person and event, for ever."""

from __future__ import annotations

from django.core import signing
from django.urls import reverse

from games.models import Notice, Person
from games.notices.choice import BY_SLUG, DIGEST, OF_KIND, Event, event_of

SIGNER = signing.Signer(salt="games.mail.off")


def path(person: Person, notice: Notice) -> str | None:
    """The path of the page that switches mail of its event off; None for what is always told."""
    event = DIGEST if notice.kind == Notice.Kind.DIGEST else event_of(notice)
    return reverse("unsubscribe", args=[SIGNER.sign_object([person.id, event.slug])]) if event else None


def read(token: str) -> tuple[int, Event] | None:
    """The person and the event of a token; None where we have not signed it for this.

    Older mails named a kind instead.
    """
    try:
        person_id, slug = SIGNER.unsign_object(token)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    if slug == DIGEST.slug:
        return person_id, DIGEST
    event = BY_SLUG.get(slug if slug in BY_SLUG else OF_KIND.get(slug, ""))
    return (person_id, event) if event else None
