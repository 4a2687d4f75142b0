"""Playing a card: the hand, the space that is chosen, and what it gives."""

from __future__ import annotations

from games.drawing.titania.cards import choices_of_card, hand
from games.drawing.titania.gains import outlook, used_up, warning
from games.drawing.titania.scene import Scene
from games.drawing.titania.words import described
from games.rules.titania.legal import refusal
from games.rules.titania.moves import Extra, Sail
from games.rules.titania.pieces import HAND_LIMIT, PLAYS
from games.rules.titania.steps import room
from games.rules.words import Sentence

PLAY = (Sentence("Play a card"), Sentence("Play a second card"), Sentence("Play a third card"))
GO_ON = Sentence("Now choose a space on the sea.")
CARD_FOR = Sentence("Now choose a card for this space.")
BOTH = Sentence("Choose a card, then a space on the sea; or draw, which ends your turn.")


def body_of_sailing(scene: Scene) -> str:
    """The hand, and what the chosen ship would bring."""
    return f"{choices_of_card(scene)}{used_up(scene)}{peek(scene)}{outlook(scene)}"


def peek(scene: Scene) -> str:
    """The space that is chosen, or why none is any more, and what is still to be chosen."""
    at = scene.choice.at
    said = why_missed(scene) if at is None else f"{scene.label(described(at, scene.looks[at]))}. "
    if scene.move is None:
        return f'<p class="hint" id="why">{said}{scene.label(next_choice(scene))}</p>'
    return f'<p class="hint peek">{said}</p>'


def why_missed(scene: Scene) -> str:
    """Why the card that is chosen cannot go to the space that was."""
    card, colour, space = scene.choice.card, scene.choice.colour, scene.choice.missed
    if card is None or colour is None or space is None:
        return ""
    reason = refusal(scene.view, scene.seat, Sail(card, colour, space))
    return f"{scene.reader.html(reason)} " if reason else ""


def next_choice(scene: Scene) -> Sentence:
    """What is still to be chosen."""
    if scene.choice.card is not None:
        return GO_ON
    return CARD_FOR if scene.choice.at is not None else BOTH


def words_of_sailing(scene: Scene) -> str:
    """What stands on the main button."""
    if scene.move is None:
        wants_card = scene.choice.card is None and scene.view.pending is None
        return scene.label(Sentence("Choose a card") if wants_card else Sentence("Choose a space"))
    assert isinstance(scene.move, Sail | Extra)
    space = scene.move.space
    if not scene.reveals:
        return scene.label(Sentence("Sail to {space}", space=space))
    if scene.end and scene.end.is_sure:
        return scene.label(Sentence("Sail to {space}, end turn", space=space))
    if scene.view.shows(space) is None:
        return scene.label(Sentence("Sail to {space} and look", space=space))
    return scene.label(Sentence("Sail to {space} and draw", space=space))


def cards_to_draw(scene: Scene) -> int:
    """How many cards the end of the turn would bring (T10, J3)."""
    return room(scene.view, scene.seat, PLAYS - scene.view.played)


def body_of_drawing(scene: Scene) -> str:
    """The end of the turn: how many cards come."""
    n = cards_to_draw(scene)
    held = len(scene.view.hands[scene.seat] or ()) + n
    if n:
        words = Sentence(
            "You draw {n} card and hold {held}.",
            many="You draw {n} cards and hold {held}.",
            n=n,
            held=held,
        )
    elif held >= HAND_LIMIT:
        words = Sentence("A hand holds no more than {limit} cards: you draw none.", limit=HAND_LIMIT)
    else:
        words = Sentence("You draw no card.")
    return (
        f'{hand(scene.view, scene.reader)}<div class="drawbox">{scene.icon("t-card", "")}'
        f"<p>{scene.label(words)}</p></div>{used_up(scene)}{warning(scene)}"
    )


def words_of_drawing(scene: Scene) -> str:
    """What stands on the main button."""
    n = cards_to_draw(scene)
    if scene.preview is None or not scene.preview.ends_period:
        words = Sentence("Draw {n}, end turn", n=n) if n else Sentence("End turn")
    elif scene.view.period == 1:
        words = Sentence("Draw {n}, end the period", n=n) if n else Sentence("End the period")
    else:
        words = Sentence("Draw {n}, end the game", n=n) if n else Sentence("End the game")
    return scene.label(words)
