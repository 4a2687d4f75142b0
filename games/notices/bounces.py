"""Mail that came back: its address gets no more until its owner says so, and what it told goes elsewhere.

That an address is dead is said by our own mail server as it takes a mail (`deliver`), by the provider that
sends for us (`pages/bounces`), or by a mail itself, a notification as in RFC 3464 (`reports`).
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage, Message

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Q
from django.utils.crypto import constant_time_compare

from games import wake
from games.models import Channel, Notice, Person
from games.notices.headers import message_id
from games.notices.outbox import LEFT, Status, noted, reconsider
from games.notices.words import one_line

logger = logging.getLogger(__name__)

MESSAGE_ID = re.compile(r"<?\w+\.(\d{1,18})\.[0-9a-f]+@[^<>\s]+>?")
# RFC 3463: there is no such mailbox or domain, it has moved, or it takes no mail; and "failed" without more.
# All else (full, too large, blocked for what we wrote) says nothing about the address.
OF_THE_ADDRESS = re.compile(r"5\.(1\.\d+|2\.1|0\.0)")
# What an answer without such a code means by its plain one (RFC 5321).
NO_SUCH_MAILBOX = (550, 551, 553)
ENHANCED = re.compile(r"\b([245]\.\d{1,3}\.\d{1,3})\b")


@dataclass(frozen=True, slots=True)
class Report:
    """What a mail server says of one mail of ours: it will never reach this address."""

    address: str
    reason: str
    notice: Notice


def is_of_address(code: int, answer: str) -> bool:
    """Whether an answer of a mail server means that this address will never take mail."""
    found = ENHANCED.search(answer)
    return bool(OF_THE_ADDRESS.fullmatch(found[1])) if found else code in NO_SUCH_MAILBOX


def notice_of(text: str) -> Notice | None:
    """The notice whose mail bore this Message-ID; None where we never gave it."""
    found = MESSAGE_ID.fullmatch(text.strip())
    notice = Notice.objects.filter(id=int(found[1]), channel=Channel.MAIL).first() if found else None
    if notice is None or not constant_time_compare(message_id(notice).strip("<>"), text.strip(" <>\r\n\t")):
        return None
    return notice


def accepted(notice: Notice) -> bool:
    """Note that the reader's own mail server has taken a mail. Returns whether that was news."""
    sent = Notice.objects.filter(id=notice.id, status=Status.SENT)
    return sent.update(status=Status.ACCEPTED) == 1


@transaction.atomic
def bounced(address: str, reason: str, now: datetime, notice: Notice | None = None) -> int:
    """Send no more mail to an address; what the notice told is told on the other channels of its person.

    So is what waits to be mailed. Returns how many people that concerns; telling it twice changes nothing.
    """
    address = one_line(address)
    owned = EmailAddress.objects.filter(email__iexact=address, verified=True).values_list("user", "email")
    as_written = dict(owned)
    people = list(Person.locked().filter(id__in=as_written).exclude(bounced__iexact=address).order_by("id"))
    for person in people:
        person.bounced = as_written[person.pk]
        person.save(update_fields=["bounced"])
        reconsider(person.pk, now)
        logger.info("Mail to person %s comes back: %s", person.pk, noted(reason))
    if notice is not None:
        came_back(notice, reason)
    return len(people)


def came_back(notice: Notice, reason: str) -> None:
    """Mark a mail that has left, or was to leave, as come back, and have the worker tell it elsewhere.

    Of a digest that is what it told.
    """
    told = Q(id__in=notice.data.get("rows", []), sent_at=notice.sent_at)
    left = Notice.objects.filter(Q(id=notice.id) | told, status__in=LEFT)
    if left.update(status=Status.BOUNCED, error=noted(reason), fanned=False):
        wake.outbox()


def reports(message: EmailMessage) -> Iterator[Report]:
    """What a delivery status notification says of mails of ours; nothing where it is not one of these.

    Anybody can write such a mail. So it counts only with a Message-ID that nobody else can know, and only for
    the address that this mail went to.
    """
    notice = notice_of(_message_id_of_what_came_back(message))
    if notice is None or notice.person is None:
        return
    for fields in _recipients(message):
        address = _address(fields)
        status = str(fields.get("Status", "")).split(" ")[0].strip()
        failed = str(fields.get("Action", "")).strip().lower() == "failed"
        if failed and OF_THE_ADDRESS.fullmatch(status) and _is_address_of(notice.person, address):
            reason = " ".join(str(fields.get("Diagnostic-Code", "")).split())
            yield Report(address, reason or status, notice)


def _recipients(message: EmailMessage) -> Iterator[Message]:
    """The groups of fields, one a recipient; the first group, of the report itself, names none."""
    for part in message.walk():
        groups = part.get_payload() if part.get_content_type() == "message/delivery-status" else None
        if isinstance(groups, list):
            yield from (it for it in groups if isinstance(it, Message) and _address(it))


def _message_id_of_what_came_back(message: EmailMessage) -> str:
    """The Message-ID in the headers of our mail, which the report gives back whole or in part."""
    for part in message.walk():
        kind = part.get_content_type()
        if kind == "message/rfc822":
            inner = part.get_payload()
            ours = inner[0] if isinstance(inner, list) and inner else None
            return str(ours.get("Message-ID", "")) if isinstance(ours, Message) else ""
        if kind == "text/rfc822-headers":
            found = re.search(r"^Message-ID:\s*(\S+)", str(part.get_payload()), re.MULTILINE | re.IGNORECASE)
            return found[1] if found else ""
    return ""


def _address(fields: Message) -> str:
    """The address that we wrote, or else the one at which it ended."""
    named = str(fields.get("Original-Recipient") or fields.get("Final-Recipient") or "")
    return named.partition(";")[2].strip(" <>")


def _is_address_of(person: Person, address: str) -> bool:
    return bool(EmailAddress.objects.filter(user=person, email__iexact=address, verified=True).exists())
