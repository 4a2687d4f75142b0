"""The form that opens a table, for whatever games and options the site has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.actions import Refused
from games.actions.wishes import Wishes, lucky_word, table_title
from games.bots import BOTS
from games.models.person import NAME_LENGTH
from games.pages.faults import always
from games.pages.house import house_players
from games.pages.open_table import seat_label
from games.pages.terms_form import TermsForm
from games.rules.base import Option, Rules
from games.rules.registry import RULES
from games.translation import said

MOST_SEATS = max(size for rules in RULES.values() for size in rules.SEATS)
OPEN, INVITE = "open", "invite"


def text_of(value: str | bool) -> str:
    """An option's value as a field of a form."""
    return str(value).lower() if isinstance(value, bool) else value


@dataclass(frozen=True, slots=True)
class OptionField:
    """One option of one game, as the page shows it."""

    field: forms.BoundField
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


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """A seat that the opener may choose; `note` says at what tables there is one, if not at all."""

    number: int
    label: str
    note: str
    chosen: bool


class TableForm(forms.Form):
    """What a table is to be. `wishes` is what was asked for, once the form is valid.

    Title, word and commitment come as they were sent, to be checked by the verb's own rules. The terms are
    a form of their own, `terms_form`.
    """

    rules = forms.ChoiceField(error_messages=always(gettext_lazy("Choose one of these games.")))
    size = forms.TypedChoiceField(coerce=int, error_messages=always(gettext_lazy("Choose how many play.")))
    title = forms.Field(required=False)
    public = forms.ChoiceField(
        choices=[("yes", ""), ("no", "")],
        error_messages=always(gettext_lazy("Choose who can find the table.")),
    )
    seating = forms.ChoiceField(
        choices=[("random", ""), ("chosen", "")],
        error_messages=always(gettext_lazy("Choose how the seats are given.")),
    )
    seat = forms.TypedChoiceField(
        coerce=int,
        required=False,
        empty_value=None,
        error_messages=always(gettext_lazy("There is no such seat at this table.")),
    )
    word = forms.Field(required=False)
    commitment = forms.Field(required=False)

    def __init__(self, data: Any = None) -> None:
        first = next(iter(RULES))
        super().__init__(
            data,
            initial={
                "rules": first,
                "size": max(RULES[first].SEATS),
                "public": "yes",
                "seating": "random",
                "seat": "0",
            },
        )
        self.terms_form = TermsForm(data)
        sizes = sorted({size for rules in RULES.values() for size in rules.SEATS})
        self._choose("rules", [(slug, rules.NAME) for slug, rules in RULES.items()])
        self._choose("size", [(size, str(size)) for size in sizes])
        self._choose("seat", [(seat, str(seat + 1)) for seat in range(MOST_SEATS)])
        for number in range(2, MOST_SEATS + 1):
            self.fields[f"guest{number}"] = _guest_field()
            self.fields[f"name{number}"] = _name_field()
        for option, name in self._options():
            choices = [(text_of(value), said(label)) for value, label in option.choices]
            self.fields[name] = forms.ChoiceField(
                choices=choices, required=False, error_messages=always(gettext_lazy("Choose one of these."))
            )
            self.initial[name] = text_of(option.default)

    def _choose(self, field: str, choices: list[Any]) -> None:
        self.fields[field].choices = choices  # type: ignore[attr-defined]

    def _options(self) -> Iterator[tuple[Option, str]]:
        for slug, rules in RULES.items():
            for option in rules.OPTIONS:
                yield option, f"{slug}.{option.name}"

    def clean_title(self) -> str:
        """A name of one line."""
        return _checked(table_title, self.cleaned_data["title"] or "")

    def clean_word(self) -> str:
        """A word as it goes into the seed."""
        return _checked(lucky_word, self.cleaned_data["word"] or "")

    def clean(self) -> dict[str, Any]:
        """What goes only with something else: players with a game, a seat with so many players."""
        cleaned: dict[str, Any] = super().clean() or {}
        rules, size = cleaned.get("rules"), cleaned.get("size")
        if rules and size and size not in RULES[rules].SEATS:
            self.add_error("size", _("This game is not for that many players."))
        if cleaned.get("seating") != "chosen":
            cleaned["seat"] = None
            self.errors.pop("seat", None)
        elif size and (cleaned.get("seat") or 0) >= size:
            self.add_error("seat", _no_seat(cleaned["seat"], size))
        return cleaned

    def is_valid(self) -> bool:
        """Whether all of it is as it must be, the terms too."""
        return super().is_valid() and self.terms_form.is_valid()

    @cached_property
    def wishes(self) -> Wishes:
        """The table that was asked for."""
        given = self.cleaned_data
        rules, size = given["rules"], given["size"]
        return Wishes(
            rules=rules,
            size=size,
            commitment=given["commitment"] or "",
            terms=self.terms_form.terms,
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

    def own_seats(self) -> list[OwnSeat]:
        """The seats to choose from; one that only larger tables have says so."""
        fewest = min(size for rules in RULES.values() for size in rules.SEATS)
        chosen = str(self["seat"].value())
        return [
            OwnSeat(it, seat_label(it), _from(it + 1) if it >= fewest else "", chosen == str(it))
            for it in range(MOST_SEATS)
        ]

    def _option_field(self, option: Option, name: str) -> OptionField:
        field, default = self[name], text_of(option.default)
        choices = tuple((text_of(value), said(label)) for value, label in option.choices)
        value = str(field.value() or default)
        return OptionField(field, field.html_name, said(option.label), choices, value, value == default)

    def _chosen_options(self, slug: str) -> dict[str, str | bool]:
        chosen = {}
        for option in RULES[slug].OPTIONS:
            values = {text_of(value): value for value, _label in option.choices}
            asked = self.cleaned_data[f"{slug}.{option.name}"]
            chosen[option.name] = values.get(asked, option.default)
        return chosen


def _guest_field() -> forms.ChoiceField:
    """Whom a seat is for."""
    house = [(it.bot, it.label) for it in house_players()]
    return forms.ChoiceField(
        choices=[(OPEN, _("Anyone")), (INVITE, _("Invite")), *house],
        required=False,
        error_messages=always(gettext_lazy("Choose whom the seat is for.")),
    )


def _name_field() -> forms.CharField:
    """The name of somebody to invite."""
    nobody = always(gettext_lazy("There is no member of that name."))
    return forms.CharField(required=False, max_length=NAME_LENGTH, error_messages=nobody)


def _no_seat(seat: int, size: int) -> str:
    return ngettext(
        "At a table of %(size)d player there is no seat %(seat)d.",
        "At a table of %(size)d players there is no seat %(seat)d.",
        size,
    ) % {"size": size, "seat": seat + 1}


def _from(players: int) -> str:
    return ngettext("with %(players)d player or more", "with %(players)d players or more", players) % {
        "players": players
    }


def _checked(check: Any, text: str) -> str:
    try:
        return str(check(text))
    except Refused as refusal:
        raise forms.ValidationError(refusal.sentence) from refusal
