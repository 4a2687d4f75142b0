"""Game records (formats.md 2): replayed, exported, imported, and the stored games proved by them."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.rules.base import RuleError
from games.rules.record import LIMIT, Record, read, replay


class Command(BaseCommand):
    """`manage.py record`."""

    help = "Replays, exports, imports and verifies game records."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        commands = parser.add_subparsers(dest="command", required=True)
        replaying = commands.add_parser("replay", help="replay a record without storing it")
        replaying.add_argument("file", metavar="FILE", help="a file, or - for standard input")
        replaying.add_argument("--each", action="store_true", help="one line for each ply, not only the last")

    def handle(self, *args: object, **given: Any) -> None:
        try:
            getattr(self, given["command"])(given)
        except RuleError as error:
            raise CommandError(" ".join(str(error).split())) from error

    def replay(self, given: dict[str, Any]) -> None:
        """The last position of a record, or every one; nothing is stored."""
        record = read(_bytes(given["file"]))
        for line in _lines(record) if given["each"] else list(_lines(record))[-1:]:
            self.stdout.write(line)


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
