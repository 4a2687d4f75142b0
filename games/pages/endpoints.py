"""What pages tell alike of devices and webhooks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from django.utils.translation import gettext as _

from games.models import Channel, Endpoint
from games.pages.away_words import moment_words
from games.pages.fates import plainly


@dataclass(frozen=True, slots=True)
class Record:
    """When a device or webhook was added, last told and stopped, and what went wrong there last, in words."""

    made: str
    told: str
    stopped: str
    error: str


def record_of(it: Endpoint, now: datetime) -> Record:
    """How a device or webhook has fared; empty what has not happened."""
    return Record(
        moment_words(it.made_at, now),
        moment_words(it.told_at, now) if it.told_at else "",
        moment_words(it.stopped_at, now) if it.stopped_at else "",
        plainly(it.error),
    )


def name_of(it: Endpoint) -> str:
    """What a device or webhook is called: as its owner calls it, or else a webhook by its host."""
    return it.label or (_("A device") if it.channel == Channel.PUSH else urlsplit(it.url).netloc)
