"""The decisions that a space may ask for: a shell's colour, decorations, and another ship (J13)."""

from __future__ import annotations

from games.drawing.titania.asking import shows_something
from games.drawing.titania.buttons import passing
from games.drawing.titania.gains import outlook, warning
from games.drawing.titania.ground import content, look_class
from games.drawing.titania.scene import Scene
from games.drawing.titania.words import shown
from games.rules.titania.legal import decorate_spaces, extra_spaces
from games.rules.titania.moves import DECLINE, KEEP, Choose, Decorate, Extra
from games.rules.titania.pieces import SHELL_WORDS, SHELLS, SPACES
from games.rules.words import Sentence

SEVERAL = Sentence("You may decorate more than one island.")

# The colour of a many-coloured shell (T18)


def body_of_choosing(scene: Scene) -> str:
    """Four colours, each with how many shells it would be."""
    n = scene.view.pending_n
    words = Sentence("Take {n} shell of a colour.", many="Take {n} shells of one colour.", n=n)
    colours = "".join(colour_link(scene, colour) for colour in range(len(SHELLS)))
    return (
        f'<p class="hint" id="why">{scene.label(words)}</p><div class="lps-4">{colours}</div>{warning(scene)}'
    )


def colour_link(scene: Scene, colour: int) -> str:
    """One colour; those that the supply lacks can be named, too, and give what is left (J13)."""
    held, left = scene.view.shells[scene.seat][colour], scene.view.shell_supply[colour]
    after = held + min(scene.view.pending_n, left)
    word = scene.label(SHELL_WORDS[colour])
    step = Choose(colour)
    data = numbered(colour) + (f' data-choice="{step}"' if shows_something(scene.view, step) else "")
    now = ' aria-current="true"' if scene.choice.shell == colour else ""
    said = Sentence(
        "{colour}: you hold {held}, then {after}; {left} left",
        colour=SHELL_WORDS[colour],
        held=held,
        after=after,
        left=left,
    )
    return (
        f'<a class="lp" href="{scene.link(shell=SHELLS[colour])}" id="shell-{SHELLS[colour]}"{data}{now}'
        f' aria-label="{scene.label(said)}"><span class="lp-b">{scene.shell(colour, named=False)}'
        f"<span>{word}</span><small>{held} → {after}</small></span></a>"
    )


def words_of_choosing(scene: Scene) -> str:
    """What stands on the main button."""
    if scene.choice.shell is None:
        return scene.label(Sentence("Choose a colour"))
    preview = scene.preview
    n = sum(preview.shells or ()) if preview else scene.view.pending_n
    colour = SHELL_WORDS[scene.choice.shell]
    if scene.end and scene.end.is_sure:
        return scene.label(Sentence("Take {n} {colour}, end turn", n=n, colour=colour))
    if scene.reveals:
        return scene.label(Sentence("Take {n} {colour} and draw", n=n, colour=colour))
    return scene.label(Sentence("Take {n} {colour}", n=n, colour=colour))


# Starfish (T33-T36)


def body_of_decorating(scene: Scene) -> str:
    """The islands that can be decorated, those that bring most first."""
    held = scene.view.starfish[scene.seat]
    islands = sorted(decorate_spaces(scene.view), key=lambda it: (-it[2], it[1]))
    said = scene.label(Sentence("You hold {n} starfish.", many="You hold {n} starfish.", n=held))
    if sum(sorted(price for _, price, _ in islands)[:2]) <= held and len(islands) > 1:
        said += f" {scene.label(SEVERAL)}"
    rows = "".join(island_link(scene, number, *it) for number, it in enumerate(islands))
    return f'<p class="hint" id="why">{said}</p><div class="opts">{rows}</div>'


def island_link(scene: Scene, number: int, space: str, price: int, points: int) -> str:
    """One island, what it counts for, its price in starfish, and its points (T34, T35)."""
    star = scene.icon("starfish", "piece-s", scene.label(Sentence("starfish")))
    end = f'<span class="v">+{points}</span><span class="pay">{price}{star}</span>'
    words = Sentence(
        "{places} + {levels}",
        places=Sentence("{n} place", many="{n} places", n=price),
        levels=Sentence("{n} level", many="{n} levels", n=points - price),
    )
    return option(scene, space, words, numbered(number), end)


def numbered(number: int) -> str:
    """The key that chooses something of a list, counted from 0."""
    return f' data-hand="{number + 1}"'


def option(scene: Scene, space: str, words: Sentence, data: str, end: str) -> str:
    """A space to choose in a list: its picture, and what it is."""
    now = ' aria-current="true"' if scene.choice.at == space else ""
    return (
        f'<a class="opt" href="{scene.link(at=space)}" id="at-{space}"{data}{now}><span class="opt-b">'
        f'{small(scene, space)}<span><b>{space}</b> <span class="meta">{scene.label(words)}</span>'
        f'</span><span class="opt-e">{end}</span></span></a>'
    )


def small(scene: Scene, space: str) -> str:
    """A space by itself."""
    look, sprite = scene.looks[space], scene.reader.sprite
    face = (
        f'<use class="isle" href="{sprite}#isle"/>'
        if SPACES[space].kind == "tower"
        else f'<use class="hx{look_class(space, look)}" href="{sprite}#hex"/>'
    )
    inside = content(space, look, sprite).partition(">")[2].removesuffix("</g>")
    return f'<svg class="sea-one" viewBox="-58 -60 116 120" aria-hidden="true">{face}<g>{inside}</g></svg>'


def words_of_decorating(scene: Scene) -> str:
    """What stands on the main button."""
    if not isinstance(scene.move, Decorate) or scene.preview is None:
        return scene.label(Sentence("Choose an island"))
    words = Sentence("Decorate {space}, +{n}", space=scene.move.space, n=scene.preview.points)
    return scene.label(words)


def no_decoration(scene: Scene) -> str:
    """Keeps the starfish."""
    return passing(scene, str(KEEP), Sentence("Keep them"))


# Another ship (T21)


def body_of_extra(scene: Scene) -> str:
    """The spaces where the ship may go, and what the chosen one gives."""
    view = scene.view
    colour, space = view.pending_colour or 0, view.pending_space or ""
    words = Sentence("next to {space}. {n} left.", space=space, n=view.ship_supply[colour])
    rows = "".join(space_link(scene, number, each) for number, each in enumerate(extra_spaces(view)))
    another = scene.label(Sentence("Another ship:"))
    return (
        f'<p class="hint line" id="why">{another} {scene.ship(colour)} {scene.label(words)}</p>'
        f'<div class="opts">{rows}</div>{outlook(scene)}'
    )


def space_link(scene: Scene, number: int, space: str) -> str:
    """One space; with an eye where the ship would show something new."""
    step, words = Extra(space), shown(space, scene.looks[space])
    if not shows_something(scene.view, step):
        return option(scene, space, words, numbered(number), "")
    eye = scene.icon("i-eye", "i", scene.label(Sentence("shows something new")))
    return option(scene, space, words, f'{numbered(number)} data-choice="{step}"', eye)


def no_ship(scene: Scene) -> str:
    """Does without the ship (J8)."""
    return passing(scene, str(DECLINE), Sentence("No ship"))
