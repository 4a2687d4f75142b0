"""What somebody wants to be told, where and when: one page with one form, and the tables that are muted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import time, timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games import lists
from games.actions.choices import CannotBe, Wishes, muted_by, save_choices
from games.clock.deadlines import MOST_LEADS
from games.clock.words import span
from games.models import Channel, Choices, Endpoint, Person
from games.notices.choice import EVENTS, Event, channels_of, choices_of
from games.pages.asked import signed_in
from games.pages.caching import private
from games.pages.faults import always
from games.pages.words import time_of_day
from games.translation import said

HOUR = timedelta(hours=1)
# The hours before the end of a turn that are offered to be reminded at.
LEADS = (1, 3, 6, 12, 24, 48, 72, 168, 336)
# The pages on which what tells somebody is made.
MADE_AT = {Channel.PUSH: "devices", Channel.WEBHOOK: "webhooks", Channel.FEED: "feeds"}


@dataclass(frozen=True, slots=True)
class Column:
    """A channel; `made_at` is the page on which one is made, as long as there is none."""

    slug: str
    label: str
    made_at: str = ""


@dataclass(frozen=True, slots=True)
class Box:
    """Whether an event is told on a channel."""

    value: str
    channel: str
    label: str
    is_on: bool


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event with its boxes, and when its mail leaves."""

    slug: str
    label: str | Promise
    boxes: tuple[Box, ...]
    when: BoundField


def _checks(choices: Iterable[tuple[Any, Any]], fault: Any, **more: Any) -> forms.TypedMultipleChoiceField:
    return forms.TypedMultipleChoiceField(
        choices=list(choices), required=False, error_messages=always(fault), **more
    )


def _time(fault: Any, **more: Any) -> forms.TimeField:
    return forms.TimeField(input_formats=["%H:%M", "%H:%M:%S"], error_messages=always(fault), **more)


def _switch() -> forms.BooleanField:
    return forms.BooleanField(required=False)


def _whens() -> list[tuple[str, str]]:
    return [(it.value, str(it.label)) for it in Choices.When]


A_TIME = gettext_lazy("Choose a time of the day between 00:00 and 23:59.")
IN_THE_DAY = gettext_lazy("Choose a time of the day between 00:00 and 23:59, or leave both empty.")


class ChoicesForm(forms.Form):
    """All that the page asks. What it says of several fields together is that of the verb."""

    channels = _checks(
        [(f"{event.slug}.{channel}", "") for event in EVENTS for channel in Channel.values],
        gettext_lazy("Choose among these events and channels."),
    )
    idle_minutes = forms.IntegerField(
        error_messages=always(gettext_lazy("Choose 2 to 120 minutes.")),
    )
    digest_at = _time(A_TIME)
    quiet_from, quiet_until = _time(IN_THE_DAY, required=False), _time(IN_THE_DAY, required=False)
    one_mail, hand_in_mail = _switch(), _switch()
    turns_in_mail, sign_in_by_mail = _switch(), _switch()
    leads = _checks([], gettext_lazy("Choose among these times."), coerce=int)
    language = forms.ChoiceField(
        required=False, error_messages=always(gettext_lazy("Choose one of these languages."))
    )

    def __init__(self, person: Person, data: Any = None) -> None:
        self.person, self.kept = person, choices_of(person)
        super().__init__(data, initial=_present(person, self.kept))
        for event in EVENTS:
            self.fields[_when(event)] = forms.ChoiceField(
                choices=_whens(), error_messages=always(gettext_lazy("Choose when this mail leaves."))
            )
        offered = sorted({*LEADS, *(person.leads or ())})
        self.fields["leads"].choices = [(str(it), said(span(it * HOUR))) for it in offered]  # type: ignore[attr-defined]
        self.fields["language"].choices = [("", _("As the site")), *languages()]  # type: ignore[attr-defined]

    def rows(self) -> Iterator[EventRow]:
        """The events with what is chosen for them."""
        chosen = self["channels"].value() or []
        for event in EVENTS:
            values = ((it, f"{event.slug}.{it.value}") for it in Channel)
            boxes = [Box(value, it.value, str(it.label), value in chosen) for it, value in values]
            yield EventRow(event.slug, event.label, tuple(boxes), self[_when(event)])

    def hours(self) -> list[tuple[str, str, bool]]:
        """The hours to be reminded at: each with its words, and whether it is chosen."""
        chosen = self["leads"].value() or []
        return [(value, words, value in chosen) for value, words in self.fields["leads"].choices]  # type: ignore[attr-defined]

    def keep(self) -> bool:
        """Keep it; False where something is wrong, which then stands beside its field."""
        if not self.is_valid():
            return False
        try:
            save_choices(self.person, self._wishes(), timezone.now())
        except CannotBe as refusal:
            for name, sentence in refusal.faults.items():
                self.add_error(name, sentence)
            return False
        return True

    def _wishes(self) -> Wishes:
        given = self.cleaned_data
        pairs = [it.split(".") for it in given["channels"]]
        switches = ("one_mail", "hand_in_mail", "turns_in_mail", "sign_in_by_mail")
        return Wishes(
            channels={it.slug: tuple(to for slug, to in pairs if slug == it.slug) for it in EVENTS},
            when={it.slug: given[_when(it)] for it in EVENTS},
            idle_minutes=given["idle_minutes"],
            digest_at=_minutes(given["digest_at"]) or 0,
            quiet_from=_minutes(given["quiet_from"]),
            quiet_until=_minutes(given["quiet_until"]),
            **{it: given[it] for it in switches},
            leads=tuple(given["leads"]),
            language=given["language"],
        )


