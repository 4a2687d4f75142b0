"""`manage.py thaw`: a game that stood still because of a fault goes on, once the fault is mended."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.actions import Refused, watch
from games.models import Game
from games.models.rows import id_of


class Command(BaseCommand):
    """Checks the game again first; where its fault is still there, that is what it says."""

    help = "Let a game go on that stands still because of a fault."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which game."""
        parser.add_argument("slug", metavar="SLUG", help="the last part of the table's address")

    def handle(self, *, slug: str, **_: Any) -> None:
        """Ends with a sentence: status 0 where the game goes on, 1 where it does not."""
        try:
            watch.thaw(id_of(slug), timezone.now())
        except Game.DoesNotExist:
            raise CommandError("There is no table at that address.") from None
        except Refused as refusal:
            raise CommandError(refusal.sentence) from refusal
        self.stdout.write("The game goes on.")
