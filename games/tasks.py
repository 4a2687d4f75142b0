"""What the worker does: thin doors to the verbs. Every task may run twice, at once, late, or not at all."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from celery import shared_task
from django.db.models import F
from django.utils import timezone

from games import wake
from games.actions import lobby, play
from games.models import Game, Seat
from games.notices.deliver import deliver_due

logger = logging.getLogger(__name__)

RUNNING = Game.Status.RUNNING
A_SWEEP = 500


@shared_task(name="games.game")
def game(*game_ids: int) -> None:
    """Look after games in which something has happened: house players, scoring, mail."""
    tend(game_ids, timezone.now())
    safely(deliver_due, timezone.now(), game_ids)


@shared_task(name="games.outbox")
def outbox(*game_ids: int) -> None:
    """Look after games, and send all mail that is due."""
    tend(game_ids, timezone.now())
    safely(deliver_due, timezone.now())


@shared_task(name="games.sweep")
def sweep() -> None:
    """Do all that is due and that no message has had done: the database says what."""
    now = timezone.now()
    for verb, game_ids in waiting(now):
        for game_id in game_ids:
            safely(verb, game_id, now)
    safely(lobby.close_stale, now)
    safely(deliver_due, timezone.now())


def tend(game_ids: Iterable[int], now: datetime) -> None:
    """Play for the house and score what has ended."""
    for game_id in game_ids:
        with wake.attended(game_id):
            safely(play.play_house, game_id, now)
            safely(play.score, game_id, now)


def waiting(now: datetime) -> Iterable[tuple[Callable[..., Any], list[int]]]:
    """What is to be done with which games, looked up one after the other."""
    running = Game.objects.filter(status=RUNNING)
    house = Seat.objects.exclude(bot="").filter(game__status=RUNNING, number=F("game__to_act"))
    yield play.time_out, _first(running.filter(deadline_at__lte=now).order_by("deadline_at"), "id")
    yield play.remind, _first(running.filter(remind_at__lte=now).order_by("remind_at"), "id")
    yield play.play_house, _first(house, "game_id")
    yield play.score, _first(Game.objects.filter(status=Game.Status.ENDED), "id")


def _first(rows: Any, field: str) -> list[int]:
    """The ids of a sweep's worth of rows; what is beyond waits for the next sweep."""
    return list(rows.values_list(field, flat=True)[:A_SWEEP])


def safely(verb: Callable[..., Any], *args: Any) -> None:
    """Do it; a failure is logged with what it was about, and stops nothing else."""
    try:
        verb(*args)
    except Game.DoesNotExist:
        logger.info("%s%r: the game is gone", verb.__name__, args)
    except Exception:
        logger.exception("%s%r has failed", verb.__name__, args)
