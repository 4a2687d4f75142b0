"""Telling somebody by webhook."""

from __future__ import annotations

from datetime import datetime

from games.models import Endpoint
from games.notices.channels.faults import Refused
from games.notices.compose import Brief


def send(endpoint: Endpoint, brief: Brief, now: datetime) -> None:
    """Send one notice."""
    raise Refused("not yet")
