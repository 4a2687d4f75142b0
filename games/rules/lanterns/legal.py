"""Which steps are allowed, and why not.

Every kind of step has three functions: `..._closed` says why no step of the kind may be taken now,
`..._wrong` what is the matter with one of them, and a plural (`exchanges`) lists all that are right while
the kind is open. The list of moves, the refusal and `apply` stand on them. All work on a State and on a
View alike, so a page offers from the view exactly what the server accepts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from itertools import chain, combinations
from typing import Any

from games.rules.base import Seat
from games.rules.lanterns.moves import (
    FINISH,
    SPOTS,
    Dedicate,
    Discard,
    Exchange,
    Finish,
    Move,
    Place,
    discard_of,
)
from games.rules.lanterns.pieces import (
    ALL_COLOURS,
    CARDS,
    COLOURS,
    EXCHANGE_PRICE,
    FOUR,
    GENERIC_VALUE,
    HAND_LIMIT,
    KIND_WORDS,
    PAIRS,
    ROTATIONS,
    SEVEN,
    lantern,
)
from games.rules.lanterns.state import Cards, Position, Token
from games.rules.words import Sentence, Who

NO_CARDS: Cards = (0,) * len(COLOURS)

OVER = Sentence("The game is over.")
AFTER_DISCARD = Sentence("After giving lanterns back you can only place a tile or finish.")
EXCHANGED = Sentence("You can exchange only once a turn.")
AFTER_DEDICATING = Sentence("An exchange comes before the dedication, not after it.")
NO_FAVOURS = Sentence("An exchange costs two favours.")
DEDICATED = Sentence("You can dedicate only once a turn.")
NO_EXCESS = Sentence("You hold no more than 12 lanterns, so you give none back.")
ALL_PLACED = Sentence("All tiles have been placed.")
STILL_TILES = Sentence("You have to place a tile; only the last turn is finished without one.")
TAKEN = Sentence("There is a tile already.")
NO_NEIGHBOUR = Sentence("A tile has to share a full side with a tile on the lake.")
NO_SUCH_ROTATION = Sentence("A tile is turned by 0 to 3 quarter turns.")
SAME_COLOUR = Sentence("An exchange takes another colour than it gives.")


def legal_moves(state: Position, seat: Seat) -> list[Move]:
    """Every step that the seat may take now."""
    if state.to_act != seat:
        return []
    moves: list[Move] = []
    for closed, _, choices in KINDS_OF_STEP.values():
        if closed(state, seat) is None:
            moves += choices(state, seat)
    return moves


def refusal(state: Position, seat: Seat, move: Move) -> Sentence | None:
    """Why the seat may not take this step now; None where it may."""
    if state.to_act != seat:
        return not_on_turn(state)
    closed, wrong, _ = KINDS_OF_STEP[type(move)]
    return closed(state, seat) or wrong(state, seat, move)


def not_on_turn(state: Position) -> Sentence:
    return OVER if state.to_act is None else Sentence("It is the turn of {other}.", other=Who(state.to_act))


def forced(state: Position, seat: Seat) -> Move | None:
    """Finish, where it is the only step the seat may take: nobody waits for a seat without a choice (L16)."""
    return FINISH if state.final and legal_moves(state, seat) == [FINISH] else None


def cards_of(state: Position, seat: Seat) -> Cards:
    """The seat's lanterns; none where the viewer may not know them."""
    return state.cards[seat] or NO_CARDS


# What pages build their choices from


def exchange_choices(view: Position) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """For each colour that the seat on turn may give, the colours it may take; empty where it may not."""
    seat = view.to_act
    if seat is None or exchange_closed(view, seat):
        return ()
    takes: dict[int, tuple[int, ...]] = {}
    for move in exchanges(view, seat):
        takes[move.give] = (*takes.get(move.give, ()), move.take)
    return tuple(takes.items())


def dedication_choices(view: Position) -> tuple[Dedicate, ...]:
    """The sets that the seat on turn may dedicate now."""
    seat = view.to_act
    return () if seat is None or dedicate_closed(view, seat) else tuple(dedications(view, seat))


# Exchange (L5)


def exchange_closed(state: Position, seat: Seat) -> Sentence | None:
    if state.discarded:
        return AFTER_DISCARD
    if state.dedicated:
        return AFTER_DEDICATING
    if state.exchanged:
        return EXCHANGED
    return NO_FAVOURS if state.favours[seat] < EXCHANGE_PRICE else None


def exchange_wrong(state: Position, seat: Seat, move: Exchange) -> Sentence | None:
    return swap_wrong(move, cards_of(state, seat), state.supply)


