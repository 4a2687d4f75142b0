"""What can be done: send a turn, open a table, sit down and get up. The verbs are those of the pages."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from ninja import Status

from games.actions import Refused, lobby, play
from games.actions.wishes import Wishes
from games.clock import terms
from games.clock.terms import Terms
from games.models import Game, Person
from games.models.rows import id_of, seated_at
from games.pages.api import shapes, told
from games.pages.api.access import PLAY, TABLES, ApiRequest, PersonalToken
from games.pages.api.routes import router
from games.rules.chance import commitment

PLAYS, SEATS = PersonalToken(PLAY), PersonalToken(TABLES)


@router.post(
    "/tables/{slug:slug}/turns",
    auth=PLAYS,
    tags=[PLAY.value],
    response={201: shapes.Table, 200: shapes.Table, (403, 409, 422): shapes.Problem},
    summary="Send a turn",
)
def send_turn(request: ApiRequest, slug: str, turn: shapes.TurnWish) -> Status[dict[str, Any]]:
    """Send the steps of your turn, made for the position `seq`: all of them count, or none.

    The last step, and only the last, must be one that shows something new or ends the turn. Where it only
    showed something, your turn goes on: the table that is answered has `your_turn` still true, a new `seq`
    and new legal moves. Sent twice, a turn counts once and is answered by 200 instead of 201. Where the game
    has moved on, 409 tells the table as it stands now; where a step is not allowed, 422 says which and why.
    """
    caller = request.auth
    sent = play.submit_turn(id_of(slug), caller.person.pk, turn.seq, turn.moves, caller.now)
    return Status(201 if sent.accepted else 200, told.table_for(sent.seated, caller))


@router.post(
    "/tables",
    auth=SEATS,
    tags=[TABLES.value],
    response={201: shapes.OpenedTable, (409, 422): shapes.Problem},
    summary="Open a table",
)
def open_table(request: ApiRequest, wish: shapes.NewTable) -> Status[dict[str, Any]]:
    """Open a table and sit down at it. Where house players take every other seat the game starts at once."""
    caller = request.auth
    game = lobby.open_table(caller.person, _wishes(caller.person, wish), caller.now)
    failed = _invite(game, caller.person, wish.invite, caller.now)
    return Status(201, told.table_for(seated_at(game.slug), caller) | {"not_invited": failed})


def _wishes(person: Person, wish: shapes.NewTable) -> Wishes:
    return Wishes(
        rules=wish.game,
        size=wish.size,
        commitment=wish.commitment or commitment(bytes(person.next_server_seed)),
        terms=_terms(wish.terms),
        options=wish.options,
        public=wish.public,
        random_seats=wish.random_seats,
        seat=wish.seat,
        title=wish.title,
        word=wish.word,
        house=tuple(wish.house),
    )


def _terms(spelled: dict[str, dict[str, Any]]) -> Terms:
    """The terms that were spelled so. Raises Refused for what spells none."""
    try:
        return terms.read(spelled)
    except (TypeError, ValueError) as error:
        raise Refused(_("These are no terms of a table: see how a table tells its own.")) from error


def _invite(game: Game, by: Person, names: list[str], now: datetime) -> list[dict[str, str]]:
    """Invite these members; whom it could not invite, and why."""
    failed = []
    for name in names:
        try:
            lobby.invite(game.pk, by, name, now)
        except Refused as refusal:
            failed.append({"name": name, "message": refusal.sentence})
    return failed


@router.post(
    "/tables/{slug:slug}/join",
    auth=SEATS,
    tags=[TABLES.value],
    response={200: shapes.Table, (409, 422): shapes.Problem},
    summary="Join a table",
)
def join(request: ApiRequest, slug: str, wish: shapes.JoinWish | None = None) -> dict[str, Any]:
    """Sit down at an open table. Where you sit there already nothing changes; the last to come starts the
    game.
    """
    caller, wish = request.auth, wish or shapes.JoinWish()
    lobby.join(id_of(slug), caller.person, caller.now, wish.word, wish.seat)
    return told.table_for(seated_at(slug), caller)


@router.post(
    "/tables/{slug:slug}/leave",
    auth=SEATS,
    tags=[TABLES.value],
    response={200: shapes.Table, (409, 422): shapes.Problem},
    summary="Leave a table",
)
def leave(request: ApiRequest, slug: str, wish: shapes.LeaveWish | None = None) -> dict[str, Any]:
    """Get up from an open table, before its game starts. With the last person it closes."""
    caller, wish = request.auth, wish or shapes.LeaveWish()
    lobby.leave(id_of(slug), caller.person, caller.now, closing=wish.closing)
    return told.table_for(seated_at(slug), caller)
