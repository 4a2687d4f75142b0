"""The part of the sea that depends on the public position alone: its spaces, and what lies on them.

The spaces lie below, the pictures on them above, so that the legal ones can be marked between the two.
Each space is drawn once for all that decides how it looks.
"""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

from games.drawing.base import Ground, escaped
from games.drawing.titania.geometry import ROW_ENDS, VIEW_BOX, moved, place
from games.drawing.titania.islands import island
from games.drawing.titania.words import SPENT, UNKNOWN, Look, icons_of, label, looks_of
from games.rules.base import Seat
from games.rules.titania.pieces import NO_SHELLS, SHELLS, SHIPS, SPACES, Icon
from games.rules.titania.view import View
from games.rules.words import Speaker

COAST = (
    "M-553.7-31-303.7-464-250-495H350l53.7 31L653.7-31v62L403.7 464l-50 86.6-53.7 31h-500l-53.7-31"
    "-50-86.6L-553.7 31z"
)
PICTURES = {
    "starfish": "starfish",
    "score_tile": "tile-q",
    "ship": "extra",
    "points": "point",
    "card": "t-card",
}
ROW_LETTERS = '<g class="sea-rows" aria-hidden="true">{}</g>'.format(
    "".join(f'<text x="{x:g}" y="{y:g}">{row}</text>' for row, (x, y) in ROW_ENDS.items())
)
"""The letter of each row at its western end, as the log names spaces; seen where there is room."""
LIP = 4
"""How far the edge of a fog tile shows below it."""
FULL = 2
"""Ships that close a space (T13)."""

Box = tuple[float, float, float]
ALONE: tuple[Box, ...] = ((-27, -27, 54),)
ALONE_COUNTED: tuple[Box, ...] = ((-31, -27, 54),)
TWO: tuple[Box, ...] = ((-34, -39, 40), (-6, -1, 40))
FOUR: tuple[Box, ...] = ((-31, -32, 30), (1, -32, 30), (-31, 1, 30), (1, 1, 30))
ABOVE: tuple[Box, ...] = ((-20, -43, 40),)
TWO_ABOVE: tuple[Box, ...] = ((-36, -44, 32), (2, -44, 32))
FOUR_ABOVE: tuple[Box, ...] = ((-45, -38, 22), (-22, -42, 22), (0, -42, 22), (23, -38, 22))
"""Where the pictures of a space lie, left, top and size: in the middle, or above its ships."""
LOW: Box = (-25, -3, 50)
BESIDE: tuple[Box, ...] = ((-45, -9, 46), (-1, -9, 46))
"""Where one ship lies, or two."""


def ground(view: View, below: Seat, text: Speaker, sprite: str) -> Ground:
    """The sea; to be kept by position and language."""
    looks = looks_of(view)
    under = [f'<path class="sea-shore" d="{COAST}"/>']
    under.append(ROW_LETTERS)
    under += [face(space, look, label(space, look, text), sprite) for space, look in looks.items()]
    over = "".join(content(space, look, sprite) for space, look in looks.items())
    over += "".join(newest(space, sprite) for space in view.newest)
    return Ground(
        VIEW_BOX, Markup("".join(under)), Markup(f'<g class="sea-on" aria-hidden="true">{over}</g>')
    )


def newest(space: str, sprite: str) -> str:
    """The corners around a space that the last turn has changed."""
    return f'<use class="last-move" href="{sprite}#hex-new" {place(space)}/>'


@lru_cache(maxsize=2**15)
def face(space: str, look: Look, said: str, sprite: str) -> str:
    """One space without what lies on it: a picture named by all of it."""
    lip = f'<use class="hx-lip" href="{sprite}#hex" {place(space, LIP)}/>' if look.fog > SPENT else ""
    sand = f'<use class="isle" href="{sprite}#isle" {place(space)} aria-hidden="true"/>'
    return (
        f'{lip}<use class="hx{look_class(space, look)}" href="{sprite}#hex" {place(space)} role="img"'
        f' aria-label="{escaped(said)}"/>{sand if SPACES[space].kind == "tower" else ""}'
    )


