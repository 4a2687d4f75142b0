"""What the log tells of an answer."""

from __future__ import annotations

import logging
import re

FAULT = 500
# Who knows the rest of such an address gets in by it, or reads what is somebody's own.
SECRET = re.compile(
    r"(/(?:feeds|mail/(?:in|off|turn)|account/confirm-email|account/password/reset/key)/)[^/\s]+"
)


def tell_shortly(record: logging.LogRecord) -> bool:
    """Leave out where in the code a request was refused: that is an answer like any other, not a fault."""
    if getattr(record, "status_code", FAULT) < FAULT:
        record.exc_info = None
    return True


def keep_secrets(record: logging.LogRecord) -> bool:
    """Leave out the secret part of an address: whoever reads the log is not whom it was mailed to."""
    if isinstance(record.args, tuple):
        record.args = tuple(SECRET.sub(r"\1…", it) if isinstance(it, str) else it for it in record.args)
    return True
