"""What holds for every request to the API, also for those that do not come as far as it."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from games.pages.api import problems

ROOT = "/api/v1/"


class ApiMiddleware:
    """Has the API know no cookies, and answer nothing but JSON that is kept nowhere."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(ROOT):
            return self.get_response(request)
        request.META.pop("HTTP_COOKIE", None)
        # Whoever shows a token is answered in their own language and zone, and nobody after them.
        with translation.override(translation.get_language()), timezone.override(None):
            answer = _as_json(self.get_response(request))
        answer["Cache-Control"] = "no-store"
        answer["Vary"] = "Authorization"
        return answer


def _as_json(answer: HttpResponse) -> HttpResponse:
    """The answer; in place of a page that says what went wrong, the same as JSON."""
    if answer.status_code < 400 or answer.get("Content-Type", "").startswith("application/json"):
        return answer
    told = problems.of_status(answer.status_code)
    if "Allow" in answer:
        told["Allow"] = answer["Allow"]
    return told
