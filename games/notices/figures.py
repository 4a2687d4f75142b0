"""How the notices fare: what staff see of it, and whether somebody should look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Min

from games.models import Channel, Endpoint, Heartbeat, Notice, Person
from games.models.absence import GAP
from games.notices import outage
from games.notices.outbox import leaving

# A notice that may leave and has not for so long waits for something that does not come by itself.
LATE = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Health:
    """Since when the oldest notice could have left, mail is away, and digests were last looked at.

    None where nothing waits, mail is there, or nobody ever looked.
    """

    now: datetime
    oldest: datetime | None
    mail_away_since: datetime | None
    digests_at: datetime | None

    @property
    def leaves(self) -> bool:
        """Whether what may leave does."""
        return self.oldest is None or self.now - self.oldest <= LATE

    @property
    def mail_is_there(self) -> bool:
        """Whether the mail server could be reached lately."""
        return self.mail_away_since is None or self.now - self.mail_away_since <= GAP

    @property
    def digests_are_made(self) -> bool:
        """Whether it is looked often enough whether digests are due; on a new site nobody has yet."""
        return self.digests_at is None or self.now - self.digests_at <= GAP


@dataclass(frozen=True, slots=True)
class Volume:
    """How many notices of one channel met one fate in a stretch of time."""

    channel: str
    status: str
    count: int


def health(now: datetime) -> Health:
    """How the outbox stands. Two queries."""
    beats: Mapping[str, datetime] = dict(Heartbeat.objects.values_list("of", "at"))
    oldest = leaving(now).filter(channel=Channel.MAIL).aggregate(at=Min("due_at"))["at"]
    return Health(now, oldest, beats.get(outage.OF), beats.get(Heartbeat.Of.DIGEST))


def volumes(since: datetime) -> list[Volume]:
    """What has become of the notices written since then, by channel and fate."""
    found = Notice.objects.filter(created_at__gte=since).values_list("channel", "status")
    counted = found.annotate(count=Count("id")).order_by("channel", "status")
    return [Volume(*row) for row in counted]


def kinds(since: datetime) -> list[tuple[str, int]]:
    """How many notices of each kind were written since then, the most first."""
    found = Notice.objects.filter(created_at__gte=since, channel=Channel.MAIL)
    return list(found.values_list("kind").annotate(count=Count("id")).order_by("-count", "kind"))


def stopped() -> tuple[int, int]:
    """How many people's mail came back, and how many devices and webhooks have stopped."""
    return Person.objects.exclude(bounced="").count(), Endpoint.objects.exclude(stopped_at=None).count()
