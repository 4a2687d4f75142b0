"""`manage.py up` for real: a copy of the project, a var/ and a port of its own, and all the processes."""

from __future__ import annotations

import copy
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import psutil
import pytest

from tests.servers.processes import runs, soon, spawn
from tests.servers.smtp import free_port

ROOT = Path(__file__).parents[2]
PARTS = ("manage.py", "games", "lanterns_site", "templates")
START = 60  # seconds that a slow machine may need


class Site:
    """A clone of the project, and `manage.py up` in it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.log = "output"
        self.process: subprocess.Popen[bytes] | None = None
        self.seen: dict[int, psutil.Process] = {}
        for part in PARTS:
            bring = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
            bring(ROOT / part, folder / part)

    def up(self, *words: str, **env: str) -> None:
        """Start it."""
        clean = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "LANG": "C.UTF-8", "DEVELOPMENT": "1"}
        with (self.folder / self.log).open("wb") as output:
            command = [sys.executable, "manage.py", "up", *words]
            settings = clean | {"PORT": str(self.port)} | env
            self.process = spawn(command, settings, cwd=self.folder, stdout=output, stderr=output)

    @property
    def output(self) -> str:
        """What it printed, and how it ended."""
        ended = self.process.poll() if self.process is not None else None
        return f"[{ended}] " + (self.folder / self.log).read_text()

    def ready(self) -> bool:
        """Whether it prints its address within the time."""
        assert self.process is not None
        address = f"http://127.0.0.1:{self.port}/\n"
        soon(lambda: address in self.output or self.process.poll() is not None, START)
        self.look()
        return address in self.output

    def look(self) -> None:
        """Remember all processes that it has now."""
        assert self.process is not None
        if runs(self.process.pid):
            self.seen |= {
                each.pid: each for each in psutil.Process(self.process.pid).children(recursive=True)
            }

    def child(self, word: str) -> psutil.Process | None:
        """The child that has this word in its command."""
        self.look()
        assert self.process is not None
        children = psutil.Process(self.process.pid).children()
        return next((each for each in children if runs(each.pid) and word in " ".join(each.cmdline())), None)

    def answers(self) -> bool:
        """Whether the start page comes."""
        page = HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            page.request("GET", "/")
            return page.getresponse().status == 200
        except (OSError, HTTPException):
            return False
        finally:
            page.close()

    def end(self, how: signal.Signals = signal.SIGINT) -> int:
        """Send the signal and wait; the status."""
        assert self.process is not None
        self.look()
        self.process.send_signal(how)
        return self.process.wait(30)

    def left(self) -> list[psutil.Process]:
        """Processes that it started and that still run."""
        return [each for each in self.seen.values() if each.is_running() and runs(each.pid)]


class Clones:
    """New clones below a folder; nothing of them outlives `end`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sites: list[Site] = []

    def make(self, name: str = "a clone") -> Site:
        """One more."""
        (self.folder / name).mkdir(parents=True)
        self.sites.append(Site(self.folder / name))
        return self.sites[-1]

    def end(self) -> None:
        """Kill what runs."""
        for site in self.sites:
            if site.process is not None:
                site.look()
                site.process.kill()
                site.process.wait()
        assert soon(lambda: not any(site.left() for site in self.sites))


@pytest.fixture
def clones(tmp_path: Path) -> Iterator[Clones]:
    clones = Clones(tmp_path)
    yield clones
    clones.end()


@pytest.fixture
def site(clones) -> Site:
    return clones.make()


@pytest.fixture(scope="module")
def running(tmp_path_factory) -> Iterator[Site]:
    """A site that is up, for the tests that leave it so."""
    clones = Clones(tmp_path_factory.mktemp("running"))
    site = clones.make()
    site.up()
    assert site.ready(), site.output
    yield site
    assert site.end() == 0
    assert site.left() == []
    clones.end()


def test_it_comes_up_in_a_deep_folder_too_answers_and_leaves_nothing_at_the_end(clones):
    site = clones.make("/".join(["a deep folder with quite a long name"] * 4))
    site.up()
    assert site.ready(), site.output
    assert site.answers()
    assert oct((site.folder / "var" / "secret_key").stat().st_mode & 0o777) == "0o600"
    begun = time.monotonic()
    assert site.end(signal.SIGINT) == 0, site.output
    assert time.monotonic() - begun < 10
    assert site.left() == []
    assert site.output.endswith("\nStopped.\n")
    assert "Traceback" not in site.output


def test_nothing_is_left_when_it_or_everything_is_killed_and_it_comes_up_again(site):
    site.up()
    assert site.ready(), site.output
    secret = (site.folder / "var" / "secret_key").read_text()
    site.end(signal.SIGKILL)
    site.up()  # at once: it waits until the others are gone
    old = dict(site.seen)
    assert site.ready(), site.output
    # The guard, which keeps nothing of the site, may look for a moment longer whether all have gone.
    assert soon(lambda: not [each for each in old.values() if each.is_running() and runs(each.pid)])
    assert site.answers()
    assert (site.folder / "var" / "secret_key").read_text() == secret
    for each in site.left():
        each.kill()
    site.end(signal.SIGKILL)
    site.up()
    assert site.ready(), site.output
    assert site.answers()


@pytest.mark.parametrize("word", ["worker", "beat", "valkey-server", "gunicorn"])
def test_a_part_that_was_killed_is_started_again(running, word):
    killed = running.child(word)
    assert killed is not None
    killed.kill()
    assert soon(lambda: (new := running.child(word)) is not None and new.pid != killed.pid)
    assert soon(running.answers, START)


def test_it_refuses_a_port_that_is_taken(site):
    with socket.socket() as other:
        other.bind(("127.0.0.1", site.port))
        other.listen()
        site.up()
        assert site.process.wait(START) == 1
    assert f"Port {site.port} is taken" in site.output
    assert "Traceback" not in site.output


def test_it_refuses_to_run_twice_in_one_place(running):
    second = copy.copy(running)
    second.port, second.log = free_port(), "second output"
    second.up()
    assert second.process.wait(START) == 1
    assert f"already running (process {running.process.pid})" in second.output
    assert running.answers()


def test_two_clones_run_side_by_side(running, site):
    site.up()
    assert site.ready(), site.output
    assert site.answers()
    assert running.answers()
    assert site.end() == 0
    assert running.answers()


def test_the_demo_is_there_before_the_site_is(site):
    site.up("--demo")
    assert site.ready(), site.output
    assert site.output.index("Sign in as mei or joon") < site.output.index("is ready")
    assert site.end() == 0


def test_with_a_redis_of_its_own_it_starts_none(site, broker):
    site.up(REDIS_URL=broker.url)
    assert site.ready(), site.output
    assert site.child("valkey-server") is None
    assert site.child("worker") is not None


def test_wrong_settings_are_refused_with_a_sentence(site):
    site.up(SITE_URL="nonsense")
    assert site.process.wait(START) > 0
    assert "SITE_URL must be" in site.output
    assert "Traceback" not in site.output


def test_a_folder_that_cannot_be_used_is_named(site):
    site.up(VAR_DIR="/dev/null/lake")
    assert site.process.wait(START) == 1
    assert "The folder /dev/null/lake cannot be used: Not a directory." in site.output
    assert "Traceback" not in site.output


def test_a_database_that_is_away_is_named(site):
    site.up(DATABASE_URL=f"postgres://x@127.0.0.1:{free_port()}/x")
    assert site.process.wait(START) == 1
    assert "The database does not answer" in site.output
    assert "Traceback" not in site.output
