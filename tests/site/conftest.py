"""The fixed cast: mei and joon play, ines watches and must not see; and the table they sit at.

What it is made of is in `cast.py`, which can be loaded only once the settings are.
"""

from __future__ import annotations

import pytest


@pytest.fixture
def now():
    """The moment at which things happen, unless a test moves on."""
    from tests.site.cast import NOW

    return NOW


@pytest.fixture
def mei(db):
    """Plays; opened the table."""
    from tests.site.cast import person

    return person("mei", time_zone="Europe/Oslo")


@pytest.fixture
def joon(db):
    """Plays."""
    from tests.site.cast import person

    return person("joon", time_zone="Asia/Seoul")


@pytest.fixture
def ines(db):
    """Watches."""
    from tests.site.cast import person

    return person("ines")


@pytest.fixture
def game(mei, joon):
    """A running game of two: mei is to act."""
    from tests.site.cast import running

    return running(mei, joon)
