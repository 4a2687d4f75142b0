"""What a table has agreed on in words, in the reader's language: shortly in lists, in full on its card."""

from __future__ import annotations

from functools import lru_cache

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.clock import words
from games.clock.habits import Habits, refusing
from games.clock.terms import ENOUGH, Gates, Pace, Terms
from games.translation import said


def pace_line(pace: Pace) -> str:
    """A pace in a few words: "3 days a turn", "5 days + 12 h a turn"."""
    return _pace_line(get_language(), pace)


def terms_lines(terms: Terms, size: int | None = None) -> list[tuple[str, str]]:
    """All that is agreed on, for `games/terms_card.html`: what each line is about, and what it says.

    `size`: of how many seats the table is.
    """
    return list(_terms_lines(get_language(), terms, size))


def gate_tags(gates: Gates) -> tuple[str, ...]:
    """What the gates of a table ask for, each in a word or two; nothing where anybody may join."""
    return _gate_tags(get_language(), gates)


def kept_out_shortly(gates: Gates, habits: Habits) -> str:
    """What a table asks for that somebody of such habits has not; empty where it lets them in."""
    gate = refusing(gates, habits)
    if gate is None:
        return ""
    if not gate.newcomers:
        return _("asks for %(n)d turns played") % {"n": ENOUGH}
    return _("asks for %(what)s") % {"what": gate_tags(gate)[0]}


@lru_cache(maxsize=512)
def _pace_line(language: str | None, pace: Pace) -> str:
    return said(words.pace_line(pace))


@lru_cache(maxsize=512)
def _terms_lines(language: str | None, terms: Terms, size: int | None) -> tuple[tuple[str, str], ...]:
    return tuple(
        (said(label), " ".join(said(sentence) for sentence in sentences))
        for label, sentences in words.terms_lines(terms, size)
    )


@lru_cache(maxsize=256)
def _gate_tags(language: str | None, gates: Gates) -> tuple[str, ...]:
    return tuple(said(sentence) for sentence in words.gates_shortly(gates))
