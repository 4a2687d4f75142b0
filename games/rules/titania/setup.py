"""The option of a table, the deal, and the position before the first step (T1-T7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from games.rules.base import DealError, Json, Option, Options
from games.rules.chance import shuffle
from games.rules.titania.apply import Chose, Drew, Happened, Sailed
from games.rules.titania.pieces import (
    ALL_SHELLS,
    CARDS,
    DECK,
    FOG_TILES,
    HAND,
    NO_SHELLS,
    SCORE_TILES,
    SHELLS_EACH,
    STARFISH,
    START_FLEETS,
    START_REACH,
    START_SUPPLY,
    TOWERS,
    TOWERS_EACH,
)
from games.rules.titania.state import Earned, State, changed, turns_expected
from games.rules.words import Sentence

SEATS: tuple[int, ...] = (2, 3, 4)
ONE_SPACE = "one_space_per_crane_visit"
OPTIONS: tuple[Option, ...] = (
    Option(
        ONE_SPACE,
        Sentence("A crane visit builds on"),
        (
            (False, Sentence("All islands beside it")),
            (True, Sentence("One island only")),
        ),
        default=False,
    ),
)
SHUFFLED: dict[str, tuple[int, ...]] = {
    "cards": DECK,
    "fog/1": FOG_TILES,
    "fog/2": FOG_TILES,
    "score": SCORE_TILES,
}
"""What is shuffled before the first step, by label, as it lies before (formats.md 1)."""
RESHUFFLES = "reshuffles"


@dataclass(frozen=True, slots=True)
class Deal:
    """All the chance of a game; every row runs top first.

    `cards` are the hands by seat, then the draw pile; `fog` and `fog_next` lie on the fog spaces of the two
    periods, in board order. `reshuffles` are the piles that discards became; the seed serves those that
    are not spelled out. A deal is the same with another seed: what is spelled out says all else.
    """

    seats: int
    one_space: bool
    cards: tuple[int, ...]
    fog: tuple[int, ...]
    fog_next: tuple[int, ...]
    score: tuple[int, ...]
    reshuffles: tuple[tuple[int, ...], ...] = ()
    seed: bytes | None = field(default=None, compare=False, repr=False)


def deal(seats: int, options: Options, seed: bytes) -> Deal:
    """The deal that a game seed decides. Raises DealError for seats or options unknown."""
    one_space = read_options(seats, options)
    rows = {label: tuple(shuffle(items, seed, label)) for label, items in SHUFFLED.items()}
    return deal_of(seats, one_space, rows, (), seed)


def deal_of(
    seats: int,
    one_space: bool,
    rows: Mapping[str, tuple[int, ...]],
    reshuffles: tuple[tuple[int, ...], ...],
    seed: bytes | None,
) -> Deal:
    """The deal of these shuffled rows, by label."""
    return Deal(
        seats, one_space, rows["cards"], rows["fog/1"], rows["fog/2"], rows["score"], reshuffles, seed
    )


def read_options(seats: int, options: Options) -> bool:
    """Whether a crane visit builds on one island only. Raises DealError."""
    if type(seats) is not int or seats not in SEATS:
        raise DealError(Sentence("Titania is a game for 2, 3 or 4 seats."))
    if set(options) != {ONE_SPACE}:
        raise DealError(Sentence("Titania has one option, “{name}”; it must be named.", name=ONE_SPACE))
    one_space = options[ONE_SPACE]
    if not isinstance(one_space, bool):
        raise DealError(Sentence("The option “{name}” has no such value.", name=ONE_SPACE))
    return one_space


def spell(deal: Deal) -> Json:
    """The deal spelled out, as the `deal` of a game record."""
    spelled: dict[str, Json] = {
        "cards": named(deal.cards),
        "fog/1": list(deal.fog),
        "fog/2": list(deal.fog_next),
        "score": list(deal.score),
    }
    return spelled | {RESHUFFLES: list(map(named, deal.reshuffles))} if deal.reshuffles else spelled


def named(cards: Sequence[int]) -> list[str]:
    """Cards by their words."""
    return [CARDS[card] for card in cards]


def unshuffled(seats: int, options: Options) -> Mapping[str, Sequence[Json]]:
    """Cards, kinds of fog tile and score tiles before they are shuffled. Raises DealError."""
    read_options(seats, options)
    return {label: named(items) if label == "cards" else list(items) for label, items in SHUFFLED.items()}


def reshuffled(deal: Deal, happened: Sequence[Happened]) -> Mapping[str, tuple[list[str], list[str]]]:
    """The discards that became a new draw pile (J4), in the order in which they were discarded; and the
    cards that were then drawn from it.
    """
    found: dict[str, tuple[list[str], list[str]]] = {}
    left, discards, came = len(deal.cards) - deal.seats * HAND, list[int](), list[str]()
    for step in happened:
        if isinstance(step, Sailed) and step.card is not None:
            discards.append(step.card)
        cards, anew = drawn(step)
        if anew:
            came.extend(named(cards[:left]))
            cards, left, came = cards[left:], len(discards), []
            found[f"reshuffle/{len(found) + 1}"] = (named(discards), came)
            discards = []
        came.extend(named(cards))
        left -= len(cards)
    return found


def drawn(step: Happened) -> tuple[tuple[int, ...], bool]:
    """The cards that a step drew, and whether the discards had to serve for some of them."""
    match step:
        case Drew():
            return step.cards, step.reshuffled
        case Sailed() | Chose():
            return step.taken.cards, step.taken.reshuffled
        case _:
            return (), False


def read_deal(seats: int, options: Options, spelled: Json, seed: bytes | None) -> Deal:
    """The inverse of `spell`; the seed serves what is left out. Raises DealError."""
    one_space = read_options(seats, options)
    if not isinstance(spelled, dict) or set(spelled) - {*SHUFFLED, RESHUFFLES}:
        raise DealError(
            Sentence("A deal of Titania holds “cards”, “fog/1”, “fog/2”, “score” and “reshuffles” only.")
        )
    rows = {label: read_row(label, spelled, seed) for label in SHUFFLED}
    return deal_of(seats, one_space, rows, read_reshuffles(spelled.get(RESHUFFLES, [])), seed)


def read_row(label: str, spelled: Mapping[str, Json], seed: bytes | None) -> tuple[int, ...]:
    """A row of a deal: spelled out with all its pieces, or else by the seed. Raises DealError."""
    pieces = SHUFFLED[label]
    if label not in spelled:
        if seed is None:
            raise DealError(Sentence("The deal lacks “{name}”, and there is no seed.", name=label))
        return tuple(shuffle(pieces, seed, label))
    row = read_cards(spelled[label]) if label == "cards" else read_numbers(spelled[label])
    if row is None or Counter(row) != Counter(pieces):
        raise DealError(
            Sentence("“{name}” of a deal must be all {n} pieces, in some order.", name=label, n=len(pieces))
        )
    return row


def read_numbers(row: Json) -> tuple[int, ...] | None:
    """Whole numbers; None for anything else."""
    fine = isinstance(row, list) and all(type(item) is int for item in row)
    return tuple(row) if fine else None


def read_cards(row: Json) -> tuple[int, ...] | None:
    """Cards of their words; None for anything else."""
    fine = isinstance(row, list) and all(isinstance(item, str) and item in CARDS for item in row)
    return tuple(map(CARDS.index, row)) if fine else None


def read_reshuffles(rows: Json) -> tuple[tuple[int, ...], ...]:
    """The draw piles that discards became; whether they are the right cards shows when it happens."""
    piles = [read_cards(row) for row in rows] if isinstance(rows, list) else [None]
    found = tuple([pile for pile in piles if pile is not None])
    if len(found) < len(piles):
        raise DealError(Sentence("“reshuffles” of a deal must be lists of cards."))
    return found


def begin(deal: Deal) -> State:
    """The position before the first step."""
    dealt = deal.seats * HAND
    return changed(
        table(deal.seats, deal.one_space),
        hands=tuple([deal.cards[first : first + HAND] for first in range(0, dealt, HAND)]),
        pile=deal.cards[dealt:],
        fog=deal.fog,
        fog_next=deal.fog_next,
        score_pile=deal.score,
        seed=deal.seed,
        reshuffles=deal.reshuffles,
    )


@cache
def table(seats: int, one_space: bool) -> State:
    """The table before anything is dealt (T2-T4)."""
    return State(
        seats=seats,
        one_space=one_space,
        hands=((),) * seats,
        pile=(),
        fog=(),
        fog_next=(),
        score_pile=(),
        seed=None,
        reshuffles=(),
        fleets=START_FLEETS,
        reach=START_REACH,
        ship_supply=START_SUPPLY[1],
        levels=(NO_SHELLS,) * len(TOWERS),
        tower_supply=(TOWERS_EACH,) * len(ALL_SHELLS),
        shells=(NO_SHELLS,) * seats,
        shell_supply=(SHELLS_EACH,) * len(ALL_SHELLS),
        starfish=(0,) * seats,
        starfish_supply=STARFISH,
        tiles=((),) * seats,
        earned=(Earned(),) * seats,
        turns_all=turns_expected(0, 1, START_SUPPLY[1]),
    )
