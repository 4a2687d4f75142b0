"""How often something is asked or tried, counted in the cache; while that is away, nobody is kept out."""

from __future__ import annotations

from allauth.core import ratelimit
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.actions import Refused
from games.models import Person


def counted(key: str, seconds: int) -> int:
    """How often this was counted, now included, since it was counted first; that is forgotten in so many
    seconds."""
    cache.add(key, 0, seconds)
    try:
        return int(cache.incr(key))
    except ValueError:  # it has just been forgotten
        return 1


def note_attempt(request: HttpRequest, action: str, person: Person) -> None:
    """Count an attempt of somebody. Raises Refused beyond what `ACCOUNT_RATE_LIMITS` allows in an hour."""
    if not ratelimit.consume(request, action=action, user=person):
        raise Refused(_("These were many attempts in a short while. Try again in an hour."))
