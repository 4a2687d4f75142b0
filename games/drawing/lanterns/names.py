"""The shore of the lake: who sits where, what the chosen tile would bring them, and the table's compass."""

from __future__ import annotations

from games.drawing.base import Reader, escaped
from games.drawing.lanterns.geometry import SHORE, TILE, Frame, screen_cell, seats_by_screen_side, table_side
from games.drawing.lanterns.words import Words
from games.drawing.lettering import fitting, width_of
from games.rules.base import Seat
from games.rules.lanterns.apply import CONCEALED, Gain
from games.rules.lanterns.pieces import COLOURS, EAST, NORTH, SOUTH, WEST
from games.rules.lanterns.view import Preview, View

SIZE, BOLD = 24, 1.1
"""The font size of names, and how much wider the reader's own is drawn."""
LONGEST = 180.0
PILL = 64
"""A pill's width beside its name."""
CLEAR = 44
"""How far a pill stays from a corner."""
TURN = {NORTH: 0, EAST: 90, SOUTH: 0, WEST: -90}

Spot = tuple[float, float]


def names(view: View, reader: Reader, preview: Preview | None, words: Words, turns: int, frame: Frame) -> str:
    """All that is written on the shore; screen readers find it with the seats."""
    gains = {gain.seat: gain for gain in preview.gains} if preview else {}
    sitting = seats_by_screen_side(view, reader.below)
    written = []
    for side in range(4):
        seat, along = sitting.get(side), middle(side, frame)
        half = 0.0
        if seat is not None:
            name = fitting(reader.names[seat], SIZE, LONGEST)
            half = width_of(name, SIZE) / 2 * (BOLD if seat == reader.viewer else 1)
            if preview and seat in gains:
                half += PILL / 2
                along = abreast(preview, side, half, frame, turns)
                written.append(pill(gains[seat], name, half, spot(side, along, frame), side, reader))
            else:
                written.append(plain(seat, name, spot(side, along, frame), side, reader))
        letter = words.letters[table_side(side, turns)]
        x, y = spot(side, beside(side, along, half, frame), frame)
        written.append(f'<text class="way" x="{x:g}" y="{y + 7:g}">{escaped(letter)}</text>')
    return f'<g class="lake-names" aria-hidden="true">{"".join(written)}</g>'


def span(side: int, frame: Frame) -> tuple[int, int]:
    """Where a side of the water begins and ends."""
    return (frame.left, frame.right) if side in (NORTH, SOUTH) else (frame.top, frame.bottom)


def middle(side: int, frame: Frame) -> float:
    """The middle of a side."""
    return sum(span(side, frame)) / 2


def abreast(preview: Preview, side: int, half: float, frame: Frame, turns: int) -> float:
    """Where the ray to a side arrives, clear of the corners."""
    assert preview.place
    column, row = screen_cell(preview.place.x, preview.place.y, turns)
    first, last = span(side, frame)
    at = (column if side in (NORTH, SOUTH) else row) * TILE + TILE / 2
    keep = half + CLEAR - SHORE
    return min(max(at, first + keep), last - keep)


def beside(side: int, along: float, half: float, frame: Frame) -> float:
    """Where the compass letter of a side stands: near one end, or the other where a name is in the way."""
    first, last = span(side, frame)
    away = (last - first) * 0.12
    return first + away if along - half > first + away + 24 else last - away


def spot(side: int, along: float, frame: Frame) -> Spot:
    """A point in the middle of the shore at a side."""
    out = SHORE / 2
    return {
        NORTH: (along, frame.top - out),
        EAST: (frame.right + out, along),
        SOUTH: (along, frame.bottom + out),
        WEST: (frame.left - out, along),
    }[side]


def plain(seat: Seat, name: str, at: Spot, side: int, reader: Reader) -> str:
    """A name on the shore."""
    you = ' class="is-you"' if seat == reader.viewer else ""
    turn = f" rotate({TURN[side]})" if TURN[side] else ""
    return f'<text{you} transform="translate({at[0]:g} {at[1]:g}){turn}" y="8">{escaped(name)}</text>'


def pill(gain: Gain, name: str, half: float, at: Spot, side: int, reader: Reader) -> str:
    """A name with the lantern that comes to it, or that it misses since the supply has none."""
    lost = gain.side is None
    state = " is-none" if lost else " is-you" if gain.seat == reader.viewer else ""
    x, y = (half - 36, -14.0) if side in (NORTH, SOUTH) else (-14.0, half - 36 if side == EAST else 8 - half)
    strike = f'<path class="strike" d="M{x - 2:g} {y + 30:g}l32-32"/>' if lost else ""
    return (
        f'<g class="pill{state}" transform="translate({at[0]:g} {at[1]:g})">'
        f'<g transform="rotate({TURN[side]})">'
        f'<rect x="{-half:g}" y="-18" width="{2 * half:g}" height="36" rx="18"/>'
        f'<text x="{-half + 16:g}" y="8">{escaped(name)}</text></g>'
        f'<use href="{reader.sprite}#{picture(gain)}" x="{x:g}" y="{y:g}" width="28" height="28"/>'
        f"{strike}</g>"
    )


def picture(gain: Gain) -> str:
    """The lantern of a gain: the one that comes, or the one that is lacking."""
    colour = gain.side_lacking if gain.side is None else gain.side
    return "lantern" if colour is None or colour == CONCEALED else f"l-{COLOURS[colour]}"
