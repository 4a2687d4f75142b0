"""The log of a game: what happened in each turn, in lines that are kept with the turn for each reader; and
between the turns what happened beside them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import get_language
from markupsafe import Markup

from games.clock.spans import is_near
from games.drawing.base import log_entry
from games.pages import news, words
from games.rules.words import Sentence, Speaker, Who
from games.tables import LogTurn, Table

# A game is read in a few zones; a line for each of all there are, under each name, would fill the memory.
MOST_READERS = 16
KEPT = Sentence("The house keeps the seat of {who}, and played.")
RAN_OUT = Sentence("Time ran out: the house played for {who}.")


def log_of(table: Table, say: Speaker, now: datetime) -> Markup:
    """The lines of the log, latest first; `say` speaks to the table's reader."""
    reader = get_language(), timezone.get_current_timezone_name(), table.names
    asides, lines = list(table.asides), list[str]()
    for turn in reversed(table.log):
        while asides and asides[-1].turns >= turn.number:
            lines.append(news.line(asides.pop(), table, now))
        lines.append(line(turn, table, say, reader, now))
    lines += [news.line(aside, table, now) for aside in reversed(asides)]
    return Markup("".join(lines))


def line(turn: LogTurn, table: Table, say: Speaker, reader: tuple[Any, ...], now: datetime) -> str:
    """One line of the log, with a link to the position that the turn led to; kept for such a `reader`."""
    key = (reader, is_near(turn.at, now))
    said: str | None = turn.kept.get(key)
    if said is None:
        if len(turn.kept) >= MOST_READERS:
            turn.kept.clear()
        said = turn.kept[key] = (
            f'<li><span class="no">{turn.number}</span><span class="what">{told(turn, say)}</span>'
            f'<a class="when" href="{table.url}at/{turn.ply}/">{words.moment(turn.at, now)}</a></li>'
        )
    return said


def told(turn: LogTurn, say: Speaker) -> Markup:
    """What happened in a turn, without number and time."""
    why = RAN_OUT if turn.timed_out else KEPT if turn.by_house else None
    first = (Sentence(why.text, who=Who(turn.seat)),) if why else ()
    return log_entry(first + turn.sentences, say)
