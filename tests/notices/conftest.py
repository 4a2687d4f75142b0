"""The cast of the site tests, and what mail needs: fresh breakers, and chance that repeats.

Imports of the site stand inside the fixtures: this file is read before its settings are.
"""

from __future__ import annotations

import signal
from types import SimpleNamespace

import pytest

from tests.site.conftest import game, joon, mei, now

__all__ = ["game", "joon", "mei", "mended", "now", "steady"]


@pytest.fixture(autouse=True)
def mended():
    """What was away in another test is not away in this one."""
    from games import presence, wake
    from games.notices import deliver

    for breaker in (wake.breaker, deliver.breaker):
        breaker.mend()
    presence.is_time.last.clear()


@pytest.fixture
def steady(monkeypatch):
    """House players choose the same each time, however good at it they have become."""
    from games.bots import BOTS

    def choose(rules, view, moves, rng):
        return min(moves, key=lambda move: (not str(move).startswith("place"), str(move)))

    house = SimpleNamespace(choose=choose)
    monkeypatch.setattr("games.actions.settling.BOTS", dict.fromkeys(BOTS, house))


@pytest.fixture
def stopped(broker):
    """The broker and the cache are away."""
    broker.stop()


@pytest.fixture
def hung(broker):
    """The broker and the cache take connections, and do not answer."""
    broker.process.send_signal(signal.SIGSTOP)
    yield
    broker.process.send_signal(signal.SIGCONT)
