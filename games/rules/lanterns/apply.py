"""What the steps do: the position after each, and what happened on the way."""

from __future__ import annotations

from typing import Any, NamedTuple

from games.rules.base import IllegalMove, Seat
from games.rules.lanterns.legal import SET_SIZES, colours_needed, next_token, refusal
from games.rules.lanterns.moves import Dedicate, Discard, Exchange, Finish, Move, Place
from games.rules.lanterns.pieces import (
    ALL_COLOURS,
    CLOCKWISE,
    EXCHANGE_PRICE,
    OPPOSITE,
    SIDES,
    has_platform,
    turned,
)
from games.rules.lanterns.state import (
    BESIDE,
    Cards,
    Placed,
    Position,
    State,
    Token,
    changed,
    excess,
    next_turn,
    with_item,
    with_tile,
)


class Match(NamedTuple):
    """A side of a placed tile that meets its own colour (L10); `lacking`: the supply had no card for it."""

    side: int
    colour: int
    lacking: bool


class Gain(NamedTuple):
    """What one seat gets from a placement.

    `matched` and `side` are the cards that come, by L10 and by L12; `matched_lacking` and `side_lacking`
    the colours that the supply had run out of (L13). `side` is None where no card comes, and `CONCEALED`
    for a card whose colour is not for the viewer.
    """

    seat: Seat
    matched: tuple[int, ...]
    matched_lacking: tuple[int, ...]
    side: int | None
    side_lacking: int | None
    favours: int


CONCEALED = -1


class Preview(NamedTuple):
    """What a step gives: a placement to every seat, in the order of L12; a dedication its honour."""

    place: Place | None = None
    matches: tuple[Match, ...] = ()
    favours: int = 0
    favours_lost: int = 0
    gains: tuple[Gain, ...] = ()
    honour: int = 0


class Exchanged(NamedTuple):
    seat: Seat
    give: int
    take: int


class Dedicated(NamedTuple):
    seat: Seat
    colours: tuple[int, ...]
    token: Token


class Discarded(NamedTuple):
    seat: Seat
    colours: tuple[int, ...]


class Tiled(NamedTuple):
    """A tile was placed; `hidden`: the table shows nobody the colours that others gain."""

    seat: Seat
    outcome: Preview
    hidden: bool


class Finished(NamedTuple):
    seat: Seat


Happened = Exchanged | Dedicated | Discarded | Tiled | Finished


def apply(state: State, seat: Seat, move: Move) -> tuple[State, Happened]:
    """The position after a step, and what happened. Raises IllegalMove with the refusal."""
    if reason := refusal(state, seat, move):
        raise IllegalMove(reason)
    match move:
        case Place():
            return place(state, seat, move)
        case Exchange():
            return exchange(state, seat, move)
        case Dedicate():
            return dedicate(state, seat, move)
        case Discard():
            return discard(state, seat, move)
        case Finish():
            return finish(state, seat)


def reveals(state: Position, seat: Seat, move: Move) -> bool:
    """A placement draws a tile, and both it and a finish end the turn. A View tells it as well as a State."""
    return isinstance(move, Place | Finish)


def exchange(state: State, seat: Seat, move: Exchange) -> tuple[State, Happened]:
    """L5."""
    after = changed(
        state,
        **returned(state, seat, {move.give: 1, move.take: -1}),
        favours=with_item(state.favours, seat, state.favours[seat] - EXCHANGE_PRICE),
        favours_left=state.favours_left + EXCHANGE_PRICE,
        exchanged=True,
    )
    return after, Exchanged(seat, move.give, move.take)


def dedicate(state: State, seat: Seat, move: Dedicate) -> tuple[State, Happened]:
    """L6 and L7."""
    token = next_token(state, move.kind)
    after = changed(
        state,
        **returned(state, seat, dict.fromkeys(colours_needed(move), SET_SIZES[move.kind])),
        **paid(state, token),
        tokens=with_item(state.tokens, seat, (*state.tokens[seat], token)),
        dedicated=True,
    )
    return after, Dedicated(seat, move.colours, token)


def paid(state: State, token: Token) -> dict[str, Any]:
    """What a token won leaves of the stacks and the generics (L7)."""
    if not token.generic:
        return {"stacks": with_item(state.stacks, token.kind, state.stacks[token.kind][1:])}
    return {} if state.edition == "preview" else {"generics": state.generics - 1}


