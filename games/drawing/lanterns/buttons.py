"""The buttons at the foot of the turn panel, and how a step that is behind is told."""

from __future__ import annotations

from typing import NamedTuple

from games.drawing import panels
from games.drawing.lanterns.asking import DEDICATE, DISCARD, PLACE, fields_of_step
from games.drawing.lanterns.scene import Scene
from games.rules.words import Sentence


class Done(NamedTuple):
    """A step behind: what was done, in a line, and a word on it."""

    line: str
    note: str = ""


def undo_button(scene: Scene, **still: object) -> str:
    """Takes the last step of the draft, or its kept choice, back."""
    return panels.undo_button(scene, len(scene.draft.steps) - (not scene.draft.choice), still)


def changeable(scene: Scene, what: str, keep: int) -> str:
    """A step of the draft, and the button to take it otherwise: only the first `keep` stay as they are."""
    again = panels.change_button(scene, keep, fields_of_step(scene.draft.steps[keep]))
    return f'<span class="step-what">{what}</span> {again}'


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
