"""What each seat did in a whole game, counted for the page of its result."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.base import Tally
from games.rules.titania.apply import Built, Decorated, Happened, Sailed
from games.rules.words import Sentence


def tallies(happened: Sequence[Happened], seats: int) -> tuple[Tally, ...]:
    """Ships placed, fog tiles turned up, levels built and islands decorated."""
    ships, fog, levels, decorations = ([0] * seats for _ in range(4))
    for step in happened:
        match step:
            case Sailed():
                ships[step.seat] += 1
                fog[step.seat] += step.fog is not None
            case Built():
                levels[step.seat] += sum(more for _, _, more in step.levels)
            case Decorated():
                decorations[step.seat] += 1
    return (
        Tally(Sentence("Ships placed"), tuple(ships)),
        Tally(Sentence("Fog tiles turned up"), tuple(fog)),
        Tally(Sentence("Levels built"), tuple(levels)),
        Tally(Sentence("Islands decorated"), tuple(decorations)),
    )
