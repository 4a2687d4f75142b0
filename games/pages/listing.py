"""Pages that are a list, and the way from page to page."""

from __future__ import annotations

from html import escape

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from markupsafe import Markup

from games.lists import Page
from games.pages.frame import framed
from games.pages.rows import texts


def list_page(request: HttpRequest, title: str, main: str, narrow: bool = False) -> HttpResponse:
    """The answer to a request for a list: the frame around what is shown."""
    inside = "wrap-narrow" if narrow else "wrap"
    whole_title = f"{title}: {settings.SITE_NAME}"
    return framed(request, whole_title, main, head="games/list_head.html", body="page-list", inside=inside)


def pager(page: Page, query: str = "") -> Markup:
    """The links to the pages before and after; nothing where there is only one. `query` keeps the filters."""
    if page.number == 1 and not page.more:
        return Markup("")
    _ = texts()
    before = _link(_("Previous page"), "prev", page.number - 1, query) if page.number > 1 else ""
    after = _link(_("Next page"), "next", page.number + 1, query) if page.more else ""
    here = f'<span class="meta">{_("Page %(number)d") % {"number": page.number}}</span>'
    return Markup(f'<nav class="pager" aria-label="{_("Pages")}">{before}{here}{after}</nav>')


def _link(words: str, relation: str, number: int, query: str) -> str:
    address = f"?{query}&page={number}" if query else f"?page={number}"
    return f'<a class="btn" rel="{relation}" href="{escape(address)}">{words}</a>'
