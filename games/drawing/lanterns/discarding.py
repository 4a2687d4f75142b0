"""Giving back what is above the limit of twelve: exactly the excess, one link a lantern (L8)."""

from __future__ import annotations

from collections import Counter

from games.drawing.base import hidden_field
from games.drawing.lanterns.asking import DEDICATE, DISCARD
from games.drawing.lanterns.buttons import undo_button
from games.drawing.lanterns.scene import Scene
from games.drawing.lanterns.words import MINUS
from games.drawing.panels import main_button, step_form, undo_link
from games.rules.lanterns.moves import Discard
from games.rules.lanterns.pieces import COLOURS
from games.rules.words import Sentence

NONE_TO_GIVE = Sentence("No {colour} to give back")
ENOUGH = Sentence("{colour}: enough is chosen")


def over_twelve(scene: Scene) -> str:
    """The warning that lanterns have to go; empty where none have."""
    excess = scene.view.excess
    if not excess:
        return ""
    held = Sentence("{all} lanterns, {n} more than you may keep", all=sum(scene.cards), n=excess)
    if DEDICATE in scene.allowed:
        words = Sentence("{held}: dedicate a set, or give back {n}.", held=held, n=excess)
    else:
        words = Sentence("{held}: give back {n}.", held=held, n=excess)
    return f'<div class="notice notice-warn">{scene.icon("i-alert")}<p>{scene.label(words)}</p></div>'


def discarded(scene: Scene, move: Discard) -> str:
    """What the draft gives back."""
    lanterns = "".join(scene.lantern(colour, named=True) for colour in move.colours)
    return f"{scene.label(Sentence('gave back'))} {lanterns}"


def body_of_discarding(scene: Scene) -> str:
    """A minus for each colour, until exactly the excess is chosen; then a form gives them back."""
    gone = Counter(scene.choice.back)
    rows = "".join(minus(scene, colour, count, gone[colour]) for colour, count in enumerate(scene.cards))
    words = " ".join(COLOURS[colour] for colour in sorted(scene.choice.back))
    form = step_form(scene, "discard", hidden_field("w2", words))
    return (
        f'<div class="stack-s">{over_twelve(scene)}<ul class="stps">{rows}</ul>'
        f"{going_back(scene)}</div>{form if words else ''}"
    )


def going_back(scene: Scene) -> str:
    """What is chosen so far: each lantern of it a link that keeps it after all."""
    back = scene.choice.back
    chosen = scene.label(Sentence("Chosen: {n} of {excess}", n=len(back), excess=scene.view.excess))
    if not back:
        return f'<p class="hint">{chosen}</p>'
    links = "".join(keep(scene, number) for number in range(len(back)))
    return f'<p class="going"><span class="hint">{chosen}</span>{links}</p>'


def keep(scene: Scene, number: int) -> str:
    """One chosen lantern, and the link that takes it out of the choice."""
    back = scene.choice.back
    href = scene.link(step=DISCARD, back=back[:number] + back[number + 1 :])
    label = scene.label(Sentence("Keep one {colour}", colour=scene.words.colours[back[number]]))
    return (
        f'<a class="btn" id="keep{number}" href="{href}" aria-label="{label}">'
        f"{scene.lantern(back[number])}{scene.icon('i-undo', 'i-s')}</a>"
    )


def minus(scene: Scene, colour: int, count: int, gone: int) -> str:
    """One colour: how many are held and how many of them go, and the link that gives one more back."""
    word = scene.words.colours[colour]
    picture = scene.icon("i-minus")
    if count > gone and len(scene.choice.back) < scene.view.excess:
        href = scene.link(step=DISCARD, back=(*scene.choice.back, colour))
        label = scene.label(Sentence("Give back one {colour}", colour=word))
        button = (
            f'<a class="btn btn-icon" href="{href}" data-back="{COLOURS[colour]}" aria-label="{label}">'
            f"{picture}</a>"
        )
    else:
        why = NONE_TO_GIVE if count == gone else ENOUGH
        button = (
            f'<span class="btn btn-icon" role="img" aria-disabled="true"'
            f' aria-label="{scene.label(Sentence(why.text, colour=word))}">{picture}</span>'
        )
    chip = f'<ins class="plus">{MINUS}{gone}</ins>' if gone else ""
    return (
        f'<li class="stp">{scene.lantern(colour, named=True)}<span class="line">'
        f"<b>{count}</b>{chip}</span>{button}</li>"
    )


def acts_of_discarding(scene: Scene) -> str:
    """Undo, and the button that says how many remain."""
    back, excess = scene.choice.back, scene.view.excess
    if back:
        undo = undo_link(scene, scene.link(step=DISCARD, back=back[:-1]))
    elif DEDICATE in scene.allowed:
        undo = undo_link(scene, scene.link(step=DEDICATE))
    else:
        undo = undo_button(scene) if scene.draft.steps else ""
    more = excess - len(back)
    words = Sentence("Give back {n} more", n=more) if more else Sentence("Give back {n}", n=excess)
    return undo + main_button(scene.label(words), disabled=more > 0)
