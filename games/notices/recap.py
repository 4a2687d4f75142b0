"""What has happened since the reader's last turn, as mails tell it: the turns, and what was beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.clock import asides
from games.clock.spans import is_near
from games.notices.words import name_in_line
from games.rules import base
from games.rules.words import Listed, Sentence, Who
from games.tables import LogTurn, Table, table_for
from games.translation import speaker

# Of a longer absence only the last turns are told; the rest is on the page.
RECAP_TURNS = 12


@dataclass(frozen=True, slots=True)
class Recap:
    """A turn as a mail tells it, or something beside the turns, which has no `number`.

    `late` is said first where the house took the turn; `name` begins what was done, if another's name
    does; `yours` is what it brought the reader.
    """

    number: int | None
    late: str
    name: str
    rest: str
    yours: str

    @property
    def told(self) -> str:
        """All of it in one paragraph."""
        return " ".join(filter(None, (self.late, self.name + self.rest, self.yours)))


def recap(table: Table, now: datetime) -> list[Recap]:
    """What has happened since the reader's last turn, without what turns brought to others than the reader.

    Of a turn that the house played for the reader it tells what a watcher may know: no mail shows a hand.
    """
    turns = _as_watched(table, table.since_last_turn()[-RECAP_TURNS:])
    told_before = turns[0].number - 1 if turns else len(table.log)
    found = list(_beside(table, told_before, now))
    for turn in turns:
        found += [_told(table, turn), *_beside(table, turn.number, now)]
    return found


def untold(table: Table) -> int:
    """How many turns since the reader's last are left to the page."""
    return max(0, len(table.since_last_turn()) - RECAP_TURNS)


def has_played(table: Table) -> bool:
    """Whether the reader has taken a turn of their own."""
    return any(turn.seat == table.viewer and turn.by_player for turn in table.log)


def short_moment(at: datetime, now: datetime) -> str:
    """A time in a few signs, in the active zone; with the date where the weekday would not tell."""
    return date_format(timezone.localtime(at), "D H:i" if is_near(at, now) else "D j M, H:i")


def seats_in(sentence: Sentence) -> set[base.Seat]:
    """The seats that a sentence names."""
    return {it for _, value in sentence.args for it in _seats(value)}


def _as_watched(table: Table, turns: Sequence[LogTurn]) -> Sequence[LogTurn]:
    """The turns, those of the reader's own seat as a watcher may read them."""
    if not any(turn.seat == table.viewer for turn in turns):
        return turns
    watched = {turn.number: turn for turn in table_for(table.slug, None).log}
    return [watched[turn.number] if turn.seat == table.viewer else turn for turn in turns]


def _told(table: Table, turn: LogTurn) -> Recap:
    say, is_own = table.text.say, turn.seat == table.viewer
    acts = " ".join(say(it) for it in turn.sentences if seats_in(it) <= {turn.seat})
    yours = " ".join(say(it) for it in turn.sentences if table.viewer in seats_in(it) and not is_own)
    name = table.seats[turn.seat].name
    named = name if not is_own and acts.startswith(name) else ""
    return Recap(turn.number, _late(turn), named, acts[len(named) :], yours)


def _late(turn: LogTurn) -> str:
    if turn.timed_out:
        return _("Time ran out; the house played this turn.")
    return _("The house keeps the seat, and played.") if turn.by_house else ""


def _beside(table: Table, after: int, now: datetime) -> Iterator[Recap]:
    """What happened beside the turns, after so many of them; it happened to an owner, not to a stand-in."""
    you = next((it.number for it in table.seats if it.is_yours), None)
    say = speaker(table.names, you).say
    for it in table.asides:
        if it.turns != after:
            continue
        moment = partial(short_moment, now=now)
        sentence = asides.told(it.kind, it.seat, it.text, you, moment, name_in_line)
        if sentence is not None:
            yield Recap(None, "", "", say(sentence), "")


def _seats(value: Any) -> set[base.Seat]:
    if isinstance(value, Who):
        return {value.seat}
    if isinstance(value, Sentence):
        return seats_in(value)
    if isinstance(value, Listed):
        return {seat for item in value.items for seat in _seats(item)}
    return set()
