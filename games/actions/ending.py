"""How a game ends that its rules did not: somebody gave up or stayed away, all agreed, or nobody plays."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from games import timing, wake
from games.actions.settling import Playing, if_running, lapse, over, save
from games.clock.terms import NONE
from games.models import Draft, Event, Game, Notice, Seat
from games.models.direct import update
from games.notices.outbox import NewNotice, enqueue
from games.timing import WARNINGS


def end(it: Playing, why: str, winner: int | None, seat: int) -> None:
    """End the game, which a worker then scores: why (`Game.Why`), who has won if anybody has, whose doing.

    Turns that are being composed, questions that are open and stand-ins who have not answered go with it.
    """
    it.note(Event.Kind.END, seat, why if winner is None else f"{why} {winner}")
    it.game.outcome = {"why": str(why), "winner": winner}
    over(it.game, it.now)
    lapse(it.game, it.now)
    Draft.objects.filter(seat__game=it.game).delete()
    Seat.objects.filter(game=it.game, deputy_since=None).exclude(deputy=None).update(deputy=None)
    save(it)


@transaction.atomic
def abandon(game_id: int, now: datetime) -> bool:
    """Say that the game is about to end because nobody plays; end it when that was said twice.

    Each warning promises a time, and however late it comes, the game does not end before that. Somebody
    who has come back or has moved in the meantime has put it off. Returns whether anything was due.
    """
    it = if_running(game_id, now)
    if it is None or it.game.still == Game.Still.STUCK or it.game.warn_at is None or it.game.warn_at > now:
        return False
    assert it.game.ends_at is not None, "there is an end to warn of"
    if it.game.warn_at >= it.game.ends_at:
        end(it, Game.Why.ABANDONED, None, it.row.number)
    else:
        _warn(it, it.game.ends_at - it.game.warn_at)
    return True


def _warn(it: Playing, ahead: timedelta) -> None:
    """Give the warning that was to come so long `ahead` of the end."""
    first, last = WARNINGS
    promised, then = (first, last) if ahead > last else (last, NONE)
    assert it.game.ends_at is not None, "there is an end to warn of"
    it.game.ends_at = max(it.game.ends_at, it.now + promised)
    it.game.warn_at = it.game.ends_at - then
    update(it.game, *timing.COLUMNS)
    until = it.game.ends_at.isoformat()
    key, data = f"{it.game.id}/{until}/{promised.days}", {"ends_at": until}
    owners = [row.person_id for row in it.seats if row.person_id and not row.resigned]
    enqueue(
        [NewNotice(who, Notice.Kind.WARNING, key, game_id=it.game.id, data=data) for who in owners], it.now
    )
    wake.game(it.game.id)
