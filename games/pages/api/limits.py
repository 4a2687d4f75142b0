"""How often a token may ask: counted in the cache, minute by minute.

While the cache is away, nobody is kept out.
"""

from __future__ import annotations

from datetime import datetime

from django.core.cache import cache

READS_A_MINUTE = 240
WRITES_A_MINUTE = 60
MINUTE = 60


def wait_for(token_id: int, writes: bool, now: datetime) -> int:
    """Count one request; the seconds until the next is answered where it is one too many, else 0."""
    most = WRITES_A_MINUTE if writes else READS_A_MINUTE
    minute, passed = divmod(int(now.timestamp()), MINUTE)
    return MINUTE - passed if _count(f"api:{token_id}:{writes:d}:{minute}") > most else 0


def _count(key: str) -> int:
    """How often this key was counted, now included; 1 where the cache is away, or has forgotten it."""
    cache.add(key, 0, 2 * MINUTE)
    try:
        return int(cache.incr(key))
    except ValueError:
        return 1
