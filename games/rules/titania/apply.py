"""What the steps do: the position after each, and what happened on the way.

What lies open is done by `steps.py`; what comes face down, and the end of a turn, follows here.
"""

from __future__ import annotations

from typing import NamedTuple

from games.rules.base import IllegalMove, Seat
from games.rules.chance import shuffle
from games.rules.titania.legal import refusal
from games.rules.titania.moves import Build, Choose, Decline, Decorate, Draw, Extra, Levels, Move, Sail
from games.rules.titania.pieces import (
    ALL_SHIPS,
    FOG_AT,
    IDLE_ROUNDS,
    PLAYS,
    START_FLEETS,
    START_REACH,
    START_SUPPLY,
    WATER,
    Icon,
)
from games.rules.titania.state import Position, Shells, State, changed, turns_expected, with_choice, with_item
from games.rules.titania.steps import Gain, colour_pending, is_unknown, room, space_pending, stepped
from games.rules.titania.towers import build_points, decoration_points, decoration_price, price_and_pieces
from games.rules.words import Sentence


class Sailed(NamedTuple):
    """A ship came by a card, or as an extra ship where `card` is None; `fog` is the tile it turned up."""

    seat: Seat
    card: int | None
    colour: int
    space: str
    fog: int | None
    taken: Taken


class Chose(NamedTuple):
    seat: Seat
    shell: int
    taken: Taken


class Taken(NamedTuple):
    """What a space gave, with the cards and score tiles that came face down."""

    gain: Gain
    cards: tuple[int, ...] = ()
    tiles: tuple[int, ...] = ()
    reshuffled: bool = False


class Declined(NamedTuple):
    seat: Seat
    colour: int


class Built(NamedTuple):
    seat: Seat
    levels: tuple[Levels, ...]
    price: Shells
    points: int


class Decorated(NamedTuple):
    seat: Seat
    space: str
    price: int
    points: int


class Kept(NamedTuple):
    seat: Seat


class Drew(NamedTuple):
    """The end of a turn.

    `period_ended` is the number of the period that ended with it, `used_up` the ships that ended it: none
    where nobody got on (J22).
    """

    seat: Seat
    cards: tuple[int, ...]
    reshuffled: bool
    period_ended: int | None
    used_up: tuple[int, ...]


Happened = Sailed | Chose | Declined | Built | Decorated | Kept | Drew


def apply(state: State, seat: Seat, move: Move) -> tuple[State, Happened]:
    """The position after a step, and what happened.

    Raises IllegalMove with the refusal, or where the deal does not say how discards were shuffled.
    """
    if reason := refusal(state, seat, move):
        raise IllegalMove(reason)
    if isinstance(move, Draw):
        return draw(state, seat)
    after, gain = stepped(state, seat, move)
    after, taken = taking(after, seat, gain)
    return after, happened(state, seat, move, taken)


def happened(state: State, seat: Seat, move: Move, taken: Taken) -> Happened:
    """What a step before the draw did, by the position before it."""
    match move:
        case Sail(card, colour, space):
            return Sailed(seat, card, colour, space, turned_up(state, space), taken)
        case Extra(space):
            return Sailed(seat, None, colour_pending(state), space, turned_up(state, space), taken)
        case Choose(shell):
            return Chose(seat, shell, taken)
        case Build(levels):
            price, _ = price_and_pieces(state, levels)
            return Built(seat, levels, price, build_points(state, levels))
        case Decorate(space):
            return Decorated(seat, space, decoration_price(space), decoration_points(state, space))
        case Decline():
            return Declined(seat, colour_pending(state))
        case _:
            return Kept(seat)


def turned_up(state: State, space: str) -> int | None:
    """The kind of fog tile that a ship would turn up there; None where none lies face down."""
    return state.fog[FOG_AT[space]] if is_unknown(state, space) else None


def reveals(state: Position, seat: Seat, move: Move) -> bool:
    """Drawing ends the turn; a ship or a choice shows something new where fog, cards or score tiles come.

    A View tells it as well as a State.
    """
    match move:
        case Draw():
            return True
        case Sail() | Extra():
            icons = state.shows(move.space) or ()
            return is_unknown(state, move.space) or (draws_from(icons) and not with_choice(icons))
        case Choose():
            return draws_from(state.shows(space_pending(state)) or ())
        case _:
            return False


