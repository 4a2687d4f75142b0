"""People: their settings, what others may see of them, and the games that are over."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from html import escape
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.http import require_http_methods, require_safe
from markupsafe import Markup

from games import lists
from games.actions import Refused, people
from games.actions.habits import habits_of
from games.clock.zones import present_name, zones
from games.lists import PastFilters
from games.models import Person
from games.pages import rows
from games.pages.asked import is_swap, page_of, person_of, query_without_page, signed_in, way_back
from games.pages.caching import private
from games.pages.faults import always
from games.pages.filters import past_filters
from games.pages.habit_words import habit_parts
from games.pages.listing import list_page, pager
from games.pages.marks import Marked
from games.rules.registry import RULES
from games.translation import said

NAME_IS_LONG_OR_SHORT = gettext_lazy("A name has 2 to 24 characters.")

PROFILE, HISTORY = Marked("people/profile.html"), Marked("people/history.html")


class NameForm(forms.ModelForm):
    """How others know a person."""

    class Meta:
        model = Person
        fields = ["username"]
        error_messages = {
            "username": dict.fromkeys(("required", "min_length", "max_length"), NAME_IS_LONG_OR_SHORT)
            | {
                "null_characters_not_allowed": gettext_lazy(
                    "Use letters, digits, spaces, dots, dashes or underscores."
                )
            }
        }


class ZoneForm(forms.ModelForm):
    """The zone that times are shown in."""

    class Meta:
        model = Person
        fields = ["time_zone"]
        error_messages = {"time_zone": always(gettext_lazy("There is no time zone of that name."))}

    def clean_time_zone(self) -> str:
        """The zone by its name of today."""
        return present_name(self.cleaned_data["time_zone"])


class KeysForm(forms.ModelForm):
    """Whether single keys act at the table."""

    class Meta:
        model = Person
        fields = ["single_keys"]


def _changes(form: Any) -> dict[str, object]:
    return dict(form.cleaned_data)


FORMS: dict[str, Callable[..., Any]] = {
    "name": lambda person, data: NameForm(data, instance=_copy(person)),
    "zone": lambda person, data: ZoneForm(data, instance=_copy(person)),
    "keys": lambda person, data: KeysForm(data, instance=_copy(person)),
}


def _copy(person: Person) -> Person:
    """The same row apart from the signed-in person, whom a form would change while it checks."""
    return Person.objects.get(pk=person.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@private
def settings(request: HttpRequest) -> HttpResponse:
    """The settings; each form on the page is sent by itself and names itself in `form`."""
    person = signed_in(request)
    name = request.POST.get("form", "")
    bound = FORMS[name](person, request.POST) if name in FORMS else None
    if request.method == "POST" and bound is None:
        messages.error(request, _("There is no such setting."))
        return redirect(way_back(request, reverse("settings")))
    kept = bound is not None and _kept(person, bound)
    if name == "zone" and is_swap(request):
        words = person.time_zone.replace("_", " ")
        return render(request, "games/zone_kept.html", {"kept": kept, "zone": words})
    if kept:
        messages.success(request, _("Your settings are kept."))
        return redirect(way_back(request, reverse("settings")))
    return render(request, "people/settings.html", _settings_context(person, name, bound))


def _kept(person: Person, form: Any) -> bool:
    """Keep what a form asks for; False where something is wrong, which then stands beside its field."""
    if not form.is_valid():
        return False
    try:
        people.save_settings(person, **_changes(form))
    except Refused as refusal:
        form.add_error(None, refusal.sentence)
        return False
    return True


def _settings_context(person: Person, name: str, bound: Any) -> dict[str, Any]:
    now = timezone.localtime(timezone.now(), person.zone)
    return {
        "name_form": bound if name == "name" and bound else NameForm(instance=person),
        "zone_form": bound if name == "zone" and bound else ZoneForm(instance=person),
        "profile": reverse("profile", args=[person.username]),
        "zone_options": zone_options(present_name(person.time_zone)),
        "clock": date_format(now, "H:i"),
        "themes": Person.Theme.choices,
    }


def zone_options(chosen: str) -> Markup:
    """The zones as options of a select, grouped by region."""
    known = zones() if chosen in ("", *zones()) else (chosen, *zones())
    parts = [] if chosen else [f'<option value="" selected>{escape(_("Choose"))}</option>']
    region = ""
    for zone in known:
        ahead, slash, _place = zone.partition("/")
        if slash and ahead != region:
            parts.append(f'{"</optgroup>" if region else ""}<optgroup label="{escape(ahead)}">')
            region = ahead
        words_of = escape(zone.partition("/")[2].replace("_", " ") or zone)
        parts.append(f'<option value="{escape(zone)}"{" selected" * (zone == chosen)}>{words_of}</option>')
    return Markup("".join(parts) + "</optgroup>")


def named_or_404(name: str) -> Person:
    """The member of that name, in whatever case. Raises Http404."""
    person = lists.person_named(name)
    if person is None:
        raise Http404
    return person


def years_of(person: Person, now: datetime) -> range:
    """The years in which games of this person can have ended, latest first."""
    return range(timezone.localtime(now).year, timezone.localtime(person.date_joined).year - 1, -1)


def figure_rows(figures: tuple[people.Figures, ...]) -> Markup:
    """A row for each game that was played: how often, how often won, and the mean score in its own word."""
    return Markup("").join(
        Markup(
            '<tr><th scope="row">{}</th><td class="num-c">{}</td><td class="num-c">{}</td>'
            '<td class="num-c">{} <span class="meta">{}</span></td></tr>'
        ).format(
            RULES[it.rules].NAME,
            it.played,
            it.won,
            "–" if it.mean is None else number_format(it.mean, 1),
            said(RULES[it.rules].SCORE),
        )
        for it in figures
    )


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """What anybody may know of a person: how much and how reliably they play, and their latest games."""
    whose, viewer = named_or_404(name), person_of(request)
    latest = lists.history(whose, PastFilters(), viewer, page=1, size=lists.RECENT).rows
    figures = people.statistics(whose)
    marks = {
        "name": whose.username,
        "initial": whose.username[:1],
        "since": date_format(timezone.localtime(whose.date_joined), pgettext("month of joining", "F Y")),
        "played": sum(it.played for it in figures),
        "won": sum(it.won for it in figures),
        "figures": figure_rows(figures),
        "habits": " · ".join(habit_parts(habits_of(whose))),
        "history": reverse("history", args=[whose.username]),
        "rows": rows.past_rows(latest, timezone.now()),
    }
    return list_page(
        request, whose.username, PROFILE(marks, some=bool(latest), played=bool(figures)), narrow=True
    )


@require_safe
def history(request: HttpRequest, name: str) -> HttpResponse:
    """The ended games of a person, by filters; those by link only for who took part in them."""
    now, viewer, whose = timezone.now(), person_of(request), named_or_404(name)
    query = query_without_page(request)
    filters, fields = past_filters(request.GET, years_of(whose, now))
    page = lists.history(whose, filters, viewer, page_of(request))
    marks = {
        "name": whose.username,
        "profile": reverse("profile", args=[whose.username]),
        "history": reverse("history", args=[whose.username]),
        "filters": fields,
        "rows": rows.past_rows(page.rows, now),
        "pager": pager(page, query),
    }
    main = HISTORY(marks, own=viewer == whose, some=bool(page.rows), filtered=bool(query))
    return list_page(request, _("Finished games of %(name)s") % {"name": whose.username}, main)


urlpatterns = [
    path("settings/", settings, name="settings"),
    path("people/<str:name>/", profile, name="profile"),
    path("people/<str:name>/games/", history, name="history"),
]
