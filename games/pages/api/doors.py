"""The API itself: what is read from a request, and what its schema says of all its doors."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from ninja import NinjaAPI
from ninja.operation import Operation
from ninja.parser import Parser

from games.pages.api import limits, problems, reading, verbs
from games.pages.api.routes import router
from games.rules.plainjson import plain_json

# Whose doors hang there, in the order of the page.
FAMILIES = (reading, verbs)
ABOUT = (
    "Play by program: the same tables, the same rules and the same view as on the pages. Every request shows "
    f"a personal token; one that can open, join and leave tables alone is told of a table what everybody may "
    f"know. A token may ask {limits.READS_A_MINUTE} times a minute, and do something "
    f"{limits.WRITES_A_MINUTE} times; then it has to wait for the next minute. Times are in UTC."
)


class StrictParser(Parser):
    """Reads JSON that can be kept and sent on, and no other."""

    def parse_body(self, request: HttpRequest) -> Any:
        """The body of a request. Raises RuleError."""
        return plain_json(request.body)


class Api(NinjaAPI):
    """The API, whose doors are called by the names of their functions."""

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """What a program calls a door."""
        return operation.view_func.__name__


api = Api(
    title=f"{settings.SITE_NAME} API",
    version="1",
    description=ABOUT,
    docs_url=None,
    urls_namespace="api",
    servers=[{"url": settings.SITE_URL}],
    parser=StrictParser(),
    default_router=router,
)
problems.answer_with(api)
