"""What a step would do, said beforehand: part of a longer sentence, without its capital and its full stop."""

from __future__ import annotations

from games.rules.lanterns.apply import Gain
from games.rules.lanterns.describe import cards, side
from games.rules.lanterns.legal import next_token
from games.rules.lanterns.moves import Dedicate, Discard, Exchange, Finish, Move, Place
from games.rules.lanterns.pieces import FOUR, PAIRS, favour, lantern, unknown_lanterns, where
from games.rules.lanterns.view import View, preview
from games.rules.words import Argument, Listed, Sentence, Who, listed


def outline(view: View, move: Move, openly: bool) -> Sentence:
    """What a legal step of the viewer's would do; `openly`, it tells nothing that a watcher does not see."""
    secret = openly and view.hidden
    match move:
        case Exchange(give, take):
            if secret:
                return Sentence("exchange a lantern")
            return Sentence("exchange {give} for {take}", give=lantern(give), take=lantern(take))
        case Dedicate():
            return Sentence("make a dedication") if secret else dedicating(view, move)
        case Discard(colours):
            back = unknown_lanterns(len(colours)) if secret else cards(colours)
            return Sentence("give back {cards}", cards=back)
        case Place():
            return placing(view, move, openly)
        case Finish():
            return Sentence("finish your last turn")


def dedicating(view: View, move: Dedicate) -> Sentence:
    """A set, and what its token is worth."""
    value, colours = next_token(view, move.kind).value, cards(move.colours)
    if move.kind == FOUR:
        return Sentence("dedicate four {colours} for {n}", colours=colours, n=value)
    if move.kind == PAIRS:
        return Sentence("dedicate three pairs, {colours}, for {n}", colours=colours, n=value)
    return Sentence("dedicate seven colours for {n}", n=value)


def placing(view: View, move: Place, openly: bool) -> Sentence:
    """Where a tile goes; which it is shows in what it brings to whom, which is told to its owner alone."""
    spot = where(move.x, move.y)
    gains = [] if openly else brought(preview(view, move).gains)
    if not gains:
        return Sentence("place a tile at {where}", where=spot)
    return Sentence("place a tile at {where}: {gains}", where=spot, gains=listed(gains))


def brought(gains: tuple[Gain, ...]) -> list[Argument]:
    """What comes to each seat, as far as anything does."""
    return [
        Sentence("{things} for {who}", things=Listed(items), who=Who(gain.seat))
        for gain in gains
        if (items := things(gain))
    ]


def things(gain: Gain) -> tuple[Argument, ...]:
    """What comes to one seat."""
    taken = cards((*gain.matched, *side(gain))).items
    return (*taken, favour(gain.favours)) if gain.favours else taken
