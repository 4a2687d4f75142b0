"""The dedication: a card for each kind of set, its honour, and which lanterns would go back (L6, L7)."""

from __future__ import annotations

from games.drawing.lanterns.buttons import Done, changeable, skip, undo_button
from games.drawing.lanterns.discarding import discarded, over_twelve
from games.drawing.lanterns.scene import Scene
from games.drawing.lanterns.words import KIND_NAMES
from games.drawing.panels import main_button, step_form
from games.rules.lanterns.legal import (
    SET_SIZES,
    colours_enough,
    colours_needed,
    dedication_choices,
    kind_closed,
    next_token,
)
from games.rules.lanterns.moves import Dedicate, Discard, Move
from games.rules.lanterns.pieces import COLOURS, FOUR, HAND_LIMIT, KINDS, PAIRS
from games.rules.words import Sentence


def why_no_dedication(scene: Scene) -> str:
    """Why no set can be dedicated, in a few words."""
    return scene.label(Sentence("no set to dedicate"))


def done_dedicating(scene: Scene) -> Done | None:
    """What was dedicated or given back; None where nothing was."""
    words = [
        changeable(
            scene, dedicated(scene, move) if isinstance(move, Dedicate) else discarded(scene, move), index
        )
        for index, move in enumerate(scene.steps)
        if isinstance(move, Dedicate | Discard)
    ]
    if not words:
        return None
    now = sum(scene.cards)
    before = now + sum(returned(move) for move in scene.steps)
    held = Sentence(
        "You held {before}, now {now}. The limit is {limit}.", before=before, now=now, limit=HAND_LIMIT
    )
    return Done(" ".join(words), scene.label(held))


def returned(move: Move) -> int:
    """How many lanterns a step gave back."""
    if isinstance(move, Discard):
        return len(move.colours)
    return len(set_of(move)) if isinstance(move, Dedicate) else 0


def dedicated(scene: Scene, move: Dedicate) -> str:
    """A dedication of the draft, with its honour."""
    name = scene.label(KIND_NAMES[move.kind])
    value = scene.view.tokens[scene.seat][-1].value
    return f"{scene.icon(f'd-{KINDS[move.kind]}')}{name}, +{value}"


def set_of(move: Dedicate) -> tuple[int, ...]:
    """The lanterns that a dedication returns."""
    return tuple(colour for colour in colours_needed(move) for _ in range(SET_SIZES[move.kind]))


def body_of_dedicating(scene: Scene) -> str:
    """A card for each kind, in the order in which the tokens lie; at first the dearest set is chosen."""
    sets = sets_by_kind(scene)
    values = [next_token(scene.view, kind).value for kind in range(len(KINDS))]
    chosen = chosen_set(scene, sets) or sets[max(sets, key=lambda kind: (values[kind], kind))][0]
    cards = "".join(
        choice_of_set(scene, kind, values[kind], sets[kind], chosen)
        if kind in sets
        else no_set(scene, kind, values[kind])
        for kind in range(len(KINDS))
    )
    inside = f'{over_twelve(scene)}<div class="sets">{cards}</div>'
    return step_form(scene, "dedicate", inside, classes="stack-s")


def chosen_set(scene: Scene, sets: dict[int, list[Dedicate]]) -> Dedicate | None:
    """The set that the request has chosen, where it can be dedicated."""
    return next(
        (move for moves in sets.values() for move in moves if words_of(move) == scene.choice.set), None
    )


def words_of(move: Dedicate) -> str:
    """A set as the form writes it."""
    return str(move).partition(" ")[2]


def sets_by_kind(scene: Scene) -> dict[int, list[Dedicate]]:
    """The sets that can be dedicated; of each kind first the one that keeps the rarest lanterns."""
    supply, held = scene.view.supply, scene.cards
    sets: dict[int, list[Dedicate]] = {}
    for move in dedication_choices(scene.view):
        sets.setdefault(move.kind, []).append(move)
    for moves in sets.values():
        moves.sort(key=lambda move: [-sum(counts[c] for c in move.colours) for counts in (supply, held)])
    return sets


