"""Translated messages, looked up once for each language: drawings and logs say hundreds of them a page."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from django.utils.translation import get_language, gettext


class Catalogue(dict[str, str]):
    """The messages of one language that have been asked for."""

    def __missing__(self, text: str) -> str:
        said = self[text] = gettext(text)
        return said


@lru_cache(maxsize=32)
def _catalogue(language: str | None) -> Catalogue:
    return Catalogue()


def translate() -> Callable[[str], str]:
    """The `gettext` of the reader's language, as long as that is the active one."""
    return _catalogue(get_language()).__getitem__
