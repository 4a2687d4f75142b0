"""What comes after a game, and what lies behind it: the scores on the way, its chance, and the rematch.

Like the tables, this is a gate. Nothing that is derived from a seed leaves it before the game has ended,
but the commitment, which the table itself shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from games import store
from games.addresses import absolute
from games.models import Event, Game
from games.rules.base import Json, Tally
from games.rules.registry import RULES
from games.sitters import Sitting
from games.tables import Table


@dataclass(frozen=True, slots=True)
class Shuffled:
    """What was shuffled with one label: all of it as it lay before, and what was dealt of it, in order."""

    label: str
    before: Sequence[Json]
    dealt: Sequence[Json]


@dataclass(frozen=True, slots=True)
class Chances:
    """All the chance of a game that has ended (formats.md 1).

    Seeds and commitment are in hex; `words` has names and lucky words in the order of joining; `deal` is
    spelled out as in a game record. `shuffles` has every shuffle, those of the play too, and that of the
    seats where they were drawn: a player is then a number, counted from 1 in the order of joining.
    """

    address: str
    commitment: str
    server_seed: str
    words: tuple[tuple[str, str], ...]
    seed: str
    deal: Json
    shuffles: tuple[Shuffled, ...]

    @property
    def program(self) -> str:
        """A Python program, in plain ASCII, that checks commitment, game seed and shuffles."""
        return PROGRAM.format(
            game=self.address,
            commitment=ascii(self.commitment),
            server_seed=ascii(self.server_seed),
            words=ascii([word for _, word in self.words]),
            seed=ascii(self.seed),
            shuffles="".join(f"    {it.label!a}: ({it.before!a}, {it.dealt!a}),\n" for it in self.shuffles),
        )


@dataclass(frozen=True, slots=True)
class Rematch:
    """The table at which some of the players play again, or wait to. `names` are the people who sit there."""

    url: str
    commitment: str
    names: tuple[str, ...]
    is_open: bool
    has_you: bool


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What a result page tells beside the table.

    `scores` has the points of every seat at the start and after each turn, as far as they lay open then.
    `tallies` counts what everybody did, once the game is over: on the way that could tell what is hidden.
    `chances` is None before the end, and where the chance cannot be proved: the game came from elsewhere.
    """

    scores: tuple[tuple[int, ...], ...]
    tallies: tuple[Tally, ...]
    chances: Chances | None
    rematch: Rematch | None


def aftermath(table: Table) -> Aftermath:
    """What came of a game and lies behind it, for the viewer of a table; the game has started."""
    game = Game.objects.get(id=table.id)
    return Aftermath(
        scores=_scores(game, table.kept),
        tallies=_tallies(game) if game.has_ended() else (),
        chances=_chances(game, table) if game.has_ended() else None,
        rematch=_rematch(table) if table.viewer is not None else None,
    )


def _scores(game: Game, kept: dict[Any, Any]) -> tuple[tuple[int, ...], ...]:
    """The scores after each turn; worked out once for a position."""
    key = "scores", game.seq
    if key not in kept:
        kept[key] = _played_scores(game)
    scores: tuple[tuple[int, ...], ...] = kept[key]
    return scores


def _played_scores(game: Game) -> tuple[tuple[int, ...], ...]:
    start, steps = store.load_at(game, 0), store.load(game).steps()
    rules, state = start.rules, start.state
    scores = [rules.scores(rules.view(state, None))]
    for _, turn in groupby(steps, key=lambda step: step.seat):
        for step in turn:
            if step.kind == Event.Kind.MOVE:
                state, _ = rules.apply(state, step.seat, rules.parse(step.text))
        scores.append(rules.scores(rules.view(state, None)))
    return tuple(scores)


def _tallies(game: Game) -> tuple[Tally, ...]:
    """What was counted over the whole game."""
    return RULES[game.rules].tallies(_happened(game), game.size)


def _happened(game: Game) -> list[Any]:
    """What every step of the game did."""
    return [step.happened for step in store.load(game).steps() if step.happened is not None]


