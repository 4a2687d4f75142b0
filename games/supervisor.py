"""A small supervisor: children are started in order, again when they die, and stopped in the opposite order.

Whatever happens to the supervisor, no child outlives it: the kernel tells them where it can (Linux), and a
guard, a process of its own that waits for the supervisor's end, ends what is left.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import FrameType

GRACE = 5.0  # seconds between SIGTERM and SIGKILL
LONGEST_PAUSE = 10.0  # seconds before a child that keeps dying is started again
STEADY = 30.0  # a child that lived so long may die again without a pause
HOPELESS = 3  # deaths of one child before the first success that make us give up
PR_SET_PDEATHSIG = 1

_prctl = getattr(ctypes.CDLL(None), "prctl", None)


@dataclass
class Child:
    """One process to keep alive, at the head of a process group of its own."""

    name: str
    command: Sequence[str]
    fds: tuple[int, ...] = ()
    process: subprocess.Popen[bytes] | None = None
    born: float = 0.0
    due: float = 0.0
    deaths: int = 0

    @property
    def alive(self) -> bool:
        """Whether its process runs."""
        return self.process is not None and self.process.poll() is None

    def bury(self, now: float) -> None:
        """Note a death: what it left of its group is ended, and the next start gets a time."""
        assert self.process is not None
        end_group(self.process.pid, signal.SIGKILL)
        self.process = None
        self.deaths = self.deaths + 1 if now - self.born < STEADY else 1
        self.due = now + min(0.25 * 2**self.deaths, LONGEST_PAUSE)


def end_group(group: int, how: int) -> bool:
    """Send the signal (0: none) to all of a process group; False where nobody is left in it."""
    try:
        os.killpg(group, how)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def die_with(parent: int) -> Callable[[], None] | None:
    """What a child does before exec to get SIGTERM when its parent dies; None where there is no way."""
    if _prctl is None:
        return None

    def promise() -> None:
        _prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            os._exit(1)

    return promise


class Supervisor:
    """Keeps children alive until it is told to stop. Use it in a `with`, from the main thread."""

    def __init__(self, folder: str, env: Mapping[str, str], say: Callable[[str], None]) -> None:
        """Children work in the folder; `say` takes one line for the person at the terminal."""
        self.folder, self.env, self.say = folder, dict(env), say
        self.children: list[Child] = []
        self.asked_to_stop = 0
        self._hear, self._ring = os.pipe()
        self._guard: subprocess.Popen[str] | None = None

    def __enter__(self) -> Supervisor:
        for end in (self._hear, self._ring):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(self._ring, warn_on_full_buffer=False)
        for wish in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(wish, self._ask_to_stop)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)  # only to wake us
        self._hire_guard()
        return self

    def __exit__(self, *_: object) -> None:
        for child in reversed(self.children):
            self._stop(child)
        self._dismiss_guard()

    def start(self, name: str, command: Sequence[str], fds: Sequence[int] = ()) -> None:
        """Start one more child, which inherits the descriptors."""
        child = Child(name, command, tuple(fds))
        self.children.append(child)
        self._spawn(child)

    def once(self, name: str, command: Sequence[str]) -> int:
        """Run a command beside the children and return its status; KeyboardInterrupt when told to stop."""
        child = Child(name, command)
        self._spawn(child)
        try:
            while child.alive:
                self._go_on()
                self._nap(1)
            assert child.process is not None
            return child.process.wait()
        finally:
            self._stop(child)

    def until(self, happened: Callable[[], bool], seconds: float) -> bool:
        """Tend the children until it happened; False where one of them is hopeless or the time is up.

        Raises KeyboardInterrupt when told to stop.
        """
        deadline = time.monotonic() + seconds
        while not happened():
            if self.hopeless() or time.monotonic() > deadline:
                return False
            self._go_on()
            self._nap(0.1)
        return True

    def forever(self) -> None:
        """Tend the children until we are told to stop."""
        while not self.asked_to_stop:
            self._tend()
            self._nap(self._next_start())

    def hopeless(self) -> Child | None:
        """A child that died again and again."""
        return next((child for child in self.children if child.deaths >= HOPELESS), None)

    def _go_on(self) -> None:
        if self.asked_to_stop:
            raise KeyboardInterrupt
        self._tend()

    def _tend(self) -> None:
        now = time.monotonic()
        if self._guard is None or self._guard.poll() is not None:
            self._hire_guard()
        for child in self.children:
            if child.process is not None and not child.alive:
                self._mourn(child, now)
            elif child.process is None and child.due <= now:
                self._spawn(child)

    def _mourn(self, child: Child, now: float) -> None:
        assert child.process is not None
        status = child.process.returncode
        child.bury(now)
        self.say(f"The {child.name} ended ({how_it_ended(status)}), next start in {child.due - now:.1f} s.")

    def _spawn(self, child: Child) -> None:
        child.born = time.monotonic()
        child.process = subprocess.Popen(
            child.command,
            cwd=self.folder,
            env=self.env,
            stdin=subprocess.DEVNULL,
            pass_fds=child.fds,
            start_new_session=True,
            preexec_fn=die_with(os.getpid()),
        )
        self._tell_guard(child)

    def _stop(self, child: Child) -> None:
        """SIGTERM, then SIGKILL after the grace, or at once for somebody who asks twice."""
        if child.process is None:
            return
        deadline = time.monotonic() + GRACE
        with contextlib.suppress(ProcessLookupError):
            child.process.terminate()
        while child.alive and time.monotonic() < deadline and self.asked_to_stop < 2:
            self._nap(0.2)
        end_group(child.process.pid, signal.SIGKILL)
        child.process.wait()
        child.process = None
        self._tell_guard(child)

    def _next_start(self) -> float | None:
        """Seconds until the next child that waits for its start, None where none waits."""
        waits = [child.due - time.monotonic() for child in self.children if child.process is None]
        return max(min(waits), 0.01) if waits else None

    def _nap(self, seconds: float | None) -> None:
        """Sleep until a signal comes (a child's death is one) or the time is up."""
        select.select([self._hear], [], [], seconds)
        with contextlib.suppress(BlockingIOError):
            os.read(self._hear, 512)

    def _ask_to_stop(self, number: int, frame: FrameType | None) -> None:
        self.asked_to_stop += 1

    def _hire_guard(self) -> None:
        command = [sys.executable, "-I", os.path.abspath(__file__)]
        self._guard = subprocess.Popen(command, stdin=subprocess.PIPE, text=True, start_new_session=True)
        for child in self.children:
            self._tell_guard(child)

    def _tell_guard(self, child: Child) -> None:
        assert self._guard is not None and self._guard.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # a guard that died is replaced, and told again
            self._guard.stdin.write(f"{child.process.pid if child.process else 0} {child.name}\n")
            self._guard.stdin.flush()

    def _dismiss_guard(self) -> None:
        assert self._guard is not None and self._guard.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._guard.stdin.close()
        self._guard.wait()


def how_it_ended(status: int) -> str:
    """A process's end in words."""
    return f"killed by {signal.Signals(-status).name}" if status < 0 else f"status {status}"


def guard() -> None:
    """Read which group each child leads; when the supervisor is gone, end those that are left."""
    groups: dict[str, int] = {}
    for line in sys.stdin:
        group, name = line.split(maxsplit=1)
        groups[name] = int(group)
    left = [group for group in groups.values() if group and end_group(group, signal.SIGTERM)]
    deadline = time.monotonic() + GRACE
    while (left := [group for group in left if end_group(group, 0)]) and time.monotonic() < deadline:
        time.sleep(0.1)
    for group in left:
        end_group(group, signal.SIGKILL)


if __name__ == "__main__":
    guard()
