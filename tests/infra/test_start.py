"""How a process begins: it ends with one line where its settings make no sense; some need none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NO_SITE = "Wrong settings: SITE_URL must be the site's address, such as https://play.example.org."


def run(words: str, tmp_path: Path) -> tuple[int, str]:
    """Run these words with our Python in an empty environment: the status, and all that was said."""
    done = subprocess.run(
        [sys.executable, *words.split()],
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", "VAR_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(
    "words",
    [
        "manage.py check",
        "manage.py record verify",
        "-m celery -A lanterns_site.celery worker",
        "-m celery -A lanterns_site.celery beat",
    ],
)
def test_wrong_settings_are_refused_in_one_line(tmp_path, words):
    status, said = run(words, tmp_path)
    assert (status, said) == (3, f"{NO_SITE}\n")


def test_the_web_server_gives_up_over_wrong_settings_and_shows_no_traceback(tmp_path):
    socket = f"unix:{tmp_path / 'web'}"
    status, said = run(
        f"-m gunicorn lanterns_site.wsgi --bind {socket} --workers 1 --no-control-socket", tmp_path
    )
    assert status == 3
    assert said.count(NO_SITE) == 1
    assert "Traceback" not in said


def test_what_only_plays_or_reads_files_needs_no_settings(tmp_path):
    status, said = run(f"manage.py simulate --games 1 --out {tmp_path}", tmp_path)
    assert (status, said.partition(",")[0]) == (0, "1 games")
    status, said = run(f"manage.py record replay {tmp_path / '00000.json'}", tmp_path)
    assert (status, said[:1]) == (0, "{")
