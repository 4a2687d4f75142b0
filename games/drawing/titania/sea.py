"""The whole sea as one reader sees it now: the kept ground, and in layers of their own the spaces that can be
chosen, the one that is, and what the unsent step would bring there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from markupsafe import Markup

from games.drawing.base import NO_DRAFT, Asked, Draft, Ground, Reader, escaped, query
from games.drawing.titania.asking import (
    Chosen,
    chosen,
    is_on_turn,
    move_of,
    playable,
    shows_something,
)
from games.drawing.titania.geometry import WIDTH, moved, place
from games.drawing.titania.ground import pictures, ship_mark
from games.drawing.titania.islands import island
from games.drawing.titania.scene import fields
from games.drawing.titania.words import label, looks_of
from games.rules.titania.legal import decorate_spaces, extra_spaces
from games.rules.titania.moves import Build, Decorate, Extra, Move, Sail
from games.rules.titania.pieces import NO_SHELLS, SPACES
from games.rules.titania.state import BUILD, DECORATE, EXTRA
from games.rules.titania.view import Preview, View
from games.rules.words import Sentence

FINGER = 27
"""So wide, in the page's pixels, is a space at least on a small screen."""
SEA = Sentence("The sea: {n} spaces, row A in the north", n=len(SPACES))
CHOSEN_SPACE = Sentence("{space}. Chosen: press Enter to go on.")
EYE = (
    '<g class="knob"><circle cx="-34" cy="-40" r="21"/>'
    '<use href="{}#i-eye" x="-48" y="-54" width="28" height="28"/></g>'
)
STAR = '<use class="v-ghost" href="{}#starfish" x="-13.5" y="23.5" width="27" height="27"/>'


def board(
    view: View, ground: Ground, reader: Reader, asked: Asked, preview: Preview | None, draft: Draft
) -> Markup:
    """The sea; on the reader's turn the spaces that can be chosen are links."""
    picked = chosen(view, asked)
    move = move_of(view, picked)
    said = reader.label(SEA)
    return Markup(
        "".join(
            (
                '<svg class="board sea" data-board viewBox="{} {} {} {}"'.format(*ground.view_box),
                f' width="{WIDTH * FINGER // 100}" role="group" aria-label="{said}">',
                ground.under,
                "".join(spots(view, reader, picked)),
                ground.over,
                f'<g class="sea-on" aria-hidden="true">{"".join(upon(view, reader, picked, move))}</g>',
                "</svg>",
            )
        )
    )


def past(view: View, ground: Ground, reader: Reader) -> Markup:
    """The sea of an earlier position: nobody chooses a space there."""
    return board(replace(view, to_act=None), ground, reader, {}, None, NO_DRAFT)


def to_choose(view: View, picked: Chosen) -> tuple[str, ...]:
    """The spaces that can be chosen now, in board order."""
    if not is_on_turn(view) or picked.draw:
        return ()
    if view.pending == DECORATE:
        return tuple(space for space, _, _ in decorate_spaces(view))
    if view.pending == EXTRA:
        return extra_spaces(view)
    if view.pending:
        return ()
    choices = playable(view)
    if picked.card is not None and picked.colour is not None:
        return choices[picked.card, picked.colour]
    reached = {space for spaces in choices.values() for space in spaces}
    return tuple(space for space in SPACES if space in reached)


def spots(view: View, reader: Reader, picked: Chosen) -> Iterable[str]:
    """The spaces that can be chosen, as links; the chosen one lets go again."""
    spaces = to_choose(view, picked)
    looks = looks_of(view) if spaces else {}
    elsewhere = query(reader.address, (fields(picked) | {"at": ""}).items())
    for space in spaces:
        said = label(space, looks[space], reader.text)
        if space == picked.at:
            yield ghost(reader, elsewhere, space, said)
        else:
            yield spot(view, reader, picked, elsewhere, space, said)


def spot(view: View, reader: Reader, picked: Chosen, elsewhere: str, space: str, said: str) -> str:
    """One space; a step that would be complete and be sent at once has its text, for the draft."""
    move = move_of(view, replace(picked, at=space))
    kept = f' data-choice="{move}"' if move and shows_something(view, move) else ""
    return (
        f'<a class="spot" href="{elsewhere}{space}"{kept} aria-label="{escaped(said)}">'
        f'<use href="{reader.sprite}#hex" {place(space)}/></a>'
    )


def ghost(reader: Reader, elsewhere: str, space: str, said: str) -> str:
    """The chosen space."""
    words = escaped(reader.text.say(Sentence(CHOSEN_SPACE.text, space=said)))
    return (
        f'<a class="ghost" href="{elsewhere}" aria-label="{words}">'
        f'<use href="{reader.sprite}#hex" {place(space)}/></a>'
    )


def upon(view: View, reader: Reader, picked: Chosen, move: Move | None) -> Iterable[str]:
    """What lies above everything: where a decision is pending, and what the unsent step would bring."""
    if is_on_turn(view) and view.pending_space and view.pending:
        yield mark(view.pending_space, reader)
    if is_on_turn(view) and view.pending == BUILD:
        yield from (mark(space, reader) for space in SPACES[view.pending_space or ""].towers)
    match move:
        case Sail(_, colour, space):
            yield coming(view, reader, space, colour, shows_something(view, move))
        case Extra(space) if view.pending_colour is not None:
            yield coming(view, reader, space, view.pending_colour, shows_something(view, move))
        case Build(levels):
            yield from (raised(view, reader, space, move) for space in sorted({it[0] for it in levels}))
        case Decorate(space):
            star = STAR.format(reader.sprite)
            yield f"{mark(space, reader)}<g {moved(space)}>{star}</g>"
        case _ if picked.at is not None:
            yield mark(picked.at, reader)


def mark(space: str, reader: Reader) -> str:
    """The dashed edge of what is now."""
    return f'<use class="sea-now is-now" href="{reader.sprite}#hex" {place(space)}/>'


def coming(view: View, reader: Reader, space: str, colour: int, reveals: bool) -> str:
    """A space with the ship that would come to it, and an eye where it would show something new."""
    sprite, there = reader.sprite, dict(view.ships).get(space, ())
    look = looks_of(view)[space]
    lying = pictures(space, look._replace(ships=there or (colour,)), sprite)
    fleet = "".join(
        ship_mark(it, len(there) + 1, n, sprite, "v-ghost" if it == colour else "")
        for n, it in enumerate(sorted((*there, colour)))
    )
    return (
        f'<use class="sea-come" href="{sprite}#hex" {place(space)}/>{mark(space, reader)}'
        f"<g {moved(space)}>{lying}{fleet}{EYE.format(sprite) if reveals else ''}</g>"
    )


def raised(view: View, reader: Reader, space: str, move: Build) -> str:
    """An island with the levels that the unsent step adds, in gold."""
    added = list(NO_SHELLS)
    for where, shell, more in move.levels:
        if where == space:
            added[shell] += more
    standing = dict(view.towers).get(space)
    drawn = island(space, standing, space in view.decorated, tuple(added), reader.sprite)
    return (
        f'<use class="isle" href="{reader.sprite}#isle" {place(space)}/>{mark(space, reader)}'
        f"<g {moved(space)}>{drawn}</g>"
    )
