"""The words that the drawing of a lake repeats dozens of times, said once for each language.

A `Words` is found by the speaker's `gettext`, so it lasts as long as that one does, and knows no language by
name. What it gives is plain text: whoever puts it into a page escapes it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from games.rules.lanterns.pieces import COLOUR_WORDS, TILES, turned
from games.rules.words import Sentence, Speaker

SIDE_WORDS = (Sentence("North"), Sentence("East"), Sentence("South"), Sentence("West"))
SIDE_LETTERS = (Sentence("N"), Sentence("E"), Sentence("S"), Sentence("W"))
EDGES = Sentence("north {north}, east {east}, south {south}, west {west}")
EDGES_AND_PLATFORM = Sentence("north {north}, east {east}, south {south}, west {west}; platform")
AT = Sentence("{place}: {what}")
NO_MATCH = Sentence("no match")
MINUS = "−"
KIND_NAMES = (Sentence("Four of a kind"), Sentence("Three pairs"), Sentence("Seven colours"))

SIMPLE = (*COLOUR_WORDS, *SIDE_WORDS, *SIDE_LETTERS, NO_MATCH)
PATTERNS = (EDGES, EDGES_AND_PLATFORM, AT)
PLACES = (
    Sentence("{n} north"),
    Sentence("{n} east"),
    Sentence("{n} south"),
    Sentence("{n} west"),
    Sentence("{northing}, {easting}"),
)


class Words:
    """The sides, colours and places in one language."""

    def __init__(self, said: tuple[str, ...], patterns: tuple[str, ...], places: tuple[str, ...]) -> None:
        self.colours = said[:7]
        self.sides = said[7:11]
        self.letters = said[11:15]
        self.no_match = said[15]
        self._edges, self._edges_and_platform, self.at = patterns
        self._ways, self._both = places[:4], places[4]
        self._places: dict[tuple[int, int], str] = {}
        self._tiles: dict[tuple[int, int], str] = {}
        self._promises: dict[tuple[tuple[int, ...], int], str] = {}

    def place(self, x: int, y: int) -> str:
        """A cell, counted from the boat."""
        return self._places.get((x, y)) or self._places.setdefault((x, y), self._place(x, y))

    def _place(self, x: int, y: int) -> str:
        north, east, south, west = self._ways
        northing = (north if y > 0 else south).format(n=abs(y)) if y else ""
        easting = (east if x > 0 else west).format(n=abs(x)) if x else ""
        if northing and easting:
            return self._both.format(northing=northing, easting=easting)
        return northing or easting

    def tile(self, tile: int, rotation: int) -> str:
        """The sides of a tile as it lies on the table, whichever way it is drawn."""
        key = tile, rotation
        return self._tiles.get(key) or self._tiles.setdefault(key, self._tile(tile, rotation))

    def _tile(self, tile: int, rotation: int) -> str:
        pattern = self._edges_and_platform if TILES[tile].platform else self._edges
        north, east, south, west = (self.colours[colour] for colour in turned(tile, rotation))
        return pattern.format(north=north, east=east, south=south, west=west)

    def promise(self, matched: tuple[int, ...], favours: int, text: Speaker) -> str:
        """What a placement matches and earns: "1 match (green), 2 favours"; `text` speaks the language."""
        key = matched, favours
        return self._promises.get(key) or self._promises.setdefault(
            key, self._promise(matched, favours, text)
        )

    def _promise(self, matched: tuple[int, ...], favours: int, text: Speaker) -> str:
        colours = ", ".join(self.colours[colour] for colour in matched)
        said = text.say(Sentence("{n} match", many="{n} matches", n=len(matched)))
        if not favours:
            return f"{said} ({colours})"
        return f"{said} ({colours}), {text.say(Sentence('{n} favour', many='{n} favours', n=favours))}"


def words_for(text: Speaker) -> Words:
    """The words of this speaker's language."""
    return words_of(text.gettext)


@lru_cache(maxsize=32)
def words_of(gettext: Callable[[str], str]) -> Words:
    """The words that one language's messages give."""
    said, patterns, places = (
        tuple([gettext(sentence.text) for sentence in group]) for group in (SIMPLE, PATTERNS, PLACES)
    )
    return Words(said, patterns, places)
