"""The outbox: what people are to be told."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.choices import Channel, Endpoint
from games.models.game import Game
from games.models.person import Person


class Notice(models.Model):
    """One thing to tell one person on one channel, written in the transaction of what it tells of.

    `key` names what it is about (a position, a deadline), so that the same thing is told once only. The
    verbs write the row of the mail; the worker adds one for each device and webhook (`fanned`).
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
        DIGEST = "digest", _("What has been kept for you")
        TEST = "test", _("A test that you asked for")

    class Status(models.TextChoices):
        QUEUED = "queued", _("waiting")
        SENDING = "sending", _("leaving")
        SENT = "sent", _("sent")  # taken by our own mail server
        ACCEPTED = "accepted", _("accepted")  # by the reader's own mail server, push service or webhook
        BOUNCED = "bounced", _("came back")  # the reader's own mail server will never take it
        OVERTAKEN = "overtaken", _("overtaken")
        MUTED = "muted", _("switched off")
        FAILED = "failed", _("failed")

    class Why(models.TextChoices):
        """Why a queued notice waits."""

        LOOKING = "looking"  # a page of the table is looked at
        IDLE = "idle"  # the reader has not left the site yet
        QUIET = "quiet"  # it is the reader's quiet hours
        DIGEST = "digest"  # it leaves with the reader's digest
        ONCE = "once"  # the reader gets one mail until they come back

    kind = models.CharField(max_length=12, choices=Kind.choices)
    channel = models.CharField(max_length=8, choices=Channel.choices, default=Channel.MAIL)
    # The device or webhook; none for mail.
    endpoint = models.ForeignKey(Endpoint, null=True, on_delete=models.CASCADE, related_name="notices")
    key = models.CharField(max_length=80)
    person = models.ForeignKey(Person, null=True, on_delete=models.CASCADE, related_name="notices")
    game = models.ForeignKey(Game, null=True, on_delete=models.CASCADE, related_name="notices")
    # What composing needs beyond the game; for account mails the message itself, emptied once sent.
    data = models.JSONField(default=dict)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.QUEUED)
    created_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now)
    # Why it waits, or waited last: it is never dropped for that.
    why = models.CharField(max_length=8, blank=True, choices=Why.choices)
    # Whether the person's devices and webhooks have rows of their own.
    fanned = models.BooleanField(default=False)
    claimed_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=200, blank=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["due_at"], name="notice_unsent", condition=Q(status__in=["queued", "sending"])
            ),
            models.Index(fields=["id"], name="notice_unfanned", condition=Q(fanned=False)),
            models.Index(fields=["person", "-id"], name="notice_of_person"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["person", "kind", "key"], condition=Q(endpoint=None), name="notice_once"
            ),
            models.UniqueConstraint(
                fields=["endpoint", "kind", "key"],
                condition=Q(endpoint__isnull=False),
                name="notice_once_an_endpoint",
            ),
            models.CheckConstraint(
                condition=Q(channel="mail", endpoint=None) | ~Q(channel="mail") & Q(endpoint__isnull=False),
                name="notice_goes_somewhere",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key} to {self.person_id}"