def _chances(game: Game, table: Table) -> Chances | None:
    """The seeds and the deal of an ended game; None where there are no seeds that led to it."""
    if game.server_seed is None or game.seed is None or game.deal is not None:
        return None
    rules, seed = RULES[game.rules], bytes(game.seed)
    deal = rules.deal(game.size, game.options, seed)
    spelled = rules.spell(deal)
    unshuffled = rules.unshuffled(game.size, game.options)
    reshuffled = rules.reshuffled(deal, _happened(game))
    return Chances(
        address=absolute(table.url),
        commitment=table.commitment,
        server_seed=bytes(game.server_seed).hex(),
        words=tuple((seat.name, seat.word) for seat in _joined(table.seats)),
        seed=seed.hex(),
        deal=spelled,
        shuffles=(
            *([_seating(table.seats)] if game.random_seats else []),
            *(Shuffled(label, before, spelled[label]) for label, before in unshuffled.items()),
            *(Shuffled(label, before, dealt) for label, (before, dealt) in reshuffled.items()),
        ),
    )


def _joined(seats: Sequence[Sitting]) -> list[Sitting]:
    """The seats in the order of joining."""
    return sorted(seats, key=lambda seat: seat.joined or 0)


def _seating(seats: Sequence[Sitting]) -> Shuffled:
    """The shuffle that decided who sits where."""
    numbers = {seat.number: number for number, seat in enumerate(_joined(seats), start=1)}
    return Shuffled("seats", sorted(numbers.values()), [numbers[seat.number] for seat in seats])


SAMPLE = Chances(
    address="...",
    commitment="...",
    server_seed="...",
    words=(("", "first word"), ("", ""), ("", "third word")),
    seed="...",
    deal=None,
    shuffles=(Shuffled("seats", [1, 2, 3], [2, 3, 1]),),
)
"""Stands for the values of any game, to show the program alone."""

PROGRAM = """\
# Was this game dealt fairly? {game}
# It needs Python 3.8 or newer, and nothing else.
import hashlib
import hmac

commitment = {commitment}
server_seed = bytes.fromhex({server_seed})
words = {words}
game_seed = bytes.fromhex({seed})
shuffles = {{  # label: (all that was shuffled, what was dealt of it)
{shuffles}}}


def numbers(label):
    block = 0
    while True:
        digest = hmac.digest(game_seed, f"{{label}}/{{block}}".encode(), "sha256")
        yield from (int.from_bytes(digest[i : i + 8], "big") for i in (0, 8, 16, 24))
        block += 1


def shuffled(items, label):
    items, stream = list(items), numbers(label)
    for last in range(len(items) - 1, 0, -1):
        fair = 2**64 // (last + 1) * (last + 1)
        chosen = next(number for number in stream if number < fair) % (last + 1)
        items[last], items[chosen] = items[chosen], items[last]
    return items


checks = {{
    "commitment": hashlib.sha256(server_seed).hexdigest() == commitment,
    "game seed": hmac.digest(server_seed, "\\n".join(words).encode(), "sha256") == game_seed,
}}
for label, (items, dealt) in shuffles.items():
    checks[label] = shuffled(items, label)[: len(dealt)] == dealt
for name, right in checks.items():
    print(f"{{name}}: {{'right' if right else 'WRONG'}}")
raise SystemExit(0 if all(checks.values()) else 1)
"""


def _rematch(table: Table) -> Rematch | None:
    """The rematch, if somebody has asked for one and it was not closed."""
    again = Game.objects.filter(rematch_of_id=table.id).exclude(status=Game.Status.CLOSED).first()
    if again is None:
        return None
    you = next(seat.person_id for seat in table.seats if seat.is_you)
    people = again.seats.exclude(person=None).values_list("person_id", "person__username")
    return Rematch(
        again.get_absolute_url(),
        again.commitment or "",
        tuple(name for _, name in people),
        again.is_open(),
        you in [person_id for person_id, _ in people],
    )
