"""The bell: tells a worker, after the commit, that there is something to look after.

The only producer of Celery messages beside beat. A message carries no news of its own: what must happen
stands in the database. So one that cannot be sent is logged and left to the sweep, and nobody waits.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache

from django.db import transaction
from kombu import Connection
from kombu.pools import producers

from lanterns_site.breaker import Breaker
from lanterns_site.celery import app

logger = logging.getLogger(__name__)

REST_SECONDS = 10.0
# What a request may lose to a broker that hangs, once in REST_SECONDS a process; it may not retry.
HASTE = {"socket_connect_timeout": 0.25, "socket_timeout": 0.25, "max_retries": 0}

_attended: ContextVar[frozenset[int]] = ContextVar("attended", default=frozenset())


def game(game_id: int) -> None:
    """Have a worker look after this game once the transaction has committed (at once where there is none)."""
    if game_id not in _attended.get():
        _ring(Bell(games={game_id}))


def outbox() -> None:
    """Have a worker send all mail that is due once the transaction has committed."""
    _ring(Bell(mail=True))


def channels() -> None:
    """Have a worker tell devices and webhooks what is due; at once, since what asks for it is a task."""
    _send_if_possible("games.channels", [])


@contextmanager
def attended(game_id: int) -> Iterator[None]:
    """Wakes for this game are not sent inside: whoever is in here looks after it anyway."""
    token = _attended.set(_attended.get() | {game_id})
    try:
        yield
    finally:
        _attended.reset(token)


breaker = Breaker(REST_SECONDS)


@dataclass(eq=False)
class Bell:
    """What one transaction asks for; called after its commit, it sends one message and never raises."""

    games: set[int] = field(default_factory=set)
    mail: bool = False
    rung: bool = False

    def __call__(self) -> None:
        self.rung = True
        _send_if_possible("games.outbox" if self.mail else "games.game", sorted(self.games))


def _ring(bell: Bell) -> None:
    """Ring after the commit, together with what this transaction has asked for before."""
    earlier = _bell_of_this_block()
    if earlier is None:
        transaction.on_commit(bell)
    else:
        earlier.games |= bell.games
        earlier.mail |= bell.mail


def _bell_of_this_block() -> Bell | None:
    """The bell hung in this atomic block or one around it.

    Not one of a block beside it: where everything runs in one transaction, as in most tests, each
    block's callbacks are looked at by themselves.
    """
    connection = transaction.get_connection()
    here = set(connection.savepoint_ids)
    for savepoints, hook, *_ in connection.run_on_commit:
        if isinstance(hook, Bell) and not hook.rung and savepoints <= here:
            return hook
    return None


def _send_if_possible(task: str, game_ids: list[int]) -> None:
    """Send one message; never raises, and leaves a broker alone for a while that is away."""
    if breaker.tripped():
        return
    try:
        send(task, game_ids)
    except Exception as error:
        breaker.trip()
        logger.warning("The broker is away, the sweep will look after it: %s", error)


@cache
def _connection() -> Connection:
    return app.connection_for_write(transport_options=app.conf.broker_transport_options | HASTE)


def send(task: str, game_ids: list[int]) -> None:
    """Put one message into the broker. Raises where that is not done within HASTE."""
    with producers[_connection()].acquire(block=True, timeout=1) as producer:
        app.send_task(task, game_ids, producer=producer, retry=False, ignore_result=True)
