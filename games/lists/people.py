"""People by their names."""

from __future__ import annotations

from django.db import connection
from django.db.models import Value
from django.db.models.functions import Lower

from games.models import Person
from games.models.direct import Prepared

# In the order of the model's fields, in which a row becomes a person again.
SHOWN = tuple(
    field.attname
    for field in Person._meta.concrete_fields
    if field.attname in ("id", "username", "date_joined")
)
_named = Prepared(
    lambda name: (
        Person.objects.annotate(key=Lower("username"))
        .filter(key=Lower(Value(name)), is_active=True)
        .values_list(*SHOWN)
    ),
    "name of somebody",
)


def person_named(name: str) -> Person | None:
    """The person of that name, in whatever case, as far as a profile shows people."""
    found = [] if "\0" in name else _named(name)
    return Person.from_db(connection.alias, SHOWN, found[0]) if found else None
