"""Telling somebody by webhook: a small JSON text, signed, posted to the address that they gave.

What is sent, and how its signature is checked, is spelled out in docs/webhooks.md.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from games.addresses import absolute
from games.models import Endpoint
from games.notices.channels import outgoing
from games.notices.channels.faults import Gone, Refused, Unreached
from games.notices.compose import Brief
from games.notices.words import cut
from games.tables import Table

VERSION = 1
Shape = Endpoint.Shape
# How a secret begins, by which it is known for what it is.
SECRET = "whsec_"
# What others take, with room for the marks that are put before signs: a heading and a text.
HEADING, TEXT = 120, 1500
# These ask for another attempt; any other 4xx will be said of the same notice again.
LATER = (408, 425, 429)
SERVICES = {
    Shape.DISCORD: re.compile(r"((ptb|canary)\.)?discord(app)?\.com/api/(v\d+/)?webhooks/"),
    Shape.SLACK: re.compile(r"hooks\.slack(-gov)?\.com/"),
}
# What has a meaning in Discord: an address is shown, too, but is no link, since a title can look like ours.
MEANT = re.compile(r"([\\*_~`|<>@#\[\]()]|^[-+](?= )|(?<=:)/(?=/))")


def send(endpoint: Endpoint, brief: Brief, now: datetime) -> None:
    """Post a notice. Raises Gone or Refused where no attempt would help, Unreached where a later one may."""
    shape = Shape(endpoint.shape)
    body = json.dumps(SHAPES[shape](brief, now), ensure_ascii=False).encode()
    answer = outgoing.post(endpoint.url, body, headers(endpoint, id_of(brief), body, now))
    judge(shape, answer.status)


def judge(shape: str, status: int) -> None:
    """What a status says of a notice: nothing where it was taken. Raises Gone, Refused or Unreached."""
    if 200 <= status < 300:
        return
    told = _("It answered with the status %(status)d.") % {"status": status}
    if status == 410 or (status == 404 and shape != Shape.JSON):
        raise Gone(told)
    if 400 <= status < 500 and status not in LATER:
        raise Refused(told)
    raise Unreached(told)


def id_of(brief: Brief) -> str:
    """The name of a notice, the same at each attempt; without a full stop, which parts what is signed."""
    return brief.key.replace(".", ":")


def headers(endpoint: Endpoint, key: str, body: bytes, now: datetime) -> dict[str, str]:
    """Who sends this and when, in the manner of Standard Webhooks; a notice keeps its id."""
    moment = str(int(now.timestamp()))
    return {
        "Content-Type": "application/json; charset=utf-8",
        "User-Agent": f"Notices (+{settings.SITE_URL})",
        "Webhook-Id": key,
        "Webhook-Timestamp": moment,
        "Webhook-Signature": signature(endpoint.keys["secret"], key, moment, body),
    }


def signature(secret: str, key: str, moment: str, body: bytes) -> str:
    """What only somebody who knows the secret can say of this text."""
    known = base64.b64decode(secret.removeprefix(SECRET))
    signed = hmac.digest(known, f"{key}.{moment}.".encode() + body, hashlib.sha256)
    return f"v1,{base64.b64encode(signed).decode()}"


def new_secret() -> str:
    """A secret that nobody has yet."""
    return SECRET + base64.b64encode(secrets.token_bytes(32)).decode()


def shape_of(url: str) -> str:
    """What the service at an address takes; JSON where we do not know it."""
    parts = urlsplit(url)
    where = f"{parts.hostname}{parts.path}"
    return next((shape for shape, known in SERVICES.items() if known.match(where)), Shape.JSON)


def as_json(brief: Brief, now: datetime) -> dict[str, Any]:
    """A notice for programs."""
    return {
        "version": VERSION,
        "event": brief.event,
        "id": id_of(brief),
        "at": _moment(now),
        "person": brief.person.username,
        "title": brief.title,
        "text": brief.text,
        "url": brief.url,
        "table": public_facts(brief.table) if brief.table else None,
    }


def public_facts(table: Table) -> dict[str, Any]:
    """What anybody may know of a table, and until when the turn lasts: nothing that anybody holds."""
    return {
        "slug": table.slug,
        "title": table.title,
        "url": absolute(table.url),
        "game": table.rules,
        "status": table.status,
        "to_act": None if table.to_act is None else table.seats[table.to_act].name,
        "deadline": _moment(table.deadline_at) if table.deadline_at else None,
    }


def as_discord(brief: Brief, now: datetime) -> dict[str, Any]:
    """A notice for a channel of Discord, in which nobody is called and no name is more than a name."""
    return {
        "embeds": [
            {
                "title": plain_for_discord(cut(brief.title, HEADING)),
                "description": plain_for_discord(cut(brief.text, TEXT)),
                "url": brief.url,
            }
        ],
        "allowed_mentions": {"parse": []},
    }


def as_slack(brief: Brief, now: datetime) -> dict[str, Any]:
    """A notice for a channel of Slack; plain texts, and one link."""
    heading, text = (plain_for_slack(cut(*it)) for it in ((brief.title, HEADING), (brief.text, TEXT)))
    link = f"<{plain_for_slack(brief.url)}|{plain_for_slack(_('Open'))}>"
    return {
        "text": heading,
        "mrkdwn": False,
        "unfurl_links": False,
        "unfurl_media": False,
        "blocks": [
            {"type": "header", "text": {"type": "plain_text", "text": heading, "emoji": False}},
            {"type": "section", "text": {"type": "plain_text", "text": text, "emoji": False}},
            {"type": "section", "text": {"type": "mrkdwn", "text": link}},
        ],
    }


SHAPES: dict[str, Callable[[Brief, datetime], dict[str, Any]]] = {
    Shape.JSON: as_json,
    Shape.DISCORD: as_discord,
    Shape.SLACK: as_slack,
}


def plain_for_discord(text: str) -> str:
    """A text that looks there as it is: no sign of it is bold, a link or a call to everyone."""
    return MEANT.sub(r"\\\1", text)


def plain_for_slack(text: str) -> str:
    """The same for Slack, which takes calls and links between angle brackets only."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
