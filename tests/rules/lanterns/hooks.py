"""What the contract test has to know of Lanterns: how long a game may be, and that no piece is lost."""

from __future__ import annotations

from collections import Counter

from games.rules.lanterns.pieces import BOAT, CARDS, FAVOURS, GENERICS, HAND, PLACEMENTS, STACKS, TILES, TURNS
from games.rules.lanterns.state import State

STEPS_A_TURN = 4


def longest(seats: int) -> int:
    """Exchange, dedicate, discard and place in every turn."""
    return TURNS[seats] * STEPS_A_TURN


def everything_is_somewhere_once(state: State) -> None:
    """Cards, favours, tokens and tiles of the table are all there."""
    edition, seats = state.edition, state.seats
    each = CARDS[edition][seats]
    assert all(sum(colour) == each for colour in zip(state.supply, *state.cards, strict=True))
    assert min(map(min, (state.supply, *state.cards, state.favours, (state.favours_left,)))) >= 0
    assert state.favours_left + sum(state.favours) == FAVOURS[edition]
    tokens_are_complete(state)
    tiles_are_complete(state)


def tokens_are_complete(state: State) -> None:
    """Each stack is what is left under the tokens won from it, and there were three generic ones."""
    won = [token for tokens in state.tokens for token in tokens]
    for kind, stack in enumerate(STACKS[state.seats]):
        values = [token.value for token in won if token.kind == kind and not token.generic]
        assert Counter(values) + Counter(state.stacks[kind]) == Counter(stack)
        assert state.stacks[kind] == stack[len(values) :]
    if state.edition == "printed":
        assert state.generics + sum(token.generic for token in won) == GENERICS


def tiles_are_complete(state: State) -> None:
    """Every tile is on the lake, in a hand, in the stack or in the box."""
    placed = [tile.tile for tile in state.lake]
    dealt = [*placed[1:], *(tile for hand in state.hands for tile in hand), *state.stack]
    assert placed[0] == BOAT
    assert len(dealt) == PLACEMENTS[state.seats]
    assert sorted([BOAT, *dealt, *state.box]) == [tile.id for tile in TILES]
    assert len({(tile.x, tile.y) for tile in state.lake}) == len(state.lake)
    assert max(map(len, state.hands)) <= HAND
