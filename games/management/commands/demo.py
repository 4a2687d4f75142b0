"""`manage.py demo`: two accounts and some games, to look around in; most wait for the first of the two."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from games.actions import lobby, play
from games.actions.wishes import Wishes
from games.models import Game, Person
from games.rules.chance import commitment

NAMES = ("mei", "joon")
DOMAIN = "@demo.example.org"
PASSWORD = "paper lanterns"
OPEN = {"edition": "printed", "lanterns": "open"}
HIDDEN = {"edition": "printed", "lanterns": "hidden"}
PACE_DAYS = 7


class Command(BaseCommand):
    """Makes the accounts and plays the games through the site's own verbs; a second time it does nothing."""

    help = "Add two accounts and some games in progress (development only)."

    def handle(self, **_: Any) -> None:
        """Ends with the names and the password to sign in with."""
        if not settings.DEVELOPMENT:
            raise CommandError("The demo accounts have a known password: they are for DEVELOPMENT=1 only.")
        if taken := Person.objects.filter(username__in=NAMES).exclude(email__endswith=DOMAIN).first():
            self.stdout.write(
                f"Somebody here is called {taken.username} already, so no demo games were made."
            )
            return
        if not EmailAddress.objects.filter(email__endswith=DOMAIN).exists():
            with transaction.atomic():
                make_games(account(NAMES[0]), account(NAMES[1]), timezone.now())
        self.stdout.write(f"Sign in as {' or '.join(NAMES)} with the password: {PASSWORD}")


def account(name: str) -> Person:
    """Somebody with a verified address."""
    person = Person.objects.create_user(name, f"{name}{DOMAIN}", PASSWORD)
    EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
    return person


def make_games(mei: Person, joon: Person, now: datetime) -> None:
    """Three games that wait for mei, one that waits for joon, one that is over, and an open table.

    The clock of each goes from its start to a last turn that is hours or days ago, and within its pace.
    """
    then = now - timedelta(days=6)
    late = seated("Slow cup", mei, [joon], ["sensibly", "sensibly"], OPEN, then)
    play_until(lambda: waits_for(late, mei) and is_late(late) and can_dedicate(late), late, then)
    then = now - timedelta(days=2)
    early = seated("", joon, [mei], [], OPEN, then)
    play_until(lambda: waits_for(early, mei) and early.turns_done > 2, early, then)
    then = now - timedelta(days=5)
    hidden = seated("By memory", mei, [joon], ["sensibly"], HIDDEN, then)
    play_until(lambda: waits_for(hidden, mei) and hidden.turns_done > 10, hidden, then)
    then = now - timedelta(days=3)
    other = seated("After supper", joon, [mei], ["sensibly"], OPEN, then)
    play_until(lambda: waits_for(other, joon) and other.turns_done > 6, other, then)
    then = now - timedelta(days=8)
    play_until(lambda: False, seated("Evening game", joon, [mei], ["sensibly"], OPEN, then), then)
    seated("Anybody for a quiet game?", joon, [], ["sensibly"], OPEN, now - timedelta(days=1), size=3)


def waits_for(game: Game, person: Person) -> bool:
    """Whether it is the person's turn."""
    return any(seat.number == game.to_act for seat in game.seats.filter(person=person))


def is_late(game: Game) -> bool:
    """Whether more than half of the turns are done."""
    return 2 * game.turns_done > game.turns_all


def can_dedicate(game: Game) -> bool:
    """Whether a sensible turn would now begin with a set of lanterns."""
    return any(text.startswith("dedicate") for text in play.suggested_turn(game))


def seated(
    title: str,
    opener: Person,
    others: Sequence[Person],
    house: Sequence[str],
    options: Mapping[str, str | bool],
    now: datetime,
    size: int = 0,
) -> Game:
    """A table with everybody at it; it has started if that fills it."""
    opener.refresh_from_db()
    game = lobby.open_table(
        opener,
        Wishes(
            rules="lanterns",
            size=size or 1 + len(others) + len(house),
            options=options,
            pace_days=PACE_DAYS,
            title=title,
            house=tuple(house),
            commitment=commitment(bytes(opener.next_server_seed)),
        ),
        now,
    )
    for person in others:
        lobby.join(game.id, person, now)
    game.refresh_from_db()
    return game


def play_until(is_there: Callable[[], bool], game: Game, began: datetime) -> None:
    """Let everybody play sensibly, a turn every few hours, until it is so or the game is over."""
    at = began
    while True:
        at += timedelta(hours=5, minutes=7)
        play.play_house(game.id, at)
        game.refresh_from_db()
        if game.status != Game.Status.RUNNING:
            play.score(game.id, at)
            return
        if is_there():
            return
        assert game.to_act is not None, "a running game waits for somebody"
        person = game.seats.get(number=game.to_act).person
        assert person is not None, "the house has played its turns"
        play.submit_turn(game.id, person.pk, game.seq, play.suggested_turn(game), at)
