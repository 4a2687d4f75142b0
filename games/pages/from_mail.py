"""Pages behind the links of mails: a turn to be confirmed, a sign-in.

Looking at them changes nothing, since programs look at every link of a mail; only their button acts.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import wraps

from allauth.account.internal.flows.login import perform_login
from allauth.account.models import Login
from allauth.core import ratelimit
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.actions import Refused, play
from games.actions import sign_in as links
from games.addresses import url_of
from games.models import Person
from games.models.rows import Seated, seated_at
from games.notices import suggest
from games.notices.suggest import Meant
from games.pages import boards, standing
from games.pages.asked import is_own_path, or_404, person_of, sign_in, signed_in
from games.pages.caching import private
from games.pages.left import time_left
from games.proposals import Proposal, in_words, proposals, table_with
from games.tables import table_of

View = Callable[[HttpRequest, str], HttpResponse]


def unseen(view: View) -> View:
    """A page whose address nobody learns from it: nothing keeps it, and what follows hears of the site alone.

    Were that held back, too, the forms of the page would come from nowhere, and be refused as forged.
    """

    @require_http_methods(["GET", "HEAD", "POST"])
    @private
    @wraps(view)
    def wrapped(request: HttpRequest, token: str) -> HttpResponse:
        answer = view(request, token)
        answer["Referrer-Policy"] = "strict-origin"
        return answer

    return wrapped


# A turn


@unseen
def turn(request: HttpRequest, token: str) -> HttpResponse:
    """Show a turn that a mail has suggested, with a button; a POST sends it."""
    meant, now = suggest.read(token), timezone.now()
    if meant is None:
        raise Http404
    reader = person_of(request)
    if reader is None:
        return sign_in(request, request.path)
    if reader.pk != meant.person_id:
        return told(request, _("This link was mailed to somebody else, for a turn of theirs."), 403)
    if request.method == "POST":
        return send(request, meant, now)
    if request.GET:  # which would choose something else on the board
        return redirect(request.path)
    with or_404():
        seated = seated_at(meant.slug)
    found = proposed(seated, reader, meant, now)
    if found is None:
        return told(request, _("The game has moved on since this turn was suggested."), 409, meant.slug)
    return render(request, "pages/from_mail_turn.html", shown(request, seated, found, now))


def proposed(seated: Seated, reader: Person, meant: Meant, now: datetime) -> Proposal | None:
    """The turn that a link means; None where it is not to be taken any more."""
    table = table_of(seated, reader, turns=0, now=now)
    if meant.is_over(now) or table.moved != meant.moved:
        return None
    return next((it for it in proposals(table)[meant.number :][:1] if meant.is_of(it.texts)), None)


def shown(request: HttpRequest, seated: Seated, it: Proposal, now: datetime) -> dict[str, object]:
    """What the page of a turn shows: the table with the turn laid out, and the turn in words."""
    reader = signed_in(request)
    kept = table_of(seated, reader, turns=0, now=now).draft
    table = table_with(seated, reader, it, now)
    clock = standing.clock(table, now)
    return {
        "table": table,
        "turn": in_words(table, it.fully),
        "texts": it.texts,
        "has_draft": bool(kept.steps or kept.choice),
        "left": time_left(clock.short, clock.at),
        "clock": boards.clock_of(table, clock, now),
        **boards.drawn(request, table, boards.reader_of(table), clock, now),
    }


def send(request: HttpRequest, meant: Meant, now: datetime) -> HttpResponse:
    """Send the turn of the form, which is the one of the link."""
    texts = request.POST.getlist("moves")
    if meant.is_over(now) or not meant.is_of(texts):
        return told(request, play.MovedOn().sentence, 409, meant.slug)
    try:
        with or_404():
            game = seated_at(meant.slug).game
            sent = play.submit_turn(game.id, meant.person_id, meant.moved, texts, now)
    except play.NotYours as refusal:
        return told(request, refusal.sentence, 403)
    except Refused as refusal:
        return told(request, refusal.sentence, 409, meant.slug)
    said = _("That has been sent. Your turn goes on.") if sent.goes_on else _("Your turn has been sent.")
    messages.success(request, said)
    return redirect(url_of(meant.slug))


def told(request: HttpRequest, sentence: str, status: int, slug: str = "") -> HttpResponse:
    """A page that says why the turn cannot be sent, with the way to the table where there is one."""
    context = {"sentence": sentence, "table_url": url_of(slug) if slug else ""}
    return render(request, "pages/from_mail_turn.html", context, status=status)


# A sign-in


@unseen
def enter(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether to sign in as whoever a link was mailed to; a POST does."""
    now = timezone.now()
    link = links.good(token, now)
    if link is not None and person_of(request) == link.person:
        return redirect(onward(link.leads_to))
    if request.method == "POST":
        answer: HttpResponse | None = ratelimit.consume_or_429(request, action="login")
        link = None if answer else links.use(token, now)
        if link is not None:
            answer = perform_login(request, Login(user=link.person, redirect_url=onward(link.leads_to)))
        if answer is not None:
            return answer
    context = {"person": link.person if link else None}
    return render(request, "pages/from_mail_sign_in.html", context, status=200 if link else 410)


def onward(leads_to: str) -> str:
    """Where a link leads: only to a page of this site."""
    return leads_to if is_own_path(leads_to) else "/"


urlpatterns = [
    path("mail/turn/<str:token>/", turn, name="mail_turn"),
    path("mail/in/<str:token>/", enter, name="mail_in"),
]
