"""Positions to draw, reached by playing, and readers to draw them for."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import count

from games.drawing.base import Forms, Reader, page_speaker
from games.rules import lanterns
from games.rules.base import Seat
from games.rules.lanterns.moves import Dedicate, Discard, Exchange, Finish, Move, Place
from games.rules.lanterns.state import State
from games.rules.lanterns.view import View
from games.rules.words import ENGLISH

SPRITE = "/static/games/sprite.svg"
NAMES = ("mei", "tomas", "ines", "joon")
PRINTED = {"edition": "printed", "lanterns": "open"}
HIDDEN = {"edition": "printed", "lanterns": "hidden"}
FORMS = Forms("t0ken" * 12, 57, "/t/abcd/draft/", "/t/abcd/turn/")


def next_move(state: State, dice: random.Random, eager: bool) -> Move:
    """A plausible step: dedicate when possible (if eager), else match as much as possible near the boat."""
    seat = state.to_act
    assert seat is not None
    moves = lanterns.legal_moves(state, seat)
    sets = [move for move in moves if isinstance(move, Dedicate)]
    if sets and (eager or dice.random() < 0.5):
        return dice.choice(sets)
    tiles = [move for move in moves if isinstance(move, Place)]
    if tiles:
        view = lanterns.view(state, seat)
        tiles.sort(key=lambda move: (-len(lanterns.preview(view, move).matches), abs(move.x) + abs(move.y)))
        return dice.choice(tiles[:4])
    swaps = [move for move in moves if isinstance(move, Exchange)]
    if swaps and dice.random() < 0.3:
        return dice.choice(swaps)
    return dice.choice([move for move in moves if isinstance(move, Discard | Finish)] or moves)


@cache
def game(seats: int, seed: int = 1, hidden: bool = False, eager: bool = True) -> tuple[State, ...]:
    """The positions at the start of each turn, and at the end, of a game that the seed decides."""
    state = lanterns.begin(lanterns.deal(seats, HIDDEN if hidden else PRINTED, bytes([seed % 256]) * 32))
    dice, states = random.Random(seed), [state]
    while state.to_act is not None:
        state, _ = lanterns.apply(state, state.to_act, next_move(state, dice, eager))
        if state.turns_done == len(states):
            states.append(state)
    return tuple(states)


def played(seats: int, turns: int, seed: int = 1, hidden: bool = False, eager: bool = True) -> State:
    """The position after so many turns of a game, or at its end."""
    return game(seats, seed, hidden, eager)[: turns + 1][-1]


def own_view(state: State) -> View:
    """The view of the seat on turn."""
    return lanterns.view(state, state.to_act)


def moves_of(view: View) -> list[Move]:
    """What the view's own seat, which is on turn, may do."""
    assert view.viewer is not None
    return lanterns.legal_moves(view, view.viewer)


def found(wanted: Callable[[View], bool], seats: int = 4, eager: bool = False) -> State:
    """The first position, from the view of the seat on turn, that is as wanted."""
    return next(
        state
        for seed in count(1)
        for state in game(seats, seed, eager=eager)
        if state.to_act is not None and wanted(own_view(state))
    )


def reader_of(view: View, below: Seat | None = None, names: tuple[str, ...] = NAMES) -> Reader:
    """A reader in English; watchers look from the side of seat 0."""
    viewer = view.viewer

    def name(seat: Seat, begins: bool) -> str:
        return ("You" if begins else "you") if seat == viewer else names[seat]

    return Reader(
        viewer=viewer,
        below=(viewer or 0) if below is None else below,
        names=names[: view.seats],
        say=page_speaker(ENGLISH.gettext, ENGLISH.ngettext, name, SPRITE),
        text=replace(ENGLISH, name=name),
        address="/t/abcd/",
        sprite=SPRITE,
    )


def after(state: State, *texts: str) -> State:
    """The position after these steps of the seat on turn."""
    for text in texts:
        assert state.to_act is not None
        state, _ = lanterns.apply(state, state.to_act, lanterns.parse(text))
    return state
