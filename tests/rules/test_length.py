"""A game that says it knows how many turns it has knows that from the start, and is right."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.rules.contract import TABLES, examples, played, players, seeds


@pytest.mark.parametrize("table", [it for it in TABLES if it.rules.LENGTH_IS_KNOWN], ids=str)
@examples(0.05)
@given(seed=seeds, rng=players)
def test_a_known_number_of_turns_stays_the_same(table, seed, rng):
    rules = table.rules
    game = played(table, seed, rng)
    states = [*(step.state for step in game), game[-1].after]
    assert len({rules.progress(rules.view(state, None))[1] for state in states}) == 1
