"""What a game is: the protocol its module satisfies, and the values all games share.

To add a game: make a package `games/rules/<slug>/` whose `__init__` has the names of `Rules`, with the
same files as the others, and name it in `registry.py`; the contract test (`tests/rules/test_contract.py`)
then finds it by itself. What else it needs, from its drawing to its mails, is listed in ARCHITECTURE.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from games.rules.words import Sentence

Seat = int
Json = Any
Options = Mapping[str, str | bool]


class RuleError(Exception):
    """A move that cannot be taken; `sentence` says why, for the player."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence


class MalformedMove(RuleError):
    """The text is no move of this game."""


class IllegalMove(RuleError):
    """A move of this game that is not allowed now."""


class DealError(RuleError):
    """Seats, options or a deal spelled out that this game cannot begin with."""


@dataclass(frozen=True, slots=True)
class Option:
    """Something a table may choose. `choices` maps each value to its words; the first is no default."""

    name: str
    label: Sentence
    choices: tuple[tuple[str | bool, Sentence], ...]
    default: str | bool


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended. `places` start at 1; seats that share a place skip the next.

    `reason` is a short sentence: what decided it (a clear lead, which tie-break, a shared win).
    `breakdown` has, for each seat, the parts of its score in the order of `parts`. `tied` has, for each
    seat, what equal scores are settled by, in the order of `tie_breaks`; `decided_by` is the number of the
    one that decided the first place, None where the scores did or the victory is shared.
    """

    scores: tuple[int, ...]
    places: tuple[int, ...]
    reason: Sentence
    parts: tuple[Sentence, ...] = ()
    breakdown: tuple[tuple[int, ...], ...] = ()
    tie_breaks: tuple[Sentence, ...] = ()
    tied: tuple[tuple[int, ...], ...] = ()
    decided_by: int | None = None

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that share the first place."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


@dataclass(frozen=True, slots=True)
class Tally:
    """Something that was counted over a whole game, by seat."""

    label: Sentence
    counts: tuple[int, ...]


S = TypeVar("S")  # State: frozen, hashable
M = TypeVar("M")  # Move: frozen; str(move) is its text
V = TypeVar("V")  # View: frozen; holds no reference to a State
D = TypeVar("D")  # Deal: frozen; all the chance of a game
H = TypeVar("H")  # Happened: frozen; what one step did, for `describe`
P = TypeVar("P", covariant=True)  # Preview: frozen; what a step would do, as far as the viewer can know


class Rules(Protocol[S, M, V, D, H, P]):
    """A game. A viewer is a seat, or None for somebody who only watches."""

    SLUG: str
    NAME: str
    SEATS: tuple[int, ...]
    OPTIONS: tuple[Option, ...]
    SCORE: Sentence  # what a score counts, within a sentence: "points"
    LENGTH_IS_KNOWN: bool  # whether `progress` knows before the end how many turns there are in all

    def deal(self, seats: int, options: Options, seed: bytes) -> D:
        """The deal that a game seed of 32 bytes decides. Raises DealError for seats or options unknown."""

    def spell(self, deal: D) -> Json:
        """The deal spelled out, as the `deal` of a game record."""

    def read_deal(self, seats: int, options: Options, spelled: Json, seed: bytes | None) -> D:
        """The inverse of `spell`; the seed serves what is left out. Raises DealError."""

    def unshuffled(self, seats: int, options: Options) -> Mapping[str, Sequence[Json]]:
        """What is shuffled with each label (formats.md 1), as it lies before: all that a deal is made of.

        What `spell` gives under a label is the beginning of the shuffled whole. Raises DealError.
        """

    def reshuffled(
        self, deal: D, happened: Sequence[H]
    ) -> Mapping[str, tuple[Sequence[Json], Sequence[Json]]]:
        """What was shuffled on the way, by label: as it lay before, and the beginning of what came of it.

        `happened` is what all steps of a game did. What came is told as far as the steps have shown it.
        """

    def begin(self, deal: D) -> S:
        """The position before the first step."""

    def to_act(self, state: S) -> frozenset[Seat]:
        """The seats that may act now; empty exactly when there is a result."""

    def legal_moves(self, state: S | V, seat: Seat) -> Sequence[M]:
        """Every step that the seat may take now; its own view tells it as well as the state."""

    def refusal(self, state: S, seat: Seat, move: M) -> Sentence | None:
        """Why the seat may not take this step now; None where it may."""

    def apply(self, state: S, seat: Seat, move: M) -> tuple[S, H]:
        """The position after a step, and what happened. Raises IllegalMove with the refusal."""

    def reveals(self, state: S | V, seat: Seat, move: M) -> bool:
        """Whether this step shows something new or ends the turn, so that it cannot be taken back.

        The view of the seat tells it as well as the state.
        """

    def forced(self, state: S, seat: Seat) -> M | None:
        """The step that the site takes in the seat's name, since it is the only one and decides nothing."""

    def result(self, state: S) -> Result | None:
        """The result, once the game is over."""

    def view(self, state: S, viewer: Seat | None) -> V:
        """What the viewer may know. After the end it hides nothing."""

    def spell_view(self, view: V) -> dict[str, Json]:
        """What the viewer may know as JSON, in the words of the moves; one key a thing, always the same."""

    def preview(self, view: V, move: M) -> P:
        """What a step would give to whom, as far as the view tells. Raises IllegalMove."""

    def outline(self, view: V, move: M, openly: bool) -> Sentence:
        """What a legal step of the viewer's would do and bring, said beforehand: part of a longer sentence.

        `openly`, it tells nothing that somebody who watches could not know.
        """

    def redeal(self, state: S, viewer: Seat | None, seed: bytes) -> S:
        """Another position that looks the same to the viewer: what is hidden is dealt anew by the seed."""

    def describe(self, happened: H, viewer: Seat | None, over: bool = False) -> tuple[Sentence, ...]:
        """What the log says of a step to the viewer: the act first, then its consequences.

        Once the game is `over`, nothing is held back from anybody.
        """

    def progress(self, view: V) -> tuple[int, int]:
        """Turns completed, and turns in all: an estimate before the end, unless LENGTH_IS_KNOWN."""

    def scores(self, view: V) -> tuple[int, ...]:
        """The points of every seat so far, as far as the view tells."""

    def tallies(self, happened: Sequence[H], seats: int) -> tuple[Tally, ...]:
        """What each seat did in a whole game, counted from all its steps."""

    def parse(self, text: str) -> M:
        """The move of a text: the inverse of `str(move)`. Raises MalformedMove."""

    def position(self, state: S) -> dict[str, Json]:
        """The line that `record replay --each` prints for this position (formats.md)."""
