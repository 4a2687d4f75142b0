"""The turn panel: three steps in order, the one that is open with its choices, and the main button.

It is links and plain forms: a link chooses or opens and stores nothing, a form adds a step to the draft,
takes one back, or sends the turn.
"""

from __future__ import annotations

from collections.abc import Callable

from markupsafe import Markup

from games.drawing import panels
from games.drawing.base import Asked, Draft, Forms, Reader
from games.drawing.lanterns.asking import DEDICATE, DISCARD, EXCHANGE, PLACE, is_on_turn
from games.drawing.lanterns.buttons import Done
from games.drawing.lanterns.dedicating import (
    acts_of_dedicating,
    body_of_dedicating,
    done_dedicating,
    why_no_dedication,
)
from games.drawing.lanterns.discarding import acts_of_discarding, body_of_discarding
from games.drawing.lanterns.exchanging import (
    acts_of_exchanging,
    body_of_exchanging,
    done_exchanging,
    why_no_exchange,
)
from games.drawing.lanterns.placing import acts_of_placing, body_of_placing, hand, spoken, why_no_place
from games.drawing.lanterns.scene import Scene, scene_of
from games.rules.lanterns.view import Preview, View
from games.rules.words import Sentence

OPEN = Sentence("Open")
OPTIONAL = Sentence("optional")
REQUIRED = Sentence("required")
NO_TILE = Sentence("no tile left")
TITLES = {EXCHANGE: Sentence("Exchange"), DEDICATE: Sentence("Dedicate"), PLACE: Sentence("Place")}
ORDER = (EXCHANGE, DEDICATE, PLACE)

Part = Callable[[Scene], str]
BODIES: dict[str, tuple[Part, Part]] = {
    EXCHANGE: (body_of_exchanging, acts_of_exchanging),
    DEDICATE: (body_of_dedicating, acts_of_dedicating),
    DISCARD: (body_of_discarding, acts_of_discarding),
    PLACE: (body_of_placing, acts_of_placing),
}
DONE: dict[str, Callable[[Scene], Done | None]] = {EXCHANGE: done_exchanging, DEDICATE: done_dedicating}
WHY_NOT: dict[str, Part] = {EXCHANGE: why_no_exchange, DEDICATE: why_no_dedication, PLACE: why_no_place}


def panel(
    view: View,
    reader: Reader,
    asked: Asked,
    preview: Preview | None,
    draft: Draft,
    forms: Forms,
    clock: Markup,
) -> Markup:
    """The whole panel; `clock` stands in its head."""
    if view.result is None and is_on_turn(view):
        return composing(scene_of(view, reader, asked, preview, draft, forms), clock)
    return panels.others_turn(view, reader, clock, hand(view, reader))


def composing(scene: Scene, clock: Markup) -> Markup:
    """The reader's own turn."""
    title = Sentence("Your last turn") if scene.view.final else Sentence("Your turn")
    body, acts = BODIES[scene.step]
    steps = "".join(step(scene, name, number, body) for number, name in enumerate(ORDER, 1))
    inside = f'<ol class="steps">{steps}</ol><div class="turn-acts">{acts(scene)}</div>{keys(scene)}'
    return panels.own_turn(scene, title, clock, spoken(scene), inside)


def step(scene: Scene, name: str, number: int, body: Part) -> str:
    """One step of the turn: done, open now, to be opened, or not possible with its reason."""
    open_name = DEDICATE if scene.step == DISCARD else scene.step
    if name == open_name:
        return now(scene, name, number, body(scene))
    if name in DONE and (done := DONE[name](scene)):
        return behind(scene, name, "is-done", check(scene), done)
    if name not in scene.allowed:
        return behind(scene, name, "is-none", "–", Done(WHY_NOT[name](scene)))
    return to_open(scene, name, number, ORDER.index(name) < ORDER.index(open_name))


def check(scene: Scene) -> str:
    """The mark of a step that is behind."""
    return scene.icon("i-check", "i-s")


def behind(scene: Scene, name: str, state: str, mark: str, done: Done) -> str:
    """A step that cannot be opened: it was taken, or it is not possible."""
    note = f'<p class="step-body">{done.note}</p>' if done.note else ""
    return (
        f'<li class="step {state}"><div class="step-head"><span class="step-no">{mark}</span>'
        f'{scene.label(TITLES[name])}<span class="step-sum">{done.line}</span></div>{note}</li>'
    )


def now(scene: Scene, name: str, number: int, body: str) -> str:
    """The open step."""
    must = scene.label(must_of(scene, name))
    return (
        '<li class="step is-now" aria-current="step"><div class="step-head">'
        f'<span class="step-no">{number}</span>{scene.label(TITLES[name])}'
        f'<span class="must">{must}</span></div>'
        f'<div class="step-body">{body}</div></li>'
    )


def must_of(scene: Scene, name: str) -> Sentence:
    """Whether a step has to be taken: lanterns above twelve go by the second (L8).

    In the last round there is nothing to place.
    """
    if name == PLACE and scene.view.final:
        return NO_TILE
    must = name == PLACE or (name == DEDICATE and scene.view.excess > 0)
    return REQUIRED if must else OPTIONAL


def to_open(scene: Scene, name: str, number: int, passed: bool) -> str:
    """A step that a click opens: one that was passed over, or one that is still to come."""
    rest = f'<span class="must">{scene.label(must_of(scene, name))}</span>'
    if passed:
        rest = f'<span class="step-sum"><span class="link-btn">{scene.label(OPEN)}</span></span>'
    return (
        f'<li class="step"><a class="step-head" href="{scene.link(step=name)}" data-step="{name}">'
        f'<span class="step-no">{number}</span>{scene.label(TITLES[name])}{rest}</a></li>'
    )


def keys(scene: Scene) -> str:
    """The keys, where a tile is to be placed."""
    if scene.step != PLACE or scene.view.final:
        return ""
    hand = scene.view.hands[scene.seat] or ()
    rows = [
        ("123"[: len(hand)] if len(hand) > 1 else "", Sentence("choose a tile")),
        ("←→", Sentence("go to a place")),
        (("Enter",), Sentence("choose it")),
        ("R", Sentence("turn the tile")),
    ]
    return panels.keys(scene.reader, rows)
