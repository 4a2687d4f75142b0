"""`manage.py up`: the whole site in the foreground, under one small supervisor."""

from __future__ import annotations

import errno
import fcntl
import os
import secrets
import socket
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connections

from games import valkey
from games.supervisor import GRACE, Supervisor

PATIENCE = 60.0  # seconds for one part to be there
UNUSED = ["*-4.js", "*-4.min.js", "htmx-2.js"]  # of the htmx package: to compress it all takes seconds
DEMO = "manage.py demo"
CELERY = "-m celery --quiet -A lanterns_site.celery"
WORKER = f"{CELERY} worker --pool threads --concurrency 4 --loglevel WARNING --without-gossip"
BEAT = f"{CELERY} beat --scheduler celery.beat:Scheduler --loglevel WARNING --pidfile="
WEB = (
    "-m gunicorn lanterns_site.wsgi --worker-class gthread --workers 2 --threads 4 --graceful-timeout 2"
    " --preload --log-level warning --no-control-socket --bind fd://"
)


def python(words: str) -> list[str]:
    """The command that runs these words with our Python."""
    return [sys.executable, *words.split()]


class Command(BaseCommand):
    """Prepares ./var and runs web server, Celery worker, beat and, without REDIS_URL, a Valkey server."""

    help = "Run the whole site in the foreground until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One switch."""
        parser.add_argument(
            "--demo", action="store_true", help="add two accounts and some games in progress first"
        )

    def handle(self, *, demo: bool, **_: Any) -> None:
        """Ends with status 0 when it was told to stop, 1 with a sentence when the site could not start."""
        stopped, folder = suppress(KeyboardInterrupt), claim_folder(settings.VAR_DIR)
        with stopped, folder as lock, claim_port(settings.PORT) as port:
            self.prepare()
            self.run(demo, lock.fileno(), port.fileno())
        self.say("Stopped.")

    def prepare(self) -> None:
        """Bring the database and the static files up to date."""
        try:
            call_command("migrate", interactive=False, verbosity=0)
        except OperationalError as error:
            raise CommandError(f"The database does not answer: {error}") from error
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=UNUSED)
        connections.close_all()

    def run(self, demo: bool, lock: int, port: int) -> None:
        """All the children, in the order in which each can count on those before it."""
        supervised = Supervisor(str(settings.BASE_DIR), child_env(), self.say)
        with valkey.socket_in(settings.VAR_DIR) as broker, supervised as supervisor:
            if not os.environ.get("REDIS_URL"):
                self.start_valkey(supervisor, broker, lock)
            if demo and supervisor.once("demo", python(DEMO)):
                raise CommandError("The demo games could not be made; the lines above say why.")
            supervisor.start("worker", python(WORKER), [lock])
            supervisor.start("beat", python(BEAT), [lock])
            supervisor.start("web server", python(f"{WEB}{port}"), [lock, port])
            self.wait(supervisor, "site", lambda: site_answers(settings.PORT))
            self.welcome()
            supervisor.forever()
            self.say("Stopping ...")

    def start_valkey(self, supervisor: Supervisor, broker: Path, lock: int) -> None:
        """The embedded broker, on a socket that every child is told of."""
        folder = settings.VAR_DIR / "valkey"
        folder.mkdir(exist_ok=True)
        supervisor.env["REDIS_URL"] = valkey.url(broker)
        supervisor.start("broker", valkey.command(folder, broker), [lock])
        self.wait(supervisor, "broker", lambda: valkey.answers(broker))

    def wait(self, supervisor: Supervisor, what: str, there: Callable[[], bool]) -> None:
        """Go on when it is there; a CommandError says where it does not come."""
        if not supervisor.until(there, PATIENCE):
            culprit = supervisor.hopeless()
            reason = f"the {culprit.name} ends again and again" if culprit else "it does not answer"
            raise CommandError(f"The {what} cannot start: {reason}. The lines above may say why.")

    def welcome(self) -> None:
        """The address, alone on its line, and what a newcomer wants to know."""
        address = f"http://127.0.0.1:{settings.PORT}/"
        self.say(f"{settings.SITE_NAME} is ready. Stop it with Ctrl-C.")
        if settings.DEVELOPMENT and not settings.EMAIL_URL:
            self.say(f"Every mail it sends is readable at {address}dev/mail/")
        self.say(address)

    def say(self, line: str) -> None:
        """One line for the person at the terminal, at once."""
        self.stdout.write(line)
        self.stdout.flush()


def child_env() -> dict[str, str]:
    """The environment of the children: ours, and in development a secret key that is kept."""
    quiet = {"PYTHONWARNINGS": "ignore:You're running the worker with superuser privileges"}
    env = {"DJANGO_SETTINGS_MODULE": "lanterns_site.settings", **quiet, **os.environ}
    if settings.DEVELOPMENT and not env.get("SECRET_KEY"):
        env["SECRET_KEY"] = kept_secret(settings.VAR_DIR / "secret_key")
    return env


def kept_secret(path: Path) -> str:
    """The secret in the file, which only its owner may read; made at the first call."""
    if not path.exists():
        fresh = path.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(48))
        fresh.rename(path)
    return path.read_text()


@contextmanager
def claim_folder(folder: Path) -> Iterator[IO[str]]:
    """The run-time folder for us alone; the children hold the lock too, so it is free when all are gone."""
    with lock_file(folder) as lock:
        deadline = time.monotonic() + 2 * GRACE
        while not locked(lock):
            owner = holder(lock)
            if is_alive(owner) or time.monotonic() > deadline:
                raise CommandError(f"The site in {folder} is already running (process {owner}).")
            time.sleep(0.2)
        lock.truncate(0)
        print(os.getpid(), file=lock, flush=True)
        yield lock


def lock_file(folder: Path) -> IO[str]:
    """The file to be locked, in the folder, which is made where it is not there."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return open(folder / "up.lock", "a+")
    except OSError as error:
        raise CommandError(f"The folder {folder} cannot be used: {error.strerror}.") from error


def locked(lock: IO[str]) -> bool:
    """Whether we hold the lock now."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def holder(lock: IO[str]) -> int:
    """The supervisor that wrote itself into the lock; 0 where nobody did."""
    lock.seek(0)
    return int(lock.read().strip() or 0)


def is_alive(process: int) -> bool:
    """Whether there is such a process."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return process > 0


def claim_port(port: int) -> socket.socket:
    """A listening socket, taken before anything starts, so that nobody can take it in between."""
    claimed = socket.socket()
    claimed.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        claimed.bind(("127.0.0.1", port))
        claimed.listen(1024)
    except OSError as error:
        claimed.close()
        raise CommandError(why_no_port(port, error)) from error
    return claimed


def why_no_port(port: int, error: OSError) -> str:
    """What to do about a port that we cannot have."""
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken by another program. Choose another one: make run PORT={port + 1}"
    return f"Port {port} cannot be used: {error.strerror}."


def site_answers(port: int) -> bool:
    """Whether the start page comes now."""
    page = HTTPConnection("127.0.0.1", port, timeout=2)
    try:
        page.request("GET", "/")
        return page.getresponse().status < HTTPStatus.INTERNAL_SERVER_ERROR
    except (OSError, HTTPException):
        return False
    finally:
        page.close()
