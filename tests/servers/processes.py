"""What all test servers share: a process that ends with the tests, and waiting without a busy loop."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import psutil

from games.supervisor import die_with


def soon(happened: Callable[[], Any], seconds: float = 10) -> bool:
    """Whether it happens within the time."""
    deadline = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def runs(pid: int) -> bool:
    """Whether there is such a process, and it does more than wait to be reaped."""
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def spawn(command: Sequence[str], env: Mapping[str, str], **how: Any) -> subprocess.Popen[bytes]:
    """Start a server that does not outlive us, whatever becomes of us."""
    return subprocess.Popen(
        command, env=dict(env), preexec_fn=die_with(os.getpid()), start_new_session=True, **how
    )


def end(process: subprocess.Popen[bytes], how: int) -> None:
    """Signal a server and wait for its end; one that does not listen within 10 s is killed."""
    process.send_signal(how)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def end_all(processes: Sequence[subprocess.Popen[bytes]]) -> None:
    """Tell all of them at once, then wait for each."""
    for process in processes:
        process.terminate()
    for process in processes:
        end(process, signal.SIGTERM)
