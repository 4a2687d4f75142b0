"""A real SMTP server on this machine that keeps what it is given, and can be slow, stubborn or stuck."""

from __future__ import annotations

import asyncio
import logging
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.servers.processes import soon

logging.getLogger("mail.log").setLevel(logging.WARNING)


@dataclass
class Post:
    """The server's behaviour and its post. `refused` are answers by recipient, as '550 no such person'."""

    port: int
    messages: list[EmailMessage] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0  # seconds before each greeting is answered
    stuck: bool = False  # whether greetings are not answered at all for the time being
    deaths: int = 0  # how many messages more it takes without having the time to say so

    @property
    def url(self) -> str:
        """The EMAIL_URL of this server."""
        return f"smtp://127.0.0.1:{self.port}"

    def reset(self) -> None:
        """As new."""
        self.messages.clear()
        self.refused.clear()
        self.delay, self.stuck, self.deaths = 0.0, False, 0

    def to(self, address: str) -> list[EmailMessage]:
        """What came for this address, oldest first."""
        return [message for message in self.messages if address in str(message["To"])]

    def links_to(self, address: str) -> list[str]:
        """The web addresses in the text part of the latest message for this address."""
        body = self.to(address)[-1].get_body(("plain",))
        return re.findall(r"https?://[^\s<>]+", body.get_content()) if body else []

    def arrived(self, count: int, seconds: float = 10) -> bool:
        """Whether that many messages are here within the time."""
        return soon(lambda: len(self.messages) >= count, seconds)

    async def handle_EHLO(
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        """Answer a greeting, in our own time."""
        session.host_name = hostname
        await asyncio.sleep(self.delay)
        while self.stuck:
            await asyncio.sleep(0.05)
        return responses

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Take or refuse a recipient."""
        if address in self.refused:
            return self.refused[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Keep a message; or keep it, and hang up before anything is answered."""
        content: Any = envelope.content
        self.messages.append(message_from_bytes(content, EmailMessage, policy=policy.default))
        if self.deaths:
            self.deaths -= 1
            assert isinstance(server.transport, asyncio.Transport), "somebody is on the line"
            server.transport.abort()
        return "250 OK"


def free_port() -> int:
    """A port that nobody has at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def smtp() -> Iterator[Post]:
    """A running server."""
    post = Post(free_port())
    controller = Controller(post, hostname="127.0.0.1", port=post.port)
    controller.start()
    try:
        yield post
    finally:
        post.stuck = False
        controller.stop()
