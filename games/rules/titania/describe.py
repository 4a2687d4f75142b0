"""What the log says of a step to one viewer, in sentences about `{who}`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from games.rules.base import Seat
from games.rules.titania.apply import (
    Built,
    Chose,
    Declined,
    Decorated,
    Drew,
    Happened,
    Kept,
    Sailed,
    Taken,
)
from games.rules.titania.pieces import (
    CARD_SHIPS,
    FOG,
    HAND_LIMIT,
    Icon,
    card,
    points,
    shell,
    shell_colour,
    ship,
    starfish,
    tower,
)
from games.rules.titania.state import Shells
from games.rules.words import Argument, Listed, Sentence, Who, listed

RESHUFFLED = Sentence("The discards became a new draw pile.")


def describe(happened: Happened, viewer: Seat | None, over: bool = False) -> tuple[Sentence, ...]:
    """The act with what it brought first, then what else came of it; after the end nothing is held back."""
    who, open_to = Who(happened.seat), over or viewer == happened.seat
    match happened:
        case Sailed():
            return (*sailed(happened, who, open_to), *came(happened.taken))
        case Chose():
            return (chose(happened, who, open_to), *came(happened.taken))
        case Built():
            return (built(happened),)
        case Decorated():
            return (decorated(happened),)
        case Declined(_, colour):
            return (Sentence("{who} did without another {ship} ship.", who=who, ship=ship(colour)),)
        case Kept():
            return (Sentence("{who} kept the starfish.", who=who),)
        case Drew():
            return (drew(happened, open_to), *ended(happened))


def sailed(happened: Sailed, who: Who, open_to: bool) -> Iterator[Sentence]:
    """A ship came to a space, and what that gave; where it turned fog up, what lay there (T24)."""
    items = gains(happened.taken, open_to)
    if happened.fog is None:
        yield rewarded(happened, who, listed(items)) if items else arrived(happened, who)
        return
    yield arrived(happened, who)
    lacking = any((*happened.taken.gain.shells_lacking, happened.taken.gain.starfish_lacking))
    if items and not lacking:
        yield Sentence("The fog gave {gains}.", gains=listed(items))
        return
    yield Sentence("The fog showed {icons}.", icons=listed(map(shown, FOG[happened.fog])))
    if items:
        yield Sentence("{who} took {gains}.", who=who, gains=listed(items))


def arrived(it: Sailed, who: Who) -> Sentence:
    """A ship came to a space: by a card, two-coloured or not, or as an extra one."""
    coming, space = ship(it.colour), it.space
    if it.card is None:
        return Sentence("{who} placed another {ship} ship on {space}.", who=who, ship=coming, space=space)
    if len(CARD_SHIPS[it.card]) == 1:
        return Sentence("{who} sent a {ship} ship to {space}.", who=who, ship=coming, space=space)
    return Sentence(
        "{who} sent a {ship} ship to {space} with a {card} card.",
        who=who,
        ship=coming,
        space=space,
        card=card(it.card),
    )


def rewarded(it: Sailed, who: Who, items: Listed) -> Sentence:
    """A ship came to a space in the same ways, and for what."""
    coming, space = ship(it.colour), it.space
    if it.card is None:
        return Sentence(
            "{who} placed another {ship} ship on {space} for {gains}.",
            who=who,
            ship=coming,
            space=space,
            gains=items,
        )
    if len(CARD_SHIPS[it.card]) == 1:
        return Sentence(
            "{who} sent a {ship} ship to {space} for {gains}.", who=who, ship=coming, space=space, gains=items
        )
    return Sentence(
        "{who} sent a {ship} ship to {space} with a {card} card for {gains}.",
        who=who,
        ship=coming,
        space=space,
        card=card(it.card),
        gains=items,
    )


def chose(happened: Chose, who: Who, open_to: bool) -> Sentence:
    """A colour of shells, told by those that came, or by its name where none did."""
    items, colour = gains(happened.taken, open_to), shell_colour(happened.shell)
    if any(happened.taken.gain.shells):
        return Sentence("{who} took {gains}.", who=who, gains=listed(items))
    if items:
        return Sentence("{who} chose {colour} and took {gains}.", who=who, colour=colour, gains=listed(items))
    return Sentence("{who} chose {colour}.", who=who, colour=colour)


def shown(icon: Icon) -> Argument:
    """What one icon shows."""
    if icon.any:
        return Sentence("{n} shells of one colour", n=icon.n)
    if icon.colour is not None:
        return shell(icon.colour, icon.n)
    words: dict[str, Argument] = {
        "starfish": starfish(icon.n),
        "ship": Sentence("another ship"),
        "score_tile": score_tiles(icon.n),
        "card": Sentence("a card", many="{n} cards", n=icon.n),
        "points": points(icon.n),
    }
    return words[icon.icon]


def gains(taken: Taken, open_to: bool) -> list[Argument]:
    """What a space gave; cards and score tiles by their faces where they are open."""
    gain = taken.gain
    items: list[Argument] = [*shells(gain.shells)]
    items += [starfish(gain.starfish)] if gain.starfish else []
    items += [points(gain.points)] if gain.points else []
    if taken.tiles:
        items.append(valued(taken.tiles) if open_to else score_tiles(len(taken.tiles)))
    if taken.cards:
        items.append(faces(taken.cards) if open_to else cards(taken.cards, open_to))
    return items


def came(taken: Taken) -> Iterator[Sentence]:
    """What else came with a gain: a new draw pile, and what was lacking."""
    gain = taken.gain
    if taken.reshuffled:
        yield RESHUFFLED
    missing = [*shells(gain.shells_lacking)]
    missing += [starfish(gain.starfish_lacking)] if gain.starfish_lacking else []
    if missing:
        yield Sentence("The supply lacked {missing}.", missing=listed(missing))
    if gain.cards_lacking:
        yield Sentence("A hand holds no more than {limit} cards.", limit=HAND_LIMIT)


def valued(tiles: tuple[int, ...]) -> Sentence:
    """Score tiles by their values."""
    return Sentence(
        "a score tile of {tiles}", many="score tiles of {tiles}", n=len(tiles), tiles=listed(tiles)
    )


def faces(drawn: tuple[int, ...]) -> Sentence:
    """How many cards among other things, and their faces."""
    kinds = listed(map(card, drawn))
    return Sentence("a {kinds} card", many="{n} cards ({kinds})", n=len(drawn), kinds=kinds)


def built(happened: Built) -> Sentence:
    """Levels, island by island, and what all of them score."""
    who, scored = Who(happened.seat), points(happened.points)
    islands = [
        (space, listed(tower(colour, n) for _, colour, n in levels))
        for space, levels in groupby(happened.levels, key=lambda it: it[0])
    ]
    if len(islands) == 1:
        ((space, levels),) = islands
        return Sentence(
            "{who} built {levels} on {space} for {points}.",
            who=who,
            levels=levels,
            space=space,
            points=scored,
        )
    each = listed(Sentence("{space} ({levels})", space=space, levels=levels) for space, levels in islands)
    return Sentence("{who} built on {islands} for {points}.", who=who, islands=each, points=scored)


def decorated(happened: Decorated) -> Sentence:
    """An island, its price in starfish, and what it scores."""
    return Sentence(
        "{who} decorated {space} with {starfish} for {points}.",
        who=Who(happened.seat),
        space=happened.space,
        starfish=starfish(happened.price),
        points=points(happened.points),
    )


def score_tiles(n: int) -> Sentence:
    """So many score tiles, face down."""
    return Sentence("a score tile", many="{n} score tiles", n=n)


def shells(row: Shells) -> Iterable[Argument]:
    """Shells, colour by colour."""
    return [shell(colour, n) for colour, n in enumerate(row) if n]


def cards(drawn: tuple[int, ...], open_to: bool) -> Sentence:
    """Cards by their faces, or only how many."""
    if open_to:
        kinds = listed(map(card, drawn))
        return Sentence("a {kinds} card", many="{kinds} cards", n=len(drawn), kinds=kinds)
    return Sentence("a card", many="{n} cards", n=len(drawn))


def drew(happened: Drew, open_to: bool) -> Sentence:
    """The end of a turn."""
    who = Who(happened.seat)
    if not happened.cards:
        return Sentence("{who} ended the turn without drawing.", who=who)
    return Sentence("{who} drew {cards} and ended the turn.", who=who, cards=cards(happened.cards, open_to))


def ended(happened: Drew) -> Iterator[Sentence]:
    """What else the end of a turn brought: a new draw pile, the end of a period."""
    if happened.reshuffled:
        yield RESHUFFLED
    if happened.period_ended is None:
        return
    if happened.used_up:
        yield Sentence("All {ships} ships are out.", ships=listed(map(ship, happened.used_up)))
    else:
        yield Sentence("For two rounds nobody had played or drawn a card.")
    yield (
        Sentence("The first period ended.")
        if happened.period_ended == 1
        else Sentence("The second period ended.")
    )
