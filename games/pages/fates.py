"""What became of a notice, in plain words: with a picture, so that no colour has to tell it."""

from __future__ import annotations

import re
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Channel, Notice
from games.pages.words import Times

Status, Why = Notice.Status, Notice.Why


class Fate(NamedTuple):
    """What became of a notice: a picture of the sprite, how it is meant, a word or two, and more of it."""

    picture: str
    tone: str
    word: str
    more: str = ""


HELD: dict[str, Promise] = {
    Why.LOOKING: gettext_lazy("because you were looking at the table"),
    Why.IDLE: gettext_lazy("because you were on the site"),
    Why.QUIET: gettext_lazy("for your quiet hours"),
    Why.DIGEST: gettext_lazy("for your digest"),
    Why.ONCE: gettext_lazy("because you get one mail until you come back"),
}
# What is technical is said in plain words; the first that the text of a fault has in it.
FAULTS: tuple[tuple[str, Promise], ...] = (
    ("no confirmed address", gettext_lazy("You have no confirmed mail address.")),
    ("account is closed", gettext_lazy("The account was closed.")),
    ("given up", gettext_lazy("It was tried too often.")),
    ("SMTPRecipientsRefused", gettext_lazy("The mail server does not take mail for your address.")),
    ("SMTPDataError", gettext_lazy("The mail server did not take this mail.")),
    ("SMTP", gettext_lazy("The mail server could not send it.")),
    ("Timeout", gettext_lazy("The other side did not answer in time.")),
    ("Connection", gettext_lazy("The other side could not be reached.")),
    ("gaierror", gettext_lazy("The other side could not be found.")),
)
# What the site says itself: it does not begin with the name of an error.
SENTENCE = re.compile(r"(?!\w+: ).*\.|", re.DOTALL)
# A fault inside the site or on its way, and no answer of a mail server: its details are nobody's but ours.
OURS = re.compile(r"(?!SMTP)[A-Za-z_]\w*: ")
UNKNOWN = gettext_lazy("Something went wrong on the way.")


def fate_of(notice: Notice, times: Times) -> Fate:
    """What became of a notice, as its reader is told."""
    if notice.status == Status.QUEUED:
        return _waiting(notice, times)
    if notice.status in ENDS:
        picture, tone, word, more = ENDS[Status(notice.status)]
        return Fate(picture, tone, str(word), _and_was_held(str(more), notice))
    if notice.status == Status.FAILED:
        return Fate("i-alert", "bad", _("Failed"), plainly(notice.error) or str(UNKNOWN))
    return _gone_out(notice, times)


# What will not change any more without having failed.
ENDS: dict[Notice.Status, tuple[str, str, Promise, Promise]] = {
    Status.OVERTAKEN: (
        *("i-none", "off", gettext_lazy("Overtaken")),
        gettext_lazy("No longer true when it was to leave."),
    ),
    Status.MUTED: (
        *("i-none", "off", gettext_lazy("Switched off")),
        gettext_lazy("You have chosen not to be told of this here."),
    ),
    Status.BOUNCED: (
        *("i-alert", "bad", gettext_lazy("Came back")),
        gettext_lazy("Your address did not take it, and we send no more mail there."),
    ),
}


def plainly(error: str) -> str:
    """A fault in plain words; where they say less than a mail server did, that stands beside them."""
    if SENTENCE.fullmatch(error):
        return error
    return str(next((said for mark, said in FAULTS if mark in error), UNKNOWN))


def technical(error: str) -> str:
    """What a mail server has said; empty for a sentence of ours, and for what went wrong inside the site."""
    return "" if SENTENCE.fullmatch(error) or OURS.match(error) else error


def _waiting(notice: Notice, times: Times) -> Fate:
    """Why it has not left: it is its turn, it is held until then, or it is tried again then."""
    if notice.due_at <= times.now:
        return Fate("i-clock", "wait", _("Waiting to leave"))
    then = {"moment": times.moment(notice.due_at)}
    if notice.error:
        again = _("We try again %(moment)s.") % then
        return Fate("i-clock", "wait", _("Not sent yet"), f"{plainly(notice.error)} {again}")
    if notice.why:
        held = _("Held until %(moment)s") % then
        return Fate("i-moon", "wait", held, _sentence(HELD[notice.why]))
    return Fate("i-clock", "wait", _("Leaves %(moment)s") % then)


def _gone_out(notice: Notice, times: Times) -> Fate:
    if notice.status == Status.SENDING:
        return Fate("i-next", "wait", _("Leaving now"))
    at = times.moment(notice.sent_at) if notice.sent_at else ""
    if notice.status == Status.ACCEPTED:
        taken = _("Your mail server has taken it.") if notice.channel == Channel.MAIL else _("It was taken.")
        return Fate(
            "i-check", "good", _("Accepted %(moment)s") % {"moment": at}, _and_was_held(taken, notice)
        )
    return Fate("i-check", "good", _("Sent %(moment)s") % {"moment": at}, _and_was_held("", notice))


def _and_was_held(more: str, notice: Notice) -> str:
    """The same, with why it was held before."""
    held = _("It was held before, %(why)s.") % {"why": HELD[notice.why]} if notice.why else ""
    return " ".join(filter(None, (more, held)))


def _sentence(words: Promise) -> str:
    text = str(words)
    return f"{text[:1].upper()}{text[1:]}."
