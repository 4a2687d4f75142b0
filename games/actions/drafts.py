"""The verbs of composing a turn. A draft is kept on the server, so another device shows it.

It belongs to one seat at one position, and holds only what can be taken back: nothing of it is in the
game before the turn is sent.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from games import store, tables
from games.actions import Refused, play
from games.actions.play import MoveRefused
from games.models import Draft
from games.models.rows import SeatRow, locked_game, seats_of
from games.rules.base import RuleError
from games.store import Loaded
from games.translation import said


@dataclass(slots=True)
class _Composing:
    """A seat at its turn: the position, and what it has composed there."""

    position: Loaded
    seat: SeatRow
    steps: tuple[str, ...]
    choice: str

    def save(self) -> None:
        values = {"seq": self.position.moved, "steps": list(self.steps), "choice": self.choice}
        Draft.objects.update_or_create(seat_id=self.seat.id, defaults=values)


@transaction.atomic
def add_step(game_id: int, person_id: int, seq: int, text: str) -> None:
    """Put a step that can be taken back into the draft. Raises Refused with the reason where it cannot be.

    A choice that was kept before stays only where it can be taken after this step, too.
    """
    it = _composing(game_id, person_id, seq)
    if len(it.steps) >= play.MOST_STEPS:
        raise play.TooLong
    _check(it, text, reveals=False)
    it.steps = (*it.steps, text)
    if it.choice and _why_not(it, it.choice, reveals=True) is not None:
        it.choice = ""
    it.save()


@transaction.atomic
def choose(game_id: int, person_id: int, seq: int, text: str) -> None:
    """Keep the step that would end the turn, or show something new: it is previewed, never applied."""
    it = _composing(game_id, person_id, seq)
    _check(it, text, reveals=True)
    it.choice = text
    it.save()


@transaction.atomic
def keep(game_id: int, person_id: int, seq: int, steps: int) -> None:
    """Take back the choice and all but the first `steps` steps. Raises Refused for a negative number."""
    it = _composing(game_id, person_id, seq)
    if steps < 0:
        raise Refused(_("There is no such step to go back to."))
    it.steps = it.steps[:steps]
    it.choice = ""
    it.save()


def _composing(game_id: int, person_id: int, seq: int) -> _Composing:
    """The turn this person is composing at `seq`, the game locked. Raises NotYours, GameOver, Stale."""
    game = locked_game(game_id)
    seat = play.sitter_of(game, seats_of(game_id), person_id)
    if game.to_act != seat.number:
        raise play.NotOnTurn
    position = store.load(game)
    if seq != position.moved:
        raise play.MovedOn
    draft = tables.draft_of(seat, seq)
    return _Composing(position, seat, draft.steps, draft.choice)


def _check(it: _Composing, text: str, *, reveals: bool) -> None:
    """Raise MoveRefused unless the seat may take the step after those it has composed."""
    if (reason := _why_not(it, text, reveals=reveals)) is not None:
        raise MoveRefused(reason, len(it.steps))


def _why_not(it: _Composing, text: str, *, reveals: bool) -> str | None:
    """Why the step cannot be taken after those composed, as one that `reveals` or not; None where it can."""
    rules, seat = it.position.rules, it.seat.number
    try:
        state = tables.with_steps(it.position, seat, it.steps)
        move = rules.parse(text)
        refusal = rules.refusal(state, seat, move)
    except RuleError as error:
        refusal = error.sentence
    if refusal is not None:
        return said(refusal)
    return None if rules.reveals(state, seat, move) == reveals else _("That step cannot be composed here.")
