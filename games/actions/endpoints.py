"""The verbs of the places beside mail where somebody is told: devices, and webhooks."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.actions import Refused
from games.models import Channel, Endpoint, Person
from games.models.choices import LABEL_LENGTH
from games.notices.channels import outgoing, push

MOST_DEVICES = 20


def devices_of(person: Person) -> QuerySet[Endpoint]:
    """The devices of a person, those added first in front."""
    return Endpoint.objects.filter(person=person, channel=Channel.PUSH).order_by("id")


def add_device(
    person: Person, url: str, p256dh: str, auth: str, now: datetime, label: str = "", was: int | None = None
) -> Endpoint:
    """Tell a person on a device from now on, by what its browser gives: an address and two keys.

    A device that is there already, by its address or as the one it `was`, is renewed. It is one person's at a
    time: whoever adds it takes it over. Looks where the address leads, for 2 seconds at most. Raises Refused.
    """
    try:
        url, keys = outgoing.check(url), push.checked_keys(p256dh, auth)
    except (outgoing.Unfit, ValueError) as error:
        raise Refused(_("This browser did not say in a way we can use how it can be reached.")) from error
    return _kept(person, url, keys, now, label[:LABEL_LENGTH], was)


@transaction.atomic
def _kept(
    person: Person, url: str, keys: dict[str, str], now: datetime, label: str, was: int | None
) -> Endpoint:
    Person.locked().get(id=person.id)
    device = _known(person, url, was)
    if device is None and devices_of(person).count() >= MOST_DEVICES:
        raise Refused(
            _("You are told on %(most)d devices already. Remove one of them.") % {"most": MOST_DEVICES}
        )
    _taken_over(person, url, keys)
    device = device or Endpoint(person=person, channel=Channel.PUSH, made_at=now)
    device.url, device.keys, device.label = url, keys, label
    device.failures, device.stopped_at, device.error = 0, None, ""
    device.save()
    return device


def _known(person: Person, url: str, was: int | None) -> Endpoint | None:
    """The row of this device, if it has one; of two, that of its former address goes."""
    here = devices_of(person).filter(url=url).first()
    former = devices_of(person).filter(id=was).first() if was else None
    if here and former and former != here:
        remove(devices_of(person).filter(id=former.id))
    return here or former


def _taken_over(person: Person, url: str, keys: dict[str, str]) -> None:
    """Nobody else is told on this device any more; who knows its secret has it in hand."""
    others = Endpoint.objects.filter(channel=Channel.PUSH, url=url).exclude(person=person)
    remove(others.filter(keys__auth=keys["auth"]))


def forget_device(person: Person, device_id: int) -> bool:
    """Tell a person on a device no more, and keep nothing of it. False where there was no such device."""
    return remove(devices_of(person).filter(id=device_id))


@transaction.atomic
def remove(endpoints: QuerySet[Endpoint]) -> bool:
    """Delete devices or webhooks, with what they were told; returns whether there were any.

    They are locked first: else a worker that is about to tell them something would be in the way.
    """
    found = list(endpoints.select_for_update().order_by("id").values_list("id", flat=True))
    Endpoint.objects.filter(id__in=found).delete()
    return bool(found)
