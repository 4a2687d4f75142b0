"""Reading settings from the environment: what is there, whether it makes sense, and a sentence where not."""

from __future__ import annotations

import re
import sys
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from email.utils import getaddresses, parseaddr
from typing import Any
from urllib.parse import SplitResult, urlsplit

from django.core.exceptions import ImproperlyConfigured
from environs import Env, EnvError

env = Env()
# What a value of each kind looks like; no sentence repeats a value, which may be a secret.
EXAMPLES = {
    "bool": "1 or 0",
    "int": "a whole number",
    "dj_db_url": "an address such as postgres://name:secret@127.0.0.1:5432/lakelight",
}
# A process that ends like this is not started again by gunicorn.
CANNOT_START = 3
# How many private keys P-256 has, and one.
CURVE_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
HOST = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*", re.IGNORECASE)


def read(kind: str, name: str, default: Any = None) -> Any:
    """One setting; raises ImproperlyConfigured with a sentence that names it."""
    try:
        return getattr(env, kind)(name, default)
    except (EnvError, ValueError, KeyError) as error:
        raise ImproperlyConfigured(f"{name} must be {EXAMPLES.get(kind, kind)}.") from error


def require(condition: object, sentence: str) -> None:
    """Raise ImproperlyConfigured with the sentence unless the condition holds."""
    if not condition:
        raise ImproperlyConfigured(sentence)


@contextmanager
def refusal_on_one_line() -> Iterator[None]:
    """Ends the process where settings are refused inside, with the sentence instead of a traceback."""
    try:
        yield
    except ImproperlyConfigured as refusal:
        sys.stderr.write(f"Wrong settings: {refusal}\n")
        sys.exit(CANNOT_START)


def address(name: str, text: str) -> SplitResult:
    """The parts of an address; raises ImproperlyConfigured with a sentence where it is none."""
    try:
        parts = urlsplit(text)
        require(parts.port is None or parts.port > 0, f"{name} names a port that there cannot be.")
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} is no address, or names a port that there cannot be.") from error
    return parts


def is_host(text: str) -> bool:
    """Whether a browser could ask for this host: a name or number, without a port."""
    return bool(HOST.fullmatch(text))


def is_web_address(parts: SplitResult) -> bool:
    """Whether the address is http(s) with a host, and perhaps a port, and nothing else."""
    alone = SplitResult(parts.scheme, parts.netloc, "", "", "") == parts
    return alone and parts.scheme in ("http", "https") and is_host(re.sub(r":\d+\Z", "", parts.netloc))


def is_mail_server(parts: SplitResult) -> bool:
    """Whether the address names a host, and with a name also its secret, and nothing behind them."""
    whole = bool(parts.username) == bool(parts.password)
    return whole and is_plain(parts.hostname) and parts.path in ("", "/") and not parts.query + parts.fragment


def is_broker(parts: SplitResult) -> bool:
    """Whether the address names a Redis server: a host and perhaps a database, or the path of a socket."""
    if parts.scheme == "unix":
        return parts.path.startswith("/") and not parts.hostname
    return is_plain(parts.hostname) and bool(re.fullmatch(r"(/\d*)?", parts.path))


def is_push_key(text: str) -> bool:
    """Whether the text is a private key of push: a number of its curve, 32 bytes in URL-safe base64."""
    if not re.fullmatch(r"[\w-]{43}", text, re.ASCII):
        return False
    return 0 < int.from_bytes(urlsafe_b64decode(text + "="), "big") < CURVE_ORDER


def is_plain(host: str | None) -> bool:
    """Whether it is some name without spaces."""
    return bool(host and re.fullmatch(r"[\w.:-]+", host))


def is_mail_address(text: str) -> bool:
    """Whether the text is one address, perhaps with a name, on one line."""
    found = parseaddr(text)[1]
    one = text.isprintable() and len(getaddresses([text])) == 1 and text.endswith((found, f"<{found}>"))
    return one and bool(re.fullmatch(r"[^\s@]+@[^\s@]+", found))
