"""Filters that the mails need."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django import template
from django.utils.translation import gettext

from games.clock import words as clock_words
from games.clock.terms import Pace
from games.notices import words
from games.sitters import Sitting
from games.translation import said

register = template.Library()


@register.filter
def at(items: Sequence[Any], index: int) -> Any:
    """The item at an index: what a seat has, by the number of the seat."""
    return items[index]


@register.filter
def in_words(span: timedelta) -> str:
    """A time that is left."""
    return words.in_words(span)


@register.filter
def in_full(pace: Pace) -> str:
    """How long everybody has for a turn, and what of a week counts."""
    return " ".join(said(sentence) for sentence in clock_words.pace_in_full(pace))


@register.filter
def paragraph(text: str) -> str:
    """A text in lines fit for a plain mail."""
    return words.paragraph(str(text))


@register.filter
def numbered(text: str, number: int | None) -> str:
    """The same, as an item of a numbered list; what has no number stands under the one before it."""
    return words.paragraph(str(text), f"{number or '':>3}  ", " " * 5)


@register.filter
def item(text: str) -> str:
    """The same, one space in."""
    return words.paragraph(str(text), " ", " ")


@register.filter
def heading(text: str) -> str:
    """The head of a section of a plain mail."""
    return str(text).upper()


@register.filter
def or_none(count: int) -> str:
    """A count, or the word for nothing."""
    return str(count) if count else gettext("none")


@register.filter
def standing(line: dict[str, Any]) -> str:
    """A line of the final table of a plain mail."""
    parts = ", ".join(f"{part} {value}" for part, value in line["parts"])
    told = f"{line['points']}  {line['seat'].name}" + (f" ({parts})" if parts else "")
    return words.paragraph(told, f"{line['place']:>3}  ", " " * 5)


@register.filter
def by_seat(counts: Sequence[Any], seats: Sequence[Sitting]) -> str:
    """What each seat has, in a row, beside the names: "tomas 3, you 2"."""
    pairs = zip(seats, counts, strict=True)
    return ", ".join([f"{gettext('you') if seat.is_you else seat.name} {count}" for seat, count in pairs])


@register.filter
def total(counts: Sequence[int]) -> int:
    """Several counts together."""
    return sum(counts)


@register.filter
def totals(rows: Sequence[Sequence[int]]) -> list[int]:
    """The same for each of several rows of counts."""
    return [sum(counts) for counts in rows]


@register.filter
def least(counts: Sequence[int]) -> int:
    """The lowest of several counts."""
    return min(counts)
