"""What a step does in the open: on a State the first half of `apply`, on a View the whole of a preview.

Whatever comes face down is only counted here; `apply.py` draws it.
"""

from __future__ import annotations

from typing import NamedTuple

from games.rules.base import Seat
from games.rules.titania.legal import waters_beside
from games.rules.titania.moves import Build, Choose, Decorate, Extra, Keep, Levels, Move, Sail
from games.rules.titania.pieces import (
    BITS,
    FOG_AT,
    HAND_LIMIT,
    NO_SHELLS,
    SPACES,
    TOWER_AT,
    Icon,
    bits,
)
from games.rules.titania.state import (
    BUILD,
    CHOOSE,
    DECORATE,
    EXTRA,
    P,
    Position,
    Shells,
    changed,
    minus,
    plus,
    ships_on,
    with_choice,
    with_item,
    with_ship,
)
from games.rules.titania.towers import (
    affordable,
    build_points,
    decoration_points,
    decoration_price,
    price_and_pieces,
)


class Gain(NamedTuple):
    """What a space gives (T18-T25): for cards and score tiles how many. `..._lacking` is what had run out."""

    shells: Shells = NO_SHELLS
    shells_lacking: Shells = NO_SHELLS
    starfish: int = 0
    starfish_lacking: int = 0
    points: int = 0
    cards: int = 0
    cards_lacking: int = 0
    tiles: int = 0


NO_GAIN = Gain()


def is_unknown(position: Position, space: str) -> bool:
    """Whether fog lies face down on a space (T24)."""
    return space in FOG_AT and not ships_on(position, space)


def colour_pending(position: Position) -> int:
    assert position.pending_colour is not None
    return position.pending_colour


def space_pending(position: Position) -> str:
    assert position.pending_space is not None
    return position.pending_space


def stepped(position: P, seat: Seat, move: Move) -> tuple[P, Gain]:
    """The position after a step before the draw, and what a space gave, so far as the position tells."""
    match move:
        case Sail(card, colour, space):
            return arrived(played(position, seat, card), seat, colour, space)
        case Extra(space):
            return arrived(position, seat, colour_pending(position), space)
        case Choose(shell):
            return resolved(position, seat, colour_pending(position), space_pending(position), shell)
        case Build(levels):
            return built(position, seat, levels), NO_GAIN
        case Decorate(space):
            return decorated(position, seat, space), NO_GAIN
        case Keep():
            return then_extra(position, seat), NO_GAIN
        case _:
            return pending(position, None), NO_GAIN


def played(position: P, seat: Seat, card: int) -> P:
    """The position after a card has left a hand (T8)."""
    hand = list(position.hands[seat] or ())
    hand.remove(card)
    return changed(
        position,
        hands=with_item(position.hands, seat, tuple(hand)),
        discards=(*position.discards, card),
        played=position.played + 1,
    )


def arrived(position: P, seat: Seat, colour: int, space: str) -> tuple[P, Gain]:
    """The position after a ship has come to a space (T16)."""
    return resolved(with_ship(position, colour, space), seat, colour, space, None)


def resolved(position: P, seat: Seat, colour: int, space: str, shell: int | None) -> tuple[P, Gain]:
    """What a space gives, in the order of J13; `shell` is the colour chosen."""
    if SPACES[space].towers:
        return pending(position, BUILD, space, colour), NO_GAIN
    icons = position.shows(space)
    if icons is None:
        return pending(position, None), NO_GAIN
    if with_choice(icons) and shell is None:
        return pending(position, CHOOSE, space, colour), NO_GAIN
    gain = gain_of(position, seat, icons, shell)
    position = pending(given(position, seat, gain), None, space, colour)
    return then_decorate(position, seat) if gain.starfish else then_extra(position, seat), gain


def pending(position: P, what: str | None, space: str | None = None, colour: int | None = None) -> P:
    return changed(position, pending=what, pending_space=space, pending_colour=colour)


