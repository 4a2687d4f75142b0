"""What the parts of the turn panel share, gathered once for each drawing."""

from __future__ import annotations

from dataclasses import dataclass

from games.drawing.base import Asked, Draft, Forms, Reader, icon, query
from games.drawing.lanterns.asking import Chosen, allowed_steps, at_text, chosen, open_step, seat
from games.drawing.lanterns.geometry import SCREEN, quarter_turns, screen_side
from games.drawing.lanterns.words import Words, words_for
from games.rules.base import Seat
from games.rules.lanterns.legal import cards_of
from games.rules.lanterns.moves import Move, parse
from games.rules.lanterns.pieces import COLOURS, SIDES
from games.rules.lanterns.state import Cards
from games.rules.lanterns.view import Preview, View
from games.rules.words import Sentence


@dataclass(frozen=True, slots=True)
class Scene:
    """A turn being composed: the position with the draft's steps applied, and what is chosen beyond them.

    `allowed` are the steps that may be opened, `step` the one that is open.
    """

    view: View
    reader: Reader
    choice: Chosen
    preview: Preview | None
    draft: Draft
    forms: Forms
    allowed: tuple[str, ...]
    step: str
    words: Words
    turns: int

    @property
    def seat(self) -> Seat:
        """The seat that composes."""
        return seat(self.view)

    @property
    def cards(self) -> Cards:
        """The lanterns of the seat."""
        return cards_of(self.view, self.seat)

    @property
    def steps(self) -> list[Move]:
        """The steps composed so far."""
        return [parse(text) for text in self.draft.steps]

    @property
    def is_kept(self) -> bool:
        """Whether what is chosen is what the draft has kept."""
        place = self.choice.place()
        return place is not None and str(place) == self.draft.choice

    def label(self, sentence: Sentence) -> str:
        """A sentence as safe plain text."""
        return self.reader.label(sentence)

    def icon(self, name: str, classes: str = "i", label: str = "") -> str:
        """A picture of the sprite."""
        return icon(self.reader.sprite, name, classes, label)

    def lantern(self, colour: int, classes: str = "piece", named: bool = False) -> str:
        """A lantern; `named` where no word stands beside it."""
        return self.icon(f"l-{COLOURS[colour]}", classes, self.words.colours[colour] if named else "")

    def link(self, *, step: str | None = None, back: tuple[int, ...] | None = None, **changes: object) -> str:
        """The address of this page with something else chosen or opened."""
        given = self.choice.back if back is None else back
        choice = self.choice
        fields = {
            "tile": choice.tile,
            "turn": choice.turn or None,
            "at": choice.at and at_text(choice.at),
        } | changes
        return query(
            self.reader.address,
            [
                ("open", step),
                *fields.items(),
                ("back", ".".join(COLOURS[colour] for colour in given) or None),
            ],
        )

    def glyph(self, of: Seat) -> str:
        """The picture of a seat's side, as it lies on the screen."""
        return self.icon(f"side-{SCREEN[screen_side(SIDES[self.view.seats][of], self.turns)]}", "")


def scene_of(
    view: View, reader: Reader, asked: Asked, preview: Preview | None, draft: Draft, forms: Forms
) -> Scene:
    """The scene of the reader's own turn."""
    allowed = allowed_steps(view)
    return Scene(
        view,
        reader,
        chosen(view, asked),
        preview if preview and preview.place else None,
        draft,
        forms,
        allowed,
        open_step(view, asked, allowed),
        words_for(reader.text),
        quarter_turns(view.seats, reader.below),
    )
