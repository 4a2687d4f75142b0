"""Mail while developing: every message goes into a file of ./var/mail, where a page shows it."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage as Parsed
from pathlib import Path
from secrets import token_hex

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

NAME_TIME = "%Y%m%dT%H%M%S%f"


def folder() -> Path:
    """Where the messages are."""
    return Path(settings.VAR_DIR) / "mail"


class EmailBackend(BaseEmailBackend):
    """Keeps every message, sends none."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Store the messages that have a recipient; how many those were."""
        addressed = [message for message in email_messages if message.recipients()]
        for message in addressed:
            store(message.message().as_bytes(), datetime.now(UTC))
        return len(addressed)


def store(raw: bytes, now: datetime) -> str:
    """Keep one message, whole or not at all; its name. Names sort by time."""
    name = f"{now.strftime(NAME_TIME)}-{token_hex(4)}"
    folder().mkdir(parents=True, exist_ok=True)
    partial = folder() / f".{name}"
    with open(partial, "wb") as file:
        file.write(raw)
        os.fsync(file.fileno())
    partial.rename(folder() / f"{name}.eml")
    return name


@dataclass(frozen=True, slots=True)
class Mail:
    """A message that was kept."""

    name: str
    parsed: Parsed

    @property
    def time(self) -> datetime:
        """When it was kept."""
        return datetime.strptime(self.name.split("-")[0], NAME_TIME).replace(tzinfo=UTC)

    @property
    def to(self) -> str:
        """Whom it is for."""
        return str(self.parsed["To"])

    @property
    def subject(self) -> str:
        """What it is about."""
        return str(self.parsed["Subject"])

    @property
    def headers(self) -> list[tuple[str, str]]:
        """All headers, in their order, decoded."""
        return [(name, str(value)) for name, value in self.parsed.items()]

    def part(self, kind: str) -> str | None:
        """The part of this kind, 'plain' or 'html'; None where it has none."""
        body = self.parsed.get_body((kind,))
        return body.get_content() if body is not None else None

    @property
    def plain(self) -> str | None:
        """The text for readers without HTML."""
        return self.part("plain")

    @property
    def html(self) -> str | None:
        """The HTML part, just as it was written."""
        return self.part("html")

    @property
    def alone(self) -> str | None:
        """The HTML part with the pictures that came with it in it, so that it can be shown by itself."""
        content = self.html
        for part in self.parsed.walk() if content else ():
            data = part.get_payload(decode=True)
            name = str(part["Content-ID"] or "").strip(" <>")
            if name and isinstance(data, bytes):
                shown = f"data:{part.get_content_type()};base64,{b64encode(data).decode()}"
                content = str(content).replace(f"cid:{name}", shown)
        return content


def kept(name: str) -> Mail | None:
    """The message of this name, if there is one."""
    try:
        raw = (folder() / f"{name}.eml").read_bytes()
        return Mail(name, message_from_bytes(raw, Parsed, policy=policy.default))
    except OSError:  # no such file, or a name that is too long for one
        return None


def newest(count: int) -> list[Mail]:
    """The latest messages, the newest first."""
    names = sorted((path.stem for path in folder().glob("*.eml")), reverse=True)
    return [mail for name in names[:count] if (mail := kept(name))]
