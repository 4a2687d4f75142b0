"""The sea as a picture that stands alone, as a watcher sees it; in words, too."""

from __future__ import annotations

from games.drawing.alone import Alone, document
from games.drawing.titania.geometry import HEIGHT, LEFT, TOP, WIDTH
from games.drawing.titania.ground import ground
from games.rules.base import Seat
from games.rules.titania.pieces import CARD_SHIPS, CARD_WORDS, SHIPS
from games.rules.titania.view import View
from games.rules.words import Sentence, Speaker

SHEET = """
.sea-shore { fill: var(--pool); stroke: none; }
.hx { fill: var(--hex); stroke: var(--hex-edge); stroke-width: 1.5; } .hx-lip { fill: var(--lip); }
.hx-edge { stroke: var(--sand-edge); stroke-width: 2.5; } .hx-crane { fill: #d9decc; }
.hx-tower { fill: var(--hex-shut); stroke: none; } .hx-start { fill: var(--pool-mark); stroke: none; }
.hx-shut { fill: var(--hex-shut); stroke: none; } .hx-fog { fill: var(--fog); stroke: var(--fog-line); }
.hx-open { fill: var(--fog-open); stroke: var(--fog-line); stroke-width: 2; }
.isle { fill: var(--sand); stroke: var(--sand-edge); stroke-width: 2.5; stroke-linejoin: round; }
.slab { fill: var(--slab); } .tw { stroke-width: 1.8; stroke-linejoin: round; }
.tw-white { fill: var(--p-white); stroke: var(--l-rim); }
.tw-black { fill: var(--p-black); stroke: var(--l-rim-k); }
.tw-green { fill: var(--p-green); stroke: var(--l-rim); }
.tw-brown { fill: var(--p-brown); stroke: var(--l-rim); }
.is-plan { fill-opacity: .62; stroke: var(--wood-line); stroke-width: 1.3; }
.hex-n { font-size: 34px; fill: var(--ink); stroke: var(--hex); stroke-width: 7; stroke-linejoin: round;
  paint-order: stroke; }
.is-s { font-size: 27px; stroke-width: 6; }
.pt-n { font-size: 17px; fill: var(--tok-ink); text-anchor: middle; }
.sea-rows { font-size: 28px; fill: var(--ink-2); text-anchor: middle; } .is-dim { opacity: .35; }
.last-move { fill: none; stroke: var(--water); stroke-width: 7; stroke-linecap: round;
  stroke-linejoin: round; }
.card { stroke: var(--l-rim); stroke-width: 2; }
.c-red { fill: var(--c-red); } .c-blue { fill: var(--c-blue); }
.c-yellow { fill: var(--c-yellow); } .tile { fill: var(--tok); stroke: var(--l-rim); stroke-width: 2; }
.value { font-size: 34px; fill: var(--tok-ink); text-anchor: middle; }
"""
ASIDE = 40
"""Room for the letters of the longest rows, beside the sea."""
CARD, TALL, GAP, FOOT = 84, 104, 16, 24


def picture(view: View, own: View | None, below: Seat, text: Speaker) -> Alone:
    """The sea, alike for every side; under it the cards and score tiles of `own`, where it is given."""
    drawn = ground(view, below, text, "")
    height, hand = HEIGHT, ""
    cards, values = pieces_of(own)
    if cards or values:
        hand = in_hand(cards, values)
        height += TALL + FOOT
    box = (LEFT - ASIDE, TOP, WIDTH + ASIDE, height)
    return document("titania", box, SHEET, f"{drawn.under}{drawn.over}{hand}")


def in_hand(cards: tuple[int, ...], values: tuple[int, ...]) -> str:
    """Cards side by side, then score tiles."""
    count, top = len(cards) + len(values), TOP + HEIGHT
    left = LEFT + (WIDTH - ASIDE - count * (CARD + GAP) + GAP) / 2
    drawn = [card(each) for each in cards] + [score_tile(value) for value in values]
    return "".join(
        f'<g transform="translate({left + n * (CARD + GAP):g} {top})">{each}</g>'
        for n, each in enumerate(drawn)
    )


def card(kind: int) -> str:
    """A ship card, its halves one above the other."""
    high = TALL / len(CARD_SHIPS[kind])
    return "".join(
        f'<rect class="card c-{SHIPS[colour]}" y="{n * high:g}" width="{CARD}" height="{high:g}" rx="8"/>'
        f'<use href="#v-{SHIPS[colour]}" x="{CARD / 2 - 22:g}" y="{n * high + high / 2 - 22:g}"'
        ' width="44" height="44"/>'
        for n, colour in enumerate(CARD_SHIPS[kind])
    )


def score_tile(value: int) -> str:
    """A score tile, seen from its face."""
    return (
        f'<rect class="tile" y="{(TALL - CARD) / 2:g}" width="{CARD}" height="{CARD}" rx="10"/>'
        f'<text class="value" x="{CARD / 2:g}" y="{TALL / 2 + 12:g}">{value}</text>'
    )


def pieces_of(own: View | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cards and the values of the score tiles of somebody's own view."""
    if own is None or own.viewer is None or own.result is not None:
        return (), ()
    cards, values = own.hands[own.viewer] or (), own.tiles[own.viewer] or ()
    return tuple(sorted(cards)), tuple(sorted(values, reverse=True))


def pictured(view: View, text: Speaker) -> str:
    """What the picture shows, in a sentence."""
    ships = sum(len(colours) for _, colours in view.ships)
    sea = Sentence(
        "The sea with {ships}, {islands} and {fog}.",
        ships=Sentence("{n} ship", many="{n} ships", n=ships),
        islands=Sentence("{n} island built on", many="{n} islands built on", n=len(view.towers)),
        fog=Sentence("{n} fog tile face down", many="{n} fog tiles face down", n=len(view.fog_left)),
    )
    return text.say(sea)


def legend(view: View, below: Seat, text: Speaker) -> str:
    """Nothing: nobody has a side of the sea."""
    return ""


def own_pieces(own: View, text: Speaker) -> tuple[str, ...]:
    """The ship cards of a hand in words, in a line; then the score tiles."""
    cards, values = pieces_of(own)
    said = [", ".join(text.say(CARD_WORDS[each]) for each in cards)] if cards else []
    if values:
        said.append(text.say(Sentence("score tiles: {values}", values=", ".join(map(str, values)))))
    return tuple(said)
