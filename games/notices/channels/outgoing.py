"""The only way by which the site sends to addresses that people gave: webhooks, and the services of devices.

Such an address may be meant to make the site knock where only its own machine can (at a database, at the
console of a cloud). So a name is looked up once, every address found must be public, and the line goes
to exactly the address that was looked at: a name that means another one a moment later changes nothing.
No redirect is followed, no proxy is asked, and all of it has an end in time and size. The line is made
here, by the standard library, since that leaves no step of it to anybody's defaults.
"""

from __future__ import annotations

import io
import queue
import socket
import ssl
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import lru_cache
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from threading import Thread
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.notices.channels.addresses import Target, Unfit, may_be_reached, target_of
from games.notices.channels.faults import Refused, Unreached

__all__ = ["Answer", "Refused", "Unfit", "Unreached", "check", "post"]

# In seconds: for all of it, for the name (a person may be waiting), and for one of several addresses.
PATIENCE, LOOK_UP, CONNECT = 10.0, 2.0, 4.0
# How much of an answer is read, and how many addresses of one name are tried.
READ, TRIED = 4096, 3


class Answer(NamedTuple):
    """What the other side said: its status, and the first part of the body."""

    status: int
    body: bytes


class Deadline:
    """The moment at which patience ends."""

    def __init__(self, seconds: float) -> None:
        self.at = time.monotonic() + seconds

    def left(self) -> float:
        """The seconds that are left. Raises TimeoutError where there are none."""
        seconds = self.at - time.monotonic()
        if seconds <= 0:
            raise TimeoutError
        return seconds


def check(url: str) -> str:
    """An address as it is to be kept, after a look at where it leads, for 2 seconds at most. Raises Unfit."""
    target = target_of(url)
    try:
        fit_addresses(target, LOOK_UP)
    except Unreached:
        raise Unfit(_("This name could not be found. Look whether it is right, and try again.")) from None
    return target.url


def post(url: str, body: bytes, headers: Mapping[str, str], *, timeout: float = PATIENCE) -> Answer:
    """Send to an address that somebody gave, and read the answer, within the time.

    Raises Unfit or Refused where it would never go, Unreached where it may go later.
    """
    deadline, target = Deadline(timeout), target_of(url)
    addresses = fit_addresses(target, min(LOOK_UP, timeout))
    try:
        answer = _exchanged(target, addresses, body, headers, deadline)
    except (OSError, HTTPException) as error:
        raise Unreached(_what_went_wrong(error)) from error
    if 300 <= answer.status < 400:
        raise Refused(_("It answered by sending us elsewhere (%(status)d).") % {"status": answer.status})
    return answer


def fit_addresses(target: Target, seconds: float) -> Sequence[str]:
    """The IP addresses of a target, looked up once. Raises Unfit if one of them is not public; Unreached."""
    found = looked_up(target.host, target.port, seconds)
    if not all(map(may_be_reached, found)):
        raise Unfit(_("This address does not lead to a host in the public internet."))
    return found


def looked_up(host: str, port: int, seconds: float) -> Sequence[str]:
    """What the system says a host means, if it says so in time. Raises Unreached."""
    answers = queue.SimpleQueue[Sequence[str]]()
    # It cannot be told to hurry: one that takes too long is left to itself.
    Thread(target=lambda: answers.put(_look_up(host, port)), daemon=True).start()
    try:
        found = answers.get(timeout=seconds)
    except queue.Empty:
        found = ()
    if not found:
        raise Unreached(_("The name of its host could not be found."))
    return found


def _look_up(host: str, port: int) -> Sequence[str]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return ()
    return tuple(dict.fromkeys(str(address[0]) for *_, address in found))


def _exchanged(
    target: Target, addresses: Sequence[str], body: bytes, headers: Mapping[str, str], deadline: Deadline
) -> Answer:
    """Send, and read the answer, over a line of our own."""
    line = Line(_secured(_connected(addresses, target.port, deadline), target, deadline), deadline)
    with closing(_spoken(target)) as connection:
        connection.sock = line  # so it makes none of its own
        connection.request("POST", target.path, body, {**headers, "Connection": "close"})
        with connection.getresponse() as response:
            try:
                return Answer(response.status, response.read(READ))
            except (OSError, HTTPException):  # it has said what it thinks of it, if not to the end
                return Answer(response.status, b"")


def _spoken(target: Target) -> HTTPConnection:
    """What is said over the line, with the name of the host as it was given."""
    if target.scheme == "https":
        return HTTPSConnection(target.host, target.port, context=_context())
    return HTTPConnection(target.host, target.port)


def _connected(addresses: Sequence[str], port: int, deadline: Deadline) -> socket.socket:
    """A line to the first of these addresses that takes it. Raises OSError."""
    failure = OSError()
    for address in addresses[:TRIED]:
        line = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_STREAM)
        try:
            line.settimeout(min(CONNECT, deadline.left()))
            line.connect((address, port))
            return line
        except OSError as error:
            line.close()
            failure = error
    raise failure


def _secured(line: socket.socket, target: Target, deadline: Deadline) -> socket.socket:
    """The line, over which the host has shown that it is the one that was named. Raises OSError."""
    if target.scheme != "https":
        return line
    try:
        line.settimeout(deadline.left())
        return _context().wrap_socket(line, server_hostname=target.host)
    except OSError:
        line.close()
        raise


@lru_cache(maxsize=1)
def _context() -> ssl.SSLContext:
    """How others prove who they are; made once, since reading all certificates takes a while."""
    return ssl.create_default_context()


class Line:
    """A line on which nothing can take longer than until the deadline, however slowly it comes."""

    def __init__(self, line: socket.socket, deadline: Deadline) -> None:
        self.line, self.deadline = line, deadline
        self.close = line.close

    def sendall(self, data: bytes) -> None:
        """Send all of it."""
        self.line.settimeout(self.deadline.left())
        self.line.sendall(data)

    def makefile(self, mode: str) -> io.BufferedReader:
        """What the answer is read from."""
        return io.BufferedReader(Reader(self.line, self.deadline))


class Reader(io.RawIOBase):
    """What comes over such a line."""

    def __init__(self, line: socket.socket, deadline: Deadline) -> None:
        self.line, self.deadline = line, deadline

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Wait for what comes next, but not longer than until the deadline."""
        self.line.settimeout(self.deadline.left())
        return self.line.recv_into(buffer)


def _what_went_wrong(error: Exception) -> str:
    """In words for whoever gave the address."""
    if isinstance(error, Unreached):
        return str(error)
    if isinstance(error, TimeoutError):
        return _("It did not answer in time.")
    if isinstance(error, ssl.SSLError):
        return _("It could not show that it is the host that was named: its certificate was refused.")
    if isinstance(error, ConnectionRefusedError):
        return _("Nothing takes our call there.")
    return _("The line broke before it had answered.")
