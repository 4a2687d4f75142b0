"""A Valkey server of our own: broker and cache of the tests, on a socket in a folder that goes away."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from games import valkey
from tests.servers.processes import end, soon, spawn


class Broker:
    """The server, which a test may stop and start again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.socket = folder / "valkey.sock"
        self.url = valkey.url(self.socket)
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Be there, with what was kept."""
        if self.process is None:
            self.process = spawn(valkey.command(self.folder, self.socket), os.environ)
            assert soon(lambda: valkey.answers(self.socket))

    def stop(self, how: int = signal.SIGTERM) -> None:
        """Be away."""
        if self.process is not None:
            end(self.process, how)
            self.process = None

    def empty(self) -> None:
        """Be there, with nothing."""
        self.start()
        with self.client() as client:
            client.flushall()

    def client(self) -> Redis:
        """A connection to look inside."""
        return Redis(unix_socket_path=str(self.socket), retry=Retry(NoBackoff(), 0))

    def waiting(self) -> int:
        """How many messages wait in the queue."""
        with self.client() as client:
            return int(client.llen("lakelight"))


@contextmanager
def broker() -> Iterator[Broker]:
    """A running server."""
    with tempfile.TemporaryDirectory(prefix="lakelight-vk-", ignore_cleanup_errors=True) as folder:
        server = Broker(Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.stop()
