"""Who may keep an answer, and for how long."""

from __future__ import annotations

from django.views.decorators.cache import cache_control

DAY = 24 * 3600

# Made for one reader and true at one moment: neither the browser nor anything on the way keeps it.
private = cache_control(private=True, no_store=True)
# The same for everybody, and hardly ever changed.
for_a_day = cache_control(public=True, max_age=DAY)
