"""The verbs of the personal feeds: their secret addresses are made, changed, and given up."""

from __future__ import annotations

import secrets

from django.db import transaction

from games.models import Choices, Person

# The length of a key is 43 characters of letters, digits, "-" and "_".
BYTES = 32


@transaction.atomic
def make_feed_key(person: Person) -> str:
    """The key of the person's feeds; made now, where they have none yet."""
    choices = _locked_choices(person)
    return choices.feed_key or _keep(choices, secrets.token_urlsafe(BYTES))


@transaction.atomic
def change_feed_key(person: Person) -> str:
    """A new key: from now on the old addresses give nothing."""
    return _keep(_locked_choices(person), secrets.token_urlsafe(BYTES))


@transaction.atomic
def drop_feed_key(person: Person) -> None:
    """There are no feeds any more."""
    choices = _locked_choices(person)
    choices.feed_key = None
    choices.save(update_fields=["feed_key"])


def _locked_choices(person: Person) -> Choices:
    """What the person has chosen, alone for the rest of the transaction."""
    choices, _ = Choices.objects.get_or_create(person=Person.locked().get(id=person.id))
    return choices


def _keep(choices: Choices, key: str) -> str:
    choices.feed_key = key
    choices.save(update_fields=["feed_key"])
    return key
