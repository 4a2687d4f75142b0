"""The test that somebody asks for, to see that a channel works."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse

from games.addresses import absolute
from games.models import Notice, Person
from games.notices.choice import EVENTS, channels_of, choices_of
from games.notices.running import Context


def trial(notice: Notice, person: Person, now: datetime) -> Context | None:
    """When it was asked for, and what else the person is told on this channel."""
    choices = choices_of(person)
    return {
        "asked_at": notice.created_at,
        "zone": person.zone_name,
        "events": [it.label for it in EVENTS if notice.channel in channels_of(choices, it)],
        "told_url": absolute(reverse("told")),
    }
