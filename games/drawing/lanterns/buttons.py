"""The buttons at the foot of the turn panel, and how a step that is behind is told."""

from __future__ import annotations

from typing import NamedTuple

from games.drawing.lanterns.asking import DEDICATE, DISCARD, PLACE
from games.drawing.lanterns.scene import Scene
from games.rules.words import Sentence


class Done(NamedTuple):
    """A step behind: what was done, in a line, and a word on it."""

    line: str
    note: str = ""


def undo_button(scene: Scene) -> str:
    """Takes the last step of the draft, or its kept choice, back; pressed twice it does so once."""
    keep = len(scene.draft.steps) - (not scene.draft.choice)
    return (
        f'<button class="btn btn-undo" type="submit" form="draft" name="keep" value="{keep}" data-undo>'
        f"{undo_words(scene)}</button>"
    )


def undo_words(scene: Scene) -> str:
    """What stands on every Undo."""
    return f"{scene.icon('i-undo')}{scene.label(Sentence('Undo'))}<kbd>Esc</kbd>"


def undo_link(scene: Scene, href: str) -> str:
    """Takes back a choice that is stored nowhere."""
    return f'<a class="btn btn-undo" href="{href}" data-undo>{undo_words(scene)}</a>'


def main_button(words: str, disabled: bool = False, form: str = "go", data: str = "") -> str:
    """The one main button of the panel."""
    off = " disabled" if disabled else ""
    return f'<button class="btn btn-main" type="submit" form="{form}"{data}{off}>{words}</button>'


def changeable(scene: Scene, what: str, keep: int) -> str:
    """A step of the draft, and the button that takes back it and those after: only the first `keep` stay.

    The step is then open again, to be taken otherwise.
    """
    verb = scene.draft.steps[keep].partition(" ")[0]
    return (
        f'<span class="step-what">{what}</span> '
        f'<button class="link-btn" type="submit" form="draft" name="keep" value="{keep}"'
        f' formaction="{scene.forms.draft_url}?open={verb}">'
        f"{scene.label(Sentence('Change'))}</button>"
    )


def skip(scene: Scene) -> str:
    """Goes on without this step."""
    following = [step for step in (DEDICATE, DISCARD, PLACE) if step in scene.allowed]
    onward = next((step for step in following if step != scene.step), PLACE)
    words = Sentence("Skip")
    if onward == DISCARD:
        words = Sentence("Give back {n}", n=scene.view.excess)
    return (
        f'<a class="btn" href="{scene.link(step=onward)}" data-step="{onward}"'
        f"{'' if scene.draft.steps else ' data-undo'}>{scene.label(words)}</a>"
    )
