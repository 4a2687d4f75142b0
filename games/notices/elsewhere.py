"""Sending to devices and webhooks, apart from mail: one that is slow or dead holds up nobody but itself.

An endpoint that does not answer costs one wait: whatever else is due there is put off with the notice that
failed. Those that took the last notice, and took it quickly, come first. One is told nothing any more once
the other side says that there is nobody, or after 20 failures in a row without one success in three days.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.core.cache import cache
from django.db.models import F, QuerySet

from games import wake
from games.models import Endpoint, Notice
from games.notices import outbox
from games.notices.channels import SENDERS
from games.notices.channels.faults import Gone, Refused, Unreached
from games.notices.compose import Brief, NotSent, brief
from games.notices.deliver import claim
from games.notices.outbox import Status

logger = logging.getLogger(__name__)

# One run begins no notice after this many seconds.
PATIENCE = 60.0
# Only one run at a time, so that most workers are free for mail; one that died is forgotten after that.
LOCK, LOCK_SECONDS = "games.channels", 120
FAILURES, SILENCE = 20, timedelta(days=3)
# Whoever takes longer than so many seconds keeps others waiting, by intent or not.
SLOW = 3.0


def ring_if_due(now: datetime) -> None:
    """Have a worker send what is due beside mail, where there is anything."""
    if outbox.due(now, limit=1, by_mail=False):
        wake.channels()


def send_due(now: datetime) -> int:
    """Send what may be sent now to devices and webhooks. Returns how many notices were taken."""
    begun, taken = time.monotonic(), 0
    with _alone() as is_alone:
        while is_alone and (ids := outbox.due(now, by_mail=False)):
            for notice_id in ids:
                if time.monotonic() - begun > PATIENCE:
                    return taken
                taken += send(notice_id, now) == Status.ACCEPTED
    return taken


@contextmanager
def _alone() -> Iterator[bool]:
    """Whether nobody else sends; without a cache nobody knows, and each notice is claimed anyhow."""
    is_alone = bool(cache.add(LOCK, True, LOCK_SECONDS))
    try:
        yield is_alone
    finally:
        if is_alone:
            cache.delete(LOCK)


def send(notice_id: int, now: datetime) -> str | None:
    """Send one notice. Returns what became of it; None where somebody else has it or has sent it."""
    notice = claim(notice_id, now)
    if notice is None:
        return None
    if notice.status != Status.SENDING:
        return notice.status
    assert notice.endpoint is not None, "all but mail goes to an endpoint"
    try:
        if notice.endpoint.stopped_at is not None:
            raise NotSent(Status.FAILED, notice.endpoint.error)
        told = brief(notice, now)
    except NotSent as nothing:
        outbox.close(notice, nothing.status, now, nothing.reason)
    except Exception as error:  # our own words failed, for which the endpoint cannot be blamed
        logger.exception("Notice %s could not be worded", notice)
        outbox.put_back(notice, now, _reason(error))
    else:
        begun = time.monotonic()
        _send(notice, notice.endpoint, told, now)
        if time.monotonic() - begun > SLOW:
            _comes_later(notice.endpoint)
    return notice.status


def _send(notice: Notice, endpoint: Endpoint, told: Brief, now: datetime) -> None:
    try:
        SENDERS[notice.channel](endpoint, told, now)
    except Gone as error:
        outbox.close_failed(notice, now, _reason(error))
        stop(endpoint, _reason(error), now)
    except Refused as error:
        outbox.close_failed(notice, now, _reason(error))
        _note(endpoint, error=_reason(error))
    except Exception as error:
        logger.warning("Notice %s was not taken by %s: %s", notice, endpoint, error)
        outbox.put_back(notice, now, _reason(error))
        _has_failed(notice, endpoint, _reason(error), now)
    else:
        outbox.close(notice, Status.ACCEPTED, now)
        _note(endpoint, told_at=now, failures=0, error="")


def _has_failed(notice: Notice, endpoint: Endpoint, reason: str, now: datetime) -> None:
    """Count a failure, and put off what else is due there; too many for too long end it."""
    last_good = endpoint.told_at or endpoint.made_at
    if endpoint.failures + 1 >= FAILURES and now - last_good >= SILENCE:
        stop(endpoint, reason, now)
        return
    _note(endpoint, failures=F("failures") + 1, error=reason)
    until = max(notice.due_at, now + outbox.BACK_OFF[0])
    _waiting(endpoint).filter(due_at__lt=until).update(due_at=until)


def _comes_later(endpoint: Endpoint) -> None:
    """Have an endpoint that was slow come after the others, like one that has failed, until it is quick."""
    Endpoint.objects.filter(id=endpoint.id, failures=0).update(failures=1)


def stop(endpoint: Endpoint, reason: str, now: datetime) -> None:
    """Tell an endpoint nothing any more, not even what waits for it already."""
    _note(endpoint, failures=F("failures") + 1, error=reason, stopped_at=now)
    _waiting(endpoint).update(status=Status.FAILED, error=reason)


def _waiting(endpoint: Endpoint) -> QuerySet[Notice]:
    return Notice.objects.filter(endpoint=endpoint, status=Status.QUEUED)


def _note(endpoint: Endpoint, **columns: object) -> None:
    Endpoint.objects.filter(id=endpoint.id).update(**columns)


def _reason(error: Exception) -> str:
    """Why, on one line; what we raise ourselves says it in a sentence."""
    said = str(error) or type(error).__name__
    is_ours = isinstance(error, Gone | Refused | Unreached)
    return outbox.noted(said if is_ours else f"{type(error).__name__}: {error}")
