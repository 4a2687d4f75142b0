"""The outbox: what people are to be told."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.person import Person


class Notice(models.Model):
    """One mail to one person, written in the transaction of what it tells of.

    `key` names what it is about (a position, a deadline), so that the same thing is told once only.
    """

    class Kind(models.TextChoices):
        STARTED = "started", _("A table is full and the game has started")
        TURN = "turn", _("It is your turn")
        REMINDER = "reminder", _("Your turn is running out")
        TIMEOUT = "timeout", _("A turn ran out and was played by the house")
        NUDGE = "nudge", _("Somebody asks kindly whether you have forgotten them")
        QUESTION = "question", _("A table asks you something")
        NEWS = "news", _("A table has decided something, or a seat has changed hands")
        WARNING = "warning", _("A game is about to end because nobody plays")
        STUCK = "stuck", _("A game stands still because of a fault")
        RESULT = "result", _("A game is over")
        INVITATION = "invitation", _("Somebody invites you to a table")
        CLOSED = "closed", _("Your table was closed")
        ACCOUNT = "account", _("Your account")

    class Status(models.TextChoices):
        QUEUED = "queued"
        SENDING = "sending"
        SENT = "sent"
        OVERTAKEN = "overtaken"
        MUTED = "muted"
        FAILED = "failed"

    kind = models.CharField(max_length=12, choices=Kind.choices)
    key = models.CharField(max_length=80)
    person = models.ForeignKey(Person, null=True, on_delete=models.CASCADE, related_name="notices")
    game = models.ForeignKey(Game, null=True, on_delete=models.CASCADE, related_name="notices")
    # What composing needs beyond the game; for account mails the message itself, emptied once sent.
    data = models.JSONField(default=dict)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.QUEUED)
    created_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now)
    claimed_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=200, blank=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["due_at"], name="notice_unsent", condition=Q(status__in=["queued", "sending"])
            )
        ]
        constraints = [models.UniqueConstraint(fields=["person", "kind", "key"], name="notice_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.key} to {self.person_id}"
