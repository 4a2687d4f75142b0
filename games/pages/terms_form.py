"""The fields by which terms are chosen: the pace, what happens when somebody is absent, who may join."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.clock import words
from games.clock.terms import (
    BANK,
    DAY,
    FIXED,
    HOUR,
    HOUSE,
    IDLE_FOR,
    MINUTE,
    MOST_BANK,
    MOST_MISSED,
    NONE,
    OUT_OF_RANGE,
    SOCIABLE,
    SOFT,
    STAND_IN,
    VOTE,
    Absence,
    Gates,
    Pace,
    Terms,
)
from games.pages.asked import small_number
from games.pages.faults import always
from games.pages.house import house_players
from games.pages.terms_words import pace_line
from games.rules.words import Sentence
from games.translation import said

OWN_PACE, ANY = "own", "0"
USUAL_PACES = {
    "1": gettext_lazy("Brisk"),
    "3": gettext_lazy("Easy"),
    "7": gettext_lazy("Slow"),
    OWN_PACE: gettext_lazy("My own"),
}
KINDS = {
    FIXED: (gettext_lazy("A time for each turn"), gettext_lazy("what is not used is gone")),
    BANK: (gettext_lazy("A time bank"), gettext_lazy("for all turns together; what is not used is kept")),
    SOFT: (gettext_lazy("No limit"), gettext_lazy("nobody’s time runs out, there are only reminders")),
    SOCIABLE: (gettext_lazy("All here"), gettext_lazy("minutes a turn, in one sitting")),
}
THEN = {
    HOUSE: (gettext_lazy("The house plays it"), gettext_lazy("that one turn")),
    STAND_IN: (gettext_lazy("A stand-in is asked first"), gettext_lazy("whom the player has named")),
    VOTE: (gettext_lazy("The others vote"), gettext_lazy("the house plays on, or the game ends")),
}
TURNS = (6 * HOUR, 12 * HOUR, *(days * DAY for days in range(1, 15)))
ON_TIME = (60, 70, 80, 90, 95, 98)
REPLIES = (HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY)

# What each kind of pace asks for: the field, and the part of the pace that it is.
PARTS = {
    FIXED: {"turn": "turn"},
    BANK: {"bank": "bank", "increment": "increment", "cap": "cap", "grace": "turn"},
    SOFT: {"turn": "turn"},
    SOCIABLE: {"minutes": "turn"},
}
UNITS = {"turn": HOUR, "bank": DAY, "increment": HOUR, "cap": DAY, "grace": HOUR, "minutes": MINUTE}
# Sound paces, in which a single part is tried; and a span that no part can have.
SOUND = {
    FIXED: Pace(),
    BANK: Pace(BANK, NONE, bank=DAY, cap=MOST_BANK),
    SOFT: Pace(SOFT),
    SOCIABLE: Pace(SOCIABLE, 10 * MINUTE),
}
NEVER = 9999 * DAY
# What is proposed to whoever chooses that kind.
PROPOSED = {
    FIXED: Pace(turn=2 * DAY),
    BANK: Pace(BANK, NONE, bank=5 * DAY, increment=12 * HOUR, cap=10 * DAY),
    SOFT: Pace(SOFT, 2 * DAY),
    SOCIABLE: Pace(SOCIABLE, 10 * MINUTE),
}
ABOUT_TIME = ("weekends_off", "waking_hours", "then", "level", "after")
ABOUT_GATES = ("on_time", "reply", "newcomers")


class Pick(NamedTuple):
    """One of several choices, as a page shows it."""

    value: str
    label: str
    hint: str
    chosen: bool


class TermsForm(forms.Form):
    """The terms of a table; `terms` are those that were chosen, once the form is valid.

    What was not sent stays as in `initial`, as do the gates where the form has none of them. A field that
    goes only with another choice is not read without it.
    """

    weekends_off = forms.BooleanField(required=False, label=gettext_lazy("Weekends do not count"))
    waking_hours = forms.BooleanField(required=False, label=gettext_lazy("Only waking hours count"))
    bank = forms.Field(required=False, label=gettext_lazy("To begin with, in days"))
    increment = forms.Field(required=False, label=gettext_lazy("Added by each turn, in hours"))
    cap = forms.Field(required=False, label=gettext_lazy("The most it may hold, in days"))
    grace = forms.Field(required=False, label=gettext_lazy("Hours of a turn before it is touched"))
    minutes = forms.Field(required=False, label=gettext_lazy("Minutes for each turn"))

    def __init__(self, data: Any = None, initial: Terms | None = None, gates: bool = True) -> None:
        self.before = initial or Terms()
        super().__init__(data, initial=_filled(self.before))
        turns = {*TURNS, self.before.pace.turn} if "turn" in PARTS[self.before.pace.kind] else TURNS
        self._choose("pace", USUAL_PACES, gettext_lazy("Choose one of these paces."))
        self._choose("kind", dict.fromkeys(KINDS, ""), gettext_lazy("Choose one of these kinds of pace."))
        self._choose("turn", _spans(turns), said(OUT_OF_RANGE[FIXED]), _("Time for each turn"))
        self._choose(
            "then", dict.fromkeys(THEN, ""), gettext_lazy("Choose what happens when a turn runs out.")
        )
        levels = {it.bot: it.label for it in house_players()}
        self._choose("level", levels, gettext_lazy("Choose one of these house players."), _("House player"))
        after = {str(n): _turns_in_a_row(n) for n in range(1, MOST_MISSED + 1)}
        self._choose("after", after, gettext_lazy("Choose 1 to 5 turns."), _("It keeps the seat after"))
        self.has_gates = gates
        if gates:
            self._choose_gates()

    def _choose(self, name: str, choices: Mapping[str, Any], fault: Any, label: str = "") -> None:
        self.fields[name] = forms.ChoiceField(
            choices=list(choices.items()), required=False, label=label, error_messages=always(fault)
        )

    def _choose_gates(self) -> None:
        asked, fault = self.before.gates, gettext_lazy("Choose one of these.")
        shares = sorted({*ON_TIME, asked.on_time or ON_TIME[0]})
        at_least = {str(it): _("at least %(share)s") % {"share": words.share(it)} for it in shares}
        spans = sorted({*REPLIES, asked.reply or HOUR})
        within = {_hours(it): _("within %(span)s") % {"span": said(words.span(it))} for it in spans}
        welcome = {"yes": _("are welcome"), "no": _("cannot join")}
        self._choose("on_time", {ANY: _("any share")} | at_least, fault, _("Turns played in time"))
        self._choose("reply", {ANY: _("in any time")} | within, fault, _("Usual answer"))
        self._choose("newcomers", welcome, fault, _("Newcomers"))

    def clean(self) -> dict[str, Any]:
        """The terms; each fault beside the field that it is of."""
        cleaned: dict[str, Any] = super().clean() or {}
        self.terms = Terms(self._pace(), self._absence(), self._gates())
        return cleaned

    def _given(self, name: str) -> str:
        """What was chosen; as before where nothing was."""
        return self.cleaned_data.get(name) or str(self.initial[name])

    def _pace(self) -> Pace:
        pace = self._given("pace")
        if pace != OWN_PACE:
            self.errors.pop("kind", None)
            self.errors.pop("turn", None)
            chosen = Pace(turn=int(pace) * DAY)
        else:
            chosen = self._own_pace(self._given("kind"))
        if not chosen.respects_absence:
            return chosen
        weekends, waking = (self.cleaned_data[name] for name in ("weekends_off", "waking_hours"))
        return replace(chosen, weekends_off=weekends, waking_hours=waking)

    def _own_pace(self, kind: str) -> Pace:
        """The pace of that kind; each part is tried by itself, so that its fault stands beside it."""
        if "turn" not in PARTS[kind]:
            self.errors.pop("turn", None)
        given: dict[str, Any] = {part: self._span(name) for name, part in PARTS[kind].items()}
        for name, part in PARTS[kind].items():
            if name not in self.errors and (why := _fault(kind, part, given[part])):
                self.add_error(name, said(why))
        pace = replace(SOUND[kind], **given)
        if not self.errors.keys() & PARTS[kind].keys() and (why := pace.refusal()):
            self.add_error("cap", said(why))  # all that two parts can be wrong in together
        return pace

    def _span(self, name: str) -> timedelta:
        sent = self._given(name) if name == "turn" else self.cleaned_data[name]
        number = small_number(str(self.initial[name] if sent is None else sent))
        return NEVER if number is None else number * UNITS[name]

    def _absence(self) -> Absence:
        return Absence(self._given("then"), self._given("level"), int(self._given("after")))

    def _gates(self) -> Gates:
        if not self.has_gates:
            return self.before.gates
        share, hours = int(self._given("on_time")), int(self._given("reply"))
        return Gates(share or None, hours * HOUR if hours else None, self._given("newcomers") == "yes")

    def paces(self) -> list[Pick]:
        """The usual paces, and one's own."""
        return [
            self._pick("pace", value, label, _("set below") if value == OWN_PACE else _days(value))
            for value, label in USUAL_PACES.items()
        ]

    def kinds(self) -> list[Pick]:
        """The kinds of one's own pace."""
        return [self._pick("kind", value, label, hint) for value, (label, hint) in KINDS.items()]

    def thens(self) -> list[Pick]:
        """What may happen when a turn runs out."""
        return [self._pick("then", value, label, hint) for value, (label, hint) in THEN.items()]

    def bank_parts(self) -> list[forms.BoundField]:
        """What a time bank is made of."""
        return [self[name] for name in PARTS[BANK]]

    def idle_days(self) -> int:
        """After how many days a game ends in which nobody’s time runs out and nobody moves."""
        return IDLE_FOR.days

    def gate_parts(self) -> list[forms.BoundField]:
        """What is asked of whoever would like to join."""
        return [self[name] for name in ABOUT_GATES] if self.has_gates else []

    def time_is_unusual(self) -> bool:
        """Whether more than the pace is not as usual, or faulty."""
        return self._is_unusual(ABOUT_TIME)

    def gates_are_unusual(self) -> bool:
        """Whether not just anybody may join, or it is faulty who may."""
        return self.has_gates and self._is_unusual(ABOUT_GATES)

    def _pick(self, field: str, value: str, label: object, hint: object) -> Pick:
        chosen = str(self[field].value() or self.initial[field])
        return Pick(value, str(label), str(hint), chosen == value)

    def _is_unusual(self, names: Iterable[str]) -> bool:
        usual = _filled(Terms())
        return any(self[it].errors or str(self[it].value() or usual[it]) != str(usual[it]) for it in names)


