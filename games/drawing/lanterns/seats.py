"""The seats around the lake, and the supply; in gold what the unsent turn would change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from markupsafe import Markup

from games.drawing.base import Asked, Draft, Reader, icon
from games.drawing.lanterns.asking import chosen
from games.drawing.lanterns.geometry import SCREEN, quarter_turns, seats_by_screen_side, table_side
from games.drawing.lanterns.words import KIND_NAMES, MINUS, SIDE_WORDS, words_for
from games.rules.base import Seat
from games.rules.lanterns.apply import CONCEALED, Gain
from games.rules.lanterns.pieces import COLOURS, EAST, HAND_LIMIT, KINDS, NORTH, SIDES, SOUTH, WEST
from games.rules.lanterns.view import Preview, View
from games.rules.words import Sentence

ORDER = (WEST, NORTH, EAST, SOUTH)

HONOUR = Sentence("honour")
FAVOURS = Sentence("favours")
LANTERNS = Sentence("lanterns")
LEFT = Sentence("Lanterns left")
NONE = Sentence("none")
IN_ALL = Sentence("lanterns in all")
NOTHING: Mapping[int, int] = MappingProxyType(Counter())
"""None of any colour; shared by all drawings, so nothing can be counted onto it."""


def seating(view: View, below: Seat) -> str:
    """Classes for the element around lake and seats: that there are two, or three and which side is empty."""
    if view.seats == 4:
        return ""
    if view.seats == 2:
        return "of-two"
    (empty,) = set(range(4)) - set(seats_by_screen_side(view, below))
    return f"of-three no-{SCREEN[empty]}"


def side_of(seats: int, seat: Seat) -> str:
    """The letter of the side of the table where a seat is."""
    return SCREEN[SIDES[seats][seat]]


def seats(
    view: View,
    reader: Reader,
    asked: Asked,
    preview: Preview | None,
    draft: Draft,
    notes: Mapping[Seat, Markup],
) -> Markup:
    """A section for each seat, from the left clockwise and the reader's own last."""
    sitting = seats_by_screen_side(view, reader.below)
    gains = {gain.seat: gain for gain in preview.gains} if preview else {}
    going = Counter(chosen(view, asked).back) if view.excess else NOTHING
    return Markup(
        "".join(
            section(view, reader, side, sitting[side], gains.get(sitting[side]), going, draft, notes)
            for side in ORDER
            if side in sitting
        )
    )


def section(
    view: View,
    reader: Reader,
    side: int,
    seat: Seat,
    gain: Gain | None,
    going: Mapping[int, int],
    draft: Draft,
    notes: Mapping[Seat, Markup],
) -> str:
    """One seat: name and honour, lanterns, favours and tokens; the reader's own note stands in the panel."""
    at = SCREEN[side]
    turn = " is-turn" if seat == view.to_act else ""
    compass = reader.label(SIDE_WORDS[table_side(side, quarter_turns(view.seats, reader.below))])
    you = f" <small>({reader.called(seat)})</small>" if seat == reader.viewer else ""
    return "".join(
        (
            f'<section class="seat seat-{at}{turn}" aria-label="{compass}: {reader.name(seat)}">',
            f'<div class="seat-top">{icon(reader.sprite, f"side-{at}", "side")}',
            f'<h2 class="seat-name">{reader.name(seat)}{you}</h2>{honour(view, reader, seat, draft)}</div>',
            purse(view, reader, seat, gain, going),
            f'<div class="seat-foot">{coins(view, reader, seat, gain)}{won(view, reader, seat)}',
            f'<span class="line">{notes[seat]}</span>' if seat in notes and seat != reader.viewer else "",
            "</div></section>",
        )
    )


def honour(view: View, reader: Reader, seat: Seat, draft: Draft) -> str:
    """The seat's honour; what the unsent turn dedicates stands beside it in gold."""
    total, fresh = view.honour[seat], 0
    if draft.steps and view.dedicated and seat == view.to_act:
        fresh = view.tokens[seat][-1].value
    plus = f'<ins class="plus">+{fresh}</ins>' if fresh else ""
    return (
        f'<span class="seat-score">{icon(reader.sprite, "honour", "", reader.label(HONOUR))}'
        f"{total - fresh}{plus}</span>"
    )


