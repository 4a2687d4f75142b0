"""A real Chromium on the real site, where every fault of a page is a failed test."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import ConsoleMessage, Page, Response, expect

# Playwright's loop runs in the thread of the tests, and Django would not let them use the database there.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
UNDECIDED = "axe could not decide"
HAS_AXE = "'axe' in window"
# All else that axe has to say would take longer to come over than it took to find.
LOOK = "(options) => axe.run(options).then(({violations, incomplete}) => ({violations, incomplete}))"
SCHEMES = ("light", "dark")

PATIENCE = 10_000  # milliseconds: the machine may be busy with other tests

expect.set_options(timeout=PATIENCE)
OpenPage = Callable[..., Page]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The Chromium of the machine."""
    return browser_type_launch_args | {"executable_path": shutil.which("chromium"), "args": list(FLAGS)}


@pytest.fixture
def site_url(live_server, settings) -> str:
    """The address of the running site, which its mails name too."""
    settings.SITE_URL = live_server.url
    return str(live_server.url)


@pytest.fixture
def open_page(new_context, site_url: str) -> Iterator[OpenPage]:
    """A page of a fresh browser profile: `open_page(PHONE, java_script_enabled=False)`, a desktop by default.

    After the test no page may have had an error: no script error, nothing the policy forbids, no 5xx.
    """
    faults: list[str] = []

    def open_page(device: dict[str, Any] = DESKTOP, **how: Any) -> Page:
        page: Page = new_context(base_url=site_url, reduced_motion="reduce", **device, **how).new_page()
        page.set_default_timeout(PATIENCE)
        watch(page, faults)
        return page

    yield open_page
    assert not faults, "\n".join(faults)


def watch(page: Page, faults: list[str]) -> None:
    """Write down what goes wrong in a page. Refusals (4xx) are answers, not faults."""

    def on_console(message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            faults.append(f"{page.url}: {message.text}")

    def on_response(response: Response) -> None:
        if response.status >= 500:
            faults.append(f"{response.url}: status {response.status}")

    page.on("console", on_console)
    page.on("pageerror", lambda error: faults.append(f"{page.url}: {error}"))
    page.on("response", on_response)


@pytest.fixture
def desktop(open_page: OpenPage) -> Page:
    """A page on a desktop."""
    return open_page(DESKTOP)


@pytest.fixture
def phone(open_page: OpenPage) -> Page:
    """A page on a small telephone, to be touched."""
    return open_page(PHONE)


@pytest.fixture
def scriptless(open_page: OpenPage) -> Page:
    """A page in a browser that runs no script."""
    return open_page(DESKTOP, java_script_enabled=False)


@pytest.fixture
def people(transactional_db, broker_server):
    """mei and joon."""
    from tests.site.cast import person

    return person("mei"), person("joon")


@pytest.fixture
def game(people):
    """A game of two that has just begun: mei is to act."""
    from tests.site.cast import running

    return running(*people, title="Slow cup", now=timezone.now())


@pytest.fixture
def sea(people):
    """A game of Titania that has just begun: mei is to act."""
    from tests.site.cast import running

    options = {"one_space_per_crane_visit": False}
    return running(*people, title="Far islands", now=timezone.now(), rules="titania", options=options)


@pytest.fixture
def plays_while(sea, people) -> Callable[[Callable[[], bool]], None]:
    """Lets mei and joon take turns in turn, without a browser, while it is so, or until the game is over."""
    from games.actions import play
    from games.models import Game
    from tests.site.cast import a_turn

    def play_on(it_is_so: Callable[[], bool]) -> None:
        sea.refresh_from_db()
        while sea.status == Game.Status.RUNNING and it_is_so():
            play.submit_turn(sea.id, people[sea.to_act].id, sea.seq, a_turn(sea), timezone.now())
            sea.refresh_from_db()

    return play_on


@pytest.fixture
def other_plays(sea, plays_while) -> Callable[[], None]:
    """Lets joon take turns until mei is to act, or the game is over."""
    return lambda: plays_while(lambda: sea.to_act == 1)


@pytest.fixture
def accessible(record_property: Callable[[str, object], None]) -> Callable[..., None]:
    """Have axe look at a page, as it is or in these colours: `accessible(page, *SCHEMES)`.

    A violation fails the test, what axe cannot decide is listed at the end.
    """

    def check(page: Page, *schemes: Literal["light", "dark"]) -> None:
        for scheme in schemes or (None,):
            page.emulate_media(color_scheme=scheme)
            found = looked_at(page)
            for rule in found["incomplete"]:
                where = f"{rule['id']} in {urlsplit(page.url).path}, {len(rule['nodes'])} times, as in"
                record_property(UNDECIDED, f"{where} {rule['nodes'][0]['html'][:100]}")
            told = "\n".join(lines_of(found["violations"]))
            assert not found["violations"], f"{page.url} {scheme or ''}\n{told}"

    return check


def looked_at(page: Page) -> dict[str, list[dict[str, Any]]]:
    """What axe finds in a page, and what it cannot decide."""
    if not page.evaluate(HAS_AXE):
        page.evaluate(Axe().axe_script)
    only = {"runOnly": {"type": "tag", "values": WCAG}, "resultTypes": ["violations", "incomplete"]}
    return dict(page.evaluate(LOOK, only))


def lines_of(findings: list[dict[str, Any]]) -> list[str]:
    """What axe found: the rule, and where."""
    return [
        f"{rule['id']}: {node['target']} {node['html'][:120]}" for rule in findings for node in rule["nodes"]
    ]


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """List what axe could not decide."""
    reports = [
        report for outcome in ("passed", "failed") for report in terminalreporter.stats.get(outcome, [])
    ]
    told = (value for report in reports for name, value in report.user_properties if name == UNDECIDED)
    for line in sorted(set(told)):
        terminalreporter.write_line(f"{UNDECIDED}: {line}")


@pytest.fixture
def picture(pytestconfig: pytest.Config) -> Callable[[Page, str], None]:
    """Take a picture of the page for the documents, where --pictures names a folder."""
    folder = pytestconfig.getoption("pictures")

    def take(page: Page, name: str) -> None:
        if folder:
            page.screenshot(path=Path(folder) / f"{name}.png")

    return take
