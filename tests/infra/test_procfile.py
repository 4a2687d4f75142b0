"""The Procfile as in production: separate processes on PostgreSQL and Valkey, two of each."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from tests.servers.broker import broker as running_broker
from tests.servers.postgres import postgres
from tests.servers.processes import end_all, soon, spawn
from tests.servers.smtp import Post, free_port

ROOT = Path(__file__).parents[2]
HOST = "play.example.org"
COMMANDS = dict(line.split(": ", 1) for line in (ROOT / "Procfile").read_text().splitlines())
NOOR = {"username": "noor", "email": "noor@example.org", "password1": "quiet-harbour-7"}
START = 60


class Browser:
    """Somebody's browser, seen from a web server behind a proxy that speaks https."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}

    def ask(self, path: str, form: dict[str, str] | None = None) -> tuple[int, str]:
        """Status and text of the answer to GET, or to POST with the form; status 0 where none comes."""
        server = HTTPConnection("127.0.0.1", self.port, timeout=10)
        headers = {
            "Host": HOST,
            "X-Forwarded-Proto": "https",
            "Referer": f"https://{HOST}/",
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "Content-Type": "application/x-www-form-urlencoded",
        }
        try:
            server.request("POST" if form else "GET", path, urlencode(form or {}), headers)
            answer = server.getresponse()
            for cookie in answer.headers.get_all("Set-Cookie") or []:
                name, value = cookie.split(";")[0].split("=", 1)
                self.cookies[name] = value
            return answer.status, answer.read().decode()
        except (OSError, HTTPException):
            return 0, ""
        finally:
            server.close()

    def send(self, path: str, form: dict[str, str]) -> int:
        """Fill in and send the form of a page; the status."""
        _, text = self.ask(path)
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', text)
        assert token, text
        return self.ask(path, {**form, "csrfmiddlewaretoken": token[1]})[0]


@pytest.fixture
def production(smtp_server: Post, tmp_path: Path) -> Iterator[list[Browser]]:
    """Two web servers, two workers and two beats on a new database; a browser at each web server."""
    smtp_server.reset()
    with ExitStack() as stack:
        url, broker = stack.enter_context(postgres()), stack.enter_context(running_broker())
        env = {
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "SECRET_KEY": "a secret of quite some length for tests",
            "SITE_URL": f"https://{HOST}",
            "DATABASE_URL": url,
            "REDIS_URL": broker.url,
            "EMAIL_URL": smtp_server.url,
            "VAR_DIR": str(tmp_path / "var"),
        }
        for words in (("migrate", "--verbosity=0"), ("collectstatic", "--noinput", "--verbosity=0")):
            subprocess.run([sys.executable, "manage.py", *words], cwd=ROOT, env=env, check=True)
        browsers = [Browser(free_port()), Browser(free_port())]
        kinds = [("web", browsers[0].port), ("web", browsers[1].port), ("worker", 1), ("worker", 2)]
        kinds += [("beat", 1), ("beat", 2)]
        processes = [
            start(name, {**env, "PORT": str(port)}, tmp_path / f"{name}{port}") for name, port in kinds
        ]
        stack.callback(end_all, processes)
        yield browsers
        assert all(process.poll() is None for process in processes)


def start(name: str, env: dict[str, str], log: Path) -> subprocess.Popen[bytes]:
    """One process of the Procfile."""
    with log.open("wb") as output:
        return spawn(["sh", "-c", f"exec {COMMANDS[name]}"], env, cwd=ROOT, stdout=output, stderr=output)


def test_the_same_code_runs_as_separate_processes(production, smtp_server):
    one, other = production
    for browser in production:
        assert soon(lambda browser=browser: browser.ask("/health/")[0] == 200, START)
    assert one.send("/account/signup/", NOOR) == 302
    assert smtp_server.arrived(1, START)
    (link,) = [link for link in smtp_server.links_to("noor@example.org") if "confirm" in link]
    other.cookies = one.cookies
    assert other.send(urlsplit(link).path, {}) == 302
    assert other.ask("/games/")[0] == 200
    assert len(smtp_server.messages) == 1
