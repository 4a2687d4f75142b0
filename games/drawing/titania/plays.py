"""What was done so far in the turn: steps that can be taken back, and those that have been shown."""

from __future__ import annotations

from collections.abc import Iterable

from games.drawing.titania.buttons import take_back
from games.drawing.titania.scene import Scene
from games.rules.titania.moves import Build, Choose, Decline, Decorate, Extra, Keep, Move, Sail
from games.rules.words import Sentence


def done_steps(scene: Scene) -> Iterable[str]:
    """The cards that were sent already, in one line, then each play of the draft."""
    steps = scene.steps
    sent = scene.view.played - sum(isinstance(move, Sail) for move in steps)
    if sent:
        yield shown_already(scene, sent)
    for first, moves in plays(steps):
        told = "".join(piece(scene, move) for move in moves)
        yield line(scene.icon("i-check", "i-s"), told, take_back(scene, first))


def plays(steps: list[Move]) -> Iterable[tuple[int, list[Move]]]:
    """Steps by the card that began them, each with the number of its first."""
    starts = [0, *(n for n, move in enumerate(steps) if n and isinstance(move, Sail))]
    for first, following in zip(starts, [*starts[1:], len(steps)], strict=True):
        if steps[first:following]:
            yield first, steps[first:following]


def shown_already(scene: Scene, sent: int) -> str:
    """Cards that cannot be taken back any more."""
    words = Sentence("{n} card played", many="{n} cards played", n=sent)
    return line(scene.icon("i-lock", "i-s"), scene.label(words), scene.label(Sentence("sent")))


def line(mark: str, told: str, end: str) -> str:
    """One line of what is behind."""
    return (
        f'<li class="tstep is-done"><span class="step-no">{mark}</span>'
        f'<span class="tstep-t">{told}</span><span class="tstep-end">{end}</span></li>'
    )


def piece(scene: Scene, move: Move) -> str:
    """A step of a play, in a few words."""
    match move:
        case Sail(_, colour, space):
            return f"<span>{scene.ship(colour)} {space}</span>"
        case Extra(space):
            return f"<span>{scene.icon('extra', 'lan', scene.label(Sentence('another ship')))} {space}</span>"
        case Choose(shell):
            return f"<span>{scene.shell(shell)}</span>"
        case Build(levels):
            n = sum(more for _, _, more in levels)
            return more_words(scene, Sentence("{n} level", many="{n} levels", n=n))
        case Decorate(space):
            return (
                f"<span>{scene.icon('starfish', 'lan-s', scene.label(Sentence('starfish')))} {space}</span>"
            )
        case Keep():
            return more_words(scene, Sentence("starfish kept"))
        case Decline():
            return more_words(scene, Sentence("no other ship"))
        case _:
            return ""


def more_words(scene: Scene, words: Sentence) -> str:
    """What a play went on to do."""
    return f'<span class="got">{scene.label(words)}</span>'
