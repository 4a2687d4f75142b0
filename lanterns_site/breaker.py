"""What keeps a process from asking again at once what has just failed."""

from __future__ import annotations

import time


class Breaker:
    """Keeps from trying again at once what has just failed."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.until = 0.0

    def trip(self) -> None:
        """Note a failure."""
        self.until = time.monotonic() + self.seconds

    def mend(self) -> None:
        """Forget the failure."""
        self.until = 0.0

    def tripped(self) -> bool:
        """Whether the last failure is less than `seconds` ago."""
        return time.monotonic() < self.until
