"""The player that thinks one step ahead: what a game makes of a step stands in that game's own module."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from games.bots import lanterns, randomly, titania
from games.rules.base import Rules

THINKERS: dict[str, Callable[[Any, Sequence[Any], Random], Any]] = {
    "lanterns": lanterns.choose,
    "titania": titania.choose,
}
SEVERAL: dict[str, Callable[[Any, Sequence[Any], Random], list[Any]]] = {
    "lanterns": lanterns.several,
    "titania": titania.several,
}


def choose(rules: Rules[Any, Any, Any, Any, Any, Any], view: Any, moves: Sequence[Any], rng: Random) -> Any:
    """The step that the game's own module thinks best; of a game without one, any step."""
    if len(moves) == 1:
        return moves[0]
    think = THINKERS.get(rules.SLUG)
    return think(view, moves, rng) if think else randomly.choose(rules, view, moves, rng)


def several(
    rules: Rules[Any, Any, Any, Any, Any, Any], view: Any, moves: Sequence[Any], rng: Random
) -> list[Any]:
    """The steps in the order in which they are worth considering: the best first, unlike ones early."""
    think = SEVERAL.get(rules.SLUG)
    return think(view, moves, rng) if think else rng.sample(moves, len(moves))
