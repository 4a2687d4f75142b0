"""Celery's own processes, as in production: on the tests' broker, database and mail server."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from tests.servers.processes import end, soon, spawn

ROOT = Path(__file__).parents[2]
CELERY = "-m celery -A lanterns_site.celery"
WORKER = f"{CELERY} worker --pool threads --concurrency 2 --loglevel INFO --without-gossip"
BEAT = f"{CELERY} beat --scheduler celery.beat:Scheduler --loglevel INFO --pidfile="


def database_url() -> str:
    """The DATABASE_URL of the database that this test uses."""
    from django.db import connection

    known = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{known['NAME']}"
    return f"postgres://{known['USER']}@{quote(known['HOST'], safe='')}/{known['NAME']}"


def site_env() -> dict[str, str]:
    """The environment that makes another process see the site of this test."""
    from django.conf import settings

    return {
        **os.environ,
        "DATABASE_URL": database_url(),
        "EMAIL_URL": f"smtp://{settings.EMAIL_HOST}:{settings.EMAIL_PORT}",
        "SITE_URL": settings.SITE_URL,
    }


@contextmanager
def running(command: str, ready: str, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process of Celery's, once its log has the word `ready`."""
    with log.open("wb") as output:
        process = spawn(
            [sys.executable, *command.split()], site_env(), cwd=ROOT, stdout=output, stderr=output
        )
    try:
        assert soon(lambda: ready in log.read_text() or process.poll() is not None, 30)
        assert process.poll() is None, log.read_text()
        yield process
    finally:
        end(process, signal.SIGTERM)
