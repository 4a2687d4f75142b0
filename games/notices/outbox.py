"""The outbox: notices as rows, written in the transaction of what they tell of, claimed when sent."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games import wake
from games.models import Channel, Game, Notice, Person, Seat
from games.models.direct import insert
from games.notices.when import SEND, decision
from games.notices.words import one_line

Kind, Status, Why = Notice.Kind, Notice.Status, Notice.Why
LEFT = (Status.SENDING, Status.SENT, Status.ACCEPTED)

# A row claimed longer ago than this belonged to a worker that died; another one may send it.
CLAIM_LASTS = timedelta(minutes=10)
# How long a mail that could not be sent waits before the next attempt, by attempts made; then it has failed.
BACK_OFF = tuple(timedelta(minutes=it) for it in (1, 5, 15, 60, 120, 240, 480, 480, 480))
ERROR_LENGTH = Notice._meta.get_field("error").max_length

COLUMNS = (
    *("person", "kind", "key", "game", "data", "status", "channel", "fanned"),
    *("created_at", "due_at", "attempts", "error", "why"),
)


@dataclass(frozen=True, slots=True)
class NewNotice:
    """Something to tell one person. `key` names what it is about: the same is told once only."""

    person_id: int | None
    kind: str
    key: str
    game_id: int | None = None
    data: dict[str, Any] = field(default_factory=dict)
    due_at: datetime | None = None


def enqueue(notices: Sequence[NewNotice], now: datetime) -> None:
    """Write rows, in one statement; one that is there already is left as it is. The caller wakes a worker."""
    rows = [
        (
            *(it.person_id, it.kind, it.key, it.game_id, it.data, Status.QUEUED, Channel.MAIL, False),
            *(now, it.due_at or now, 0, "", ""),
        )
        for it in notices
    ]
    if rows:
        insert(Notice, COLUMNS, rows, ignore_repeats=True)


def enqueue_account(
    to: str, subject: str, text: str, html: str, person: Person | None, now: datetime
) -> None:
    """Write a mail about an account, already worded, and wake a worker. It is emptied once sent."""
    message = {"to": to, "subject": subject, "text": text, "html": html}
    person_id = person.pk if person else None
    enqueue([NewNotice(person_id, Kind.ACCOUNT, secrets.token_urlsafe(16), data=message)], now)
    wake.outbox()


def unsent(now: datetime) -> QuerySet[Notice]:
    """The notices that may be sent now: queued and due, or claimed by a worker that died."""
    lost = Q(status=Status.SENDING, claimed_at__lte=now - CLAIM_LASTS)
    return Notice.objects.filter(Q(status=Status.QUEUED) | lost, due_at__lte=now)


def leaving(now: datetime) -> QuerySet[Notice]:
    """Those of them that leave by themselves, at once.

    While a house player is to act, a start is not told yet: then one mail tells it and whose turn comes. What
    waits for a digest leaves with it alone.
    """
    house = Seat.objects.filter(game=OuterRef("game"), number=OuterRef("game__to_act")).exclude(bot="")
    acts = Q(Exists(house)) & ~Q(game__still=Game.Still.STUCK)
    notices = unsent(now).exclude(acts, kind=Kind.STARTED)
    return notices.exclude(status=Status.QUEUED, why=Why.DIGEST)


def due(
    now: datetime, game_ids: Sequence[int] | None = None, limit: int = 200, by_mail: bool = True
) -> list[int]:
    """The ids of what may be sent now, longest due first; of these games, or of everything.

    Beside mail, endpoints that took the last notice come first.
    """
    notices = leaving(now).filter(endpoint__isnull=by_mail)
    if game_ids is not None:
        notices = notices.filter(game__in=game_ids)
    order = ("due_at", "id") if by_mail else ("endpoint__failures", "due_at", "id")
    return list(notices.order_by(*order).values_list("id", flat=True)[:limit])


def newer(notice: Notice, now: datetime) -> list[Notice]:
    """What tells the same person of the same game later: it has left, is leaving or leaves now.

    That is what was written later, or has left since this was written, unless it was somebody's own words. It
    is on the same channel: what a device was told, no mail has said. What waits makes nothing needless: it
    might wait for long.
    """
    same = Notice.objects.filter(person=notice.person, game=notice.game, endpoint=notice.endpoint)
    has_left_since = Q(sent_at__gt=notice.created_at) & ~Q(kind=Kind.NUDGE)
    later = same.filter(Q(id__gt=notice.id) | has_left_since).exclude(id=notice.id)
    found = later.filter(Q(status=Status.QUEUED, due_at__lte=now) | Q(status__in=LEFT)).select_related("game")
    return [it for it in found if it.status in LEFT or _leaves_with(it, notice, now)]


def _leaves_with(later: Notice, notice: Notice, now: datetime) -> bool:
    """Whether a queued notice that is due leaves now, or in the same digest as another."""
    if later.why == Why.DIGEST:
        return notice.why == Why.DIGEST
    later.person = notice.person
    return decision(later, now) is SEND


def is_first(notice: Notice, kinds: Sequence[str]) -> bool:
    """Whether the start of the game was to be told to this person, and none of these kinds has been."""
    others = Notice.objects.filter(
        person=notice.person, game=notice.game, endpoint=notice.endpoint, kind__in=kinds
    )
    status = {(kind, it) for kind, it in others.exclude(id=notice.id).values_list("kind", "status")}
    return any(kind == Kind.STARTED for kind, _ in status) and not any(it in LEFT for _, it in status)


def claim(notice_id: int, now: datetime) -> Notice | None:
    """Take a notice to send it: nobody else has it for `CLAIM_LASTS`. None where somebody was quicker."""
    claimed = unsent(now).filter(id=notice_id)
    if claimed.update(status=Status.SENDING, claimed_at=now, attempts=F("attempts") + 1) != 1:
        return None
    # A device that is forgotten at this moment takes its notices with it.
    found = Notice.objects.select_related("person__choices", "game", "endpoint").filter(id=notice_id)
    return found.first()


@transaction.atomic
def close(notice: Notice, status: str, now: datetime, error: str = "") -> bool:
    """End a claimed notice: sent, overtaken, muted, bounced or failed. False where the claim has been lost.

    With a digest goes what it has told. What came back is told elsewhere: it is fanned out anew.
    """
    notice.status, notice.error = status, noted(error)
    notice.fanned = notice.fanned and status != Status.BOUNCED
    notice.sent_at = now if status in (Status.SENT, Status.ACCEPTED) else None
    if notice.kind == Kind.ACCOUNT:
        notice.data = {}
    columns = ("status", "error", "sent_at", "fanned")
    closed = _save(notice, "data", *columns)
    if closed and notice.kind == Kind.DIGEST:
        told = Notice.objects.filter(id__in=notice.data["rows"], status=Status.QUEUED, why=Why.DIGEST)
        told.filter(due_at__lte=now).update(**{name: getattr(notice, name) for name in columns})
    return closed


def close_failed(notice: Notice, now: datetime, error: str) -> bool:
    """End a claimed notice that no further attempt would help."""
    return close(notice, Status.FAILED, now, error)


def hold(notice: Notice, until: datetime, why: str) -> bool:
    """Have a claimed notice wait, and say why: that is no attempt to send it."""
    made = notice.attempts - 1
    mine = _claimed(notice).update(status=Status.QUEUED, due_at=until, why=why, attempts=made)
    notice.status, notice.due_at, notice.why = Status.QUEUED, until, why
    return mine == 1


def reconsider(person_id: int, now: datetime) -> None:
    """Have what waits for somebody looked at again: they have chosen otherwise, or mail comes back."""
    waiting = Notice.objects.filter(person=person_id, status=Status.QUEUED, due_at__gt=now)
    waiting.exclude(why="").update(due_at=now, why="")


def noted(error: str) -> str:
    """What went wrong, as a row can keep it, whoever has worded it."""
    return one_line(error)[:ERROR_LENGTH]


def is_spent(notice: Notice) -> bool:
    """Whether a claimed notice has been tried too often: workers may have died of it."""
    return notice.attempts > len(BACK_OFF) + 1


def put_back(notice: Notice, now: datetime, error: str) -> bool:
    """Keep a notice that could not be sent for a later attempt; after the last it has failed."""
    if notice.attempts > len(BACK_OFF):
        return close_failed(notice, now, error)
    notice.status, notice.error = Status.QUEUED, noted(error)
    notice.due_at = now + BACK_OFF[notice.attempts - 1]
    return _save(notice, "status", "error", "due_at")


def _save(notice: Notice, *fields: str) -> bool:
    """Write the fields if the row is still as this worker claimed it."""
    return _claimed(notice).update(**{name: getattr(notice, name) for name in fields}) == 1


def _claimed(notice: Notice) -> QuerySet[Notice]:
    """The row of a notice, as long as it is as this worker claimed it."""
    claim = {"attempts": notice.attempts, "claimed_at": notice.claimed_at}
    return Notice.objects.filter(id=notice.id, status=Status.SENDING, **claim)
