"""What the files beside the code say is true of the code."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
OURS = {"TESTING", "ROOT_URLCONF"}  # for tests and benchmarks only
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
    for target in ("run", "demo", "test", "lint", "types", "bench", "soak", "lock", "clean"):
        assert f"  make {target} " in told


def test_make_says_so_where_python_is_too_old(tmp_path):
    old = tmp_path / "python-old"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    told = subprocess.run(
        ["make", "-f", ROOT / "Makefile", ".venv/.made", f"PYTHON={old}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode
    assert "Python 3.11 or newer is needed" in told.stdout


def test_documents_that_the_code_names_exist():
    code = [
        *ROOT.glob("games/**/*.py"),
        *ROOT.glob("games/static/games/*.js"),
        *ROOT.glob("lanterns_site/*.py"),
    ]
    named = {name for path in code for name in re.findall(r"\b[\w/]+\.md\b", path.read_text("utf-8"))}
    assert named
    assert not [name for name in named if not (ROOT / name).exists() and not (ROOT / "docs" / name).exists()]
