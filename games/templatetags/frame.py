"""The frame of every page, made to cost next to nothing.

Its templates (`templates/frame/`) are rendered once for each language and kind of reader.
"""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.template import Context
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.pages.marks import Marked
from games.pages.reader import token_of
from games.rules.registry import RULES

register = template.Library()

TOP = Marked("frame/top.html")
PLACES = frozenset({"games", "lobby", "new_table", "rules", "rules_index"})
"""The addresses that the navigation shows as the present one."""


@register.simple_tag(takes_context=True)
def frame_head(context: Context) -> SafeString:
    """What the head of every page begins with."""
    return whole("frame/head.html", get_language() or "")


@register.simple_tag
def game_styles(slug: str = "") -> SafeString:
    """The style sheets of a game's own drawing; of every game's, for pages that show several."""
    return SafeString("".join(whole(f"games/{it}/styles.html", "") for it in ([slug] if slug else RULES)))


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
    values = {
        "csrf": token_of(request),
        "next": request.get_full_path(),
        "theme": theme,
        "waiting": waiting,
    }
    return TOP(
        values | own(name) if name else values,
        member=bool(name),
        waits=bool(waiting),
        here=here,
        classes=classes,
        sprite=context["sprite"],
        site_name=settings.SITE_NAME,
    )


@lru_cache(maxsize=256)
def whole(name: str, language: str, sprite: str = "", development: bool = False) -> SafeString:
    """A part that is the same for everybody who reads a language."""
    return render_to_string(name, {"sprite": sprite, "development": development})


@lru_cache(maxsize=4096)
def own(name: str) -> dict[str, str]:
    """What the head shows of a member."""
    return {
        "name": name,
        "initial": name[:1],
        "profile": reverse("profile", args=[name]),
        "history": reverse("history", args=[name]),
    }