def look_class(space: str, look: Look) -> str:
    """The class of a space's face, by its kind and state."""
    kind = SPACES[space].kind
    if kind in ("start", "tower"):
        return f" hx-{kind}"
    if look.fog == UNKNOWN:
        return " hx-fog"
    if len(look.ships) == FULL or look.fog == SPENT:
        return " hx-shut"
    if look.fog >= 0:
        return " hx-open"
    edge = " hx-edge" if SPACES[space].edge else ""
    return f"{edge} hx-crane" if kind == "crane" else edge


@lru_cache(maxsize=2**15)
def content(space: str, look: Look, sprite: str) -> str:
    """What lies on a space: pictures, ships, towers; nothing on open sea."""
    if SPACES[space].kind == "tower":
        inside = island(space, look.levels, look.starfish, NO_SHELLS, sprite)
    else:
        inside = pictures(space, look, sprite) + ships(look.ships, sprite)
    return f"<g {moved(space)}>{inside}</g>" if inside else ""


def pictures(space: str, look: Look, sprite: str) -> str:
    """What a space gives; faint where nobody can get it any more."""
    kind = SPACES[space].kind
    alone = (ABOVE if look.ships else ALONE)[0]
    if look.fog == UNKNOWN:
        return drawn_in("fogpuff", alone, sprite)
    if kind == "crane":
        drawn = drawn_in("crane", alone, sprite)
    else:
        drawn = gifts(icons_of(space, look), bool(look.ships), sprite)
    return f'<g class="is-dim">{drawn}</g>' if drawn and len(look.ships) == FULL else drawn


def drawn_in(name: str, box: Box, sprite: str) -> str:
    """A picture of the sprite in its box."""
    x, y, size = box
    return f'<use href="{sprite}#{name}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"/>'


def gifts(icons: tuple[Icon, ...], above: bool, sprite: str) -> str:
    """Icons in their boxes, in the middle or above the ships."""
    return "".join(gift(icon, box, sprite) for icon, box in zip(icons, boxes(icons, above), strict=True))


def boxes(icons: tuple[Icon, ...], above: bool) -> tuple[Box, ...]:
    """Where so many icons lie."""
    if len(icons) == 4:
        return FOUR_ABOVE if above else FOUR
    if len(icons) == 2:
        return TWO_ABOVE if above else TWO
    counted = any(icon.n > 1 and icon.icon != "points" for icon in icons)
    return (ABOVE if above else ALONE_COUNTED if counted else ALONE)[: len(icons)]


def gift(icon: Icon, box: Box, sprite: str) -> str:
    """One icon with its number; points have theirs inside the seal."""
    x, y, size = box
    drawn = drawn_in(picture(icon), box, sprite)
    if icon.icon == "points":
        middle, scale = x + size / 2, size / 32
        return (
            f'{drawn}<text class="pt-n" transform="translate({middle:g} {y + size / 2 + 6 * scale:g})'
            f' scale({scale:g})">{icon.n}</text>'
        )
    if icon.n == 1:
        return drawn
    small = " is-s" if size < 54 else ""
    return f'{drawn}<text class="hex-n{small}" x="{x + size * 0.8:g}" y="{y + size * 1.08:g}">{icon.n}</text>'


def picture(icon: Icon) -> str:
    """The id of an icon in the sprite."""
    if icon.icon != "shell":
        return PICTURES[icon.icon]
    return "s-any" if icon.colour is None else f"s-{SHELLS[icon.colour]}"


def ships(colours: tuple[int, ...], sprite: str) -> str:
    """One ship low in its space, or two side by side."""
    return "".join(ship_mark(colour, len(colours), n, sprite) for n, colour in enumerate(colours))


def ship_mark(colour: int, number: int, which: int, sprite: str, classes: str = "") -> str:
    """One ship where it lies among so many on its space."""
    x, y, size = BESIDE[which] if number == FULL else LOW
    mark = f' class="{classes}"' if classes else ""
    return (
        f'<use{mark} href="{sprite}#v-{SHIPS[colour]}" x="{x:g}" y="{y:g}" width="{size:g}"'
        f' height="{size:g}"/>'
    )
