"""Lanterns: The Harvest Festival, by the rules restated in the tests of `tests/rules/lanterns/`.

This module satisfies `games.rules.base.Rules`; the last lines let the type checker check it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.base import Seat
from games.rules.lanterns.apply import Happened, apply, reveals
from games.rules.lanterns.describe import describe
from games.rules.lanterns.legal import forced, legal_moves, refusal
from games.rules.lanterns.moves import Move, parse
from games.rules.lanterns.outline import outline
from games.rules.lanterns.scoring import result
from games.rules.lanterns.setup import (
    OPTIONS,
    SEATS,
    Deal,
    begin,
    deal,
    read_deal,
    reshuffled,
    spell,
    unshuffled,
)
from games.rules.lanterns.spelled import spell_view
from games.rules.lanterns.state import State
from games.rules.lanterns.tally import tallies
from games.rules.lanterns.view import Preview, View, position, preview, progress, redeal, scores, view
from games.rules.words import Sentence

__all__ = [
    "LENGTH_IS_KNOWN",
    "NAME",
    "OPTIONS",
    "SCORE",
    "SEATS",
    "SLUG",
    "Deal",
    "Happened",
    "Move",
    "Preview",
    "State",
    "View",
    "apply",
    "begin",
    "deal",
    "describe",
    "forced",
    "legal_moves",
    "outline",
    "parse",
    "position",
    "preview",
    "progress",
    "read_deal",
    "redeal",
    "refusal",
    "reshuffled",
    "result",
    "reveals",
    "scores",
    "spell",
    "spell_view",
    "tallies",
    "to_act",
    "unshuffled",
    "view",
]

SLUG = "lanterns"
NAME = "Lanterns"
SCORE = Sentence("honour")
LENGTH_IS_KNOWN = True

NOBODY: frozenset[Seat] = frozenset()
ALONE = tuple(frozenset({seat}) for seat in range(max(SEATS)))


def to_act(state: State) -> frozenset[Seat]:
    """The seat on turn; nobody once the game is over."""
    return NOBODY if state.to_act is None else ALONE[state.to_act]


if TYPE_CHECKING:
    from games.rules import lanterns
    from games.rules.base import Rules

    SATISFIED: Rules[State, Move, View, Deal, Happened, Preview] = lanterns
