"""What happened beside the turns of a game, in one sentence each, as its log and its mails tell it."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from games.clock import terms
from games.clock.words import pace_line, span
from games.rules.words import Sentence, Who

Moment = Callable[[datetime], str]

AWAY = {
    "by hand": Sentence("{who} took a holiday, until {until}."),
    "by itself": Sentence("{who} ran out of time and took a day of holiday, until {until}."),
    "emergency": Sentence("{who} took the emergency pause, until {until}."),
}
KEPT_YOURS = Sentence("From here on the house kept your seat.")
NEW_TERMS = Sentence("All agreed on new terms.")
STOOD_IN = Sentence("{name}, who stood in for {who},")
PROPOSED = {
    "resume": Sentence("{who} proposed to end the pause."),
    "terms": Sentence("{who} proposed other terms."),
    "end": Sentence("{who} proposed to end the game, without a winner."),
    "absent": Sentence("The others were asked what is to happen without {who}."),
}
REFUSED = {
    "pause": Sentence("{who} did not want a pause."),
    "resume": Sentence("{who} did not want to end the pause."),
    "terms": Sentence("{who} did not want other terms."),
    "end": Sentence("{who} did not want to end the game."),
}
WITHDRAWN = {
    "pause": Sentence("{who} took back the proposal of a pause."),
    "resume": Sentence("{who} took back the proposal to end the pause."),
    "terms": Sentence("{who} took back the proposal of other terms."),
    "end": Sentence("{who} took back the proposal to end the game."),
}
BY = " by "


class Words(NamedTuple):
    """How the reader's text spells a time, and a name."""

    moment: Moment
    name: Callable[[str], str]


def told(
    kind: str, seat: int, text: str, viewer: int | None, moment: Moment, name: Callable[[str], str] = str
) -> Sentence | None:
    """What an event beside the turns (`Event.Kind`) tells the viewer; `moment` and `name` spell for them.

    None for a nudge, which is between two people, and for the end, which the result tells.
    """
    if kind == "kept" and seat == viewer:
        return KEPT_YOURS
    return TOLD[kind](Who(seat), text, Words(moment, name)) if kind in TOLD else None


def signed(text: str, stand_in: str | None) -> str:
    """What an event says of something that a seat did, by the name of who stood in there."""
    return text if stand_in is None else f"{text}{BY}{stand_in}"


def _acted(who: Who, text: str, words: Words) -> tuple[Who | Sentence, list[str]]:
    """Who did it, the owner of the seat or a stand-in; and what the event says besides."""
    said, by, name = text.partition(BY)
    acted = Sentence(STOOD_IN.text, name=words.name(name), who=who) if by else who
    return acted, said.split(" ", 1)


def _proposed(who: Who, text: str, words: Words) -> Sentence:
    acted, (kind, *needs) = _acted(who, text, words)
    if kind == "pause":
        one, many = "{who} proposed a pause of {n} day.", "{who} proposed a pause of {n} days."
        return Sentence(one, many=many, who=acted, n=int(needs[0]))
    if kind == "terms" and needs:
        return Sentence("{who} proposed other terms: {pace}.", who=acted, pace=_pace(needs[0]))
    return Sentence(PROPOSED[kind].text, who=acted)


def _refused(who: Who, text: str, words: Words) -> Sentence:
    acted, (kind, *_) = _acted(who, text, words)
    return Sentence(REFUSED[kind].text, who=acted)


def _withdrawn(who: Who, text: str, words: Words) -> Sentence:
    acted, (kind, *_) = _acted(who, text, words)
    return Sentence(WITHDRAWN[kind].text, who=acted)


def _away(who: Who, text: str, words: Words) -> Sentence:
    until, _, how = text.partition(" ")
    return Sentence(AWAY[how].text, who=who, until=words.moment(datetime.fromisoformat(until)))


def _paused(who: Who, text: str, words: Words) -> Sentence:
    acted, (until, *_) = _acted(who, text, words)
    moment = words.moment(datetime.fromisoformat(until))
    return Sentence("{who} asked for a pause, and all agreed: until {until}.", who=acted, until=moment)


def _seconds(text: str) -> Sentence:
    return span(timedelta(seconds=int(text)))


def _new_terms(who: Who, text: str, words: Words) -> Sentence:
    if not text:
        return NEW_TERMS
    return Sentence("All agreed on new terms: {pace}.", pace=_pace(text))


def _pace(text: str) -> Sentence:
    return pace_line(terms.read({"pace": json.loads(text)}).pace)


TOLD: dict[str, Callable[[Who, str, Words], Sentence]] = {
    "kept": lambda who, text, words: Sentence("From here on the house kept the seat of {who}.", who=who),
    "return": lambda who, text, words: Sentence("{who} came back.", who=who),
    "resign": lambda who, text, words: Sentence(
        "{who} resigned; the house plays the seat to the end.", who=who
    ),
    "asked": lambda who, text, words: Sentence(
        "{name} was asked to play for {who}.", name=words.name(text), who=who
    ),
    "declined": lambda who, text, words: Sentence(
        "{name} did not want to play for {who}.", name=words.name(text), who=who
    ),
    "stand-in": lambda who, text, words: Sentence(
        "From here on {name} played for {who}.", name=words.name(text), who=who
    ),
    "stepped-down": lambda who, text, words: Sentence(
        "From here on {name} no longer played for {who}.", name=words.name(text), who=who
    ),
    "away": _away,
    "back": lambda who, text, words: Sentence("{who} came back early.", who=who),
    "question": _proposed,
    "refused": _refused,
    "withdrawn": _withdrawn,
    "decided": lambda who, text, words: Sentence(
        "The others decided that the house plays for {who}.", who=who
    ),
    "pause": _paused,
    "resume": lambda who, text, words: Sentence("All agreed to end the pause.", who=who),
    "time": lambda who, text, words: Sentence("{who} gave {span} more.", who=who, span=_seconds(text)),
    "credit": lambda who, text, words: Sentence(
        "The site stood still, so the turn was given {span} more.", span=_seconds(text)
    ),
    "terms": _new_terms,
    "stuck": lambda who, text, words: Sentence("The game stood still because of a fault of ours."),
    "thawed": lambda who, text, words: Sentence("The fault was mended, and the game went on."),
}
