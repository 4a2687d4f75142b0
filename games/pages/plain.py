"""The pages that tell rather than play: home, about, rules, and the small files that browsers ask for."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import path
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.actions import people
from games.aftermath import SAMPLE
from games.models import Person
from games.pages import showcase
from games.pages.asked import way_back
from games.pages.caching import for_a_day
from games.pages.reader import sprite
from games.rules.registry import RULES

YEAR = 365 * 24 * 3600
ROBOTS = """User-agent: *
Disallow: /account/
Disallow: /games/
Disallow: /mail/
Disallow: /next/
Disallow: /people/
Disallow: /settings/
Disallow: /t/
"""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What the site is; who is signed in goes on to their games."""
    if request.user.is_authenticated:
        return redirect("games")
    game = showcase.game()
    shown = {
        "picture": showcase.picture(sprite()),
        "caption": showcase.caption(),
        "welcome": f"games/{game}/welcome.html",
        "how": f"games/{game}/how.html",
        "game": RULES[game],
        "games": [rules for slug, rules in RULES.items() if slug != game],
    }
    return render(request, "pages/home.html", shown)


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """How play by correspondence works here, and why it is fair."""
    return render(request, "pages/about.html", {"program": SAMPLE.program, "games": RULES.values()})


@require_safe
def rules_index(request: HttpRequest) -> HttpResponse:
    """The games that have rules here."""
    return render(request, "pages/rules.html", {"games": RULES.values()})


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of one game; 404 for a game that the site does not know."""
    if slug not in RULES:
        raise Http404
    shown = {"game": RULES[slug], "board": showcase.beginning(slug, sprite(), get_language() or "")}
    return render(request, f"pages/rules/{slug}/rules.html", shown)


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Keep light or dark: in a cookie, and with the person who is signed in. Then back to where they were."""
    chosen = request.POST.get("theme", "")
    answer = redirect(way_back(request, "/"))
    if chosen not in Person.Theme.values:
        messages.error(request, _("There is no such theme."))
        return answer
    if isinstance(request.user, Person):
        people.save_settings(request.user, theme=chosen)
    answer.set_cookie("theme", chosen, max_age=YEAR, secure=settings.SECURE, samesite="Lax")
    return answer


@require_safe
@for_a_day
def robots(request: HttpRequest) -> HttpResponse:
    """What search engines leave alone: tables, people and accounts."""
    return HttpResponse(ROBOTS, content_type="text/plain")


@require_safe
@for_a_day
def manifest(request: HttpRequest) -> HttpResponse:
    """Name, icon and colours for a phone's home screen."""
    icons = [{"src": static("games/icon.svg"), "sizes": "any", "type": "image/svg+xml"}]
    for size in (192, 512):
        icon = {"src": static(f"games/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        icons.append(icon | {"purpose": "any maskable"})
    described = {
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME,
        "start_url": "/games/",
        "id": "/",
        "display": "standalone",  # else telephones of one kind show no notices
        "background_color": "#f1f5f3",
        "theme_color": "#0c2730",
        "icons": icons,
    }
    return JsonResponse(described, content_type="application/manifest+json")


@require_safe
@for_a_day
def favicon(request: HttpRequest) -> HttpResponse:
    """For browsers that ask without having read a page."""
    return redirect(static("games/icon.svg"))


urlpatterns = [
    path("", home, name="home"),
    path("about/", about, name="about"),
    path("rules/", rules_index, name="rules_index"),
    path("rules/<slug:slug>/", rules, name="rules"),
    path("theme/", theme, name="theme"),
    path("robots.txt", robots, name="robots"),
    path("site.webmanifest", manifest, name="manifest"),
    path("favicon.ico", favicon, name="favicon"),
]
