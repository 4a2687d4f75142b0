"""What the files beside the code say is true of the code."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OURS = {"TESTING", "ROOT_URLCONF", "WEBHOOKS_TO_LOOPBACK"}  # for tests and benchmarks only
EXAMPLE = (ROOT / ".env.example").read_text()


def read_by_settings() -> set[str]:
    return set(re.findall(r'read\(\s*"\w+",\s*"(\w+)"', (ROOT / "lanterns_site" / "settings.py").read_text()))


def in_example() -> set[str]:
    return set(re.findall(r"^#?([A-Z_]+)=", EXAMPLE, re.MULTILINE))


def in_procfile() -> set[str]:
    return set(re.findall(r"\$\{([A-Z_]+)", (ROOT / "Procfile").read_text()))


def test_the_example_has_every_setting_and_no_other():
    assert in_example() == (read_by_settings() - OURS) | in_procfile()


def test_the_example_can_be_read_by_a_shell(tmp_path):
    script = f"set -aeu; . '{ROOT}/.env.example'; env"
    shell = subprocess.run(
        ["sh", "-c", script], capture_output=True, text=True, check=True, env={"PATH": "/usr/bin:/bin"}
    )
    assert "DEFAULT_FROM_EMAIL=Lakelight <noreply@play.example.org>" in shell.stdout


def test_make_tells_what_it_can_do():
    told = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for target in ("run", "demo", "test", "lint", "types", "bench", "soak", "messages", "lock", "clean"):
        assert f"  make {target} " in told


def make(target: str, folder: Path, *words: str, path: str = os.environ["PATH"]) -> tuple[int, str]:
    """Run a target of ours in another folder; the status, and what it says."""
    command = [shutil.which("make") or "make", "-f", str(ROOT / "Makefile"), target, *words]
    done = subprocess.run(
        command, cwd=folder, env={"PATH": path}, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout


def program(path: Path, text: str) -> Path:
    """A script that can be run."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def test_make_says_so_where_python_is_too_old(tmp_path):
    old = program(tmp_path / "python-old", "exit 1")
    status, told = make(".venv/.made", tmp_path, f"PYTHON={old}")
    assert status
    assert "Python 3.11 or newer is needed" in told


def test_make_says_what_takes_a_minute_at_the_first_start(tmp_path):
    (tmp_path / "requirements.lock").touch()
    program(tmp_path / ".venv/bin/python", "echo installing")
    status, told = make(".venv/.done", tmp_path, f"PYTHON={program(tmp_path / 'python', 'exit 0')}")
    assert not status
    assert told.index("Installing what the site needs into .venv (once") < told.index("\ninstalling")


@pytest.mark.parametrize(
    ("tools", "sentence"),
    [
        ((), "This needs the gettext tools"),
        (("xgettext",), "Say for which language: make messages LOCALE=de"),
    ],
)
def test_make_says_what_messages_need(tmp_path, tools, sentence):
    for name in ("requirements.lock", ".venv/.made", ".venv/.done"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "bin").mkdir()
    for name in tools:
        program(tmp_path / "bin" / name, "exit 0")
    status, told = make("messages", tmp_path, path=str(tmp_path / "bin"))
    assert status
    assert told.startswith(sentence)


def test_documents_that_the_code_names_exist():
    code = [
        *ROOT.glob("games/**/*.py"),
        *ROOT.glob("games/static/games/*.js"),
        *ROOT.glob("lanterns_site/*.py"),
    ]
    named = {name for path in code for name in re.findall(r"\b[\w/]+\.md\b", path.read_text("utf-8"))}
    assert named
    assert not [name for name in named if not (ROOT / name).exists() and not (ROOT / "docs" / name).exists()]