def then_decorate(position: P, seat: Seat) -> P:
    """Asks for decorations where one is possible (T33), or goes on to the extra ship."""
    if affordable(position.decorated, position.starfish[seat]):
        return changed(position, pending=DECORATE)
    return then_extra(position, seat)


def then_extra(position: P, seat: Seat) -> P:
    """Asks for the extra ship where the space shows one and it has somewhere to go (T21, J8)."""
    space, colour = space_pending(position), colour_pending(position)
    shown = any(icon.icon == "ship" for icon in position.shows(space) or ())
    if shown and waters_beside(position, seat, colour, space):
        return changed(position, pending=EXTRA)
    return pending(position, None)


def gain_of(position: Position, seat: Seat, icons: tuple[Icon, ...], shell: int | None) -> Gain:
    """What these icons give, as far as the supplies go (J3, J17)."""
    wanted = [0] * len(NO_SHELLS)
    number = dict.fromkeys(("starfish", "points", "card", "score_tile", "ship"), 0)
    for icon in icons:
        if icon.icon == "shell":
            wanted[shell if icon.any and shell is not None else icon.colour or 0] += icon.n
        else:
            number[icon.icon] += icon.n
    shells = tuple(map(min, wanted, position.shell_supply))
    starfish, cards = min(number["starfish"], position.starfish_supply), room(position, seat, number["card"])
    return Gain(
        shells=shells,
        shells_lacking=minus(tuple(wanted), shells),
        starfish=starfish,
        starfish_lacking=number["starfish"] - starfish,
        points=number["points"],
        cards=cards,
        cards_lacking=number["card"] - cards,
        tiles=min(number["score_tile"], position.score_left),
    )


def room(position: Position, seat: Seat, cards: int) -> int:
    """How many of so many cards can be drawn: the hand limit and the piles allow no more (J3, J4)."""
    return max(0, min(cards, HAND_LIMIT - len(position.hands[seat] or ()), position.cards_left))


def given(position: P, seat: Seat, gain: Gain) -> P:
    """The position with the shells, starfish and points of a gain."""
    earned = position.earned[seat]
    return changed(
        position,
        shells=with_item(position.shells, seat, plus(position.shells[seat], gain.shells)),
        shell_supply=minus(position.shell_supply, gain.shells),
        starfish=with_item(position.starfish, seat, position.starfish[seat] + gain.starfish),
        starfish_supply=position.starfish_supply - gain.starfish,
        earned=with_item(position.earned, seat, earned._replace(spaces=earned.spaces + gain.points)),
    )


def built(position: P, seat: Seat, levels: tuple[Levels, ...]) -> P:
    """T27-T32."""
    price, pieces = price_and_pieces(position, levels)
    rows, earned = list(position.levels), position.earned[seat]
    for space, colour, more in levels:
        row = rows[TOWER_AT[space]]
        rows[TOWER_AT[space]] = with_item(row, colour, row[colour] + more)
    after = changed(
        position,
        levels=tuple(rows),
        tower_supply=minus(position.tower_supply, pieces),
        shells=with_item(position.shells, seat, minus(position.shells[seat], price)),
        shell_supply=plus(position.shell_supply, price),
        earned=with_item(
            position.earned,
            seat,
            earned._replace(building=earned.building + build_points(position, levels)),
        ),
        fresh=position.fresh | bits({space for space, _, _ in levels}),
    )
    return pending(after, None)


def decorated(position: P, seat: Seat, space: str) -> P:
    """T34, T35: one starfish stays on the space, the rest return."""
    price, earned = decoration_price(space), position.earned[seat]
    points = earned.decorating + decoration_points(position, space)
    after = changed(
        position,
        decorated=position.decorated | {space},
        starfish=with_item(position.starfish, seat, position.starfish[seat] - price),
        starfish_supply=position.starfish_supply + price - 1,
        earned=with_item(position.earned, seat, earned._replace(decorating=points)),
        fresh=position.fresh | BITS[space],
    )
    return then_decorate(after, seat)
