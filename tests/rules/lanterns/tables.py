"""Positions made for one test each: what is said is arranged, the rest is as at the start of a game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from games.rules import lanterns
from games.rules.base import IllegalMove
from games.rules.lanterns import pieces
from games.rules.lanterns.apply import Happened, Preview, Tiled
from games.rules.lanterns.moves import Place
from games.rules.lanterns.pieces import COLOURS, LAKE_TILES, PLACEMENTS, TURNS
from games.rules.lanterns.setup import Deal
from games.rules.lanterns.state import Cards, Placed, State, changed, excess, with_tile

SOUTH, WEST, NORTH, EAST = range(4)
"""The seats of a table of four."""


def cards(text: str = "") -> Cards:
    """Cards by their words: "red red blue"; a number before a word counts it: "4 red"."""
    number, counts = 1, dict.fromkeys(COLOURS, 0)
    for word in text.split():
        if word.isdigit():
            number = int(word)
        else:
            counts[word] += number
            number = 1
    return tuple(counts.values())


def edges(text: str) -> tuple[int, ...]:
    """The edges of a tile by their words: north, east, south, west."""
    return tuple(COLOURS.index(word) for word in text.split())


def table(
    seats: int = 4,
    *hands: tuple[int, ...],
    edition: str = "printed",
    hidden: bool = False,
) -> State:
    """A game about to begin; the first seats are dealt these tiles, the rest follows in the order of ids."""
    wanted = [tile for hand in hands for tile in hand]
    others = [tile for tile in LAKE_TILES if tile not in wanted]
    tiles = tuple(wanted + others)[: PLACEMENTS[seats]]
    return lanterns.begin(Deal(seats, edition, hidden, tiles))


def holding(state: State, *hands: str) -> State:
    """The first seats hold just these cards; the supply gives and takes the difference."""
    held = list(state.cards)
    total = [sum(colour) for colour in zip(state.supply, *held, strict=True)]
    held[: len(hands)] = [cards(hand) for hand in hands]
    supply = tuple(all_of - sum(some) for all_of, some in zip(total, zip(*held, strict=True), strict=True))
    assert min(supply) >= 0
    seat = state.to_act
    return changed(state, cards=tuple(held), supply=supply, excess=0 if seat is None else excess(held[seat]))


def laid(state: State, *placements: str) -> State:
    """These tiles lie on the lake too, whoever placed them, and gave nothing: "1 1,0 0"."""
    for placement in placements:
        move = lanterns.parse(f"place {placement}")
        assert isinstance(move, Place)
        placed = Placed(move.tile, move.x, move.y, move.rotation, SOUTH)
        state = changed(state, lake=(*state.lake, placed), grid=with_tile(state.grid, placed))
    return state


def rich(state: State, *favours: int) -> State:
    """The first seats hold so many favours, taken from the supply."""
    held = (*favours, *state.favours[len(favours) :])
    return changed(state, favours=held, favours_left=state.favours_left + sum(state.favours) - sum(held))


def go(state: State, *texts: str) -> State:
    """The position after these steps, each by the seat on turn."""
    for text in texts:
        state, _ = step(state, text)
    return state


def step(state: State, text: str) -> tuple[State, Happened]:
    """The position after one step by the seat on turn, and what happened."""
    assert state.to_act is not None
    return lanterns.apply(state, state.to_act, lanterns.parse(text))


def refused(state: State, text: str, seat: int | None = None) -> str:
    """The words with which a step is refused, by `refusal` and by `apply` alike."""
    who = state.to_act if seat is None else seat
    assert who is not None
    move = lanterns.parse(text)
    reason = lanterns.refusal(state, who, move)
    assert reason is not None, f"{text} is allowed"
    assert move not in lanterns.legal_moves(state, who)
    try:
        lanterns.apply(state, who, move)
    except IllegalMove as error:
        assert error.sentence == reason
    else:
        raise AssertionError(f"{text} was applied")
    return str(reason)


def allowed(state: State, text: str) -> bool:
    """Whether the seat on turn may take a step; the refusal and the list of moves agree."""
    assert state.to_act is not None
    move = lanterns.parse(text)
    fine = lanterns.refusal(state, state.to_act, move) is None
    assert fine == (move in lanterns.legal_moves(state, state.to_act))
    return fine


def texts(state: State, word: str = "") -> list[str]:
    """The texts of all legal steps that begin with a word."""
    assert state.to_act is not None
    moves = map(str, lanterns.legal_moves(state, state.to_act))
    return [text for text in moves if text.startswith(word)]


def outcome(state: State, text: str) -> Preview:
    """What a placement gave to whom."""
    _, happened = step(state, text)
    assert isinstance(happened, Tiled)
    return happened.outcome


def said(happened: Happened, viewer: int | None = None, over: bool = False) -> list[str]:
    """What the log says."""
    return [str(sentence) for sentence in lanterns.describe(happened, viewer, over)]


def last_round(state: State, turns_done: int | None = None) -> State:
    """The same table after all tiles have been placed, as far as hands, stack and turn go."""
    done = PLACEMENTS[state.seats] if turns_done is None else turns_done
    over = done == TURNS[state.seats]
    seat = done % state.seats
    return changed(
        state,
        hands=((),) * state.seats,
        stack=(),
        turns_done=done,
        to_act=None if over else seat,
        final=True,
        excess=0 if over else excess(state.cards[seat]),
    )


@contextmanager
def faces(*given: str) -> Iterator[None]:
    """Tiles 1, 2, ... have these edges as they lie unturned, and "platform" where it is said."""
    tiles = [
        pieces.Tile(number, edges(words.removesuffix(" platform")), words.endswith(" platform"))
        for number, words in enumerate(given, start=1)
    ]
    all_tiles = (pieces.TILES[0], *tiles, *pieces.TILES[len(tiles) + 1 :])
    turned = tuple(map(pieces.rotations, all_tiles))
    with patch.object(pieces, "TILES", all_tiles), patch.object(pieces, "TURNED", turned):
        yield
