"""The verb of the mail switches that a mail itself carries; the settings page has its own."""

from __future__ import annotations

from django.db import transaction

from games.models import Person


@transaction.atomic
def switch_mail(person_id: int, kind: str, on: bool) -> Person:
    """Mail this kind of notice to the person, or no longer. Raises Person.DoesNotExist."""
    person = Person.locked().get(id=person_id)
    others = [it for it in person.muted if it != kind]
    person.muted = others if on else [*others, kind]
    person.save(update_fields=["muted"])
    return person
