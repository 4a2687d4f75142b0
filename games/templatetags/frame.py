"""The frame of every page, made to cost next to nothing.

Its templates (`templates/frame/`) are rendered once for each language and kind of reader, with a mark
wherever readers differ: `{{ mark.name }}`. For each page only the marks are filled in.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template import Context
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

register = template.Library()

# A character for private use: no text of ours has it, so a template can be taken apart at it.
EDGE = "\ue000"
NAMES = ("csrf", "next", "theme", "waiting", "name", "initial", "profile", "history")
MARKS = {name: mark_safe(f"{EDGE}{name}{EDGE}") for name in NAMES}
PLACES = frozenset({"games", "lobby", "new_table", "rules", "rules_index"})
"""The addresses that the navigation shows as the present one."""


@register.simple_tag(takes_context=True)
def frame_head(context: Context) -> SafeString:
    """What the head of every page begins with."""
    return whole("frame/head.html", get_language() or "")


@register.simple_tag(takes_context=True)
def frame_scripts(context: Context) -> SafeString:
    """The scripts of every page."""
    return whole("frame/scripts.html", get_language() or "")


@register.simple_tag(takes_context=True)
def frame_foot(context: Context) -> SafeString:
    """The foot of every page."""
    return whole("frame/foot.html", get_language() or "", context["sprite"], context["development"])


@register.simple_tag(takes_context=True)
def frame_top(context: Context, classes: str = "") -> SafeString:
    """The head of the page that a reader sees: name, navigation, theme and account."""
    request: HttpRequest = context["request"]
    match, name = request.resolver_match, context["user"].get_username()
    here = match.url_name if match and match.url_name in PLACES else ""
    waiting, theme = context["waiting"], "light" if context["theme"] == "dark" else "dark"
    pieces = top(get_language() or "", bool(name), bool(waiting), here or "", classes, context["sprite"])
    values = {
        "csrf": get_token(request),
        "next": escape(request.get_full_path()),
        "theme": theme,
        "waiting": str(waiting),
    }
    return filled(pieces, values | own(name) if name else values)


@lru_cache(maxsize=256)
def whole(name: str, language: str, sprite: str = "", development: bool = False) -> SafeString:
    """A part that is the same for everybody who reads a language."""
    return render_to_string(name, {"sprite": sprite, "development": development})


@lru_cache(maxsize=1024)
def top(language: str, member: bool, waits: bool, here: str, classes: str, sprite: str) -> tuple[str, ...]:
    """The head of the page, taken apart at its marks: text and name in turn, text first and last."""
    told = {"member": member, "waits": waits, "here": here, "classes": classes, "sprite": sprite}
    site = {"site_name": settings.SITE_NAME, "mark": MARKS}
    return tuple(render_to_string("frame/top.html", told | site).split(EDGE))


@lru_cache(maxsize=4096)
def own(name: str) -> dict[str, str]:
    """What the head shows of a member."""
    return {
        "name": escape(name),
        "initial": escape(name[:1]),
        "profile": escape(reverse("profile", args=[name])),
        "history": escape(reverse("history", args=[name])),
    }


def filled(pieces: tuple[str, ...], values: Mapping[str, str]) -> SafeString:
    """The pieces joined, each mark replaced by its value."""
    joined = list(pieces)
    joined[1::2] = [values[name] for name in pieces[1::2]]
    return mark_safe("".join(joined))