def swap_wrong(move: Exchange, held: Cards, supply: Cards) -> Sentence | None:
    if not held[move.give]:
        return Sentence("You hold no {colour}.", colour=lantern(move.give))
    if move.give == move.take:
        return SAME_COLOUR
    return None if supply[move.take] else Sentence("The supply has no {colour}.", colour=lantern(move.take))


def exchanges(state: Position, seat: Seat) -> Iterable[Exchange]:
    return swaps(colours_in(cards_of(state, seat)), colours_in(state.supply))


def colours_in(cards: Cards) -> tuple[int, ...]:
    """The colours of which there is a card."""
    return tuple([colour for colour in ALL_COLOURS if cards[colour]])


@lru_cache(maxsize=4**7)
def swaps(held: tuple[int, ...], supply: tuple[int, ...]) -> tuple[Exchange, ...]:
    """The exchanges of a colour held for another in supply: those that `swap_wrong` does not mind."""
    return tuple([EXCHANGES[give][take] for give in held for take in supply if give != take])


# Dedicate (L6, L7)


def dedicate_closed(state: Position, seat: Seat) -> Sentence | None:
    if state.discarded:
        return AFTER_DISCARD
    return DEDICATED if state.dedicated else None


def dedicate_wrong(state: Position, seat: Seat, move: Dedicate) -> Sentence | None:
    return set_wrong(move, cards_of(state, seat)) or kind_closed(state, move.kind)


def set_wrong(move: Dedicate, held: Cards) -> Sentence | None:
    """What the set lacks: four of one colour, two each of three, or one of each."""
    enough = colours_enough(held, move.kind)
    for colour in colours_needed(move):
        if colour not in enough:
            needed = lantern(colour, SET_SIZES[move.kind])
            return Sentence("That takes {needed}; you hold {n}.", needed=needed, n=held[colour])
    return None


def colours_enough(held: Cards, kind: int) -> tuple[int, ...]:
    """The colours of which enough are held for a set of this kind."""
    size = SET_SIZES[kind]
    return tuple([colour for colour in ALL_COLOURS if held[colour] >= size])


def colours_needed(move: Dedicate) -> tuple[int, ...]:
    """The colours of a set; that of seven is not written out."""
    return ALL_COLOURS if move.kind == SEVEN else move.colours


def kind_closed(state: Position, kind: int) -> Sentence | None:
    """Why no set of this kind can be dedicated: neither its own tokens nor generic ones are left (L7)."""
    if state.stacks[kind] or state.generics:
        return None
    return Sentence("No token is left for {kind}.", kind=KIND_WORDS[kind])


def next_token(state: Position, kind: int) -> Token:
    """The token that a set of this kind would win now (L7)."""
    stack = state.stacks[kind]
    return Token(kind, stack[0], False) if stack else Token(kind, GENERIC_VALUE, True)


def dedications(state: Position, seat: Seat) -> Iterable[Dedicate]:
    moves = sets(tuple([SET_WORTH[number] for number in cards_of(state, seat)]))
    if state.generics:
        return moves
    return [move for move in moves if kind_closed(state, move.kind) is None]


@lru_cache(maxsize=4**7)
def sets(held: Cards) -> tuple[Dedicate, ...]:
    """The sets that these lanterns hold."""
    return tuple(chain.from_iterable(sets_of(kind, colours_enough(held, kind)) for kind in SET_SIZES))


@cache
def sets_of(kind: int, colours: tuple[int, ...]) -> tuple[Dedicate, ...]:
    """The sets of a kind out of colours of which enough are held: those that `set_wrong` does not mind."""
    return tuple([SETS[kind, some] for some in combinations(colours, SET_COLOURS[kind])])


# Discard (L8)


def discard_closed(state: Position, seat: Seat) -> Sentence | None:
    return None if state.excess else NO_EXCESS


def discard_wrong(state: Position, seat: Seat, move: Discard) -> Sentence | None:
    excess, held = state.excess, cards_of(state, seat)
    if len(move.colours) != excess:
        return must_discard(excess)
    for colour in move.colours:
        if move.colours.count(colour) > held[colour]:
            return Sentence("You hold less {colour} than that.", colour=lantern(colour))
    return None


def must_discard(excess: int) -> Sentence:
    return Sentence(
        "You hold more than {limit} lanterns: give back exactly {n} first.",
        many="You hold more than {limit} lanterns: give back exactly {n} first.",
        limit=HAND_LIMIT,
        n=excess,
    )


