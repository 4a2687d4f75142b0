"""The private PostgreSQL is a real one, and leaves nothing behind."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from urllib.parse import unquote, urlsplit

import psycopg
import pytest

from tests.servers import postgres as server
from tests.servers.postgres import postgres


def connect(url: str) -> psycopg.Connection:
    """A connection to the database that every cluster has."""
    parts = urlsplit(url)
    return psycopg.connect(host=unquote(parts.hostname or ""), user=parts.username, dbname="postgres")


def test_it_is_a_real_postgresql_that_knows_unicode():
    with postgres() as url, connect(url) as connection:
        row = connection.execute("select current_setting('server_version_num')::int, lower('ÅÉ')").fetchone()
    assert row is not None
    assert row[0] >= 180000
    assert row[1] == "åé"


def test_two_run_side_by_side():
    with postgres() as one, postgres() as other:
        assert one != other
        with connect(one) as first, connect(other) as second:
            first.execute("create table only_here (a int)")
            assert second.execute("select to_regclass('only_here')").fetchone() == (None,)


def test_it_leaves_no_folder_and_no_process():
    with postgres() as url:
        folder = Path(unquote(urlsplit(url).hostname or ""))
        process = int((folder / "data" / "postmaster.pid").read_text().split()[0])
        os.kill(process, 0)
    assert not folder.exists()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_it_takes_a_copy_of_the_programs_where_its_user_cannot_reach_them(monkeypatch):
    monkeypatch.setattr(server, "runs", lambda binaries: False)
    with postgres() as url, connect(url) as connection:
        assert connection.execute("select 1").fetchone() == (1,)


def test_it_sees_that_a_closed_folder_is_out_of_reach(tmp_path):
    binaries = tmp_path / "closed"
    shutil.copytree(
        server.reachable_binaries(tmp_path), binaries, ignore=lambda folder, names: set(names) - {"postgres"}
    )
    binaries.chmod(0o700)
    outsider = subprocess.run(
        ["id", "-u"], capture_output=True, text=True, check=True, **server.identity()
    ).stdout
    assert server.runs(binaries) == (int(outsider) == os.geteuid())


@pytest.mark.django_db
def test_the_site_tests_use_what_was_asked_for(pytestconfig):
    from django.db import connection

    assert connection.vendor == {"sqlite": "sqlite", "postgres": "postgresql"}[pytestconfig.getoption("db")]
