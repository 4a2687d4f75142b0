"""Every computer player of every game: it takes legal steps, and sees no more than a person would."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots import BOTS
from games.bots.referee import defaults, play
from games.rules.base import Options
from games.rules.record import last, outcome
from games.rules.registry import RULES
from tests.rules import toy

TABLES = [(slug, seats) for slug, rules in RULES.items() for seats in rules.SEATS]


def options_of(slug: str) -> st.SearchStrategy[Options]:
    """Any choice of the options of a game."""
    options = RULES[slug].OPTIONS
    return st.fixed_dictionaries(
        {it.name: st.sampled_from([value for value, _ in it.choices]) for it in options}
    )


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_it_plays_any_game_to_its_end(slug: str, seats: int, bot: str) -> None:
    rules = RULES[slug]

    @settings(max_examples=8)
    @given(options_of(slug), st.binary(min_size=32, max_size=32))
    def plays(options: Options, seed: bytes) -> None:
        record = play(rules, options, seed, [BOTS[bot]] * seats)
        assert outcome(rules.result(last(record))) == record.result

    plays()


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_it_chooses_the_same_where_only_what_it_cannot_see_is_different(
    slug: str, seats: int, bot: str
) -> None:
    rules = RULES[slug]
    state = rules.begin(rules.deal(seats, defaults(rules), bytes(32)))
    for step in range(12):
        seat = min(rules.to_act(state))
        moves = rules.legal_moves(state, seat)
        chosen = {
            str(BOTS[bot].choose(rules, rules.view(world, seat), moves, Random(step)))
            for world in (state, *(rules.redeal(state, seat, bytes([n]) * 32) for n in range(3)))
        }
        assert len(chosen) == 1
        state, _ = rules.apply(state, seat, rules.parse(chosen.pop()))


@pytest.mark.parametrize("bot", BOTS)
def test_it_plays_a_game_that_nobody_taught_it(bot: str) -> None:
    rules: object = toy
    record = play(rules, {"last": "wins", "quick": False}, bytes(32), [BOTS[bot]] * 2)  # type: ignore[arg-type]
    assert record.result is not None


def test_the_random_player_takes_each_kind_of_step_as_often() -> None:
    moves = [*toy.legal_moves(toy.State(2, 3), 0), "the only text"]
    rng = Random(1)
    texts = [BOTS["randomly"].choose(toy, None, moves, rng) == "the only text" for _ in range(400)]  # type: ignore[arg-type]
    assert 150 < sum(texts) < 250


def test_the_random_player_takes_every_step_some_time() -> None:
    moves = toy.legal_moves(toy.State(2, 3), 0)
    rng = Random(1)
    assert {BOTS["randomly"].choose(toy, None, moves, rng) for _ in range(60)} == set(moves)  # type: ignore[arg-type]
