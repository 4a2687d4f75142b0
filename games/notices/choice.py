"""What somebody wants to be told of, on which channel, and when: the defaults, and what they chose instead.

An event is a row of the page of choices; each notice belongs to one, by its kind and, for news, by what has
happened.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import Channel, Choices, Notice, Person

Kind = Notice.Kind
MAIL, PUSH, WEBHOOK, FEED = Channel.MAIL, Channel.PUSH, Channel.WEBHOOK, Channel.FEED


@dataclass(frozen=True, slots=True)
class Event:
    """What somebody may be told of: how it is called, and where it is told if nobody says otherwise."""

    slug: str
    label: str | Promise
    channels: tuple[Channel, ...] = (MAIL, PUSH, WEBHOOK, FEED)


EVENTS = (
    Event("turn", _("It is your turn")),
    Event("reminder", _("Your turn is running out")),
    Event("timeout", _("A turn ran out and was played by the house")),
    Event("nudge", _("Somebody asks after you kindly, or gives you time")),
    Event("vote", _("A table asks you something, or has decided it")),
    Event("seats", _("A seat has changed hands, or somebody is on holiday"), (MAIL, WEBHOOK, FEED)),
    Event("invitation", _("Somebody invites you to a table, or closes yours")),
    Event("start", _("A table is full and the game has started")),
    Event("finish", _("A game is over")),
)
BY_SLUG = {it.slug: it for it in EVENTS}
# No event, but all those that somebody hears of in a digest: what its own mail switches off.
DIGEST = Event("digest", _("What has been kept for your digest"), (MAIL,))
OF_KIND: dict[str, str] = {
    Kind.TURN: "turn",
    Kind.REMINDER: "reminder",
    Kind.TIMEOUT: "timeout",
    Kind.NUDGE: "nudge",
    Kind.QUESTION: "vote",
    Kind.NEWS: "seats",
    Kind.INVITATION: "invitation",
    Kind.CLOSED: "invitation",
    Kind.STARTED: "start",
    Kind.RESULT: "finish",
}
# News that belongs elsewhere than with the seats.
OF_NEWS = {"pause": "vote", "resume": "vote", "terms": "vote", "refused": "vote", "time": "nudge"}
# These are told whatever somebody has chosen: what the account itself was asked for (a password), and what
# nobody else would say: that a game is about to end, or stands still because of a fault.
ALWAYS = (Kind.ACCOUNT, Kind.WARNING, Kind.STUCK, Kind.TEST, Kind.DIGEST)


def event_of(notice: Notice) -> Event | None:
    """The event that a notice belongs to; None for what is always told."""
    if notice.kind == Kind.NEWS and (slug := OF_NEWS.get(notice.data.get("event", ""))):
        return BY_SLUG[slug]
    slug = OF_KIND.get(notice.kind)
    return BY_SLUG[slug] if slug else None


def choices_of(person: Person) -> Choices:
    """What a person has chosen; where that is nothing, a row not saved yet."""
    try:
        return person.choices
    except Choices.DoesNotExist:
        person.choices = Choices(person=person)
        return person.choices


def meant_by(choices: Choices, event: Event) -> tuple[Event, ...]:
    """The events that are switched where this is: itself, or all that come in a digest."""
    if event is not DIGEST:
        return (event,)
    return tuple(it for it in EVENTS if choices.when.get(it.slug) == Choices.When.DIGEST)


def is_mailed(choices: Choices, event: Event) -> bool:
    """Whether mail of an event, or of any that comes in a digest, is on."""
    return any(MAIL in channels_of(choices, it) for it in meant_by(choices, event))


def channels_of(choices: Choices, event: Event) -> tuple[str, ...]:
    """Where an event is told."""
    chosen = choices.matrix.get(event.slug)
    return event.channels if chosen is None else tuple(it for it in Channel.values if it in chosen)


def wants(person: Person, notice: Notice, channel: str | None = None) -> bool:
    """Whether this is to be told to the person on a channel, by default on that of the notice."""
    event = event_of(notice)
    if event is None:
        return True
    channels = channels_of(choices_of(person), event)
    return is_told_on(channel or notice.channel, channels, mail_is_stopped(person))


def is_told_on(channel: str, channels: Sequence[str], mail_is_stopped: bool) -> bool:
    """Whether what is told on these channels is told on one; all else stands for mail that comes back."""
    return channel in channels or (mail_is_stopped and MAIL in channels and channel in (PUSH, WEBHOOK))


def is_muted(game_id: int, person_id: int) -> bool:
    """Whether a person wants to hear nothing of this table. One query."""
    return Choices.objects.filter(person=person_id, muted_tables=game_id).exists()


def mail_is_stopped(person: Person) -> bool:
    """Whether mail to the person's address has come back, so that none goes there any more."""
    return bool(person.bounced) and person.bounced.casefold() == person.email.casefold()
