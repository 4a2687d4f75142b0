"""Two real workers that sweep at once: whatever is due, in dozens of games of every kind, is done once."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from games import wake
from games.clock.terms import SOFT, STAND_IN, VOTE, Absence, Pace, Terms
from games.models import Away, Game, Heartbeat, Notice, Outage, Person, Seat
from lanterns_site.celery import app
from tests.notices.scenes import member
from tests.servers import celery
from tests.servers.processes import soon
from tests.site.cast import finished, running
from tests.site.tables import opened

pytestmark = pytest.mark.django_db(transaction=True)

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
SWEEPS, SWEPT = 8, re.compile(r"Task games\.sweep\S+ succeeded")
EACH = 4
Made = list[Game]


@pytest.fixture
def logs(transactional_db, smtp, site_url, tmp_path) -> Iterator[Callable[[], str]]:
    """Two workers, on the test's database and broker; gives what they have said so far."""
    files = [tmp_path / "one.log", tmp_path / "other.log"]
    with ExitStack() as stack:
        for file in files:
            command = f"{celery.WORKER} --hostname {file.stem}@%h"
            stack.enter_context(celery.running(command, " ready.", file))
        yield lambda: "".join(map(Path.read_text, files))


class Tables:
    """Games of every kind for which something is due, begun long ago enough."""

    def __init__(self, now: datetime) -> None:
        self.now, self.late = now, now - 80 * HOUR
        self.mei, self.joon, self.ines, self.tomas = map(member, ("mei", "joon", "ines", "tomas"))
        Person.objects.filter(id=self.mei.id).update(stand_in=self.tomas)
        Person.objects.filter(id=self.tomas.id).update(away_by_itself=True)

    def some(self, *sitters: Person | str, began: datetime | None = None, **how: Any) -> Made:
        """A few games alike."""
        return [running(*sitters, now=began or self.late, **how) for _ in range(EACH)]

    def three(self, **how: Any) -> Made:
        """A few games of three in which the turn of mei has run out."""
        return self.some(self.mei, self.joon, self.ines, **how)

    def changed(self, games: Made, **columns: Any) -> Made:
        """The games, with these columns."""
        Game.objects.filter(id__in=[it.id for it in games]).update(**columns)
        return games

    def once_more_and_kept(self) -> Made:
        """Games in which a turn of mei has run out before."""
        games = self.three()
        Seat.objects.filter(game__in=games, person=self.mei).update(missed=1)
        return games

    def almost_abandoned(self) -> Made:
        """Games without time-outs whose end is to be said, or is there."""
        games = self.some(self.mei, self.joon, terms=Terms(Pace(SOFT)), began=self.now - 10 * MINUTE)
        hour_ago = self.now - HOUR
        self.changed(games[:2], warn_at=hour_ago, ends_at=hour_ago + 7 * DAY)
        self.changed(games[2:], warn_at=hour_ago, ends_at=hour_ago)
        return games

    def with_a_fault(self) -> Made:
        """Games that wait for the wrong person."""
        games = self.some(self.mei, self.joon, began=self.now - 10 * MINUTE)
        return self.changed(games, waits_for=self.joon)


def kinds(games: Made) -> set[tuple[str, ...]]:
    """What has happened in these games, each in order."""
    return {tuple(it.events.order_by("seq").values_list("kind", flat=True)) for it in games}


def told(games: Made, kind: str) -> Counter[str]:
    """Who is told of what happened in this kind of notice, and how often."""
    notices = Notice.objects.filter(game__in=games, kind=kind)
    return Counter(notices.values_list("person__username", flat=True))


def test_two_workers_that_sweep_at_once_do_everything_once(logs, smtp, monkeypatch):
    monkeypatch.setattr(wake.breaker, "until", math.inf)  # no bell tells the workers of anything
    now = timezone.now()
    tables = Tables(now)
    mei, joon, tomas = tables.mei, tables.joon, tables.tomas
    Heartbeat.objects.create(id=1, at=now - 2 * HOUR)
    run_out = tables.three()
    kept = tables.once_more_and_kept()
    stand_ins = tables.three(terms=Terms(absence=Absence(STAND_IN)))
    votes = tables.three(terms=Terms(absence=Absence(VOTE)))
    days_off = tables.some(tomas, joon)
    house = tables.some("sensibly", mei)
    unhurt = tables.some(mei, joon, began=now - 5 * HOUR)
    reminded = tables.some(joon, mei, began=now - 37 * HOUR - 30 * MINUTE)
    abandoned = tables.almost_abandoned()
    faulty = tables.with_a_fault()
    over = [finished(mei, joon, now=now) for _ in range(2)]
    stale = [opened(mei, now=now - 14 * DAY) for _ in range(EACH)]
    Notice.objects.all().delete()

    for _ in range(SWEEPS):
        app.send_task("games.sweep")
    assert soon(lambda: len(SWEPT.findall(logs())) == SWEEPS, 60), logs()

    assert Outage.objects.count() == 1
    assert kinds(run_out) == {("timeout", "move")}
    assert told(run_out, "timeout") == {"mei": EACH, "ines": EACH}
    assert told(run_out, "turn") == {"joon": EACH}
    assert set(Seat.objects.filter(game__in=run_out, person=mei).values_list("missed", flat=True)) == {1}
    assert kinds(kept) == {("timeout", "move", "kept")}
    assert set(Seat.objects.filter(game__in=kept, person=mei).values_list("missed", flat=True)) == {2}
    assert kinds(stand_ins) == {("asked",)}
    assert told(stand_ins, "question") == {"tomas": EACH}
    assert kinds(votes) == {("question",)}
    assert told(votes, "question") == {"joon": EACH, "ines": EACH}
    assert kinds(days_off) == {("away",)}
    assert Away.objects.filter(person=tomas).count() == 1
    assert kinds(house) == {("move",)}
    assert told(house, "turn") == {"mei": EACH}
    assert kinds(unhurt) == {("credit",)}
    assert kinds(reminded) == {("credit",)}
    assert kinds(abandoned) == {(), ("end",)}
    assert told(abandoned, "warning") == {"mei": 2, "joon": 2}
    assert kinds(faulty) == {("credit", "stuck")}
    assert told(faulty, "stuck") == {"mei": EACH, "joon": EACH}
    ended = Game.objects.filter(id__in=[it.id for it in (*over, *abandoned[2:])])
    assert set(ended.values_list("status", flat=True)) == {"scored"}
    assert told(over, "result") == {"mei": 2, "joon": 2}
    assert {Game.objects.get(id=it.id).status for it in stale} == {"closed"}
    assert told(stale, "closed") == {"mei": EACH}
    assert "has failed" not in logs()
    names = Counter(mail["Message-ID"] for mail in smtp.messages)
    assert set(names.values()) == {1}
    assert len(names) == Notice.objects.filter(status="sent").count()
