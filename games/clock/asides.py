"""What happened beside the turns of a game, in one sentence each, as its log and its mails tell it."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta

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


def told(kind: str, seat: int, text: str, viewer: int | None, moment: Moment) -> Sentence | None:
    """What an event beside the turns (`Event.Kind`) tells the viewer; `moment` words a time for the reader.

    None for a nudge, which is between two people, and for the end, which the result tells.
    """
    if kind == "kept" and seat == viewer:
        return KEPT_YOURS
    return TOLD[kind](Who(seat), text, moment) if kind in TOLD else None


def _away(who: Who, text: str, moment: Moment) -> Sentence:
    until, _, how = text.partition(" ")
    return Sentence(AWAY[how].text, who=who, until=moment(datetime.fromisoformat(until)))


def _paused(who: Who, text: str, moment: Moment) -> Sentence:
    until = moment(datetime.fromisoformat(text))
    return Sentence("{who} asked for a pause, and all agreed: until {until}.", who=who, until=until)


def _seconds(text: str) -> Sentence:
    return span(timedelta(seconds=int(text)))


def _new_terms(who: Who, text: str, moment: Moment) -> Sentence:
    if not text:
        return NEW_TERMS
    pace = terms.read({"pace": json.loads(text)}).pace
    return Sentence("All agreed on new terms: {pace}.", pace=pace_line(pace))


TOLD: dict[str, Callable[[Who, str, Moment], Sentence]] = {
    "kept": lambda who, text, moment: Sentence("From here on the house kept the seat of {who}.", who=who),
    "return": lambda who, text, moment: Sentence("{who} came back.", who=who),
    "resign": lambda who, text, moment: Sentence(
        "{who} resigned; the house plays the seat to the end.", who=who
    ),
    "asked": lambda who, text, moment: Sentence("{name} was asked to play for {who}.", name=text, who=who),
    "stand-in": lambda who, text, moment: Sentence(
        "From here on {name} played for {who}.", name=text, who=who
    ),
    "away": _away,
    "back": lambda who, text, moment: Sentence("{who} came back early.", who=who),
    "pause": _paused,
    "resume": lambda who, text, moment: Sentence("All agreed to end the pause.", who=who),
    "time": lambda who, text, moment: Sentence("{who} gave {span} more.", who=who, span=_seconds(text)),
    "credit": lambda who, text, moment: Sentence(
        "The site stood still, so the turn was given {span} more.", span=_seconds(text)
    ),
    "terms": _new_terms,
    "stuck": lambda who, text, moment: Sentence("The game stood still because of a fault of ours."),
    "thawed": lambda who, text, moment: Sentence("The fault was mended, and the game went on."),
}
