"""How somebody wants to be told, and where else than by mail."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.person import Person

LABEL_LENGTH = 40
URL_LENGTH = 2000
DAY = 24 * 60


class Channel(models.TextChoices):
    """The ways to tell somebody; a feed is fetched, so it has no rows in the outbox."""

    MAIL = "mail", _("Mail")
    PUSH = "push", _("Devices")
    WEBHOOK = "webhook", _("Webhooks")
    FEED = "feed", _("Feed")


class Choices(models.Model):
    """What one person has chosen otherwise than usual; who has no row has chosen nothing.

    `matrix` has the channels of those events that are not told as usual (`notices.choice.EVENTS`), `when` how
    their mail leaves. Times of day are minutes after midnight in the person's own zone.
    """

    class When(models.TextChoices):
        ONCE = "once", _("at once")
        HELD = "held", _("once I have left the site")
        DIGEST = "digest", _("in a digest")

    # Fewer minutes than that say nothing about having left; more would miss the turn.
    IDLE: ClassVar = (2, 120)

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="choices")
    matrix = models.JSONField(default=dict)
    when = models.JSONField(default=dict)
    idle_minutes = models.PositiveSmallIntegerField(default=10)
    digest_at = models.PositiveSmallIntegerField(default=8 * 60)
    quiet_from = models.PositiveSmallIntegerField(null=True, blank=True)
    quiet_until = models.PositiveSmallIntegerField(null=True, blank=True)
    one_mail = models.BooleanField(default=False)
    # What the mail of a turn holds beside the table as a watcher sees it.
    hand_in_mail = models.BooleanField(default=False)
    turns_in_mail = models.BooleanField(default=True)
    sign_in_by_mail = models.BooleanField(default=False)
    muted_tables = models.ManyToManyField(Game, related_name="+")
    # The secret part of the addresses of the feeds; none as long as nobody has asked for them.
    feed_key = models.CharField(max_length=43, null=True, blank=True, unique=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(quiet_from=None, quiet_until=None)
                | Q(quiet_from__lt=DAY, quiet_until__lt=DAY) & ~Q(quiet_from=models.F("quiet_until")),
                name="quiet_hours_begin_and_end",
            ),
            models.CheckConstraint(condition=Q(digest_at__lt=DAY), name="digest_within_the_day"),
        ]

    def __str__(self) -> str:
        return str(self.person_id)


class Endpoint(models.Model):
    """A device or a webhook on which somebody is told; one that has `stopped_at` gets nothing any more."""

    class Shape(models.TextChoices):
        """What a webhook gets."""

        JSON = "json", _("JSON")
        DISCORD = "discord", _("Discord")
        SLACK = "slack", _("Slack")

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="endpoints")
    channel = models.CharField(max_length=8, choices=Channel.choices)
    url = models.URLField(max_length=URL_LENGTH)
    label = models.CharField(max_length=LABEL_LENGTH, blank=True)
    shape = models.CharField(max_length=8, choices=Shape.choices, blank=True)
    # Of a device its public keys (`p256dh`, `auth`), of a webhook the secret that signs what it gets.
    keys = models.JSONField(default=dict)
    made_at = models.DateTimeField(default=timezone.now)
    told_at = models.DateTimeField(null=True)
    # In a row, up to the last that went well.
    failures = models.PositiveSmallIntegerField(default=0)
    stopped_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "channel", "url"], name="endpoint_once"),
            models.CheckConstraint(
                condition=Q(channel__in=["push", "webhook"]), name="endpoint_has_an_address"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.channel} {self.pk} of {self.person_id}"
