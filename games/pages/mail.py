"""The page behind the link at the foot of every mail: switch this kind of mail off, or on again.

It needs no sign-in: the token in the link says for whom and for what. Looking at it changes nothing, since
programs look at every link of a mail; a mail program's own button (RFC 8058) posts without cookies.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.actions.mail import switch_mail
from games.models import Person
from games.notices import off
from games.notices.choice import DIGEST, Event, choices_of, is_mailed


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether to switch a kind of mail off; a POST does it, or with `on` undoes it."""
    person, event = _meant(token)
    done = request.method == "POST"
    choices = switch_mail(person.id, event, on="on" in request.POST) if done else choices_of(person)
    context = {
        "event": event.label,
        "is_digest": event == DIGEST,
        "is_on": is_mailed(choices, event),
        "done": done,
        "reader_of_mail": person,
    }
    return render(request, "pages/unsubscribe.html", context)


def _meant(token: str) -> tuple[Person, Event]:
    """Whose mail of which event a token is about."""
    read = off.read(token)
    person = Person.objects.filter(id=read[0]).first() if read else None
    if read is None or person is None:
        raise Http404
    return person, read[1]


urlpatterns = [path("mail/off/<str:token>/", unsubscribe, name="unsubscribe")]
