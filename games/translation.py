"""What is said in the reader's language.

Messages are looked up once for each language: drawings and logs say hundreds of them a page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from django.utils.html import escape
from django.utils.translation import get_language, gettext, ngettext

from games.rules import base
from games.rules.words import ENGLISH, Sentence, Speaker


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


def said(sentence: Sentence) -> str:
    """A sentence without names, in the reader's language."""
    return replace(ENGLISH, gettext=gettext, ngettext=ngettext).say(sentence)


def speaker(names: Sequence[str], viewer: base.Seat | None, escaped: bool = False) -> Speaker:
    """Says sentences in the reader's language, with the names of the seats."""

    say = translate()
    you, begins_you = say("you"), say("You")

    def name(seat: base.Seat, begins: bool = False) -> str:
        if seat == viewer:
            return begins_you if begins else you
        return names[seat]

    return Speaker(say, ngettext, name, escape=escape if escaped else str)
