"""The dedication tokens that lie open on the table; drawn once for each set of them and language."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from markupsafe import Markup

from games.drawing.base import Reader, escaped, icon
from games.drawing.lanterns.words import KIND_NAMES
from games.rules.lanterns.pieces import KINDS
from games.rules.lanterns.view import View
from games.rules.words import Sentence, Speaker

Stack = tuple[int, ...]
Say = Callable[[Sentence], str]


def info(view: View, reader: Reader) -> Markup:
    """The dedication tokens: of each kind the top one, how many are left, and the next."""
    return _drawn(view.edition, view.stacks, view.generics, reader.text.nameless(), reader.sprite)


@lru_cache(maxsize=1024)
def _drawn(edition: str, stacks: tuple[Stack, ...], generics: int, text: Speaker, sprite: str) -> Markup:
    def say(sentence: Sentence) -> str:
        return escaped(text.say(sentence))

    cards = "".join(card(kind, left, generics, say, sprite) for kind, left in enumerate(stacks))
    return Markup(
        f'<section><h2 class="pane-h">{say(Sentence("Dedications"))}'
        f' <span class="meta">{say(spare(edition, generics))}</span></h2>'
        f'<ul class="stacks">{cards}</ul></section>'
    )


def spare(edition: str, generics: int) -> Sentence:
    """What a stack that is used up gives instead (L7)."""
    if edition == "preview":
        return Sentence("when a stack is empty: always a spare 4")
    return Sentence("when a stack is empty: a spare 4, {n} left", n=generics)


def card(kind: int, left: Stack, generics: int, say: Say, sprite: str) -> str:
    """One stack of tokens; an empty one shows the spare 4, or that the kind is closed."""
    picture = icon(sprite, f"d-{KINDS[kind]}", "")
    if left:
        top, about = str(left[0]), still_there(left, generics, say)
    elif generics:
        picture = icon(sprite, "d-spare", "")
        top, about = "4", say(Sentence("spare tokens"))
    else:
        top, about = "–", say(Sentence("closed: no token is left"))
    thin = " is-thin" if len(left) < 2 else ""
    return (
        f'<li class="stack-card{thin}">{picture}<span class="top">{top}</span>'
        f'<span class="nm"><b>{say(KIND_NAMES[kind])}</b>{about}</span></li>'
    )


def still_there(left: Stack, generics: int, say: Say) -> str:
    """How many tokens are left, and the values of the next three."""
    if len(left) > 1:
        then = Sentence("then {values}", values=", ".join(map(str, left[1:4])))
    else:
        then = Sentence("then a spare 4") if generics else Sentence("then none")
    return f"<span>{say(Sentence('{n} left', n=len(left)))}</span> <span>{say(then)}</span>"
