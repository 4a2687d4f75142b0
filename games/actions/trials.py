"""The verb of the test that somebody asks for: a notice that goes one way only, at once."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from games import wake
from games.actions import Refused
from games.models import Channel, Endpoint, Notice, Person

# So many tests within so long; each is a row, so they are counted even where the cache has forgotten.
MOST, WITHIN = 5, timedelta(minutes=10)


@transaction.atomic
def send_trial(person: Person, channel: str, endpoint_id: int | None, now: datetime) -> Notice:
    """Send the person a test: a mail, or to this device or webhook of theirs.

    Raises Refused, or Endpoint.DoesNotExist for one that is not theirs or not on this channel.
    """
    Person.locked().get(id=person.id)
    endpoint = None if channel == Channel.MAIL else _own(person, channel, endpoint_id)
    asked = Notice.objects.filter(person=person, kind=Notice.Kind.TEST, created_at__gt=now - WITHIN)
    if asked.count() >= MOST:
        raise Refused(_("Those were many tests in a short while. Please wait ten minutes before the next."))
    notice = Notice.objects.create(
        person=person,
        kind=Notice.Kind.TEST,
        key=secrets.token_urlsafe(16),
        channel=channel,
        endpoint=endpoint,
        fanned=True,
        created_at=now,
        due_at=now,
    )
    wake.outbox()
    return notice


def _own(person: Person, channel: str, endpoint_id: int | None) -> Endpoint:
    """The device or webhook of this person. Raises Endpoint.DoesNotExist, or Refused where it has stopped."""
    if channel not in Channel.values:
        raise Endpoint.DoesNotExist
    endpoint = Endpoint.objects.get(person=person, channel=channel, id=endpoint_id or 0)
    if endpoint.stopped_at is not None:
        raise Refused(_("Nothing is sent there any more. Set it up anew first."))
    return endpoint
