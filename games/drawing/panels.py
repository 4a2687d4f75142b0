"""What the turn panels of all games share: their frame and head, and the buttons and forms at their foot.

A link chooses and stores nothing. A form adds a step to the draft, takes steps back, or sends; each button
names its form, since forms cannot stand in one another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol
from urllib.parse import urlencode

from markupsafe import Markup

from games.drawing.base import Draft, Forms, Reader, escaped, hidden_field, icon
from games.rules.base import Result, Seat
from games.rules.words import Sentence, Who

Fields = Mapping[str, object]
"""Fields of a request; those that are None are left out."""


class Composed(Protocol):
    """A turn being composed, as each game's own scene has it."""

    @property
    def reader(self) -> Reader: ...
    @property
    def draft(self) -> Draft: ...
    @property
    def forms(self) -> Forms: ...


class Watched(Protocol):
    """What a view of any game says of whose turn it is."""

    @property
    def viewer(self) -> Seat | None: ...
    @property
    def to_act(self) -> Seat | None: ...
    @property
    def result(self) -> Result | None: ...


def own_turn(
    it: Composed, title: Sentence, clock: Markup, said: str, inside: str, classes: str = ""
) -> Markup:
    """The panel of the reader's own turn; `said` goes to the status line, plain."""
    return Markup(
        f'<section class="turn{classes}" id="turn" aria-labelledby="turn-h" data-say="{escaped(said)}">'
        f"{head(it.reader.label(title), clock, it.reader.sprite)}"
        f'<form id="draft" method="post" action="{it.forms.draft_url}" hidden>{it.forms.hidden}</form>'
        f"{inside}</section>"
    )


def others_turn(view: Watched, reader: Reader, clock: Markup, hand: Markup, classes: str = "") -> Markup:
    """The panel while somebody else is to act, or after the end; the reader's `hand` to look at."""
    hint: str = ""
    again = look_again(reader) if view.result is None else ""
    if view.result is not None:
        title, hint = Sentence("The game is over"), reader.html(view.result.reason)
    else:
        title = Sentence("{who} is thinking", who=Who(reader.below if view.to_act is None else view.to_act))
        if view.viewer is None:
            hint = reader.label(Sentence("You watch this game; hands stay hidden."))
    said = f'<p class="hint">{hint}</p>' if hint else ""
    return Markup(
        f'<section class="turn{classes} is-wait" id="turn" aria-labelledby="turn-h">'
        f"{head(reader.label(title), clock, reader.sprite)}{hand}{said}{again}</section>"
    )


def nobodys_turn(title: str, reader: Reader, clock: Markup, hand: Markup) -> Markup:
    """The panel while nobody can play on, whoever is to act; why is said below it. `title` is plain."""
    return Markup(
        '<section class="turn is-wait" id="turn" aria-labelledby="turn-h">'
        f'{head(escaped(title), clock, reader.sprite)}<div class="past-hand">{hand}</div>'
        f"{look_again(reader)}</section>"
    )


def look_again(reader: Reader) -> str:
    """A way to the page as it is now, for those without script, whose page does not ask by itself."""
    words = reader.label(Sentence("Look again"))
    return f'<noscript><a class="btn" href="{escaped(reader.address)}">{words}</a></noscript>'


def head(title: str, clock: Markup, sprite: str) -> str:
    """The head of the panel; focus comes here where the control that had it is gone."""
    shown = f'<span class="clock">{icon(sprite, "i-clock", "i-s")}{clock}</span>' if clock else ""
    return f'<div class="turn-head"><h2 id="turn-h" tabindex="-1">{title}</h2>{shown}</div>'


def hand_note(reader: Reader) -> str:
    """That nobody else sees the hand."""
    return f"{icon(reader.sprite, 'i-lock', '')}{reader.label(Sentence('Only you see these.'))}"


def key(name: str) -> str:
    """The key that does the same as a button: seen where there is room for it and it works."""
    return f'<kbd aria-hidden="true">{name}</kbd>'


def keys(reader: Reader, rows: Iterable[tuple[Iterable[str], Sentence]]) -> str:
    """Keys, and what they do; a row without keys is left out."""
    said = "".join(
        f"<span>{''.join(f'<kbd>{name}</kbd> ' for name in names)}{reader.label(words)}</span>"
        for names, words in rows
        if names
    )
    return f'<p class="keys">{said}</p>'


def main_button(words: str, disabled: bool = False, form: str = "go", data: str = "") -> str:
    """The one main button of the panel."""
    off, hint = (" disabled", "") if disabled else ("", key("Enter"))
    return f'<button class="btn btn-main" type="submit" form="{form}"{data}{off}>{words}{hint}</button>'


def step_form(it: Composed, first: str, inside: str = "", name: str = "go", classes: str = "") -> str:
    """The form that adds a step to the draft: its first word or words, and the others `inside`."""
    kind = f' class="{classes}"' if classes else ""
    return (
        f'<form id="{name}"{kind} method="post" action="{it.forms.draft_url}"{"" if inside else " hidden"}>'
        f"{it.forms.hidden}{hidden_field('w1', first)}{inside}</form>"
    )


def sending(it: Composed, last: object) -> str:
    """The form that sends the draft's steps and a last one; without that, nothing yet."""
    steps = (*it.draft.steps, str(last)) if last else ()
    moves = "".join(hidden_field("moves", step) for step in steps)
    return (
        f'<form id="send" method="post" action="{it.forms.turn_url}" hidden>{it.forms.hidden}{moves}</form>'
    )


def keep_button(it: Composed, step: object) -> str:
    """Keeps a step that would be sent as the draft's choice; script does so by itself."""
    return (
        f'<button class="btn btn-keep" type="submit" form="draft" name="choice" value="{step}">'
        f"{it.reader.label(Sentence('Keep as draft'))}</button>"
    )


def undo_link(it: Composed, href: str) -> str:
    """Takes back a choice that is stored nowhere."""
    return f'<a class="btn btn-undo" href="{href}" data-undo>{undo_words(it)}</a>'


def undo_button(it: Composed, keep: int, still: Fields | None = None) -> str:
    """Takes the draft back to its first `keep` steps, and its choice: pressed twice it does so once.

    What is `still` chosen then is asked for anew by these fields.
    """
    return (
        f'<button class="btn btn-undo" type="submit" form="draft" name="keep" value="{keep}"'
        f"{asking_for(it, still or {})} data-undo>{undo_words(it)}</button>"
    )


def undo_words(it: Composed) -> str:
    """What stands on every Undo."""
    words = it.reader.label(Sentence("Undo"))
    return f"{icon(it.reader.sprite, 'i-undo')}<span>{words}</span>{key('Esc')}"


def change_button(it: Composed, keep: int, still: Fields) -> str:
    """Takes back a step of the draft and those after it: only the first `keep` stay.

    By the fields the step is then open again as it was chosen, to be taken otherwise.
    """
    return (
        f'<button class="link-btn" type="submit" form="draft" name="keep" value="{keep}"'
        f"{asking_for(it, still)}>{it.reader.label(Sentence('Change'))}</button>"
    )


def asking_for(it: Composed, fields: Fields) -> str:
    """Where a button sends the draft's form, so that its answer shows these fields chosen."""
    given = {name: value for name, value in fields.items() if value is not None}
    return f' formaction="{it.forms.draft_url}?{escaped(urlencode(given))}"' if given else ""
