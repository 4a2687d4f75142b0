"""What is left: the ships of each colour, always in sight since they end the period, and the other pieces."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from markupsafe import Markup

from games.drawing.base import Reader, escaped, icon
from games.drawing.titania.words import MINUS
from games.rules.titania.pieces import SHELL_WORDS, SHELLS, SHIP_WORDS, SHIPS
from games.rules.titania.state import Shells
from games.rules.titania.view import Preview, View
from games.rules.words import Sentence, Speaker, listed

LOW = 4
"""So few ships of a colour are pointed out."""
PERIODS = (Sentence("First period"), Sentence("Second period"))
STARFISH, CARDS, TILES = Sentence("starfish"), Sentence("cards to draw"), Sentence("score tiles")
ENDS = (
    Sentence("the first colour to run out ends the period"),
    Sentence("the first colour to run out ends the game"),
)


def supply(view: View, reader: Reader, preview: Preview | None) -> Markup:
    """Ships left, and what the unsent step takes of them; then shells, starfish, cards and levels."""
    after = preview.ship_supply if preview and preview.ship_supply else view.ship_supply
    rows = "".join(
        ships(reader, colour, left, left - after[colour]) for colour, left in enumerate(view.ship_supply)
    )
    period = view.period - 1
    return Markup(
        f'<section class="fleet" aria-labelledby="fleet-h"><h2 class="fleet-t" id="fleet-h">'
        f'<span class="fleet-p">{reader.label(PERIODS[period])}</span> {reader.label(Sentence("Ships left"))}'
        f'</h2><ul>{rows}</ul><span class="fleet-end">{reader.label(ENDS[period])}</span></section>'
        f'<section class="supply-row bank-row"><h2 class="vh">{reader.label(Sentence("In the supply"))}</h2>'
        f'<ul class="bank">{"".join(others(view, reader))}</ul></section>'
    )


def ships(reader: Reader, colour: int, left: int, going: int) -> str:
    """The ships of one colour."""
    state = ' class="is-zero"' if not left else ' class="is-low"' if left <= LOW else ""
    chip = f"<ins>{MINUS}{going}</ins>" if going else ""
    picture = icon(reader.sprite, f"v-{SHIPS[colour]}", "", reader.label(SHIP_WORDS[colour]))
    return f"<li{state}>{picture}<span>{left}</span>{chip}</li>"


def others(view: View, reader: Reader) -> Iterable[str]:
    """All that is left to be given out but ships."""
    for colour, left in enumerate(view.shell_supply):
        yield entry(f"s-{SHELLS[colour]}", reader.label(SHELL_WORDS[colour]), left, reader.sprite)
    counts = (
        ("starfish", STARFISH, view.starfish_supply),
        ("t-card", CARDS, view.pile),
        ("tile-q", TILES, view.score_left),
    )
    for picture, words, left in counts:
        yield entry(picture, reader.label(words), left, reader.sprite)
    yield f'<li class="is-txt">{levels_left(reader.text.nameless(), view.tower_supply)}</li>'


@lru_cache(maxsize=2**12)
def entry(picture: str, word: str, left: int, sprite: str) -> str:
    """One count of the supply."""
    zero = "" if left else ' class="is-zero"'
    return f"<li{zero}>{icon(sprite, picture, '', word)}{left}</li>"


@lru_cache(maxsize=2**12)
def levels_left(text: Speaker, supply: Shells) -> str:
    """How many levels of each colour can still be built."""
    levels = listed(
        Sentence("{colour} {n}", colour=SHELL_WORDS[colour], n=n) for colour, n in enumerate(supply)
    )
    return escaped(text.say(Sentence("Levels left: {levels}", levels=levels)))
