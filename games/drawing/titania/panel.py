"""The turn panel: the steps of a turn as it grows, the one that is open now, and the main button.

It is links and plain forms: a link chooses and stores nothing, a form adds a step to the draft, takes one
back, or sends. A step that shows something new is sent at once with those before it, and says so first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sized
from typing import NamedTuple

from markupsafe import Markup

from games.drawing import panels
from games.drawing.base import Asked, Draft, Forms, Reader, query
from games.drawing.titania.asking import OPEN_DRAW, is_on_turn, playable
from games.drawing.titania.building import body_of_building, words_of_building
from games.drawing.titania.buttons import acts
from games.drawing.titania.cards import hand
from games.drawing.titania.deciding import (
    body_of_choosing,
    body_of_decorating,
    body_of_extra,
    no_decoration,
    no_ship,
    words_of_choosing,
    words_of_decorating,
)
from games.drawing.titania.gains import bringing, then, why_final
from games.drawing.titania.plays import done_steps
from games.drawing.titania.sailing import (
    PLAY,
    body_of_drawing,
    body_of_sailing,
    cards_to_draw,
    words_of_drawing,
    words_of_sailing,
)
from games.drawing.titania.scene import Scene, scene_of
from games.rules.titania.legal import build_sites, decorate_spaces, extra_spaces
from games.rules.titania.moves import Build, Draw
from games.rules.titania.pieces import PLAYS, SHELLS
from games.rules.titania.state import BUILD, CHOOSE, DECORATE, EXTRA
from games.rules.titania.view import Preview, View
from games.rules.words import Sentence

OPTIONAL, REQUIRED = Sentence("optional"), Sentence("required")
ENDS_TURN = Sentence("ends the turn")
SEA = " turn-sea"


class Step(NamedTuple):
    """A kind of step: its title, whether it has to be taken, what is in it, and its buttons."""

    title: Sentence
    must: Sentence
    body: Callable[[Scene], str]
    words: Callable[[Scene], str]
    others: Callable[[Scene], str] = lambda scene: ""


PENDING = {
    CHOOSE: Step(Sentence("Choose shells"), REQUIRED, body_of_choosing, words_of_choosing),
    BUILD: Step(Sentence("Build"), REQUIRED, body_of_building, words_of_building),
    DECORATE: Step(Sentence("Decorate"), OPTIONAL, body_of_decorating, words_of_decorating, no_decoration),
    EXTRA: Step(Sentence("Another ship"), OPTIONAL, body_of_extra, words_of_sailing, no_ship),
}

CHOICES: dict[str, Callable[[View], Sized]] = {
    CHOOSE: lambda view: SHELLS,
    BUILD: build_sites,
    DECORATE: decorate_spaces,
    EXTRA: extra_spaces,
}
"""What is listed to be chosen from, by what is pending."""


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
    return panels.others_turn(view, reader, clock, hand(view, reader), SEA)


def composing(scene: Scene, clock: Markup) -> Markup:
    """The reader's own turn."""
    now = step_now(scene)
    inside = (
        f'<ol class="tsteps">{"".join(steps(scene, now))}</ol><div class="tbody">{now.body(scene)}</div>'
        f'<div class="turn-acts">{acts(scene, now.words(scene), now.others(scene))}</div>{keys(scene)}'
    )
    return panels.own_turn(scene, Sentence("Your turn"), clock, spoken(scene), inside, SEA)


def step_now(scene: Scene) -> Step:
    """The step that is open."""
    if scene.view.pending is not None:
        return PENDING[scene.view.pending]
    if scene.choice.draw:
        return Step(draw_title(scene), ENDS_TURN, body_of_drawing, words_of_drawing)
    return Step(PLAY[min(scene.view.played, PLAYS - 1)], OPTIONAL, body_of_sailing, words_of_sailing)


def draw_title(scene: Scene) -> Sentence:
    """The draw, with how many cards it brings."""
    n = cards_to_draw(scene)
    return Sentence("Draw {n}", n=n) if n else Sentence("End the turn")


def steps(scene: Scene, now: Step) -> Iterable[str]:
    """What was played, the open step, and what else there is to do."""
    yield from done_steps(scene)
    number = str(scene.view.played + (scene.view.pending is None))
    if scene.choice.draw:
        if not scene.view.pending and playable(scene.view):
            yield other(scene, str(scene.view.played + 1), PLAY[scene.view.played], scene.afresh, OPTIONAL)
        number = scene.icon("i-pile", "i-s")
    yield (
        f'<li class="tstep is-now" aria-current="step"><span class="step-no">{number}</span>'
        f'<span class="tstep-t">{scene.label(now.title)}</span>'
        f'<span class="tstep-end">{scene.label(now.must)}</span></li>'
    )
    if scene.view.pending is None and not scene.choice.draw:
        address = query(scene.reader.address, [("open", OPEN_DRAW)])
        yield other(scene, scene.icon("i-pile", "i-s"), draw_title(scene), address, ENDS_TURN)


def other(scene: Scene, mark: str, title: Sentence, address: str, must: Sentence) -> str:
    """A step that a link opens instead."""
    return (
        f'<li class="tstep"><span class="step-no">{mark}</span><span class="tstep-t">'
        f'<a class="link-btn" href="{address}" data-step="{mark if mark.isdigit() else OPEN_DRAW}">'
        f'{scene.label(title)}</a></span><span class="tstep-end">{scene.label(must)}</span></li>'
    )


def keys(scene: Scene) -> str:
    """The keys, where something is to be chosen."""
    pending, choices = scene.view.pending, len(scene.view.hands[scene.seat] or ())
    words = Sentence("choose a card, twice for its other half")
    if scene.choice.draw:
        return ""
    if pending is not None:
        choices = min(9, len(CHOICES[pending](scene.view)))
        words = Sentence("a level more on a tower") if pending == BUILD else Sentence("choose")
    on_board = "" if pending in (CHOOSE, BUILD) else "←→"
    rows = (
        ((f"1–{choices}" if choices > 1 else "1",), words),
        (on_board, Sentence("go to a space")),
        (on_board and ("Enter",), Sentence("choose it")),
    )
    return panels.keys(scene.reader, rows)


def spoken(scene: Scene) -> str:
    """One sentence on what is shown, for the status line; plain text."""
    preview = scene.preview
    if preview is None or isinstance(scene.move, Draw):
        return ""
    said = [*bringing(preview), *then(preview)]
    if isinstance(scene.move, Build):
        said = [Sentence("{n} point", many="{n} points", n=preview.points)]
    if scene.reveals:
        said += why_final(scene)
    return " ".join(scene.reader.text.say(sentence) for sentence in said)
