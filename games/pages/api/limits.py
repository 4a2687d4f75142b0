"""How often a token may ask, minute by minute."""

from __future__ import annotations

from datetime import datetime

from games.pages.often import counted

READS_A_MINUTE = 240
WRITES_A_MINUTE = 60
MINUTE = 60


def wait_for(token_id: int, writes: bool, now: datetime) -> int:
    """Count one request; the seconds until the next is answered where it is one too many, else 0."""
    most = WRITES_A_MINUTE if writes else READS_A_MINUTE
    minute, passed = divmod(int(now.timestamp()), MINUTE)
    return MINUTE - passed if counted(f"api:{token_id}:{writes:d}:{minute}", 2 * MINUTE) > most else 0
