"""`manage.py bounce`: a mail that reports mail of ours as undeliverable, piped in by the mail server."""

from __future__ import annotations

import sys
from email import message_from_binary_file, policy
from email.message import EmailMessage
from typing import Any

from django.core.management.base import BaseCommand

from games.notices import bounces


class Command(BaseCommand):
    """Reads one mail; whatever it is, the mail server is told that it was taken (status 0)."""

    help = "Read a delivery status notification from standard input, and mail its address no more."

    def handle(self, **_: Any) -> None:
        """Ends with a sentence that says what was done."""
        message = message_from_binary_file(sys.stdin.buffer, EmailMessage, policy=policy.default)
        found = list(bounces.reports(message))
        for report in found:
            bounces.bounced(report.address, report.reason, report.notice)
        self.stdout.write(
            "No mail goes to that address any more."
            if found
            else "This reports no mail of ours as undeliverable."
        )
