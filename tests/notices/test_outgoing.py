"""The site sends to public hosts only, to the one that was looked at, and waits for nobody for long."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from games.notices.channels import addresses, outgoing
from games.notices.channels.outgoing import Refused, Unfit, Unreached
from tests.servers.processes import soon
from tests.servers.receiver import receiver as running_receiver

PUBLIC = "93.184.215.14"
LITERALS = [
    *("127.0.0.1", "127.9.9.9", "0.0.0.0", "10.0.0.5", "172.16.0.1", "172.31.255.254", "192.168.1.1"),
    *(
        "169.254.169.254",
        "100.64.0.1",
        "100.100.100.200",
        "192.0.0.1",
        "192.0.0.192",
        "198.18.0.1",
        "224.0.0.1",
    ),
    *("192.0.2.1", "198.51.100.7", "203.0.113.9", "192.88.99.1", "240.0.0.1", "255.255.255.255"),
    *(
        "168.63.129.16",
        "[::]",
        "[::1]",
        "[fe80::1]",
        "[fec0::1]",
        "[fc00::1]",
        "[fd00:ec2::254]",
        "[ff02::1]",
    ),
    *(
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[0:0:0:0:0:ffff:a00:5]",
        "[::127.0.0.1]",
        "[::ffff:0:127.0.0.1]",
    ),
    *("[64:ff9b::127.0.0.1]", "[64:ff9b::a9fe:a9fe]", "[64:ff9b:1::127.0.0.1]", "[2002:7f00:1::]"),
    *(
        "[2002:a00:5::1]",
        "[2001:0:7f00:1:0:0:f5ff:fffa]",
        "[2001:0:5db8:d70e:0:0:f5ff:fffa]",
        "[2001:db8::1]",
    ),
    *("[3fff::1]", "[100::1]", "[5f00::1]"),
]
NO_HOSTS = [
    *(
        "localhost",
        "localhost.",
        "redis",
        "2130706433",
        "0x7f000001",
        "0x7f.1",
        "017700000001",
        "127.1",
        "127.0.1",
    ),
    *(
        "127.0.0.1.",
        "0177.0.0.1",
        "0x7f.0x0.0x0.0x1",
        "[fe80::1%25eth0]",
        "[fe80::1%eth0]",
        "[::1",
        "[127.0.0.1]",
    ),
    *("①②⑦.⓪.⓪.①", "１２７.０.０.１", "127。0。0。1", "", "-", "a..example.org", ".example.org", "exa_mple"),
    *("a" * 64 + ".example.org", "strаße.example.org\u202e", "straße.example.org", "a%00.example.org"),
    *(
        "example.org:22",
        "example.org:25",
        "example.org:6379",
        "example.org:80",
        "example.org:0",
        "example.org:99999",
    ),
    *(
        "example.org:8080",
        "name@example.org",
        "name:secret@example.org",
        "example.org@127.0.0.1",
        "@example.org",
    ),
    *(
        "example.org\\@127.0.0.1",
        "example.org\n",
        "example.org\t",
        "exam ple.org",
        "example.org:many",
        "\ud800.org",
    ),
]
SCHEMES = [
    *(
        "http://example.org/",
        "ftp://example.org/",
        "file:///etc/passwd",
        "gopher://example.org:443/x",
        "//example.org",
    ),
    *(
        "example.org",
        "",
        "https:/example.org",
        "https:example.org",
        "javascript:alert(1)",
        "https://",
        "\x00",
    ),
    "https://example.org/" + "x" * 2000,
]


@pytest.fixture
def names(monkeypatch) -> dict[str, list[str]]:
    """What the names of hosts mean, instead of what the world's name servers say; what is asked is noted."""
    known: dict[str, list[str]] = {"asked": []}
    real = socket.getaddrinfo

    def look_up(host, port, *more, **how):
        known["asked"].append(host)
        if host in known:
            return [answer for it in known[host] for answer in real(it, port, *more, **how)]
        if host.replace(".", "").isdigit() or ":" in host:
            return real(host, port, *more, **how)
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return known


@pytest.fixture
def lines(monkeypatch) -> list[tuple[str, int]]:
    """The addresses that were called; nobody answers."""
    called: list[tuple[str, int]] = []

    def refuse(self, address):
        called.append(address[:2])
        raise ConnectionRefusedError

    monkeypatch.setattr(socket.socket, "connect", refuse)
    return called


@pytest.mark.parametrize("url", [*(f"https://{it}/hook" for it in [*LITERALS, *NO_HOSTS]), *SCHEMES])
def test_it_refuses_every_address_that_is_not_plainly_public(url, names, lines):
    with pytest.raises(Unfit) as fault:
        outgoing.check(url)
    assert fault.value.sentence.endswith(".")
    with pytest.raises(Unfit):
        outgoing.post(url, b"{}", {})
    assert not lines


