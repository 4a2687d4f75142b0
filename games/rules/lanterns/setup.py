"""The options of a table, the deal, and the position before the first step (L1-L4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from games.rules.base import DealError, Json, Option, Options
from games.rules.chance import shuffle
from games.rules.lanterns.pieces import (
    BOAT,
    BOAT_ROTATION,
    CARDS,
    COLOURS,
    FAVOURS,
    GENERICS,
    HAND,
    LAKE_TILES,
    PLACEMENTS,
    SIDES,
    STACKS,
    turned,
)
from games.rules.lanterns.state import Cards, Placed, State, changed, with_tile
from games.rules.words import Sentence

SEATS: tuple[int, ...] = (2, 3, 4)
OPTIONS: tuple[Option, ...] = (
    Option(
        "edition",
        Sentence("Edition"),
        (
            ("printed", Sentence("Printed edition of 2015")),
            ("preview", Sentence("Preview edition: dedications never close")),
        ),
        default="printed",
    ),
    Option(
        "lanterns",
        Sentence("Lantern cards"),
        (
            ("open", Sentence("Open: everybody sees all lanterns")),
            (
                "hidden",
                Sentence("Hidden: only the numbers of others' lanterns are shown"),
            ),
        ),
        default="open",
    ),
)


@dataclass(frozen=True, slots=True)
class Deal:
    """All the chance of a game: the hands by seat, then the stack, top first. The rest stays in the box."""

    seats: int
    edition: str
    hidden: bool
    tiles: tuple[int, ...]


def deal(seats: int, options: Options, seed: bytes) -> Deal:
    """The deal that a game seed decides. Raises DealError for seats or options unknown."""
    edition, hidden = read_options(seats, options)
    tiles = shuffle(LAKE_TILES, seed, "tiles")
    return Deal(seats, edition, hidden, tuple(tiles[: PLACEMENTS[seats]]))


def read_options(seats: int, options: Options) -> tuple[str, bool]:
    """The edition, and whether lanterns are hidden. Raises DealError."""
    if type(seats) is not int or seats not in SEATS:
        raise DealError(Sentence("Lanterns is a game for 2, 3 or 4 seats."))
    if set(options) != {option.name for option in OPTIONS}:
        raise DealError(Sentence("Lanterns has two options, “edition” and “lanterns”; both must be named."))
    for option in OPTIONS:
        if options[option.name] not in [value for value, _ in option.choices]:
            raise DealError(Sentence("The option “{name}” has no such value.", name=option.name))
    return str(options["edition"]), options["lanterns"] == "hidden"


def spell(deal: Deal) -> Json:
    """The deal spelled out, as the `deal` of a game record."""
    return {"tiles": list(deal.tiles)}


def unshuffled(seats: int, options: Options) -> Mapping[str, Sequence[Json]]:
    """The tiles that may come to the lake, by number: all that is shuffled. Raises DealError."""
    read_options(seats, options)
    return {"tiles": list(LAKE_TILES)}


def reshuffled(deal: Deal, happened: Sequence[object]) -> Mapping[str, tuple[Sequence[Json], Sequence[Json]]]:
    """Nothing is shuffled once the tiles are dealt."""
    return {}


def read_deal(seats: int, options: Options, spelled: Json, seed: bytes | None) -> Deal:
    """The inverse of `spell`; the seed serves where the tiles are left out. Raises DealError."""
    edition, hidden = read_options(seats, options)
    if not isinstance(spelled, dict) or set(spelled) - {"tiles"}:
        raise DealError(Sentence("A deal of Lanterns holds “tiles” and nothing else."))
    if "tiles" in spelled:
        return Deal(seats, edition, hidden, read_tiles(seats, spelled["tiles"]))
    if seed is None:
        raise DealError(Sentence("There is neither a seed nor a deal."))
    return deal(seats, options, seed)


def read_tiles(seats: int, tiles: Json) -> tuple[int, ...]:
    """The tiles of a deal spelled out: as many as these seats place, all different."""
    if not isinstance(tiles, list) or not all(type(tile) is int and tile in LAKE_TILES for tile in tiles):
        raise DealError(Sentence("The tiles of a deal are a list of numbers from 1 to 35."))
    number = PLACEMENTS[seats]
    if len(tiles) != number or len(set(tiles)) != number:
        raise DealError(Sentence("A deal for {seats} names {n} different tiles.", seats=seats, n=number))
    return tuple(tiles)


def begin(deal: Deal) -> State:
    """The position before the first step."""
    dealt = deal.seats * HAND
    return changed(
        table(deal.seats, deal.edition, deal.hidden),
        hands=tuple([deal.tiles[first : first + HAND] for first in range(0, dealt, HAND)]),
        stack=deal.tiles[dealt:],
        box=tuple(sorted(set(LAKE_TILES).difference(deal.tiles))),
    )


@cache
def table(seats: int, edition: str, hidden: bool) -> State:
    """The table before the tiles are dealt: every seat has the lantern that the boat shows to it (L3)."""
    boat = Placed(BOAT, 0, 0, BOAT_ROTATION, None)
    cards = tuple(card(turned(BOAT, BOAT_ROTATION)[side]) for side in SIDES[seats])
    each = CARDS[edition][seats]
    return State(
        seats=seats,
        edition=edition,
        hidden=hidden,
        hands=((),) * seats,
        stack=(),
        box=(),
        lake=(boat,),
        grid=with_tile({}, boat),
        cards=cards,
        supply=tuple(each - sum(held) for held in zip(*cards, strict=True)),
        favours=(0,) * seats,
        favours_left=FAVOURS[edition],
        tokens=((),) * seats,
        stacks=STACKS[seats],
        generics=GENERICS,
    )


def card(colour: int) -> Cards:
    """One lantern of a colour."""
    return tuple(int(colour == each) for each in range(len(COLOURS)))
