"""The verb of the mail switches that a mail itself carries; the page of choices has its own."""

from __future__ import annotations

from django.db import transaction

from games.models import Channel, Choices, Person
from games.notices.choice import Event, channels_of, meant_by


@transaction.atomic
def switch_mail(person_id: int, event: Event, on: bool) -> Choices:
    """Mail this event, or all of a digest, to the person, or no longer. Raises Person.DoesNotExist."""
    person = Person.locked().get(id=person_id)
    choices, _ = Choices.objects.get_or_create(person=person)
    for it in meant_by(choices, event):
        others = [channel for channel in channels_of(choices, it) if channel != Channel.MAIL]
        choices.matrix = choices.matrix | {it.slug: [Channel.MAIL.value, *others] if on else others}
    choices.save(update_fields=["matrix"])
    return choices
