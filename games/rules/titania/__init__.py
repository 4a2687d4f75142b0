"""Titania, by the rules restated in the tests of `tests/rules/titania/`; the sea is our own arrangement.

This module satisfies `games.rules.base.Rules`; the last lines let the type checker check it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.base import Seat
from games.rules.titania.apply import Happened, apply, reveals
from games.rules.titania.describe import describe
from games.rules.titania.legal import forced, legal_moves, refusal
from games.rules.titania.moves import Move, parse
from games.rules.titania.outline import outline
from games.rules.titania.scoring import result
from games.rules.titania.setup import (
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
from games.rules.titania.spelled import spell_view
from games.rules.titania.state import State
from games.rules.titania.tally import tallies
from games.rules.titania.view import Preview, View, position, preview, progress, redeal, scores, view
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

SLUG = "titania"
NAME = "Titania"
SCORE = Sentence("points")
LENGTH_IS_KNOWN = False

NOBODY: frozenset[Seat] = frozenset()
ALONE = tuple(frozenset({seat}) for seat in range(max(SEATS)))


def to_act(state: State) -> frozenset[Seat]:
    """The seat on turn; nobody once the game is over."""
    return NOBODY if state.to_act is None else ALONE[state.to_act]


if TYPE_CHECKING:
    from games.rules import titania
    from games.rules.base import Rules

    SATISFIED: Rules[State, Move, View, Deal, Happened, Preview] = titania
