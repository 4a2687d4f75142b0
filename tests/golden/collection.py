"""A game's golden games: played between computer players until each feature has one of its own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games.rules.record import Record, write


@dataclass(frozen=True)
class Collection:
    """The features that a game's files show, where the files lie, and games without end to find them in.

    A feature holds or not for what `played` makes of a record; `spelled_out` gives the same game with its
    deal in place of the seed. Each file serves one feature, the first that had none yet.
    """

    folder: Path
    features: Mapping[str, Callable[[Any], bool]]
    played: Callable[[Record], Any]
    games: Callable[[], Iterator[Record]]
    spelled_out: Callable[[Record], Record]

    def path_of(self, feature: str) -> Path:
        """The golden file of a feature."""
        return self.folder / f"{feature}.json"

    def search(self, missing: list[str]) -> None:
        """Write a game for each of these features."""
        for record in self.games():
            for each in (record, self.spelled_out(record)):
                game = self.played(each)
                found = next((name for name in missing if self.features[name](game)), None)
                if found:
                    self.path_of(found).write_text(write(each), encoding="utf-8")
                    sys.stdout.write(f"{found}: {each.seats} seats\n")
                    missing.remove(found)
                    break
            if not missing:
                return

    def run(self, arguments: list[str]) -> None:
        """Write the files that are missing, or with `--afresh` all anew."""
        afresh = "--afresh" in arguments
        self.search([name for name in self.features if afresh or not self.path_of(name).exists()])
