"""Times in words, in the reader's language and zone."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from functools import lru_cache

from django.utils.formats import date_format
from django.utils.timezone import get_current_timezone
from django.utils.translation import get_language, ngettext

from games.clock.spans import counted, is_near
from games.translation import translate

SOON = timedelta(hours=6)


class Times:
    """Times in words, told at one moment: a page with many of them looks up its language and zone once."""

    def __init__(self, now: datetime) -> None:
        self.now, self.language, self.zone = now, get_language(), get_current_timezone()

    def left(self, deadline: datetime) -> str:
        """The time until a deadline, in two units or in full words: "1 d 8 h left", "1 day left"."""
        return _left(self.language, *counted(deadline - self.now))

    def ago(self, at: datetime) -> str:
        """How long ago something was, in its largest unit: "2 h ago"."""
        return _ago(self.language, *counted(self.now - at))

    def moment(self, at: datetime) -> str:
        """A time near now with its weekday, "Thu 18:40"; one further away with its date, "20 Sep, 18:40"."""
        local = at.astimezone(self.zone)
        said = _date(local.date(), "D" if is_near(at, self.now) else "j M,", self.language)
        return f"{said} {local.hour:02}:{local.minute:02}"

    def day(self, at: datetime) -> str:
        """A day: "20 Sep", with its year where that is not the present one."""
        local = at.astimezone(self.zone)
        this_year = local.year == self.now.astimezone(self.zone).year
        return _date(local.date(), "j M" if this_year else "j M Y", self.language)


def left(deadline: datetime, now: datetime) -> str:
    """A single `Times.left`."""
    return Times(now).left(deadline)


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


def time_of_day(minutes: int) -> str:
    """So many minutes after midnight, on a clock: "08:30"."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


def moment(at: datetime, now: datetime) -> str:
    """A single `Times.moment`."""
    return Times(now).moment(at)


def day(at: datetime, now: datetime) -> str:
    """A single `Times.day`."""
    return Times(now).day(at)


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
