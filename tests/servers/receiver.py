"""A real HTTP server on this machine that keeps what it is sent; it can refuse, dawdle or hang up."""

from __future__ import annotations

import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.servers.processes import soon


@dataclass(frozen=True)
class Request:
    """What came: the line, the headers, the body."""

    method: str
    path: str
    headers: Message
    body: bytes


@dataclass
class Receiver:
    """The server's behaviour, and what it was sent."""

    port: int
    requests: list[Request] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)  # of the next answers; after them, `status`
    status: int = 204
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    drip: float = 0.0  # seconds between one byte of the answer and the next
    hangs_up: bool = False

    @property
    def url(self) -> str:
        """An address of this server."""
        return f"http://127.0.0.1:{self.port}/told"

    def reset(self) -> None:
        """As new."""
        self.requests.clear()
        self.statuses.clear()
        self.headers.clear()
        self.status, self.body, self.drip, self.hangs_up = 204, b"", 0.0, False

    def arrived(self, count: int, seconds: float = 10) -> bool:
        """Whether that many requests are here within the time."""
        return soon(lambda: len(self.requests) >= count, seconds)

    def answer(self) -> bytes:
        """The whole of the next answer."""
        status = self.statuses.pop(0) if self.statuses else self.status
        lines = [f"HTTP/1.1 {status} Told", *(f"{name}: {value}" for name, value in self.headers.items())]
        return "\r\n".join([*lines, f"Content-Length: {len(self.body)}", "", ""]).encode() + self.body


class Server(ThreadingHTTPServer):
    """The server itself; what it does is its receiver's to say."""

    daemon_threads = True
    receiver: Receiver

    def handle_error(self, request: object, address: object) -> None:
        """Whoever calls may hang up when they like."""


class Handler(BaseHTTPRequestHandler):
    """Keeps a request, and answers as the receiver wants."""

    server: Server

    def do_POST(self) -> None:
        """Take what is sent."""
        receiver = self.server.receiver
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        receiver.requests.append(Request(self.command, self.path, self.headers, body))
        if not receiver.hangs_up:
            self.say(receiver.answer(), receiver.drip)
        self.close_connection = True

    do_GET = do_POST

    def say(self, answer: bytes, drip: float) -> None:
        """Answer, at once or byte by byte."""
        for part in [answer] if not drip else [bytes([it]) for it in answer]:
            self.wfile.write(part)
            time.sleep(drip)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing of it."""


@contextmanager
def receiver(context: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    """A running server; with a `context` it speaks TLS."""
    server = Server(("127.0.0.1", 0), Handler)
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    server.receiver = Receiver(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server.receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
