"""What the log says of a step to one viewer, in sentences about `{who}`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from games.rules.base import Seat
from games.rules.lanterns.apply import (
    Dedicated,
    Discarded,
    Exchanged,
    Finished,
    Gain,
    Happened,
    Preview,
    Tiled,
)
from games.rules.lanterns.pieces import FOUR, PAIRS, SEVEN, favour, lantern, unknown_lanterns, where
from games.rules.lanterns.view import CONCEALED, concealed
from games.rules.words import Argument, Listed, Sentence, Who, listed


def describe(happened: Happened, viewer: Seat | None, over: bool = False) -> tuple[Sentence, ...]:
    """The act first, then what came of it; once the game is over nothing is held back."""
    who = Who(happened.seat)
    match happened:
        case Exchanged(_, give, take):
            given, taken = lantern(give), lantern(take)
            return (Sentence("{who} exchanged {give} for {take}.", who=who, give=given, take=taken),)
        case Dedicated():
            return dedicated(happened)
        case Discarded(_, colours):
            return (Sentence("{who} gave back {cards}.", who=who, cards=cards(colours)),)
        case Tiled(seat, outcome, hidden):
            secret = hidden and not over
            return tiled(concealed(outcome, viewer) if secret else outcome, secret and seat != viewer)
        case Finished():
            return (Sentence("{who} finished the last turn.", who=who),)


def dedicated(happened: Dedicated) -> tuple[Sentence, ...]:
    who, colours, value = Who(happened.seat), cards(happened.colours), happened.token.value
    said = {
        FOUR: Sentence("{who} dedicated four {colours} for {n}.", who=who, colours=colours, n=value),
        PAIRS: Sentence(
            "{who} dedicated three pairs, {colours}, for {n}.", who=who, colours=colours, n=value
        ),
        SEVEN: Sentence("{who} dedicated seven colours for {n}.", who=who, n=value),
    }[happened.token.kind]
    return (said, Sentence("It was a spare token.")) if happened.token.generic else (said,)


def tiled(outcome: Preview, secret: bool) -> tuple[Sentence, ...]:
    """The placement, then for every seat what it received and what was lacking."""
    first, *others = outcome.gains
    return (
        placed(outcome, Who(first.seat), secret),
        *took(first, outcome.favours_lost),
        *(said for gain in others for said in received(gain)),
    )


def placed(outcome: Preview, who: Who, secret: bool) -> Sentence:
    """The act; matched sides are counted where the colours are not for the viewer."""
    assert outcome.place
    spot, sides = where(outcome.place.x, outcome.place.y), len(outcome.matches)
    if not sides:
        return Sentence("{who} placed a tile at {where}.", who=who, where=spot)
    if secret:
        return Sentence(
            "{who} placed a tile at {where}, matching one side.",
            many="{who} placed a tile at {where}, matching {n} sides.",
            who=who,
            where=spot,
            n=sides,
        )
    matching = cards(match.colour for match in outcome.matches)
    return Sentence(
        "{who} placed a tile at {where}, matching {colours}.", who=who, where=spot, colours=matching
    )


def took(gain: Gain, favours_lost: int) -> Iterable[Sentence]:
    """What the placing seat gained, and what was lacking."""
    who = Who(gain.seat)
    gains = (*gain.matched, *side(gain))
    items: list[Argument] = [*cards(gains).items, *([favour(gain.favours)] if gain.favours else [])]
    if items:
        yield Sentence("{who} took {gains}.", who=who, gains=listed(items))
    yield from lacking(gain)
    if favours_lost:
        yield (
            Sentence("No favour was left for {who}.", who=who)
            if not gain.favours
            else Sentence(
                "One more favour was not left for {who}.",
                many="{n} more favours were not left for {who}.",
                who=who,
                n=favours_lost,
            )
        )


def received(gain: Gain) -> Iterable[Sentence]:
    """What the deal brought to another seat (L12)."""
    for colour in side(gain):
        yield Sentence("{who} received {colour}.", who=Who(gain.seat), colour=item(colour, 1))
    yield from lacking(gain)


def lacking(gain: Gain) -> Iterable[Sentence]:
    """One sentence for each colour that the supply had run out of."""
    missing = {*gain.matched_lacking, *(() if gain.side_lacking is None else (gain.side_lacking,))}
    for colour in sorted(missing):
        yield Sentence("No {colour} was left for {who}.", colour=lantern(colour), who=Who(gain.seat))


def side(gain: Gain) -> tuple[int, ...]:
    return () if gain.side is None else (gain.side,)


def cards(colours: Iterable[int]) -> Listed:
    """Cards in canonical order, equal ones counted: "2 red and blue"."""
    return listed(item(colour, count) for colour, count in sorted(Counter(colours).items()))


def item(colour: int, count: int) -> Argument:
    """Lanterns of one colour, or some whose colour is not told."""
    if colour == CONCEALED:
        return unknown_lanterns(count)
    return lantern(colour, count)
