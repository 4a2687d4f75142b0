"""What lets somebody in beside a password: personal tokens of the API, and links in mails."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.person import Person

TOKEN_NAME_LENGTH = 40


class Token(models.Model):
    """A personal token of the API: whoever shows it acts for the person, within its scopes.

    Only its SHA-256 is kept: nobody can read it here.
    """

    class Scope(models.TextChoices):
        READ = "read", _("see my tables")
        PLAY = "play", _("take turns")
        TABLES = "tables", _("open, join and leave tables")

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=TOKEN_NAME_LENGTH)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    made_at = models.DateTimeField(default=timezone.now)
    # To the hour.
    used_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "name"], name="token_name_once")]

    def __str__(self) -> str:
        return f"{self.name} of {self.person_id}"


class SignIn(models.Model):
    """A link in a mail that signs its reader in, once and until it expires. Only its SHA-256 is kept."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="sign_ins")
    digest = models.CharField(max_length=64, unique=True)
    # The path that it leads to.
    leads_to = models.CharField(max_length=200)
    expires_at = models.DateTimeField(db_index=True)
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.person_id} until {self.expires_at}"
