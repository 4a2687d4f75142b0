"""The headers by which programs and providers tell mails apart, and which of them belong together.

None says who somebody is, and none can be guessed: each has a mark that only the site can make.
"""

from __future__ import annotations

from email.utils import parseaddr

from django.conf import settings
from django.utils.crypto import salted_hmac
from django.utils.text import slugify

from games.models import Notice


def host() -> str:
    """The host that our mail is from."""
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]


def headers_of(notice: Notice) -> dict[str, str]:
    """What every mail has: its name, that a program sent it, what it is of, and what it belongs to."""
    return {
        "Message-ID": message_id(notice),
        "Auto-Submitted": "auto-generated",
        "Feedback-ID": feedback_id(notice),
        **thread(notice),
    }


def message_id(notice: Notice) -> str:
    """The name of a notice's message, the same for every attempt to send it."""
    return (
        f"<{notice.kind}.{notice.pk}.{mark('id', f'{notice.pk} {notice.created_at.isoformat()}')}@{host()}>"
    )


def thread(notice: Notice) -> dict[str, str]:
    """All mails to one person about one table hang on one message that never was: so programs group them."""
    if notice.game_id is None or notice.person_id is None:
        return {}
    root = f"<table.{notice.game_id}.{mark('thread', f'{notice.game_id} {notice.person_id}')}@{host()}>"
    return {"In-Reply-To": root, "References": root}


def feedback_id(notice: Notice) -> str:
    """What providers count complaints by: the kind, the game, that it is a notice, and who sends it."""
    game = notice.game.rules if notice.game is not None else "site"
    return f"{notice.kind}:{game}:notice:{sender()}"


def sender() -> str:
    """The site in the 5 to 15 letters and digits that a Feedback-ID asks for."""
    return "mail-" + slugify(host().replace(".", ""))[:10]


def content_id(notice: Notice, name: str) -> str:
    """The name of a part of a message, which no other message has."""
    return f"{name}.{message_id(notice)[1:-1]}"


def mark(of: str, what: str) -> str:
    """A signature in a few signs."""
    return salted_hmac(f"games.mail.{of}", what).hexdigest()[:20]
