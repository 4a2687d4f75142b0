"""`manage.py bounce`: a mail that reports mail of ours as undeliverable, piped in by the mail server."""

from __future__ import annotations

import logging
import sys
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from django.core.management.base import BaseCommand
from django.db import OperationalError
from django.utils import timezone

from games.notices import bounces
from games.notices.bounces import Report

logger = logging.getLogger(__name__)


class Command(BaseCommand):
    """Reads one mail; whatever it is, the mail server is told that it was taken (status 0)."""

    help = "Read a delivery status notification from standard input, and mail its address no more."

    def handle(self, **_: Any) -> None:
        """Ends with a sentence that says what was done."""
        found = reports_in(sys.stdin.buffer.read())
        for report in found:
            bounces.bounced(report.address, report.reason, timezone.now(), report.notice)
        self.stdout.write(
            "No mail goes to that address any more."
            if found
            else "This reports no mail of ours as undeliverable."
        )


def reports_in(mail: bytes) -> list[Report]:
    """What a mail says of mails of ours. Raises OperationalError: then the mail server tries again later.

    Anybody can write to us, and there are mails on which the standard library itself fails, in many ways:
    they say nothing.
    """
    try:
        return list(bounces.reports(message_from_bytes(mail, EmailMessage, policy=policy.default)))
    except OperationalError:
        raise
    except Exception as error:
        logger.warning("A mail could not be read: %s: %s", type(error).__name__, error)
        return []
