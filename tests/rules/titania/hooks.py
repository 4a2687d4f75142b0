"""What the contract test has to know of Titania: how long a game may be, and that no piece is lost."""

from __future__ import annotations

from collections import Counter

from games.rules.titania.pieces import (
    ALL_SHIPS,
    BITS,
    DECK,
    FOG_TILES,
    HAND_LIMIT,
    HELD_BACK,
    IDLE_ROUNDS,
    MOST_LEVELS,
    NEIGHBOURS,
    SCORE_TILES,
    SHELLS_EACH,
    SHIPS_EACH,
    SPACES,
    STARFISH,
    TOWERS,
    TOWERS_EACH,
    spaces_in,
)
from games.rules.titania.state import State, ships_on

SHIPS = 3 * (SHIPS_EACH - HELD_BACK) + 3 * SHIPS_EACH
STEPS_A_SHIP = 4


def longest(seats: int) -> int:
    """A ship is placed, a colour chosen or built with, starfish kept, an extra ship declined.

    Between two turns that play or draw a card there are fewer idle ones than would end the period; a turn
    that only draws fills a hand, or replaces a card that was played.
    """
    turns = SHIPS + SHIPS + seats * HAND_LIMIT
    return SHIPS * STEPS_A_SHIP + len(TOWERS) + turns * IDLE_ROUNDS * seats


def everything_is_somewhere_once(state: State) -> None:
    """Ships, cards, fog, score tiles, shells, starfish and tower pieces are all there."""
    ships_are_complete(state)
    assert Counter([*state.pile, *state.discards, *joined(state.hands)]) == Counter(DECK)
    assert max(map(len, state.hands)) <= HAND_LIMIT
    assert Counter([*state.score_pile, *joined(state.tiles)]) == Counter(SCORE_TILES)
    assert Counter(state.fog) == Counter(FOG_TILES)
    assert Counter(state.fog_next) == Counter(FOG_TILES if state.period == 1 else ())
    shells_and_starfish_are_complete(state)
    towers_are_complete(state)


def joined(rows: tuple[tuple[int, ...], ...]) -> list[int]:
    return [item for row in rows for item in row]


def ships_are_complete(state: State) -> None:
    """T3, T13, T14, T38; and where ships may go follows from where they are."""
    each = SHIPS_EACH - (HELD_BACK if state.period == 1 else 0)
    for colour in ALL_SHIPS:
        spaces = spaces_in(state.fleets[colour])
        assert len(spaces) + state.ship_supply[colour] == each
        assert state.ship_supply[colour] >= 0
        assert not set(spaces) & set(TOWERS)
        beside = {near for space in spaces for near in NEIGHBOURS[space]}
        assert state.reach[colour] == sum(BITS[space] for space in beside)
    assert max(len(ships_on(state, space)) for space in SPACES) == 2


def shells_and_starfish_are_complete(state: State) -> None:
    """One starfish lies on each decorated space (T34)."""
    assert all(sum(colour) == SHELLS_EACH for colour in zip(state.shell_supply, *state.shells, strict=True))
    assert sum(state.starfish) + state.starfish_supply + len(state.decorated) == STARFISH
    assert min(map(min, (state.shell_supply, *state.shells, state.starfish, (state.starfish_supply,)))) >= 0
    assert state.decorated <= set(TOWERS)


def towers_are_complete(state: State) -> None:
    """T28: only printed colours, at most four levels."""
    for space, levels in zip(TOWERS, state.levels, strict=True):
        assert {colour for colour, height in enumerate(levels) if height} <= set(SPACES[space].symbols)
        assert max(levels) <= MOST_LEVELS
    for colour in zip(state.tower_supply, *state.levels, strict=True):
        assert sum(colour) == TOWERS_EACH
    assert min(state.tower_supply) >= 0
