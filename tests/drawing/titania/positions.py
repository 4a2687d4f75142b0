"""Positions to draw, reached by playing, and readers to draw them for."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import count

from markupsafe import Markup

from games.drawing import titania as drawing
from games.drawing.base import NO_DRAFT, Draft, NoDraft, Reader
from games.rules import titania
from games.rules.base import IllegalMove, Seat
from games.rules.titania.apply import Happened
from games.rules.titania.moves import Draw, Move
from games.rules.titania.state import State
from games.rules.titania.view import View
from tests.drawing.positions import FORMS, reader_of
from tests.drawing.tree import Node, read

OPTIONS = {"one_space_per_crane_visit": False}


@cache
def game(seats: int = 2, seed: int = 1, one_space: bool = False) -> tuple[State, ...]:
    """The positions of a game that the seed decides, one after each step; cards are played when possible."""
    options = {"one_space_per_crane_visit": one_space}
    state = titania.begin(titania.deal(seats, options, bytes([seed % 256]) * 32))
    dice, states = random.Random(seed), [state]
    while state.to_act is not None:
        moves = titania.legal_moves(state, state.to_act)
        state, _ = titania.apply(state, state.to_act, plausible(moves, dice))
        states.append(state)
    return tuple(states)


def plausible(moves: list[Move], dice: random.Random) -> Move:
    """A step that is not the draw, mostly; the cheapest building nearly never."""
    others = [move for move in moves if not isinstance(move, Draw)]
    return dice.choice(others if others and dice.random() < 0.9 else moves)


def own_view(state: State) -> View:
    """The view of the seat on turn."""
    return titania.view(state, state.to_act)


def found(wanted: Callable[[View], bool], seats: int = 2, one_space: bool = False) -> State:
    """The first position, from the view of the seat on turn, that is as wanted."""
    return next(
        state
        for seed in count(1)
        for state in game(seats, seed, one_space)
        if state.to_act is not None and wanted(own_view(state))
    )


def pending(what: str | None, seats: int = 2) -> View:
    """The view of somebody who has this to decide, well into a game."""
    return own_view(found(lambda view: view.pending == what and view.turns_done > 8, seats))


def after(state: State, *texts: str) -> State:
    """The position after these steps of the seat on turn."""
    for text in texts:
        assert state.to_act is not None
        state, _ = titania.apply(state, state.to_act, titania.parse(text))
    return state


def legal(view: View) -> list[Move]:
    """What the view's own seat, which is on turn, may do."""
    assert view.viewer is not None
    return titania.legal_moves(view, view.viewer)


def composed(state: State, *texts: str) -> tuple[View, NoDraft]:
    """The view after steps that are not sent, and their draft."""
    seat, now, done = state.to_act, state, list[Happened]()
    assert seat is not None
    for text in texts:
        now, happened = titania.apply(now, seat, titania.parse(text))
        done.append(happened)
    return titania.view(now, seat), NoDraft(texts, "", tuple(done))


def open_turn(cards: int, seats: int = 2) -> tuple[State, list[str]]:
    """A position, and steps that play so many cards from there and show nothing new."""
    for seed in count(1):
        for state in game(seats, seed):
            if state.to_act is not None and not state.played and not state.pending:
                texts = open_steps(state, cards)
                if sum(text.startswith("sail") for text in texts) == cards:
                    return state, texts
    raise AssertionError


def open_steps(state: State, cards: int) -> list[str]:
    """The first steps of a turn that show nothing new: up to so many cards, and no decision left open."""
    seat, texts = state.to_act or 0, list[str]()
    while state.played < cards or state.pending:
        moves = titania.legal_moves(state, seat)
        move = next((it for it in moves if not titania.reveals(state, seat, it)), None)
        if move is None:
            return []
        texts.append(str(move))
        state, _ = titania.apply(state, seat, move)
    return texts


@dataclass(frozen=True)
class Drawn:
    """The parts of a page, drawn."""

    board: str
    seats: str
    supply: str
    panel: str
    info: str
    hand: str
    thumbnails: str

    @property
    def everything(self) -> str:
        """All of it."""
        return "".join(vars(self).values())

    def tree(self) -> Node:
        """All of it, read."""
        return read(self.everything)


def draw(
    view: View, asked: Mapping[str, str] | None = None, draft: Draft = NO_DRAFT, reader: Reader | None = None
) -> Drawn:
    """What the page shows for a view."""
    reader = reader or reader_of(view)  # type: ignore[arg-type]
    fields = drawing.asking(asked or {}, draft)
    text = drawing.choice(view, fields)
    try:
        preview = titania.preview(view, titania.parse(text)) if text else None
    except IllegalMove:
        preview = None
    ground = drawing.ground(view, reader.below, reader.text, reader.sprite)
    notes = {seat: Markup("2 d left") for seat in range(view.seats)}
    return Drawn(
        board=drawing.board(view, ground, reader, fields, preview, draft),
        seats=drawing.seats(view, reader, fields, preview, draft, notes),
        supply=drawing.supply(view, reader, preview),
        panel=drawing.panel(view, reader, fields, preview, draft, FORMS, Markup("2 d left")),
        info=drawing.info(view, reader),
        hand=drawing.hand(view, reader),
        thumbnails=drawing.thumbnail(view, reader.below, reader.sprite, False)
        + drawing.thumbnail(view, reader.below, reader.sprite, True),
    )


def drawn_for(state: State, viewer: Seat | None, **asked: str) -> Drawn:
    """What the page shows of a position to a viewer."""
    return draw(titania.view(state, viewer), asked)
