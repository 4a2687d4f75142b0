"""What the pictures on the sea mean; drawn once for each language."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

from games.drawing.base import Reader, escaped, icon
from games.rules.titania.view import View
from games.rules.words import Sentence, Speaker

KEY = (
    ("s-white", Sentence("white shell, a fan")),
    ("s-black", Sentence("black shell, a spiral")),
    ("s-green", Sentence("green shell, a cone")),
    ("s-brown", Sentence("brown shell, an oval")),
    ("s-any", Sentence("shells of one colour that you choose")),
    ("starfish", Sentence("starfish; then you may decorate")),
    ("point", Sentence("points, at once")),
    ("tile-q", Sentence("score tile, kept face down")),
    ("t-card", Sentence("cards, drawn at once")),
    ("extra", Sentence("another ship of the same colour")),
    ("crane", Sentence("crane: you must build beside it")),
    ("fogpuff", Sentence("fog: the first ship turns it up")),
    ("t-white", Sentence("white tower, a dome")),
    ("t-black", Sentence("black tower, battlements")),
    ("t-green", Sentence("green tower, a spire")),
    ("t-brown", Sentence("brown tower, wide eaves")),
    ("i-eye", Sentence("shows something new: it is sent at once")),
)
NEWEST = Sentence("changed in the last turn")


def info(view: View, reader: Reader) -> Markup:
    """The key, folded."""
    return _drawn(reader.text.nameless(), reader.sprite)


@lru_cache(maxsize=32)
def _drawn(text: Speaker, sprite: str) -> Markup:
    def say(sentence: Sentence) -> str:
        return escaped(text.say(sentence))

    rows = "".join(f"<li>{icon(sprite, name, 'piece')}{say(words)}</li>" for name, words in KEY)
    corners = (
        f'<svg class="piece sea" viewBox="-60 -60 120 120" aria-hidden="true">'
        f'<use class="last-move" href="{sprite}#hex-new"/></svg>'
    )
    rows += f"<li>{corners}{say(NEWEST)}</li>"
    return Markup(
        f'<details class="sea-key"><summary class="pane-h">{say(Sentence("Key to the pictures"))}</summary>'
        f"<ul>{rows}</ul></details>"
    )
