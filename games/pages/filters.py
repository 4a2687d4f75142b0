"""The filters of lists: which there are, what a request asks of them, and how they are shown.

A filter stands in the address; a value that makes no sense there is no filter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from typing import NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from markupsafe import Markup

from games.lists import OpenFilters, PastFilters
from games.models.person import NAME_LENGTH
from games.pages.table_form import MOST_SEATS
from games.rules.registry import RULES


class Filter(NamedTuple):
    """A choice between values; the first, "", filters nothing."""

    name: str
    label: str
    choices: tuple[tuple[str, str], ...]

    def asked(self, query: Mapping[str, str]) -> str:
        """The value that a query asks for."""
        value = query.get(self.name, "")
        return value if any(value == known for known, _words in self.choices) else ""

    def select(self, value: str) -> str:
        """The filter as a labelled select, safe in HTML."""
        options = "".join(
            f'<option value="{escape(known)}"{" selected" if known == value else ""}>{escape(words)}</option>'
            for known, words in self.choices
        )
        return (
            f'<label class="field"><span>{escape(self.label)}</span>'
            f'<select class="input sel" name="{self.name}">{options}</select></label>'
        )


def open_filters(query: Mapping[str, str]) -> tuple[OpenFilters, Markup]:
    """What is asked of the open tables, and the fields that ask for it."""
    rules, size, pace, free = (it.asked(query) for it in _of_open_tables(get_language()))
    filters = OpenFilters(rules, _number(size), pace, _number(free))
    return filters, _open_fields(get_language(), rules, size, pace, free)


def past_filters(query: Mapping[str, str], years: Sequence[int]) -> tuple[PastFilters, Markup]:
    """What is asked of the ended games, and the fields that ask for it."""
    by_rules, by_result, by_year = _of_past_games(get_language(), tuple(years))
    rules, result, year = (it.asked(query) for it in (by_rules, by_result, by_year))
    opponent = query.get("opponent", "").strip()
    if len(opponent) > NAME_LENGTH or "\0" in opponent:
        opponent = ""
    fields = by_rules.select(rules) + by_result.select(result) + by_year.select(year)
    return PastFilters(rules, result, opponent, _number(year)), Markup(fields + _opponent(opponent))


def _opponent(name: str) -> str:
    return (
        f'<label class="field"><span>{escape(_("Opponent"))}</span><input class="input" name="opponent" '
        f'value="{escape(name)}" maxlength="{NAME_LENGTH}" autocomplete="off" autocapitalize="none" '
        f'spellcheck="false"></label>'
    )


def _number(value: str) -> int | None:
    return int(value) if value else None


@cache
def _open_fields(language: str | None, *values: str) -> Markup:
    """The filters of the open tables; there are only so many ways to choose."""
    filters = _of_open_tables(language)
    return Markup("".join(it.select(value) for it, value in zip(filters, values, strict=True)))


@cache
def _of_open_tables(language: str | None) -> tuple[Filter, ...]:
    return (
        _by_rules(),
        Filter("size", _("Players"), _choices(_("any number"), _numbers(2, MOST_SEATS))),
        Filter("pace", _("Pace"), _choices(_("any pace"), _paces())),
        Filter("free", _("Free seats"), _choices(_("any"), _numbers(1, MOST_SEATS - 1))),
    )


def _paces() -> list[tuple[str, str]]:
    return [
        ("day", _("up to a day a turn")),
        ("days", _("2 to 4 days a turn")),
        ("week", _("5 days a turn or more")),
        ("bank", _("a time bank")),
        ("none", _("no limit")),
        ("here", _("minutes a turn")),
    ]


@cache
def _of_past_games(language: str | None, years: tuple[int, ...]) -> tuple[Filter, ...]:
    results = [("won", _("won")), ("shared", _("shared first place")), ("lost", _("lost"))]
    return (
        _by_rules(),
        Filter("result", _("Result"), _choices(_("any result"), results)),
        Filter("year", _("Year"), _choices(_("any year"), [(str(year), str(year)) for year in years])),
    )


def _by_rules() -> Filter:
    games = [(slug, rules.NAME) for slug, rules in RULES.items()]
    return Filter("rules", _("Game"), _choices(_("any game"), games))


def _choices(any_of: str, choices: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    return (("", any_of), *choices)


def _numbers(first: int, last: int) -> list[tuple[str, str]]:
    return [(str(number), str(number)) for number in range(first, last + 1)]
