"""Positions made for one test each: what is said is arranged, the rest is as at the start of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.rules import titania
from games.rules.base import IllegalMove
from games.rules.titania.apply import Chose, Happened, Sailed
from games.rules.titania.pieces import (
    BOARD,
    CARDS,
    DECK,
    FOG,
    FOG_AT,
    FOG_TILES,
    HAND,
    SCORE_TILES,
    SHELLS,
    SHIPS,
    TOWER_AT,
)
from games.rules.titania.setup import Deal, begin
from games.rules.titania.state import Shells, State, changed, with_item, with_ship
from games.rules.titania.steps import Gain

SEED = bytes(range(32))
OTHER_SEED = SEED[::-1]


def cards(text: str) -> tuple[int, ...]:
    """Cards by their words: "red red/blue"."""
    return tuple(map(CARDS.index, text.split()))


def counted(text: str, words: Sequence[str]) -> tuple[int, ...]:
    """How many of each: "3 white 1 green"."""
    parts = text.split()
    counts = dict(zip(parts[1::2], map(int, parts[::2]), strict=True))
    assert set(counts) <= set(words)
    return tuple(counts.get(word, 0) for word in words)


def shells(text: str = "") -> Shells:
    """Shells, levels or tower pieces by their words: "3 white 1 green"."""
    return counted(text, SHELLS)


def tile(text: str) -> int:
    """A kind of fog tile by what it shows: "3 white", "2 any", "1 each", "2 starfish", "ship", "score"."""
    if text == "1 each":
        return next(kind for kind, icons in enumerate(FOG) if len(icons) == len(SHELLS))
    n, _, what = text.rpartition(" ")
    icon = {"starfish": "starfish", "ship": "ship", "score": "score_tile"}.get(what, "shell")
    for kind, entry in enumerate(BOARD["fog_tiles"]):
        first, *others = entry["icons"]
        colour = first.get("colour", what)
        if not others and (first["icon"], first["n"], colour) == (icon, int(n or 1), what):
            return kind
    raise AssertionError(text)


def table(seats: int = 2, *hands: str, one_space: bool = False, fog: dict[str, str] | None = None) -> State:
    """A game about to begin: the first seats are dealt these cards, the others the last of those left, two-
    coloured ones, and the rest lies as it does before it is shuffled. Fog tiles lie where it is said."""
    dealt = [kind for hand in hands for kind in cards(hand)]
    assert all(len(cards(hand)) == HAND for hand in hands)
    left = list((Counter(DECK) - Counter(dealt)).elements())
    at = len(left) - (seats - len(hands)) * HAND
    laid = fogged(FOG_TILES, fog or {})
    deck = (*dealt, *left[at:], *left[:at])
    return begin(Deal(seats, one_space, deck, laid, FOG_TILES[::-1], SCORE_TILES, (), SEED))


def fogged(tiles: tuple[int, ...], fog: dict[str, str]) -> tuple[int, ...]:
    """The fog tiles with some of them exchanged, so that what is said lies where it is said."""
    laid, fixed = list(tiles), {FOG_AT[space] for space in fog}
    for space, text in fog.items():
        kind, at = tile(text), FOG_AT[space]
        source = next(n for n, other in enumerate(laid) if other == kind and (n == at or n not in fixed))
        laid[at], laid[source] = laid[source], laid[at]
    return tuple(laid)


def ships(state: State, *places: str) -> State:
    """Ships from the supply stand there too, and gave nothing: "G4 red blue"."""
    for place in places:
        space, *colours = place.split()
        for colour in colours:
            state = with_ship(state, SHIPS.index(colour), space)
    return state


def supply(state: State, **left: int) -> State:
    """So many ships are left of these colours; the others have been lost at sea."""
    row = [left.get(colour, n) for colour, n in zip(SHIPS, state.ship_supply, strict=True)]
    return changed(state, ship_supply=tuple(row))


def hand(state: State, text: str, seat: int | None = None) -> State:
    """A seat holds just these cards; what it held goes under the draw pile, from where these come."""
    who = state.to_act if seat is None else seat
    pile = [*state.pile, *state.hands[who]]
    wanted = cards(text)
    for kind in wanted:
        pile.remove(kind)
    return changed(state, hands=with_item(state.hands, who, wanted), pile=tuple(pile))


def holding(state: State, *rows: str) -> State:
    """The first seats hold just these shells; the supply gives and takes the difference."""
    held, total = (
        list(state.shells),
        [sum(all_) for all_ in zip(state.shell_supply, *state.shells, strict=True)],
    )
    held[: len(rows)] = [shells(row) for row in rows]
    left = tuple(n - sum(some) for n, some in zip(total, zip(*held, strict=True), strict=True))
    return changed(state, shells=tuple(held), shell_supply=left)


def starfish(state: State, *held: int) -> State:
    """The first seats hold so many starfish, taken from the supply."""
    row = (*held, *state.starfish[len(held) :])
    return changed(
        state, starfish=row, starfish_supply=state.starfish_supply + sum(state.starfish) - sum(row)
    )


def towers(state: State, **levels: str) -> State:
    """Towers stand there: A4="2 white 1 green"; their pieces come from the supply."""
    rows, pieces = list(state.levels), list(state.tower_supply)
    for space, text in levels.items():
        row = shells(text)
        old, rows[TOWER_AT[space]] = rows[TOWER_AT[space]], row
        pieces = [n + before - now for n, before, now in zip(pieces, old, row, strict=True)]
    return changed(state, levels=tuple(rows), tower_supply=tuple(pieces))


def decorated(state: State, *spaces: str) -> State:
    """A starfish lies on these tower spaces."""
    return changed(
        state,
        decorated=state.decorated | set(spaces),
        starfish_supply=state.starfish_supply - len(spaces),
    )


def go(state: State, *texts: str) -> State:
    """The position after these steps, each by the seat on turn."""
    for text in texts:
        state, _ = step(state, text)
    return state


def step(state: State, text: str) -> tuple[State, Happened]:
    """The position after one step by the seat on turn, and what happened."""
    assert state.to_act is not None
    return titania.apply(state, state.to_act, titania.parse(text))


def gain(state: State, text: str) -> Gain:
    """What a step gave to its seat."""
    _, happened = step(state, text)
    assert isinstance(happened, Sailed | Chose)
    return happened.taken.gain


def refused(state: State, text: str, seat: int | None = None) -> str:
    """The words with which a step is refused, by `refusal` and by `apply` alike."""
    who = state.to_act if seat is None else seat
    assert who is not None
    move = titania.parse(text)
    reason = titania.refusal(state, who, move)
    assert reason is not None, f"{text} is allowed"
    assert move not in titania.legal_moves(state, who)
    try:
        titania.apply(state, who, move)
    except IllegalMove as error:
        assert error.sentence == reason
    else:
        raise AssertionError(f"{text} was applied")
    return str(reason)


def allowed(state: State, text: str) -> bool:
    """Whether the seat on turn may take a step; the refusal and the list of moves agree."""
    assert state.to_act is not None
    move = titania.parse(text)
    fine = titania.refusal(state, state.to_act, move) is None
    assert fine == (move in titania.legal_moves(state, state.to_act))
    return fine


def texts(state: State, word: str = "") -> list[str]:
    """The texts of all legal steps that begin with a word."""
    assert state.to_act is not None
    moves = map(str, titania.legal_moves(state, state.to_act))
    return [text for text in moves if text.startswith(word)]


def where(state: State, words: str) -> str:
    """The spaces of all legal steps that begin with these words: "sail red red"."""
    return " ".join(text.removeprefix(words + " ") for text in texts(state, words + " "))


def said(happened: Happened, viewer: int | None = None, over: bool = False) -> list[str]:
    """What the log says."""
    return [str(sentence) for sentence in titania.describe(happened, viewer, over)]


def points(state: State) -> tuple[int, ...]:
    """The points of every seat."""
    return titania.view(state, None).points


def last_turn(state: State, period: int = 2) -> State:
    """The same table in a period's last turn: one red ship is left, the seat on turn can play it to E6."""
    state = changed(state, period=period, fog_next=() if period == 2 else state.fog_next)
    return hand(supply(state, red=1, blue=9, yellow=9), "red blue yellow")
