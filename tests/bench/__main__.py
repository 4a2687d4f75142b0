"""`make bench`: the rules beside python-chess, then the site on SQLite and on PostgreSQL."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.bench import rules_bench
from tests.servers.broker import broker
from tests.servers.postgres import postgres

SITE = (
    "import django; django.setup(); from tests.bench import site_bench; raise SystemExit(site_bench.main())"
)


def site(database: str, redis: str, folder: str) -> int:
    """Measure the site in a process of its own, on an empty database."""
    env = os.environ | {
        "DJANGO_SETTINGS_MODULE": "lanterns_site.settings",
        "TESTING": "1",
        "VAR_DIR": folder,
        "DATABASE_URL": database,
        "REDIS_URL": redis,
        "ROOT_URLCONF": "tests.bench.floor",
    }
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity=0"], env=env, check=True)
    return subprocess.run([sys.executable, "-c", SITE], env=env, check=False).returncode


def main() -> int:
    """Every figure; 1 where a goal is missed."""
    missed = 0
    if "site" not in sys.argv[1:]:
        rules_bench.main()
    with broker() as bell, tempfile.TemporaryDirectory(prefix="lakelight-") as folder:
        (Path(folder) / "static").mkdir()  # where the web server would have its files from
        missed |= site(f"sqlite:///{folder}/site.sqlite3", bell.url, folder)
        with postgres() as url:
            missed |= site(url, bell.url, folder)
    return missed


if __name__ == "__main__":
    sys.exit(main())
