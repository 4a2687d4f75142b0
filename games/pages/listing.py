"""The frame of a page that is a list, and the way from page to page.

A list of twenty rows has less to do for its rows than Django's templates have for the frame; so the frame
is rendered once (`marks.py`), and a page only filled in.
"""

from __future__ import annotations

from html import escape

from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.template import Context
from django.template.loader import render_to_string
from markupsafe import Markup

from games.lists import Page
from games.pages.marks import Marked
from games.pages.reader import site
from games.pages.rows import texts
from games.templatetags.frame import frame_top

FRAME = Marked("games/list_page.html")


def list_page(request: HttpRequest, title: str, main: str, narrow: bool = False) -> HttpResponse:
    """The answer to a request for a list: the frame around what is shown."""
    told = site(request) | {"request": request, "user": request.user}
    waiting = f"({told['waiting']}) " if told["waiting"] else ""
    marks = {
        "title": f"{waiting}{title}: {told['site_name']}",
        "top": frame_top(Context(told)),
        "notices": _notices(request) if told["zone_unknown"] or len(get_messages(request)) else "",
        "main": main,
    }
    kept = {name: told[name] for name in ("theme", "sprite", "development")}
    return HttpResponse(FRAME(marks, wrap="wrap-narrow" if narrow else "wrap", **kept))


def pager(page: Page, query: str = "") -> Markup:
    """The links to the pages before and after; nothing where there is only one. `query` keeps the filters."""
    if page.number == 1 and not page.more:
        return Markup("")
    _ = texts()
    before = _link(_("Previous page"), "prev", page.number - 1, query) if page.number > 1 else ""
    after = _link(_("Next page"), "next", page.number + 1, query) if page.more else ""
    here = f'<span class="meta">{_("Page %(number)d") % {"number": page.number}}</span>'
    return Markup(f'<nav class="pager" aria-label="{_("Pages")}">{before}{here}{after}</nav>')


def _notices(request: HttpRequest) -> str:
    """What is to be told above the list, such as what a form has just done."""
    return render_to_string("notices.html", request=request)


def _link(words: str, relation: str, number: int, query: str) -> str:
    address = f"?{query}&page={number}" if query else f"?page={number}"
    return f'<a class="btn" rel="{relation}" href="{escape(address)}">{words}</a>'
