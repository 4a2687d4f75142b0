"""A game, from the open table to the result, and the seats around it."""

from __future__ import annotations

import json
import secrets
from datetime import timedelta
from functools import lru_cache
from typing import Any, ClassVar

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.clock import terms
from games.clock.terms import Terms
from games.models.person import Person

WORD_LENGTH = 80
TITLE_LENGTH = 60
# A table that nobody has filled by then is closed.
OPEN_FOR = timedelta(days=14)


USUAL = Terms()


@lru_cache(maxsize=512)
def _read(spelled: str) -> Terms:
    """Terms by their spelling; many games share few of them."""
    return terms.read(json.loads(spelled))


def new_slug() -> str:
    """A table's address: some 72 random bits, so that a table by link is found by nobody else.

    None begins with a dash, by which commands would take it for an option.
    """
    slug = secrets.token_urlsafe(9)
    return slug if slug[0] != "-" else new_slug()


class Game(models.Model):
    """One game. What happened in it are its events; `seq` to `remind_at` are a cache of them for lists."""

    class Status(models.TextChoices):
        OPEN = "open", _("Open")
        RUNNING = "running", _("Running")
        ENDED = "ended", _("Ended")
        SCORED = "scored", _("Finished")
        CLOSED = "closed", _("Closed")

    class Still(models.TextChoices):
        HOUSE = "house", _("The house plays at once")
        SOFT = "soft", _("Nobody's time runs out here")
        DESERTED = "deserted", _("Nobody who plays is left")
        STUCK = "stuck", _("The site is looking into a fault")

    class Why(models.TextChoices):
        RESIGNED = "resigned", _("Somebody has resigned")
        LEFT = "left", _("Somebody stayed away")
        AGREED = "agreed", _("All have agreed to end it")
        VOTED = "voted", _("The others have ended it")
        ABANDONED = "abandoned", _("Nobody has played on")

    slug = models.CharField(max_length=16, unique=True, default=new_slug)
    rules = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    size = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=TITLE_LENGTH, blank=True)
    # What was agreed on before anybody joined (`clock.terms`); `pace_seconds` is its pace for lists.
    terms = models.JSONField(default=dict)
    pace_seconds = models.PositiveIntegerField()
    public = models.BooleanField(default=True)
    random_seats = models.BooleanField(default=True)
    opened_by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="opened")
    rematch_of = models.OneToOneField("self", null=True, on_delete=models.SET_NULL, related_name="rematch")
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)

    opened_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    scored_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)

    # Chance (formats.md 1). Nothing derived from either seed but the commitment leaves before the end.
    server_seed = models.BinaryField(max_length=32, null=True)
    commitment = models.CharField(max_length=64, unique=True, null=True)  # noqa: DJ001 - unique where it is
    seed = models.BinaryField(max_length=32, null=True)
    deal = models.JSONField(null=True)

    seq = models.PositiveIntegerField(default=0)
    turns_done = models.PositiveSmallIntegerField(default=0)
    turns_all = models.PositiveSmallIntegerField(default=0)
    to_act = models.PositiveSmallIntegerField(null=True)
    # The person in that seat, so that what waits for somebody is found at once among any number of games.
    waits_for = models.ForeignKey(
        Person, null=True, on_delete=models.SET_NULL, related_name="+", db_index=False
    )
    turn_since = models.DateTimeField(null=True)
    # The clock of the turn (`games.timing`): so much counted time was left at that moment, in the player's
    # week as it was when the turn began. The deadline follows from them; `reckoned_at` is when it last did.
    clock_at = models.DateTimeField(null=True)
    clock_left = models.DurationField(null=True)
    week = models.JSONField(null=True)
    deadline_at = models.DateTimeField(null=True)
    reckoned_at = models.DateTimeField(null=True)
    remind_at = models.DateTimeField(null=True)
    # Why a running game has no deadline; empty where it has one.
    still = models.CharField(max_length=10, blank=True, choices=Still.choices)
    paused_from = models.DateTimeField(null=True)
    paused_until = models.DateTimeField(null=True)
    # When the game ends without a winner unless somebody plays, and when that is said next.
    ends_at = models.DateTimeField(null=True)
    warn_at = models.DateTimeField(null=True)
    # How a game ended that its rules did not end: {"why": ..., "winner": a seat or null}.
    outcome = models.JSONField(null=True)
    # Up to which event somebody has made sure that the game can go on.
    watched = models.PositiveIntegerField(default=0)
    people = models.PositiveSmallIntegerField(default=0)
    # An imported record: not played here, so in nobody's statistics.
    archived = models.BooleanField(default=False)

    class Meta:
        indexes = [
            models.Index(fields=["status", "deadline_at"]),
            models.Index(fields=["status", "remind_at"]),
            models.Index(fields=["status", "public", "opened_at"]),
            models.Index(fields=["warn_at"], name="game_warn", condition=Q(warn_at__isnull=False)),
            models.Index(
                fields=["waits_for", "deadline_at"], name="game_waits", condition=Q(waits_for__isnull=False)
            ),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(size__gte=2, size__lte=4), name="game_size"),
            models.CheckConstraint(
                condition=Q(to_act__isnull=True) | Q(to_act__lt=F("size")), name="game_to_act_is_a_seat"
            ),
            models.CheckConstraint(
                condition=~Q(status="running")
                | Q(to_act__isnull=False, deadline_at__isnull=False, still="")
                | Q(to_act__isnull=False, deadline_at__isnull=True) & ~Q(still=""),
                name="game_running_waits_for_somebody",
            ),
        ]

    def __str__(self) -> str:
        return self.slug

    def get_absolute_url(self) -> str:
        """The address of the table."""
        return reverse("table", args=[self.slug])

    @staticmethod
    def with_terms(agreed: Terms) -> dict[str, Any]:
        """The columns of a game that is to be played by such terms."""
        pace = agreed.pace
        seconds = int((pace.bank or pace.turn).total_seconds())
        return {"terms": agreed.spelled(), "pace_seconds": seconds}

    @property
    def agreed(self) -> Terms:
        """What the table has agreed on."""
        return _read(json.dumps(self.terms)) if self.terms else USUAL

    def is_open(self) -> bool:
        """Whether people may still sit down."""
        return self.status == self.Status.OPEN

    def has_ended(self) -> bool:
        """Whether the rules have ended it, scored or not."""
        return self.status in (self.Status.ENDED, self.Status.SCORED)


