"""People with an account."""

from __future__ import annotations

import re
import secrets
from zoneinfo import ZoneInfo, available_timezones

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.core.validators import MinLengthValidator, RegexValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

NAME_LENGTH = 24
NAME_TAKEN = _("Somebody already has this name.")
# What the site calls the reader, and whoever has no name of their own.
RESERVED = re.compile(r"you|house( \w)?|house player.*|former player.*|empty seat.*", re.IGNORECASE)


def new_server_seed() -> bytes:
    """32 random bytes that a person's next table is dealt from (formats.md 1)."""
    return secrets.token_bytes(32)


def check_name(name: str) -> None:
    """Raise ValidationError for a name that reads like another, or by which the site calls somebody else."""
    if "  " in name:
        raise ValidationError(_("Leave one space between two words."))
    if RESERVED.fullmatch(name):
        raise ValidationError(_("The site uses this name itself: choose another."))


def check_zone(name: str) -> None:
    """Raise ValidationError for a name that is no time zone."""
    if name and name not in available_timezones():
        raise ValidationError(_("There is no time zone of that name."))


class Person(AbstractUser):
    """Somebody who plays. The name is how others know them; it may be changed."""

    class Theme(models.TextChoices):
        AUTO = "", _("As my device")
        LIGHT = "light", _("Light")
        DARK = "dark", _("Dark")

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    username = models.CharField(
        _("name"),
        max_length=NAME_LENGTH,
        unique=True,
        validators=[
            MinLengthValidator(2),
            RegexValidator(
                r"^\w[\w .-]*\w\Z", _("Use letters, digits, spaces, dots, dashes or underscores.")
            ),
            check_name,
        ],
        error_messages={"unique": NAME_TAKEN},
    )
    email = models.EmailField(_("e-mail address"), blank=True)
    # Empty until known: times are then shown in UTC, and the page says so.
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True, validators=[check_zone])
    theme = models.CharField(_("theme"), max_length=5, blank=True, choices=Theme.choices)
    single_keys = models.BooleanField(_("single-key shortcuts at the table"), default=True)
    # Empty: the language of the site.
    language = models.CharField(_("language"), max_length=10, blank=True)
    # How many hours before a turn runs out it is reminded of; None as usual (`clock.deadlines`).
    leads = models.JSONField(null=True, blank=True)
    # The address to which no mail goes any more, since its server said that it never will take one.
    bounced = models.EmailField(blank=True)
    # When this person's clock runs at tables that count waking hours (a `calendar.Week` without its zone).
    hours = models.JSONField(null=True, blank=True)
    # The holiday that runs or comes next; `Away` has those before it.
    away_since = models.DateTimeField(null=True, blank=True)
    away_until = models.DateTimeField(null=True, blank=True)
    # Rather than running out of time, take a day of holiday.
    away_by_itself = models.BooleanField(default=False)
    # Who is asked first to play for this person, at tables that allow it.
    stand_in = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    next_server_seed = models.BinaryField(max_length=32, default=new_server_seed)
    # The table whose link brought somebody here to sign up: seated once the address is confirmed.
    wants_seat_at = models.ForeignKey(
        "games.Game", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="person_name_once",
                violation_error_message=NAME_TAKEN,
            )
        ]

    def __str__(self) -> str:
        return self.username

    @property
    def zone(self) -> ZoneInfo:
        """The zone that times are shown in."""
        return ZoneInfo(self.time_zone or "UTC")

    @property
    def zone_name(self) -> str:
        """How that zone is called: "Europe/Oslo", "America/New York"."""
        return self.zone.key.replace("_", " ")

    @classmethod
    def locked(cls) -> models.QuerySet[Person]:
        """People, each locked once read; rows that only name the person do not wait for that.

        Of two who wrote to each other at once, each would otherwise wait for the other.
        """
        return cls.objects.select_for_update(no_key=True)
