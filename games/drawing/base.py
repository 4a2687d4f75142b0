"""What the drawings of all games share: who reads, where their forms go, and the parts all of them use.

A drawing turns a View into HTML and SVG text. It loads without Django, joins strings, and escapes every
name; templates only frame what it returns. `registry.py` names the drawing of each game; `Drawing` says
what it has to offer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from markupsafe import Markup, escape

from games.drawing.alone import Alone
from games.rules.base import Json, Seat
from games.rules.words import Sentence, Speaker, Term


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody who looks at a table.

    `below` is the seat whose side is drawn below, `names` are by seat and plain. `say` gives safe HTML with
    pictures for terms (see `page_speaker`), `text` plain text for labels; to both the reader's own seat is
    "you". `address` is the table's page, `sprite` the file with the pictures.
    """

    viewer: Seat | None
    below: Seat
    names: tuple[str, ...]
    say: Speaker
    text: Speaker
    address: str
    sprite: str

    def html(self, sentence: Sentence) -> Markup:
        """A sentence as HTML, its terms drawn."""
        return Markup(self.say.say(sentence))

    def label(self, sentence: Sentence) -> str:
        """A sentence without pictures, safe in an attribute and in text."""
        if sentence.args:
            return escaped(self.text.say(sentence))
        return fixed(self.text.gettext, sentence.text)

    def name(self, seat: Seat) -> str:
        """The name at a seat, escaped; never "you"."""
        return escaped(self.names[seat])

    def called(self, seat: Seat) -> str:
        """The name at a seat, escaped; the reader's own is "you"."""
        return escaped(self.text.name(seat, False))


@lru_cache(maxsize=4096)
def fixed(gettext: Callable[[str], str], text: str) -> str:
    """A translated text in which nothing is filled in, safe in HTML."""
    return escaped(gettext(text))


@dataclass(frozen=True, slots=True)
class Forms:
    """Where a turn is composed and sent, and what each form carries: the token, the position's number."""

    csrf: str
    seq: int
    draft_url: str
    turn_url: str

    @property
    def hidden(self) -> str:
        """The fields of every form."""
        return (
            f'<input type="hidden" name="csrfmiddlewaretoken" value="{escape(self.csrf)}">'
            f'<input type="hidden" name="seq" value="{self.seq}">'
        )


class Draft(Protocol):
    """A turn not yet sent: the texts of steps shown applied, and of one that is only previewed, or "".

    `done` is what the reader's own steps of this turn did, as the game's rules tell it: of those that were
    sent already, then of `steps`.
    """

    @property
    def steps(self) -> tuple[str, ...]: ...
    @property
    def choice(self) -> str: ...
    @property
    def done(self) -> tuple[Any, ...]: ...


@dataclass(frozen=True, slots=True)
class NoDraft:
    """Nothing composed yet."""

    steps: tuple[str, ...] = ()
    choice: str = ""
    done: tuple[Any, ...] = ()


NO_DRAFT = NoDraft()

Asked = Mapping[str, str]
"""The plain fields of a request. Anything may be in it: a drawing takes only what it can read."""


@dataclass(frozen=True, slots=True)
class Ground:
    """The part of a board that every viewer with the same side below shares, to be kept by its caller.

    `under` lies below the legal places and what is chosen, `over` above them. It depends on the public
    position, the side below and the language, and on nothing else.
    """

    view_box: tuple[int, int, int, int]
    under: Markup
    over: Markup


