"""The digest: what has been kept for somebody until the hour at which they want to hear of it.

What waits for a digest stands in the outbox like everything else. When its hour has come, one more notice
names those rows (`gather`), and its mail tells what of them is still true (`digest`); as soon as that mail
has left, so have they (`outbox.close`). Until then they are told in no other mail.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import F, QuerySet
from django.urls import reverse

from games.addresses import absolute
from games.models import Heartbeat, Notice, Person
from games.notices.choice import choices_of
from games.notices.outbox import BACK_OFF, NewNotice, enqueue, noted
from games.notices.running import Context, is_to_play
from games.notices.when import MUTED, NO_LIMIT, decision, next_digest
from games.notices.words import one_line
from games.tables import Table

if TYPE_CHECKING:
    from games.notices.compose import Told

logger = logging.getLogger(__name__)
Kind, Status, Why = Notice.Kind, Notice.Status, Notice.Why
# What these tell is told by the time that is left, too.
OF_TURN = (Kind.TURN, Kind.REMINDER)


def gather(now: datetime) -> None:
    """Have a digest sent to everybody whose hour has come and for whom something was kept.

    Notes that it was looked. A digest that has not left yet stands in the way of the next one.
    """
    Heartbeat.objects.update_or_create(of=Heartbeat.Of.DIGEST, defaults={"at": now})
    people = {it for it in _kept(now).values_list("person_id", flat=True) if it is not None}
    if people:
        _begin(people, now)


@transaction.atomic
def _begin(people: set[int], now: datetime) -> None:
    unsent = Notice.objects.filter(kind=Kind.DIGEST, status__in=(Status.QUEUED, Status.SENDING))
    begun = list(Person.locked().filter(id__in=people).order_by("id"))
    busy = set(unsent.filter(person__in=people).values_list("person_id", flat=True))
    rows: dict[int | None, list[int]] = defaultdict(list)
    for person_id, row_id in _kept(now).order_by("id").values_list("person_id", "id"):
        rows[person_id].append(row_id)
    enqueue([_of(it, rows[it.id], now) for it in begun if it.id not in busy and rows[it.id]], now)


def _of(person: Person, rows: Sequence[int], now: datetime) -> NewNotice:
    """The digest of these rows, named by the moment in its person's zone."""
    key = f"{now.astimezone(person.zone):%Y-%m-%d %H:%M}"
    return NewNotice(person.id, Kind.DIGEST, key, data={"rows": rows})


def _kept(now: datetime) -> QuerySet[Notice]:
    """What waits for a digest whose hour has come."""
    return Notice.objects.filter(status=Status.QUEUED, why=Why.DIGEST, due_at__lte=now)


@dataclass(slots=True)
class Section:
    """What a digest tells of one table, and when the reader's own turn there runs out."""

    title: str
    url: str
    lines: list[str] = field(default_factory=list)
    your_turn: bool = False
    deadline_at: datetime | None = None
    left: timedelta | None = None


def digest(notice: Notice, person: Person, now: datetime) -> Context | None:
    """What waits for this hour and is still true, table by table; None where that is nothing.

    What is no longer to be told is closed at once.
    """
    sections: dict[str, Section] = {}
    for told, line in _told(notice, person, now):
        assert told.table is not None, "what may wait for a digest is about a table"
        url = told.context["table_url"]
        section = sections.setdefault(url, _section(told.table, url, person, now))
        if section.left is None or told.notice.kind not in OF_TURN:
            section.lines.append(line)
    if not sections:
        return None
    return {
        "tables": sorted(sections.values(), key=lambda it: (not it.your_turn, it.deadline_at or NO_LIMIT)),
        "turns": sum(it.your_turn for it in sections.values()),
        "others": sum(not it.your_turn for it in sections.values()),
        "games_url": absolute(reverse("games")),
        "zone": person.zone_name,
    }


def _section(table: Table, url: str, person: Person, now: datetime) -> Section:
    section = Section(table.title, url)
    if table.is_running and is_to_play(table, person):
        section.your_turn, section.deadline_at = True, table.deadline_at
        section.left = table.deadline_at - now if table.deadline_at else None
    return section


def _told(notice: Notice, person: Person, now: datetime) -> Iterator[tuple[Told, str]]:
    """The rows that are still to be told, oldest first, each with what the subject of its mail would be."""
    # Whatever makes a mail needs the kinds, and they this module.
    from games.notices.compose import NotSent, rendered, tell

    rows = _kept(now).filter(id__in=notice.data["rows"]).select_related("game").order_by("id")
    for row in rows:
        row.person = person
        try:
            if decision(row, now) is MUTED:
                raise NotSent(Status.MUTED)
            told = tell(row, now)
            line = one_line(rendered(f"emails/{told.kind}.subject.txt", told.context))
        except NotSent as nothing:
            _kept(now).filter(id=row.id).update(status=nothing.status, error=nothing.reason)
        except Exception as error:  # one game that cannot be read keeps nothing else from being told
            logger.exception("Notice %s is left to the next digest", row)
            _put_off(row, person, now, f"{type(error).__name__}: {error}")
        else:
            yield told, line


def _put_off(row: Notice, person: Person, now: datetime, error: str) -> None:
    """Leave to the next digest what cannot be told; as often as another mail is tried, then it has failed."""
    next_hour = next_digest(choices_of(person), person.zone, now)
    status = Status.FAILED if row.attempts >= len(BACK_OFF) else Status.QUEUED
    changed = {"status": status, "due_at": next_hour, "error": noted(error)}
    _kept(now).filter(id=row.id).update(attempts=F("attempts") + 1, **changed)
