"""The verbs of webhooks: addresses of programs and channels that are told what a person is told."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.actions import Refused
from games.actions.endpoints import remove
from games.models import Channel, Endpoint, Person
from games.notices.channels import outgoing, webhook
from games.notices.words import one_line

MOST_WEBHOOKS = 10


def webhooks_of(person: Person) -> QuerySet[Endpoint]:
    """The webhooks of a person, those added first in front."""
    return Endpoint.objects.filter(person=person, channel=Channel.WEBHOOK).order_by("id")


def add_webhook(person: Person, url: str, label: str, shape: str, now: datetime) -> Endpoint:
    """Tell a person at an address from now on; without a `shape`, in the one that is known there.

    Looks where the address leads, for 2 seconds at most. Raises Refused.
    """
    try:
        url = outgoing.check(url)
    except outgoing.Unfit as unfit:
        raise Refused(unfit.sentence) from unfit
    shape = shape or webhook.shape_of(url)
    return _kept(Endpoint(person=person, url=url, label=one_line(label), shape=shape, made_at=now))


@transaction.atomic
def _kept(new: Endpoint) -> Endpoint:
    new.channel, new.keys = Channel.WEBHOOK, {"secret": webhook.new_secret()}
    others = webhooks_of(Person.locked().get(id=new.person_id))
    if others.filter(url=new.url).exists():
        raise Refused(_("We tell you at this address already."))
    if others.count() >= MOST_WEBHOOKS:
        raise Refused(_("You have %(most)d webhooks already. Remove one of them.") % {"most": MOST_WEBHOOKS})
    new.save()
    return new


def forget_webhook(person: Person, webhook_id: int) -> bool:
    """Tell a person there no more, and keep nothing of it. False where there was no such webhook."""
    return remove(webhooks_of(person).filter(id=webhook_id))


def restart_webhook(person: Person, webhook_id: int) -> bool:
    """Tell a person again where it had been stopped. False where there was no such webhook."""
    changed = webhooks_of(person).filter(id=webhook_id).update(stopped_at=None, failures=0, error="")
    return bool(changed)
