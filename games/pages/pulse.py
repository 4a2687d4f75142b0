"""The question an open table asks every few seconds: has anything happened?

It is answered before sessions and everything else, from a signed token that is good for one game, one
seat, one person and one day, and says only yes or no; the table itself is then fetched with the session.
A page that is visible says so: what there is to tell its reader of this table can wait for a moment.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import lru_cache

from django.core import signing
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from games import presence
from games.models import Person
from games.rules.base import Seat

PATH = "/pulse/"
HEADER = "X-Seat-Token"
# What a page adds that is not hidden behind another.
VISIBLE = "visible"
HOUR = 3600
DAY = 24 * HOUR
SIGNER = signing.TimestampSigner(salt="pulse")
# An answer is true at one moment; kept on the way, even an empty one would hide all news.
NOT_KEPT = {"Cache-Control": "no-store"}
QUERY = "SELECT seq, status FROM games_game WHERE id = %s"


def token_for(game_id: int, seat: Seat | None, person: Person | None = None) -> str:
    """The token with which a page asks about one game for one day; the pages of an hour share it."""
    reader = f".{person.pk}" if person else ""
    return _token_of_hour(_drawn_for(game_id, seat) + reader, int(time.time()) // HOUR)


@lru_cache(maxsize=4096)
def _token_of_hour(drawn_for: str, _hour: int) -> str:
    return SIGNER.sign(drawn_for)


def _drawn_for(game_id: int, seat: Seat | None) -> str:
    """For whom a page was drawn."""
    return f"{game_id}.{'' if seat is None else seat}"


def is_for_another(request: HttpRequest, game_id: int, seat: Seat | None) -> bool:
    """Whether the page that asks was drawn for somebody else than who reads it now.

    Its token tells; this guards nothing, so nobody looks at the signature.
    """
    shown = request.headers.get(HEADER, "").partition(":")[0]
    return shown != "" and shown.split(".")[:2] != _drawn_for(game_id, seat).split(".")


def position_of(game_id: int) -> str | None:
    """What changes whenever the table does: the number of events and the status. None for no such game."""
    with connection.cursor() as cursor:
        cursor.execute(QUERY, [game_id])
        row = cursor.fetchone()
    return position(*row) if row else None


def position(seq: int, status: str) -> str:
    """The mark of a position, as a page keeps it."""
    return f"{seq}.{status}"


def answer(request: HttpRequest) -> HttpResponse:
    """204 where nothing is new, "changed" otherwise; 403 for a token that is not, or no longer, good."""
    try:
        drawn_for = SIGNER.unsign(request.headers.get(HEADER, ""), max_age=DAY).split(".")
        game_id = int(drawn_for[0])
    except (signing.BadSignature, ValueError):
        return HttpResponse(status=403)
    if VISIBLE in request.GET and len(drawn_for) == 3:
        presence.looks(int(drawn_for[2]), game_id, timezone.now())
    if position_of(game_id) == request.GET.get("seq"):
        return HttpResponse(status=204, headers=NOT_KEPT)
    return HttpResponse("changed", content_type="text/plain", headers=NOT_KEPT)


class PulseMiddleware:
    """Answers the question at `/pulse/`; everything else goes on."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info == PATH:
            return answer(request)
        return self.get_response(request)
