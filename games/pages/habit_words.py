"""How somebody has answered so far, in a line of a profile."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clock import words
from games.clock.habits import Habits
from games.clock.terms import DAY, HOUR, MINUTE


def habit_parts(habits: Habits) -> list[str]:
    """How many turns were in time, how soon they usually are, and how many games were left."""
    return [*_turns(habits), _left(habits.left)]


def _turns(habits: Habits) -> list[str]:
    turns = habits.turns
    if not turns:
        return [_("no turn with other people yet")]
    if not habits.says_something or habits.on_time is None:
        few = ngettext("%(n)d turn so far, too few to tell", "%(n)d turns so far, too few to tell", turns)
        return [few % {"n": turns}]
    told = ngettext("%(share)s of %(n)d turn in time", "%(share)s of %(n)d turns in time", turns)
    return [told % {"n": turns, "share": words.share(habits.on_time)}, *_soon(habits)]


def _soon(habits: Habits) -> list[str]:
    if habits.median is None or habits.lower is None or habits.upper is None:
        return []
    spans = {"median": short(habits.median), "lower": short(habits.lower), "upper": short(habits.upper)}
    if spans["lower"] == spans["upper"]:
        return [_("usually answers within %(median)s") % spans]
    return [_("usually answers within %(median)s (half between %(lower)s and %(upper)s)") % spans]


def _left(games: int) -> str:
    return (
        ngettext("left %(n)d game", "left %(n)d games", games) % {"n": games} if games else _("left no game")
    )


def short(span: timedelta) -> str:
    """About how long: "5 h", "2 d"; up to two days in hours."""
    if span >= 2 * DAY:
        return _("%(days)d d") % {"days": round(span / DAY)}
    if span >= HOUR:
        return _("%(hours)d h") % {"hours": round(span / HOUR)}
    return _("%(minutes)d min") % {"minutes": max(1, round(span / MINUTE))}
