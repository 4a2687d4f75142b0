"""The supervisor on plain programs: what it starts, what it starts again, and that nothing stays behind."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from tests.servers.processes import runs, soon, spawn

ROOT = Path(__file__).parents[2]
GUARD = ROOT / "games" / "supervisor.py"
SCRIPT = """
import os, sys
from games.supervisor import Supervisor

def say(line):
    print(line, flush=True)

with Supervisor(os.getcwd(), os.environ, say) as supervisor:
    for number, program in enumerate(sys.argv[1:]):
        supervisor.start(f"child{number}", ["/bin/sh", "-c", program])
    say("ready")
    supervisor.forever()
say("stopped")
"""
SLEEP = 'echo "pid $$"; exec sleep 100'
STUBBORN = 'trap "" TERM; echo "pid $$"; sleep 100 & wait; sleep 100'


class Run:
    """The script above, running, and what it printed."""

    def __init__(self, output: Path, *programs: str) -> None:
        self.output = output
        with output.open("w") as file:
            self.process = spawn([sys.executable, "-c", SCRIPT, *programs], os.environ, cwd=ROOT, stdout=file)

    @property
    def lines(self) -> list[str]:
        return self.output.read_text().splitlines()

    @property
    def pids(self) -> list[int]:
        """All children that were ever started."""
        return [int(line.split()[1]) for line in self.lines if line.startswith("pid ")]

    def started(self, count: int) -> bool:
        return soon(lambda: len(self.pids) >= count and "ready" in self.lines, 30)

    def stop(self, how: signal.Signals = signal.SIGINT) -> int:
        self.process.send_signal(how)
        return self.process.wait(20)


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Callable[..., Run]]:
    """Start the script; whatever a test did, nothing of it outlives the test."""
    runs_of_test: list[Run] = []

    def run(*programs: str) -> Run:
        runs_of_test.append(Run(tmp_path / f"output{len(runs_of_test)}", *programs))
        return runs_of_test[-1]

    yield run
    for each in runs_of_test:
        each.process.kill()
        each.process.wait()
    assert soon(lambda: not any(runs(pid) for each in runs_of_test for pid in each.pids))


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_stops_its_children_and_ends_well_when_told_to(begin, how):
    run = begin(SLEEP, SLEEP)
    assert run.started(2)
    assert run.stop(how) == 0
    assert run.lines[-1] == "stopped"
    assert not any(map(runs, run.pids))


def test_it_stops_the_last_one_started_first(begin, tmp_path):
    slow = 'trap "sleep 0.3; echo end {0}; exit" TERM; echo "pid $$"; while :; do sleep 0.05; done'
    run = begin(slow.format("first"), slow.format("second"))
    assert run.started(2)
    run.stop()
    assert [line for line in run.lines if line.startswith("end")] == ["end second", "end first"]


def test_it_starts_a_child_that_was_killed_again(begin):
    run = begin(SLEEP)
    assert run.started(1)
    psutil.Process(run.pids[0]).kill()
    assert soon(lambda: len(run.pids) == 2)
    assert any("child0 ended (killed by SIGKILL)" in line for line in run.lines)


def test_it_waits_longer_each_time_for_a_child_that_keeps_dying(begin):
    run = begin('echo "pid $$"; exit 3')
    assert soon(lambda: len(run.pids) == 3)
    waits = [line.rsplit(maxsplit=2)[1] for line in run.lines if "status 3" in line]
    assert waits[:2] == ["0.5", "1.0"]


def test_it_ends_what_a_dead_child_left_before_it_starts_it_again(begin):
    run = begin('echo "pid $$"; sleep 100 & echo "pid $!"; wait')
    assert run.started(2)
    parent, left = run.pids
    psutil.Process(parent).kill()
    assert soon(lambda: len(run.pids) == 4)
    assert not runs(left)


def test_nothing_is_left_when_the_supervisor_itself_is_killed(begin):
    run = begin(SLEEP, SLEEP)
    assert run.started(2)
    run.stop(signal.SIGKILL)
    assert soon(lambda: not any(map(runs, run.pids)), 2)


def test_not_even_a_child_that_will_not_listen_is_left_when_the_supervisor_is_killed(begin):
    run = begin(STUBBORN)
    assert run.started(1)
    run.stop(signal.SIGKILL)
    assert soon(lambda: not any(map(runs, run.pids)), 8)


def test_a_child_that_will_not_listen_is_killed_at_the_second_request(begin):
    run = begin(STUBBORN)
    assert run.started(1)
    run.process.send_signal(signal.SIGINT)
    time.sleep(0.5)
    begun = time.monotonic()
    assert run.stop() == 0
    assert time.monotonic() - begun < 3
    assert not any(map(runs, run.pids))


def guards_of(pid: int) -> set[int]:
    """The guard of a supervisor; a set, as for a moment there may be none."""
    children = psutil.Process(pid).children()
    return {child.pid for child in children if runs(child.pid) and str(GUARD) in child.cmdline()}


def test_a_guard_that_was_killed_is_replaced(begin):
    run = begin(STUBBORN)
    assert run.started(1)
    (first,) = guards_of(run.process.pid)
    psutil.Process(first).kill()
    assert soon(lambda: guards_of(run.process.pid) - {first})
    run.stop(signal.SIGKILL)
    assert soon(lambda: not any(map(runs, run.pids)), 8)
