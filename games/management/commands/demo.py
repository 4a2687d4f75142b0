"""`manage.py demo`: two accounts and games of every kind; most of them wait for the first of the two."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from itertools import cycle
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from games.actions import absence, lobby, play, votes
from games.actions.wishes import Wishes
from games.bots.referee import Game as Rules
from games.bots.referee import defaults
from games.clock.terms import BANK, DAY, HOUR, NONE, Absence, Pace, Terms
from games.models import Game, Person, Question
from games.models.rows import CARETAKER
from games.rules.base import Options
from games.rules.chance import commitment
from games.rules.registry import RULES

NAMES = ("mei", "joon")
DOMAIN = "@demo.example.org"
PASSWORD = "quiet evenings"
TERMS = Terms(Pace(turn=7 * DAY))
WITH_A_BANK = Terms(Pace(BANK, NONE, bank=5 * DAY, increment=12 * HOUR, cap=7 * DAY, weekends_off=True))
KEPT_AT_ONCE = Terms(Pace(turn=3 * DAY), Absence(after=1))
GAP, GOING_ON = timedelta(hours=5, minutes=7), timedelta(minutes=1)
"""Between turns, and between the parts of one."""
TITLES = (
    ("Slow cup", "After supper", "Evening game", "Anybody for a quiet game?"),
    ("Long weekend", "Before breakfast", "Sunday game", "A seat by the window"),
)
"""Names of the usual tables, for one game after the other."""


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
    """The usual tables of every game; and of the first one that has hardly begun and has a time bank, one of
    unusual rules in which joon asks for a pause, and one in which the house keeps the seat of joon.

    The clock of each goes from its start to a last turn that is hours or days ago, and within its pace.
    """
    for rules, titles in zip(RULES.values(), cycle(TITLES), strict=False):
        make_usual(rules, titles, mei, joon, now)
    first = next(iter(RULES.values()))
    then = now - timedelta(days=2)
    early = seated(first, "", joon, [mei], 0, then, terms=WITH_A_BANK)
    play_until(lambda: waits_for(early, mei) and early.turns_done > 2, early, then)
    then = now - timedelta(days=5)
    other = seated(first, "Not as usual", mei, [joon], 1, then, unusual(first))
    play_until(lambda: waits_for(other, mei) and other.turns_done > 10, other, then)
    votes.propose(other.id, joon.pk, Question.Kind.PAUSE, now - timedelta(hours=2), days=3)
    make_kept(first, mei, joon, now - timedelta(days=4))


def make_kept(rules: Rules, mei: Person, joon: Person, then: datetime) -> None:
    """A game that waits for mei, in which a turn of joon ran out and the house keeps the seat since."""
    game = seated(rules, "Far from home", mei, [joon], 1, then, terms=KEPT_AT_ONCE)
    play_until(lambda: waits_for(game, joon) and game.turns_done > 2, game, then)
    assert game.deadline_at is not None, "its turns run out"
    ran_out = game.deadline_at
    absence.time_out(game.id, ran_out)
    play_until(lambda: waits_for(game, mei), game, ran_out)


def make_usual(rules: Rules, titles: Sequence[str], mei: Person, joon: Person, now: datetime) -> None:
    """A game that waits for mei late and with something to do, one for joon, one over, and an open table."""
    late_title, other_title, ended_title, open_title = titles
    then = now - timedelta(days=6)
    late = seated(rules, late_title, mei, [joon], 2, then)
    play_until(lambda: waits_for(late, mei) and is_late(late) and has_plans(late), late, then)
    then = now - timedelta(days=3)
    other = seated(rules, other_title, joon, [mei], 1, then)
    play_until(lambda: waits_for(other, joon) and other.turns_done > 6, other, then)
    then = now - timedelta(days=12)
    play_until(lambda: False, seated(rules, ended_title, joon, [mei], 1, then), then)
    seated(rules, open_title, joon, [], 1, now - timedelta(days=1), size=3)


def unusual(rules: Rules) -> Options:
    """The options of a game, the last of them not at its default."""
    option = rules.OPTIONS[-1]
    other = next(value for value, _ in option.choices if value != option.default)
    return defaults(rules) | {option.name: other}


def waits_for(game: Game, person: Person) -> bool:
    """Whether it is the person's turn."""
    return any(seat.number == game.to_act for seat in game.seats.filter(person=person))


def is_late(game: Game) -> bool:
    """Whether more than half of the turns are done."""
    return 2 * game.turns_done > game.turns_all


def has_plans(game: Game) -> bool:
    """Whether a sensible turn would now be of several steps."""
    return len(play.suggested_turn(game)) > 1


def seated(
    rules: Rules,
    title: str,
    opener: Person,
    others: Sequence[Person],
    house: int,
    now: datetime,
    options: Options | None = None,
    size: int = 0,
    terms: Terms = TERMS,
) -> Game:
    """A table with everybody at it, and so many house players; it has started if that fills it."""
    opener.refresh_from_db()
    game = lobby.open_table(
        opener,
        Wishes(
            rules=rules.SLUG,
            size=size or 1 + len(others) + house,
            options=options or defaults(rules),
            terms=terms,
            title=title,
            house=(CARETAKER,) * house,
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
    at, begun = began, None
    while True:
        play.play_house(game.id, at)
        game.refresh_from_db()
        if game.status != Game.Status.RUNNING:
            play.score(game.id, at)
            return
        if is_there():
            return
        assert game.to_act is not None, "a running game waits for somebody"
        at += GOING_ON if game.turn_since == begun else GAP
        begun = game.turn_since
        person = game.seats.get(number=game.to_act).person
        assert person is not None, "the house has played its turns"
        play.submit_turn(game.id, person.pk, game.seq, play.suggested_turn(game), at)
