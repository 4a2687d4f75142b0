"""Real parts for every test: the database that --db names, a Valkey server, a mail server, Celery."""

from __future__ import annotations

import gc
import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import hypothesis
import pytest

from tests.servers import celery
from tests.servers.broker import Broker
from tests.servers.broker import broker as running_broker
from tests.servers.postgres import postgres
from tests.servers.receiver import Receiver
from tests.servers.receiver import receiver as running_receiver
from tests.servers.smtp import Post
from tests.servers.smtp import smtp as running_smtp

SETTINGS = (
    *("DEVELOPMENT", "SECRET_KEY", "ALLOWED_HOSTS", "SITE_URL", "SITE_NAME", "PORT", "VAR_DIR"),
    *("DATABASE_URL", "REDIS_URL", "EMAIL_URL", "DEFAULT_FROM_EMAIL", "PUSH_KEY", "WEBHOOKS_TO_LOOPBACK"),
)
# What is said and shown is the same, whichever database its facts are read from.
OF_WORDS = {
    *("infra/test_demo.py", "notices/test_headers.py", "notices/test_hidden_clock.py"),
    *("notices/test_hidden_titania.py", "notices/test_hostile.py", "notices/test_links.py"),
    *("notices/test_pace.py", "notices/test_picture.py", "notices/test_renderings.py"),
    *("site/test_api_hidden.py", "site/test_fairness.py", "site/test_proposals.py"),
}
DATABASE_FIXTURES = {"db", "transactional_db", "live_server", "django_db_setup"}
SERVERS = pytest.StashKey[ExitStack]()
BROKER = pytest.StashKey[Broker]()
skipped: list[str] = []

hypothesis.settings.register_profile("default", deadline=None)
hypothesis.settings.register_profile("soak", deadline=None, max_examples=5000)
hypothesis.settings.load_profile("default")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Two switches."""
    parser.addoption("--db", choices=("sqlite", "postgres"), default="sqlite", help="database of the tests")
    parser.addoption(
        "--pictures", metavar="FOLDER", help="where browser tests put pictures for the documents"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Start what the settings name before they are read; nothing of the caller's own is used."""
    config.stash[SERVERS] = servers = ExitStack()
    folder = servers.enter_context(
        tempfile.TemporaryDirectory(prefix="lakelight-", ignore_cleanup_errors=True)
    )
    (Path(folder) / "static").mkdir()
    config.stash[BROKER] = servers.enter_context(running_broker())
    database = shared_database(config, servers)
    for name in SETTINGS:
        os.environ.pop(name, None)
    os.environ |= {
        "TESTING": "1",
        "VAR_DIR": folder,
        "REDIS_URL": config.stash[BROKER].url,
        "DATABASE_URL": database or f"sqlite:///{folder}/site.sqlite3",
    }
    load_settings(folder)


def shared_database(config: pytest.Config, servers: ExitStack) -> str | None:
    """The URL of a PostgreSQL where that is wanted: one for all the processes of a parallel run."""
    if config.getoption("db") != "postgres":
        return None
    if hasattr(config, "workerinput"):
        return os.environ["DATABASE_URL"]
    return servers.enter_context(postgres())


def load_settings(folder: str) -> None:
    """Read the settings; SQLite's test database is a file, as in production, for other processes to see."""
    from django.conf import settings

    if settings.configured:
        raise pytest.UsageError("The tests choose their own settings: unset DJANGO_SETTINGS_MODULE.")
    os.environ["DJANGO_SETTINGS_MODULE"] = "lanterns_site.settings"
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        database["TEST"] = {"NAME": f"{folder}/test.sqlite3"}
    del os.environ[
        "DJANGO_SETTINGS_MODULE"
    ]  # a process of a parallel run is to come here before its settings are read


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop the servers."""
    if SERVERS in config.stash:
        config.stash[SERVERS].close()


def uses_database(item: pytest.Item) -> bool:
    """Whether a test touches the database."""
    return bool(
        item.get_closest_marker("django_db") or DATABASE_FIXTURES & set(getattr(item, "fixturenames", ()))
    )


def is_of_words(item: pytest.Item) -> bool:
    """Whether a test is about what is said and shown alone."""
    return f"{item.path.parent.name}/{item.path.name}" in OF_WORDS


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On PostgreSQL only the tests to which the database makes a difference: the others ran before."""
    if config.getoption("db") == "postgres":
        again = {item: uses_database(item) and not is_of_words(item) for item in items}
        config.hook.pytest_deselected(items=[item for item, wanted in again.items() if not wanted])
        items[:] = [item for item, wanted in again.items() if wanted]


def pytest_collection_finish(session: pytest.Session) -> None:
    """What was loaded so far stays: the collector of garbage need not look through it again and again."""
    gc.collect()
    gc.freeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Each test of the site finds an empty cache and an empty queue."""
    if uses_database(item):
        from lanterns_site.cache import breaker

        item.config.stash[BROKER].empty()
        breaker.mend()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Remember what was skipped."""
    if report.skipped and not hasattr(report, "wasxfail"):
        skipped.append(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A test that was skipped is a test that failed."""
    if skipped and not session.exitstatus:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session", autouse=True)
def files_listed_once() -> Iterator[None]:
    """What static files there are is found out for the first client; each has middleware of its own."""
    from whitenoise.middleware import WhiteNoiseMiddleware

    listed: dict[str, object] = {}
    find = WhiteNoiseMiddleware.add_files_from_finders

    def add_files(self: WhiteNoiseMiddleware) -> None:
        if not listed:
            find(self)
            listed.update(self.files)
        self.files.update(listed)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", add_files)
        yield


@pytest.fixture(scope="session")
def broker_server(pytestconfig: pytest.Config) -> Broker:
    """The Valkey server of this process's tests."""
    return pytestconfig.stash[BROKER]


@pytest.fixture
def broker(broker_server: Broker) -> Iterator[Broker]:
    """The Valkey server, to look into or to stop; it is back for the next test."""
    yield broker_server
    broker_server.start()


@pytest.fixture(scope="session")
def smtp_server() -> Iterator[Post]:
    """One mail server for all tests of this process."""
    with running_smtp() as post:
        yield post


@pytest.fixture
def smtp(smtp_server: Post, settings) -> Iterator[Post]:
    """The mail server, empty; all mail of this test's site goes there."""
    smtp_server.reset()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", smtp_server.port
    yield smtp_server
    smtp_server.reset()


@pytest.fixture(scope="session")
def receiver_server() -> Iterator[Receiver]:
    """One receiver of webhooks for all tests of this process."""
    with running_receiver() as receiver:
        yield receiver


@pytest.fixture
def receiver(receiver_server: Receiver, settings, monkeypatch) -> Iterator[Receiver]:
    """The receiver, empty; only a site that is told so in its settings sends to this machine."""
    receiver_server.reset()
    settings.WEBHOOKS_TO_LOOPBACK = True
    monkeypatch.setenv("WEBHOOKS_TO_LOOPBACK", "1")  # for a worker
    yield receiver_server
    receiver_server.reset()


@pytest.fixture
def site_url(settings) -> str:
    """The address that the site gives in its mails."""
    return str(settings.SITE_URL)


@pytest.fixture
def worker(transactional_db, smtp: Post, site_url: str, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A real Celery worker on the test's database, broker and mail server."""
    with celery.running(celery.WORKER, " ready.", tmp_path / "worker.log") as process:
        yield process


@pytest.fixture
def beat(worker, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Celery's beat beside the worker, sweeping as in production."""
    with celery.running(celery.BEAT, "beat: Starting", tmp_path / "beat.log") as process:
        yield process
