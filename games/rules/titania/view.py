"""What one viewer may know: the only door from a position to pages, mails and players.

A View holds no reference to a State. What it withholds, `redeal` deals anew, so that a test can prove that
nothing of it shows.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from games.rules.base import IllegalMove, Json, Result, Seat
from games.rules.chance import shuffle
from games.rules.titania.apply import idle_after, period_ends
from games.rules.titania.legal import refusal
from games.rules.titania.moves import Build, Decorate, Draw, Extra, Move, Sail
from games.rules.titania.pieces import (
    BITS,
    FOG,
    FOG_AT,
    FOG_SPACES,
    FOG_TILES,
    NO_SHELLS,
    PLAYS,
    SHELLS,
    SHIPS,
    SPACES,
    TOWERS,
    Icon,
    Spaces,
    spaces_in,
)
from games.rules.titania.scoring import points, result
from games.rules.titania.state import (
    CHOOSE,
    Earned,
    Shells,
    State,
    changed,
    full,
    levels_on,
    ships_on,
    with_choice,
)
from games.rules.titania.steps import is_unknown, room, stepped
from games.rules.titania.towers import decoration_price, price_and_pieces
from games.rules.words import Sentence


class Preview(NamedTuple):
    """What a step would bring, as far as its seat can know.

    `shells` is None where fog hides what comes, and then nothing else is known either. `cards` and `tiles`
    are how many would come face down; `ship_supply` is what is left after the step; `price` and
    `starfish_price` are what it costs; `pending` what has to be decided next. `ends_period` is true for a
    draw that ends the period.
    """

    shells: Shells | None = NO_SHELLS
    shells_lacking: Shells = NO_SHELLS
    starfish: int = 0
    points: int = 0
    cards: int = 0
    tiles: int = 0
    ship_supply: tuple[int, ...] = ()
    price: Shells = NO_SHELLS
    starfish_price: int = 0
    pending: str | None = None
    ends_period: bool = False


@dataclass(frozen=True)
class View:
    """A position as one viewer (a seat, or None for a watcher) may know it; after the end, all of it.

    `ships` and `towers` name the spaces that have some, in board order; `fog` the fog tiles that lie face
    up with their kinds, `fog_left` the fog spaces that nobody has entered; a fog space in neither is spent.
    `hands` and `tiles` have None for what is not for this viewer; so have `pile_order` and `score_order`,
    which nobody sees before the end. `points` are without score tiles until then. `turns_all` is an
    estimate. What is pending and the bit sets `fleets`, `reach`, `fresh` and `latest` are as in the State.
    """

    seats: int
    viewer: Seat | None
    one_space: bool
    period: int
    to_act: Seat | None
    played: int
    pending: str | None
    pending_space: str | None
    pending_n: int
    pending_colour: int | None
    fleets: tuple[Spaces, ...] = field(repr=False)
    reach: tuple[Spaces, ...] = field(repr=False)
    ships: tuple[tuple[str, tuple[int, ...]], ...]
    ship_supply: tuple[int, ...]
    levels: tuple[Shells, ...] = field(repr=False)
    towers: tuple[tuple[str, Shells], ...]
    decorated: frozenset[str]
    tower_supply: Shells
    fog: tuple[tuple[str, int], ...]
    fog_left: frozenset[str]
    hands: tuple[tuple[int, ...] | None, ...]
    hand_sizes: tuple[int, ...]
    shells: tuple[Shells, ...]
    shell_supply: Shells
    starfish: tuple[int, ...]
    starfish_supply: int
    tiles: tuple[tuple[int, ...] | None, ...]
    tile_counts: tuple[int, ...]
    score_left: int
    score_order: tuple[int, ...] | None
    points: tuple[int, ...]
    earned: tuple[Earned, ...]
    pile: int
    pile_order: tuple[int, ...] | None
    discards: tuple[int, ...]
    idle: int
    fresh: Spaces
    latest: Spaces
    turns_done: int
    turns_all: int
    result: Result | None

    @property
    def cards_left(self) -> int:
        """Cards that can still be drawn, the discards among them (J4)."""
        return self.pile + len(self.discards)

    @property
    def newest(self) -> tuple[str, ...]:
        """The spaces that the last turn has changed, and the one that is being played, in board order."""
        return spaces_in(self.latest | self.fresh)

    def shows(self, space: str) -> tuple[Icon, ...] | None:
        """What a space gives to a ship; None for fog that nobody has entered."""
        if space not in FOG_AT:
            return SPACES[space].icons
        return next((FOG[kind] for lying, kind in self.fog if lying == space), None)


def view(state: State, viewer: Seat | None) -> View:
    """What the viewer may know. After the end it hides nothing."""
    ended = result(state)
    over = ended is not None
    entered, occupied = fog_up(state), occupied_by(state.fleets)
    return View(
        seats=state.seats,
        viewer=viewer,
        one_space=state.one_space,
        period=state.period,
        to_act=state.to_act,
        played=state.played,
        pending=state.pending,
        pending_space=state.pending_space,
        pending_n=shells_to_choose(state),
        pending_colour=state.pending_colour,
        fleets=state.fleets,
        reach=state.reach,
        ships=tuple([(space, ships_on(state, space)) for space in spaces_in(occupied)]),
        ship_supply=state.ship_supply,
        levels=state.levels,
        towers=tuple([(space, row) for space, row in zip(TOWERS, state.levels, strict=True) if any(row)]),
        decorated=state.decorated,
        tower_supply=state.tower_supply,
        fog=tuple(
            [
                (space, kind)
                for space, kind in zip(FOG_SPACES, state.fog, strict=True)
                if BITS[space] & entered or (over and not BITS[space] & occupied)
            ]
        ),
        fog_left=frozenset() if over else fog_left(occupied),
        hands=tuple([hand if over or seat == viewer else None for seat, hand in enumerate(state.hands)]),
        hand_sizes=tuple(map(len, state.hands)),
        shells=state.shells,
        shell_supply=state.shell_supply,
        starfish=state.starfish,
        starfish_supply=state.starfish_supply,
        tiles=tuple([won if over or seat == viewer else None for seat, won in enumerate(state.tiles)]),
        tile_counts=tuple(map(len, state.tiles)),
        score_left=len(state.score_pile),
        score_order=state.score_pile if over else None,
        points=points(state),
        earned=state.earned,
        pile=len(state.pile),
        pile_order=state.pile if over else None,
        discards=state.discards,
        idle=state.idle,
        fresh=state.fresh,
        latest=state.latest,
        turns_done=state.turns_done,
        turns_all=state.turns_all,
        result=ended,
    )


def shells_to_choose(state: State) -> int:
    """How many shells of one colour the seat to act has to choose; 0 where it has not."""
    space = state.pending_space
    return with_choice(state.shows(space)) if space and state.pending == CHOOSE else 0


def occupied_by(fleets: tuple[Spaces, ...]) -> Spaces:
    """The spaces that hold a ship."""
    red, blue, yellow = fleets
    return red | blue | yellow


def fog_up(state: State) -> Spaces:
    """Where a fog tile lies face up: one ship is there, or its second one has just come (T24)."""
    shown = occupied_by(state.fleets) & ~full(state)
    return shown | BITS[state.pending_space] if state.pending_space else shown


def fog_left(occupied: Spaces) -> frozenset[str]:
    """The fog spaces that nobody has entered in this period."""
    return frozenset([space for space in FOG_SPACES if not BITS[space] & occupied])


def preview(view: View, move: Move) -> Preview:
    """What a step of the viewer's would bring. Raises IllegalMove."""
    seat = view.viewer
    if seat is None or seat != view.to_act:
        raise IllegalMove(Sentence("It is not your turn."))
    if reason := refusal(view, seat, move):
        raise IllegalMove(reason)
    if isinstance(move, Draw):
        number = room(view, seat, PLAYS - view.played)
        return Preview(
            cards=number,
            ship_supply=view.ship_supply,
            ends_period=period_ends(view, idle_after(view, number)),
        )
    after, gain = stepped(view, seat, move)
    unknown = isinstance(move, Sail | Extra) and is_unknown(view, move.space)
    return Preview(
        shells=None if unknown else gain.shells,
        shells_lacking=gain.shells_lacking,
        starfish=gain.starfish,
        points=sum(after.earned[seat]) - sum(view.earned[seat]),
        cards=gain.cards,
        tiles=gain.tiles,
        ship_supply=after.ship_supply,
        price=price_and_pieces(view, move.levels)[0] if isinstance(move, Build) else NO_SHELLS,
        starfish_price=decoration_price(move.space) if isinstance(move, Decorate) else 0,
        pending=after.pending,
    )


