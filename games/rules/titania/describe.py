"""What the log says of a step to one viewer, in sentences about `{who}`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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
from games.rules.words import Argument, Sentence, Who, listed

RESHUFFLED = Sentence("The discards became a new draw pile.")


def describe(happened: Happened, viewer: Seat | None, over: bool = False) -> tuple[Sentence, ...]:
    """The act first, then what came of it; once the game is over nothing is held back."""
    who, open_to = Who(happened.seat), over or viewer == happened.seat
    match happened:
        case Sailed():
            return (sailed(happened), *lifted(happened), *took(happened.taken, who, open_to))
        case Chose(_, colour, taken):
            chosen = Sentence("{who} chose {colour}.", who=who, colour=shell_colour(colour))
            return (chosen, *took(taken, who, open_to))
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


def sailed(happened: Sailed) -> Sentence:
    """A ship came to a space: by a card, two-coloured or not, or as an extra one."""
    _, kind, colour, space, _, _ = happened
    who, coming = Who(happened.seat), ship(colour)
    if kind is None:
        return Sentence("{who} placed another {ship} ship on {space}.", who=who, ship=coming, space=space)
    if len(CARD_SHIPS[kind]) == 1:
        return Sentence("{who} sent a {ship} ship to {space}.", who=who, ship=coming, space=space)
    return Sentence(
        "{who} sent a {ship} ship to {space} with a {card} card.",
        who=who,
        ship=coming,
        space=space,
        card=card(kind),
    )


def lifted(happened: Sailed) -> Iterator[Sentence]:
    """The fog tile that was turned up (T24)."""
    if happened.fog is not None:
        yield Sentence("The fog showed {icons}.", icons=listed(map(shown, FOG[happened.fog])))


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


def took(taken: Taken, who: Who, open_to: bool) -> Iterator[Sentence]:
    """What a space gave, then what was lacking; cards and score tiles by their faces where they are open."""
    gain = taken.gain
    items: list[Argument] = [*shells(gain.shells)]
    items += [starfish(gain.starfish)] if gain.starfish else []
    items += [points(gain.points)] if gain.points else []
    if not open_to and taken.tiles:
        items.append(score_tiles(len(taken.tiles)))
    if items:
        yield Sentence("{who} took {gains}.", who=who, gains=listed(items))
    if open_to and taken.tiles:
        yield Sentence("{who} took a score tile of {tiles}.", who=who, tiles=listed(taken.tiles))
    if taken.reshuffled:
        yield RESHUFFLED
    if taken.cards:
        yield Sentence("{who} drew {cards}.", who=who, cards=cards(taken.cards, open_to))
    missing = [*shells(gain.shells_lacking)]
    missing += [starfish(gain.starfish_lacking)] if gain.starfish_lacking else []
    if missing:
        yield Sentence("The supply lacked {missing}.", missing=listed(missing))
    if gain.cards_lacking:
        yield Sentence("A hand holds no more than {limit} cards.", limit=HAND_LIMIT)


def built(happened: Built) -> Sentence:
    """Levels, where they rise, and what all of them score."""
    levels = [
        Sentence("{levels} on {space}", levels=tower(colour, n), space=space)
        for space, colour, n in happened.levels
    ]
    return Sentence(
        "{who} built {levels} for {points}.",
        who=Who(happened.seat),
        levels=listed(levels),
        points=points(happened.points),
    )


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
