"""What is counted over a whole game."""

from __future__ import annotations

from games.rules.titania import tallies
from games.rules.titania.apply import Built, Declined, Decorated, Happened, Kept, Sailed, Taken
from games.rules.titania.steps import Gain

NOTHING = Taken(Gain())


def counted(*happened: Happened) -> dict[str, tuple[int, ...]]:
    """The counts by what is counted, for two seats."""
    return {str(tally.label): tally.counts for tally in tallies(happened, 2)}


def test_ships_and_the_fog_they_turned_up():
    found = counted(
        Sailed(0, 0, 0, "E5", 3, NOTHING),
        Sailed(0, None, 0, "D4", 0, NOTHING),
        Sailed(1, 1, 1, "C3", None, NOTHING),
    )
    assert found["Ships placed"] == (2, 1)
    assert found["Fog tiles turned up"] == (2, 0)


def test_levels_and_decorations():
    found = counted(
        Built(1, (("A4", 0, 2), ("C5", 1, 1)), (3, 1, 0, 0), 9), Built(1, (("A4", 0, 1),), (3, 0, 0, 0), 3)
    )
    assert found["Levels built"] == (0, 4)
    assert counted(Decorated(0, "A4", 3, 3))["Islands decorated"] == (1, 0)


def test_other_steps_count_for_nothing():
    assert set(counted(Declined(0, 1), Kept(1)).values()) == {(0, 0)}
