"""Started games at a glance, for lists: no more than a watcher may see, and kept with the position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from markupsafe import Markup

from games import store, tables
from games.drawing.registry import DRAWINGS
from games.models import Game
from games.rules import base
from games.store import Loaded
from games.tables import LogTurn

# Of the latest turn so many acts are told: the last may only end it.
ACTS = 2


class Asked(NamedTuple):
    """A game to have a glimpse of: at which position, from which seat's side, how small the picture."""

    seq: int
    below: base.Seat
    small: bool


@dataclass(frozen=True, slots=True, eq=False)
class Glimpse:
    """A started game at a glance, no more than a watcher may see: a picture, the scores, the latest acts.

    It never changes, so `kept` may hold what has been derived from it (its card in a list).
    """

    picture: Markup
    scores: tuple[int, ...]
    latest: LogTurn | None
    kept: dict[Any, Any] = field(default_factory=dict)


def glimpses(asked: Mapping[str, Asked], sprite: str) -> dict[str, Glimpse]:
    """A glimpse of each of these games, by slug; kept with the position.

    Costs two queries, and a replay of each game that was not looked at lately.
    """
    positions = {slug: store.known(slug, it.seq) for slug, it in asked.items()}
    if missing := [slug for slug, position in positions.items() if position is None]:
        positions |= store.load_all(Game.objects.filter(slug__in=missing))
    return {
        slug: _glimpse(position, asked[slug].below, asked[slug].small, sprite)
        for slug, position in positions.items()
        if position
    }


def _glimpse(position: Loaded, below: base.Seat, small: bool, sprite: str) -> Glimpse:
    key = ("glimpse", below, small, sprite)
    if key not in position.kept:
        rules = position.rules
        view = rules.view(position.state, None)
        picture = DRAWINGS[rules.SLUG].thumbnail(view, below, sprite, small)
        position.kept[key] = Glimpse(picture, rules.scores(view), _latest(position))
    glimpse: Glimpse = position.kept[key]
    return glimpse


def _latest(position: Loaded) -> LogTurn | None:
    """The turn that was taken last, told by its last acts alone; None before the first."""
    if not position.turns:
        return None
    done = [step.happened for step in position.turns[-1].steps if step.happened is not None]
    acts = tuple([position.rules.describe(happened, None)[0] for happened in done[-ACTS:]])
    return replace(tables.log_turns(position, None, 1, False)[-1], sentences=acts, kept={})
