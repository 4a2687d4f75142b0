"""What a table offers to somebody who plays there otherwise than on its page: the steps they may take.

All of it is told by the view that the gate gives; where steps that have not been sent are tried, they are
such as show nothing new.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games import store, tables
from games.models import Person
from games.models.rows import Seated
from games.rules.base import RuleError
from games.rules.registry import RULES
from games.tables import Drafted, Table
from games.translation import said


class Steps(NamedTuple):
    """The texts of the steps that a seat may take now; of those, the ones that are never a turn's last."""

    legal: tuple[str, ...] = ()
    to_be_followed: tuple[str, ...] = ()


class CannotFollow(Exception):
    """A step that cannot be taken after those before it; `which` counts the texts from 0."""

    def __init__(self, sentence: str, which: int) -> None:
        super().__init__(sentence)
        self.sentence, self.which = sentence, which


def as_it_stands(seated: Seated, person: Person | None, turns: int, now: datetime) -> Table:
    """The table as this person may see it, without what they are composing on its page."""
    bare = [row._replace(draft_seq=None) for row in seated.seats]
    return tables.table_of(Seated(seated.game, bare), person, turns=turns, now=now)


def after(table: Table, seated: Seated, texts: Sequence[str]) -> Table:
    """The table as its viewer would see it after steps that show nothing new. Raises CannotFollow."""
    if not texts:
        return table
    if not table.your_turn:
        raise CannotFollow(_("It is not your turn."), 0)
    rules, seat = RULES[table.rules], table.viewer
    state = store.load(seated.game).state
    for which, text in enumerate(texts):
        state = _followed(state, table, text, which)
    return replace(table, view=rules.view(state, seat), draft=Drafted(tuple(texts)))


def _followed(state: Any, table: Table, text: str, which: int) -> Any:
    """The state after a step that shows nothing new. Raises CannotFollow."""
    rules, seat = RULES[table.rules], table.viewer
    assert seat is not None, "whoever is on turn has a seat"
    try:
        move = rules.parse(text)
        followed, _happened = rules.apply(state, seat, move)
    except RuleError as error:
        raise CannotFollow(said(error.sentence), which) from error
    if rules.reveals(state, seat, move):
        raise CannotFollow(_("Nothing can follow that step."), which)
    return followed


def steps_of(table: Table) -> Steps:
    """What the viewer may do now, from their view alone; nothing where it is not their turn."""
    if not table.your_turn:
        return Steps()
    rules, seat = RULES[table.rules], table.viewer
    assert seat is not None, "whoever is on turn has a seat"
    legal = rules.legal_moves(table.view, seat)
    followed = [str(move) for move in legal if not rules.reveals(table.view, seat, move)]
    return Steps(tuple(map(str, legal)), tuple(followed))
