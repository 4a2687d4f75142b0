"""The drawing of Lanterns: the lake, the seats around it, and the panel in which a turn is composed.

This module satisfies `games.drawing.base.Drawing`.
"""

from __future__ import annotations

from games.drawing.lanterns.asking import asking, choice
from games.drawing.lanterns.ground import ground
from games.drawing.lanterns.lake import board, past
from games.drawing.lanterns.panel import panel
from games.drawing.lanterns.picture import legend, own_pieces, picture, pictured
from games.drawing.lanterns.placing import hand
from games.drawing.lanterns.result import course, dealt, outcome
from games.drawing.lanterns.seats import seating, seats, side_of, supply
from games.drawing.lanterns.showcase import showcase
from games.drawing.lanterns.stacks import info
from games.drawing.lanterns.thumbnail import thumbnail

__all__ = [
    "asking",
    "board",
    "choice",
    "course",
    "dealt",
    "ground",
    "hand",
    "info",
    "legend",
    "outcome",
    "own_pieces",
    "panel",
    "past",
    "picture",
    "pictured",
    "seating",
    "seats",
    "showcase",
    "side_of",
    "supply",
    "thumbnail",
]
