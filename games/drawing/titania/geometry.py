"""Where things lie on the drawing of the sea.

A space is a hexagon with a corner on top, 100 units from centre to centre. The sea is drawn alike for
everybody: no player has a side of it.
"""

from __future__ import annotations

from games.rules.titania.pieces import SPACES

WIDE, HIGH = 100, 86.6
"""From a space to the next one in its row, and from a row to the next."""
LEFT, TOP = -566, -503
WIDTH, HEIGHT = 1232, 1099
VIEW_BOX = (LEFT, TOP, WIDTH, HEIGHT)

Spot = tuple[float, float]

CENTRES: dict[str, Spot] = {
    space.id: (WIDE * (space.q + space.r / 2), round(HIGH * space.r, 1)) for space in SPACES.values()
}
"""The middle of each space."""
ASIDE, DOWN = 78, 10
"""How far a row's letter stands from the middle of its first space."""
ROW_ENDS: dict[str, Spot] = {
    row: (min(x for space, (x, _) in CENTRES.items() if space[0] == row) - ASIDE, y + DOWN)
    for row, y in {space[0]: y for space, (_, y) in CENTRES.items()}.items()
}
"""Where the letter of each row stands."""


def place(space: str, lower: int = 0) -> str:
    """The attributes that put a part of the sprite into the middle of a space, or a little lower."""
    x, y = CENTRES[space]
    return f'x="{x:g}" y="{y + lower:g}"'


def moved(space: str) -> str:
    """The attribute that moves a group to a space."""
    x, y = CENTRES[space]
    return f'transform="translate({x:g} {y:g})"'
