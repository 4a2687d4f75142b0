"""`manage.py demo`: two accounts and some games in progress, to look around in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    """One game of each size in progress, one with hidden lanterns, one that is over, and an open table."""
    then = now - timedelta(days=4)
    play_turns(seated("Slow cup", mei, [joon], ["sensibly", "sensibly"], OPEN, then), 14, then)
    play_turns(seated("", joon, [mei], [], OPEN, then), 8, then)
    play_turns(seated("By memory", mei, [joon], ["sensibly"], HIDDEN, then), 5, then)
    play_turns(seated("Evening game", joon, [mei], ["sensibly"], OPEN, then), 1000, then)
    seated("Anybody for a quiet game?", joon, [], ["sensibly"], OPEN, then, size=3)


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
            pace_days=7,
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


def play_turns(game: Game, turns: int, now: datetime) -> None:
    """Let everybody play sensibly, a turn every two hours, until so many are done or the game is over."""
    for n in range(turns):
        at = now + timedelta(hours=2 * n)
        play.play_house(game.id, at)
        game.refresh_from_db()
        if game.status != Game.Status.RUNNING:
            break
        assert game.to_act is not None, "a running game waits for somebody"
        person = game.seats.get(number=game.to_act).person
        assert person is not None, "the house has played its turns"
        play.submit_turn(game.id, person.pk, game.seq, play.suggested_turn(game), at)
    play.score(game.id, at)
