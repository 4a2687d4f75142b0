"""Which steps are allowed, and why not.

Every kind of step has three functions: `..._closed` says why no step of the kind may be taken now,
`..._wrong` what is the matter with one of them, and a plural (`sails`) lists all that are right while the
kind is open. The list of moves, the refusal and `apply` stand on them. All work on a State and on a View
alike, so a page offers from the view exactly what the server accepts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from games.rules.base import Seat
from games.rules.titania.moves import (
    CHOICES,
    DECLINE,
    DECORATIONS,
    DRAW,
    EXTRAS,
    KEEP,
    SAILS,
    Build,
    Choose,
    Decline,
    Decorate,
    Draw,
    Extra,
    Keep,
    Levels,
    Move,
    Sail,
    in_order,
)
from games.rules.titania.pieces import (
    BESIDE,
    BITS,
    CARD_SHIPS,
    CRANE_BITS,
    MOST_LEVELS,
    PLAYS,
    SPACES,
    WATER,
    Spaces,
    card,
    shell,
    shell_colour,
    ship,
    spaces_in,
    starfish,
)
from games.rules.titania.state import BUILD, CHOOSE, DECORATE, EXTRA, Position, full, levels_on
from games.rules.titania.towers import (
    Site,
    affordable,
    can_build,
    decoration_points,
    decoration_price,
    grown,
    price_and_pieces,
    sites,
)
from games.rules.words import Sentence, Who

OVER = Sentence("The game is over.")
ALL_PLAYED = Sentence("You have played three cards; draw to end the turn.")
TOWER_SPACE = Sentence("A ship cannot enter an island.")
NO_BUILDING = Sentence("A ship may enter a crane only where you can build at once.")
NO_CHOICE = Sentence("There is no colour to choose.")
NO_EXTRA = Sentence("There is no other ship to place.")
NO_CRANE = Sentence("You build only when a ship has entered a crane.")
NO_GAIN = Sentence("You decorate only when you have gained starfish.")
OUT_OF_ORDER = Sentence("Name each tower once, in the order of the board.")
TOO_HIGH = Sentence("A tower has at most four levels.")
ONE_SPACE = Sentence("At this table a visit to a crane builds on one island only.")
DECORATED = Sentence("There is a starfish already.")
FIRST = {
    CHOOSE: Sentence("First choose the colour of the shells."),
    BUILD: Sentence("First build at the crane."),
    DECORATE: Sentence("First decorate, or keep your starfish."),
    EXTRA: Sentence("First place the other ship, or do without it."),
}
"""What is pending blocks everything else (J13)."""


def legal_moves(state: Position, seat: Seat) -> list[Move]:
    """Every step that the seat may take now."""
    if state.to_act != seat:
        return []
    return [move for choices in CHOICES_WHILE[state.pending] for move in choices(state, seat)]


def refusal(state: Position, seat: Seat, move: Move) -> Sentence | None:
    """Why the seat may not take this step now; None where it may."""
    if state.to_act != seat:
        return not_on_turn(state)
    closed, wrong, _ = KINDS_OF_STEP[type(move)]
    return closed(state, seat) or wrong(state, seat, move)


def never_wrong(state: Position, seat: Seat, move: Move) -> Sentence | None:
    """For the kinds of step that are right whenever they are open."""
    return None


def not_on_turn(state: Position) -> Sentence:
    return OVER if state.to_act is None else Sentence("It is the turn of {other}.", other=Who(state.to_act))


def forced(state: Position, seat: Seat) -> Move | None:
    """Draw, where it is the only step: no card can be played, so nobody need wait for the seat."""
    if state.to_act != seat or state.pending:
        return None
    return None if sail_closed(state, seat) is None and any(sails(state, seat)) else DRAW


# What pages build their choices from


def card_choices(view: Position) -> tuple[tuple[int, int, tuple[str, ...]], ...]:
    """Each card that the seat on turn may play, as which colour, and where to."""
    seat = view.to_act
    if seat is None or sail_closed(view, seat):
        return ()
    return tuple([choice for choice in voyages(view, seat) if choice[2]])


def extra_spaces(view: Position) -> tuple[str, ...]:
    """Where the extra ship may go that is pending (T21)."""
    seat, space, colour = view.to_act, view.pending_space, view.pending_colour
    if view.pending != EXTRA or seat is None or space is None or colour is None:
        return ()
    return spaces_in(waters_beside(view, seat, colour, space))


def build_sites(view: Position) -> tuple[Site, ...]:
    """The towers that stand or may stand next to the crane where the seat on turn has to build."""
    seat, crane = view.to_act, view.pending_space
    if view.pending != BUILD or seat is None or crane is None:
        return ()
    return tuple(sites(view, seat, SPACES[crane].towers))


def decorate_spaces(view: Position) -> tuple[tuple[str, int, int], ...]:
    """The tower spaces that the seat on turn may decorate now, with price and points (T34, T35)."""
    if view.pending != DECORATE or view.to_act is None:
        return ()
    spaces = affordable(view.decorated, view.starfish[view.to_act])
    return tuple([(space, decoration_price(space), decoration_points(view, space)) for space in spaces])


# Sail (T8-T17)


def sail_closed(state: Position, seat: Seat) -> Sentence | None:
    if state.pending:
        return FIRST[state.pending]
    return ALL_PLAYED if state.played == PLAYS else None


def sail_wrong(state: Position, seat: Seat, move: Sail) -> Sentence | None:
    if move.card not in kinds_held(state, seat):
        return Sentence("You hold no {card} card.", card=card(move.card))
    if move.colour not in CARD_SHIPS[move.card]:
        return Sentence(
            "A {card} card brings no {colour} ship.", card=card(move.card), colour=ship(move.colour)
        )
    if not state.ship_supply[move.colour]:
        return Sentence("No {colour} ship is left.", colour=ship(move.colour))
    apart = Sentence("{space} is not next to a {colour} ship.", space=move.space, colour=ship(move.colour))
    return berth_wrong(state, seat, move.colour, move.space, state.reach[move.colour], apart)


def berth_wrong(
    state: Position, seat: Seat, colour: int, space: str, near: Spaces, apart: Sentence
) -> Sentence | None:
    """Why a ship of a colour cannot go to a space (T12-T17); `apart` where it is not one of those near."""
    bit = BITS[space]
    if not bit & WATER:
        return TOWER_SPACE
    if bit & state.fleets[colour]:
        return Sentence("There is a {colour} ship on {space} already.", colour=ship(colour), space=space)
    if bit & full(state):
        return Sentence("There are two ships on {space} already.", space=space)
    if not bit & near:
        return apart
    return NO_BUILDING if bit & CRANE_BITS and not can_build(state, seat, space) else None


def waters(state: Position, seat: Seat, colour: int) -> Spaces:
    """Where a card may bring a ship of a colour: the spaces that `berth_wrong` does not mind."""
    return berths(state, seat, colour, state.reach[colour]) if state.ship_supply[colour] else 0


def waters_beside(state: Position, seat: Seat, colour: int, space: str) -> Spaces:
    """Where an extra ship of a colour may go from a ship space (T21, J9)."""
    return berths(state, seat, colour, BESIDE[space]) if state.ship_supply[colour] else 0


def berths(state: Position, seat: Seat, colour: int, near: Spaces) -> Spaces:
    found = near & WATER & ~state.fleets[colour] & ~full(state)
    for crane in spaces_in(found & CRANE_BITS):
        if not can_build(state, seat, crane):
            found ^= BITS[crane]
    return found


def kinds_held(state: Position, seat: Seat) -> Sequence[int]:
    """The kinds of card in a hand, in order; none where the viewer may not know them."""
    return sorted(set(state.hands[seat] or ()))


def sails(state: Position, seat: Seat) -> Iterator[Sail]:
    if state.played == PLAYS:
        return
    for kind, colour, spaces in voyages(state, seat):
        moves = SAILS[kind, colour]
        for space in spaces:
            yield moves[space]


def voyages(state: Position, seat: Seat) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Each card of a hand, as which colour, and where to; reckoned once for all cards of a colour."""
    found: dict[int, tuple[str, ...]] = {}
    for kind in kinds_held(state, seat):
        for colour in CARD_SHIPS[kind]:
            if colour not in found:
                found[colour] = spaces_in(waters(state, seat, colour))
            yield kind, colour, found[colour]


