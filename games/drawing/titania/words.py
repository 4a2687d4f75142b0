"""What spaces show and hold, in words: for labels, for the panel, and for whoever cannot see the sea."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from games.rules.titania.pieces import FOG, FOG_SPACES, SHELL_WORDS, SHIP_WORDS, SPACES, Icon
from games.rules.titania.state import Shells
from games.rules.titania.view import View
from games.rules.words import Listed, Sentence, Speaker, listed

UNKNOWN, SPENT, NONE = -1, -2, -3
"""Where a look names no kind of fog tile: one lies face down, one was set aside, or there is no fog."""

ONE_OF_EACH = Sentence("one shell of each colour")
MINUS = "−"


class Look(NamedTuple):
    """All that decides how a space looks: its ships, its fog, its towers, and a starfish."""

    ships: tuple[int, ...] = ()
    fog: int = NONE
    levels: Shells | None = None
    starfish: bool = False


BARE, HIDDEN = Look(), Look(fog=UNKNOWN)


def looks_of(view: View) -> dict[str, Look]:
    """How every space looks."""
    ships, fog, towers = dict(view.ships), dict(view.fog), dict(view.towers)
    looks = dict.fromkeys(SPACES, BARE)
    for space, colours in view.ships:
        looks[space] = Look(colours)
    for space in FOG_SPACES:
        if space in view.fog_left:
            looks[space] = HIDDEN
        else:
            looks[space] = Look(ships.get(space, ()), fog.get(space, SPENT))
    for space in view.decorated.union(towers):
        looks[space] = Look((), NONE, towers.get(space), space in view.decorated)
    return looks


def icons_of(space: str, look: Look) -> tuple[Icon, ...]:
    """What a space gives to a ship, as far as it lies open."""
    return FOG[look.fog] if look.fog >= 0 else SPACES[space].icons


def shell_words(colour: int, n: int) -> Sentence:
    """So many shells of a colour."""
    return (
        Sentence("{n} white shell", many="{n} white shells", n=n),
        Sentence("{n} black shell", many="{n} black shells", n=n),
        Sentence("{n} green shell", many="{n} green shells", n=n),
        Sentence("{n} brown shell", many="{n} brown shells", n=n),
    )[colour]


def icon_words(icon: Icon) -> Sentence:
    """What one icon gives."""
    n = icon.n
    if icon.any:
        return Sentence("{n} shell of your choice", many="{n} shells of one colour of your choice", n=n)
    if icon.colour is not None:
        return shell_words(icon.colour, n)
    return {
        "starfish": Sentence("{n} starfish", many="{n} starfish", n=n),
        "score_tile": Sentence("{n} score tile", many="{n} score tiles", n=n),
        "ship": Sentence("another ship"),
        "points": Sentence("{n} point", many="{n} points", n=n),
        "card": Sentence("{n} card", many="{n} cards", n=n),
    }[icon.icon]


def gives(icons: Iterable[Icon]) -> Listed | Sentence:
    """What some icons give, in a row."""
    shown = tuple(icons)
    if len(shown) == len(SHELL_WORDS) and all(icon.icon == "shell" for icon in shown):
        return ONE_OF_EACH
    return listed(map(icon_words, shown))


def shown(space: str, look: Look) -> Sentence:
    """What a space is, in a few words."""
    it = SPACES[space]
    if it.kind == "tower":
        return towers(it.symbols, look)
    if it.kind == "start":
        return Sentence("start space")
    if it.kind == "crane":
        return Sentence("crane for {islands}", islands=listed(it.towers))
    if look.fog == UNKNOWN:
        return Sentence("fog")
    if look.fog == SPENT:
        return Sentence("open sea")
    return Sentence("{gifts}", gifts=gives(icons_of(space, look)))


def towers(symbols: tuple[int, ...], look: Look) -> Sentence:
    """An island's towers with their levels, and its starfish."""
    levels = look.levels or (0,) * len(SHELL_WORDS)
    rows = listed(
        Sentence("{colour} {n}", colour=SHELL_WORDS[colour], n=levels[colour]) for colour in symbols
    )
    if look.starfish:
        return Sentence("island with towers {towers}, and a starfish", towers=rows)
    return Sentence("island with towers {towers}", towers=rows)


def described(space: str, look: Look) -> Sentence:
    """A space, what it is, and the ships on it."""
    what = shown(space, look)
    if not look.ships:
        return Sentence("{space}: {what}", space=space, what=what)
    ships = listed(SHIP_WORDS[colour] for colour in look.ships)
    said = Sentence("{ships} ship", many="{ships} ships", n=len(look.ships), ships=ships)
    return Sentence("{space}: {what}; {ships}", space=space, what=what, ships=said)


def label(space: str, look: Look, text: Speaker) -> str:
    """A space described in plain text."""
    return _label(space, look, text.gettext, text.ngettext)


@lru_cache(maxsize=2**15)
def _label(
    space: str, look: Look, gettext: Callable[[str], str], ngettext: Callable[[str, str, int], str]
) -> str:
    return Speaker(gettext, ngettext, lambda seat, begins: "").say(described(space, look))
