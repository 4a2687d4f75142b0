"""The lake as a picture that stands alone, as somebody sees it who watches from one side; in words, too."""

from __future__ import annotations

from dataclasses import replace

from games.drawing.alone import Alone, document
from games.drawing.lanterns.geometry import (
    TILE,
    Frame,
    frame_from,
    quarter_turns,
    seats_by_screen_side,
    table_side,
)
from games.drawing.lanterns.ground import face, ground, lanterns
from games.drawing.lanterns.names import middle, spot
from games.drawing.lanterns.words import words_for
from games.rules.base import Seat
from games.rules.lanterns.pieces import EAST, NORTH, SOUTH, WEST
from games.rules.lanterns.view import View
from games.rules.words import Sentence, Speaker, Who, listed

SHEET = """
.lake-shore { fill: none; } .lake-water { fill: var(--pool); }
.wave { fill: none; stroke: var(--pool-mark); stroke-width: 2; stroke-linecap: round; }
.pair, .pair-edge { fill: none; stroke-linecap: round; }
.pair { stroke: var(--pair); stroke-width: 35.5; }
.pair-edge { stroke: var(--pair-line); stroke-width: 38.5; }
.last-move { fill: none; stroke: var(--water); stroke-width: 5; stroke-linecap: round; }
text { font-size: 22px; fill: var(--ink-2); text-anchor: middle; }
"""
CLOCKWISE = (SOUTH, WEST, NORTH, EAST)
"""The sides of the picture from the one below."""
GAP, FOOT = 20, 24
FEW = 6
"""Up to so many tiles the water around them is drawn as wide as on the page; then they get the room."""
IN_THE = (Sentence("north"), Sentence("east"), Sentence("south"), Sentence("west"))
"""The sides of the table inside a sentence."""


def picture(view: View, own: View | None, below: Seat, text: Speaker) -> Alone:
    """The lake with the side of `below` below; under it the tiles in the hand of `own`, where it is given."""
    close = replace(view, final=view.final or len(view.lake) > FEW)
    drawn, turns = ground(close, below, text, ""), quarter_turns(view.seats, below)
    left, top, width, height = drawn.view_box
    tiles, hand = tiles_of(own), ""
    if tiles:
        hand = in_hand(tiles, left + width / 2, top + height, turns)
        height += TILE + FOOT
    inside = f"{drawn.under}{drawn.over}{ways(frame_from(drawn.view_box), turns, text)}{hand}"
    return document("lanterns", (left, top, width, height), SHEET, inside)


def ways(frame: Frame, turns: int, text: Speaker) -> str:
    """The table's compass on the shore."""
    letters, drawn = words_for(text).letters, []
    for side in CLOCKWISE:
        x, y = spot(side, middle(side, frame), frame)
        drawn.append(f'<text x="{x:g}" y="{y + 8:g}">{letters[table_side(side, turns)]}</text>')
    return "".join(drawn)


def in_hand(tiles: tuple[int, ...], centre: float, top: float, turns: int) -> str:
    """Tiles side by side as they would lie, unturned, on the table."""
    left = centre - (len(tiles) * (TILE + GAP) - GAP) / 2
    return "".join(
        f'<g transform="translate({left + n * (TILE + GAP):g} {top:g})"><use href="#{face(tile)}"/>'
        f"{lanterns(tile, turns % 4, '')}</g>"
        for n, tile in enumerate(tiles)
    )


def tiles_of(own: View | None) -> tuple[int, ...]:
    """The tiles in the hand of somebody's own view."""
    if own is None or own.viewer is None or own.result is not None:
        return ()
    return own.hands[own.viewer] or ()


def pictured(view: View, text: Speaker) -> str:
    """What the picture shows, in a sentence."""
    lake = Sentence(
        "The lake with {n} tile, your side below.",
        many="The lake with {n} tiles, your side below.",
        n=len(view.lake),
    )
    return text.say(lake)


def legend(view: View, below: Seat, text: Speaker) -> str:
    """Who sits where, by the table's compass, beginning with the side below."""
    sitting, turns = seats_by_screen_side(view, below), quarter_turns(view.seats, below)
    seats = listed(
        Sentence("{who} in the {side}", who=Who(sitting[side]), side=IN_THE[table_side(side, turns)])
        for side in CLOCKWISE
        if side in sitting
    )
    return text.say(Sentence("Clockwise around the lake: {seats}.", seats=seats))


def own_pieces(own: View, text: Speaker) -> tuple[str, ...]:
    """The tiles in a hand in words, one after the other, by the table's compass."""
    words = words_for(text)
    return tuple(words.tile(tile, 0) for tile in tiles_of(own))
