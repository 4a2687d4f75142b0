"""The verb of somebody whose mail came back."""

from __future__ import annotations

from games.models import Person


def mail_again(person: Person) -> None:
    """Send mail to this person's address again, though it came back once."""
    Person.objects.filter(id=person.id).update(bounced="")
    person.bounced = ""
