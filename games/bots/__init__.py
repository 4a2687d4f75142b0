"""Computer players. Each is a module with one function, and sees what a person in its seat would see.

To add one: write its module, name it in `BOTS`; it then plays in `manage.py simulate` and at tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from games.bots import randomly, sensibly
from games.rules.base import Rules


class Bot(Protocol):
    """A computer player of every game."""

    def choose(
        self, rules: Rules[Any, Any, Any, Any, Any, Any], view: Any, moves: Sequence[Any], rng: Random
    ) -> Any:
        """One of `moves`, the legal steps of the viewer whose `view` it is. All its chance is `rng`."""


BOTS: dict[str, Bot] = {"randomly": randomly, "sensibly": sensibly}
