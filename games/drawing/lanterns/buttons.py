"""The buttons at the foot of the turn panel, and how a step that is behind is told."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlencode

from games.drawing.base import escaped, query
from games.drawing.lanterns.asking import DEDICATE, DISCARD, PLACE, fields_of_step
from games.drawing.lanterns.scene import Scene
from games.rules.words import Sentence


class Done(NamedTuple):
    """A step behind: what was done, in a line, and a word on it."""

    line: str
    note: str = ""


def undo_button(scene: Scene, **still: object) -> str:
    """Takes the last step of the draft, or its kept choice, back; pressed twice it does so once.

    What is `still` chosen then is asked for anew by these fields.
    """
    keep = len(scene.draft.steps) - (not scene.draft.choice)
    to = f' formaction="{query(scene.forms.draft_url, still.items())}"' if still else ""
    return (
        f'<button class="btn btn-undo" type="submit" form="draft" name="keep" value="{keep}"{to} data-undo>'
        f"{undo_words(scene)}</button>"
    )


def undo_words(scene: Scene) -> str:
    """What stands on every Undo."""
    return f"{scene.icon('i-undo')}{scene.label(Sentence('Undo'))}{key('Esc')}"


def key(name: str) -> str:
    """The key that does the same as a button: seen where there is room for it and it works."""
    return f'<kbd aria-hidden="true">{name}</kbd>'


def undo_link(scene: Scene, href: str) -> str:
    """Takes back a choice that is stored nowhere."""
    return f'<a class="btn btn-undo" href="{href}" data-undo>{undo_words(scene)}</a>'


def main_button(words: str, disabled: bool = False, form: str = "go", data: str = "") -> str:
    """The one main button of the panel."""
    off, hint = (" disabled", "") if disabled else ("", key("Enter"))
    return f'<button class="btn btn-main" type="submit" form="{form}"{data}{off}>{words}{hint}</button>'


def changeable(scene: Scene, what: str, keep: int) -> str:
    """A step of the draft, and the button that takes back it and those after: only the first `keep` stay.

    The step is then open again as it was chosen, to be taken otherwise.
    """
    again = escaped(urlencode(fields_of_step(scene.draft.steps[keep])))
    return (
        f'<span class="step-what">{what}</span> '
        f'<button class="link-btn" type="submit" form="draft" name="keep" value="{keep}"'
        f' formaction="{scene.forms.draft_url}?{again}">'
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
