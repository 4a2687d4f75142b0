"""Game records (formats.md 2): replayed, exported, imported, and the stored games proved by them."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.actions import Refused, records
from games.models import Game
from games.rules.base import RuleError
from games.rules.record import LIMIT, Record, read, replay, write
from games.rules.registry import RULES


class Command(BaseCommand):
    """`manage.py record`."""

    help = "Replays, exports, imports and verifies game records."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        commands = parser.add_subparsers(dest="command", required=True)
        replaying = commands.add_parser("replay", help="replay a record without storing it")
        replaying.add_argument("file", metavar="FILE", help="a file, or - for standard input")
        replaying.add_argument("--each", action="store_true", help="one line for each ply, not only the last")
        exporting = commands.add_parser("export", help="print the record of a stored game")
        exporting.add_argument(
            "game", metavar="GAME-ID", help="the last part of the table's address, or its number"
        )
        exporting.add_argument(
            "--secret", action="store_true", help="of a running game too, with all it hides"
        )
        importing = commands.add_parser("import", help="store a finished record as an archived game")
        importing.add_argument("file", metavar="FILE", help="a file, or - for standard input")
        verifying = commands.add_parser(
            "verify", help="replay stored games and compare them with their columns"
        )
        verifying.add_argument("--game", metavar="SLUG", help="only this table, or the tables of this game")

    def handle(self, *args: object, **given: Any) -> None:
        try:
            getattr(self, f"{given['command']}_")(given)
        except (RuleError, Refused) as error:
            raise CommandError(" ".join(str(error).split())) from error

    def replay_(self, given: dict[str, Any]) -> None:
        """The last position of a record, or every one; nothing is stored."""
        record = read(_bytes(given["file"]))
        for line in _lines(record) if given["each"] else list(_lines(record))[-1:]:
            self.stdout.write(line)

    def export_(self, given: dict[str, Any]) -> None:
        """The record of a stored game, as its staff may see it."""
        game = _game(given["game"])
        if game.status == Game.Status.RUNNING and not given["secret"]:
            raise CommandError(
                "This game is running: its record shows what is hidden in it. Say so by --secret."
            )
        self.stdout.write(write(records.export(game, secret=True)), ending="")

    def import_(self, given: dict[str, Any]) -> None:
        """A finished record becomes an archived game."""
        game = records.import_(read(_bytes(given["file"])), timezone.now())
        self.stdout.write(game.slug)

    def verify_(self, given: dict[str, Any]) -> None:
        """Every stored game is replayed; one line for each difference."""
        checked, wrong = 0, 0
        for game in _chosen(given["game"]):
            found = records.differences(game)
            checked, wrong = checked + 1, wrong + bool(found)
            for difference in found:
                self.stdout.write(f"{game.slug}: {difference}")
        if wrong:
            raise CommandError(f"{wrong} of {checked} games differ from their replay.")
        self.stdout.write(f"{checked} games replayed, none differs.")


def _game(name: str) -> Game:
    """The game of a table's address or number."""
    found = Game.objects.filter(slug=name).first()
    if found is None and name.isascii() and name.isdecimal():
        found = Game.objects.filter(id=int(name[:18])).first()
    if found is None:
        raise CommandError(f"There is no game {name!r} here.")
    return found


def _chosen(slug: str | None) -> Iterable[Game]:
    """The started games of a slug: of one table, of all that are played by the same rules, or all."""
    if slug and slug not in RULES:
        return [_game(slug)]
    started = Game.objects.filter(status__in=records.STARTED, **({"rules": slug} if slug else {}))
    return started.order_by("id").iterator()


def _lines(record: Record) -> Iterator[str]:
    """Each position as one line of JSON."""
    for _, state in replay(record):
        yield json.dumps(record.rules.position(state), sort_keys=True, ensure_ascii=False)


def _bytes(name: str) -> bytes:
    """The bytes of a file or of standard input; of one too long for a record, only a little too many."""
    try:
        if name == "-":
            return sys.stdin.buffer.read(LIMIT + 1)
        with open(name, "rb") as file:
            return file.read(LIMIT + 1)
    except (OSError, ValueError) as error:
        raise CommandError(f"{name!r} cannot be read: {getattr(error, 'strerror', None) or error}.") from None
