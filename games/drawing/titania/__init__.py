"""The drawing of Titania: the sea, the seats, and the panel in which a turn is composed.

This module satisfies `games.drawing.base.Drawing`.
"""

from __future__ import annotations

from games.drawing.titania.asking import asking, choice
from games.drawing.titania.cards import hand
from games.drawing.titania.ground import ground
from games.drawing.titania.key import info
from games.drawing.titania.panel import panel
from games.drawing.titania.picture import legend, own_pieces, picture, pictured
from games.drawing.titania.result import course, dealt, outcome
from games.drawing.titania.sea import board, past
from games.drawing.titania.seats import seating, seats, side_of
from games.drawing.titania.showcase import showcase
from games.drawing.titania.supply import supply
from games.drawing.titania.thumbnail import thumbnail

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