def redeal(state: State, viewer: Seat | None, seed: bytes) -> State:
    """Another position that looks the same to the viewer.

    Others' hands and the draw pile, fog that nobody has entered, all fog of the second period, others'
    score tiles and those that nobody holds are dealt anew, and so is what the discards will be shuffled to.
    """
    if state.to_act is None:
        return state
    hands, pile = dealt_anew(state.hands, state.pile, viewer, seed, "cards")
    tiles, score_pile = dealt_anew(state.tiles, state.score_pile, viewer, seed, "score")
    left = fog_left(occupied_by(state.fleets))
    hidden = [kind for space, kind in zip(FOG_SPACES, state.fog, strict=True) if space in left]
    fog = iter(shuffle(sorted(hidden), seed, "fog/1"))
    return changed(
        state,
        hands=hands,
        pile=pile,
        tiles=tiles,
        score_pile=score_pile,
        fog=tuple(
            next(fog) if space in left else kind for space, kind in zip(FOG_SPACES, state.fog, strict=True)
        ),
        fog_next=tuple(shuffle(FOG_TILES, seed, "fog/2")) if state.fog_next else (),
        seed=seed,
        reshuffles=(),
    )


Rows = tuple[tuple[int, ...], ...]


def dealt_anew(
    rows: Rows, pile: tuple[int, ...], viewer: Seat | None, seed: bytes, label: str
) -> tuple[Rows, tuple[int, ...]]:
    """What others hold and what lies in the pile, dealt anew."""
    others = [row for seat, row in enumerate(rows) if seat != viewer]
    pieces = iter(shuffle(sorted(chain(pile, *others)), seed, label))
    held = tuple(row if seat == viewer else tuple(next(pieces) for _ in row) for seat, row in enumerate(rows))
    return held, tuple(pieces)


