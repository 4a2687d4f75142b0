"""What a step would do, said beforehand: part of a longer sentence, without its capital and its full stop."""

from __future__ import annotations

from itertools import groupby

from games.rules.titania.describe import cards, score_tiles, shells
from games.rules.titania.moves import (
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
)
from games.rules.titania.pieces import (
    CARD_SHIPS,
    PLAYS,
    SPACES,
    card,
    points,
    shell_colour,
    ship,
    starfish,
    tower,
)
from games.rules.titania.steps import room
from games.rules.titania.towers import build_points, decoration_points
from games.rules.titania.view import Preview, View, preview
from games.rules.words import Argument, Sentence, listed


def outline(view: View, move: Move, openly: bool) -> Sentence:
    """What a legal step of the viewer's would do; `openly`, it tells nothing that a watcher does not see."""
    match move:
        case Sail(_, _, space) | Extra(space):
            return voyage(sent(view, move, openly), space, preview(view, move))
        case Choose(shell):
            gained = gains(preview(view, move))
            return Sentence("take {gains}", gains=listed(gained or [shell_colour(shell)]))
        case Build(levels):
            return building(view, levels)
        case Decorate(space):
            scored = points(decoration_points(view, space))
            return Sentence("decorate {space} for {points}", space=space, points=scored)
        case Keep():
            return Sentence("keep the starfish")
        case Decline():
            return Sentence("do without another ship")
        case Draw():
            return drawing(view)


def sent(view: View, move: Sail | Extra, openly: bool) -> Sentence:
    """The ship that goes, and the card where it does not follow from that; what is in a hand is one's own."""
    if isinstance(move, Extra):
        if openly or view.pending_colour is None:
            return Sentence("place another ship")
        return Sentence("place another {ship} ship", ship=ship(view.pending_colour))
    if openly:
        return Sentence("send a ship")
    if len(CARD_SHIPS[move.card]) == 1:
        return Sentence("send a {ship} ship", ship=ship(move.colour))
    return Sentence("use a {card} card to send a {ship} ship", card=card(move.card), ship=ship(move.colour))


def voyage(act: Sentence, space: str, brings: Preview) -> Sentence:
    """A ship that goes somewhere, and for what."""
    if brings.shells is None:
        return Sentence("{act} into the fog at {space}", act=act, space=space)
    if SPACES[space].towers:
        return Sentence("{act} to the crane at {space}", act=act, space=space)
    if gained := gains(brings):
        return Sentence("{act} to {space} for {gains}", act=act, space=space, gains=listed(gained))
    return Sentence("{act} to {space}", act=act, space=space)


def gains(brings: Preview) -> list[Argument]:
    """What comes to the seat."""
    items: list[Argument] = [*shells(brings.shells or ())]
    items += [starfish(brings.starfish)] if brings.starfish else []
    items += [points(brings.points)] if brings.points else []
    items += [score_tiles(brings.tiles)] if brings.tiles else []
    items += [some_cards(brings.cards)] if brings.cards else []
    return items


def some_cards(n: int) -> Sentence:
    """So many cards, face down."""
    return cards((0,) * n, False)


def building(view: View, levels: tuple[Levels, ...]) -> Sentence:
    """Levels, island by island, and what all of them score."""
    islands = [
        Sentence("{levels} on {space}", levels=listed(tower(colour, n) for _, colour, n in each), space=space)
        for space, each in groupby(levels, key=lambda it: it[0])
    ]
    scored = points(build_points(view, levels))
    return Sentence("build {islands} for {points}", islands=listed(islands), points=scored)


def drawing(view: View) -> Sentence:
    """The end of the turn, and how many cards come."""
    assert view.viewer is not None, "only a seat draws"
    number = room(view, view.viewer, PLAYS - view.played)
    return (
        Sentence("draw {cards} and end the turn", cards=some_cards(number))
        if number
        else Sentence("end the turn")
    )
