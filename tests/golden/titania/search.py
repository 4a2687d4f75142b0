"""Finds the golden games of Titania.

python -m tests.golden.titania.search            writes the files that are missing
python -m tests.golden.titania.search --afresh   writes all anew
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count, product
from pathlib import Path
from random import Random
from typing import Any

from games.bots import BOTS, Bot, randomly
from games.bots.referee import play, seed_of
from games.rules import titania
from games.rules.record import Record
from games.rules.titania.apply import Chose, Drew, Sailed
from games.rules.titania.moves import Build, Draw, Keep
from tests.golden.collection import Collection
from tests.golden.titania.features import FEATURES, Played

SERIES = 20100901
ONE_SPACE = (False, False, False, True)
TABLES = (
    ("sensibly", "sensibly", "sensibly", "sensibly"),
    ("randomly", "sensibly", "randomly", "sensibly"),
    ("randomly", "randomly", "randomly", "randomly"),
    ("hoarding", "hoarding", "hoarding", "hoarding"),
    ("building", "building", "building", "building"),
    ("waiting", "waiting", "waiting", "waiting"),
)


class Waiting:
    """Draws and does nothing else, as somebody does who has lost heart."""

    def choose(self, rules: Any, view: titania.View, moves: Sequence[titania.Move], rng: Random) -> Any:
        """See `games.bots.Bot`."""
        return next(move for move in moves if isinstance(move, Draw))


class Hoarding:
    """Keeps every starfish and shell it can, and plays at random else."""

    def choose(self, rules: Any, view: titania.View, moves: Sequence[titania.Move], rng: Random) -> Any:
        """See `games.bots.Bot`."""
        kept = [move for move in moves if isinstance(move, Keep)]
        calm = [move for move in moves if rules.preview(view, move).pending != "build"]
        return kept[0] if kept else rng.choice(calm or moves)


class Building:
    """Builds as high as it can, and plays at random else."""

    def choose(self, rules: Any, view: titania.View, moves: Sequence[titania.Move], rng: Random) -> Any:
        """See `games.bots.Bot`."""
        builds = [move for move in moves if isinstance(move, Build)]
        cranes = [move for move in moves if rules.preview(view, move).pending == "build"]
        if builds:
            return max(builds, key=lambda move: rules.preview(view, move).points)
        return randomly.choose(rules, view, cranes or moves, rng)


PLAYERS: dict[str, Bot] = {
    **BOTS,
    "waiting": Waiting(),
    "hoarding": Hoarding(),
    "building": Building(),
}


def games() -> Iterator[Record]:
    """Games without end, of all kinds in turn."""
    number = count()
    while True:
        for one_space, players, seats in product(ONE_SPACE, TABLES, titania.SEATS):
            names = players[:seats]
            options = {"one_space_per_crane_visit": one_space}
            record = play(titania, options, seed_of(SERIES, next(number)), [PLAYERS[name] for name in names])
            yield replace(record, kept={"players": list(names)})


def spelled_out(record: Record) -> Record:
    """The same game with its deal spelled out in place of the seed, what the discards became included."""
    assert record.seed is not None
    deal = titania.deal(record.seats, record.options, record.seed)
    spelled = titania.spell(replace(deal, reshuffles=tuple(reshuffles(Played(record)))))
    return replace(record, seed=None, deal=spelled)


def reshuffles(game: Played) -> Iterator[tuple[int, ...]]:
    """The draw piles that the discards became: what was drawn of them at once, and what stayed."""
    for before, _, happened, after in game.steps:
        if after.reshuffled > before.reshuffled:
            assert isinstance(happened, Drew | Sailed | Chose)
            cards = happened.cards if isinstance(happened, Drew) else happened.taken.cards
            yield cards[len(before.pile) :] + after.pile


TITANIA = Collection(Path(__file__).parent, FEATURES, Played, games, spelled_out)


if __name__ == "__main__":
    TITANIA.run(sys.argv)
