"""What tests of what people choose to be told need: the usual wishes, and the form that asks for them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.actions.choices import Wishes
from games.models import Choices, Person
from games.notices.choice import EVENTS
from tests.site.cast import as_client

ADDRESS = "/settings/notices/"
USUAL = Wishes(
    channels={it.slug: it.channels for it in EVENTS},
    when=dict.fromkeys((it.slug for it in EVENTS), "once"),
    idle_minutes=10,
    digest_at=8 * 60,
)
FORM: dict[str, Any] = {
    "channels": [f"{it.slug}.{channel}" for it in EVENTS for channel in it.channels],
    **{f"when_{it.slug}": "once" for it in EVENTS},
    "idle_minutes": "10",
    "digest_at": "08:00",
    "quiet_from": "",
    "quiet_until": "",
    "turns_in_mail": "on",
    "language": "",
}


def usual_but(**changes: Any) -> Wishes:
    """The usual wishes with some of their own; of `channels` and `when` only the events that are named."""
    for name in ("channels", "when"):
        changes[name] = {**getattr(USUAL, name), **changes.get(name, {})}
    return replace(USUAL, **changes)


def send(someone: Person | None, **changes: Any) -> Any:
    """Send the form of the page with these fields otherwise than usual, and follow."""
    return as_client(someone).post(ADDRESS, FORM | changes, follow=True)


def stored() -> list[Any]:
    """All rows that the page may change any of."""
    muted = Choices.muted_tables.through.objects.values_list("choices__person", "game")
    people = Person.objects.order_by("id").values("id", "language", "leads")
    return [list(Choices.objects.order_by("id").values()), sorted(muted), list(people)]
