"""What the worker does: thin doors to the verbs. Every task may run twice, at once, late, or not at all."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from celery import shared_task
from django.db.models import QuerySet
from django.utils import timezone

from games import wake
from games.actions import absence, ending, lobby, play, questions, sign_in, votes, watch
from games.models import Game
from games.notices import outage
from games.notices.deliver import deliver_due
from games.notices.digest import gather
from games.notices.elsewhere import ring_if_due, send_due

logger = logging.getLogger(__name__)

A_SWEEP = 500


@shared_task(name="games.game")
def game(*game_ids: int) -> None:
    """Look after games in which something has happened: house players, scoring, mail."""
    tend(game_ids, timezone.now())
    safely(deliver_due, timezone.now(), game_ids)
    safely(ring_if_due, timezone.now())


@shared_task(name="games.outbox")
def outbox(*game_ids: int) -> None:
    """Look after games, and send all mail that is due."""
    tend(game_ids, timezone.now())
    safely(deliver_due, timezone.now())
    safely(ring_if_due, timezone.now())


@shared_task(name="games.channels")
def channels() -> None:
    """Tell devices and webhooks what is due: apart from mail, which waits for none of them."""
    safely(send_due, timezone.now())


@shared_task(name="games.sweep")
def sweep() -> None:
    """Do all that is due and that no message has had done: the database says what.

    Without its beat it does nothing: nobody's time may run out before it is known whether the site was
    there to look after it.
    """
    now = timezone.now()
    watch.beat(now)
    for verb, game_ids in waiting(now):
        for game_id in game_ids:
            safely(verb, game_id, now)
    safely(lobby.close_stale, now)
    safely(questions.lapse_old, now)
    safely(sign_in.forget_old, now)
    safely(gather, now)
    safely(deliver_due, timezone.now())
    safely(ring_if_due, timezone.now())


def tend(game_ids: Iterable[int], now: datetime) -> None:
    """Play for the house and score what has ended."""
    for game_id in game_ids:
        with wake.attended(game_id):
            safely(play.play_house, game_id, now)
            safely(play.score, game_id, now)


def waiting(now: datetime) -> Iterable[tuple[Callable[..., Any], list[int]]]:
    """What is to be done with which games, looked up one after the other: what was done changes what is.

    A clock that has not been told of the latest outage runs out for nobody, nor does any while mail is away:
    then nobody is reminded of it either, and no game ends because nobody plays, since nobody could be warned.
    """
    running = Game.objects.filter(status=Game.Status.RUNNING)
    owed = watch.owed_credit()
    yield watch.credit, _first(running.filter(owed).order_by("deadline_at"))
    told = running.exclude(owed)
    if mail_is_there := not outage.mail_is_away(now):
        yield absence.time_out, _first(told.filter(deadline_at__lte=now).order_by("deadline_at"))
        yield play.remind, _first(told.filter(remind_at__lte=now).order_by("remind_at"))
    yield play.play_house, _first(running.filter(watch.WAITS_FOR_THE_HOUSE).order_by("turn_since"))
    yield votes.reconsider, votes.to_reconsider(now)[:A_SWEEP]
    if mail_is_there:
        yield ending.abandon, _first(running.filter(warn_at__lte=now).order_by("warn_at"))
    yield play.score, _first(Game.objects.filter(status=Game.Status.ENDED))
    yield watch.watch, _first(running.filter(watch.to_be_watched(now)))


def _first(games: QuerySet[Game]) -> list[int]:
    """The ids of a sweep's worth of games; what is beyond waits for the next sweep."""
    return list(games.values_list("id", flat=True)[:A_SWEEP])


def safely(verb: Callable[..., Any], *args: Any) -> None:
    """Do it; a failure is logged with what it was about, and stops nothing else."""
    try:
        verb(*args)
    except Game.DoesNotExist:
        logger.info("%s%r: the game is gone", verb.__name__, args)
    except Exception:
        logger.exception("%s%r has failed", verb.__name__, args)
