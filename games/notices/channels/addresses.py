"""Where the site may send to: https addresses of hosts in the public internet, nothing on our side of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, quote, urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from games.models.choices import URL_LENGTH
from games.notices.channels.faults import Refused

# Whatever listens elsewhere is not meant for strangers: mail, databases, consoles.
PORTS = {443, 8443}
LOOPBACK = "127.0.0.1"
NAME = re.compile(r"(?=.{4,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z][a-z0-9-]*[a-z0-9]")
# What may stand in a path and is sent as it is; all else is sent by its number.
AS_IT_IS = "!#$%&'()*+,/:;=?@[]~"

UNICAST = ip_network("2000::/3")
# IPv4 by way of a translator: who says such an address means the IPv4 address at its end.
TRANSLATED = ip_network("64:ff9b::/96")
# These count as global in some versions of Python, or are global in name only.
NOT_PUBLIC = (
    ip_network("192.0.0.0/24"),  # of protocols
    ip_network("192.88.99.0/24"),  # relays
    ip_network("168.63.129.16/32"),  # a cloud's own services, in each of its machines
    ip_network("3fff::/20"),  # documentation
)


class Unfit(Refused):
    """Nothing is sent to such an address; `sentence` says why, in the active language."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Target:
    """An address taken apart; `host` is a name in ASCII, or an IP address without brackets."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def url(self) -> str:
        """The address in one way of writing it, so that the same one is known again."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        usual = self.port == {"https": 443, "http": 80}[self.scheme]
        return f"{self.scheme}://{host}{'' if usual else f':{self.port}'}{self.path}"


def target_of(url: str) -> Target:
    """An address taken apart; who it leads to has not been looked up. Raises Unfit."""
    parts, port = _split(url)
    on_this_machine = settings.WEBHOOKS_TO_LOOPBACK and parts.hostname == LOOPBACK
    if parts.scheme != "https" and not (on_this_machine and parts.scheme == "http"):
        raise Unfit(_("Give an address that begins with https://."))
    if parts.username is not None or parts.password is not None:
        raise Unfit(_("An address with a name or password before its host is not possible."))
    port = port if port is not None else 443 if parts.scheme == "https" else 80
    if port not in PORTS and not on_this_machine:
        raise Unfit(_("Only the ports 443 and 8443 are possible."))
    path = quote((parts.path or "/") + (f"?{parts.query}" if parts.query else ""), safe=AS_IT_IS)
    return Target(parts.scheme, host_of(parts.hostname or ""), port, path)


def _split(url: str) -> tuple[SplitResult, int | None]:
    """The parts of an address and its port. Raises Unfit where others might read it otherwise."""
    if len(url) > URL_LENGTH:
        raise Unfit(_("This address is too long."))
    if not url.isprintable() or " " in url or "\\" in url:
        raise Unfit(_("This is no whole address: it has a space or a character that cannot be there."))
    try:
        parts = urlsplit(url)
        return parts, parts.port
    except ValueError:
        raise Unfit(_("This is no whole address.")) from None


def host_of(host: str) -> str:
    """A host as it is looked up: an IP address, or a whole name in ASCII. Raises Unfit."""
    name = _in_ascii(host)
    try:
        return str(ip_address(name))
    except ValueError:
        if NAME.fullmatch(name):
            return name
    raise Unfit(_("Give the whole name of a host, such as hooks.example.org."))


def _in_ascii(host: str) -> str:
    """A name in ASCII. One that would be another name after that is none, nor is a part of our own net."""
    if "%" in host:
        return ""
    try:
        name = host.encode("idna").decode("ascii")
        if name == host or name.encode("ascii").decode("idna") == host:
            return name
    except UnicodeError:
        pass
    return ""


def is_public(address: str) -> bool:
    """Whether an IP address is one of the public internet, and so is every other one it stands for."""
    try:
        return all(_is_global(it) for it in _meant(ip_address(address)))
    except ValueError:
        return False


def may_be_reached(address: str) -> bool:
    """Whether the site sends to an IP address: to a public one, in tests also to this machine."""
    return is_public(address) or (settings.WEBHOOKS_TO_LOOPBACK and address == LOOPBACK)


def _meant(ip: IPv4Address | IPv6Address) -> Iterator[IPv4Address | IPv6Address]:
    """The addresses to which something sent to this one may come."""
    if isinstance(ip, IPv4Address):
        yield ip
    elif inner := ip.ipv4_mapped or ip.sixtofour:
        yield inner
    elif ip.teredo:
        yield from ip.teredo
    elif ip in TRANSLATED:
        yield IPv4Address(int(ip) & 0xFFFFFFFF)
    else:
        yield ip


def _is_global(ip: IPv4Address | IPv6Address) -> bool:
    if isinstance(ip, IPv6Address) and (ip.scope_id or ip not in UNICAST):
        return False
    return ip.is_global and not ip.is_multicast and not any(ip in it for it in NOT_PUBLIC)
