"""How fast the rules of Lanterns are, beside python-chess on the same machine in the same run.

Plies a second of processor time: random play of chess and of Lanterns with four seats, listing all legal
moves at every step, and Lanterns games rebuilt from their texts (parse, refusal, apply). Both games are
asked by their own means whether they are over; chess is also measured without asking, a game being cut off
where it has no moves or 75 quiet ones. The rounds are interleaved and the medians of their ratios shown, so
that a machine which is busy or slow falls out.

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
CHESS_GAMES = 12
LANTERNS_GAMES = 150
ROUNDS = 9
QUIET_PLIES = 150


class Game(NamedTuple):
    """A game as it is stored: its seed, and seats and texts of its moves."""

    seed: bytes
    texts: list[tuple[int, str]]


class Round(NamedTuple):
    """Plies a second of one round."""

    chess: float
    unasked: float
    play: float
    rebuild: float


def chess_game(rng: random.Random) -> int:
    """Random play of chess; gives its number of plies."""
    board, plies = chess.Board(), 0
    while not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
        plies += 1
    return plies


def chess_game_unasked(rng: random.Random) -> int:
    """Random play of chess that never asks whether the game is over; gives its number of plies."""
    board, plies = chess.Board(), 0
    while (moves := list(board.legal_moves)) and board.halfmove_clock < QUIET_PLIES:
        board.push(rng.choice(moves))
        plies += 1
    return plies


def lanterns_game(rng: random.Random) -> tuple[bytes, list[tuple[int, lanterns.Move]]]:
    """Random play of Lanterns."""
    seed, moves = rng.randbytes(32), []
    state = lanterns.begin(lanterns.deal(SEATS, OPTIONS, seed))
    while seats := lanterns.to_act(state):
        (seat,) = seats
        move = rng.choice(lanterns.legal_moves(state, seat))
        state, _ = lanterns.apply(state, seat, move)
        moves.append((seat, move))
    return seed, moves


def rebuilt(game: Game) -> int:
    """The game from its seed and texts; gives its number of plies."""
    state = lanterns.begin(lanterns.deal(SEATS, OPTIONS, game.seed))
    for seat, text in game.texts:
        state, _ = lanterns.apply(state, seat, lanterns.parse(text))
    assert lanterns.result(state)
    return len(game.texts)


def rate(plies: Callable[[], int]) -> float:
    """Plies a second of processor time."""
    before = process_time()
    return plies() / (process_time() - before)


def one_round(rng: random.Random) -> Round:
    played: list[tuple[bytes, list[tuple[int, lanterns.Move]]]] = []

    def play() -> int:
        played.extend(lanterns_game(rng) for _ in range(LANTERNS_GAMES))
        return sum(len(moves) for _, moves in played)

    asked = rate(lambda: sum(chess_game(rng) for _ in range(CHESS_GAMES)))
    unasked = rate(lambda: sum(chess_game_unasked(rng) for _ in range(CHESS_GAMES)))
    playing = rate(play)
    games = [Game(seed, [(seat, str(move)) for seat, move in moves]) for seed, moves in played]
    return Round(asked, unasked, playing, rate(lambda: sum(map(rebuilt, games))))


def main(rounds: int = ROUNDS) -> None:
    rng = random.Random(1)
    for _ in range(3):
        one_round(rng)  # fills what is remembered, as in a process that has served for a minute
    results = [one_round(rng) for _ in range(rounds)]
    for name in Round._fields:
        print(f"{name:<10}{median(getattr(each, name) for each in results):>10,.0f} plies/s")
    print(f"play / chess    {median(each.play / each.chess for each in results):.2f}   (at least 2, aim 3)")
    print(f"play / unasked  {median(each.play / each.unasked for each in results):.2f}")
    print(f"rebuild / play  {median(each.rebuild / each.play for each in results):.2f}   (at least 1.5)")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
