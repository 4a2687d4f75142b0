"""Sending mail: claim a notice, decide, compose it as things stand now, send it, only then mark it sent."""

from __future__ import annotations

import logging
import smtplib
import time
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.core.mail import get_connection

from games.models import Notice
from games.notices import bounces, outage, outbox
from games.notices.compose import NotSent, as_read_by, compose, tell
from games.notices.fan_out import fan_out
from games.notices.outbox import Status
from games.notices.running import reader
from games.notices.when import MUTED, Wait, decision
from lanterns_site.breaker import Breaker

logger = logging.getLogger(__name__)

# One batch begins no mail after this many seconds; with a mail that hangs it stays below the time after
# which the broker gives the task to somebody else.
PATIENCE = 120.0
# After a mail server could not be reached, this process leaves it alone for so long.
breaker = Breaker(20.0)


def deliver_due(now: datetime, game_ids: Sequence[int] | None = None) -> int:
    """Send what may be sent now, of these games or of everything. Returns how many mails left.

    A mail that fails never stops the others. A mail server that is away costs no notice an attempt: the
    rows wait for it; whether it is back is looked at from time to time even where nothing waits any more.
    Devices and webhooks get rows of their own, which `elsewhere` sends.
    """
    _fan_out()
    ids = outbox.due(now, game_ids)
    if breaker.tripped() or not (ids or (game_ids is None and outage.away_since())):
        return 0
    connection = get_connection()
    try:
        return _deliver_all(ids, connection, now) if _is_reached(connection, now) else 0
    finally:
        _close(connection)


def _fan_out() -> None:
    """Have devices and webhooks get their rows; whatever keeps that from being done keeps no mail back."""
    try:
        fan_out()
    except Exception:
        logger.exception("Devices and webhooks have got no rows")


def _deliver_all(ids: Sequence[int], connection: Any, now: datetime) -> int:
    begun, left = time.monotonic(), 0
    for notice_id in ids:
        if time.monotonic() - begun > PATIENCE or not _is_reached(connection, now):
            break
        left += deliver(notice_id, connection, now) == Status.SENT
    return left


def deliver(notice_id: int, connection: Any, now: datetime) -> str | None:
    """Send one notice. Returns what became of it; None where somebody else has it or has sent it."""
    notice = claim(notice_id, now)
    if notice is None:
        return None
    if notice.status != Status.SENDING:
        return notice.status
    try:
        connection.send_messages([compose(notice, now)])
    except NotSent as nothing:
        outbox.close(notice, nothing.status, now, nothing.reason)
    except Exception as error:
        _close(connection)
        logger.warning("Notice %s was not sent: %s", notice, error, exc_info=not _is_of_mail(error))
        _not_sent(notice, error, now)
    else:
        outbox.close(notice, Status.SENT, now)
    return notice.status


def claim(notice_id: int, now: datetime) -> Notice | None:
    """Take a notice to send it, where it leaves now; else its status says what became of it.

    None where somebody else was quicker.
    """
    notice = outbox.claim(notice_id, now)
    if notice is None:
        return None
    if outbox.is_spent(notice):
        outbox.close(notice, Status.FAILED, now, notice.error or "given up")
        return notice
    try:
        decided = decision(notice, now)
    except Exception as error:  # one that cannot be decided stops no other
        logger.exception("Nobody knows when notice %s is to leave", notice)
        outbox.put_back(notice, now, f"{type(error).__name__}: {error}")
        return notice
    if isinstance(decided, Wait):
        _hold(notice, decided, now)
    elif decided is MUTED:
        outbox.close(notice, Status.MUTED, now)
    return notice


def _hold(notice: Notice, wait: Wait, now: datetime) -> None:
    """Have a notice wait that is still true; one that is not will not become so."""
    try:
        with as_read_by(reader(notice)):
            tell(notice, now)
    except NotSent as nothing:
        outbox.close(notice, nothing.status, now, nothing.reason)
    except Exception as error:  # it is found again when the notice is to leave
        logger.warning("Notice %s waits, and could not be worded: %s", notice, error)
        outbox.hold(notice, wait.until, wait.why)
    else:
        outbox.hold(notice, wait.until, wait.why)


def _not_sent(notice: Notice, error: Exception, now: datetime) -> None:
    """What becomes of a mail that the server did not take: it comes back, has failed, or is tried again."""
    reason = f"{type(error).__name__}: {error}"
    if isinstance(error, smtplib.SMTPRecipientsRefused) and is_bounce(error):
        notice.status = Status.BOUNCED
        for address in error.recipients:
            bounces.bounced(address, reason, now, notice)
    elif is_final(error):
        outbox.close_failed(notice, now, reason)
    else:
        outbox.put_back(notice, now, reason)


def is_bounce(error: smtplib.SMTPRecipientsRefused) -> bool:
    """Whether the server says that this address will never take mail."""
    answers = error.recipients.values()
    return all(bounces.is_of_address(code, answer.decode(errors="replace")) for code, answer in answers)


def is_final(error: Exception) -> bool:
    """Whether the server will never take this mail: it refused the recipient or the content with a 5xx."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(code >= 500 for code, _ in error.recipients.values())
    return isinstance(error, smtplib.SMTPDataError) and error.smtp_code >= 500


def _is_of_mail(error: Exception) -> bool:
    """Whether the mail server or the way to it failed, and not our own words."""
    return isinstance(error, OSError)


def _is_reached(connection: Any, now: datetime) -> bool:
    """Whether the mail server is there; opens the connection where it is not open."""
    try:
        is_new = connection.open()
    except Exception as error:
        breaker.trip()
        outage.mail_away(now)
        logger.warning("The mail server is away, its mail waits: %s", error)
        return False
    if is_new:
        outage.mail_back(now)
    return True


def _close(connection: Any) -> None:
    """Hang up, even on a server that has hung up before."""
    try:
        connection.close()
    except Exception as error:
        logger.info("The mail server did not say goodbye: %s", error)
