"""The buttons and forms at the foot of the turn panel."""

from __future__ import annotations

from games.drawing import panels
from games.drawing.base import query
from games.drawing.panels import Fields, keep_button, main_button, sending, step_form
from games.drawing.titania.asking import chosen, fields_of
from games.drawing.titania.scene import Scene, fields
from games.rules.words import Sentence


def acts(scene: Scene, words: str, others: str = "") -> str:
    """All buttons of a step."""
    return f"{undo(scene)}{others}{keep_as_draft(scene)}{confirm(scene, words)}"


def undo(scene: Scene) -> str:
    """Goes one step back: a choice by a link, one of the draft by a form.

    A step taken back is open as it was chosen. Nothing where nothing is chosen by hand: what was sent stays.
    """
    steps, before = scene.draft.steps, choice_before(scene)
    if scene.is_kept:
        return panels.undo_button(scene, len(steps), {**(before or {}), "at": None})
    if before is not None:
        return panels.undo_link(scene, query(scene.reader.address, before.items()))
    return take_back(scene) if steps else ""


def choice_before(scene: Scene) -> Fields | None:
    """The fields that choose less: of a ship first its space goes; None where nothing is chosen by hand."""
    less: list[Fields] = [{"at": ""}]
    if scene.choice.card is not None and scene.choice.at is not None:
        less.insert(0, {**fields(scene.choice), "at": ""})
    differing = (it for it in less if chosen(scene.view, asked_by(it)) != scene.choice)
    return next(differing, None)


def asked_by(given: Fields) -> dict[str, str]:
    """Fields as a request would bring them."""
    return {name: str(value) for name, value in given.items() if value is not None}


def take_back(scene: Scene) -> str:
    """Takes the last step of the draft back."""
    keep = len(scene.draft.steps) - 1
    return panels.undo_button(scene, keep, fields_of(scene.draft.steps[keep]))


def change(scene: Scene, keep: int) -> str:
    """Takes back all but the first `keep` steps of the draft, to go on otherwise."""
    return panels.change_button(scene, keep, fields_of(scene.draft.steps[keep]))


def keep_as_draft(scene: Scene) -> str:
    """Keeps a step that would be sent at once; script does so by itself."""
    if not scene.reveals or scene.is_kept or scene.choice.draw:
        return ""
    return keep_button(scene, scene.move)


def confirm(scene: Scene, words: str) -> str:
    """The main button: it adds the step to the draft, or sends it with those before where it shows something.

    Disabled while no step is complete.
    """
    if scene.move is None:
        return main_button(words, disabled=True, form="draft", data=' data-confirm aria-describedby="why"')
    if scene.reveals:
        button = main_button(words, form="send", data=' data-confirm aria-describedby="final"')
        return sending(scene, scene.move) + button
    return step_form(scene, str(scene.move)) + main_button(words, data=" data-confirm")


def passing(scene: Scene, step: str, words: Sentence) -> str:
    """Does without what is offered: a step of its own."""
    form = step_form(scene, step, name="pass")
    return f'{form}<button class="btn" type="submit" form="pass">{scene.label(words)}</button>'