# Choose (T18, J13, J15)


def choose_closed(state: Position, seat: Seat) -> Sentence | None:
    return unasked(state, CHOOSE, NO_CHOICE)


def unasked(state: Position, what: str, nothing: Sentence) -> Sentence | None:
    """Why a decision cannot be taken now: another one is pending, or none."""
    if state.pending == what:
        return None
    return FIRST[state.pending] if state.pending else nothing


def colours(state: Position, seat: Seat) -> Iterable[Choose]:
    return CHOICES


# Extra and decline (T21, J8-J10)


def extra_closed(state: Position, seat: Seat) -> Sentence | None:
    return unasked(state, EXTRA, NO_EXTRA)


def extra_wrong(state: Position, seat: Seat, move: Extra) -> Sentence | None:
    colour, ship_space = state.pending_colour, state.pending_space
    assert ship_space is not None and colour is not None
    apart = Sentence("{space} is not next to {other}.", space=move.space, other=ship_space)
    return berth_wrong(state, seat, colour, move.space, BESIDE[ship_space], apart)


def extras(state: Position, seat: Seat) -> Iterable[Move]:
    return [EXTRAS[space] for space in extra_spaces(state)]


def declines(state: Position, seat: Seat) -> Iterable[Decline]:
    return (DECLINE,)