def _fault(kind: str, part: str, span: Any) -> Sentence | None:
    """What is wrong with one part of a pace of that kind, whatever the others are."""
    return replace(SOUND[kind], **{part: span}).refusal()


def _filled(terms: Terms) -> dict[str, Any]:
    """The fields as they say these terms; where the pace has no such part, as is proposed."""
    pace, absence, gates = terms.pace, terms.absence, terms.gates
    days = str(pace.turn // DAY)
    is_usual = pace.kind == FIXED and days in USUAL_PACES and not pace.turn % DAY
    shown = PROPOSED if is_usual else PROPOSED | {pace.kind: pace}
    spans = {
        name: getattr(shown[kind], part) // UNITS[name]
        for kind in sorted(shown, key=pace.kind.__eq__)  # where two share a field, it shows the pace itself
        for name, part in PARTS[kind].items()
    }
    return spans | {
        "pace": days if is_usual else OWN_PACE,
        "kind": pace.kind,
        "weekends_off": pace.weekends_off,
        "waking_hours": pace.waking_hours,
        "then": absence.then,
        "level": absence.level,
        "after": str(absence.after),
        "on_time": str(gates.on_time or ANY),
        "reply": _hours(gates.reply or NONE),
        "newcomers": "yes" if gates.newcomers else "no",
    }


def _spans(turns: Iterable[timedelta]) -> dict[str, str]:
    return {_hours(turn): said(words.span(turn)) for turn in sorted(turns)}


def _hours(span: timedelta) -> str:
    return str(span // HOUR)


def _days(days: str) -> str:
    return pace_line(Pace(turn=int(days) * DAY))


def _turns_in_a_row(n: int) -> str:
    return ngettext("%(n)d turn that ran out", "%(n)d turns in a row that ran out", n) % {"n": n}
