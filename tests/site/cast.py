"""The fixed cast: mei and joon play, ines watches and must not see; and the tables they sit at."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.test import Client

from games import store
from games.actions import play
from games.clock.terms import DAY, Pace, Terms
from games.models import Game, Person, Seat

NOW = datetime(2026, 9, 24, 10, 40, tzinfo=UTC)


def person(name: str, **fields: object) -> Person:
    """Somebody with an account and a verified address."""
    it = Person.objects.create_user(name, f"{name}@example.org", "a long password", **fields)
    EmailAddress.objects.create(user=it, email=it.email, verified=True, primary=True)
    return it


def as_client(someone: Person | None, **options: Any) -> Client:
    """A browser, signed in as somebody."""
    client = Client(**options)
    if someone is not None:
        client.force_login(someone)
    return client


def running(
    *sitters: Person | str,
    now: datetime = NOW,
    turn: timedelta = 3 * DAY,
    terms: Terms | None = None,
    **fields: object,
) -> Game:
    """A game that has just started, the sitters in their seats as given; a text is a house player.

    Its terms are the usual ones with this time for a `turn`, or else the `terms`.
    """
    server_seed = bytes(range(32))
    values: dict[str, object] = {
        "rules": "lanterns",
        "size": len(sitters),
        "options": {"edition": "printed", "lanterns": "open"},
        "random_seats": False,
        "opened_by": next(it for it in sitters if isinstance(it, Person)),
        "opened_at": now,
        "server_seed": server_seed,
        "commitment": None,
        **Game.with_terms(terms or Terms(Pace(turn=turn))),
    }
    game = Game.objects.create(**(values | fields))
    for number, sitter in enumerate(sitters):
        who = {"person": sitter} if isinstance(sitter, Person) else {"bot": sitter}
        Seat.objects.create(game=game, number=number, joined=number, **who)
    play.start(game, now)
    return game


def a_turn(game: Game) -> list[str]:
    """The texts of a whole turn that the seat to act may take."""
    position = store.load(game)
    rules, state = position.rules, position.state
    seat = next(iter(rules.to_act(state)))
    taken: list[str] = []
    while True:
        moves = rules.legal_moves(state, seat)
        move = next((it for it in moves if rules.reveals(state, seat, it)), moves[0])
        taken.append(str(move))
        if rules.reveals(state, seat, move):
            return taken
        state, _ = rules.apply(state, seat, move)


def finished(*sitters: Person | str, now: datetime = NOW, **fields: Any) -> Game:
    """A game played to its end by sensible choices for every seat, not yet scored."""
    return played_out(running(*sitters, now=now, **fields), now)


def played_out(game: Game, now: datetime = NOW) -> Game:
    """The same game, played to its end by whoever is to act."""
    game.refresh_from_db()
    while game.status == Game.Status.RUNNING:
        if not play.play_house(game.id, now):
            seq = store.load(game).moved
            play.submit_turn(game.id, game.waits_for_id, seq, play.suggested_turn(game), now)
        game.refresh_from_db()
    return game