# Build (T22, T27-T32)


def build_closed(state: Position, seat: Seat) -> Sentence | None:
    return unasked(state, BUILD, NO_CRANE)


def build_wrong(state: Position, seat: Seat, move: Build) -> Sentence | None:
    assert state.pending_space is not None
    levels = move.levels
    if not levels or not in_order(levels) or any(more < 1 for _, _, more in levels):
        return OUT_OF_ORDER
    if state.one_space and len({space for space, _, _ in levels}) > 1:
        return ONE_SPACE
    crane = SPACES[state.pending_space]
    for space, colour, more in levels:
        if space not in crane.towers:
            return Sentence("{space} is not next to the crane.", space=space)
        if colour not in SPACES[space].symbols:
            return Sentence(
                "{space} has no place for a {colour} tower.", space=space, colour=shell_colour(colour)
            )
        if levels_on(state, space)[colour] + more > MOST_LEVELS:
            return TOO_HIGH
    return unpaid(state, seat, levels)


def unpaid(state: Position, seat: Seat, levels: tuple[Levels, ...]) -> Sentence | None:
    """Which shells or levels are lacking to build these."""
    price, pieces = price_and_pieces(state, levels)
    for colour, held in enumerate(state.shells[seat]):
        if price[colour] > held:
            needed = shell(colour, price[colour])
            return Sentence("That takes {needed}; you hold {n}.", needed=needed, n=held)
        if pieces[colour] > state.tower_supply[colour]:
            return Sentence("Not enough {colour} levels are left.", colour=shell_colour(colour))
    return None


def builds(state: Position, seat: Seat) -> Iterator[Build]:
    assert state.pending_space is not None
    towers = SPACES[state.pending_space].towers
    for spaces in [(space,) for space in towers] if state.one_space else [towers]:
        open_sites = [site for site in sites(state, seat, spaces) if site.most]
        for levels in grown(open_sites, state.shells[seat], state.tower_supply):
            if levels:
                yield Build(levels)


# Decorate and keep (T33-T36)


def decorate_closed(state: Position, seat: Seat) -> Sentence | None:
    return unasked(state, DECORATE, NO_GAIN)


def decorate_wrong(state: Position, seat: Seat, move: Decorate) -> Sentence | None:
    price, held = decoration_price(move.space), state.starfish[seat]
    if not price:
        return Sentence("{space} is no island.", space=move.space)
    if move.space in state.decorated:
        return DECORATED
    if price > held:
        return Sentence("That takes {needed}; you hold {n}.", needed=starfish(price), n=held)
    return None


def decorations(state: Position, seat: Seat) -> Iterable[Decorate]:
    return [DECORATIONS[space] for space in affordable(state.decorated, state.starfish[seat])]


def keeps(state: Position, seat: Seat) -> Iterable[Keep]:
    return (KEEP,)


# Draw (T10)


def draw_closed(state: Position, seat: Seat) -> Sentence | None:
    return FIRST[state.pending] if state.pending else None


def draws(state: Position, seat: Seat) -> Iterable[Draw]:
    return (DRAW,)


Closed = Callable[[Any, Seat], Sentence | None]
Wrong = Callable[[Any, Seat, Any], Sentence | None]
Choices = Callable[[Any, Seat], Iterable[Move]]
KINDS_OF_STEP: dict[type[Move], tuple[Closed, Wrong, Choices]] = {
    Sail: (sail_closed, sail_wrong, sails),
    Choose: (choose_closed, never_wrong, colours),
    Build: (build_closed, build_wrong, builds),
    Decorate: (decorate_closed, decorate_wrong, decorations),
    Keep: (decorate_closed, never_wrong, keeps),
    Extra: (extra_closed, extra_wrong, extras),
    Decline: (extra_closed, never_wrong, declines),
    Draw: (draw_closed, never_wrong, draws),
}
CHOICES_WHILE: dict[str | None, tuple[Choices, ...]] = {
    None: (sails, draws),
    CHOOSE: (colours,),
    BUILD: (builds,),
    DECORATE: (decorations, keeps),
    EXTRA: (extras, declines),
}
"""The kinds of step that are open, by what is pending."""
