"""The steps before the placement: exchange, dedicate, and giving back what is above the limit."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from games.drawing.lanterns.asking import DEDICATE, DISCARD, PLACE, allowed_steps
from games.drawing.lanterns.scene import Scene
from games.drawing.lanterns.words import KIND_NAMES
from games.rules.lanterns.legal import (
    SET_SIZES,
    colours_enough,
    dedication_choices,
    exchange_choices,
    kind_closed,
    next_token,
)
from games.rules.lanterns.moves import Dedicate, Discard, Exchange, Move
from games.rules.lanterns.pieces import COLOURS, EXCHANGE_PRICE, FOUR, HAND_LIMIT, KINDS, PAIRS, SEVEN
from games.rules.words import Sentence

MINUS = "−"


class Done(NamedTuple):
    """A step behind: what was done, in a line, and a word on it."""

    line: str
    note: str = ""


def undo_button(scene: Scene) -> str:
    """Takes the last step of the draft, or its kept choice, back."""
    return (
        f'<button class="btn btn-undo" type="submit" form="draft" name="undo" value="1" data-undo>'
        f"{undo_words(scene)}</button>"
    )


def undo_words(scene: Scene) -> str:
    """What stands on every Undo."""
    return f"{scene.icon('i-undo')}{scene.label(Sentence('Undo'))}<kbd>Esc</kbd>"


def undo_link(scene: Scene, href: str) -> str:
    """Takes back a choice that is stored nowhere."""
    return f'<a class="btn btn-undo" href="{href}" data-undo>{undo_words(scene)}</a>'


def main_button(words: str, disabled: bool = False, form: str = "go", data: str = "") -> str:
    """The one main button of the panel."""
    off = " disabled" if disabled else ""
    return f'<button class="btn btn-main" type="submit" form="{form}"{data}{off}>{words}</button>'


def change_button(scene: Scene, keep: int) -> str:
    """Takes back this step and those after it: only the first `keep` stay."""
    return (
        f'<button class="link-btn" type="submit" form="draft" name="keep" value="{keep}">'
        f"{scene.label(Sentence('Change'))}</button>"
    )


# Exchange


def why_no_exchange(scene: Scene) -> str:
    """Why nothing can be exchanged now, in a few words."""
    if scene.view.dedicated or scene.view.discarded:
        return scene.label(Sentence("only before dedicating"))
    if scene.view.favours[scene.seat] < EXCHANGE_PRICE:
        return scene.label(Sentence("needs {n} favours", n=EXCHANGE_PRICE))
    return scene.label(Sentence("nothing to exchange"))


def done_exchanging(scene: Scene) -> Done | None:
    """What was exchanged; None where nothing was."""
    for index, move in enumerate(scene.steps):
        if isinstance(move, Exchange):
            give, take = scene.lantern(move.give, named=True), scene.lantern(move.take, named=True)
            price = scene.label(Sentence("{n} favours", n=EXCHANGE_PRICE))
            swap = f'{give}{scene.icon("i-arrow", "i-s")}{take}, {price}'
            return Done(f"{swap} {change_button(scene, index)}")
    return None


def body_of_exchanging(scene: Scene) -> str:
    """Two rows of seven: what to give of one's own, what to take of what is left."""
    choices = dict(exchange_choices(scene.view))
    takes = {colour for colours in choices.values() for colour in colours}
    favours = scene.view.favours[scene.seat]
    price = Sentence("Costs {price} favours. You have {n}.", price=EXCHANGE_PRICE, n=favours)
    give = lantern_row(scene, "w2", "g", scene.cards, set(choices), Sentence("Give"))
    take = lantern_row(scene, "w3", "k", scene.view.supply, takes, Sentence("Take"))
    return scene.step_form("exchange", f'<p class="hint">{scene.label(price)}</p>{give}{take}')


def lantern_row(
    scene: Scene, field: str, mark: str, counts: tuple[int, ...], allowed: set[int], legend: Sentence
) -> str:
    """Seven radios with their counts; `mark` and the colour are the id, by which the button shows the choice."""
    cells = "".join(
        lantern_radio(scene, field, f"{mark}{colour}", colour, count, colour in allowed)
        for colour, count in enumerate(counts)
    )
    return f'<fieldset class="lp-set"><legend class="lp-h">{scene.label(legend)}</legend>{cells}</fieldset>'


def lantern_radio(scene: Scene, field: str, name: str, colour: int, count: int, allowed: bool) -> str:
    """One colour to choose; one that cannot be is shown with its count, and off."""
    word = scene.words.colours[colour]
    state, off = ("", " required") if allowed else (" is-off", " disabled")
    shown = count or scene.label(Sentence("none"))
    return (
        f'<label class="lp{state}"><input type="radio" id="{name}" name="{field}" value="{COLOURS[colour]}"'
        f' aria-label="{word}, {count}"{off}><span class="lp-b">{scene.lantern(colour)}<span>{shown}</span>'
        "</span></label>"
    )


