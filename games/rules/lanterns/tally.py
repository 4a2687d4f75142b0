"""What each seat did in a whole game, counted for the page of its result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.rules.base import Tally
from games.rules.lanterns.apply import Gain, Happened, Tiled
from games.rules.words import Sentence


def tallies(happened: Sequence[Happened], seats: int) -> tuple[Tally, ...]:
    """Sides matched, favours earned, lanterns that others received, and what was lacking (L10 to L13)."""
    matched, favours, given, missed = ([0] * seats for _ in range(4))
    for placing, outcome, _hidden in placements(happened):
        matched[placing] += len(outcome.matches)
        favours[placing] += outcome.favours
        missed[placing] += outcome.favours_lost
        for gain in outcome.gains:
            given[placing] += gain.seat != placing and gain.side is not None
            missed[gain.seat] += lacking(gain)
    return (
        Tally(Sentence("Edges matched"), tuple(matched)),
        Tally(Sentence("Favours earned"), tuple(favours)),
        Tally(Sentence("Lanterns given to others"), tuple(given)),
        Tally(Sentence("Missed, none left"), tuple(missed)),
    )


def placements(happened: Sequence[Happened]) -> Iterable[Tiled]:
    """The placements among all steps."""
    return (step for step in happened if isinstance(step, Tiled))


def lacking(gain: Gain) -> int:
    """How many cards a seat did not get since the supply had run out of them (L13)."""
    return len(gain.matched_lacking) + (gain.side_lacking is not None)
