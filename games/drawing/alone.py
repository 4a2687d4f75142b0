"""Pictures that stand alone: a drawing as an SVG document of its own, for whoever draws it without the page.

The page's drawing refers to the sprite and is coloured by the style sheets. Here the parts of the sprite come
with it, and every colour of the sheets is written out as it is by day.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

STATIC = Path(__file__).parents[1] / "static" / "games"
TOKEN = re.compile(r"--([\w-]+):\s*(?:light-dark\(\s*)?(#[0-9a-f]{3,8}|var\(--[\w-]+\))")
USED = re.compile(r'href="#([\w-]+)"')
VARIABLE = re.compile(r"var\(--([\w-]+)(?:,(#[0-9a-f]{3,8}))?\)")
PART = re.compile(r'<(?:symbol|g|path) id="([\w-]+)".*')
FONT = "font-family: 'DejaVu Sans Condensed'; font-weight: bold"
"""The font of all that is lettered: whoever draws the document has it at hand, with digits and capitals."""

Box = tuple[float, float, float, float]
"""Left, top, width, height."""


class Alone(NamedTuple):
    """A picture as an SVG document, and how large it is in its own units."""

    svg: str
    width: float
    height: float


def document(slug: str, box: Box, sheet: str, inside: str) -> Alone:
    """What was drawn for a game, in a box on the colour of a bank, with the parts of the sprite it uses.

    `inside` refers to these by their names alone (its sprite is "").
    """
    left, top, width, height = box
    needed = dict.fromkeys(USED.findall(inside))
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:g} {width:g} {height:g}"'
        f' width="{width:g}" height="{height:g}">'
        f"<style>.ground {{ fill: var(--bank); }} text {{ {FONT}; }} {sheet}</style>"
        f"<defs>{''.join(parts()[name] for name in needed)}</defs>"
        f'<rect class="ground" x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" rx="24"/>'
        f"{inside}</svg>"
    )
    return Alone(coloured(drawn, slug), width, height)


def coloured(text: str, slug: str) -> str:
    """The text with every colour written out: that of the sheets, or what is given beside its name."""
    known = colours(slug)
    return VARIABLE.sub(lambda found: known.get(found[1]) or found[2], text)


@lru_cache(maxsize=1)
def parts() -> dict[str, str]:
    """The parts of the sprite by name."""
    sprite = (STATIC / "sprite.svg").read_text("utf-8")
    return {part[1]: part[0] for part in PART.finditer(sprite)}


@lru_cache(maxsize=8)
def colours(slug: str) -> dict[str, str]:
    """The colours by day, by name: of all pages, and of a game."""
    named = {name: colour for sheet in ("base", slug) for name, colour in named_in(sheet)}
    return {name: named[colour[6:-1]] if colour[0] == "v" else colour for name, colour in named.items()}


def named_in(sheet: str) -> Iterator[tuple[str, str]]:
    """The colours that a style sheet names; of several by one name the first comes last, so it stays."""
    yield from reversed(TOKEN.findall((STATIC / f"{sheet}.css").read_text("utf-8")))
