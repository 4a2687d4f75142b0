"""`manage.py push_key`: a new secret for the setting PUSH_KEY."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.notices.channels import push


class Command(BaseCommand):
    """Makes a key and prints it; nothing of the site changes."""

    help = "Make a secret for the setting PUSH_KEY, by which push services know the site."
    requires_system_checks = ()

    def handle(self, **_: Any) -> None:
        """One line, to be put into the environment."""
        self.stdout.write(push.new_key())
