"""Where things lie on the drawing of a lake.

A tile is 100 units. The drawing is turned so that the reader's side lies below; the lanterns stay upright.
Sides of the table and of the screen are both 0 north, 1 east, 2 south, 3 west; the screen's y grows south.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.rules.base import Seat
from games.rules.lanterns.pieces import SIDES, SOUTH
from games.rules.lanterns.state import Cell
from games.rules.lanterns.view import View

TILE = 100
SHORE = 40
ROOM = 14
LEAST = 5
SCREEN = "nesw"
"""The letters of the screen's sides, in classes and in the names of pictures."""
CENTRES = ((50, 19), (81, 50), (50, 81), (19, 50))
"""The centre of the lantern on each side of a tile."""
LINKS = ("M{0} {1}v-38", "M{0} {1}h38", "M{0} {1}v38", "M{0} {1}h-38")
"""The line from a lantern to the one it matches across the edge."""


def quarter_turns(seats: int, below: Seat) -> int:
    """How many quarter turns clockwise bring the side of `below` to the south of the screen."""
    return (SOUTH - SIDES[seats][below]) % 4


def screen_side(side: int, turns: int) -> int:
    """The side of the screen where a side of the table lies."""
    return (side + turns) % 4


def screen_cell(x: int, y: int, turns: int) -> Cell:
    """The column and row, growing east and south on the screen, of a cell of the table."""
    if turns == 0:
        return x, -y
    if turns == 1:
        return y, x
    if turns == 2:
        return -x, y
    return -y, -x


def on_screen(edges: tuple[int, ...], turns: int) -> tuple[int, ...]:
    """The colours of a tile in the order of the screen's sides."""
    return edges[-turns:] + edges[:-turns] if turns else edges


class Frame(NamedTuple):
    """The rectangle of water, in units; the shore lies around it."""

    left: int
    top: int
    right: int
    bottom: int

    def view_box(self) -> tuple[int, int, int, int]:
        """The whole drawing with its shore: left, top, width, height."""
        left, top, right, bottom = self
        return left - SHORE, top - SHORE, right - left + 2 * SHORE, bottom - top + 2 * SHORE

    def cells(self) -> list[Cell]:
        """The cells that lie wholly in the frame."""
        return [
            (column, row)
            for row in range(-(-self.top // TILE), self.bottom // TILE)
            for column in range(-(-self.left // TILE), self.right // TILE)
        ]


def frame_of(cells: Iterable[Cell], final: bool) -> Frame:
    """The water around these cells of the screen: a ring of cells, or a narrow rim in the last round."""
    columns, rows = zip(*cells, strict=True)
    left, right, top, bottom = min(columns), max(columns) + 1, min(rows), max(rows) + 1
    if final:
        return Frame(left * TILE - ROOM, top * TILE - ROOM, right * TILE + ROOM, bottom * TILE + ROOM)
    left, right = at_least(left - 1, right + 1)
    top, bottom = at_least(top - 1, bottom + 1)
    return Frame(left * TILE, top * TILE, right * TILE, bottom * TILE)


def at_least(first: int, last: int) -> tuple[int, int]:
    """A span widened evenly until it is wide enough to look like a lake."""
    lacking = max(0, LEAST - (last - first))
    return first - lacking // 2, last + (lacking + 1) // 2


def frame_from(view_box: tuple[int, int, int, int]) -> Frame:
    """The water of a drawing with this view box."""
    left, top, width, height = view_box
    return Frame(left + SHORE, top + SHORE, left + width - SHORE, top + height - SHORE)


def seats_by_screen_side(view: View, below: Seat) -> dict[int, Seat]:
    """Which seat sits at which side of the screen."""
    turns = quarter_turns(view.seats, below)
    return {screen_side(side, turns): seat for seat, side in enumerate(SIDES[view.seats])}


def table_side(side: int, turns: int) -> int:
    """The side of the table that lies at a side of the screen: the inverse of `screen_side`."""
    return (side - turns) % 4
