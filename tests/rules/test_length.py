"""A game that says it knows how many turns it has knows that from the start, and is right."""

from __future__ import annotations

import random

import pytest

from tests.rules.contract import Table, every_table, played


@pytest.mark.parametrize("table", [it for it in every_table() if it.rules.LENGTH_IS_KNOWN], ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_a_known_number_of_turns_stays_the_same(table: Table, seed: int) -> None:
    rules = table.rules
    game = played(table, bytes([seed]) * 32, random.Random(seed))
    states = [*(step.state for step in game), game[-1].after]
    assert len({rules.progress(rules.view(state, None))[1] for state in states}) == 1
