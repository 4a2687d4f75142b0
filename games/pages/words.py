"""Paces and times in words, in the reader's language and zone."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from functools import lru_cache

from django.utils.formats import date_format
from django.utils.timezone import get_current_timezone, localtime
from django.utils.translation import get_language, ngettext

from games.clock.spans import counted, is_near
from games.translation import translate

SOON = timedelta(hours=6)


def pace(days: int) -> str:
    """How long a turn may take: "3 days a turn"."""
    return ngettext("%(days)d day a turn", "%(days)d days a turn", days) % {"days": days}


class Times:
    """Times in words, told at one moment: a page with many of them looks up its language and zone once."""

    def __init__(self, now: datetime) -> None:
        self.now, self.language, self.zone = now, get_language(), get_current_timezone()

    def left(self, deadline: datetime) -> str:
        """As `left` tells it."""
        return _left(self.language, *counted(deadline - self.now))

    def ago(self, at: datetime) -> str:
        """How long ago something was, in its largest unit: "2 h ago"."""
        return _ago(self.language, *counted(self.now - at))

    def moment(self, at: datetime) -> str:
        """As `moment` tells it."""
        return _moment(at.astimezone(self.zone), is_near(at, self.now), self.language)

    def day(self, at: datetime) -> str:
        """As `day` tells it."""
        return _day(at.astimezone(self.zone), self.now, self.language)


def left(deadline: datetime, now: datetime) -> str:
    """The time until a deadline, in its two largest units, "1 d 8 h left", or in full words: "1 day left"."""
    return _left(get_language(), *counted(deadline - now))


@lru_cache(maxsize=4096)
def _left(language: str | None, days: int, hours: int, minutes: int) -> str:
    _ = translate()
    if days and hours:
        return _("%(days)d d %(hours)d h left") % {"days": days, "hours": hours}
    if days:
        return ngettext("%(days)d day left", "%(days)d days left", days) % {"days": days}
    if hours and minutes:
        return _("%(hours)d h %(minutes)d m left") % {"hours": hours, "minutes": minutes}
    if hours:
        return ngettext("%(hours)d hour left", "%(hours)d hours left", hours) % {"hours": hours}
    if minutes:
        return ngettext("%(minutes)d minute left", "%(minutes)d minutes left", minutes) % {"minutes": minutes}
    return _("time is up")


@lru_cache(maxsize=4096)
def _ago(language: str | None, days: int, hours: int, minutes: int) -> str:
    _ = translate()
    if days:
        return _("%(days)d d ago") % {"days": days}
    if hours:
        return _("%(hours)d h ago") % {"hours": hours}
    return _("%(minutes)d m ago") % {"minutes": minutes} if minutes else _("just now")


def is_soon(since: datetime, deadline: datetime, now: datetime) -> bool:
    """Whether a clock is shown as urgent: less than six hours, or than a quarter of the turn."""
    return deadline - now < max(SOON, (deadline - since) / 4)


def share_left(since: datetime, deadline: datetime, now: datetime) -> int:
    """The part of a turn's time that is left, in per cent."""
    whole = deadline - since
    return max(0, min(100, round((deadline - now) / whole * 100))) if whole else 0


def moment(at: datetime, now: datetime) -> str:
    """A time near now with its weekday, "Thu 18:40"; one further away with its date, "20 Sep, 18:40"."""
    return _moment(localtime(at), is_near(at, now), get_language())


def _moment(local: datetime, near: bool, language: str | None) -> str:
    return f"{_date(local.date(), 'D' if near else 'j M,', language)} {local.hour:02}:{local.minute:02}"


def day(at: datetime, now: datetime) -> str:
    """A day: "20 Sep", with its year where that is not the present one."""
    return _day(localtime(at), now, get_language())


def _day(local: datetime, now: datetime, language: str | None) -> str:
    this_year = local.year == now.astimezone(local.tzinfo).year
    return _date(local.date(), "j M" if this_year else "j M Y", language)


@lru_cache(maxsize=2048)
def _date(at: date, pattern: str, language: str | None) -> str:
    return date_format(at, pattern)


def place(number: int, size: int) -> str:
    """A place among so many: "1st of 4"."""
    _ = translate()
    first = {1: _("1st of %(size)d"), 2: _("2nd of %(size)d"), 3: _("3rd of %(size)d")}
    return first.get(number, _("4th of %(size)d")) % {"size": size}


def steps(turn: int, count: int) -> str:
    """Which turn it is, and how many steps all turns had: "Turn 7, 12 steps so far"."""
    said = ngettext("Turn %(turn)d, %(count)d step so far", "Turn %(turn)d, %(count)d steps so far", count)
    return said % {"turn": turn, "count": count}