class Titles(NamedTuple):
    """What the parts of a result are called in this game, in plain text: the board is that of the end."""

    scores: str
    chart: str
    board: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the page of a result says of the scores.

    `headline` is plain text; `verdict` says what decided; `table` has the scores by their parts, and `note`
    how to read it.
    """

    headline: str
    verdict: Markup
    table: Markup
    note: Markup


class Course(NamedTuple):
    """How a game that is over went: the scores over the turns, and what the parts of its page are called."""

    titles: Titles
    chart: Markup


class Drawing(Protocol):
    """A game's drawing; its module `games.drawing.<slug>` has these functions."""

    def asking(self, asked: Asked, draft: Draft) -> Asked:
        """The fields to draw by: what the request asks for, else what the draft has kept.

        After a form they are its own fields: where it was refused, its step is to be open, its choices kept.
        """

    def choice(self, view: Any, asked: Asked) -> str | None:
        """The text of the step that the fields choose; None where they are incomplete or make no sense."""

    def ground(self, view: Any, below: Seat, text: Speaker, sprite: str) -> Ground:
        """The part of the board to be kept."""

    def board(
        self, view: Any, ground: Ground, reader: Reader, asked: Asked, preview: Any, draft: Draft
    ) -> Markup:
        """The whole board, as the reader sees it now."""

    def seats(
        self,
        view: Any,
        reader: Reader,
        asked: Asked,
        preview: Any,
        draft: Draft,
        notes: Mapping[Seat, Markup],
    ) -> Markup:
        """A section for each seat; `notes` (a clock) stand at its foot, the reader's own in the panel."""

    def seating(self, view: Any, below: Seat) -> str:
        """Classes for the element around board and seats, beside its own: how many sit where."""

    def side_of(self, seats: int, seat: Seat) -> str:
        """What the name of the picture that shows where a seat is has after `side-`, before the start."""

    def supply(self, view: Any, reader: Reader, preview: Any) -> Markup:
        """What is left to be given out."""

    def panel(
        self,
        view: Any,
        reader: Reader,
        asked: Asked,
        preview: Any,
        draft: Draft,
        forms: Forms,
        clock: Markup,
    ) -> Markup:
        """The panel in which a turn is composed, or that says who is thinking; `clock` stands in its head."""

    def info(self, view: Any, reader: Reader) -> Markup:
        """What else there is to look at below the turn: what lies open, or what the pictures mean."""

    def hand(self, view: Any, reader: Reader, private: bool = True) -> Markup:
        """The reader's own pieces, only to look at; nothing for somebody who watches.

        They are `private` as long as the game runs: then it may be said that nobody else sees them.
        """

    def past(self, view: Any, ground: Ground, reader: Reader) -> Markup:
        """The board at an earlier position: nothing can be chosen there."""

    def outcome(self, view: Any, reader: Reader) -> Outcome:
        """What a result page says of the scores of a game that its rules have ended."""

    def course(self, view: Any, reader: Reader, points: Sequence[tuple[int, ...]]) -> Course:
        """How a game that is over went; `points` has the scores at the start and after each turn."""

    def dealt(self, deal: Mapping[str, Sequence[Json]], reader: Reader) -> Markup:
        """What came of each shuffle of a game, by its label (formats.md 1), to be read and to be checked.

        The texts of all `data-dealt` in the element whose `data-shuffle` is a label are, joined by commas,
        the JSON items that this label's shuffle gave.
        """

    def showcase(self, view: Any, text: Speaker, sprite: str, label: str) -> Markup:
        """The board alone, large, for the first page and the rules; `label` names it for screen readers."""

    def thumbnail(self, view: Any, below: Seat, sprite: str, small: bool) -> Markup:
        """A small picture for lists; decoration, hidden from screen readers."""

    def picture(self, view: Any, own: Any | None, below: Seat, text: Speaker) -> Alone:
        """The board as an SVG document that stands alone, as a watcher's `view` shows it.

        Under it are the pieces in the hand of a seat whose `own` view is given. No name is written in it.
        """

    def pictured(self, view: Any, text: Speaker) -> str:
        """What that picture shows, in a sentence."""

    def legend(self, view: Any, below: Seat, text: Speaker) -> str:
        """Who sits where around it, in a sentence; empty where nobody has a side."""

    def own_pieces(self, own: Any, text: Speaker) -> tuple[str, ...]:
        """What the seat of this view has in hand, in words, line by line; nothing after the end."""


def icon(sprite: str, name: str, classes: str = "i", label: str = "") -> str:
    """A picture of the sprite; `label`, already escaped, for one that says something by itself."""
    named = f'role="img" aria-label="{label}"' if label else 'aria-hidden="true"'
    return f'<svg class="{classes}" {named}><use href="{sprite}#{name}"/></svg>'


def hidden_field(name: str, value: str) -> str:
    """A hidden field of a form."""
    return f'<input type="hidden" name="{name}" value="{escape(value)}">'


def page_speaker(
    gettext: Callable[[str], str],
    ngettext: Callable[[str, str, int], str],
    name: Callable[[int, bool], str],
    sprite: str,
) -> Speaker:
    """A speaker whose sentences are safe HTML, with a picture of the sprite for each term."""
    return Speaker(gettext, ngettext, name, term=term_drawer(sprite), escape=escaped)


@lru_cache(maxsize=8192, typed=True)
def escaped(text: str) -> str:
    """The text, safe in HTML, as a plain str: `Markup` would escape a second time where sentences nest."""
    return str(escape(text))


# Keeps what follows a picture, a full stop, in its line; a space after it still ends one. Browsers heed it
# between letters only, so picture and joiner stand together in an element that does not wrap.
JOINER = "\u2060"


@lru_cache(maxsize=8)
def term_drawer(sprite: str) -> Callable[[Speaker, Term], str]:
    """Draws terms: the count where there are several, then the picture, named by its word."""

    def draw(speaker: Speaker, term: Term) -> str:
        count = f"{term.count} " if term.count != 1 else ""
        picture = icon(sprite, escaped(term.picture), "piece-s in", speaker.say(term.word))
        return f'<span class="nb">{count}{picture}{JOINER}</span>'

    return draw


def log_entry(sentences: Sequence[Sentence], say: Speaker) -> Markup:
    """What the log says of a turn: the first sentence is the act, the others its consequences."""
    return Markup("".join(f"<span>{say.say(sentence)}</span> " for sentence in sentences))


def query(address: str, fields: Iterable[tuple[str, object]]) -> str:
    """The address with these fields, safe in an attribute; fields that are None are left out."""
    pairs = "&amp;".join(f"{key}={value}" for key, value in fields if value is not None)
    return f"{escape(address)}?{pairs}" if pairs else str(escape(address))