def discard(state: State, seat: Seat, move: Discard) -> tuple[State, Happened]:
    """L8."""
    cards = {colour: move.colours.count(colour) for colour in move.colours}
    return changed(state, **returned(state, seat, cards), discarded=True), Discarded(seat, move.colours)


def returned(state: State, seat: Seat, cards: dict[int, int]) -> dict[str, Any]:
    """What changes as the seat's cards go back to the supply; a negative number comes from there."""
    held, supply = list(state.cards[seat]), list(state.supply)
    for colour, number in cards.items():
        held[colour] -= number
        supply[colour] += number
    own = tuple(held)
    return {
        "cards": with_item(state.cards, seat, own),
        "supply": tuple(supply),
        "excess": excess(own),
    }


def place(state: State, seat: Seat, move: Place) -> tuple[State, Happened]:
    """L9 to L15, and the end of the turn."""
    supply, hands, favours = list(state.supply), list(state.hands), list(state.favours)
    outcome = outcome_of(state, seat, move, supply)
    placed = Placed(move.tile, move.x, move.y, move.rotation, seat)
    hand = [tile for tile in hands[seat] if tile != move.tile]
    hands[seat] = (*hand, *state.stack[:1])
    favours[seat] += outcome.favours
    changes = {
        "hands": tuple(hands),
        "stack": state.stack[1:],
        "lake": (*state.lake, placed),
        "grid": with_tile(state.grid, placed),
        "supply": tuple(supply),
        "favours": tuple(favours),
        "favours_left": state.favours_left - outcome.favours,
    }
    return next_turn(state, gained(state.cards, outcome.gains), changes), Tiled(seat, outcome, state.hidden)


def finish(state: State, seat: Seat) -> tuple[State, Happened]:
    """L16: the end of a final turn."""
    return next_turn(state, state.cards, {}), Finished(seat)


def gained(cards: tuple[Cards, ...], gains: tuple[Gain, ...]) -> tuple[Cards, ...]:
    """The cards of all seats after these gains."""
    after = list(cards)
    for seat, matched, _, side, _, _ in gains:
        held = list(cards[seat])
        for colour in matched:
            held[colour] += 1
        if side is not None:
            held[side] += 1
        after[seat] = tuple(held)
    return tuple(after)


def outcome_of(state: Position, seat: Seat, move: Place, supply: list[int]) -> Preview:
    """What a placement gives: cards for matches (L10), favours (L11), then the deal to every seat (L12).

    The cards are taken from `supply`.
    """
    colours = turned(move.tile, move.rotation)
    matches, earned = [], 0
    for side, cell in enumerate(BESIDE[move.x, move.y]):
        tile = state.grid.get(cell)
        if tile and turned(tile.tile, tile.rotation)[OPPOSITE[side]] == colours[side]:
            matches.append(Match(side, colours[side], not take(supply, colours[side])))
            earned += has_platform(tile.tile)
    if matches:
        earned += has_platform(move.tile)
    favours = min(earned, state.favours_left)
    gains = deal(colours, CLOCKWISE[state.seats][seat], supply)
    if matches:
        gains[0] = with_matches(gains[0], matches, favours)
    return Preview(move, tuple(matches), favours, earned - favours, tuple(gains))


def deal(colours: tuple[int, ...], seats: tuple[tuple[Seat, int], ...], supply: list[int]) -> list[Gain]:
    """What the seats are dealt for the colours that a tile shows to their sides (L12, L13)."""
    gains = []
    for seat, side in seats:
        colour = colours[side]
        gains.append(DEALT[seat][colour] if supply[colour] else LACKED[seat][colour])
        supply[colour] -= supply[colour] > 0
    return gains


def with_matches(deal: Gain, matches: list[Match], favours: int) -> Gain:
    """The gain of the placing seat: what its matches bring (L10, L11), then what it is dealt."""
    matched = tuple([match.colour for match in matches if not match.lacking])
    lacking = tuple([match.colour for match in matches if match.lacking])
    return Gain(deal.seat, matched, lacking, deal.side, deal.side_lacking, favours)


SEATS = range(max(SIDES))
DEALT = [[Gain(seat, (), (), colour, None, 0) for colour in ALL_COLOURS] for seat in SEATS]
LACKED = [[Gain(seat, (), (), None, colour, 0) for colour in ALL_COLOURS] for seat in SEATS]
"""What the deal brings to each seat by colour, and what where the colour has run out (L12, L13)."""


def take(supply: list[int], colour: int) -> bool:
    """Take one card from the supply; False where the colour has run out (L13)."""
    if not supply[colour]:
        return False
    supply[colour] -= 1
    return True
