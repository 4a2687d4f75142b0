"""What a holiday does, in words: until when, and whether it stops the clocks of all games so long."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import timing
from games.clock.terms import HOLIDAY_IN_A_GAME
from games.models import Away, Person
from games.timing import Stretch

DAYS = {"days": HOLIDAY_IN_A_GAME.days}


class Stops:
    """The games of a person whose clocks a holiday stops, and when it does. Two queries at most."""

    def __init__(self, person: Person) -> None:
        self.games = timing.games_to_stop(person.pk)
        self.stretches = timing.holidays_by_game(person.pk, self.games)

    def limit(self, away: Away, now: datetime) -> str:
        """That the holiday does not stop all clocks until its end; empty where it does."""
        ends = [_runs_again(away, stretches) for stretches in self.stretches]
        early = sorted(at for at in ends if at < away.until)
        if early:
            return _early(early, max(away.since, now), now)
        is_long = away.kind != Away.Kind.EMERGENCY and away.until - away.since > HOLIDAY_IN_A_GAME
        return _("At most %(days)d days of holidays stop the clock of one game.") % DAYS if is_long else ""

    def waste(self, aways: Sequence[Away], now: datetime) -> str:
        """Why an emergency pause that is taken now would stop no clock for a while; empty where it would."""
        for away in aways:
            if away.since <= now < away.until:
                return "" if self.limit(away, now) else _away_already(away, now)
        if not self.games:
            return _("You play in no game whose clock it could stop now.")
        ends = [it.paused_until for it in self.games if it.paused_until and timing.is_paused(it, now)]
        return _paused_already(min(ends), now) if len(ends) == len(self.games) else ""


def _early(ends: Sequence[datetime], begins: datetime, now: datetime) -> str:
    """In how many games the clock runs before the end of a holiday."""
    told = {**DAYS, "n": len(ends), "moment": moment_words(ends[0], now)}
    if ends[0] > begins:
        said = ngettext(
            "In %(n)d game your clock runs again on %(moment)s: at most %(days)d days of holidays stop the "
            "clock of one game.",
            "In %(n)d games your clock runs again before the end, first on %(moment)s: at most %(days)d days "
            "of holidays stop the clock of one game.",
            len(ends),
        )
        return said % told
    said = ngettext(
        "In %(n)d game your clock does not stop any more: its %(days)d days of holidays are used up.",
        "In %(n)d games your clock does not stop, or not until the end: at most %(days)d days of holidays "
        "stop the clock of one game.",
        len(ends),
    )
    return said % told


def _away_already(away: Away, now: datetime) -> str:
    return _(
        "Your clocks stand still already, until %(moment)s: until then the pause would be used up for "
        "nothing."
    ) % {"moment": moment_words(away.until, now)}


def _paused_already(until: datetime, now: datetime) -> str:
    return _(
        "All your tables are paused, and the first of them goes on %(moment)s: until then it would be used "
        "up for nothing."
    ) % {"moment": moment_words(until, now)}


def _runs_again(away: Away, stretches: Sequence[Stretch]) -> datetime:
    """When the clock of a game runs on, of the holiday; its beginning where that never stops it."""
    within = (ends for begins, ends in stretches if begins < away.until and ends > away.since)
    return min(away.until, max(within, default=away.since))


def moment_words(at: datetime, now: datetime) -> str:
    """A moment for the reader, as mails have it: "Sun 4 Oct, 14:30"; with another year than this one's."""
    local = timezone.localtime(at)
    day = date_format(local, "D j M" if local.year == timezone.localtime(now).year else "D j M Y")
    return f"{day}, {local:%H:%M}"