class Seat(models.Model):
    """A seat of a table: every row exists from the opening on, so a table never has more people than seats.

    It is empty, a person's, or a house player's (`bot` names which). A seat whose person has left the
    site keeps its place in the history under `name`.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    person = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="seats")
    bot = models.CharField(max_length=20, blank=True)
    name = models.CharField(max_length=40, blank=True)
    word = models.CharField(max_length=WORD_LENGTH, blank=True)
    # The order in which people joined (formats.md 1.3). Null while the seat is empty, and by that alone an
    # empty seat is told; `EMPTY` asks for one, `FREED` makes one.
    joined = models.PositiveSmallIntegerField(null=True)
    score = models.SmallIntegerField(null=True)
    place = models.PositiveSmallIntegerField(null=True)

    # The seat's own time bank, where the table has them; null before its first turn.
    bank = models.DurationField(null=True)
    # How many turns in a row ran out; the house player that keeps the seat until its owner is back.
    missed = models.PositiveSmallIntegerField(default=0)
    keeper = models.CharField(max_length=20, blank=True)
    # Given up for good: the keeper plays on.
    resigned = models.BooleanField(default=False)
    # The stand-in: asked, and playing for the owner once `deputy_since` is set.
    deputy = models.ForeignKey(
        Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="stands_in"
    )
    deputy_since = models.DateTimeField(null=True)

    EMPTY: ClassVar[dict[str, object]] = {"joined": None}
    FREED: ClassVar[dict[str, object]] = {"person": None, "bot": "", "name": "", "word": "", **EMPTY}

    class Meta:
        ordering = ["game_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="seat_number_once"),
            models.UniqueConstraint(fields=["game", "person"], name="seat_person_once"),
            models.CheckConstraint(condition=Q(number__lte=3), name="seat_number"),
            models.CheckConstraint(
                condition=Q(person__isnull=True) | Q(bot=""), name="seat_person_or_house_player"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number}"

    def is_empty(self) -> bool:
        """Whether nobody sits here."""
        return self.joined is None


class Invitation(models.Model):
    """A member asked by name to a table, once: what became of it stays known."""

    class Status(models.TextChoices):
        OPEN = "open"
        DECLINED = "declined"
        TAKEN_BACK = "taken back"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="invitations")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="invitations")
    by = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "person"], name="invitation_once")]

    def __str__(self) -> str:
        return f"{self.game_id} to {self.person_id}"
