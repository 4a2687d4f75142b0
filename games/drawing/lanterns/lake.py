"""The whole lake as one reader sees it now: the kept ground, and in layers of their own the legal places, the
chosen tile, what it would give to every side, and the names on the shore."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from markupsafe import Markup

from games.drawing.base import NO_DRAFT, Asked, Draft, Ground, Reader, escaped, query
from games.drawing.lanterns.asking import Chosen, at_text, chosen, is_on_turn
from games.drawing.lanterns.geometry import (
    CENTRES,
    TILE,
    Frame,
    frame_from,
    quarter_turns,
    screen_cell,
    screen_side,
)
from games.drawing.lanterns.ground import MARKS, face, lanterns, link
from games.drawing.lanterns.names import names
from games.drawing.lanterns.words import Words, words_for
from games.rules.lanterns.moves import Place
from games.rules.lanterns.pieces import SIDES
from games.rules.lanterns.state import Cell
from games.rules.lanterns.view import Preview, View
from games.rules.lanterns.view import preview as preview_of
from games.rules.words import Sentence

FINGER = 26
"""So wide, in the page's pixels, is a place at least on a small screen: a larger lake scrolls."""
LAKE = Sentence("The lake: {n} tile", many="The lake: {n} tiles")
CHOSEN = Sentence("Chosen place, {place}: {tile}. Press R to turn, Enter to confirm.")
CHOSEN_PLACE = Sentence("{place}, chosen")


def board(
    view: View, ground: Ground, reader: Reader, asked: Asked, preview: Preview | None, draft: Draft
) -> Markup:
    """The lake. With a preview of a placement it shows the tile and what comes of it; on the reader's turn,
    the places that are free are links."""
    turns = quarter_turns(view.seats, reader.below)
    frame = frame_from(ground.view_box)
    words = words_for(reader.text)
    choice = chosen(view, asked)
    placing = preview if preview and preview.place else None
    label = reader.label(Sentence(LAKE.text, many=LAKE.many, n=len(view.lake)))
    return Markup(
        "".join(
            (
                '<svg class="board" data-board viewBox="{} {} {} {}"'.format(*ground.view_box),
                f' width="{ground.view_box[2] * FINGER // TILE}" role="group" aria-label="{label}">',
                ground.under,
                places(view, reader, choice, words, turns) if may_place(view) else "",
                rays(view, placing, turns, frame) if placing else "",
                ground.over,
                ghost(reader, placing, words, turns, draft) if placing else "",
                names(view, reader, placing, words, turns, frame),
                "</svg>",
            )
        )
    )


def past(view: View, ground: Ground, reader: Reader) -> Markup:
    """The lake of an earlier position: nobody chooses a place there."""
    return board(replace(view, to_act=None), ground, reader, {}, None, NO_DRAFT)


def may_place(view: View) -> bool:
    """Whether the reader chooses a place now (L8, L9)."""
    return is_on_turn(view) and not view.final and not view.excess


def places(view: View, reader: Reader, choice: Chosen, words: Words, turns: int) -> str:
    """The free places as links; with a tile chosen, each says what would match there."""
    address = query(reader.address, fields(choice.tile, None, choice.turn))
    address += "&amp;at=" if "?" in address else "?at="
    return "".join(
        place(view, reader, choice, words, (x, y), (column, row), address)
        for row, column, x, y in sorted((*screen_cell(x, y, turns)[::-1], x, y) for x, y in view.open_cells)
        if choice.tile is None or (x, y) != choice.at
    )


def place(
    view: View, reader: Reader, choice: Chosen, words: Words, cell: Cell, screen: Cell, address: str
) -> str:
    """One free place; `address` lacks only the cell. A complete choice also has its text, for the draft."""
    x, y = cell
    label, text, mark = words.place(x, y), "", ""
    if choice.tile is not None:
        placement = Place(choice.tile, x, y, choice.turn)
        text = f' data-choice="{placement}"'
        label = words.at.format(place=label, what=promise(view, reader, placement, words))
    elif cell == choice.at:
        mark, label = " is-chosen", reader.text.say(Sentence(CHOSEN_PLACE.text, place=label))
    column, row = screen
    return (
        f'<a class="spot{mark}" href="{address}{x},{y}"{text} aria-label="{escaped(label)}">'
        f'<use href="{reader.sprite}#s" x="{column * TILE}" y="{row * TILE}"/></a>'
    )