def progress(view: View) -> tuple[int, int]:
    """Turns completed, and an estimate of turns in all."""
    return view.turns_done, view.turns_all


def scores(view: View) -> tuple[int, ...]:
    """The points of every seat so far; score tiles count at the end."""
    return view.points


def position(state: State) -> dict[str, Json]:
    """The line that `record replay --each` prints for this position; its keys are sorted."""
    ended = result(state)
    occupied = spaces_in(occupied_by(state.fleets))
    return {
        "decorated": [space for space in TOWERS if space in state.decorated],
        "drawn_pile": len(state.pile),
        "fog_up": [space for space in occupied if space in FOG_AT and len(ships_on(state, space)) == 1],
        "hands": list(map(len, state.hands)),
        "over": ended is not None,
        "pending": state.pending,
        "period": state.period,
        "places": list(ended.places) if ended else None,
        "played": state.played,
        "scores": list(points(state)),
        "shells": [named(held) for held in state.shells],
        "ships": {space: [SHIPS[colour] for colour in ships_on(state, space)] for space in sorted(occupied)},
        "starfish": list(state.starfish),
        "supply": dict(sorted(zip(SHIPS, state.ship_supply, strict=True))),
        "tiles": list(map(len, state.tiles)),
        "to_act": [] if state.to_act is None else [state.to_act],
        "towers": {
            space: named(levels_on(state, space)) for space in sorted(TOWERS) if any(levels_on(state, space))
        },
    }


def named(row: Shells) -> dict[str, int]:
    """Shells or levels by the words of their colours, in the order of the alphabet, zeros left out."""
    return {colour: n for colour, n in sorted(zip(SHELLS, row, strict=True)) if n}
