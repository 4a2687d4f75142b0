"""When the site's own mail was away: nobody can be told of a turn then, so no clock counts it.

As long as the mail server cannot be reached, a row says since when. It ends with the first mail that finds
the server there: then the stretch becomes an outage like that of the site itself.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.models import Heartbeat, Outage
from games.models.absence import GAP

OF = Heartbeat.Of.NO_MAIL


def mail_away(now: datetime) -> None:
    """Note that the mail server could not be reached."""
    Heartbeat.objects.get_or_create(of=OF, defaults={"at": now})


@transaction.atomic
def mail_back(now: datetime) -> Outage | None:
    """Note that it could be reached; returns the outage that ends with it, where it was long enough."""
    began = Heartbeat.objects.select_for_update().filter(of=OF).first()
    if began is None:
        return None
    began.delete()
    return Outage.objects.create(since=began.at, until=now) if now - began.at > GAP else None


def mail_is_away(now: datetime) -> bool:
    """Whether no mail could leave for so long that no time may run out."""
    since = away_since()
    return since is not None and now - since > GAP


def away_since() -> datetime | None:
    """Since when no mail could leave; None where it can."""
    return Heartbeat.objects.filter(of=OF).values_list("at", flat=True).first()
