"""The seats beside the sea; in gold what the unsent step would change."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from markupsafe import Markup

from games.drawing.base import Asked, Draft, Reader, icon
from games.drawing.titania.words import MINUS
from games.rules.base import Seat
from games.rules.titania.pieces import SHELL_WORDS, SHELLS
from games.rules.titania.view import Preview, View
from games.rules.words import Sentence

AREAS = "abc"
"""The places of those who are not the reader, in the order of play."""
POINTS = Sentence("Points")
STARFISH = Sentence("starfish")
CARDS = Sentence("cards in hand")
TILES = Sentence("score tiles")
NOTHING = Preview()


def seating(view: View, below: Seat) -> str:
    """Classes for the element around sea and seats: that it is this game's, and how many there are."""
    return f"is-sea sea-{view.seats}"


def side_of(seats: int, seat: Seat) -> str:
    """The number of a seat in the order of play, as the picture `side-n` shows it."""
    return str(seat + 1)


def seats(
    view: View,
    reader: Reader,
    asked: Asked,
    preview: Preview | None,
    draft: Draft,
    notes: Mapping[Seat, Markup],
) -> Markup:
    """A section for each seat: the reader's own first, then clockwise."""
    order = [(reader.below + n) % view.seats for n in range(view.seats)]
    return Markup(
        "".join(
            section(view, reader, seat, "s" if n == 0 else AREAS[n - 1], preview, notes)
            for n, seat in enumerate(order)
        )
    )


def section(
    view: View,
    reader: Reader,
    seat: Seat,
    area: str,
    preview: Preview | None,
    notes: Mapping[Seat, Markup],
) -> str:
    """One seat: its number, name and points, and all it holds; the reader's own note stands in the panel."""
    change = preview if preview and seat == view.to_act == reader.viewer else NOTHING
    turn = " is-turn" if seat == view.to_act else ""
    you = f" <small>({reader.called(seat)})</small>" if seat == reader.viewer else ""
    plus = f'<ins class="plus">+{change.points}</ins>' if change.points else ""
    note = f'<span class="line">{notes[seat]}</span>' if seat in notes and seat != reader.viewer else ""
    return (
        f'<section class="seat seat-{area}{turn}" aria-label="{seat + 1}: {reader.name(seat)}">'
        f'<div class="seat-top"><span class="seat-ord" aria-hidden="true">{seat + 1}</span>'
        f'<h2 class="seat-name">{reader.name(seat)}{you}</h2><span class="seat-score">'
        f"{icon(reader.sprite, 'point', 'pt', reader.label(POINTS))}{view.points[seat]}{plus}</span></div>"
        f'<ul class="purse-t">{"".join(held(view, reader, seat, change))}</ul>'
        f'<div class="seat-foot">{note}</div></section>'
    )


def held(view: View, reader: Reader, seat: Seat, change: Preview) -> list[str]:
    """Shells, starfish, cards and score tiles."""
    coming = change.shells or (0,) * len(SHELLS)
    rows = [
        row(
            f"s-{SHELLS[colour]}",
            reader.label(SHELL_WORDS[colour]),
            view.shells[seat][colour],
            coming[colour] - change.price[colour],
            reader.sprite,
        )
        for colour in range(len(SHELLS))
    ]
    others = (
        ("starfish", STARFISH, view.starfish[seat], change.starfish - change.starfish_price),
        ("t-card", CARDS, view.hand_sizes[seat], change.cards),
        ("tile-q", TILES, view.tile_counts[seat], change.tiles),
    )
    return rows + [row(name, reader.label(words), n, more, reader.sprite) for name, words, n, more in others]


@lru_cache(maxsize=2**13)
def row(picture: str, word: str, count: int, change: int, sprite: str) -> str:
    """One count, and in gold what comes or goes."""
    zero = "" if count else ' class="is-zero"'
    chip = f"<ins>{'+' if change > 0 else MINUS}{abs(change)}</ins>" if change else ""
    return f"<li{zero}>{icon(sprite, picture, '', word)}<span>{count}</span>{chip}</li>"