def draws_from(icons: tuple[Icon, ...]) -> bool:
    """Whether something comes from a pile that lies face down."""
    return any(icon.icon in ("card", "score_tile") for icon in icons)


# What comes face down


def taking(state: State, seat: Seat, gain: Gain) -> tuple[State, Taken]:
    """The position after the cards and score tiles of a gain have come (T20, T23)."""
    if not gain.cards and not gain.tiles:
        return state, Taken(gain)
    before = state.reshuffled
    state, cards = drawn(state, seat, gain.cards)
    tiles = state.score_pile[: gain.tiles]
    after = changed(
        state,
        score_pile=state.score_pile[gain.tiles :],
        tiles=with_item(state.tiles, seat, state.tiles[seat] + tiles),
    )
    return after, Taken(gain, cards, tiles, state.reshuffled > before)


def drawn(state: State, seat: Seat, number: int) -> tuple[State, tuple[int, ...]]:
    """The position after so many cards have come to a hand; the discards serve when the pile is out (J4)."""
    cards = state.pile[:number]
    if len(cards) < number:
        state = reshuffled(state)
        more = number - len(cards)
        cards, pile = cards + state.pile[:more], state.pile[more:]
    else:
        pile = state.pile[number:]
    hands = with_item(state.hands, seat, state.hands[seat] + cards)
    return changed(state, hands=hands, pile=pile), cards


def reshuffled(state: State) -> State:
    """The discards are shuffled into a new draw pile: as the deal says, or by the seed."""
    number = state.reshuffled
    if number < len(state.reshuffles):
        pile = state.reshuffles[number]
        if sorted(pile) != sorted(state.discards):
            raise IllegalMove(Sentence("“reshuffles” of the deal do not hold the cards that were discarded."))
    elif state.seed is None:
        raise IllegalMove(Sentence("The deal does not say how the discards were shuffled."))
    else:
        pile = tuple(shuffle(state.discards, state.seed, f"reshuffle/{number + 1}"))
    return changed(state, pile=pile, discards=(), reshuffled=number + 1)


# The end of a turn, a period, and the game


def draw(state: State, seat: Seat) -> tuple[State, Happened]:
    """T10, and T37 where the period ends with this turn."""
    after, cards = drawn(state, seat, room(state, seat, PLAYS - state.played))
    idle = idle_after(state, len(cards))
    ends = period_ends(state, idle)
    after = next_turn(after, seat, idle)
    if ends:
        after = game_over(after) if state.period == 2 else second_period(after)
    return after, Drew(
        seat=seat,
        cards=cards,
        reshuffled=after.reshuffled > state.reshuffled,
        period_ended=state.period if ends else None,
        used_up=used_up(state) if ends else (),
    )


def idle_after(position: Position, cards: int) -> int:
    """How many turns in a row neither played nor drew a card, once this one has drawn so many (J22)."""
    return 0 if cards or position.played else position.idle + 1


def period_ends(position: Position, idle: int) -> bool:
    """Whether the period ends with this turn: a colour is used up (T37), or nobody gets on (J22)."""
    return bool(used_up(position)) or idle == IDLE_ROUNDS * position.seats


def used_up(position: Position) -> tuple[int, ...]:
    """The colours of which no ship is left."""
    return tuple([colour for colour in ALL_SHIPS if not position.ship_supply[colour]])


def next_turn(state: State, seat: Seat, idle: int) -> State:
    """The turn of the next seat clockwise (T6)."""
    done = state.turns_done + 1
    return changed(
        state,
        idle=idle,
        played=0,
        fresh=0,
        latest=state.fresh,
        turns_done=done,
        turns_all=turns_expected(done, state.period, state.ship_supply),
        to_act=(seat + 1) % state.seats,
    )


def second_period(state: State) -> State:
    """T38-T41. Of what the last turn changed, its ships are gone, too."""
    return changed(
        state,
        period=2,
        idle=0,
        latest=state.latest & ~WATER,
        fleets=START_FLEETS,
        reach=START_REACH,
        ship_supply=START_SUPPLY[2],
        fog=state.fog_next,
        fog_next=(),
        turns_all=turns_expected(state.turns_done, 2, START_SUPPLY[2]),
    )


def game_over(state: State) -> State:
    """T42."""
    return changed(state, to_act=None, turns_all=state.turns_done)
