"""What one player may have the site say to another whose turn it is: kind words, none of them pushing.

The keys are kept in the log of a game, so a phrase may be worded anew, but none goes away.
"""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PHRASES: dict[str, Promise] = {
    "whenever": _("Whenever you have a moment: it is your turn."),
    "curious": _("I am curious what you will do next."),
    "all-well": _("I hope all is well with you. The table is here when you are."),
    "no-hurry": _("No hurry, only in case the mail got lost: the game waits for you."),
    "more-time": _("If you need more time, say so: I will gladly give you some."),
}
