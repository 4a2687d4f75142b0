"""What somebody has chosen, as their page of choices would have written it."""

from __future__ import annotations

from typing import Any

from games.models import Choices, Person


def choose(name: str, **columns: Any) -> Choices:
    """Somebody has chosen this."""
    person = Person.objects.get(username=name)
    return Choices.objects.update_or_create(person=person, defaults=columns)[0]


def switched_off(name: str, *events: str) -> None:
    """Somebody wants to hear of these events nowhere."""
    choose(name, matrix={event: [] for event in events})
