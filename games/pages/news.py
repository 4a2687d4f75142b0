"""What happened beside the turns, as lines of the log: to the clock, to a seat, to the whole table."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache

from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language
from markupsafe import Markup, escape

from games.clock import asides
from games.drawing import unfinished
from games.models import Event
from games.notices.phrases import PHRASES
from games.pages.words import Times
from games.rules.base import Seat
from games.rules.words import Sentence, Who
from games.tables import Aside, Table
from games.translation import speaker

HOUR = 3600


def line(aside: Aside, table: Table, now: datetime) -> str:
    """One line of the log. It is kept for all who read it so, for an hour: until then no weekday is wrong."""
    hour = int(now.timestamp()) // HOUR
    return _line(aside, table.names, owner(table), get_language(), get_current_timezone_name(), hour)


def news_of(table: Table, now: datetime) -> Markup:
    """All of it by itself, latest first."""
    return Markup("".join([line(aside, table, now) for aside in reversed(table.asides)]))


def owner(table: Table) -> Seat | None:
    """The reader's own seat: what befalls a seat befalls its owner, and not who stands in there."""
    return next((it.number for it in table.seats if it.is_yours), None)


@lru_cache(maxsize=4096)
def _line(
    aside: Aside, names: tuple[str, ...], viewer: Seat | None, language: str | None, zone: str, hour: int
) -> str:
    times = Times(datetime.fromtimestamp(hour * HOUR, UTC))
    said = speaker(names, viewer, escaped=True).say(sentence(aside, viewer, times))
    return (
        f'<li class="beside"><span class="what">{said}</span>'
        f'<span class="when">{escape(times.moment(aside.at))}</span></li>'
    )


def sentence(aside: Aside, viewer: Seat | None, times: Times) -> Sentence:
    """What happened, as mails tell it, too; besides, what they leave to others."""
    if aside.kind == Event.Kind.NUDGE:
        phrase = str(PHRASES[aside.text])
        return Sentence("{who} nudged: “{phrase}”", who=Who(aside.seat), phrase=phrase)
    if aside.kind == Event.Kind.END:
        why, _, winner = aside.text.partition(" ")
        return unfinished.reason(why, int(winner) if winner else None)
    said = asides.told(aside.kind, aside.seat, aside.text, viewer, times.moment)
    assert said is not None, "the log tells of every kind"
    return said
