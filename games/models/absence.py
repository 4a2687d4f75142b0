"""Holidays, what a table is asked, and when the site itself was away."""

from __future__ import annotations

from datetime import timedelta
from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from games.models.game import Game
from games.models.person import Person

# The sweep beats every half minute; where it has not for so long, nobody's time was looked after.
GAP = timedelta(minutes=5)


class Away(models.Model):
    """A stretch in which a person's clocks stand still: a holiday, or the emergency pause."""

    class Kind(models.TextChoices):
        BY_HAND = "by hand"
        BY_ITSELF = "by itself"
        EMERGENCY = "emergency"

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="aways")
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.BY_HAND)
    since = models.DateTimeField()
    until = models.DateTimeField()

    class Meta:
        ordering = ["since"]
        indexes = [models.Index(fields=["person", "until"])]
        constraints = [models.CheckConstraint(condition=Q(until__gte=F("since")), name="away_has_an_end")]

    def __str__(self) -> str:
        return f"{self.person_id} {self.kind} {self.since} to {self.until}"


class Question(models.Model):
    """Something that the people of a table decide together; `open` until they have, or it has lapsed.

    `seat` asks, or is the one asked about where the site asks (`absent`). `data` says what exactly:
    {"days": 3}, {"terms": ...}; and {"by": name} where a stand-in asks for the owner of the seat.
    """

    class Kind(models.TextChoices):
        PAUSE = "pause"
        RESUME = "resume"
        TERMS = "terms"
        END = "end"
        ABSENT = "absent"

    class Status(models.TextChoices):
        OPEN = "open"
        AGREED = "agreed"
        REFUSED = "refused"
        WITHDRAWN = "withdrawn"
        LAPSED = "lapsed"

    # What the whole game is to be, only the owners of its seats decide: no stand-in does.
    OF_OWNERS: ClassVar = (Kind.TERMS, Kind.END)
    # What not everybody has answered by then is dropped; about somebody absent the clock decides.
    OPEN_FOR: ClassVar = timedelta(days=7)

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="questions")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    seat = models.PositiveSmallIntegerField()
    data = models.JSONField(default=dict)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    asked_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "kind"], condition=Q(status="open"), name="question_of_a_kind_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.kind} {self.status}"


class Answer(models.Model):
    """What one seat says to a question. `yes` is for what was proposed, or for ending the game."""

    question = models.ForeignKey(Question, on_delete=models.CASCADE, related_name="answers")
    seat = models.PositiveSmallIntegerField()
    yes = models.BooleanField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["question", "seat"], name="answer_once")]

    def __str__(self) -> str:
        return f"{self.question_id}/{self.seat}"


class Heartbeat(models.Model):
    """When something last happened that must happen again and again: one row each.

    After a long gap between two sweeps, nobody's time had been looked after.
    """

    class Of(models.TextChoices):
        SWEEP = "sweep"
        DIGEST = "digest"  # when it was last looked whether digests are due
        NO_MAIL = "no mail"  # since when no mail can leave: there only as long as that lasts

    of = models.CharField(max_length=8, choices=Of.choices, default=Of.SWEEP, unique=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.of} {self.at}"


class Outage(models.Model):
    """A stretch in which the site did not look after its clocks: no clock counts it."""

    since = models.DateTimeField()
    until = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.since} to {self.until}"
