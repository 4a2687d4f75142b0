"""Web server, worker, beat and broker stop and start in any order: two sweeps do what is due, once."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import pytest
from django.utils import timezone

from games.models import Game, Notice, Outage, Seat
from games.supervisor import end_group
from tests.servers import celery
from tests.servers.broker import Broker
from tests.servers.processes import soon, spawn
from tests.servers.smtp import Post, free_port
from tests.site.cast import person, running

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 40  # seconds that a slow machine may need
PARTS = ("broker", "worker", "beat", "web")
# The beat of the site, in a hurry.
HURRY = """
from lanterns_site.celery import app
app.conf.beat_schedule["sweep"]["schedule"] = 2
"""
COMMANDS = {
    "worker": celery.WORKER,
    "beat": celery.BEAT.replace("lanterns_site.celery", "hurry"),
    "web": "-m gunicorn lanterns_site.wsgi --workers 1 --no-control-socket --bind 127.0.0.1:",
}
SWEPT = re.compile(r"Task games\.sweep\S+ succeeded")


class Site:
    """The parts of a site, each of which is stopped and started by itself, and the games played there."""

    def __init__(self, folder: Path, broker: Broker) -> None:
        self.folder, self.broker, self.port = folder, broker, free_port()
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        (folder / "hurry.py").write_text(HURRY)
        self.mei, self.joon = person("mei"), person("joon")

    def start(self, *parts: str) -> None:
        """Have parts come up one after the other, each in its own time."""
        for part in parts:
            if part == "broker":
                self.broker.start()
            else:
                self.processes[part] = self._spawned(part)

    def _spawned(self, part: str) -> subprocess.Popen[bytes]:
        words = COMMANDS[part] + (str(self.port) if part == "web" else "")
        env = celery.site_env() | {"PYTHONPATH": f"{self.folder}:{celery.ROOT}"}
        with (self.folder / part).open("ab") as log:
            command = [sys.executable, *words.split()]
            return spawn(command, env, cwd=celery.ROOT, stdout=log, stderr=log)

    def stop(self, *parts: str) -> None:
        """Have parts gone without a word, one after the other; the broker forgets all that it was told."""
        for part in parts:
            if part == "broker":
                self.broker.empty()
                self.broker.stop()
            else:
                end_group(self.processes[part].pid, signal.SIGKILL)
                self.processes.pop(part).wait()

    def sweeps(self) -> int:
        """How many sweeps there have been."""
        log = self.folder / "worker"
        return len(SWEPT.findall(log.read_text())) if log.exists() else 0

    def is_well(self) -> bool:
        """Whether the health page comes and says so."""
        page = HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            page.request("GET", "/health/")
            return page.getresponse().status == 200
        except (OSError, HTTPException):
            return False
        finally:
            page.close()

    def games(self) -> list[Game]:
        """Games in which something is due: a turn has run out, and a house player is to act."""
        now = timezone.now()
        return [
            running(self.mei, self.joon, now=now - timedelta(hours=72)),
            running("sensibly", self.mei, now=now),
        ]


@pytest.fixture
def site(transactional_db, smtp, site_url, broker, tmp_path) -> Iterator[Site]:
    """A site that is up, and in which a sweep has been."""
    site = Site(tmp_path, broker)
    site.start(*PARTS)
    try:
        assert soon(lambda: site.sweeps() and site.is_well(), PATIENCE), told(site)
        yield site
    finally:
        site.stop(*site.processes)


def told(site: Site) -> str:
    """What the parts have said."""
    return "\n".join((site.folder / part).read_text() for part in COMMANDS)


def is_handled(game: Game) -> bool:
    """Whether the turn that was due has been played."""
    return Game.objects.get(id=game.id).to_act == 1


def is_done_once(site: Site, games: list[Game], smtp: Post) -> None:
    """What is due is done within two sweeps from now on, and the next one does not do it again."""
    before = site.sweeps()
    assert soon(lambda: all(map(is_handled, games)), PATIENCE), told(site)
    done = site.sweeps()
    assert done - before <= 2
    assert soon(lambda: site.sweeps() > done + 1, PATIENCE), told(site)
    ran_out, house = games
    assert list(ran_out.events.values_list("kind", "by_site")) == [("timeout", True), ("move", True)]
    assert Seat.objects.get(game=ran_out, number=0).missed == 1
    assert house.events.count() == 1
    assert not Outage.objects.exists()
    assert soon(site.is_well, PATIENCE), told(site)
    mails = Notice.objects.filter(game__in=games).exclude(status="overtaken")
    assert soon(lambda: set(mails.values_list("status", flat=True)) == {"sent"}, PATIENCE), told(site)
    assert len(smtp.messages) == mails.count()
    smtp.reset()


def test_any_part_may_be_away_for_a_while(site, smtp):
    for part in PARTS:
        site.stop(part)
        games = site.games()
        site.start(part)
        is_done_once(site, games, smtp)


def test_all_parts_may_be_away_and_come_back_in_any_order(site, smtp):
    """Each part is the first one and the last one to be back, and to go, once."""
    for first in range(len(PARTS)):
        order = PARTS[first:] + PARTS[:first]
        site.stop(*reversed(order))
        games = site.games()
        site.start(*order)
        is_done_once(site, games, smtp)
