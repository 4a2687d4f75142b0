"""Templates with marks: rendered once, filled in for each page.

What costs in a template is all that never differs: its words, addresses and tags. A `Marked` template is
rendered once for each language and each set of flags, with `{{ mark.name }}` wherever pages differ; a page
then only fills in the marks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from markupsafe import Markup, escape

# A character for private use: no text of ours has it, so a template can be taken apart at it.
EDGE = "\ue000"


class _Marks:
    """Every name's mark."""

    def __getitem__(self, name: str) -> SafeString:
        return SafeString(f"{EDGE}{name}{EDGE}")


class Marked:
    """A template whose marks are filled in."""

    def __init__(self, template: str) -> None:
        self.template = template

    def __call__(self, values: Mapping[str, Any], **flags: object) -> SafeString:
        """The page: every `{{ mark.name }}` is the value of that name, escaped unless it is safe already.

        `flags` are plain variables of the template; they must be hashable and take few values.
        """
        pieces = _pieces(self.template, get_language(), tuple(flags.items()))
        return SafeString(filled(pieces, {name: _safe(value) for name, value in values.items()}))


def _safe(value: Any) -> str:
    """The value as it stands where it is safe already, else escaped."""
    return value if isinstance(value, Markup | SafeString) else escape(value)


def filled(pieces: Sequence[str], values: Mapping[str, str]) -> str:
    """Pieces as they were taken apart at `EDGE`, with the value of each name in its place, as it stands."""
    joined = list(pieces)
    joined[1::2] = [values[name] for name in joined[1::2]]
    return "".join(joined)


@lru_cache(maxsize=2048)
def _pieces(template: str, language: str | None, flags: tuple[tuple[str, object], ...]) -> tuple[str, ...]:
    """The template taken apart at its marks: text and name in turn, text first and last."""
    return tuple(render_to_string(template, {"mark": _Marks(), **dict(flags)}).split(EDGE))