def discards(state: Position, seat: Seat) -> Iterable[Discard]:
    return discards_of(clipped(cards_of(state, seat), state.excess), state.excess)


def clipped(held: Cards, most: int) -> Cards:
    """Cards with no colour above a number: more of it makes no difference, and fewer cases are remembered."""
    at_most = AT_MOST[most]
    return tuple([at_most[number] for number in held])


@lru_cache(maxsize=2**13)
def discards_of(held: Cards, number: int) -> tuple[Discard, ...]:
    """Every discard of so many cards: some of the first colours, the others of the last."""
    moves: list[Discard] = []
    for others in range(number + 1):
        some = number - others
        moves += joined(clipped(held[:HALF], some), some, clipped(held[HALF:], others), others)
    return tuple(moves)


@lru_cache(maxsize=2**13)
def joined(first: Cards, some: int, last: Cards, others: int) -> list[Discard]:
    """Every discard of so many cards of the first colours and so many of the last."""
    return [
        discard_of(left + right)
        for left in picks(ALL_COLOURS[:HALF], first, some)
        for right in picks(ALL_COLOURS[HALF:], last, others)
    ]


@lru_cache(maxsize=2**13)
def picks(colours: tuple[int, ...], held: Cards, number: int) -> tuple[tuple[int, ...], ...]:
    """Every way to pick so many cards of these colours."""
    if not colours:
        return () if number else ((),)
    return tuple(
        (colours[0],) * first + others
        for first in range(min(held[0], number), -1, -1)
        for others in picks(colours[1:], held[1:], number - first)
    )


# Place (L9)


def place_closed(state: Position, seat: Seat) -> Sentence | None:
    if state.final:
        return ALL_PLACED
    return must_discard(state.excess) if state.excess else None


def place_wrong(state: Position, seat: Seat, move: Place) -> Sentence | None:
    if move.tile not in (state.hands[seat] or ()):
        return Sentence("Tile {tile} is not in your hand.", tile=move.tile)
    cell = (move.x, move.y)
    if cell not in state.grid:
        return NO_NEIGHBOUR
    if state.grid[cell] is not None:
        return TAKEN
    return None if move.rotation in ROTATIONS else NO_SUCH_ROTATION


def placements(state: Position, seat: Seat) -> Iterable[Place]:
    hand = state.hands[seat] or ()
    moves: list[Place] = []
    for cell, tile_there in state.grid.items():
        if tile_there is None:
            spot = SPOTS[cell]
            for tile in hand:
                moves += spot[tile]
    return moves


# Finish (L16)


def finish_closed(state: Position, seat: Seat) -> Sentence | None:
    if not state.final:
        return STILL_TILES
    return must_discard(state.excess) if state.excess else None


def finish_wrong(state: Position, seat: Seat, move: Finish) -> Sentence | None:
    return None


def finishes(state: Position, seat: Seat) -> Iterable[Finish]:
    return (FINISH,)


SET_SIZES = {FOUR: 4, PAIRS: 2, SEVEN: 1}
SET_COLOURS = {FOUR: 1, PAIRS: 3, SEVEN: len(COLOURS)}
"""Of how many colours a set is made, and of how many cards of each (L6)."""
MOST = max(CARDS["printed"].values())
SET_WORTH = [0, 1, 2, 2, *[4] * MOST]
"""As many cards of a colour as a set can make use of, by the cards held: few cases to remember."""
HALF = len(COLOURS) // 2 + 1
AT_MOST = [[min(number, most) for number in range(MOST + 1)] for most in range(MOST * len(COLOURS))]
"""Numbers of cards, none above a limit: few cases to remember."""
SETS = {
    (kind, colours): Dedicate(kind, () if kind == SEVEN else colours)
    for kind, number in SET_COLOURS.items()
    for colours in combinations(ALL_COLOURS, number)
}
EXCHANGES = [[Exchange(give, take) for take in ALL_COLOURS] for give in ALL_COLOURS]

Closed = Callable[[Any, Seat], Sentence | None]
Wrong = Callable[[Any, Seat, Any], Sentence | None]
Choices = Callable[[Any, Seat], Iterable[Move]]
KINDS_OF_STEP: dict[type[Move], tuple[Closed, Wrong, Choices]] = {
    Exchange: (exchange_closed, exchange_wrong, exchanges),
    Dedicate: (dedicate_closed, dedicate_wrong, dedications),
    Discard: (discard_closed, discard_wrong, discards),
    Place: (place_closed, place_wrong, placements),
    Finish: (finish_closed, finish_wrong, finishes),
}
