"""Scores on the way, and the deal as a shuffle that anybody can repeat: for every game of the registry."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from games.rules import chance
from games.rules.base import DealError, Result
from games.rules.lanterns import scoring
from games.rules.registry import RULES

SEED = bytes(range(32))
TABLES = [(slug, seats) for slug, rules in RULES.items() for seats in rules.SEATS]
each_table = pytest.mark.parametrize(("slug", "seats"), TABLES)


def options_of(rules: Any) -> dict[str, str | bool]:
    """The usual options."""
    return {option.name: option.default for option in rules.OPTIONS}


def positions(rules: Any, seats: int) -> Iterator[Any]:
    """The positions of a game played at random, from the deal to the end."""
    rng = random.Random(seats)
    state = rules.begin(rules.deal(seats, options_of(rules), SEED))
    yield state
    while acting := rules.to_act(state):
        seat = min(acting)
        state, _ = rules.apply(state, seat, rng.choice(rules.legal_moves(state, seat)))
        yield state


def result_of(rules: Any, state: Any) -> Result:
    """The result of a last position."""
    result = rules.result(state)
    assert isinstance(result, Result)
    return result


@each_table
def test_every_seat_begins_with_a_score_and_the_last_ones_are_the_results(slug, seats):
    rules = RULES[slug]
    played = list(positions(rules, seats))
    assert len(rules.scores(rules.view(played[0], None))) == seats
    assert rules.scores(rules.view(played[-1], None)) == result_of(rules, played[-1]).scores


@each_table
def test_scores_are_the_same_in_another_world_that_looks_the_same(slug, seats):
    rules = RULES[slug]
    for state in list(positions(rules, seats))[::7]:
        for viewer in (None, *range(seats)):
            other = rules.redeal(state, viewer, SEED[::-1])
            assert rules.scores(rules.view(other, viewer)) == rules.scores(rules.view(state, viewer))


@each_table
def test_a_deal_is_the_beginning_of_what_was_shuffled(slug, seats):
    rules, options = RULES[slug], options_of(RULES[slug])
    spelled = rules.spell(rules.deal(seats, options, SEED))
    for label, items in rules.unshuffled(seats, options).items():
        assert chance.shuffle(items, SEED, label)[: len(spelled[label])] == spelled[label]


@each_table
def test_what_is_shuffled_is_refused_for_a_table_that_cannot_be(slug, seats):
    with pytest.raises(DealError):
        RULES[slug].unshuffled(seats, {})


@each_table
def test_a_result_says_for_every_seat_what_settles_equal_scores(slug, seats):
    rules = RULES[slug]
    *_, last = positions(rules, seats)
    result = result_of(rules, last)
    assert [len(row) for row in result.tied] == [len(result.tie_breaks)] * seats
    assert [sum(row) for row in result.breakdown] == list(result.scores)


@pytest.mark.parametrize(
    ("standings", "decided"),
    [
        ([(40, 9, 9), (41, 0, 0)], None),
        ([(41, 3, 0), (41, 4, 0), (20, 9, 9)], 0),
        ([(41, 4, 5), (41, 4, 2), (41, 3, 9)], 1),
        ([(41, 4, 5), (41, 4, 5)], None),
        ([(41, 4, 5), (41, 4, 5), (41, 3, 5)], None),
    ],
)
def test_the_first_place_is_decided_by_the_first_difference(standings, decided):
    assert scoring.decided_by(standings) == decided
