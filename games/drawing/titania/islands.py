"""Towers on their islands: a roof on its slab where nothing is built, else levels and the roof on top."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from games.rules.titania.pieces import NO_SHELLS, SHELLS, SPACES
from games.rules.titania.state import Shells

FLOOR = 20
STOREY = 13.5
SIZES = {
    1: ((0.0,), 34.0, 32.0, 1.35, 1.6),
    2: ((-15.2, 15.2), 30.0, 28.0, 1.25, 1.44),
    3: ((-26.5, 0.0, 26.5), 26.0, 24.0, 1.12, 1.29),
    4: ((-33.0, -11.0, 11.0, 33.0), 21.5, 19.5, 0.98, 1.13),
}
"""By the number of towers: where each stands, a tower's width, its slab's, and the scale of roofs, built and
not."""


@lru_cache(maxsize=4096)
def island(space: str, levels: Shells | None, starfish: bool, added: Shells, sprite: str) -> str:
    """The towers of an island, `added` levels of an unsent turn in gold, and its starfish."""
    symbols = SPACES[space].symbols
    middles, width, slab, built, bare = SIZES[len(symbols)]
    standing = levels or NO_SHELLS
    drawn = "".join(
        tower(middle, width * 0.72, slab, built, bare, colour, standing[colour], added[colour], sprite)
        for middle, colour in zip(middles, symbols, strict=True)
    )
    star = f'<use href="{sprite}#starfish" x="-13.5" y="23.5" width="27" height="27"/>' if starfish else ""
    return drawn + star


def tower(
    middle: float,
    width: float,
    slab: float,
    built: float,
    bare: float,
    colour: int,
    levels: int,
    added: int,
    sprite: str,
) -> str:
    """One tower."""
    word, height = SHELLS[colour], levels + added
    top, scale = FLOOR - STOREY * height, built if height else bare
    plan = "" if height else " is-plan"
    return (
        f'<rect class="slab" x="{middle - slab / 2:g}" y="{FLOOR}" width="{slab:g}" height="6" rx="2"/>'
        f"{''.join(storeys(middle, width, word, levels, height))}"
        f'<use class="tw tw-{word}{plan}" href="{sprite}#roof-{word}"'
        f' transform="translate({middle:g} {top:g}) scale({scale:g})"/>'
    )


def storeys(middle: float, width: float, word: str, levels: int, height: int) -> Iterable[str]:
    """The levels of a tower, from below."""
    for level in range(height):
        new = f"tw-{word}" if level < levels else "is-new"
        yield (
            f'<rect class="tw {new}" x="{middle - width / 2:g}" y="{FLOOR - STOREY * (level + 1):g}"'
            f' width="{width:g}" height="{STOREY}"/>'
        )
