"""Finds the golden games of Lanterns.

python -m tests.golden.search            writes the files that are missing
python -m tests.golden.search --afresh   writes all anew
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import count, product
from pathlib import Path
from random import Random
from typing import Any

from games.bots import BOTS, Bot, sensibly
from games.bots.referee import play, seed_of
from games.rules import lanterns
from games.rules.lanterns.moves import Exchange, Place
from games.rules.record import Record
from tests.golden.collection import Collection
from tests.golden.features import FEATURES, Played

FOLDER = Path(__file__).parent
SERIES = 20150801
EDITIONS = ("printed", "printed", "printed", "preview")
SHOWN = ("open", "open", "open", "open", "hidden")
TABLES = (
    ("sensibly", "sensibly", "sensibly", "sensibly"),
    ("randomly", "sensibly", "randomly", "sensibly"),
    ("randomly", "randomly", "randomly", "randomly"),
    ("hoarding", "hoarding", "hoarding", "hoarding"),
)


class Hoarding:
    """Takes the most favours it can and keeps them, as some people do; else it plays sensibly."""

    def choose(self, rules: Any, view: lanterns.View, moves: Sequence[lanterns.Move], rng: Random) -> Any:
        """See `games.bots.Bot`."""
        thrifty = [move for move in moves if not isinstance(move, Exchange)]
        best = max(map(partial(favours, view), thrifty))
        chosen = [move for move in thrifty if favours(view, move) == best] if best else thrifty
        return sensibly.choose(rules, view, chosen, rng)


def favours(view: lanterns.View, move: lanterns.Move) -> int:
    """The favours that a step brings."""
    return lanterns.preview(view, move).favours if isinstance(move, Place) else 0


PLAYERS: dict[str, Bot] = {**BOTS, "hoarding": Hoarding()}


def games() -> Iterator[Record]:
    """Games without end, of all kinds in turn."""
    number = count()
    while True:
        for edition, shown, players, seats in product(EDITIONS, SHOWN, TABLES, lanterns.SEATS):
            names = players[:seats]
            options = {"edition": edition, "lanterns": shown}
            record = play(lanterns, options, seed_of(SERIES, next(number)), [PLAYERS[name] for name in names])
            yield replace(record, kept={"players": list(names)})


def spelled_out(record: Record) -> Record:
    """The same game with its deal spelled out in place of the seed."""
    assert record.seed is not None
    deal = lanterns.spell(lanterns.deal(record.seats, record.options, record.seed))
    return replace(record, seed=None, deal=deal)


LANTERNS = Collection(FOLDER, FEATURES, Played, games, spelled_out)
path_of = LANTERNS.path_of


if __name__ == "__main__":
    LANTERNS.run(sys.argv)
