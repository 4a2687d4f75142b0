"""What the steps do: the position after each, and what happened on the way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from games.rules.base import IllegalMove, Seat
from games.rules.lanterns.legal import needs, next_token, refusal
from games.rules.lanterns.moves import Dedicate, Discard, Exchange, Finish, Move, Place
from games.rules.lanterns.pieces import EXCHANGE_PRICE, OPPOSITE, SIDES, TILES, turned
from games.rules.lanterns.state import Cards, Placed, Position, State, Token, changed, grown, with_item


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


@dataclass(frozen=True, slots=True)
class Exchanged:
    seat: Seat
    give: int
    take: int


@dataclass(frozen=True, slots=True)
class Dedicated:
    seat: Seat
    colours: tuple[int, ...]
    token: Token


@dataclass(frozen=True, slots=True)
class Discarded:
    seat: Seat
    colours: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tiled:
    """A tile was placed; `hidden`: the table shows nobody the colours that others gain."""

    seat: Seat
    outcome: Preview
    hidden: bool


@dataclass(frozen=True, slots=True)
class Finished:
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


def reveals(state: State, seat: Seat, move: Move) -> bool:
    """A placement draws a tile, and both it and a finish end the turn."""
    return isinstance(move, Place | Finish)


def exchange(state: State, seat: Seat, move: Exchange) -> tuple[State, Happened]:
    """L5."""
    after = changed(
        returned(state, seat, {move.give: 1, move.take: -1}),
        favours=with_item(state.favours, seat, state.favours[seat] - EXCHANGE_PRICE),
        favours_left=state.favours_left + EXCHANGE_PRICE,
        exchanged=True,
    )
    return after, Exchanged(seat, move.give, move.take)


def dedicate(state: State, seat: Seat, move: Dedicate) -> tuple[State, Happened]:
    """L6 and L7."""
    token = next_token(state, move.kind)
    after = changed(
        returned(state, seat, needs(move)),
        tokens=with_item(state.tokens, seat, (*state.tokens[seat], token)),
        dedicated=True,
        **paid(state, token),
    )
    return after, Dedicated(seat, move.colours, token)


def paid(state: State, token: Token) -> dict[str, object]:
    """What a token won leaves of the stacks and the generics (L7)."""
    if not token.generic:
        return {"stacks": with_item(state.stacks, token.kind, state.stacks[token.kind][1:])}
    return {} if state.edition == "preview" else {"generics": state.generics - 1}


def discard(state: State, seat: Seat, move: Discard) -> tuple[State, Happened]:
    """L8."""
    cards = {colour: move.colours.count(colour) for colour in move.colours}
    return changed(returned(state, seat, cards), discarded=True), Discarded(seat, move.colours)


def returned(state: State, seat: Seat, cards: dict[int, int]) -> State:
    """The seat's cards of these colours go back to the supply; a negative number comes from there."""
    held, supply = list(state.cards[seat]), list(state.supply)
    for colour, number in cards.items():
        held[colour] -= number
        supply[colour] += number
    return changed(state, cards=with_item(state.cards, seat, tuple(held)), supply=tuple(supply))


def place(state: State, seat: Seat, move: Place) -> tuple[State, Happened]:
    """L9 to L15, and the end of the turn."""
    outcome = outcome_of(state, seat, move)
    placed = Placed(move.tile, move.x, move.y, move.rotation, seat)
    hand = tuple([tile for tile in state.hands[seat] if tile != move.tile])
    cards, supply = dealt(state, outcome.gains)
    after = changed(
        state,
        hands=with_item(state.hands, seat, hand + state.stack[:1]),
        stack=state.stack[1:],
        lake=(*state.lake, placed),
        shore=grown(state.shore, placed),
        cards=cards,
        supply=supply,
        favours=with_item(state.favours, seat, state.favours[seat] + outcome.favours),
        favours_left=state.favours_left - outcome.favours,
        turns_done=state.turns_done + 1,
        exchanged=False,
        dedicated=False,
        discarded=False,
    )
    return after, Tiled(seat, outcome, state.hidden)


def finish(state: State, seat: Seat) -> tuple[State, Happened]:
    """L16: the end of a final turn."""
    turns = state.turns_done + 1
    after = changed(state, turns_done=turns, exchanged=False, dedicated=False, discarded=False)
    return after, Finished(seat)


def dealt(state: State, gains: Iterable[Gain]) -> tuple[tuple[Cards, ...], Cards]:
    """The cards of all seats and of the supply after these gains."""
    cards, supply = list(state.cards), list(state.supply)
    for gain in gains:
        colours = gain.matched if gain.side is None else (*gain.matched, gain.side)
        if colours:
            held = list(cards[gain.seat])
            for colour in colours:
                held[colour] += 1
                supply[colour] -= 1
            cards[gain.seat] = tuple(held)
    return tuple(cards), tuple(supply)


def outcome_of(state: Position, seat: Seat, move: Place) -> Preview:
    """What a placement gives to every seat: matches first (L10), then favours (L11), then the deal (L12)."""
    edges, supply = turned(move.tile, move.rotation), list(state.supply)
    around = state.shore[move.x, move.y]
    touching = [
        (side, tile)
        for side, tile in enumerate(around)
        if tile and turned(tile.tile, tile.rotation)[OPPOSITE[side]] == edges[side]
    ]
    matches = tuple([Match(side, edges[side], not take(supply, edges[side])) for side, _ in touching])
    earned = platforms(move.tile, [tile for _, tile in touching])
    favours = min(earned, state.favours_left)
    gains = tuple(
        [
            gain(seat, each, edges[SIDES[state.seats][each]], matches, supply, favours)
            for each in clockwise(seat, state.seats)
        ]
    )
    return Preview(move, matches, favours, earned - favours, gains)


def take(supply: list[int], colour: int) -> bool:
    """Take one card from the supply; False where the colour has run out (L13)."""
    if not supply[colour]:
        return False
    supply[colour] -= 1
    return True


def platforms(tile: int, matched: list[Placed]) -> int:
    """The tiles with a platform that take part in a match (L11)."""
    tiles = [tile, *(placed.tile for placed in matched)] if matched else []
    return sum(TILES[each].platform for each in tiles)


def clockwise(seat: Seat, seats: int) -> list[Seat]:
    """All seats, from this one on."""
    return [each % seats for each in range(seat, seat + seats)]


def gain(
    placer: Seat, seat: Seat, colour: int, matches: tuple[Match, ...], supply: list[int], favours: int
) -> Gain:
    """What one seat gets, `colour` being what the new tile shows to it."""
    side, lacking = (colour, None) if take(supply, colour) else (None, colour)
    if seat != placer:
        return Gain(seat, (), (), side, lacking, 0)
    came = tuple([match.colour for match in matches if not match.lacking])
    missing = tuple([match.colour for match in matches if match.lacking])
    return Gain(seat, came, missing, side, lacking, favours)
