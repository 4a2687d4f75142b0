"""What the API answers where something is wrong: always a code for programs and a sentence for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError

from games.actions import Forbidden, Refused, Stale
from games.actions.play import Kept, MovedOn, MoveRefused, NotYours, Stuck
from games.models import Game, Token
from games.models.rows import seated_at
from games.offers import CannotFollow
from games.pages.api import told
from games.pages.api.access import Caller, MissingScope, TooOften
from games.tables import Unreadable

CODES = (
    (400, "bad_request", gettext_lazy("The request cannot be read.")),
    (400, "no_json", gettext_lazy("The body is no JSON.")),
    (401, "no_token", gettext_lazy("There is no token, or one that opens nothing.")),
    (403, "missing_scope", gettext_lazy("The token may not do that; its scope is named.")),
    (403, "not_yours", gettext_lazy("It is not for you to do: you have no seat there.")),
    (404, "not_found", gettext_lazy("There is nothing at this address, or no such table.")),
    (405, "method_not_allowed", gettext_lazy("This address does not take that method.")),
    (409, "stale", gettext_lazy("You were too late; the table is told as it stands now.")),
    (409, "not_now", gettext_lazy("The house keeps your seat, or the game stands still because of a fault.")),
    (413, "too_large", gettext_lazy("The request is larger than this site takes.")),
    (422, "invalid", gettext_lazy("A field is not as it must be; each is told with a sentence.")),
    (422, "move_refused", gettext_lazy("A move is not allowed; the answer says which, and why.")),
    (422, "refused", gettext_lazy("What was asked cannot be done; the sentence says why.")),
    (429, "too_often", gettext_lazy("That was too much; Retry-After says how many seconds to wait.")),
    (500, "fault", gettext_lazy("A fault of the site, which is noted.")),
    (503, "standing_still", gettext_lazy("The game cannot be shown before a fault is mended.")),
)
"""All that can be wrong."""
SENTENCES = {error: sentence for _status, error, sentence in CODES}
# What did not come as far as the API itself; all else is a fault.
OF_STATUS = {
    400: "bad_request",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
    503: "standing_still",
}


def problem(status: int, error: str, message: str, **more: Any) -> HttpResponse:
    """An answer that is not 2xx."""
    return JsonResponse({"error": error, "message": message, **more}, status=status)


def of_status(status: int) -> HttpResponse:
    """The answer to what did not come as far as the API itself."""
    error = OF_STATUS.get(status, "fault")
    return problem(status, error, str(SENTENCES[error]))


def no_token(request: HttpRequest, error: Exception) -> HttpResponse:
    """401: no token, or one that opens nothing."""
    answer = problem(
        401, "no_token", _("Send a personal token, as in the header “Authorization: Bearer lkl_…”.")
    )
    answer["WWW-Authenticate"] = 'Bearer realm="api"'
    return answer


def missing_scope(request: HttpRequest, error: MissingScope) -> HttpResponse:
    """403: the token is not good for this."""
    may = Token.Scope(error.scope).label
    message = _("This token may not do that: it has not the scope “%(scope)s” (%(may)s).")
    answer = problem(403, "missing_scope", message % {"scope": error.scope, "may": may}, scope=error.scope)
    answer["WWW-Authenticate"] = f'Bearer realm="api", error="insufficient_scope", scope="{error.scope}"'
    return answer


def too_often(request: HttpRequest, error: TooOften) -> HttpResponse:
    """429, with the seconds to wait."""
    message = _("That was too much in a short while. Wait %(seconds)d seconds, then go on.")
    answer = problem(429, "too_often", message % {"seconds": error.wait})
    answer["Retry-After"] = str(error.wait)
    return answer


def refused(request: HttpRequest, error: Refused) -> HttpResponse:
    """What a verb has refused: 403, 409 with the table as it is now, or 422."""
    if isinstance(error, MoveRefused):
        return problem(422, "move_refused", error.sentence, which=error.which)
    if isinstance(error, NotYours | Forbidden):
        return problem(403, "not_yours", error.sentence)
    if isinstance(error, Kept | Stuck):
        return problem(409, "not_now", error.sentence, **_present_table(request))
    if isinstance(error, Stale):
        moved_on = _("The game has moved on since then. Here it is as it stands now.")
        said = moved_on if isinstance(error, MovedOn) else error.sentence
        return problem(409, "stale", said, **_present_table(request))
    return problem(422, "refused", error.sentence)


def _present_table(request: HttpRequest) -> Mapping[str, Any]:
    """The table that the request was about, as it stands now; nothing where it was about none."""
    match, caller = request.resolver_match, getattr(request, "auth", None)
    slug = match.kwargs.get("slug") if match else None
    if slug is None or not isinstance(caller, Caller):
        return {}
    try:
        return {"table": told.table_for(seated_at(slug), caller)}
    except Unreadable:
        return {}


def cannot_follow(request: HttpRequest, error: CannotFollow) -> HttpResponse:
    """422: steps that cannot be tried one after the other."""
    return problem(422, "move_refused", error.sentence, which=error.which)


def unreadable(request: HttpRequest, error: Exception) -> HttpResponse:
    """503: a game whose history is broken, until somebody has mended it."""
    return of_status(503)


def not_found(request: HttpRequest, error: Exception) -> HttpResponse:
    """404: no such table."""
    return of_status(404)


def too_large(request: HttpRequest, error: Exception) -> HttpResponse:
    """413: a body beyond what the site reads."""
    return of_status(413)


def unread(request: HttpRequest, error: Exception) -> HttpResponse:
    """400: a body that is no JSON."""
    return problem(400, "no_json", _("The body of the request is no JSON that can be read."))


def invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """422: fields that are not as they must be, each with a sentence."""
    faults = [{"field": _field(it), "message": _sentence(it)} for it in error.errors]
    return problem(422, "invalid", faults[0]["message"], fields=faults)


def _field(fault: Mapping[str, Any]) -> str:
    """Where the fault is: `moves.0` of what was sent, or a part of the address."""
    source, *where = map(str, fault["loc"])
    return ".".join(where[1:] if source == "body" else where) or source


def _sentence(fault: Mapping[str, Any]) -> str:
    """What is wrong with a field."""
    sentences = {
        "missing": _("“%(field)s” is missing."),
        "extra_forbidden": _("There is no “%(field)s” here."),
        "int_type": _("“%(field)s” must be a whole number."),
        "int_parsing": _("“%(field)s” must be a whole number."),
        "bool_type": _("“%(field)s” must be true or false."),
        "string_type": _("“%(field)s” must be a text."),
        "list_type": _("“%(field)s” must be a list."),
        "dict_type": _("“%(field)s” must be an object."),
        "model_attributes_type": _("“%(field)s” must be an object."),
        "too_long": _("“%(field)s” holds more than there can be."),
        "greater_than_equal": _("“%(field)s” is out of range."),
        "less_than_equal": _("“%(field)s” is out of range."),
    }
    usual = _("“%(field)s” cannot be like that.")
    return sentences.get(fault["type"], usual) % {"field": _field(fault)}


def answer_with(api: NinjaAPI) -> None:
    """Have the API answer so. What nobody has foreseen is the site's own fault, and is logged by Django."""
    handlers: dict[type[Exception], Any] = {
        AuthenticationError: no_token,
        MissingScope: missing_scope,
        TooOften: too_often,
        Refused: refused,
        CannotFollow: cannot_follow,
        Unreadable: unreadable,
        Game.DoesNotExist: not_found,
        Http404: not_found,
        RequestDataTooBig: too_large,
        HttpError: unread,
        ValidationError: invalid,
    }
    for error, handler in handlers.items():
        api.add_exception_handler(error, handler)