def fields(tile: int | None, at: Cell | None, turn: int) -> list[tuple[str, object]]:
    """The query fields of a choice."""
    return [
        ("tile", tile),
        ("turn", turn or None),
        ("at", at_text(at) if at else None),
    ]


def promise(view: View, reader: Reader, placement: Place, words: Words) -> str:
    """What would match at a place: "no match", "1 match (green), 2 favours"."""
    outcome = preview_of(view, placement)
    matched = tuple([match.colour for match in outcome.matches])
    return words.promise(matched, outcome.favours, reader.text) if matched else words.no_match


def rays(view: View, preview: Preview, turns: int, frame: Frame) -> str:
    """A dotted line from each lantern of the chosen tile to the shore of the seat it goes to."""
    assert preview.place
    column, row = screen_cell(preview.place.x, preview.place.y, turns)
    lines = [
        ray(screen_side(SIDES[view.seats][gain.seat], turns), column * TILE, row * TILE, frame)
        for gain in preview.gains
    ]
    return f'<path class="ray" aria-hidden="true" d="{"".join(lines)}"/>'


def ray(side: int, left: int, top: int, frame: Frame) -> str:
    """The line from the lantern on a side of a tile straight to the shore."""
    x, y = CENTRES[side]
    end = (f"V{frame.top}", f"H{frame.right}", f"V{frame.bottom}", f"H{frame.left}")[side]
    return f"M{left + x} {top + y}{end}"


def ghost(reader: Reader, preview: Preview, words: Words, turns: int, draft: Draft) -> str:
    """The chosen tile: a link that turns it once more."""
    chosen_place = preview.place
    assert chosen_place
    tile, x, y, rotation = chosen_place.tile, chosen_place.x, chosen_place.y, chosen_place.rotation
    column, row = screen_cell(x, y, turns)
    left, top = column * TILE, row * TILE
    onward = Place(tile, x, y, (rotation + 1) % 4)
    label = Sentence(CHOSEN.text, place=words.place(x, y), tile=words.tile(tile, rotation))
    href = query(reader.address, fields(tile, (x, y), onward.rotation))
    arriving = "" if draft.choice else " is-arriving"
    return "".join(
        (
            f'<a class="ghost{arriving}" href="{href}" data-choice="{onward}"',
            f' aria-label="{escaped(reader.text.say(label))}">',
            f'<use href="{reader.sprite}#{face(tile)}" x="{left}" y="{top}"/>',
            "".join(new_pairs(preview, column, row, turns)),
            f'<g transform="translate({left} {top})">{lanterns(tile, (rotation + turns) % 4, reader.sprite)}',
            "".join(met(preview, turns, reader.sprite)),
            '<rect class="ghost-edge" x="-1" y="-1" width="102" height="102" rx="8"/>',
            f'<g class="knob"><circle cx="4" cy="4" r="19"/><use href="{reader.sprite}#i-cw" x="-9" y="-9"',
            ' width="26" height="26"/></g></g></a>',
        )
    )


def new_pairs(preview: Preview, column: int, row: int, turns: int) -> Iterable[str]:
    """Capsules in gold behind the lanterns that the chosen tile matches."""
    d = "".join(link(column, row, screen_side(match.side, turns)) for match in preview.matches)
    if d:
        yield f'<path class="pair-edge is-new" d="{d}"/><path class="pair is-new" d="{d}"/>'


BEYOND = ((50, -19), (119, 50), (50, 119), (-19, 50))
"""The centres of the neighbours' lanterns that meet those of a tile."""


def met(preview: Preview, turns: int, sprite: str) -> Iterable[str]:
    """The neighbours' lanterns, drawn again above the gold."""
    for match in preview.matches:
        x, y = BEYOND[screen_side(match.side, turns)]
        yield f'<use href="{sprite}#{MARKS[match.colour]}" x="{x}" y="{y}"/>'
