"""The page that tells of the API, made from the schema that programs read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from markupsafe import Markup

from games.models import Token
from games.pages.api import problems
from games.pages.api import shapes as objects
from games.pages.api.doors import ABOUT, api
from games.rules.registry import RULES

Json = Mapping[str, Any]
SHAPES = "#/components/schemas/"
EXAMPLE_SEED = bytes(32)


class Kind(NamedTuple):
    """What a field holds, in words; `shape` is the name of one that the page tells, to lead there."""

    before: str = ""
    shape: str = ""
    after: str = ""


class FieldTold(NamedTuple):
    """A field of a shape, or something that an address takes."""

    name: str
    kind: Kind
    needed: bool
    usual: str
    about: str


class Shape(NamedTuple):
    """An object that is sent or answered; it has the fields of what it `extends`, too."""

    name: str
    about: str
    extends: str
    fields: list[FieldTold]


class Door(NamedTuple):
    """Something that can be asked or done."""

    id: str
    method: str
    path: str
    title: str
    about: list[str]
    scope: str
    takes: list[FieldTold]
    body: str
    answers: list[tuple[str, str]]


class Example(NamedTuple):
    """A position as the API tells it."""

    game: str
    text: str


@cache
def schema() -> Json:
    """The schema, as programs read it."""
    return api.get_openapi_schema()


def doors() -> Iterator[Door]:
    """All that can be asked or done."""
    for path, methods in schema()["paths"].items():
        for method, told in methods.items():
            content = told.get("requestBody", {}).get("content", {}).get("application/json", {})
            yield Door(
                told["operationId"],
                method.upper(),
                path,
                told["summary"],
                [_with_code(it) for it in told["description"].split("\n\n")],
                told["tags"][0],
                [_taken(it) for it in told["parameters"] if it["in"] == "query"],
                _kind(content["schema"]).shape if content else "",
                [(str(status), _answered(it)) for status, it in told["responses"].items()],
            )


def _taken(parameter: Json) -> FieldTold:
    return _field(parameter["name"], parameter["schema"], parameter["required"])


def _answered(answer: Json) -> str:
    return _kind(answer["content"]["application/json"]["schema"]).shape


def shapes() -> Iterator[Shape]:
    """All objects that are sent or answered."""
    known, sent = schema()["components"]["schemas"], {door.body for door in doors()}
    for name, told in sorted(known.items()):
        before = getattr(objects, name).__base__.__name__
        inherited = known.get(before, {}).get("properties", {})
        fields = [
            _field(field, it, name in sent and field in told.get("required", []))
            for field, it in told["properties"].items()
            if field not in inherited
        ]
        yield Shape(name, told["description"], before if inherited else "", fields)


def _field(name: str, told: Json, needed: bool) -> FieldTold:
    has_usual = told.get("default") not in (None, "", [], {})
    usual = json.dumps(told["default"]) if has_usual else ""
    return FieldTold(name, _kind(told), needed, usual, _with_code(told.get("description", "")))


def _with_code(text: str) -> str:
    """A text for a page; what stands between backticks is code."""
    dress = Markup("{}"), Markup("<code>{}</code>")
    return Markup("").join(dress[number % 2].format(part) for number, part in enumerate(text.split("`")))


def _kind(told: Json) -> Kind:
    """What is held, in words."""
    if "$ref" in told:
        return Kind(shape=told["$ref"].removeprefix(SHAPES))
    if "enum" in told:
        return Kind(_(" or ").join(json.dumps(it) for it in told["enum"]))
    if "anyOf" in told:
        return _either([_kind(it) for it in told["anyOf"]])
    if told.get("type") == "array":
        inner = _kind(told["items"])
        return inner._replace(before=_("list of ") + inner.before)
    return Kind(_plain(told))


def _either(kinds: list[Kind]) -> Kind:
    """One of several, at most one of which is an object that the page tells."""
    words = _(" or ").join(it.before for it in kinds if not it.shape)
    for it in kinds:
        if it.shape:
            return it._replace(after=_(" or ") + words)
    return Kind(words)


def _plain(told: Json) -> str:
    if told.get("format") == "date-time":
        return _("time")
    names = {
        "string": _("text"),
        "integer": _("whole number"),
        "boolean": _("true or false"),
        "null": "null",
        "object": _("object"),
    }
    return names.get(told.get("type", ""), _("anything"))


@cache
def examples() -> list[Example]:
    """How a game begins, as its first player is told."""
    return [Example(rules.NAME, _beginning(rules)) for rules in RULES.values()]


def _beginning(rules: Any) -> str:
    options = {option.name: option.default for option in rules.OPTIONS}
    state = rules.begin(rules.deal(min(rules.SEATS), options, EXAMPLE_SEED))
    return json.dumps(rules.spell_view(rules.view(state, 0)), indent=1)


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """What the API can do, with every field; anybody may read it."""
    told = {
        "about": ABOUT,
        "doors": list(doors()),
        "shapes": list(shapes()),
        "scopes": Token.Scope.choices,
        "site": settings.SITE_URL,
        "examples": examples(),
        "problems": problems.CODES,
    }
    return render(request, "pages/api.html", told)
