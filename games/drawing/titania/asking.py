"""What the fields of a request choose: `card=red/blue`, `as=blue`, `at=E6`, `shell=green`,
`build=A4.white.2_C5.black.1`, `open=draw`; and, where a form was refused, its own fields.

Fields come from anywhere and may hold anything; what cannot be done now is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.drawing.base import Asked, Draft
from games.rules.base import RuleError
from games.rules.titania.apply import reveals
from games.rules.titania.legal import build_sites, card_choices, decorate_spaces, extra_spaces
from games.rules.titania.moves import DRAW, Build, Choose, Decorate, Draw, Extra, Levels, Move, Sail, parse
from games.rules.titania.pieces import CARDS, PLAYS, RANK, SHELLS, SHIPS, SPACES
from games.rules.titania.state import DECORATE, EXTRA, levels_on
from games.rules.titania.steps import is_unknown, room, stepped
from games.rules.titania.towers import most_levels, price_and_pieces
from games.rules.titania.view import View

OPEN_DRAW = "draw"
FIELDS = frozenset(("card", "as", "at", "shell", "build", "open"))


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is chosen so far: a card as a colour, a space, a shell, levels to build, or to draw.

    `missed` is the space that was chosen before, where the card cannot go there.
    """

    card: int | None = None
    colour: int | None = None
    at: str | None = None
    shell: int | None = None
    levels: tuple[Levels, ...] = ()
    draw: bool = False
    missed: str | None = None


NOTHING = Chosen()


def asking(asked: Asked, draft: Draft) -> Asked:
    """The fields to draw by: of the request, of the step that it asked for in vain, or of the kept choice.

    A step that has come into the draft chooses nothing more.
    """
    text = asked.get("w1") or asked.get("choice") or asked.get("moves")
    if text and text not in draft.steps[-1:] and (refused := fields_of(text)):
        return {**asked, **refused}
    if draft.choice and not FIELDS & set(asked):
        return {**asked, **fields_of(draft.choice)}
    return asked


def fields_of(text: str) -> dict[str, str]:
    """The fields that choose a step; none for a text that is no step, or one that needs no choice."""
    try:
        move = parse(text)
    except RuleError:
        return {}
    match move:
        case Sail(card, colour, space):
            return {"card": CARDS[card], "as": SHIPS[colour], "at": space}
        case Extra(space) | Decorate(space):
            return {"at": space}
        case Choose(shell):
            return {"shell": SHELLS[shell]}
        case Build(levels):
            return {"build": levels_text(levels)}
        case Draw():
            return {"open": OPEN_DRAW}
        case _:
            return {}


def levels_text(levels: tuple[Levels, ...]) -> str:
    """Levels to build, as the query writes them."""
    return "_".join(f"{space}.{SHELLS[shell]}.{more}" for space, shell, more in levels)


def choice(view: View, asked: Asked) -> str | None:
    """The text of the step that the fields choose; None where it is not complete."""
    move = move_of(view, chosen(view, asked))
    return str(move) if move else None


def move_of(view: View, picked: Chosen) -> Move | None:
    """The step that is chosen; None where something is still missing."""
    if picked.draw:
        return DRAW
    if picked.shell is not None:
        return Choose(picked.shell)
    if picked.levels:
        return Build(picked.levels)
    if picked.at is None:
        return None
    if view.pending == DECORATE:
        return Decorate(picked.at)
    if view.pending == EXTRA:
        return Extra(picked.at)
    if picked.card is None or picked.colour is None:
        return None
    return Sail(picked.card, picked.colour, picked.at)


def is_on_turn(view: View) -> bool:
    """Whether the viewer is to act."""
    return view.viewer is not None and view.viewer == view.to_act


def seat_of(view: View) -> int:
    """The viewer's seat; asked only where there is one."""
    assert view.viewer is not None
    return view.viewer


def chosen(view: View, asked: Asked) -> Chosen:
    """What the fields choose; only the seat on turn chooses anything.

    Where only one thing can be chosen, it is chosen by itself.
    """
    if not is_on_turn(view):
        return NOTHING
    at = asked.get("at", "")
    alone = "" if "card" in asked else at  # what was kept for a card is no answer to a decision
    match view.pending:
        case "choose":
            word = asked.get("shell", "")
            return Chosen(shell=SHELLS.index(word) if word in SHELLS else None)
        case "build":
            return Chosen(levels=levels_in(view, asked.get("build", "")) or only_level(view))
        case "decorate":
            return Chosen(at=one_of([space for space, _, _ in decorate_spaces(view)], alone))
        case "extra":
            return Chosen(at=one_of(extra_spaces(view), alone))
    return sailing(view, asked, at)


