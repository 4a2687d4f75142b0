"""What the parts of the turn panel share, gathered once for each drawing."""

from __future__ import annotations

from dataclasses import dataclass

from games.drawing.base import Asked, Draft, Forms, Reader, icon, query
from games.drawing.titania.asking import (
    Chosen,
    End,
    chosen,
    end_with,
    levels_text,
    move_of,
    seat_of,
    shows_something,
)
from games.drawing.titania.words import Look, looks_of
from games.rules.base import Seat
from games.rules.titania.moves import Levels, Move, parse
from games.rules.titania.pieces import CARDS, SHELL_WORDS, SHELLS, SHIP_WORDS, SHIPS
from games.rules.titania.view import Preview, View
from games.rules.words import Sentence


@dataclass(frozen=True, slots=True)
class Scene:
    """A turn being composed: the position with the draft's steps applied, and what is chosen beyond them.

    `move` is the step that is chosen, None while something is missing; `reveals` says that it would be
    sent at once, and `end` that the turn would end with it.
    """

    view: View
    reader: Reader
    choice: Chosen
    move: Move | None
    reveals: bool
    end: End | None
    preview: Preview | None
    draft: Draft
    forms: Forms
    looks: dict[str, Look]

    @property
    def seat(self) -> Seat:
        """The seat that composes."""
        return seat_of(self.view)

    @property
    def steps(self) -> list[Move]:
        """The steps composed so far."""
        return [parse(text) for text in self.draft.steps]

    @property
    def is_kept(self) -> bool:
        """Whether what is chosen is what the draft has kept."""
        return self.move is not None and str(self.move) == self.draft.choice

    def label(self, sentence: Sentence) -> str:
        """A sentence as safe plain text."""
        return self.reader.label(sentence)

    def icon(self, name: str, classes: str = "i", label: str = "") -> str:
        """A picture of the sprite."""
        return icon(self.reader.sprite, name, classes, label)

    def ship(self, colour: int) -> str:
        """A ship, named by its colour."""
        return self.icon(f"v-{SHIPS[colour]}", "piece", self.label(SHIP_WORDS[colour]))

    def shell(self, colour: int, named: bool = True) -> str:
        """A shell; `named` where no word stands beside it."""
        return self.icon(f"s-{SHELLS[colour]}", "piece-s", self.label(SHELL_WORDS[colour]) if named else "")

    def link(self, **changes: object) -> str:
        """The address of this page with something else chosen."""
        return query(self.reader.address, (fields(self.choice) | changes).items())

    def levels_link(self, levels: tuple[Levels, ...]) -> str:
        """The address of this page with other levels to build."""
        return query(self.reader.address, [("build", levels_text(levels))])

    @property
    def afresh(self) -> str:
        """The address of this page with nothing chosen, not even what the draft has kept."""
        return query(self.reader.address, [("at", "")])


def fields(picked: Chosen) -> dict[str, object]:
    """The query fields of a choice."""
    return {
        "card": None if picked.card is None else CARDS[picked.card],
        "as": None if picked.colour is None else SHIPS[picked.colour],
        "at": picked.at,
    }


def scene_of(
    view: View, reader: Reader, asked: Asked, preview: Preview | None, draft: Draft, forms: Forms
) -> Scene:
    """The scene of the reader's own turn."""
    picked = chosen(view, asked)
    move = move_of(view, picked)
    reveals = move is not None and shows_something(view, move)
    end = end_with(view, move) if move is not None and reveals else None
    return Scene(view, reader, picked, move, reveals, end, preview, draft, forms, looks_of(view))
