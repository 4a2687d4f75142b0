"""Why nothing could be sent, and whether a later attempt would help."""

from __future__ import annotations


class Gone(Exception):
    """The other side says that there is nobody any more: nothing is to be sent there again."""


class Refused(Exception):
    """The other side, or the site itself, will never take this notice."""


class Unreached(OSError):
    """The other side did not answer, or cannot take it now; it may later. Its text says so in a sentence."""
