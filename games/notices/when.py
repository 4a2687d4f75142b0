"""Whether and when a notice leaves: a pure function of what its person has chosen, and of how things stand.

Decided each time a worker takes the notice up. What waits is taken up again, so nothing is lost by waiting,
and nothing waits for ever:

- For a turn: what waits while the game waits for its reader leaves before a quarter of the time is left that
  there was when it was written, before the last hour, and before quiet hours in which that moment would fall.
  What could not wait so long for a digest is told at once.
- For a page that is looked at: half an hour, since it may be forgotten on a desk.
- For somebody who stays on the site: a day.
- For somebody who has been told that they are to come back: until the site does not know any more when they
  were here (`presence.SEEN_LASTS`).

Quiet hours are kept whatever is lost by it: that is what they are for. A digest whose hour falls in them, or
that is late, leaves when they end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import Enum
from zoneinfo import ZoneInfo

from django.db.models import Q

from games import presence
from games.models import Channel, Choices, Game, Notice, Person
from games.models.choices import DAY
from games.notices.choice import (
    ALWAYS,
    channels_of,
    choices_of,
    event_of,
    is_muted,
    is_told_on,
    mail_is_stopped,
)

Kind, Status, Why, When = Notice.Kind, Notice.Status, Notice.Why, Choices.When

# While a page is looked at, whether it still is is asked again after so long, and not beyond half an hour.
LOOK_AGAIN, LOOKING_LASTS = timedelta(minutes=5), timedelta(minutes=30)
# How long somebody may stay on the site until they are told of something all the same.
IDLE_LASTS = timedelta(days=1)
# Whether somebody who has been mailed has come back is asked again after so long.
BACK_AGAIN = timedelta(minutes=15)
# What a turn leaves of its time when waiting ends: a part of it, and no less than that.
PART, LEAST = 4, timedelta(hours=1)
# So long before quiet hours it leaves at the latest, where they would last too long: sweeps take a moment.
BEFORE_QUIET = timedelta(minutes=5)
NO_LIMIT = datetime.max.replace(tzinfo=UTC)
# Mails that do not ask anybody to come back.
ASK_NOTHING = (Kind.ACCOUNT, Kind.TEST)


class Now(Enum):
    """What is decided of a notice that does not wait."""

    SEND = "send"
    MUTED = "muted"


SEND, MUTED = Now.SEND, Now.MUTED


@dataclass(frozen=True, slots=True)
class Wait:
    """It is taken up again then, and waits because of that."""

    until: datetime
    why: str


@dataclass(frozen=True, slots=True)
class Facts:
    """How things stand with a person and a table; what is not known holds nothing."""

    zone: ZoneInfo
    looking: bool = False
    last_seen: datetime | None = None
    # When the turn runs out for which the game waits for this person.
    deadline: datetime | None = None
    # Whether a mail has left since this person was last here.
    mailed: bool = False
    is_muted: bool = False
    # Whether mail to this person comes back, so that all else is to stand for it.
    mail_is_stopped: bool = False


def decision(notice: Notice, now: datetime) -> Now | Wait:
    """Whether and when a notice leaves, as things stand with its person; an account's mail leaves at once."""
    if notice.person is None:
        return SEND
    return decide(choices_of(notice.person), notice, facts_of(notice, now), now)


def decide(choices: Choices, notice: Notice, facts: Facts, now: datetime) -> Now | Wait:
    """Whether a notice leaves now, later, or not at all."""
    if notice.kind == Kind.DIGEST and (until := quiet_until(choices, facts.zone, now)):
        return Wait(until, Why.QUIET)
    event = event_of(notice)
    if event is None or notice.kind in ALWAYS:
        return SEND
    if facts.is_muted or not is_told_on(notice.channel, channels_of(choices, event), facts.mail_is_stopped):
        return MUTED
    if notice.channel == Channel.WEBHOOK or (notice.channel == Channel.MAIL and facts.mail_is_stopped):
        return SEND  # a program holds nothing against it; and what cannot be mailed is told elsewhere at once
    when = choices.when.get(event.slug, When.ONCE) if notice.channel == Channel.MAIL else When.ONCE
    latest = _latest(choices, notice, facts)
    if when == When.DIGEST and (hour := next_digest(choices, facts.zone, now)) <= latest:
        return Wait(hour, Why.DIGEST)
    if until := quiet_until(choices, facts.zone, now):
        return Wait(until, Why.QUIET)
    waits = [Wait(min(until, latest), why) for until, why in _reasons(choices, when, notice, facts, now)]
    return next((it for it in waits if it.until > now), SEND)


