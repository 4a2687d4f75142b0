"""Turns that the house player would propose to whoever is to act, from what that seat may know.

The house sees what it always sees: the view of the seat and its legal steps. Steps that show nothing new
lead from view to view, as they do in a draft; at the first step that shows something new a proposal ends.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from random import Random
from typing import Any

from django.utils.translation import gettext

from games import store
from games.bots import sensibly
from games.models import Game, Person
from games.models.rows import Seated
from games.rules.words import Sentence
from games.store import Loaded
from games.tables import Table, table_of

MOST = 4
# Of each step so many others are looked at beside the best.
BREADTH = 6
# So often the house thinks about a step, for all proposals together: each time takes some milliseconds.
MOST_LOOKS = 40
LONGEST = 20


@dataclass(frozen=True, slots=True)
class Proposal:
    """A turn, up to a step that cannot be taken back: its texts, and what each of them would do.

    `openly` tells of each what a watcher may know, `fully` what is the seat's own, too.
    """

    texts: tuple[str, ...] = ()
    openly: tuple[Sentence, ...] = ()
    fully: tuple[Sentence, ...] = ()

    def then(self, text: str, openly: Sentence, fully: Sentence) -> Proposal:
        """The same with one step more."""
        return Proposal((*self.texts, text), (*self.openly, openly), (*self.fully, fully))


def proposals(table: Table) -> tuple[Proposal, ...]:
    """Up to `MOST` turns for the viewer of a table, who is to act; the same ones as long as nobody moves.

    No two of them do the same in the eyes of a watcher. None where it is not the viewer's turn.
    """
    if not table.your_turn or table.viewer is None:
        return ()
    key = ("proposals", table.viewer)
    if key not in table.kept:
        position = store.known(table.slug, table.seq) or store.load(Game.objects.get(id=table.id))
        if position.moved != table.moved:
            return ()
        table.kept[key] = tuple(islice(_unlike(_House(position, table.slug, table.viewer).turns()), MOST))
    found: tuple[Proposal, ...] = table.kept[key]
    return found


def in_words(table: Table, said: Sequence[Sentence]) -> str:
    """What the steps of a proposal do, as one line in the reader's language."""
    *first, last = [table.text.say(it, begins=False) for it in said]
    line = gettext("{steps}, then {last}").format(steps=", ".join(first), last=last) if first else last
    return line[:1].upper() + line[1:]


def table_with(seated: Seated, person: Person, turn: Proposal, now: datetime) -> Table:
    """The table with a proposal as its viewer's draft; stored nowhere."""
    plain = table_of(seated, person, now=now)
    assert plain.viewer is not None, "a turn is proposed to a seat"
    rows = list(seated.seats)
    rows[plain.viewer] = rows[plain.viewer]._replace(
        draft_seq=plain.moved, draft_steps=[*turn.texts[:-1]], draft_choice=turn.texts[-1]
    )
    return table_of(Seated(seated.game, rows), person, now=now)


def _unlike(turns: Iterable[Proposal]) -> Iterator[Proposal]:
    """The turns without those that do the same as an earlier one in the eyes of a watcher, in any order."""
    seen = set[frozenset[Sentence]]()
    for turn in turns:
        done = frozenset(turn.openly)
        if done not in seen:
            seen.add(done)
            yield turn


class _House:
    """The house player in a seat at a position."""

    def __init__(self, position: Loaded, slug: str, seat: int) -> None:
        self.rules, self.state, self.seat = position.rules, position.state, seat
        self.rng = Random(f"{slug}/{position.moved}/{seat}")
        self.looks = MOST_LOOKS

    def turns(self) -> Iterator[Proposal]:
        """Whole turns, good ones first, each time with another first step as long as there are some."""
        return self._onward(self.state, Proposal())

    def _onward(self, state: Any, begun: Proposal) -> Iterator[Proposal]:
        if not self.looks or len(begun.texts) == LONGEST:
            return
        self.looks -= 1
        view, moves = self.rules.view(state, self.seat), self.rules.legal_moves(state, self.seat)
        best = islice(self._each_once(view, moves), BREADTH)
        yield from _by_turns([self._with(state, view, begun, move) for move in best])

    def _each_once(self, view: Any, moves: Sequence[Any]) -> Iterator[Any]:
        """The steps worth considering, the best first: one of those that look alike to a watcher."""
        seen = set[Sentence]()
        for move in sensibly.several(self.rules, view, moves, self.rng):
            openly = self.rules.outline(view, move, True)
            if openly not in seen:
                seen.add(openly)
                yield move

    def _with(self, state: Any, view: Any, begun: Proposal, move: Any) -> Iterator[Proposal]:
        """The turns that go on with this step."""
        openly, fully = (self.rules.outline(view, move, it) for it in (True, False))
        turn = begun.then(str(move), openly, fully)
        if self.rules.reveals(state, self.seat, move):
            yield turn
        else:
            yield from self._onward(self.rules.apply(state, self.seat, move)[0], turn)


def _by_turns(several: Iterable[Iterator[Proposal]]) -> Iterator[Proposal]:
    """The first of each, then the second of each, as long as there are any."""
    waiting = deque(several)
    while waiting:
        one = waiting.popleft()
        found = next(one, None)
        if found is not None:
            yield found
            waiting.append(one)