def choice_of_set(scene: Scene, kind: int, value: int, moves: list[Dedicate], chosen: Dedicate) -> str:
    """The card of a kind that can be dedicated, and its other sets to choose from."""
    lanterns = "".join(scene.lantern(colour, "piece-s") for colour in set_of(moves[0]))
    card = (
        f'<label class="pick dr">{set_radio(moves[0], chosen)}<span class="pick-b">'
        f'{set_head(scene, kind, value)}<span class="line line-w">{lanterns}</span></span></label>'
    )
    return card + (other_sets(scene, kind, moves[1:], chosen) if len(moves) > 1 else "")


def set_radio(move: Dedicate, chosen: Dedicate) -> str:
    """The radio of a set; its class tells the button which honour to show."""
    on = " checked" if move == chosen else ""
    return f'<input type="radio" class="d{move.kind}" name="w2" value="{words_of(move)}"{on}>'


def set_head(scene: Scene, kind: int, value: int | str) -> str:
    """The kind's picture and name, and what it is worth now."""
    return (
        f'<span class="dr-top">{scene.icon(f"d-{KINDS[kind]}")}<span class="pick-t">'
        f'{scene.label(KIND_NAMES[kind])}</span><span class="dr-v">{value}</span></span>'
    )


def other_sets(scene: Scene, kind: int, moves: list[Dedicate], chosen: Dedicate) -> str:
    """The other sets of a kind, folded away: which pairs, or which colour, to give."""
    summary = Sentence("Change pairs") if kind == PAIRS else Sentence("Change colour")
    rows = "".join(
        f'<label class="alt">{set_radio(move, chosen)}<span>'
        f"{''.join(scene.lantern(colour, 'piece-s', named=True) for colour in move.colours)}</span></label>"
        for move in moves
    )
    is_open = " open" if chosen in moves else ""
    return (
        f'<details class="alts"{is_open}><summary>{scene.label(summary)}</summary><div>{rows}</div></details>'
    )


def no_set(scene: Scene, kind: int, value: int) -> str:
    """The card of a kind that cannot be dedicated, and what is missing."""
    closed = kind_closed(scene.view, kind) is not None
    lanterns, missing = ("", scene.label(Sentence("no token left"))) if closed else lacking(scene, kind)
    return (
        f'<div class="pick dr is-off"><span class="pick-b">{set_head(scene, kind, "–" if closed else value)}'
        f'<span class="line line-w">{lanterns}<span class="pick-s">{missing}</span></span></span></div>'
    )


def lacking(scene: Scene, kind: int) -> tuple[str, str]:
    """What is there of a set, or what it lacks, in pictures and in words."""
    held = scene.cards
    if kind == FOUR:
        most = max(range(len(COLOURS)), key=lambda colour: held[colour])
        more = SET_SIZES[FOUR] - held[most]
        lanterns = scene.lantern(most, "piece-s") * held[most]
        return lanterns, scene.label(
            Sentence("{n} more of one colour", many="{n} more of one colour", n=more)
        )
    if kind == PAIRS:
        paired = colours_enough(held, PAIRS)
        lanterns = "".join(scene.lantern(colour, "piece-s") * 2 for colour in paired)
        return lanterns, scene.label(Sentence("{n} more pair", many="{n} more pairs", n=3 - len(paired)))
    missing = [colour for colour, count in enumerate(held) if not count]
    if len(missing) > 2:
        return "", scene.label(Sentence("{n} colours missing", n=len(missing)))
    lanterns = "".join(scene.lantern(colour, "piece-s") for colour in missing)
    return lanterns, ", ".join(
        scene.label(Sentence("no {colour}", colour=scene.words.colours[colour])) for colour in missing
    )


def acts_of_dedicating(scene: Scene) -> str:
    """Undo where there is something, skip, and the button with the honour of what is chosen."""
    undo = undo_button(scene) if scene.draft.steps else ""
    values = "".join(
        f'<span class="v v-d{kind}">+{next_token(scene.view, kind).value}</span>'
        for kind in sets_by_kind(scene)
    )
    return undo + skip(scene) + main_button(f"{scene.label(Sentence('Dedicate'))} {values}")
