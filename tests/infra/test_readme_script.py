"""The script that the README shows plays whole games: through the API, with a real worker for the house."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.servers.celery import ROOT

README = (ROOT / "README.md").read_text()
SCRIPT = re.search(r"^## Play by script$.*?^```python\n(.*?)^```$", README, re.M | re.S)[1]
GAMES = ("lanterns", "titania")


def test_the_script_has_fifty_lines_at_most_and_needs_nothing_but_python():
    assert len(SCRIPT.splitlines()) <= 50
    assert set(re.findall(r"^(?:import|from) (\w+)", SCRIPT, re.M)) <= sys.stdlib_module_names


def test_the_script_plays_a_whole_game_of_every_kind(worker, live_server, site_url, tmp_path, monkeypatch):
    from games.models import Game
    from games.pages.api import limits

    monkeypatch.setattr(limits, "WRITES_A_MINUTE", 10_000)  # it plays in seconds, not in days
    monkeypatch.setattr(limits, "READS_A_MINUTE", 10_000)
    (tmp_path / "play.py").write_text(SCRIPT)
    for script in [started(tmp_path / "play.py", live_server.url, game) for game in GAMES]:
        told, wrong = script.communicate(timeout=90)
        assert (script.returncode, wrong) == (0, "")
        assert told.startswith(f"{site_url}/t/")
    played = Game.objects.order_by("rules")
    assert [(it.rules, it.has_ended()) for it in played] == [(game, True) for game in GAMES]


def started(script: Path, site: str, game: str) -> subprocess.Popen[str]:
    """The script, playing for somebody new."""
    from django.utils import timezone

    from games.actions import tokens
    from games.models import Token
    from tests.site.cast import person

    _token, secret = tokens.make(person(f"of-{game}"), "script", Token.Scope.values, timezone.now())
    command = [sys.executable, "-I", str(script), site, secret, game]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
