"""Telling somebody by push: a small notice that only their browser can read (RFC 8030, 8188, 8291, 8292).

The browser named the address of its push service and the keys to encrypt with; the site proves by a signature
with its own key (VAPID) that it is the one whom the browser has allowed to tell.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime, timedelta
from email.utils import parseaddr
from functools import lru_cache
from hashlib import sha256
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.utils.translation import gettext as _
from py_vapid import Vapid02

from games.models import Endpoint
from games.notices.channels import outgoing
from games.notices.channels.faults import Gone, Refused
from games.notices.compose import Brief
from games.notices.words import cut

CURVE = ec.SECP256R1()
# Longer than it could ever be shown. All of it, of four bytes a character, stays below 3 kB: a push service
# takes 4 kB.
TITLE, TEXT = 120, 480
# For how long a push service keeps what it cannot bring now: a turn until its time runs out, within limits.
LASTS, SHORTEST, LONGEST = timedelta(days=1), timedelta(minutes=1), timedelta(days=28)
OF_A_TURN = ("turn", "reminder", "nudge")
# These are brought to a device that saves its battery, too.
URGENT = ("reminder", "test")
SIGNATURE_LASTS = timedelta(hours=12)
# The push service no longer knows the device; what it knows, but will not take; what it may take later.
GONE, LATER = (404, 410), (408, 425, 429)


def send(endpoint: Endpoint, brief: Brief, now: datetime) -> None:
    """Send one notice; returns when the push service has taken it."""
    body = encrypted(payload(brief), endpoint.keys)
    status = outgoing.post(endpoint.url, body, headers(endpoint.url, brief, now)).status
    if status in GONE:
        raise Gone(
            _("Its push service does not know this device any more (%(status)d).") % {"status": status}
        )
    if 400 <= status < 500 and status not in LATER:
        raise Refused(_("Its push service refused the notice (%(status)d).") % {"status": status})
    if not 200 <= status < 300:
        raise outgoing.Unreached(_("Its push service took no notice now (%(status)d).") % {"status": status})


# ------------------------------------------------------------------------------- what is told


def payload(brief: Brief) -> bytes:
    """What the service worker of the site reads (`people/push_worker.js`)."""
    told = {
        "title": cut(brief.title, TITLE),
        "text": cut(brief.text, TEXT),
        "url": brief.url,
        "tag": tag(brief),
    }
    return json.dumps(told, ensure_ascii=False).encode()


def tag(brief: Brief) -> str:
    """What a notice is about: a newer one takes the place of an older one with the same tag."""
    return f"table.{brief.table.slug}" if brief.table else brief.key


def headers(url: str, brief: Brief, now: datetime) -> dict[str, str]:
    """What the push service reads: for how long and how urgently, instead of which other, and from whom."""
    return {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(int(lasts(brief, now).total_seconds())),
        "Urgency": "high" if brief.event in URGENT else "normal",
        "Topic": base64_of(sha256(tag(brief).encode()).digest())[:32],
        "Authorization": authorization(url, now),
    }


def lasts(brief: Brief, now: datetime) -> timedelta:
    """For how long it is worth telling."""
    deadline = brief.table.deadline_at if brief.table and brief.event in OF_A_TURN else None
    return min(max(deadline - now, SHORTEST), LONGEST) if deadline else LASTS


# ------------------------------------------------------------------------------- keys


def encrypted(text: bytes, keys: dict[str, str]) -> bytes:
    """The text, readable only by the browser that gave these keys."""
    from pywebpush import WebPusher  # it costs a quarter of a second, and only the worker sends

    return bytes(WebPusher({"endpoint": "", "keys": keys}).encode(text)["body"])


def authorization(url: str, now: datetime) -> str:
    """The header that proves that it is this site which sends, to this push service, now."""
    parts = urlsplit(url)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((now + SIGNATURE_LASTS).timestamp()),
        "sub": f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}",
    }
    # What its addresses look like is our own business: a push service only wants to know whom to ask.
    signed: dict[str, str] = Vapid02(private_key(), {"no-strict": True}).sign(claims)
    return signed["Authorization"]


def public_key() -> str:
    """The key that a browser is given when it is to be told by this site."""
    point = private_key().public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64_of(point)


def private_key() -> ec.EllipticCurvePrivateKey:
    """The site's own key: that of the setting PUSH_KEY, or one made of SECRET_KEY, always the same."""
    return _private_key(settings.PUSH_KEY, settings.SECRET_KEY)


@lru_cache(maxsize=1)
def _private_key(named: str, secret: str) -> ec.EllipticCurvePrivateKey:
    if named:
        return ec.derive_private_key(int.from_bytes(bytes_of(named), "big"), CURVE)
    # 16 bytes more than a key has: reduced to the order of the curve, no key is likelier than another.
    drawn = HKDF(hashes.SHA256(), 48, salt=None, info=b"push key").derive(secret.encode())
    return ec.derive_private_key(int.from_bytes(drawn, "big") % (CURVE.group_order - 1) + 1, CURVE)


def new_key() -> str:
    """A new private key, as the setting PUSH_KEY has it."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return base64_of(number.to_bytes(32, "big"))


def checked_keys(p256dh: str, auth: str) -> dict[str, str]:
    """The keys of a browser: a point of the curve, and 16 secret bytes. Raises ValueError for others."""
    point, secret = bytes_of(p256dh), bytes_of(auth)
    if len(point) != 65 or len(secret) != 16:
        raise ValueError("keys of the wrong length")
    ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
    return {"p256dh": base64_of(point), "auth": base64_of(secret)}


def base64_of(data: bytes) -> str:
    """The bytes in URL-safe base64 without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    """The bytes of a text in URL-safe base64, padded or not. Raises ValueError."""
    bare = text.rstrip("=").encode("ascii")
    data = urlsafe_b64decode(bare + b"=" * (-len(bare) % 4))
    if base64_of(data).encode() != bare:
        raise ValueError("not base64")
    return data