def acts_of_exchanging(scene: Scene) -> str:
    """Skip, and the button that repeats the swap in pictures: the style sheet shows the chosen ones."""
    pictures = "".join(
        scene.lantern(colour, f"lan v v-g{colour}", named=True) for colour in range(len(COLOURS))
    )
    arrow = scene.icon("i-arrow", "i-s v v-arrow")
    taken = "".join(scene.lantern(colour, f"lan v v-k{colour}", named=True) for colour in range(len(COLOURS)))
    return skip(scene) + main_button(f"{scene.label(Sentence('Exchange'))} {pictures}{arrow}{taken}")


def skip(scene: Scene) -> str:
    """Goes on without this step."""
    following = [step for step in (DEDICATE, DISCARD, PLACE) if step in allowed_steps(scene.view)]
    onward = next((step for step in following if step != scene.step), PLACE)
    words = Sentence("Skip")
    if onward == DISCARD:
        words = Sentence("Give back {n}", n=scene.view.excess)
    return (
        f'<a class="btn" href="{scene.link(step=onward)}" data-step="{onward}"'
        f'{"" if scene.draft.steps else " data-undo"}>{scene.label(words)}</a>'
    )


# Dedicate


def why_no_dedication(scene: Scene) -> str:
    """Why no set can be dedicated, in a few words."""
    return scene.label(Sentence("no set to dedicate"))


def done_dedicating(scene: Scene) -> Done | None:
    """What was dedicated or given back; None where nothing was."""
    words = [
        f"{dedicated(scene, move) if isinstance(move, Dedicate) else discarded(scene, move)} "
        f"{change_button(scene, index)}"
        for index, move in enumerate(scene.steps)
        if isinstance(move, Dedicate | Discard)
    ]
    if not words:
        return None
    now = sum(scene.cards)
    before = now + sum(returned(move) for move in scene.steps)
    held = Sentence("You held {before}, now {now}. The limit is {limit}.", before=before, now=now, limit=HAND_LIMIT)
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


def discarded(scene: Scene, move: Discard) -> str:
    """What the draft gives back."""
    lanterns = "".join(scene.lantern(colour, named=True) for colour in move.colours)
    return f"{scene.label(Sentence('gave back'))} {lanterns}"


def set_of(move: Dedicate) -> tuple[int, ...]:
    """The lanterns that a dedication returns."""
    colours = tuple(range(len(COLOURS))) if move.kind == SEVEN else move.colours
    return tuple(colour for colour in colours for _ in range(SET_SIZES[move.kind]))


def why_no_place(scene: Scene) -> str:
    """Why no tile can be placed now."""
    if scene.view.final:
        return scene.label(Sentence("no tile left"))
    return scene.label(Sentence("give back {n} first", n=scene.view.excess))


def body_of_dedicating(scene: Scene) -> str:
    """A card for each kind: those that can be dedicated first, the dearest on top."""
    sets = sets_by_kind(scene)
    values = {kind: next_token(scene.view, kind).value for kind in range(len(KINDS))}
    order = sorted(values, key=lambda kind: (kind not in sets, -values[kind], -kind))
    cards = "".join(
        choice_of_set(scene, kind, values[kind], sets[kind], kind == order[0])
        if kind in sets
        else no_set(scene, kind, values[kind])
        for kind in order
    )
    return scene.step_form("dedicate", f'{over_twelve(scene)}<div class="sets">{cards}</div>')


def sets_by_kind(scene: Scene) -> dict[int, list[Dedicate]]:
    """The sets that can be dedicated; of each kind first the one that keeps the rarest lanterns."""
    supply, held = scene.view.supply, scene.cards
    sets: dict[int, list[Dedicate]] = {}
    for move in dedication_choices(scene.view):
        sets.setdefault(move.kind, []).append(move)
    for moves in sets.values():
        moves.sort(key=lambda move: [-sum(supply[c] for c in move.colours), -sum(held[c] for c in move.colours)])
    return sets


def choice_of_set(scene: Scene, kind: int, value: int, moves: list[Dedicate], first: bool) -> str:
    """The card of a kind that can be dedicated, and its other sets to choose from."""
    lanterns = "".join(scene.lantern(colour, "lan-s") for colour in set_of(moves[0]))
    card = (
        f'<label class="pick dr">{set_radio(moves[0], first)}<span class="pick-b">{set_head(scene, kind, value)}'
        f'<span class="line line-w">{lanterns}</span></span></label>'
    )
    return card + (other_sets(scene, kind, moves[1:]) if len(moves) > 1 else "")


def set_radio(move: Dedicate, checked: bool) -> str:
    """The radio of a set; its class tells the button which honour to show."""
    words = str(move).partition(" ")[2]
    return f'<input type="radio" class="d{move.kind}" name="w2" value="{words}"{" checked" if checked else ""}>'


def set_head(scene: Scene, kind: int, value: int | str) -> str:
    """The kind's picture and name, and what it is worth now."""
    return (
        f'<span class="dr-top">{scene.icon(f"d-{KINDS[kind]}")}<span class="pick-t">'
        f'{scene.label(KIND_NAMES[kind])}</span><span class="dr-v">{value}</span></span>'
    )


