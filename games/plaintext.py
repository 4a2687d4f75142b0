"""Signs that a text of one line cannot hold: those that end the line, and those that turn what follows it."""

from __future__ import annotations

import unicodedata

# Control characters, line and paragraph separators, and halves of surrogate pairs.
BREAKING = frozenset({"Cc", "Zl", "Zp", "Cs"})
# Marks that turn the direction of what follows them, also beyond the text they stand in.
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# No document in XML can hold these: a feed with one in it is none.
NOT_IN_XML = frozenset("\ufffe\uffff")


def breaks(sign: str) -> bool:
    """Whether a sign ends a line, or is no sign of a text at all."""
    return unicodedata.category(sign) in BREAKING