@pytest.mark.parametrize("literal", LITERALS)
def test_it_refuses_a_name_that_leads_to_such_an_address_even_beside_a_public_one(literal, names, lines):
    names["hooks.example.org"] = [PUBLIC, literal.strip("[]")]
    for act in (outgoing.check, lambda url: outgoing.post(url, b"{}", {})):
        with pytest.raises(Unfit):
            act("https://hooks.example.org/hook")
    assert not lines


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("https://hooks.example.org/a?b=c", "https://hooks.example.org/a?b=c"),
        ("HTTPS://Hooks.Example.ORG:443/A#part", "https://hooks.example.org/A"),
        ("https://hooks.example.org", "https://hooks.example.org/"),
        ("https://hooks.example.org:8443/ä", "https://hooks.example.org:8443/%C3%A4"),
        ("https://bücher.example.org/", "https://xn--bcher-kva.example.org/"),
        ("https://93.184.215.14/", "https://93.184.215.14/"),
        ("https://[2606:2800:21F::1]/", "https://[2606:2800:21f::1]/"),
        ("https://[64:ff9b::5db8:d70e]/", "https://[64:ff9b::5db8:d70e]/"),
    ],
)
def test_a_public_address_is_kept_in_one_way_of_writing_it(given, kept, names):
    names["hooks.example.org"] = names["xn--bcher-kva.example.org"] = [PUBLIC]
    assert outgoing.check(given) == kept == outgoing.check(kept)


def test_a_name_that_means_nothing_is_refused_at_save_and_waits_at_send(names, lines):
    with pytest.raises(Unfit, match="could not be found"):
        outgoing.check("https://gone.example.org/")
    with pytest.raises(Unreached):
        outgoing.post("https://gone.example.org/", b"", {})
    assert not lines


def test_a_name_server_that_says_nothing_does_not_keep_anybody_waiting(names, monkeypatch):
    answer = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answer.wait(10) and [])
    monkeypatch.setattr(outgoing, "LOOK_UP", 0.1)
    begun = time.monotonic()
    with pytest.raises(Unfit, match="could not be found"):
        outgoing.check("https://hooks.example.org/")
    answer.set()
    assert time.monotonic() - begun < 1


def test_it_calls_the_very_address_that_it_looked_at(names, lines):
    names["hooks.example.org"] = [PUBLIC]
    with pytest.raises(Unreached, match="Nothing takes our call"):
        outgoing.post("https://hooks.example.org:8443/", b"{}", {})
    assert lines == [(PUBLIC, 8443)]
    assert names["asked"] == ["hooks.example.org"]


def test_a_name_that_means_our_own_network_a_moment_later_gets_nothing(names, lines):
    names["hooks.example.org"] = [PUBLIC]
    url = outgoing.check("https://hooks.example.org/")
    names["hooks.example.org"] = ["10.0.0.5"]
    with pytest.raises(Unfit):
        outgoing.post(url, b"{}", {})
    assert not lines


def test_a_name_is_asked_once_so_what_it_means_while_we_call_does_not_matter(
    receiver, names, certified, monkeypatch
):
    with certified("hooks.example.org") as server:
        monkeypatch.setattr(addresses, "PORTS", {server.port})
        names["hooks.example.org"] = ["127.0.0.1"]
        look_up = socket.getaddrinfo

        def turning(host, *more, **how):
            found = look_up(host, *more, **how)
            names["hooks.example.org"] = ["127.0.0.2"]
            return found

        monkeypatch.setattr(socket, "getaddrinfo", turning)
        assert outgoing.post(f"https://hooks.example.org:{server.port}/hook", b"{}", {}).status == 204
        assert names["asked"] == ["hooks.example.org"]
        assert server.requests[0].headers["Host"] == f"hooks.example.org:{server.port}"


def test_a_host_that_cannot_show_its_name_gets_nothing(receiver, names, certified, monkeypatch):
    with certified("other.example.org") as server:
        monkeypatch.setattr(addresses, "PORTS", {server.port})
        names["hooks.example.org"] = ["127.0.0.1"]
        with pytest.raises(Unreached, match="its certificate was refused"):
            outgoing.post(f"https://hooks.example.org:{server.port}/hook", b"secret", {})
        assert not server.requests


@pytest.fixture
def certified(tmp_path: Path, monkeypatch):
    """Runs a receiver that speaks TLS, with a certificate for this name which the site trusts."""

    @contextmanager
    def running(name: str) -> Iterator:
        certificate = tmp_path / f"{name}.pem"
        certificate.write_bytes(self_signed(name))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        outgoing._context.cache_clear()
        with running_receiver(context) as server:
            yield server

    yield running
    outgoing._context.cache_clear()


