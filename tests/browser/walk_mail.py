"""What a player of the walk reads at the mail server: one letter after the other, and where it leads."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.message import EmailMessage
from html import unescape

from tests.servers.processes import soon
from tests.servers.smtp import Post

PATIENCE = 20  # seconds; the worker shares the machine with two browsers
BUTTON = re.compile(r'<td class="btn".*?<a [^>]*href="([^"]+)"', re.DOTALL)
CONFIRMATION = re.compile(r"https?://\S+/account/confirm-email/\S+")
STANDING = re.compile(r"^  (\d)  (\d+) (.+?)(?: \(.*)?$", re.MULTILINE)

Standings = dict[str, tuple[int, int]]
"""How a game ended: by name, the place and the honour."""


@dataclass
class Mailbox:
    """The letters to one address; each is taken out once."""

    post: Post
    address: str
    taken: int = 0

    @property
    def unread(self) -> list[EmailMessage]:
        """What has come since."""
        return self.post.to(self.address)[self.taken :]

    def take(self) -> EmailMessage:
        """The next letter, once it is there."""
        assert soon(lambda: self.unread, PATIENCE), f"no letter to {self.address}"
        letter = self.unread[0]
        self.taken += 1
        return letter


def part_of(letter: EmailMessage, kind: str) -> str:
    """One of the two parts of a letter: plain or html."""
    body = letter.get_body((kind,))
    assert body, f"{letter['Subject']}: no part {kind}"
    return "\n".join(body.get_content().splitlines())


def button_of(letter: EmailMessage) -> str:
    """Where the only button of a letter leads; its text names the same address."""
    (link,) = (unescape(it) for it in BUTTON.findall(part_of(letter, "html")))
    assert link in part_of(letter, "plain").split()
    return link


def confirmation_in(letter: EmailMessage) -> str:
    """The link by which an address is confirmed."""
    found = CONFIRMATION.search(part_of(letter, "plain"))
    assert found, letter["Subject"]
    return found[0]


def tells(letter: EmailMessage, what: str) -> bool:
    """Whether the subject says so."""
    return what in str(letter["Subject"])


def recap_of(letter: EmailMessage) -> str:
    """What happened since the reader's last turn, as the text tells it on one line."""
    _before, _heading, recap = part_of(letter, "plain").partition("SINCE YOUR LAST TURN")
    return " ".join(recap.partition("\n\n")[0].split())


def standings_in(letter: EmailMessage) -> Standings:
    """What the mail about a game that is over says of everybody."""
    rows = STANDING.findall(part_of(letter, "plain"))
    return {name: (int(place), int(honour)) for place, honour, name in rows}
