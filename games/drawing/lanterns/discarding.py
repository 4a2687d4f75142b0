"""Giving back what is above the limit of twelve: exactly the excess, one link a lantern (L8)."""

from __future__ import annotations

from collections import Counter

from games.drawing.lanterns.asking import DEDICATE, DISCARD, allowed_steps
from games.drawing.lanterns.buttons import main_button, undo_button, undo_link
from games.drawing.lanterns.scene import Scene
from games.drawing.lanterns.words import MINUS
from games.rules.lanterns.moves import Discard
from games.rules.lanterns.pieces import COLOURS, HAND_LIMIT
from games.rules.words import Sentence


def over_twelve(scene: Scene) -> str:
    """The warning that lanterns have to go; empty where none have."""
    excess = scene.view.excess
    if not excess:
        return ""
    held = Sentence("{n} of {limit} lanterns", n=sum(scene.cards), limit=HAND_LIMIT)
    if DEDICATE in allowed_steps(scene.view):
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
    chosen = Sentence("Chosen: {n} of {excess}.", n=len(scene.choice.back), excess=scene.view.excess)
    words = " ".join(COLOURS[colour] for colour in sorted(scene.choice.back))
    form = scene.step_form("discard", f'<input type="hidden" name="w2" value="{words}">', "")
    return (
        f'<div class="stack-s">{over_twelve(scene)}<ul class="stps">{rows}</ul>'
        f'<p class="hint">{scene.label(chosen)}</p></div>{form if words else ""}'
    )


def minus(scene: Scene, colour: int, count: int, gone: int) -> str:
    """One colour: how many stay, and the link that gives one more back."""
    word = scene.words.colours[colour]
    picture = scene.icon("i-minus")
    label = scene.label(Sentence("Give back one {colour}", colour=word))
    if count > gone and len(scene.choice.back) < scene.view.excess:
        href = scene.link(step=DISCARD, back=(*scene.choice.back, colour))
        button = (
            f'<a class="btn btn-icon" href="{href}" data-back="{COLOURS[colour]}" aria-label="{label}">'
            f"{picture}</a>"
        )
    else:
        button = f'<span class="btn btn-icon" aria-disabled="true">{picture}</span>'
    chip = f'<ins class="plus">{MINUS}{gone}</ins>' if gone else ""
    return f'<li class="stp">{scene.lantern(colour, named=True)}<b>{count - gone}</b>{button}{chip}</li>'


def acts_of_discarding(scene: Scene) -> str:
    """Undo, and the button that says how many remain."""
    back, excess = scene.choice.back, scene.view.excess
    if back:
        undo = undo_link(scene, scene.link(step=DISCARD, back=back[:-1]))
    elif DEDICATE in allowed_steps(scene.view):
        undo = undo_link(scene, scene.link(step=DEDICATE))
    else:
        undo = undo_button(scene) if scene.draft.steps else ""
    more = excess - len(back)
    words = Sentence("Give back {n} more", n=more) if more else Sentence("Give back {n}", n=excess)
    return undo + main_button(scene.label(words), disabled=more > 0)