def languages() -> Iterator[tuple[str, str]]:
    """The languages of the site, each by the name that those who speak it give it."""
    for code, name in settings.LANGUAGES:
        with translation.override(code):
            yield code, str(name)


def _present(person: Person, choices: Choices) -> dict[str, Any]:
    """What the fields show before anything was sent."""
    begins, ends = choices.quiet_from, choices.quiet_until
    return {
        "channels": [f"{event.slug}.{to}" for event in EVENTS for to in channels_of(choices, event)],
        **{_when(event): choices.when.get(event.slug, Choices.When.ONCE) for event in EVENTS},
        "idle_minutes": choices.idle_minutes,
        "digest_at": time_of_day(choices.digest_at),
        "quiet_from": "" if begins is None else time_of_day(begins),
        "quiet_until": "" if ends is None else time_of_day(ends),
        "one_mail": choices.one_mail,
        "hand_in_mail": choices.hand_in_mail,
        "turns_in_mail": choices.turns_in_mail,
        "sign_in_by_mail": choices.sign_in_by_mail,
        "leads": [str(it) for it in person.leads or ()],
        "language": person.language,
    }


def _when(event: Event) -> str:
    """The field that says when the mail of an event leaves."""
    return f"when_{event.slug}"


def _minutes(at: time | None) -> int | None:
    return None if at is None else at.hour * 60 + at.minute


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@private
def choices(request: HttpRequest) -> HttpResponse:
    """The page, and its form: all of it is kept, or nothing."""
    person = signed_in(request)
    form = ChoicesForm(person, request.POST if request.method == "POST" else None)
    if form.is_bound and form.keep():
        messages.success(request, _("Your choices are kept."))
        return redirect("choices")
    shown = {
        "form": form,
        "columns": columns(person, form.kept),
        "muted": list(lists.rows_by_id(muted_by(person), person).values()),
        "most_leads": MOST_LEADS,
        "zone": person.zone_name,
    }
    return render(request, "people/choices.html", shown)


def columns(person: Person, kept: Choices) -> list[Column]:
    """The channels, and which of them the person has nothing to be told on yet. One query."""
    there = {Channel.MAIL, *([Channel.FEED] if kept.feed_key else [])}
    working = Endpoint.objects.filter(person=person, stopped_at=None)
    there |= {Channel(it) for it in working.values_list("channel", flat=True)}
    return [Column(it.value, str(it.label), "" if it in there else MADE_AT[it]) for it in Channel]


urlpatterns = [path("settings/notices/", choices, name="choices")]