def one_of(choices: Sequence[str], wanted: str) -> str | None:
    """The wanted one, or the only one there is."""
    if wanted in choices:
        return wanted
    return choices[0] if len(choices) == 1 else None


Playable = dict[tuple[int, int], tuple[str, ...]]


def playable(view: View) -> Playable:
    """Where each card may bring a ship, by card and colour."""
    return {(card, colour): spaces for card, colour, spaces in card_choices(view)}


def sailing(view: View, asked: Asked, at: str) -> Chosen:
    """A card, the colour that it is played as, and a space, as far as they go together."""
    choices = playable(view)
    if not choices or asked.get("open") == OPEN_DRAW:
        return Chosen(draw=True)
    card, colour = card_in(asked, choices, at)
    if card is None or colour is None:
        return Chosen(at=at if any(at in spaces for spaces in choices.values()) else None)
    space = one_of(choices[card, colour], at)
    if space is None and "moves" in asked:  # its ship has arrived: the form chooses no further card
        return sailing(view, {}, "")
    return Chosen(card, colour, space, missed=at if at in SPACES and at != space else None)


def card_in(asked: Asked, choices: Playable, at: str) -> tuple[int, int] | tuple[None, None]:
    """The card of the fields and its colour; of a card not named fully, the only one that goes there."""
    word, wanted = asked.get("card", ""), asked.get("as", "")
    fitting = [key for key in choices if CARDS[key[0]] == word] or list(choices)
    fitting = [key for key in fitting if SHIPS[key[1]] == wanted and CARDS[key[0]] == word] or fitting
    if len(fitting) > 1:
        fitting = [key for key in fitting if at in choices[key]] or fitting
    return fitting[0] if len(fitting) == 1 else (None, None)


def only_level(view: View) -> tuple[Levels, ...]:
    """The one level that can be built, where there is no more than that."""
    towers = [site for site in build_sites(view) if site.most]
    if len(towers) > 1 or towers[0].most > 1:
        return ()
    return ((towers[0].space, towers[0].shell, 1),)


def levels_in(view: View, text: str) -> tuple[Levels, ...]:
    """Levels that can be built and paid for, in board order; the rest of the text is left out."""
    assert view.pending_space is not None
    towers = SPACES[view.pending_space].towers
    found: list[Levels] = []
    for space, shell, more in written(text):
        lone = not view.one_space or all(space == other for other, _, _ in found)
        anew = (space, shell) not in [it[:2] for it in found]
        if space in towers and shell in SPACES[space].symbols and lone and anew:
            fitting = min(more, room_for(view, tuple(found), space, shell))
            if fitting:
                found.append((space, shell, fitting))
    return in_board_order(found)


def in_board_order(levels: Iterable[Levels]) -> tuple[Levels, ...]:
    """Levels in the order in which a step names them."""
    return tuple(sorted(levels, key=lambda it: (RANK[it[0]], it[1])))


def written(text: str) -> Iterator[Levels]:
    """What looks like levels in a text."""
    for part in text[:200].split("_"):
        words = part.split(".")
        if len(words) == 3 and words[1] in SHELLS and words[2] in ("1", "2", "3", "4"):
            yield words[0], SHELLS.index(words[1]), int(words[2])


def room_for(view: View, others: tuple[Levels, ...], space: str, shell: int) -> int:
    """The most levels that can be added to a tower beside those chosen for the others."""
    price, pieces = price_and_pieces(view, others)
    held = view.shells[seat_of(view)][shell] - price[shell]
    return most_levels(levels_on(view, space)[shell], held, view.tower_supply[shell] - pieces[shell])


class End(NamedTuple):
    """That a step which shows something leaves nothing to do but to draw, which the site does by itself.

    `is_sure` is false where what comes may bring something to do; `cards` is how many would be drawn.
    """

    is_sure: bool
    cards: int


def end_with(view: View, move: Move) -> End | None:
    """How the turn ends with a step before the draw, as far as the view tells; None where it goes on."""
    if isinstance(move, Draw) or not shows_something(view, move):
        return None
    after, gain = stepped(view, seat_of(view), move)
    if after.pending or card_choices(after):
        return None
    hidden = isinstance(move, Sail | Extra) and is_unknown(view, move.space)
    playable_come = gain.cards > 0 and after.played < PLAYS
    return End(not hidden and not playable_come, room(after, seat_of(view), PLAYS - after.played))


def shows_something(view: View, move: Move) -> bool:
    """Whether a step of the viewer's shows something new or ends the turn, so that it is sent at once."""
    return reveals(view, seat_of(view), move)
