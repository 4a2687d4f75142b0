"""What the log tells of an answer."""

from __future__ import annotations

import logging

FAULT = 500


def tell_shortly(record: logging.LogRecord) -> bool:
    """Leave out where in the code a request was refused: that is an answer like any other, not a fault."""
    if getattr(record, "status_code", FAULT) < FAULT:
        record.exc_info = None
    return True
