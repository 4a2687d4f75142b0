"""Why nothing could be sent, where a later attempt would not help."""

from __future__ import annotations


class Gone(Exception):
    """The other side says that there is nobody any more: nothing is to be sent there again."""


class Refused(Exception):
    """The other side, or the site itself, will never take this notice."""
