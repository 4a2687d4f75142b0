"""Whole games between computer players in one process, and how fast they went."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from collections.abc import Mapping
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bots import BOTS, Bot
from games.bots.referee import Game, defaults, play, seed_of
from games.rules.record import Record, write
from games.rules.registry import RULES


class Command(BaseCommand):
    """`manage.py simulate`."""

    help = "Plays whole games between computer players and prints plies, seconds and plies per second."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", default=next(iter(RULES)), help=f"one of: {', '.join(RULES)}")
        parser.add_argument("--seats", default="2")
        parser.add_argument("--games", default="100", help="how many games")
        parser.add_argument("--seed", default="1", help="a whole number; the same one gives the same games")
        parser.add_argument(
            "--player",
            action="append",
            help=f"one of: {', '.join(BOTS)}; once for all seats, or once for each seat in order",
        )
        parser.add_argument(
            "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
        )
        parser.add_argument("--out", type=Path, metavar="DIR", help="write each game there as a record")

    def handle(self, *args: object, **given: Any) -> None:
        rules = _named(RULES, "game", given["game"])
        seats = _number("--seats", given["seats"])
        if seats not in rules.SEATS:
            raise CommandError(f"{rules.NAME} is played at {_row(rules.SEATS)} seats, not {seats}.")
        games = _number("--games", given["games"])
        if games < 1:
            raise CommandError("--games must be at least 1.")
        series = _number("--seed", given["seed"])
        players = _players(given["player"] or ["randomly"], seats)
        options = _options(rules, given["option"])
        out = _folder(given["out"])
        plies, seconds = 0, 0.0
        for number in range(games):
            begun = time.perf_counter()
            record = play(rules, options, seed_of(series, number), players)
            seconds += time.perf_counter() - begun
            plies += len(record.moves)
            if out:
                _keep(out, number, record)
        self.stdout.write(
            f"{games} games, {plies} plies, {seconds:.3f} seconds, {plies / seconds:.0f} plies per second"
        )


def _named(found: Mapping[str, Any], what: str, name: str) -> Any:
    if name not in found:
        raise CommandError(f"There is no {what} {name!r} here; there is {_row(found)}.")
    return found[name]


def _number(name: str, text: object) -> int:
    try:
        return int(str(text))
    except ValueError:
        raise CommandError(f"{name} must be a whole number, not {str(text)!r}.") from None


def _players(names: list[str], seats: int) -> list[Bot]:
    if len(names) not in (1, seats):
        raise CommandError(f"Name one player for all seats or {seats}, one for each; {len(names)} are named.")
    return list(islice(cycle(_named(BOTS, "player", name) for name in names), seats))


def _options(rules: Game, given: list[str]) -> dict[str, str | bool]:
    options = defaults(rules)
    for pair in given:
        name, _, text = pair.partition("=")
        choices = {option.name: option.choices for option in rules.OPTIONS}
        values = {str(value).lower(): value for value, _ in _named(choices, "option", name)}
        options[name] = _named(values, f"value of {name}", text)
    return options


def _folder(path: Path | None) -> Path | None:
    try:
        if path:
            path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"The folder {path} cannot be made: {error.strerror}.") from None
    return path


def _keep(out: Path, number: int, record: Record) -> None:
    try:
        (out / f"{number:05}.json").write_text(write(record), encoding="utf-8")
    except OSError as error:
        raise CommandError(f"The record {number} cannot be written: {error.strerror}.") from None


def _row(items: Any) -> str:
    return ", ".join(map(str, items))
