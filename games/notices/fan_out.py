"""From one row to many: each notice gets a row for every device and webhook on which it is to be told.

The verbs write the row of the mail only, so that turns stay quick. The worker adds the others before it
sends anything. A row that is not written twice, and one that marks what has been done, in one transaction:
however often it is begun, and by however many at once, each endpoint gets one row of a notice. What is read
is locked first, so a mail that comes back meanwhile, or a device that goes, is not passed over.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef

from games.models import Endpoint, Notice
from games.models.direct import insert
from games.notices.choice import wants

Kind, Status = Notice.Kind, Notice.Status

A_RUN = 500
# What only a mail can say, and what goes where it was asked for and nowhere else.
OF_ONE_CHANNEL = (Kind.ACCOUNT, Kind.DIGEST, Kind.TEST)
COPIED = ("person_id", "kind", "key", "game_id", "data", "created_at", "due_at")
COLUMNS = (
    *("person", "kind", "key", "game", "data", "created_at", "due_at"),
    *("channel", "endpoint", "status", "attempts", "error", "why", "fanned"),
)


def fan_out() -> None:
    """Add the rows of devices and webhooks to all notices that have none yet.

    One statement where there is nothing new, two where nobody concerned has an endpoint.
    """
    live = Endpoint.objects.filter(person=OuterRef("person"), stopped_at=None)
    fresh = Notice.objects.filter(fanned=False).annotate(elsewhere=Exists(live)).order_by("id")
    while rows := list(fresh.values_list("id", "elsewhere", "kind")[:A_RUN]):
        to_add = [id for id, elsewhere, kind in rows if elsewhere and kind not in OF_ONE_CHANNEL]
        if to_add:
            _add(to_add)
        if rest := {id for id, *_ in rows} - {*to_add}:
            Notice.objects.filter(id__in=rest).update(fanned=True)


@transaction.atomic
def _add(notice_ids: Sequence[int]) -> None:
    """Write the rows of these notices, which are then done."""
    fresh = Notice.objects.filter(id__in=notice_ids, fanned=False)
    locked = list(fresh.select_for_update().order_by("id").values_list("id", flat=True))
    notices = list(Notice.objects.filter(id__in=locked).select_related("person__choices").order_by("id"))
    insert(Notice, COLUMNS, list(_rows(notices)), ignore_repeats=True)
    Notice.objects.filter(id__in=locked).update(fanned=True)


def _rows(notices: Sequence[Notice]) -> Iterator[tuple[Any, ...]]:
    """A row for each endpoint on which its person wants to be told of a notice."""
    endpoints = _endpoints(it.person_id for it in notices)
    for notice in notices:
        for endpoint in endpoints[notice.person_id]:
            if notice.person and wants(notice.person, notice, endpoint.channel):
                copied = (getattr(notice, name) for name in COPIED)
                yield (*copied, endpoint.channel, endpoint.id, Status.QUEUED, 0, "", "", True)


def _endpoints(people: Iterable[int | None]) -> dict[int | None, list[Endpoint]]:
    """The live endpoints of these people, by person, locked."""
    found: dict[int | None, list[Endpoint]] = defaultdict(list)
    live = Endpoint.objects.filter(person__in=set(people), stopped_at=None)
    for it in live.select_for_update(no_key=True).order_by("id"):
        found[it.person_id].append(it)
    return found
