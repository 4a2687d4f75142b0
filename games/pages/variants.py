"""The options of a table in words: all of them, and those by which it differs from the usual rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from django.utils.translation import get_language

from games.rules.base import Option, Options
from games.rules.registry import RULES
from games.rules.words import Sentence
from games.translation import said


def option_words(rules: str, options: Options) -> list[tuple[str, str]]:
    """Every option of a table, and what was chosen."""
    return [(said(option.label), said(words)) for option, _, words in _chosen(rules, options)]


def unusual(rules: str, options: Options) -> tuple[str, ...]:
    """The options that are not as usual, each with what was chosen in a word or two; made once."""
    return _unusual(rules, tuple(options.items()), get_language())


@lru_cache(maxsize=256)
def _unusual(
    rules: str, options: tuple[tuple[str, str | bool], ...], language: str | None
) -> tuple[str, ...]:
    return tuple(
        f"{said(option.label)}: {said(words).partition(':')[0]}"
        for option, value, words in _chosen(rules, dict(options))
        if value != option.default
    )


def _chosen(rules: str, options: Mapping[str, str | bool]) -> Iterator[tuple[Option, str | bool, Sentence]]:
    for option in RULES[rules].OPTIONS:
        for value, words in option.choices:
            if value == options.get(option.name):
                yield option, value, words
