"""Plays whole games between computer players: the only one at such a table who sees the position."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from random import Random
from typing import Any

from games.bots import Bot
from games.rules.base import Options, Rules
from games.rules.record import Record, outcome

Game = Rules[Any, Any, Any, Any, Any, Any]


def seed_of(series: int, number: int) -> bytes:
    """The game seed of one game of a series: the same at every run."""
    return hashlib.sha256(f"{series}/{number}".encode()).digest()


def defaults(rules: Game) -> dict[str, str | bool]:
    """Every option of the game at its default."""
    return {option.name: option.default for option in rules.OPTIONS}


def play(rules: Game, options: Options, seed: bytes, players: Sequence[Bot]) -> Record:
    """One game to its end, one player a seat; its record. The same arguments give the same game."""
    rng = Random(seed)
    state = rules.begin(rules.deal(len(players), options, seed))
    moves = []
    while acting := rules.to_act(state):
        seat = min(acting)
        legal = rules.legal_moves(state, seat)
        move = players[seat].choose(rules, rules.view(state, seat), legal, rng)
        moves.append((seat, str(move)))
        state, _ = rules.apply(state, seat, move)
    result = outcome(rules.result(state))
    return Record(rules.SLUG, len(players), options, tuple(moves), seed=seed, result=result)
