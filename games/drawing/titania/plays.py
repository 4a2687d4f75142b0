"""What was done so far in the turn: what was sent already, and what can still be taken otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.drawing.titania.buttons import change
from games.drawing.titania.scene import Scene
from games.rules.titania.apply import Built, Chose, Declined, Decorated, Happened, Kept, Sailed, Taken
from games.rules.titania.pieces import SHELL_WORDS, SHELLS
from games.rules.words import Sentence

NAMES = {
    **{f"s-{shell}": words for shell, words in zip(SHELLS, SHELL_WORDS, strict=True)},
    "starfish": Sentence("starfish"),
    "point": Sentence("points"),
    "t-card": Sentence("cards"),
    "tile-q": Sentence("score tiles"),
}
"""The pictures of what a space gives, and what they are."""


def done_steps(scene: Scene) -> Iterable[str]:
    """A line for each play, with what it brought: those that were sent, then those of the draft."""
    done = scene.draft.done
    sent = len(done) - len(scene.draft.steps)
    for _, play in plays(done[:sent]):
        yield line(scene, "i-lock", play, scene.label(Sentence("sent")))
    for first, play in plays(done[sent:]):
        yield line(scene, "i-check", play, change(scene, first))


def plays(done: Sequence[Happened]) -> Iterable[tuple[int, Sequence[Happened]]]:
    """Steps by the card that began them, each with the number of its first."""
    starts = [0, *(n for n, it in enumerate(done) if n and isinstance(it, Sailed) and it.card is not None)]
    for first, following in zip(starts, [*starts[1:], len(done)], strict=True):
        if done[first:following]:
            yield first, done[first:following]


def line(scene: Scene, mark: str, play: Sequence[Happened], end: str) -> str:
    """One line of what is behind."""
    told = "".join(piece(scene, it) for it in play)
    return (
        f'<li class="tstep is-done"><span class="step-no">{scene.icon(mark, "i-s")}</span>'
        f'<span class="tstep-t">{told}</span><span class="tstep-end">{end}</span></li>'
    )


def piece(scene: Scene, it: Happened) -> str:
    """A step of a play, in a few pictures and words."""
    match it:
        case Sailed(_, card, colour, space, _, taken):
            extra = "" if card is not None else "+"
            return f"<span>{extra}{scene.ship(colour)} {space}</span>{brought(scene, taken)}"
        case Chose(_, _, taken):
            return brought(scene, taken)
        case Built(_, levels, _, points):
            n = sum(more for _, _, more in levels)
            said = scene.label(Sentence("{n} level", many="{n} levels", n=n))
            return f"<span>{said} <b>+{points}</b></span>"
        case Decorated(_, space, _, points):
            star = f"{picture(scene, 'starfish')}{scene.icon('i-arrow', 'i-s')}"
            return f"<span>{star}{space} <b>+{points}</b></span>"
        case Kept():
            return f"<span>{scene.label(Sentence('starfish kept'))}</span>"
        case Declined():
            return f"<span>{scene.label(Sentence('no other ship'))}</span>"
    return ""


def brought(scene: Scene, taken: Taken) -> str:
    """What a space gave, in pictures."""
    gain = taken.gain
    counts = (*gain.shells, gain.starfish, gain.points, len(taken.cards), len(taken.tiles))
    gains = zip(NAMES, counts, strict=True)
    return "".join(f"<span>+{n}{picture(scene, name)}</span>" for name, n in gains if n)


def picture(scene: Scene, name: str) -> str:
    """A picture of something given, named."""
    return scene.icon(name, "piece-s", scene.label(NAMES[name]))
