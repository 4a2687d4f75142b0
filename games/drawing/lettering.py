"""About how wide names are drawn, for pictures that have to leave room for them."""

from __future__ import annotations

from functools import lru_cache
from unicodedata import east_asian_width

LETTER, NARROW, BROAD, FULL = 0.58, 0.34, 0.84, 1.0
"""Widths in parts of the font size: most letters, thin ones, broad ones, and full-width ones."""
THIN, THICK = frozenset("fiIjlrt.,:;!|' "), frozenset("mwMW@%")


@lru_cache(maxsize=4096)
def width_of(name: str, size: float) -> float:
    """About how wide a name is drawn at a font size."""
    return size * sum(map(letter_width, name))


def letter_width(letter: str) -> float:
    """About how wide one letter is drawn, in parts of the font size."""
    if east_asian_width(letter) in "WF":
        return FULL
    if letter in THIN:
        return NARROW
    return BROAD if letter in THICK else LETTER


@lru_cache(maxsize=4096)
def fitting(name: str, size: float, longest: float) -> str:
    """The name, shortened where it would be wider than `longest`."""
    while width_of(name, size) > longest:
        name = name[:-2].rstrip() + "…"
    return name
