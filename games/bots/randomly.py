"""The player that any move pleases: opponent in demonstrations, and the fuzzer of every game's tests."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from games.rules.base import Rules


def choose(rules: Rules[Any, Any, Any, Any, Any, Any], view: Any, moves: Sequence[Any], rng: Random) -> Any:
    """A kind of step, each as likely as the others, then one of its moves.

    So a rare kind, of which there are few, is tried as often as the one of which there are hundreds.
    """
    kinds = list(dict.fromkeys(map(type, moves)))
    if len(kinds) == 1:
        return rng.choice(moves)
    kind = rng.choice(kinds)
    return rng.choice([move for move in moves if type(move) is kind])
