"""The verbs of the site: whatever changes anything is a function here, each one transaction."""

from __future__ import annotations


class Refused(Exception):
    """What was asked cannot be done; `sentence` says why, in the reader's language. Nothing has changed."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Stale(Refused):
    """It was asked of a position that is no longer there."""


class Forbidden(Refused):
    """It is not for this person to ask."""
