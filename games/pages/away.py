"""When I am there: one's holidays, the emergency pause, one's hours, and what happens in one's absence."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.dates import WEEKDAYS, WEEKDAYS_ABBR
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games.actions import Refused, breaks
from games.clock.terms import HOLIDAY_IN_A_YEAR
from games.clock.words import span
from games.models import Away, Person
from games.models.person import NAME_LENGTH
from games.pages.asked import signed_in
from games.pages.away_words import Stops, moment_words
from games.pages.caching import private
from games.pages.faults import always
from games.pages.words import time_of_day
from games.translation import said

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
# How many of the holidays of the last year are listed.
MOST_PAST = 12


class Deed(forms.Form):
    """One of the forms of the page, which does something; it stands in a `section`.

    Why that is refused is said beside the field `fault_at`, or beside the whole form.
    """

    section = "holidays"
    fault_at: str | None = None

    def __init__(self, person: Person, now: datetime, data: Any = None) -> None:
        self.person, self.now = person, now
        super().__init__(data, initial=self.present())

    def present(self) -> dict[str, Any]:
        """What the fields show before anything was sent."""
        return {}

    def done(self) -> str:
        """Do it, and say what was done; nothing is said where something is wrong."""
        if not self.is_valid():
            return ""
        try:
            return self.act()
        except Refused as refusal:
            self.add_error(self.fault_at, refusal.sentence)
            return ""

    @abstractmethod
    def act(self) -> str:
        """Do it. Raises Refused."""


def _date_field(fault: Any) -> forms.DateField:
    return forms.DateField(input_formats=["%Y-%m-%d"], error_messages=always(fault))


class Holiday(Deed):
    """Go away: from the beginning of one day, or from now on if that is today, to the end of another."""

    first = _date_field(gettext_lazy("Choose the first day."))
    last = _date_field(gettext_lazy("Choose the last day."))

    @property
    def today(self) -> date:
        """Today, where the person lives."""
        return self.now.astimezone(self.person.zone).date()

    @property
    def latest(self) -> date:
        """The latest day on which a holiday may begin."""
        return (self.now + breaks.AHEAD).astimezone(self.person.zone).date()

    def present(self) -> dict[str, Any]:
        """From today on."""
        return {"first": self.today.isoformat()}

    def clean(self) -> dict[str, Any]:
        """Days that follow each other, none so far away that it cannot be reckoned with."""
        cleaned: dict[str, Any] = super().clean() or {}
        first, last = cleaned.get("first"), cleaned.get("last")
        if first and first < self.today:
            self.add_error("first", _("This day is over."))
        elif first and first > self.latest:
            self.add_error("first", _("A holiday can be planned for the next 180 days."))
        elif first and last and last < first:
            self.add_error("last", _("The last day comes before the first."))
        elif first and last and last - first >= breaks.MOST:
            self.add_error("last", _("A holiday lasts at most 30 days."))
        return cleaned

    def act(self) -> str:
        """Begin or plan it."""
        first, last, zone = self.cleaned_data["first"], self.cleaned_data["last"], self.person.zone
        since = self.now if first == self.today else beginning_of(first, zone)
        away = breaks.go_away(self.person, since, beginning_of(last + DAY, zone), self.now)
        return self.told(away, Stops(self.person).limit(away, self.now))

    def told(self, away: Away, limit: str) -> str:
        """What it does, with its `limit` where it does not stop all clocks until its end."""
        told = {
            "since": moment_words(away.since, self.now),
            "until": moment_words(away.until, self.now),
            "limit": limit,
        }
        if away.since > self.now:
            return (
                _("You are on holiday from %(since)s until %(until)s. %(limit)s") % told
                if limit
                else _("Your clocks will stand still from %(since)s until %(until)s.") % told
            )
        return (
            _("You are on holiday until %(until)s. %(limit)s Have a good time!") % told
            if limit
            else _("Your clocks stand still until %(until)s. Have a good time!") % told
        )


class Back(Deed):
    """Come back, or call off what was planned."""

    def act(self) -> str:
        """End it."""
        away = breaks.come_home(self.person, self.now)
        return _("The holiday is called off.") if away.since > self.now else _("Your clocks run again.")


class Emergency(Deed):
    """Have all clocks stand still at once."""

    section = "emergency"

    def act(self) -> str:
        """Stop them."""
        away = breaks.emergency(self.person, self.now)
        return _("Your clocks stand still until %(until)s.") % {"until": moment_words(away.until, self.now)}


def _time_field() -> forms.TimeField:
    fault = gettext_lazy("Choose times of the day between 00:00 and 23:59.")
    return forms.TimeField(input_formats=["%H:%M", "%H:%M:%S"], error_messages=always(fault))


class Hours(Deed):
    """When one's clock runs at tables that count waking hours."""

    section = "hours"
    days = forms.TypedMultipleChoiceField(
        choices=[(str(day), "") for day in range(7)],
        coerce=int,
        required=False,
        error_messages=always(gettext_lazy("There is no such day of the week.")),
    )
    opens, closes = _time_field(), _time_field()

    def present(self) -> dict[str, Any]:
        """The hours as they are."""
        week = breaks.hours_of(self.person)
        return {
            "days": [str(day) for day in sorted(week.days)],
            "opens": time_of_day(week.opens),
            "closes": time_of_day(week.closes),
        }

    def week_days(self) -> list[tuple[int, str, str, bool]]:
        """Each day of the week: its number, its short and its whole name, and whether it is chosen."""
        chosen = self["days"].value() or []
        return [(day, str(WEEKDAYS_ABBR[day]), str(WEEKDAYS[day]), str(day) in chosen) for day in range(7)]

    def act(self) -> str:
        """Keep them."""
        given = self.cleaned_data
        breaks.save_hours(self.person, given["days"], _minutes(given["opens"]), _minutes(given["closes"]))
        return _("Your hours are kept. They count from your next turn on.")


