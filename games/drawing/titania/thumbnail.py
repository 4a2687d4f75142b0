"""A small picture of the sea for lists: spaces, islands with what is built, and ships."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from games.drawing.titania.geometry import CENTRES
from games.rules.base import Seat
from games.rules.titania.pieces import SHIPS, SPACES
from games.rules.titania.view import View

LEFT, TOP, SIZE = -570, -577, 1240
HEX = "M{0:g} {1:g}l45.9 26.5v53l-45.9 26.5-45.9-26.5v-53z"


def outline(space: str) -> str:
    """One space as a path."""
    x, y = CENTRES[space]
    return HEX.format(x, y - 53)


WATER = "".join(outline(space.id) for space in SPACES.values() if space.kind != "tower")
LAND = "".join(outline(space.id) for space in SPACES.values() if space.kind == "tower")


def thumbnail(view: View, below: Seat, sprite: str, small: bool = False) -> Markup:
    """The sea in a square; decoration. `small` is for less than 60 pixels."""
    fog = "".join(outline(space) for space in sorted(view.fog_left))
    ships = dots(view) if small else pictures(view, sprite)
    return Markup(
        f'<svg class="mini" viewBox="{LEFT} {TOP} {SIZE} {SIZE}" aria-hidden="true">'
        f'<rect class="mini-water" x="{LEFT}" y="{TOP}" width="{SIZE}" height="{SIZE}"/>'
        f'<path class="mini-sea" d="{WATER}"/><path class="mini-fog" d="{fog}"/>'
        f'<path class="mini-land" d="{LAND}"/>{built(view)}{"".join(ships)}</svg>'
    )


def built(view: View) -> str:
    """A column on each island, as high as all its towers together."""
    d = "".join(
        f"M{CENTRES[space][0]:g} {CENTRES[space][1] + 30:g}v{-12 * sum(levels)}"
        for space, levels in view.towers
    )
    return f'<path class="mini-towers" d="{d}"/>' if d else ""


def spots(view: View, colour: int) -> Iterable[tuple[float, float, int]]:
    """Where the ships of a colour lie, and how large each is: alone or one of two."""
    for space, colours in view.ships:
        if colour in colours:
            x, y = CENTRES[space]
            if len(colours) == 1:
                yield x, y, 76
            else:
                yield x + 48 * colours.index(colour) - 24, y, 58


def dots(view: View) -> Iterable[str]:
    """The ships as dots: one path a colour."""
    for colour, word in enumerate(SHIPS):
        d = "".join(f"M{x:g} {y:g}h0" for x, y, _ in spots(view, colour))
        if d:
            yield f'<path class="mini-dots mini-{word}" d="{d}"/>'


def pictures(view: View, sprite: str) -> Iterable[str]:
    """The ships as they are, larger than on the sea."""
    for colour, word in enumerate(SHIPS):
        for x, y, size in spots(view, colour):
            corner = f'x="{x - size / 2:g}" y="{y - size / 2:g}"'
            yield f'<use href="{sprite}#v-{word}" {corner} width="{size}" height="{size}"/>'
