"""The test that somebody asks for, to see that a channel works."""

from __future__ import annotations

from datetime import datetime

from games.models import Notice, Person
from games.notices.running import Context


def trial(notice: Notice, person: Person, now: datetime) -> Context | None:
    """When it was asked for."""
    return {"asked_at": notice.created_at}
