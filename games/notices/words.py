"""Words that notices need: a time left, a text on one line or cut short, a paragraph of plain text."""

from __future__ import annotations

import textwrap
import unicodedata
from datetime import timedelta

from django.utils.translation import gettext, ngettext

from games.clock.spans import counted
from games.plaintext import NOT_IN_XML, TURNING, breaks

LINE = 72
FROM_THE_LEFT = "\N{LEFT-TO-RIGHT MARK}"
FROM_THE_RIGHT = frozenset({"R", "AL", "AN"})


def one_line(text: str) -> str:
    """A title or name as it may stand in a header or in a line of text: it can end neither."""
    shown = (" " if breaks(it) else it for it in text if it not in TURNING | NOT_IN_XML)
    return " ".join("".join(shown).split())


def name_in_line(text: str) -> str:
    """The same among other words: a name read from the right turns neither them nor the counts beside it."""
    line = one_line(text)
    turns = any(unicodedata.bidirectional(it) in FROM_THE_RIGHT for it in line)
    return FROM_THE_LEFT + line + FROM_THE_LEFT if turns else line


def cut(text: str, length: int) -> str:
    """A text of at most this length; one that is cut says so."""
    return text if len(text) <= length else f"{text[: length - 1]}…"


def in_words(span: timedelta) -> str:
    """A time that is left: "2 days and 3 hours", "45 minutes"; "no time" when there is none."""
    days, hours, minutes = counted(span)
    parts = ((days, _days), (hours, _hours), (0 if days else minutes, _minutes))
    said = [word(number) for number, word in parts if number]
    if not said:
        return gettext("less than a minute") if span > timedelta(0) else gettext("no time")
    return (
        said[0] if len(said) == 1 else gettext("%(first)s and %(last)s") % {"first": said[0], "last": said[1]}
    )


def _days(n: int) -> str:
    return ngettext("%(n)d day", "%(n)d days", n) % {"n": n}


def _hours(n: int) -> str:
    return ngettext("%(n)d hour", "%(n)d hours", n) % {"n": n}


def _minutes(n: int) -> str:
    return ngettext("%(n)d minute", "%(n)d minutes", n) % {"n": n}


def paragraph(text: str, first: str = "", rest: str = "") -> str:
    """A text in lines of at most 72 characters that begin as told; a longer word keeps a line to itself."""
    return textwrap.fill(
        " ".join(text.split()),
        LINE,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
