"""The exchange: one of one's own lanterns for another colour, at the price of two favours (L5)."""

from __future__ import annotations

from games.drawing.lanterns.buttons import Done, change_button, main_button, skip
from games.drawing.lanterns.scene import Scene
from games.rules.lanterns.legal import exchange_choices
from games.rules.lanterns.moves import Exchange
from games.rules.lanterns.pieces import COLOURS, EXCHANGE_PRICE
from games.rules.words import Sentence


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
            swap = f"{give}{scene.icon('i-arrow', 'i-s')}{take}, {price}"
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
    """Seven radios with their counts; `mark` and the colour are the id, by which the button shows it."""
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
