"""How fast the rules of Lanterns are, beside python-chess on the same machine in the same run.

Three figures, as plies a second of processor time: random play of chess and of Lanterns with four seats,
listing all legal moves at every step, and Lanterns games rebuilt from their texts (parse, refusal, apply).
The rounds of the three are interleaved and the medians of the rounds' ratios shown, so a machine that is
busy or slow falls out.

    python -m tests.bench.rules_bench [ROUNDS]
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import NamedTuple

import chess

from games.rules import lanterns

SEATS = 4
OPTIONS = {"edition": "printed", "lanterns": "open"}
CHESS_GAMES = 20
LANTERNS_GAMES = 200
ROUNDS = 7

Texts = list[tuple[int, str]]


class Game(NamedTuple):
    """A game played: its seed and its moves as texts."""

    seed: bytes
    texts: Texts


class Round(NamedTuple):
    """Plies a second of one round."""

    chess: float
    play: float
    rebuild: float


def chess_plies(rng: random.Random) -> int:
    """Random play of one game of chess to mate, stalemate, dead material or 75 quiet moves."""
    board, plies = chess.Board(), 0
    while moves := list(board.legal_moves):
        if board.halfmove_clock >= 150 or board.is_insufficient_material():
            break
        board.push(rng.choice(moves))
        plies += 1
    return plies


def played(rng: random.Random) -> tuple[bytes, list[tuple[int, lanterns.Move]]]:
    """Random play of one game of Lanterns."""
    seed, moves = rng.randbytes(32), []
    state = lanterns.begin(lanterns.deal(SEATS, OPTIONS, seed))
    while seats := lanterns.to_act(state):
        (seat,) = seats
        move = rng.choice(lanterns.legal_moves(state, seat))
        state, _ = lanterns.apply(state, seat, move)
        moves.append((seat, move))
    return seed, moves


def rebuilt(game: Game) -> lanterns.State:
    """The last position of a game, from its seed and texts; `apply` stands on the refusal."""
    state = lanterns.begin(lanterns.deal(SEATS, OPTIONS, game.seed))
    for seat, text in game.texts:
        state, _ = lanterns.apply(state, seat, lanterns.parse(text))
    return state


def rate(plies: Callable[[], int]) -> float:
    """Plies a second of processor time."""
    before = process_time()
    count = plies()
    return count / (process_time() - before)


def one_round(rng: random.Random) -> Round:
    games: list[tuple[bytes, list[tuple[int, lanterns.Move]]]] = []

    def play() -> int:
        games.extend(played(rng) for _ in range(LANTERNS_GAMES))
        return sum(len(moves) for _, moves in games)

    chess_rate = rate(lambda: sum(chess_plies(rng) for _ in range(CHESS_GAMES)))
    play_rate = rate(play)
    texts = [Game(seed, [(seat, str(move)) for seat, move in moves]) for seed, moves in games]

    def rebuild() -> int:
        for game in texts:
            rebuilt(game)
        return sum(len(game.texts) for game in texts)

    return Round(chess_rate, play_rate, rate(rebuild))


def main(rounds: int = ROUNDS) -> None:
    rng = random.Random(1)
    one_round(rng)  # fills the caches, as a process that has served for a minute has them
    results = [one_round(rng) for _ in range(rounds)]
    for name in Round._fields:
        print(f"{name:<10}{median(getattr(each, name) for each in results):>10,.0f} plies/s")
    play = median(each.play / each.chess for each in results)
    rebuild = median(each.rebuild / each.play for each in results)
    print(f"play / chess    {play:.2f}   (at least 2, aim 3)")
    print(f"rebuild / play  {rebuild:.2f}   (at least 1.5)")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