class UsualHours(Deed):
    """Have the usual hours again."""

    section = "hours"

    def act(self) -> str:
        """Forget the own ones."""
        breaks.save_hours(self.person, None, 0, 0)
        return _("You have the usual hours again. They count from your next turn on.")


class Absence(Deed):
    """What one wishes when one's time runs out."""

    section, fault_at = "absence", "stand_in"
    by_itself = forms.BooleanField(required=False)
    stand_in = forms.CharField(
        required=False,
        max_length=NAME_LENGTH,
        error_messages=always(gettext_lazy("There is no member of that name.")),
    )

    def present(self) -> dict[str, Any]:
        """The wishes as they are."""
        stand_in = self.person.stand_in
        return {
            "by_itself": self.person.away_by_itself,
            "stand_in": stand_in.username if stand_in else "",
        }

    def act(self) -> str:
        """Keep them."""
        breaks.save_absence(self.person, self.cleaned_data["by_itself"], self.cleaned_data["stand_in"])
        return _("Your wishes are kept.")


DEEDS: dict[str, type[Deed]] = {
    "holiday": Holiday,
    "back": Back,
    "emergency": Emergency,
    "hours": Hours,
    "usual_hours": UsualHours,
    "absence": Absence,
}


@dataclass(frozen=True, slots=True)
class Stretch:
    """A holiday or a pause, in words; `can_end` where it is the one that coming back ends."""

    kind: str
    runs: bool
    can_end: bool
    since: str
    until: str
    span: str
    limit: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@private
def away(request: HttpRequest) -> HttpResponse:
    """The page, and its forms: each is sent by itself and names itself in `form`."""
    person, now = signed_in(request), timezone.now()
    name = request.POST.get("form", "")
    if request.method == "POST" and name not in DEEDS:
        messages.error(request, _("There is no such setting."))
        return redirect("away")
    sent = DEEDS[name](person, now, request.POST) if name in DEEDS else None
    if sent and (told := sent.done()):
        messages.success(request, told)
        return redirect(f"{reverse('away')}#{DEEDS[name].section}")
    return render(request, "pages/away.html", _context(person, now, {name: sent} if sent else {}))


def _context(person: Person, now: datetime, sent: dict[str, Deed]) -> dict[str, Any]:
    aways = breaks.aways_of(person, now)
    there = breaks.allowance_of(aways, now)
    ahead = [it for it in aways if it.until > now]
    past = [it for it in reversed(aways) if it.until <= now and it.until > it.since][:MOST_PAST]
    again, ends, stops = there.emergency_from, breaks.may_end(aways, now), Stops(person)
    return {
        "forms": {it: sent.get(it) or DEEDS[it](person, now) for it in DEEDS},
        "ahead": [stretch(it, now, it is ends, stops.limit(it, now)) for it in ahead],
        "past": [stretch(it, now) for it in past],
        "can_go": all(it.kind != Away.Kind.BY_HAND for it in ahead),
        "left": said(span(there.left // HOUR * HOUR)) if there.left >= HOUR else "",
        "share": there.left / HOLIDAY_IN_A_YEAR * 100,
        "on_holiday": any(it.kind == Away.Kind.BY_HAND and it.since <= now for it in ahead),
        "waste": stops.waste(ahead, now),
        "emergency_again": date_format(timezone.localtime(again), "j F Y") if again else "",
        "zone": person.zone_name,
    }


def stretch(it: Away, now: datetime, can_end: bool = False, limit: str = "") -> Stretch:
    """A holiday or a pause in words."""
    lasts = it.until - it.since
    return Stretch(
        it.kind,
        it.since <= now < it.until,
        can_end,
        moment_words(it.since, now),
        moment_words(it.until, now),
        said(span(lasts // HOUR * HOUR if lasts >= HOUR else lasts)),
        limit,
    )


def beginning_of(day: date, zone: ZoneInfo) -> datetime:
    """The first moment of a day: the first midnight of two, or the moment to which midnight is put on."""
    return datetime.combine(day, time.min, zone).astimezone(UTC)


def _minutes(at: time) -> int:
    return at.hour * 60 + at.minute


urlpatterns = [path("settings/away/", away, name="away")]
