"""The frame around the busiest pages.

Django's templates have more to do for a page's frame than such a page has for its content; so the frame is
rendered once (`marks.py`), and a page only filled in.
"""

from __future__ import annotations

from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.template import Context
from django.template.loader import render_to_string

from games.pages.marks import Marked
from games.pages.reader import site
from games.templatetags.frame import frame_top

PAGE = Marked("frame/page.html")


def framed(
    request: HttpRequest,
    title: str,
    main: str,
    *,
    head: str,
    body: str,
    inside: str,
    status: int = 200,
    rules: str = "",
) -> HttpResponse:
    """The page around `main`. `head` names the template of its styles and scripts, `body` and `inside` are
    the classes of the elements around it; `rules` the game whose own styles it needs, if one alone."""
    told = site(request) | {"request": request, "user": request.user}
    waiting = f"({told['waiting']}) " if told["waiting"] else ""
    marks = {
        "title": f"{waiting}{title}",
        "top": frame_top(Context(told)),
        "notices": _notices(request) if told["banner"] or len(get_messages(request)) else "",
        "main": main,
    }
    kept = {name: told[name] for name in ("theme", "sprite", "development", "keys_off")}
    return HttpResponse(PAGE(marks, head=head, body=body, inside=inside, rules=rules, **kept), status=status)


def _notices(request: HttpRequest) -> str:
    """What is to be told above the page, such as what a form has just done."""
    return render_to_string("notices.html", request=request)
