"""What one viewer may know (L4): the only door from a position to pages, mails and players.

A View holds no reference to a State. What it withholds, `redeal` deals anew, so that a test can prove that
nothing of it shows.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain

from games.rules.base import IllegalMove, Json, Result, Seat
from games.rules.chance import shuffle
from games.rules.lanterns.apply import CONCEALED, Gain, Match, Preview, outcome_of
from games.rules.lanterns.legal import next_token, refusal
from games.rules.lanterns.moves import Dedicate, Move, Place
from games.rules.lanterns.pieces import COLOURS, TURNS
from games.rules.lanterns.scoring import honour, result
from games.rules.lanterns.state import Cards, Cell, Grid, Placed, State, Token, changed
from games.rules.words import Sentence

__all__ = [
    "CONCEALED",
    "Gain",
    "Match",
    "Placed",
    "Preview",
    "Token",
    "View",
    "concealed",
    "position",
    "preview",
    "progress",
    "redeal",
    "scores",
    "view",
]


@dataclass(frozen=True)
class View:
    """A position as one viewer (a seat, or None for a watcher) may know it; after the end, all of it.

    `hands`, `cards`, `stack` and `box` have None for what is not for this viewer. `lake` stands in order of
    placing, the boat first; `stacks` are the values left of each kind, top first; `exchanged`, `dedicated`
    and `discarded` are the steps of the present turn; `excess` is how many lanterns the seat on turn has to
    discard; `turns_all` counts every placement and every final turn.
    """

    seats: int
    viewer: Seat | None
    edition: str
    hidden: bool
    lake: tuple[Placed, ...]
    grid: Grid = field(compare=False, repr=False)
    open_cells: tuple[Cell, ...]
    hands: tuple[tuple[int, ...] | None, ...]
    hand_sizes: tuple[int, ...]
    cards: tuple[Cards | None, ...]
    card_counts: tuple[int, ...]
    favours: tuple[int, ...]
    tokens: tuple[tuple[Token, ...], ...]
    honour: tuple[int, ...]
    supply: Cards
    favours_left: int
    stacks: tuple[tuple[int, ...], ...]
    generics: int
    stack_size: int
    stack: tuple[int, ...] | None
    box: tuple[int, ...] | None
    to_act: Seat | None
    exchanged: bool
    dedicated: bool
    discarded: bool
    excess: int
    final: bool
    turns_done: int
    turns_all: int
    result: Result | None


def view(state: State, viewer: Seat | None) -> View:
    """What the viewer may know. After the end it hides nothing."""
    ended = result(state)
    over = ended is not None
    return View(
        seats=state.seats,
        viewer=viewer,
        edition=state.edition,
        hidden=state.hidden,
        lake=state.lake,
        grid=state.grid,
        open_cells=state.open_cells,
        hands=tuple(hand if over or seat == viewer else None for seat, hand in enumerate(state.hands)),
        hand_sizes=tuple(map(len, state.hands)),
        cards=tuple(
            held if over or not state.hidden or seat == viewer else None
            for seat, held in enumerate(state.cards)
        ),
        card_counts=tuple(map(sum, state.cards)),
        favours=state.favours,
        tokens=state.tokens,
        honour=tuple(map(honour, state.tokens)),
        supply=state.supply,
        favours_left=state.favours_left,
        stacks=state.stacks,
        generics=state.generics,
        stack_size=len(state.stack),
        stack=state.stack if over else None,
        box=state.box if over else None,
        to_act=state.to_act,
        exchanged=state.exchanged,
        dedicated=state.dedicated,
        discarded=state.discarded,
        excess=state.excess,
        final=state.final,
        turns_done=state.turns_done,
        turns_all=TURNS[state.seats],
        result=ended,
    )


def preview(view: View, move: Move) -> Preview:
    """What a step of the viewer's would give to whom. Raises IllegalMove."""
    if view.viewer is None or view.viewer != view.to_act:
        raise IllegalMove(Sentence("It is not your turn."))
    if reason := refusal(view, view.viewer, move):
        raise IllegalMove(reason)
    match move:
        case Place():
            outcome = outcome_of(view, view.viewer, move, list(view.supply))
            return concealed(outcome, view.viewer) if view.hidden else outcome
        case Dedicate():
            return Preview(honour=next_token(view, move.kind).value)
        case _:
            return Preview()


def concealed(outcome: Preview, viewer: Seat | None) -> Preview:
    """The outcome with no colour that comes to another seat than the viewer's (`lanterns` hidden)."""
    return outcome._replace(
        gains=tuple(
            gain
            if gain.seat == viewer
            else gain._replace(
                matched=(CONCEALED,) * len(gain.matched),
                side=None if gain.side is None else CONCEALED,
            )
            for gain in outcome.gains
        )
    )


def redeal(state: State, viewer: Seat | None, seed: bytes) -> State:
    """Another position that looks the same to the viewer: others' hands, the stack and the box dealt anew."""
    if state.to_act is None:
        return state
    others = [hand for seat, hand in enumerate(state.hands) if seat != viewer]
    tiles = iter(shuffle(sorted(chain(state.stack, state.box, *others)), seed, "redeal"))
    hands = tuple(
        hand if seat == viewer else tuple(next(tiles) for _ in hand) for seat, hand in enumerate(state.hands)
    )
    stack = tuple(next(tiles) for _ in state.stack)
    return changed(state, hands=hands, stack=stack, box=tuple(sorted(tiles)))


def progress(view: View) -> tuple[int, int]:
    """Turns completed, and turns in all."""
    return view.turns_done, view.turns_all


def scores(view: View) -> tuple[int, ...]:
    """The honour of every seat so far; it lies open."""
    return view.honour


def position(state: State) -> dict[str, Json]:
    """The line that `record replay --each` prints for this position; its keys are sorted."""
    ended = result(state)
    return {
        "favours": list(state.favours),
        "favours_left": state.favours_left,
        "honour": [honour(tokens) for tokens in state.tokens],
        "lanterns": [{colour: n for colour, n in named(held).items() if n} for held in state.cards],
        "over": ended is not None,
        "places": list(ended.places) if ended else None,
        "stack": len(state.stack),
        "supply": named(state.supply),
        "to_act": [] if state.to_act is None else [state.to_act],
    }


def named(cards: Cards) -> dict[str, int]:
    """Cards by the words of their colours, in the order of the alphabet."""
    return dict(sorted(zip(COLOURS, cards, strict=True)))
