"""What a table agrees on: how fast it plays, what happens when somebody is absent, who may join.

Each is plain data with one spelling as JSON, so that it can be stored, shown before anybody joins, put
to the vote and copied to a rematch.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from games.rules.words import Sentence

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
NONE = timedelta(0)

FIXED, BANK, SOFT, SOCIABLE = "fixed", "bank", "soft", "sociable"
# What may be chosen for the time of one turn, by kind; of a bank it is the grace before the bank ticks.
TURN = {
    FIXED: (6 * HOUR, 14 * DAY),
    BANK: (NONE, 3 * DAY),
    SOFT: (6 * HOUR, 14 * DAY),
    SOCIABLE: (2 * MINUTE, HOUR),
}
LEAST = 6 * HOUR
# What holds at every table: holidays stop its clocks; a game that nobody plays any more ends by itself.
HOLIDAY_IN_A_YEAR, HOLIDAY_IN_A_GAME = 30 * DAY, 14 * DAY
DESERTED_FOR, IDLE_FOR = 14 * DAY, 60 * DAY
MOST_BANK, MOST_INCREMENT = 30 * DAY, 3 * DAY

HOUSE, STAND_IN, VOTE = "house", "stand-in", "vote"
MOST_MISSED = 5
LEAST_ON_TIME, MOST_ON_TIME = 50, 99
# So many turns have to be played before they say anything about somebody.
ENOUGH = 10


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a turn may take.

    `fixed`: `turn` for each. `bank`: `turn` is a grace that each turn begins with; after it the seat's own
    bank ticks, which begins with `bank` and gains `increment` with every turn taken, up to `cap`. `soft`:
    `turn` is what people are reminded by, and nobody's time runs out. `sociable`: a `turn` of minutes, for
    people who are all here; nobody's hours, weekends or holidays count.
    """

    kind: str = FIXED
    turn: timedelta = 3 * DAY
    bank: timedelta = NONE
    increment: timedelta = NONE
    cap: timedelta = NONE
    weekends_off: bool = False
    waking_hours: bool = False

    @property
    def runs_out(self) -> bool:
        """Whether a turn of this pace has an end."""
        return self.kind != SOFT

    @property
    def respects_absence(self) -> bool:
        """Whether people's hours, weekends and holidays can stop the clock."""
        return self.kind != SOCIABLE

    @property
    def more(self) -> timedelta:
        """What a turn gets on top: where somebody gives it, and while somebody is asked who is to play it."""
        return self.turn if self.kind == SOCIABLE else DAY

    def budget(self, bank: timedelta | None) -> timedelta:
        """The time that a turn begins with, for a seat whose bank holds so much (None: a bank not begun).

        However little a bank holds, a turn begins with `LEAST`.
        """
        if self.kind != BANK:
            return self.turn
        return max(self.turn + (self.bank if bank is None else bank), LEAST)

    def bank_after(self, bank: timedelta | None, left: timedelta) -> timedelta | None:
        """What a seat's bank holds after a turn that had so much of its budget `left`; None without banks.

        What was left of the grace is not kept; the bank gains the increment, up to the cap.
        """
        if self.kind != BANK:
            return None
        before = self.bank if bank is None else bank
        kept = min(before, max(left, NONE))
        return max(min(kept + self.increment, self.cap), kept)

    def refusal(self) -> Sentence | None:
        """Why no table can have this pace; None where it can."""
        if self.kind not in TURN:
            return Sentence("There is no such pace.")
        least, most = TURN[self.kind]
        if not least <= self.turn <= most:
            return OUT_OF_RANGE[self.kind]
        if self.kind == BANK:
            return self._bank_refusal()
        if self.bank or self.increment or self.cap:
            return Sentence("Only a pace with a time bank has a bank.")
        if self.kind == SOCIABLE and (self.weekends_off or self.waking_hours):
            return Sentence("A table for people who are all here does not stop for weekends or nights.")
        return None

    def _bank_refusal(self) -> Sentence | None:
        if not DAY <= self.bank <= MOST_BANK:
            return Sentence("Choose a time bank of 1 to 30 days.")
        if not NONE <= self.increment <= MOST_INCREMENT:
            return Sentence("A turn may add 0 to 72 hours to the time bank.")
        if not self.bank <= self.cap <= MOST_BANK:
            return Sentence("The most a time bank may hold is at least what it begins with, at most 30 days.")
        return None


OUT_OF_RANGE = {
    FIXED: Sentence("Choose a pace of 6 hours to 14 days for a turn."),
    BANK: Sentence("The grace before the time bank ticks may be 0 to 72 hours."),
    SOFT: Sentence("Choose a pace of 6 hours to 14 days for a turn."),
    SOCIABLE: Sentence("Choose 2 to 60 minutes for a turn of people who are all here."),
}


