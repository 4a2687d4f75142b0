"""Boards to look at: on the first page that of a real game, in the rules that of a game about to begin."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from markupsafe import Markup

from games.bots.referee import defaults
from games.drawing import registry
from games.rules import record
from games.rules.registry import RULES
from games.translation import speaker

FOLDERS = Path(registry.__file__).parent


def picture(sprite: str) -> Markup:
    """The board as an SVG picture, named for screen readers by how far the game is."""
    return drawn(sprite, get_language() or "")


def caption() -> str:
    """What the picture shows, in words."""
    view, rules = position()
    done, all_turns = rules.progress(view)
    said = _("A game of %(seats)d, after %(done)d of about %(all)d turns.")
    if rules.LENGTH_IS_KNOWN:
        said = _("A game of %(seats)d, after %(done)d of %(all)d turns.")
    return said % {"seats": view.seats, "done": done, "all": all_turns}


def game() -> str:
    """Which game it is: the one that the first page tells of."""
    _view, rules = position()
    return str(rules.SLUG)


@lru_cache(maxsize=1)
def position() -> tuple[Any, Any]:
    """What a watcher sees of the game, and the rules it is played by."""
    kept = record.read(next(kept_games()).read_text("utf-8"))
    return kept.rules.view(record.last(kept), None), kept.rules


@lru_cache(maxsize=16)
def beginning(slug: str, sprite: str, language: str) -> Markup:
    """The board of a game before its first turn, at a table for the fewest; made once for each language."""
    rules = RULES[slug]
    start = rules.begin(rules.deal(min(rules.SEATS), defaults(rules), bytes(32)))
    label = _("The board before the first turn")
    return registry.DRAWINGS[slug].showcase(rules.view(start, None), speaker((), None), sprite, label)


def kept_games() -> Iterator[Path]:
    """The records of games to show, each beside the drawing of its game."""
    return (path for slug in RULES if (path := FOLDERS / slug / "showcase.json").exists())


@lru_cache(maxsize=8)
def drawn(sprite: str, language: str) -> Markup:
    """The picture, made once for each language."""
    view, rules = position()
    return registry.DRAWINGS[rules.SLUG].showcase(view, speaker((), None), sprite, caption())
