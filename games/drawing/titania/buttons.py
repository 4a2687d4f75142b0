"""The buttons and forms at the foot of the turn panel."""

from __future__ import annotations

from games.drawing.base import hidden_field, query
from games.drawing.titania.scene import Scene, fields
from games.rules.words import Sentence


def undo(scene: Scene) -> str:
    """Takes back the last choice: one that is only in the address by a link, one of the draft by a form.

    Nothing where nothing is chosen: what has been shown stays.
    """
    choice = scene.choice
    if not scene.is_kept:
        if choice.at is not None and choice.card is not None:
            return undo_link(scene, scene.link(at=""))
        if choice.levels or choice.shell is not None or choice.at is not None or choice.card is not None:
            return undo_link(scene, scene.afresh)
    return undo_button(scene) if scene.is_kept or scene.draft.steps else ""


def undo_button(scene: Scene) -> str:
    """Takes the last step of the draft, or its kept choice, back; pressed twice it does so once.

    Of a kept ship only the space is taken back: its card stays chosen.
    """
    keep = len(scene.draft.steps) - (not scene.is_kept)
    back = ""
    if scene.is_kept and scene.choice.card is not None:
        picked = fields(scene.choice) | {"at": None}
        back = f' formaction="{query(scene.forms.draft_url, picked.items())}"'
    return (
        f'<button class="btn btn-undo" type="submit" form="draft" name="keep" value="{keep}"{back} data-undo>'
        f"{undo_words(scene)}</button>"
    )


def undo_link(scene: Scene, href: str) -> str:
    """Takes back a choice that is stored nowhere."""
    return f'<a class="btn btn-undo" href="{href}" data-undo>{undo_words(scene)}</a>'


def undo_words(scene: Scene) -> str:
    """What stands on every Undo."""
    return f"{scene.icon('i-undo')}{scene.label(Sentence('Undo'))}<kbd>Esc</kbd>"


def take_back(scene: Scene, keep: int) -> str:
    """Takes back all but the first `keep` steps of the draft."""
    return (
        f'<button class="link-btn" type="submit" form="draft" name="keep" value="{keep}">'
        f"{scene.label(Sentence('Take back'))}</button>"
    )


def keep_as_draft(scene: Scene) -> str:
    """Keeps a step that would be sent at once; script does so by itself."""
    if not scene.reveals or scene.is_kept or scene.choice.draw:
        return ""
    return (
        f'<button class="btn btn-keep" type="submit" form="draft" name="choice" value="{scene.move}">'
        f"{scene.label(Sentence('Keep as draft'))}</button>"
    )


def confirm(scene: Scene, words: str) -> str:
    """The main button: it adds the step to the draft, or sends it with those before where it shows something.

    Disabled while no step is complete.
    """
    if scene.move is None:
        off = ' disabled aria-describedby="why"'
        return f'<button class="btn btn-main" type="submit" data-confirm{off}>{words}</button>'
    form = sending(scene) if scene.reveals else composing(scene, str(scene.move), "go")
    target = "send" if scene.reveals else "go"
    return (
        f'{form}<button class="btn btn-main" type="submit" form="{target}" data-confirm>{words}'
        "<kbd>Enter</kbd></button>"
    )


def composing(scene: Scene, step: str, name: str) -> str:
    """The form that adds a step to the draft."""
    return (
        f'<form id="{name}" method="post" action="{scene.forms.draft_url}" hidden>'
        f"{scene.forms.hidden}{hidden_field('w1', step)}</form>"
    )


def sending(scene: Scene) -> str:
    """The form that sends the draft's steps and the chosen one."""
    steps = (*scene.draft.steps, str(scene.move))
    moves = "".join(hidden_field("moves", step) for step in steps)
    return (
        f'<form id="send" method="post" action="{scene.forms.turn_url}" hidden>'
        f"{scene.forms.hidden}{moves}</form>"
    )


def passing(scene: Scene, step: str, words: Sentence) -> str:
    """Does without what is offered: a step of its own."""
    return (
        f'{composing(scene, step, "pass")}<button class="btn" type="submit" form="pass">'
        f"{scene.label(words)}</button>"
    )


def acts(scene: Scene, words: str, others: str = "") -> str:
    """All buttons of a step."""
    return f"{undo(scene)}{others}{keep_as_draft(scene)}{confirm(scene, words)}"
