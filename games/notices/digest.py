"""The digest: what has been kept for somebody until the hour at which they want to hear of it."""

from __future__ import annotations

from datetime import datetime

from games.models import Notice, Person
from games.notices.running import Context


def digest(notice: Notice, person: Person, now: datetime) -> Context | None:
    """What waits for this hour and is still true, table by table; None where that is nothing."""
    return None