def _reasons(
    choices: Choices, when: str, notice: Notice, facts: Facts, now: datetime
) -> Iterator[tuple[datetime, str]]:
    """Until when it would wait, and why; what is over by now waits no more."""
    if facts.looking:
        yield min(now + LOOK_AGAIN, notice.created_at + LOOKING_LASTS), Why.LOOKING
    seen = facts.last_seen
    if notice.channel != Channel.MAIL or seen is None or now - seen > presence.SEEN_LASTS:
        return
    if when == When.HELD:
        idle = seen + timedelta(minutes=choices.idle_minutes)
        yield min(idle, notice.created_at + IDLE_LASTS), Why.IDLE
    if choices.one_mail and facts.mailed:
        yield now + BACK_AGAIN, Why.ONCE


def _latest(choices: Choices, notice: Notice, facts: Facts) -> datetime:
    """Until when a notice may wait for anything but the end of quiet hours."""
    if facts.deadline is None:
        return NO_LIMIT
    latest = facts.deadline - max((facts.deadline - notice.created_at) / PART, LEAST)
    if quiet_until(choices, facts.zone, latest):
        assert choices.quiet_from is not None
        return last_at(facts.zone, choices.quiet_from, latest) - BEFORE_QUIET
    return latest


def quiet_until(choices: Choices, zone: ZoneInfo, now: datetime) -> datetime | None:
    """When the quiet hours end in which this moment falls; None where it falls in none."""
    begin, end = choices.quiet_from, choices.quiet_until
    if begin is None or end is None:
        return None
    local = now.astimezone(zone)
    # From midnight on, and from their beginning on, both within a day.
    since, length = (local.hour * 60 + local.minute - begin) % DAY, (end - begin) % DAY
    return next_at(zone, end, now) if since < length else None


def next_digest(choices: Choices, zone: ZoneInfo, now: datetime) -> datetime:
    """When the next digest leaves: at the hour that was chosen, or once quiet hours around it have ended."""
    hour = next_at(zone, choices.digest_at, now)
    return quiet_until(choices, zone, hour) or hour


def next_at(zone: ZoneInfo, minutes: int, now: datetime) -> datetime:
    """The first moment after this one at which clocks there show so many minutes after midnight."""
    return min(it for it in _moments(zone, minutes, now) if it > now)


def last_at(zone: ZoneInfo, minutes: int, now: datetime) -> datetime:
    """The last such moment up to this one."""
    return max(it for it in _moments(zone, minutes, now) if it <= now)


def _moments(zone: ZoneInfo, minutes: int, now: datetime) -> Iterator[datetime]:
    """The moments around this one at which clocks there show so many minutes after midnight.

    On the day on which clocks are put back there may be two, and where they are put forward over it, it is
    as long after the change as it would have been.
    """
    today = now.astimezone(zone).date()
    for days in (-2, -1, 0, 1, 2):
        yield from _on(today + timedelta(days), time(*divmod(minutes, 60)), zone)


def _on(day: date, at: time, zone: ZoneInfo) -> Iterator[datetime]:
    first, second = (datetime.combine(day, at.replace(fold=it), zone).astimezone(UTC) for it in (0, 1))
    yield first
    if second > first:
        yield second


def facts_of(notice: Notice, now: datetime) -> Facts:
    """How things stand with the person and the table of a notice; only what matters is looked up."""
    person = notice.person
    if person is None:
        return Facts(ZoneInfo("UTC"))
    if notice.kind in ALWAYS:
        return Facts(person.zone)
    choices, mail = choices_of(person), notice.channel == Channel.MAIL
    asks_presence = mail and (choices.one_mail or When.HELD in choices.when.values())
    seen = presence.last_seen(person.id) if asks_presence else None
    return Facts(
        zone=person.zone,
        looking=notice.game_id is not None
        and notice.channel != Channel.WEBHOOK
        and presence.is_looking(person.id, notice.game_id),
        last_seen=seen,
        deadline=_deadline(notice.game, person),
        mailed=choices.one_mail and seen is not None and _was_mailed(notice, seen),
        is_muted=choices.pk is not None
        and notice.game_id is not None
        and is_muted(notice.game_id, person.id),
        mail_is_stopped=mail_is_stopped(person),
    )


def _deadline(game: Game | None, person: Person) -> datetime | None:
    """When the turn runs out for which the game waits for this person."""
    return game.deadline_at if game and game.waits_for_id == person.id else None


def _was_mailed(notice: Notice, seen: datetime) -> bool:
    """Whether a mail to the same person has left since then, or an earlier one is leaving."""
    left = Q(status__in=(Status.SENT, Status.ACCEPTED), sent_at__gt=seen)
    leaving = Q(status=Status.SENDING, id__lt=notice.id)
    mails = Notice.objects.filter(left | leaving, person=notice.person_id, channel=Channel.MAIL)
    return mails.exclude(kind__in=ASK_NOTHING).exists()
