"""The form that opens a table, for whatever games and options the site has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import tables
from games.actions import Refused
from games.actions.wishes import PACES, Wishes, lucky_word, table_title
from games.bots import BOTS
from games.models.person import NAME_LENGTH
from games.pages import words
from games.rules.base import Option, Rules
from games.rules.registry import RULES

MOST_SEATS = max(size for rules in RULES.values() for size in rules.SEATS)
OWN_PACE = "own"
PACE_WORDS = {
    "1": gettext_lazy("Brisk"),
    "3": gettext_lazy("Easy"),
    "7": gettext_lazy("Slow"),
    OWN_PACE: gettext_lazy("My own"),
}
OPEN, INVITE = "open", "invite"
BOT_WORDS = {
    "sensibly": gettext_lazy("House player"),
    "randomly": gettext_lazy("House player, plays at random"),
}


def house_players() -> list[tuple[str, str]]:
    """The house players, the best first, each with its words."""
    names = sorted(BOTS, key=lambda name: (name not in BOT_WORDS, name != "sensibly", name))
    return [(name, str(BOT_WORDS.get(name, name))) for name in names]


def pace_choices() -> list[tuple[str, str]]:
    """Every pace in words, 1 to 14 days."""
    return [(str(days), words.pace(days)) for days in PACES]


def text_of(value: str | bool) -> str:
    """An option's value as a field of a form."""
    return str(value).lower() if isinstance(value, bool) else value


@dataclass(frozen=True, slots=True)
class OptionField:
    """One option of one game, as the page shows it."""

    name: str
    label: str
    choices: tuple[tuple[str, str], ...]
    value: str
    is_default: bool


@dataclass(frozen=True, slots=True)
class GameFields:
    """One game that can be chosen; `changed` where an option is not the default."""

    slug: str
    rules: Rules[Any, Any, Any, Any, Any, Any]
    options: list[OptionField]
    changed: bool


class TableForm(forms.Form):
    """What a table is to be. `wishes` is what was asked for, once the form is valid."""

    rules = forms.ChoiceField()
    size = forms.TypedChoiceField(coerce=int)
    title = forms.CharField(required=False)
    pace = forms.ChoiceField()
    own_pace = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)
    public = forms.ChoiceField(choices=[("yes", ""), ("no", "")])
    seating = forms.ChoiceField(choices=[("random", ""), ("chosen", "")])
    seat = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)
    word = forms.CharField(required=False, strip=False)
    commitment = forms.CharField(max_length=64)

    def __init__(self, data: Any = None) -> None:
        first = next(iter(RULES))
        super().__init__(
            data,
            initial={
                "rules": first,
                "size": max(RULES[first].SEATS),
                "pace": "3",
                "own_pace": "2",
                "public": "yes",
                "seating": "random",
                "seat": "0",
            },
        )
        sizes = sorted({size for rules in RULES.values() for size in rules.SEATS})
        self._choose("rules", [(slug, rules.NAME) for slug, rules in RULES.items()])
        self._choose("size", [(size, str(size)) for size in sizes])
        self._choose("pace", list(PACE_WORDS.items()))
        self._choose("own_pace", pace_choices())
        self._choose("seat", [(seat, str(seat + 1)) for seat in range(MOST_SEATS)])
        guests = [(OPEN, _("Anyone")), (INVITE, _("Invite")), *house_players()]
        for number in range(2, MOST_SEATS + 1):
            self.fields[f"guest{number}"] = forms.ChoiceField(choices=guests, required=False)
            self.fields[f"name{number}"] = forms.CharField(required=False, max_length=NAME_LENGTH)
        for option, name in self._options():
            choices = [(text_of(value), tables.said(label)) for value, label in option.choices]
            self.fields[name] = forms.ChoiceField(choices=choices, required=False)
            self.initial[name] = text_of(option.default)

    def _choose(self, field: str, choices: list[Any]) -> None:
        self.fields[field].choices = choices  # type: ignore[attr-defined]

    def _options(self) -> Iterator[tuple[Option, str]]:
        for slug, rules in RULES.items():
            for option in rules.OPTIONS:
                yield option, f"{slug}.{option.name}"

    def clean_title(self) -> str:
        """A name of one line."""
        return _checked(table_title, self.cleaned_data["title"])

    def clean_word(self) -> str:
        """A word as it goes into the seed."""
        return _checked(lucky_word, self.cleaned_data["word"])

    def clean(self) -> dict[str, Any]:
        """The number of players must suit the game; the first place is taken by whoever opens the table."""
        cleaned: dict[str, Any] = super().clean() or {}
        rules, size = cleaned.get("rules"), cleaned.get("size")
        if rules and size and size not in RULES[rules].SEATS:
            self.add_error("size", _("This game is not for that many players."))
        if cleaned.get("pace") == OWN_PACE and not cleaned.get("own_pace"):
            self.add_error("own_pace", _("Choose a pace of 1 to 14 days for a turn."))
        if size and (cleaned.get("seat") or 0) >= size:
            self.add_error("seat", _("There is no such seat at this table."))
        return cleaned

    @cached_property
    def wishes(self) -> Wishes:
        """The table that was asked for."""
        given = self.cleaned_data
        rules, size, pace = given["rules"], given["size"], given["pace"]
        return Wishes(
            rules=rules,
            size=size,
            pace_days=given["own_pace"] if pace == OWN_PACE else int(pace),
            commitment=given["commitment"],
            options=self._chosen_options(rules),
            public=given["public"] == "yes",
            random_seats=given["seating"] == "random",
            seat=given["seat"],
            title=given["title"],
            word=given["word"],
            house=tuple(bot for number in range(2, size + 1) if (bot := given[f"guest{number}"]) in BOTS),
        )

    @property
    def invited(self) -> list[str]:
        """The names of those who are to be invited."""
        given = self.cleaned_data
        guests = range(2, given["size"] + 1)
        return [name for it in guests if given[f"guest{it}"] == INVITE and (name := given[f"name{it}"])]

    def games(self) -> list[GameFields]:
        """The games to choose from, each with the fields of its options."""
        found = []
        for slug, rules in RULES.items():
            options = [self._option_field(option, f"{slug}.{option.name}") for option in rules.OPTIONS]
            found.append(GameFields(slug, rules, options, any(not option.is_default for option in options)))
        return found

    def guests(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """For each seat but one's own: whom it is for, and the name of somebody invited."""
        return [(self[f"guest{number}"], self[f"name{number}"]) for number in range(2, MOST_SEATS + 1)]

    def paces(self) -> list[tuple[str, str, str]]:
        """The usual paces: value, word, and how long a turn may take."""
        return [
            (value, str(word), _("set below") if value == OWN_PACE else words.pace(int(value)))
            for value, word in PACE_WORDS.items()
        ]

    def _option_field(self, option: Option, name: str) -> OptionField:
        field, default = self[name], text_of(option.default)
        choices = tuple((text_of(value), tables.said(label)) for value, label in option.choices)
        value = str(field.value() or default)
        return OptionField(field.html_name, tables.said(option.label), choices, value, value == default)

    def _chosen_options(self, slug: str) -> dict[str, str | bool]:
        chosen = {}
        for option in RULES[slug].OPTIONS:
            values = {text_of(value): value for value, _label in option.choices}
            asked = self.cleaned_data[f"{slug}.{option.name}"]
            chosen[option.name] = values.get(asked, option.default)
        return chosen


def _checked(check: Any, text: str) -> str:
    try:
        return str(check(text))
    except Refused as refusal:
        raise forms.ValidationError(refusal.sentence) from refusal