def self_signed(name: str) -> bytes:
    """A certificate for a host, and its key."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    builder = x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
    builder = builder.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
    builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
    builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    signed = builder.sign(key, hashes.SHA256())
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return signed.public_bytes(serialization.Encoding.PEM) + private


def test_only_the_setting_of_the_tests_lets_it_send_to_this_machine(receiver, settings):
    assert outgoing.post(receiver.url, b"{}", {"Mark": "1"}).status == 204
    settings.WEBHOOKS_TO_LOOPBACK = False
    with pytest.raises(Unfit):
        outgoing.check(receiver.url)
    with pytest.raises(Unfit):
        outgoing.post(receiver.url, b"{}", {})
    assert [it.headers["Mark"] for it in receiver.requests] == ["1"]


@pytest.mark.parametrize("host", ["127.0.0.2", "localhost", "[::1]", "10.0.0.5", "[::ffff:127.0.0.1]"])
def test_even_then_it_sends_nowhere_else_on_our_side(receiver, host, lines):
    for scheme in ("http", "https"):
        with pytest.raises(Unfit):
            outgoing.post(f"{scheme}://{host}:{receiver.port}/", b"{}", {})
    assert not lines


def test_it_sends_what_it_was_given_and_nothing_of_an_environment(receiver, monkeypatch):
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/")
    receiver.status, receiver.body = 200, b"thanks"
    assert outgoing.post(f"{receiver.url}?a=b", b'{"a": 1}', {"Content-Type": "application/json"}) == (
        200,
        b"thanks",
    )
    request = receiver.requests[0]
    assert (request.path, request.body) == ("/told?a=b", b'{"a": 1}')
    assert dict(request.headers) == {
        "Host": f"127.0.0.1:{receiver.port}",
        "Accept-Encoding": "identity",
        "Content-Length": "8",
        "Content-Type": "application/json",
        "Connection": "close",
    }


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308, 300, 304])
def test_it_follows_nobody_elsewhere(receiver, status):
    receiver.status, receiver.headers["Location"] = status, receiver.url
    with pytest.raises(Refused, match="sending us elsewhere"):
        outgoing.post(receiver.url, b"{}", {})
    assert len(receiver.requests) == 1


def test_it_reads_no_more_of_an_answer_than_it_needs(receiver):
    receiver.status, receiver.body = 200, b"x" * 50_000_000
    assert outgoing.post(receiver.url, b"{}", {}).body == b"x" * outgoing.READ


def test_an_answer_that_comes_byte_by_byte_is_not_waited_for(receiver):
    receiver.drip = 0.05
    begun = time.monotonic()
    with pytest.raises(Unreached, match="did not answer in time"):
        outgoing.post(receiver.url, b"{}", {}, timeout=0.3)
    assert time.monotonic() - begun < 1


def test_a_status_counts_though_the_rest_comes_byte_by_byte_or_never(receiver):
    receiver.status, receiver.body, receiver.drip = 200, b"x" * 1000, 0.004
    begun = time.monotonic()
    assert outgoing.post(receiver.url, b"{}", {}, timeout=0.6) == (200, b"")
    assert time.monotonic() - begun < 1.5


def test_whoever_hangs_up_has_not_answered(receiver):
    receiver.hangs_up = True
    with pytest.raises(Unreached, match="broke before it had answered"):
        outgoing.post(receiver.url, b"{}", {})


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_whoever_takes_the_call_and_says_nothing_is_not_waited_for(scheme, settings):
    settings.WEBHOOKS_TO_LOOPBACK = True
    with socket.create_server(("127.0.0.1", 0)) as silent:
        begun = time.monotonic()
        with pytest.raises(Unreached, match="did not answer in time"):
            outgoing.post(f"{scheme}://127.0.0.1:{silent.getsockname()[1]}/", b"{}", {}, timeout=0.3)
        assert time.monotonic() - begun < 1


def test_another_address_of_a_host_is_tried_where_one_is_silent(receiver, names, certified, monkeypatch):
    with certified("hooks.example.org") as server:
        monkeypatch.setattr(addresses, "PORTS", {server.port})
        monkeypatch.setattr(outgoing, "may_be_reached", lambda address: True)
        names["hooks.example.org"] = ["127.0.0.9", "127.0.0.1"]
        assert outgoing.post(f"https://hooks.example.org:{server.port}/", b"{}", {}).status == 204


def test_no_line_stays_open(receiver):
    before = threading.active_count()
    for hangs_up in (False, True):
        receiver.hangs_up = hangs_up
        for _ in range(5):
            try:
                outgoing.post(receiver.url, b"{}", {})
            except Unreached:
                assert hangs_up
    assert soon(lambda: threading.active_count() <= before)
