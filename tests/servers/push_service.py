"""What stands on the other side of a push: a browser with keys of its own, and what its service checks."""

from __future__ import annotations

import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.servers.receiver import Request


def written(data: bytes) -> str:
    """The bytes as browsers write them."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def read(text: str) -> bytes:
    """The bytes that a browser has written."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """The keys of one device: what it tells the site, and how it reads what comes."""

    def __init__(self) -> None:
        self.key, self.secret = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(16)

    @property
    def keys(self) -> dict[str, str]:
        """What it gives to the site."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"p256dh": written(point), "auth": written(self.secret)}

    def opened(self, request: Request) -> dict[str, Any]:
        """What a notice says; it fails where it is not for this browser."""
        assert request.headers["Content-Encoding"] == "aes128gcm"
        text = http_ece.decrypt(
            request.body, private_key=self.key, auth_secret=self.secret, version="aes128gcm"
        )
        return dict(json.loads(text))


def claims_of(request: Request) -> tuple[dict[str, Any], str]:
    """What the sender claims, and with which key; it fails where it was not signed with that key."""
    scheme, _, rest = request.headers["Authorization"].partition(" ")
    assert scheme == "vapid"
    fields = dict(part.split("=", 1) for part in rest.replace(" ", "").split(","))
    head, claims, signature = fields["t"].split(".")
    assert json.loads(read(head)) == {"typ": "JWT", "alg": "ES256"}
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), read(fields["k"]))
    r, s = (int.from_bytes(it, "big") for it in (read(signature)[:32], read(signature)[32:]))
    key.verify(encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    return json.loads(read(claims)), fields["k"]
