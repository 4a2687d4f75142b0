"""What a step would bring, in a line, and that it cannot be taken back where it shows something new."""

from __future__ import annotations

from collections.abc import Iterable

from games.drawing.titania.asking import End
from games.drawing.titania.scene import Scene
from games.drawing.titania.words import gives, shell_words
from games.rules.titania.moves import Draw, Extra, Sail
from games.rules.titania.pieces import SHIP_WORDS, Icon
from games.rules.titania.state import BUILD, CHOOSE, DECORATE, EXTRA
from games.rules.titania.view import Preview
from games.rules.words import Argument, Sentence, listed

THEN = {
    CHOOSE: Sentence("Then you choose the colour."),
    BUILD: Sentence("Then you build at least one level."),
    DECORATE: Sentence("Then you may decorate."),
    EXTRA: Sentence("Then you may place another ship."),
}
FACE_DOWN = ("card", "score_tile")
ENDS_TURN = Sentence("This ends your turn.")
FINAL = Sentence("That cannot be undone.")


def outlook(scene: Scene) -> str:
    """What a ship would bring to its player, and a warning where the step is final."""
    preview = scene.preview
    if preview is None:
        return ""
    said = [*(bringing(preview)), *then(preview)]
    left = ""
    if isinstance(scene.move, Sail | Extra):
        colour = scene.move.colour if isinstance(scene.move, Sail) else scene.view.pending_colour or 0
        words = Sentence("{colour} left: {n}", colour=SHIP_WORDS[colour], n=preview.ship_supply[colour])
        left = f'<span class="end">{scene.label(words)}</span>'
    line = " ".join(scene.label(sentence) for sentence in said)
    return f'<p class="sum-t"><span>{line}</span>{left}</p>{last_ship(scene, preview)}{warning(scene)}'


def bringing(preview: Preview) -> Iterable[Sentence]:
    """What the space gives at once; of fog nothing is known."""
    if preview.shells is None:
        return
    if items := gains(preview):
        yield Sentence("You get {gains}.", gains=listed(items))
    elif preview.pending is None:
        yield Sentence("You get nothing.")
    if any(preview.shells_lacking):
        missing = listed(shell_words(colour, n) for colour, n in enumerate(preview.shells_lacking) if n)
        yield Sentence("The supply lacks {missing}.", missing=missing)


def gains(preview: Preview) -> list[Argument]:
    """What comes to the seat, in a row."""
    items: list[Argument] = [shell_words(colour, n) for colour, n in enumerate(preview.shells or ()) if n]
    others = (
        Icon("starfish", preview.starfish),
        Icon("points", preview.points),
        Icon("card", preview.cards),
        Icon("score_tile", preview.tiles),
    )
    return items + [gives((icon,)) for icon in others if icon.n]


def then(preview: Preview) -> Iterable[Sentence]:
    """What has to be decided next."""
    if preview.pending is not None:
        yield THEN[preview.pending]


def last_ship(scene: Scene, preview: Preview) -> str:
    """That this step uses a colour up, which ends the period with this turn (T37)."""
    for colour, (now, after) in enumerate(zip(scene.view.ship_supply, preview.ship_supply, strict=True)):
        if now and not after:
            words = Sentence("The last {colour} ship: this turn ends the period.", colour=SHIP_WORDS[colour])
            return warn(scene, "i-alert", words)
    return ""


def used_up(scene: Scene) -> str:
    """That a colour is used up already."""
    gone = [SHIP_WORDS[colour] for colour, left in enumerate(scene.view.ship_supply) if not left]
    if not gone:
        return ""
    words = Sentence("Used up: {colours}. The period ends with this turn.", colours=listed(gone))
    return warn(scene, "i-alert", words)


def warning(scene: Scene) -> str:
    """What makes a step final; nothing for one that can be taken back."""
    if not scene.reveals:
        return ""
    said = " ".join(scene.label(words) for words in why_final(scene))
    return f'<p class="warn" id="final">{scene.icon("i-eye")}<span>{said}</span></p>'


def why_final(scene: Scene) -> tuple[Sentence, ...]:
    """What a step shows, how the turn ends with it, and that no step up to it can be undone then."""
    return what_shows(scene), *turn_ends(scene.end), final_with(len(scene.draft.steps))


def turn_ends(end: End | None) -> Iterable[Sentence]:
    """That the turn is over with a step, for sure or not."""
    if end is None:
        return
    if not end.is_sure:
        yield Sentence("If it brings nothing to do, your turn ends.")
    elif end.cards:
        yield Sentence(
            "It ends your turn: you draw {n} card.",
            many="It ends your turn: you draw {n} cards.",
            n=end.cards,
        )
    else:
        yield ENDS_TURN


def what_shows(scene: Scene) -> Sentence:
    """What is seen only once the step has been sent."""
    if isinstance(scene.move, Draw):
        return ENDS_TURN
    space = scene.move.space if isinstance(scene.move, Sail | Extra) else scene.view.pending_space or ""
    icons = scene.view.shows(space)
    if icons is None:
        return Sentence("This turns up the fog on {space}.", space=space)
    return Sentence("This shows you {gains}.", gains=gives(icon for icon in icons if icon.icon in FACE_DOWN))


def final_with(before: int) -> Sentence:
    """That a step is final, with so many composed before it."""
    if not before:
        return FINAL
    return Sentence(
        "Your step before it is sent, too: neither can be undone.",
        many="Your steps before it are sent, too: none of them can be undone.",
        n=before,
    )


def warn(scene: Scene, picture: str, words: Sentence) -> str:
    """A line in gold."""
    return f'<p class="warn">{scene.icon(picture)}<span>{scene.label(words)}</span></p>'