@dataclass(frozen=True, slots=True)
class Absence:
    """What happens when a turn runs out.

    `house`: the caretaker plays it. `stand-in`: whom the absent player has named is asked first. `vote`:
    the others decide between the caretaker and ending the game. The caretaker is the house player
    `level`; after so many turns in a row that ran out (`after`) it keeps the seat until its owner is back.
    """

    then: str = HOUSE
    level: str = "sensibly"
    after: int = 2

    def refusal(self, levels: tuple[str, ...]) -> Sentence | None:
        """Why no table can have this; `levels` are the house players that there are."""
        if self.then not in (HOUSE, STAND_IN, VOTE):
            return Sentence("There is no such rule for a turn that runs out.")
        if self.level not in levels:
            return Sentence("There is no such house player.")
        if not 1 <= self.after <= MOST_MISSED:
            return Sentence("The caretaker keeps a seat after 1 to 5 turns in a row that ran out.")
        return None


@dataclass(frozen=True, slots=True)
class Gates:
    """Who may join: whoever has played `on_time` per cent of their turns in time, and has answered, in the
    middle, within `reply`. None asks for nothing. `newcomers`, who have not played
    `ENOUGH` turns for either to say anything, are let in or not.
    """

    on_time: int | None = None
    reply: timedelta | None = None
    newcomers: bool = True

    @property
    def ask_for_something(self) -> bool:
        """Whether anybody may be refused."""
        return self.on_time is not None or self.reply is not None or not self.newcomers

    def refusal(self) -> Sentence | None:
        """Why no table can have these gates."""
        if self.on_time is not None and not LEAST_ON_TIME <= self.on_time <= MOST_ON_TIME:
            return Sentence("Ask for 50 to 99 per cent of turns in time.")
        if self.reply is not None and not HOUR <= self.reply <= 7 * DAY:
            return Sentence("Ask for answers within 1 hour to 7 days.")
        return None


@dataclass(frozen=True, slots=True)
class Terms:
    """All that a table agrees on before anybody joins; unchangeable later unless all seats accept."""

    pace: Pace = field(default_factory=Pace)
    absence: Absence = field(default_factory=Absence)
    gates: Gates = field(default_factory=Gates)

    def refusal(self, levels: tuple[str, ...]) -> Sentence | None:
        """Why no table can have these terms; None where it can."""
        return self.pace.refusal() or self.absence.refusal(levels) or self.gates.refusal()

    def spelled(self) -> dict[str, Any]:
        """The terms as JSON, spans in seconds; what is as usual is left out."""
        parts = {"pace": self.pace, "absence": self.absence, "gates": self.gates}
        told = {name: _spelled(part) for name, part in parts.items()}
        return {name: fields for name, fields in told.items() if fields}


SPANS = {"turn", "bank", "increment", "cap", "reply"}
PARTS: dict[str, type[Any]] = {"pace": Pace, "absence": Absence, "gates": Gates}


def read(spelled: Mapping[str, Any]) -> Terms:
    """The terms that were spelled so. Raises TypeError or ValueError for what spells none."""
    if not spelled.keys() <= PARTS.keys():
        raise ValueError("unknown terms")
    return Terms(**{name: _read(PARTS[name], fields) for name, fields in spelled.items()})


def _spelled(part: Any) -> dict[str, Any]:
    usual = type(part)()
    values = {name: getattr(part, name) for name in part.__dataclass_fields__}
    changed = {name: value for name, value in values.items() if value != getattr(usual, name)}
    return {
        name: int(value.total_seconds()) if isinstance(value, timedelta) else value
        for name, value in changed.items()
    }


def _read(part: type[Any], fields: Mapping[str, Any]) -> Any:
    if not isinstance(fields, Mapping) or not fields.keys() <= part.__dataclass_fields__.keys():
        raise ValueError("unknown terms")
    usual = part()
    return part(**{name: _value(name, value, getattr(usual, name)) for name, value in fields.items()})


def _value(name: str, value: Any, usual: Any) -> Any:
    """A value as the field of that name has it, whose usual value tells what may stand there."""
    if value is None and usual is None:
        return None
    if type(value) is not (int if usual is None or name in SPANS else type(usual)):
        raise TypeError(f"not a value of {name}")
    return _span(value) if name in SPANS else value


def _span(seconds: int) -> timedelta:
    try:
        return timedelta(seconds=seconds)
    except OverflowError as error:
        raise ValueError("a span beyond all time") from error
