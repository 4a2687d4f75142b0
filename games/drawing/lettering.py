"""About how wide names are drawn at most, for pictures that have to leave room for them.

Which font a reader has is not known. The widths are those of the widest that the pages may fall back on,
DejaVu Sans: in any other, a name takes less room than it is given.
"""

from __future__ import annotations

from unicodedata import east_asian_width

NARROW, LETTER, CAPITAL, BROAD = 0.41, 0.64, 0.82, 1.0
"""Widths in parts of the font size: of thin letters, most, capitals, and broad or full-width ones."""
BOLD = 1.13
"""How much wider bold letters are."""
THIN, THICK = frozenset("fiIjJlrt.,:;!|'- "), frozenset("mMW@%…")


def width_of(name: str, size: float, bold: bool = False) -> float:
    """How wide a name is drawn at most, at a font size."""
    return size * sum(map(letter_width, name)) * (BOLD if bold else 1)


def letter_width(letter: str) -> float:
    """How wide one letter is drawn at most, in parts of the font size."""
    if east_asian_width(letter) in "WF" or letter in THICK:
        return BROAD
    if letter in THIN:
        return NARROW
    return CAPITAL if letter.isupper() or letter == "w" or not letter.isascii() else LETTER


def fitting(name: str, size: float, longest: float, bold: bool = False) -> str:
    """The name, shortened where it would be wider than `longest`."""
    while width_of(name, size, bold) > longest:
        name = name[:-2].rstrip() + "…"
    return name
