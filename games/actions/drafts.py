"""The verbs of composing a turn. A draft is kept on the server, so another device shows it.

It belongs to one seat at one position, and holds only what can be taken back: nothing of it is in the
game before the turn is sent.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from games import store, tables
from games.actions import Refused, Stale
from games.actions.play import GameOver, MoveRefused, NotYours
from games.models import Draft, Game, Seat
from games.rules.base import RuleError
from games.store import Loaded

LONGEST = 20


@dataclass(slots=True)
class _Composing:
    """A seat at its turn: the position, and the draft made for it."""

    position: Loaded
    seat: Seat
    draft: Draft

    def save(self) -> None:
        self.draft.seq = self.position.seq
        values = {"seq": self.draft.seq, "steps": self.draft.steps, "choice": self.draft.choice}
        Draft.objects.update_or_create(seat=self.seat, defaults=values)


@transaction.atomic
def add_step(game_id: int, person_id: int, seq: int, text: str) -> None:
    """Put a step that can be taken back into the draft. Raises Refused with the reason where it cannot be."""
    it = _composing(game_id, person_id, seq)
    if len(it.draft.steps) >= LONGEST:
        raise Refused(_("That is more than a turn can hold."))
    _check(it, text, reveals=False)
    it.draft.steps = [*it.draft.steps, text]
    it.save()


@transaction.atomic
def choose(game_id: int, person_id: int, seq: int, text: str) -> None:
    """Keep the step that would end the turn, or show something new: it is previewed, never applied."""
    it = _composing(game_id, person_id, seq)
    _check(it, text, reveals=True)
    it.draft.choice = text
    it.save()


@transaction.atomic
def undo(game_id: int, person_id: int, seq: int) -> None:
    """Take back the choice, or where there is none the last step."""
    it = _composing(game_id, person_id, seq)
    it.draft.steps = it.draft.steps if it.draft.choice else it.draft.steps[:-1]
    it.draft.choice = ""
    it.save()


@transaction.atomic
def keep(game_id: int, person_id: int, seq: int, steps: int) -> None:
    """Take back the choice and all but the first `steps` steps."""
    it = _composing(game_id, person_id, seq)
    it.draft.steps = it.draft.steps[: max(0, steps)]
    it.draft.choice = ""
    it.save()


def _composing(game_id: int, person_id: int, seq: int) -> _Composing:
    """The turn this person is composing at `seq`. Raises NotYours, GameOver, Stale."""
    game = Game.objects.get(id=game_id)
    seat = Seat.objects.filter(game=game, person_id=person_id).first()
    if seat is None:
        raise NotYours(_("You have no seat at this table."))
    if game.has_ended():
        raise GameOver(_("The game is over."))
    if game.status != Game.Status.RUNNING or game.to_act != seat.number:
        raise Stale(_("It is not your turn."))
    if seq != game.seq:
        raise Stale(_("The game has moved on since this page was shown. Here it is as it stands now."))
    draft = Draft.objects.filter(seat=seat, seq=seq).first() or Draft(seat=seat, steps=[])
    return _Composing(store.load(game), seat, draft)


def _check(it: _Composing, text: str, *, reveals: bool) -> None:
    """Raise MoveRefused unless the seat may take the step after those it has composed."""
    rules, seat = it.position.rules, it.seat.number
    try:
        state = tables.with_steps(it.position, seat, it.draft.steps)
        move = rules.parse(text)
        refusal = rules.refusal(state, seat, move)
    except RuleError as error:
        refusal = error.sentence
    if refusal is not None:
        raise MoveRefused(tables.said(refusal), len(it.draft.steps))
    if rules.reveals(state, seat, move) != reveals:
        raise MoveRefused(_("That step cannot be composed here."), len(it.draft.steps))