def other_sets(scene: Scene, kind: int, moves: list[Dedicate]) -> str:
    """The other sets of a kind, folded away: which pairs, or which colour, to give."""
    summary = Sentence("Change pairs") if kind == PAIRS else Sentence("Change colour")
    rows = "".join(
        f'<label class="alt">{set_radio(move, False)}<span>'
        f"{''.join(scene.lantern(colour, 'lan-s', named=True) for colour in move.colours)}</span></label>"
        for move in moves
    )
    return f'<details class="alts"><summary>{scene.label(summary)}</summary><div>{rows}</div></details>'


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
        lanterns = scene.lantern(most, "lan-s") * held[most]
        return lanterns, scene.label(
            Sentence("{n} more of one colour", many="{n} more of one colour", n=more)
        )
    if kind == PAIRS:
        paired = colours_enough(held, PAIRS)
        lanterns = "".join(scene.lantern(colour, "lan-s") * 2 for colour in paired)
        return lanterns, scene.label(Sentence("{n} more pair", many="{n} more pairs", n=3 - len(paired)))
    missing = [colour for colour, count in enumerate(held) if not count]
    if len(missing) > 2:
        return "", scene.label(Sentence("{n} colours missing", n=len(missing)))
    lanterns = "".join(scene.lantern(colour, "lan-s") for colour in missing)
    return lanterns, ", ".join(
        scene.label(Sentence("no {colour}", colour=scene.words.colours[colour])) for colour in missing
    )


def acts_of_dedicating(scene: Scene) -> str:
    """Undo where there is something, skip, and the button with the honour of what is chosen."""
    undo = undo_button(scene) if scene.draft.steps else ""
    values = "".join(
        f'<span class="v v-d{kind}">+{next_token(scene.view, kind).value}</span>' for kind in sets_by_kind(scene)
    )
    return undo + skip(scene) + main_button(f"{scene.label(Sentence('Dedicate'))} {values}")


# Give back what is above the limit


def over_twelve(scene: Scene) -> str:
    """The warning that lanterns have to go; empty where none have."""
    excess = scene.view.excess
    if not excess:
        return ""
    held = sum(scene.cards)
    if DEDICATE in allowed_steps(scene.view):
        words = Sentence(
            "You hold {held}. Dedicate a set, or give back {n} to reach {limit}.", held=held, n=excess, limit=HAND_LIMIT
        )
    else:
        words = Sentence("You hold {held}. Give back {n} to reach {limit}.", held=held, n=excess, limit=HAND_LIMIT)
    return f'<div class="notice notice-warn">{scene.icon("i-alert")}<p>{scene.label(words)}</p></div>'


def body_of_discarding(scene: Scene) -> str:
    """A minus for each colour, until exactly the excess is chosen; then a form gives them back."""
    gone = Counter(scene.choice.back)
    rows = "".join(minus(scene, colour, count, gone[colour]) for colour, count in enumerate(scene.cards))
    chosen = Sentence("Chosen: {n} of {excess}.", n=len(scene.choice.back), excess=scene.view.excess)
    words = " ".join(COLOURS[colour] for colour in sorted(scene.choice.back))
    form = scene.step_form("discard", f'<input type="hidden" name="w2" value="{words}">', "")
    return (
        f'<div class="stack-s">{over_twelve(scene)}<ul class="stps">{rows}</ul>'
        f'<p class="hint">{scene.label(chosen)}</p></div>{form if words else ""}'
    )


def minus(scene: Scene, colour: int, count: int, gone: int) -> str:
    """One colour: how many stay, and the link that gives one more back."""
    word = scene.words.colours[colour]
    picture = scene.icon("i-minus")
    label = scene.label(Sentence("Give back one {colour}", colour=word))
    if count > gone and len(scene.choice.back) < scene.view.excess:
        href = scene.link(step=DISCARD, back=(*scene.choice.back, colour))
        button = (
            f'<a class="btn btn-icon" href="{href}" data-back="{COLOURS[colour]}" aria-label="{label}">{picture}</a>'
        )
    else:
        button = f'<span class="btn btn-icon" aria-disabled="true">{picture}</span>'
    chip = f'<ins class="plus">{MINUS}{gone}</ins>' if gone else ""
    return f'<li class="stp">{scene.lantern(colour, named=True)}<b>{count - gone}</b>{button}{chip}</li>'


def acts_of_discarding(scene: Scene) -> str:
    """Undo, and the button that says how many remain."""
    back, excess = scene.choice.back, scene.view.excess
    if back:
        undo = undo_link(scene, scene.link(step=DISCARD, back=back[:-1]))
    elif DEDICATE in allowed_steps(scene.view):
        undo = undo_link(scene, scene.link(step=DEDICATE))
    else:
        undo = undo_button(scene) if scene.draft.steps else ""
    more = excess - len(back)
    words = Sentence("Give back {n} more", n=more) if more else Sentence("Give back {n}", n=excess)
    return undo + main_button(scene.label(words), disabled=more > 0)
