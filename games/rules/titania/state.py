"""A position of the game. States are frozen and hashable; a step makes a new one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeVar

from games.rules.base import Seat
from games.rules.titania.pieces import (
    ALL_SHIPS,
    BESIDE,
    BITS,
    FOG,
    FOG_AT,
    SPACES,
    START_SUPPLY,
    TOWER_AT,
    Icon,
    Spaces,
)

Shells = tuple[int, ...]
"""How many shells of each colour, by value (J17); levels and tower pieces are counted in the same way."""

CHOOSE, BUILD, DECORATE, EXTRA = "choose", "build", "decorate", "extra"
"""What may be pending, in the order of J13: it blocks everything else."""


class Earned(NamedTuple):
    """The points of a seat by where they come from, score tiles left out."""

    building: int = 0
    decorating: int = 0
    spaces: int = 0


class Position(Protocol):
    """What State and View have in common: all that decides what the seat to act may do, and its effect."""

    @property
    def seats(self) -> int: ...
    @property
    def one_space(self) -> bool: ...
    @property
    def period(self) -> int: ...
    @property
    def to_act(self) -> Seat | None: ...
    @property
    def played(self) -> int: ...
    @property
    def pending(self) -> str | None: ...
    @property
    def pending_space(self) -> str | None: ...
    @property
    def pending_colour(self) -> int | None: ...
    @property
    def fleets(self) -> tuple[Spaces, ...]: ...
    @property
    def reach(self) -> tuple[Spaces, ...]: ...
    @property
    def ship_supply(self) -> tuple[int, ...]: ...
    @property
    def levels(self) -> tuple[Shells, ...]: ...
    @property
    def decorated(self) -> frozenset[str]: ...
    @property
    def tower_supply(self) -> Shells: ...
    @property
    def hands(self) -> tuple[tuple[int, ...] | None, ...]: ...
    @property
    def discards(self) -> tuple[int, ...]: ...
    @property
    def cards_left(self) -> int: ...
    @property
    def shells(self) -> tuple[Shells, ...]: ...
    @property
    def shell_supply(self) -> Shells: ...
    @property
    def starfish(self) -> tuple[int, ...]: ...
    @property
    def starfish_supply(self) -> int: ...
    @property
    def score_left(self) -> int: ...
    @property
    def earned(self) -> tuple[Earned, ...]: ...
    @property
    def idle(self) -> int: ...
    @property
    def fresh(self) -> Spaces: ...

    def shows(self, space: str) -> tuple[Icon, ...] | None:
        """What a space gives to a ship; None for fog that nobody has entered."""


@dataclass(frozen=True)
class State:
    """Everything there is on the table, and where in the turn it stands.

    `fleets` are the spaces that hold a ship of each colour, `reach` those next to one: it follows from them
    and is kept so that no step has to work it out again. `levels` are the towers of each tower space, in
    the order of `TOWERS`; `fog` the kinds of this period's fog tiles, in the order of `FOG_SPACES`, and
    `fog_next` those of the second (none once it has begun). `pending` is what the seat to act has to decide
    next, where it arose, and for a ship of which colour.

    `seed` and `reshuffles` decide how discards become a new draw pile, `reshuffled` counts how often they
    did; `idle` counts turns in a row without a card (J22); `turns_all` is an estimate until the end.
    `fresh` are the spaces that this turn has changed, `latest` those that the one before it did.
    """

    seats: int
    one_space: bool
    hands: tuple[tuple[int, ...], ...]
    pile: tuple[int, ...]
    fog: tuple[int, ...]
    fog_next: tuple[int, ...]
    score_pile: tuple[int, ...]
    seed: bytes | None
    reshuffles: tuple[tuple[int, ...], ...]
    fleets: tuple[Spaces, ...]
    reach: tuple[Spaces, ...] = field(compare=False, repr=False)
    ship_supply: tuple[int, ...]
    levels: tuple[Shells, ...]
    tower_supply: Shells
    shells: tuple[Shells, ...]
    shell_supply: Shells
    starfish: tuple[int, ...]
    starfish_supply: int
    tiles: tuple[tuple[int, ...], ...]
    earned: tuple[Earned, ...]
    turns_all: int
    decorated: frozenset[str] = frozenset()
    discards: tuple[int, ...] = ()
    reshuffled: int = 0
    period: int = 1
    turns_done: int = 0
    idle: int = 0
    fresh: Spaces = 0
    latest: Spaces = 0
    to_act: Seat | None = 0
    played: int = 0
    pending: str | None = None
    pending_space: str | None = None
    pending_colour: int | None = None

    @property
    def cards_left(self) -> int:
        """Cards that can still be drawn, the discards among them (J4)."""
        return len(self.pile) + len(self.discards)

    @property
    def score_left(self) -> int:
        """Score tiles that nobody holds."""
        return len(self.score_pile)

    def shows(self, space: str) -> tuple[Icon, ...]:
        """What a space gives to a ship; fog that nobody has entered, too."""
        return FOG[self.fog[FOG_AT[space]]] if space in FOG_AT else SPACES[space].icons


P = TypeVar("P", bound=Position)


def changed(position: P, **changes: Any) -> P:
    """A copy with changes: what `dataclasses.replace` does, in a quarter of its time."""
    copy = object.__new__(type(position))
    object.__setattr__(copy, "__dict__", position.__dict__ | changes)
    return copy


def with_item(row: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    """The row with one item changed."""
    return (*row[:index], item, *row[index + 1 :])


def plus(row: Shells, other: Shells) -> Shells:
    """Two rows of numbers added."""
    return tuple([one + two for one, two in zip(row, other, strict=True)])


def minus(row: Shells, other: Shells) -> Shells:
    """One row of numbers less another."""
    return tuple([one - two for one, two in zip(row, other, strict=True)])


def with_ship(position: P, colour: int, space: str) -> P:
    """The position after a ship from the supply has come to a space."""
    return changed(
        position,
        fleets=with_item(position.fleets, colour, position.fleets[colour] | BITS[space]),
        reach=with_item(position.reach, colour, position.reach[colour] | BESIDE[space]),
        ship_supply=with_item(position.ship_supply, colour, position.ship_supply[colour] - 1),
        fresh=position.fresh | BITS[space],
    )


def ships_on(position: Position, space: str) -> tuple[int, ...]:
    """The ships on a space: red, blue, yellow."""
    bit = BITS[space]
    return tuple([colour for colour in ALL_SHIPS if position.fleets[colour] & bit])


def full(position: Position) -> Spaces:
    """The spaces that hold two ships (T13)."""
    red, blue, yellow = position.fleets
    return red & blue | blue & yellow | red & yellow


def levels_on(position: Position, space: str) -> Shells:
    """The levels of each colour on a tower space."""
    return position.levels[TOWER_AT[space]]


def with_choice(space: tuple[Icon, ...]) -> int:
    """How many shells of one chosen colour these icons give (T18, J15); 0 where there is no choice."""
    return sum([icon.n for icon in space if icon.any])


SHIPS_A_TURN = 0.8
"""How many ships of the scarcest colour a turn brings: 0.9 among good players, 0.4 at random."""


def turns_expected(done: int, period: int, supply: tuple[int, ...]) -> int:
    """An estimate of a game's turns in all, once so many are done: by the scarcest colour (T37)."""
    ships = min(supply) + (min(START_SUPPLY[2]) if period == 1 else 0)
    return done + max(1, round(ships / SHIPS_A_TURN))
