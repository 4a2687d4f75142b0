"""The log of a game: what happened in each turn, in lines.

A turn says the same to everybody but for the names, so its line is made once for each language, with
marks for the names, and filled in for each reader.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache

from django.utils import timezone
from django.utils.html import escape
from django.utils.translation import get_language, ngettext
from markupsafe import Markup

from games.clock.spans import is_near
from games.drawing.base import log_entry, page_speaker
from games.pages import words
from games.pages.marks import EDGE
from games.pages.reader import sprite
from games.rules.base import Seat
from games.rules.words import Sentence, Who
from games.tables import LogTurn, Table
from games.translation import translate

RAN_OUT = Sentence("Time ran out: the house played for {who}.")


def log_of(table: Table, now: datetime) -> Markup:
    """The lines of the log, latest first."""
    names = names_of(table)
    return Markup("".join(line(turn, table, names, now) for turn in reversed(table.log)))


def line(turn: LogTurn, table: Table, names: Mapping[str, str], now: datetime) -> str:
    """One line of the log, with a link to the position that the turn led to."""
    return (
        f'<li><span class="no">{turn.number}</span><span class="what">{filled(turn, names)}</span>'
        f'<a class="when" href="{table.url}at/{turn.ply}/">{moment(turn, now)}</a></li>'
    )


def told(turn: LogTurn, table: Table) -> Markup:
    """What happened in a turn, without number and time."""
    return Markup(filled(turn, names_of(table)))


def names_of(table: Table) -> dict[str, str]:
    """What is filled in for each mark: the names of the seats, within a sentence and at its beginning."""
    say = table.text
    return {
        mark(seat, begins): escape(say.name(seat, begins))
        for seat in range(len(table.seats))
        for begins in (False, True)
    }


def mark(seat: Seat, begins: bool) -> str:
    """The mark of a seat's name."""
    return f"{seat}{'^' if begins else ''}"


def filled(turn: LogTurn, names: Mapping[str, str]) -> str:
    """What happened, with the names for one reader."""
    language = get_language()
    if language not in turn.kept:
        ran_out = (Sentence(RAN_OUT.text, who=Who(turn.seat)),) if turn.timed_out else ()
        turn.kept[language] = pieces(ran_out + turn.sentences, language, sprite())
    joined = list(turn.kept[language])
    joined[1::2] = [names[name] for name in joined[1::2]]
    return "".join(joined)


@lru_cache(maxsize=8192)
def pieces(sentences: Sequence[Sentence], language: str | None, pictures: str) -> tuple[str, ...]:
    """What happened, taken apart at the marks: text and name in turn, text first and last."""

    def name(seat: Seat, begins: bool) -> str:
        return f"{EDGE}{mark(seat, begins)}{EDGE}"

    return tuple(log_entry(sentences, page_speaker(translate(), ngettext, name, pictures)).split(EDGE))


def moment(turn: LogTurn, now: datetime) -> str:
    """When the turn was over, in the reader's zone."""
    key = (get_language(), timezone.get_current_timezone_name(), is_near(turn.at, now))
    if key not in turn.kept:
        turn.kept[key] = words.moment(turn.at, now)
    said: str = turn.kept[key]
    return said
