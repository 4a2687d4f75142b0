"""`manage.py makemessages`: Django's own, which also finds the sentences of the rules."""

from __future__ import annotations

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    """Knows `Sentence("...")` and `Sentence("...", many="...")` beside gettext's names."""

    xgettext_options = [
        *makemessages.Command.xgettext_options,
        *("--keyword=Sentence:1", "--keyword=Sentence:1,2"),
    ]
