"""What pages read from a request: who asks, which page of a list, by which filters. Nonsense is no filter."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.lists import LAST_PAGE, OpenFilters, PastFilters
from games.models import Person
from games.models.person import NAME_LENGTH
from games.pages.table_form import MOST_SEATS, pace_choices
from games.rules.registry import RULES

RESULTS = [
    ("won", gettext_lazy("won")),
    ("shared", gettext_lazy("shared first place")),
    ("lost", gettext_lazy("lost")),
]


def person_of(request: HttpRequest) -> Person | None:
    """Who asks, if signed in."""
    return request.user if isinstance(request.user, Person) else None


def small_number(text: str) -> int | None:
    """A number of up to four plain digits; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None


def page_of(request: HttpRequest) -> int:
    """The page of a list that is asked for, from 1."""
    return min(max(small_number(request.GET.get("page", "")) or 1, 1), LAST_PAGE)


def query_without_page(request: HttpRequest) -> str:
    """The query of the present address, to which `page` can be added."""
    query = request.GET.copy()
    query.pop("page", None)
    return query.urlencode()


class FilterForm(forms.Form):
    """A form of filters. A field that makes no sense is ignored, the others still count."""

    rules = forms.ChoiceField(required=False)

    def __init__(self, data: object) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        self._choose("rules", _("any game"), [(slug, rules.NAME) for slug, rules in RULES.items()])

    def _choose(self, field: str, any_of: str, choices: list[tuple[str, str]]) -> None:
        self.fields[field].choices = [("", any_of), *choices]  # type: ignore[attr-defined]


class OpenFilterForm(FilterForm):
    """Filters of open tables."""

    size = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)
    pace = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)
    free = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)

    def __init__(self, data: object) -> None:
        super().__init__(data)
        self._choose("size", _("any number"), [(str(n), str(n)) for n in range(2, MOST_SEATS + 1)])
        self._choose("pace", _("any pace"), pace_choices())
        self._choose("free", _("any"), [(str(n), str(n)) for n in range(1, MOST_SEATS)])
        self.is_valid()

    def filters(self) -> OpenFilters:
        """The filters that make sense."""
        found = self.cleaned_data
        return OpenFilters(found.get("rules") or "", found.get("size"), found.get("pace"), found.get("free"))


class PastFilterForm(FilterForm):
    """Filters of ended games."""

    result = forms.ChoiceField(required=False)
    opponent = forms.CharField(required=False, max_length=NAME_LENGTH)
    year = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)

    def __init__(self, data: object, years: list[int]) -> None:
        super().__init__(data)
        self._choose("result", _("any result"), [(key, str(said)) for key, said in RESULTS])
        self._choose("year", _("any year"), [(str(year), str(year)) for year in years])
        self.is_valid()

    def filters(self) -> PastFilters:
        """The filters that make sense."""
        found = self.cleaned_data
        return PastFilters(
            found.get("rules") or "",
            found.get("result") or "",
            found.get("opponent") or "",
            found.get("year"),
        )
