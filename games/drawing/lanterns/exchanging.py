"""The exchange: one of one's own lanterns for another colour, at the price of two favours (L5).

What to give is chosen by a link, so that only what can be taken for it is offered: never its own colour.
"""

from __future__ import annotations

from games.drawing.base import hidden_field
from games.drawing.lanterns.asking import EXCHANGE
from games.drawing.lanterns.buttons import Done, changeable, skip
from games.drawing.lanterns.scene import Scene
from games.drawing.panels import main_button, step_form
from games.rules.lanterns.legal import exchange_choices
from games.rules.lanterns.moves import Exchange
from games.rules.lanterns.pieces import COLOURS, EXCHANGE_PRICE
from games.rules.words import Sentence

NONE = Sentence("none")
NOTHING_LEFT = Sentence("nothing left")
SAME = Sentence("same")
FIRST_GIVE = Sentence("Choose what to give")


def why_no_exchange(scene: Scene) -> str:
    """Why nothing can be exchanged now, in a few words."""
    if scene.view.dedicated:
        return scene.label(Sentence("only before dedicating"))
    if scene.view.discarded:
        return scene.label(Sentence("only before giving back"))
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
            return Done(changeable(scene, swap, index))
    return None


def body_of_exchanging(scene: Scene) -> str:
    """Two rows of seven: what to give of one's own, and what to take for it of what is left."""
    favours = scene.view.favours[scene.seat]
    price = Sentence("Costs {price} favours. You have {n}.", price=EXCHANGE_PRICE, n=favours)
    return f'<div class="stack-s"><p class="hint">{scene.label(price)}</p>{gives(scene)}{takes(scene)}</div>'


def gives(scene: Scene) -> str:
    """The lanterns held, as links: each opens what can be taken for it."""
    choices = dict(exchange_choices(scene.view))
    cells = "".join(
        give_link(scene, colour, count)
        if colour in choices
        else off(scene, colour, NOTHING_LEFT if count else NONE)
        for colour, count in enumerate(scene.cards)
    )
    return (
        '<div class="lp-set" role="group" aria-labelledby="give-h">'
        f'<b class="lp-h" id="give-h">{scene.label(Sentence("Give"))}</b>{cells}</div>'
    )


def give_link(scene: Scene, colour: int, count: int) -> str:
    """A colour to give."""
    chosen = ' aria-current="true"' if colour == scene.choice.give else ""
    href = scene.link(step=EXCHANGE, give=COLOURS[colour])
    label = f"{scene.words.colours[colour]}, {count}"
    return (
        f'<a class="lp" id="give{colour}" href="{href}"{chosen} aria-label="{label}">'
        f"{cell(scene, colour, count)}</a>"
    )


def takes(scene: Scene) -> str:
    """What the supply has, as radios of the form, once it is chosen what to give."""
    give = scene.choice.give
    allowed = () if give is None else dict(exchange_choices(scene.view))[give]
    cells = "".join(
        take_radio(scene, colour, count)
        if colour in allowed
        else off(scene, colour, why_not_taken(scene, colour, count), count)
        for colour, count in enumerate(scene.view.supply)
    )
    legend = f'<legend class="lp-h">{scene.label(Sentence("Take"))}</legend>'
    given = "" if give is None else hidden_field("w2", COLOURS[give])
    return step_form(scene, "exchange", f'{given}<fieldset class="lp-set">{legend}{cells}</fieldset>')


def why_not_taken(scene: Scene, colour: int, count: int) -> Sentence:
    """Why a colour cannot be taken: none is left, it is the one to be given, or that is not yet chosen."""
    if not count:
        return NONE
    return SAME if colour == scene.choice.give else FIRST_GIVE


def take_radio(scene: Scene, colour: int, count: int) -> str:
    """A colour to take; by its id the button shows it."""
    on = " checked" if colour == scene.choice.take else ""
    return (
        f'<label class="lp"><input type="radio" id="k{colour}" name="w3" value="{COLOURS[colour]}" required'
        f' aria-label="{scene.words.colours[colour]}, {count}"{on}>{cell(scene, colour, count)}</label>'
    )


def off(scene: Scene, colour: int, why: Sentence, count: int = 0) -> str:
    """A colour that cannot be chosen, and why, in a word; its count where the main button says why."""
    label = Sentence("{colour}: {why}", colour=scene.words.colours[colour], why=why)
    shown = count if why is FIRST_GIVE else scene.label(why)
    return (
        f'<span class="lp is-off" role="img" aria-label="{scene.label(label)}">'
        f"{cell(scene, colour, shown)}</span>"
    )


def cell(scene: Scene, colour: int, below: int | str) -> str:
    """A lantern and what stands below it."""
    return f'<span class="lp-b">{scene.lantern(colour)}<span>{below}</span></span>'


def acts_of_exchanging(scene: Scene) -> str:
    """Skip, and the button that repeats the swap in pictures: the style sheet shows the one that is taken."""
    give = scene.choice.give
    if give is None:
        return skip(scene) + main_button(scene.label(FIRST_GIVE), disabled=True)
    taken = "".join(
        scene.lantern(colour, f"piece v v-k{colour}", named=True) for colour in range(len(COLOURS))
    )
    given, arrow = scene.lantern(give, named=True), scene.icon("i-arrow", "i-s")
    return skip(scene) + main_button(f"{scene.label(Sentence('Exchange'))} {given}{arrow}{taken}")
