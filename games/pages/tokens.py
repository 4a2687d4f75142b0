"""The personal tokens of the API: which there are, a new one, and doing away with one."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from games.actions import Refused, tokens
from games.models import Person, Token
from games.models.access import TOKEN_NAME_LENGTH
from games.pages.asked import signed_in
from games.pages.caching import private
from games.pages.faults import always


class NewToken(forms.Form):
    """A name, and what the token may do."""

    name = forms.Field(required=False)
    scopes = forms.MultipleChoiceField(
        choices=Token.Scope.choices,
        initial=[Token.Scope.READ.value],
        error_messages=always(gettext_lazy("Choose what it may do.")),
    )

    def clean_name(self) -> str:
        """A name of one line."""
        try:
            return tokens.token_name(self.cleaned_data["name"] or "")
        except Refused as refusal:
            raise forms.ValidationError(refusal.sentence) from refusal


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@private
def page(request: HttpRequest) -> HttpResponse:
    """The tokens, and a new one: its secret is on the answer to this one request and nowhere else."""
    person = signed_in(request)
    form = NewToken(request.POST if request.method == "POST" else None)
    made = _made(person, form) if form.is_bound and form.is_valid() else None
    told = {
        "form": NewToken() if made else form,
        "made": made,
        "tokens": _listed(person),
        "most": tokens.MOST_TOKENS,
        "name_length": TOKEN_NAME_LENGTH,
    }
    return render(request, "people/tokens.html", told)


def _made(person: Person, form: NewToken) -> tuple[Token, str] | None:
    """The new token and its secret; None where it was refused, which then stands beside the name."""
    given = form.cleaned_data
    try:
        return tokens.make(person, given["name"], given["scopes"], timezone.now())
    except Refused as refusal:
        form.add_error("name", refusal.sentence)
        return None


def _listed(person: Person) -> list[dict[str, Any]]:
    """The tokens, the newest first, each with what it may do in words."""
    words = {str(scope): label for scope, label in Token.Scope.choices}
    return [
        {"id": it.id, "name": it.name, "made_at": it.made_at, "used_at": it.used_at}
        | {"may": [words[scope] for scope in it.scopes if scope in words]}
        for it in person.tokens.order_by("-made_at", "-id")
    ]


@require_POST
@login_required
@private
def revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    """Do away with a token."""
    try:
        name = tokens.revoke(signed_in(request), token_id)
    except Refused as refusal:
        messages.error(request, refusal.sentence)
    else:
        messages.success(request, _("“%(name)s” opens nothing any more.") % {"name": name})
    return redirect("tokens")


urlpatterns = [
    path("settings/tokens/", page, name="tokens"),
    path("settings/tokens/<int:token_id>/revoke/", revoke, name="token_revoke"),
]