def purse(view: View, reader: Reader, seat: Seat, gain: Gain | None, going: Mapping[int, int]) -> str:
    """The lanterns by colour and in all; only their number where they are hidden.

    `going` are those that the reader's own seat is about to give back.
    """
    held = view.cards[seat]
    coming = Counter(colours_of(gain)) if gain else NOTHING
    if going and seat == reader.viewer:
        coming = Counter({colour: coming[colour] - going[colour] for colour in {*coming, *going}})
    rows = colour_rows(held, coming, reader) if held else [concealed(view, seat, coming, reader)]
    total = view.card_counts[seat]
    in_all = reader.label(IN_ALL)
    rows.append(f'<li class="total" title="{in_all}"><span>{total}<i>/{HAND_LIMIT}</i></span></li>')
    return f'<ul class="purse">{"".join(rows)}</ul>'


def colours_of(gain: Gain) -> tuple[int, ...]:
    """The lanterns that come to a seat."""
    return gain.matched if gain.side is None else (*gain.matched, gain.side)


def colour_rows(held: Sequence[int], coming: Mapping[int, int], reader: Reader) -> list[str]:
    """Seven counts in canonical order."""
    words = words_for(reader.text).colours
    return [
        count_row(f"l-{COLOURS[colour]}", words[colour], count, coming[colour], reader.sprite)
        for colour, count in enumerate(held)
    ]


@lru_cache(maxsize=4096)
def count_row(picture: str, word: str, count: int, coming: int, sprite: str, none: str = "0") -> str:
    """One count: "red 2", and in gold what comes or goes; `none` stands where there is nothing."""
    zero = "" if count else ' class="is-zero"'
    chip = f"<ins>{'+' if coming > 0 else MINUS}{abs(coming)}</ins>" if coming else ""
    return f"<li{zero}>{icon(sprite, picture, '', word)}<span>{count or none}</span>{chip}</li>"


def concealed(view: View, seat: Seat, coming: Mapping[int, int], reader: Reader) -> str:
    """The one count of a seat whose lanterns are hidden from the reader."""
    word = reader.label(LANTERNS)
    return count_row("lantern", word, view.card_counts[seat], coming[CONCEALED], reader.sprite)


def coins(view: View, reader: Reader, seat: Seat, gain: Gain | None) -> str:
    """The seat's favours."""
    plus = f'<ins class="plus">+{gain.favours}</ins>' if gain and gain.favours else ""
    picture = icon(reader.sprite, "favour", "", reader.label(FAVOURS))
    return f'<span class="coin">{picture}{view.favours[seat]}{plus}</span>'


def won(view: View, reader: Reader, seat: Seat) -> str:
    """The tokens won, added up by kind."""
    sums = Counter[int]()
    for token in view.tokens[seat]:
        sums[token.kind] += token.value
    return "".join(
        f'<span class="won">{icon(reader.sprite, f"d-{KINDS[kind]}", "", reader.label(KIND_NAMES[kind]))}'
        f"{total}</span>"
        for kind, total in sorted(sums.items())
    )


def supply(view: View, reader: Reader, preview: Preview | None) -> Markup:
    """The lanterns that are left, and how many of them the unsent turn would take."""
    words = words_for(reader.text).colours
    going = Counter(taken(preview.gains)) if preview else NOTHING
    none = reader.label(NONE)
    rows = (
        count_row(f"l-{COLOURS[colour]}", words[colour], left, -going[colour], reader.sprite, none)
        for colour, left in enumerate(view.supply)
    )
    heading = reader.label(LEFT)
    return Markup(
        f'<section class="supply-row"><h2>{heading}</h2><ul class="supply">{"".join(rows)}</ul></section>'
    )


def taken(gains: Iterable[Gain]) -> Iterable[int]:
    """The colours that leave the supply, as far as the viewer may know them."""
    return (colour for gain in gains for colour in colours_of(gain) if colour != CONCEALED)
