"""Sentences that the rules speak, kept apart from the language they are read in.

The rules name a sentence in English and its arguments; whoever shows it translates it. `Sentence` is
found by message extraction as `Sentence("...")` and `Sentence("...", many="...")`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Who:
    """A seat inside a sentence: shown as the name of the person there, or as "you"."""

    seat: int


@dataclass(frozen=True, slots=True)
class Term:
    """A thing of the game inside a sentence: a picture on a page, its word elsewhere.

    `picture` is the id of a symbol in the sprite, such as `l-red`.
    """

    picture: str
    word: Sentence
    count: int = 1


@dataclass(frozen=True, slots=True)
class Listed:
    """Several things in a row: "red, white and two points"."""

    items: tuple[Argument, ...]


@dataclass(frozen=True, slots=True, init=False)
class Sentence:
    """A message and its named arguments; `str()` gives it in English.

    `text` has `{name}` for each argument. Where `many` is given, it is the plural form, chosen by the
    argument `n`.
    """

    text: str
    many: str | None
    args: tuple[tuple[str, Argument], ...]

    def __init__(self, text: str, *, many: str | None = None, **args: Argument) -> None:
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "many", many)
        object.__setattr__(self, "args", tuple(args.items()))

    def __str__(self) -> str:
        return ENGLISH.say(self)


Argument = str | int | Who | Term | Listed | Sentence


@dataclass(frozen=True, slots=True)
class Speaker:
    """Says sentences to one reader: in a language, with the names of the seats.

    `gettext` and `ngettext` translate; `name` gives the words for a seat (the reader's own is "you", or
    "You" where it begins a sentence); `term` gives the text for a term, by default its word; `escape` is
    applied to plain texts and names, so a speaker for pages gives safe HTML.
    """

    gettext: Callable[[str], str]
    ngettext: Callable[[str, str, int], str]
    name: Callable[[int, bool], str]
    term: Callable[[Speaker, Term], str] | None = None
    escape: Callable[[str], str] = str

    def nameless(self) -> Speaker:
        """Speaks the same language, of nobody; two for one language are equal."""
        return Speaker(self.gettext, self.ngettext, ENGLISH.name)

    def say(self, sentence: Sentence, begins: bool = True) -> str:
        """The sentence, translated; `begins` is false for one that stands inside another."""
        args = dict(sentence.args)
        if sentence.many is None:
            pattern = self.gettext(sentence.text)
        else:
            pattern = self.ngettext(sentence.text, sentence.many, int(args["n"]))  # type: ignore[arg-type]
        words = self.escape(pattern)
        if not args:
            return words
        first = words[1 : words.find("}")] if begins and words.startswith("{") else None
        return words.format(**{key: self.word(value, key == first) for key, value in args.items()})

    def word(self, value: Argument, begins: bool = False) -> str:
        """One argument as text; `begins` tells that it begins its sentence."""
        if isinstance(value, int):
            return str(value)
        if isinstance(value, str):
            return self.escape(value)
        if isinstance(value, Who):
            return self.escape(self.name(value.seat, begins))
        if isinstance(value, Sentence):
            return self.say(value, begins)
        if isinstance(value, Term):
            return self.term(self, value) if self.term else self.counted(value)
        return self.row([self.word(item) for item in value.items])

    def counted(self, term: Term) -> str:
        """A term in words: "red", "2 red"."""
        word = self.say(term.word)
        return word if term.count == 1 else f"{term.count} {word}"

    def row(self, words: list[str]) -> str:
        """Words in a row, the last joined by "and"."""
        if len(words) < 2:
            return "".join(words)
        pattern = self.escape(self.gettext("{first} and {last}"))
        return pattern.format(first=", ".join(words[:-1]), last=words[-1])


def listed(items: Iterable[Argument]) -> Listed:
    """The items as one argument of a sentence."""
    return Listed(tuple(items))


ENGLISH = Speaker(
    gettext=lambda text: text,
    ngettext=lambda one, many, n: one if n == 1 else many,
    name=lambda seat, begins: f"seat {seat}",
)
