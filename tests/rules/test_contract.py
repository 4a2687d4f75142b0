"""The contract that every game signs. It knows no game: whatever `registry.RULES` holds is put to it.

Each test plays whole games at random, for each number of seats and each combination of options. What a
game has to say for itself (how long a game may be, and where its pieces are) stands in
`tests/rules/<slug>/hooks.py`.
"""

from __future__ import annotations

import copy
import json
from dataclasses import FrozenInstanceError, fields, is_dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.base import DealError, IllegalMove, MalformedMove
from games.rules.registry import RULES
from games.rules.words import Sentence
from tests.rules.contract import TABLES, examples, played, players, seeds, some, steps, viewers

every_table = pytest.mark.parametrize("table", TABLES, ids=str)
every_game = pytest.mark.parametrize("slug", RULES)


@every_table
@examples(0.1)
@given(seed=seeds, rng=players)
def test_a_game_ends_in_time_and_nobody_is_to_act_exactly_when_there_is_a_result(table, seed, rng):
    rules, game = table.rules, played(table, seed, rng)
    assert len(game) <= table.hooks.longest(table.seats)
    for state, *_ in game:
        assert rules.to_act(state)
        assert rules.result(state) is None
    last = game[-1].after
    assert not rules.to_act(last)
    assert len(rules.result(last).scores) == len(rules.result(last).places) == table.seats
    assert not any(rules.legal_moves(last, seat) for seat in range(table.seats))


@every_table
@examples(0.1)
@given(seed=seeds, rng=players)
def test_every_piece_is_somewhere_once(table, seed, rng):
    table.hooks.everything_is_somewhere_once(table.begin(seed))
    for step in steps(table, seed, rng):
        table.hooks.everything_is_somewhere_once(step.after)


@every_table
@examples(0.02)
@given(seed=seeds, rng=players)
def test_every_legal_move_applies(table, seed, rng):
    for state, seat, *_ in steps(table, seed, rng):
        moves = list(table.rules.legal_moves(state, seat))
        assert len(set(moves)) == len(moves) > 0
        for move in some(rng, moves, 500):
            assert table.rules.refusal(state, seat, move) is None
            table.rules.apply(state, seat, move)


@every_table
@examples(0.02)
@given(seed=seeds, other_seed=seeds, rng=players)
def test_every_other_move_is_refused_with_a_sentence(table, seed, other_seed, rng):
    rules = table.rules
    foreign = {move for other in played(table, other_seed, rng) for move in listed(rules, other, rng)}
    for state, seat, *_ in steps(table, seed, rng):
        legal = set(rules.legal_moves(state, seat))
        for move in some(rng, sorted(foreign - legal, key=str), 50):
            refused(rules, state, seat, move)
        for other in set(range(table.seats)) - rules.to_act(state):
            refused(rules, state, other, rng.choice(sorted(legal, key=str)))


def listed(rules, step, rng):
    return some(rng, list(rules.legal_moves(step.state, step.seat)), 20)


def refused(rules, state, seat, move):
    """The move is refused, by `refusal` and `apply` alike, in words."""
    reason = rules.refusal(state, seat, move)
    assert isinstance(reason, Sentence), f"{move} by seat {seat} is not in the list but allowed"
    assert str(reason)
    with pytest.raises(IllegalMove) as caught:
        rules.apply(state, seat, move)
    assert caught.value.sentence == reason


@every_table
@examples(0.02)
@given(seed=seeds, rng=players)
def test_once_the_game_is_over_every_move_is_refused(table, seed, rng):
    game = played(table, seed, rng)
    for step in game:
        refused(table.rules, game[-1].after, step.seat, step.move)


@every_table
@examples(0.05)
@given(seed=seeds, rng=players)
def test_a_move_is_read_back_from_its_text(table, seed, rng):
    for state, seat, *_ in steps(table, seed, rng):
        for move in some(rng, list(table.rules.legal_moves(state, seat)), 100):
            assert table.rules.parse(str(move)) == move


@every_table
@examples(0.05)
@given(seed=seeds, rng=players, data=st.data())
def test_a_mutated_text_is_no_move_or_a_move_that_is_allowed_or_refused(table, seed, rng, data):
    rules = table.rules
    for state, seat, move, *_ in some(rng, played(table, seed, rng), 12):
        text = data.draw(mutations(str(move)))
        try:
            mutant = rules.parse(text)
        except MalformedMove as error:
            assert str(error.sentence)
            continue
        assert str(mutant) == text
        if mutant in rules.legal_moves(state, seat):
            rules.apply(state, seat, mutant)
        else:
            refused(rules, state, seat, mutant)


def mutations(text):
    """Texts one slip away: a word dropped, doubled or swapped, a piece of text put in or cut out."""
    words = text.split(" ")
    at = st.integers(0, len(text))
    junk = st.sampled_from([" ", "-", "0", "1", "9", ",", "٣", "\n", "\x00", "RED", "red", "𝟙", "1e1", "+"])
    return st.one_of(
        st.integers(0, len(words) - 1).map(lambda n: " ".join(words[:n] + words[n + 1 :])),
        st.integers(0, len(words) - 1).map(lambda n: " ".join([*words[:n], words[n], *words[n:]])),
        st.permutations(words).map(" ".join),
        st.tuples(at, junk).map(lambda put: text[: put[0]] + put[1] + text[put[0] :]),
        st.tuples(at, at).map(lambda cut: text[: min(cut)] + text[max(cut) :]),
        st.just(text.upper()),
    )


@every_game
@given(text=st.text())
def test_a_text_that_is_no_move_is_refused_in_words(slug, text):
    rules = RULES[slug]
    try:
        assert str(rules.parse(text)) == text
    except MalformedMove as error:
        assert str(error.sentence)


@every_game
def test_an_endless_text_is_no_move(slug):
    for text in ("a" * 10**6, "1 " * 10**6, "9" * 10**6):
        with pytest.raises(MalformedMove) as caught:
            RULES[slug].parse(text)
        assert len(str(caught.value.sentence)) < 500


@every_table
@examples(0.05)
@given(seed=seeds, rng=players)
def test_the_texts_of_a_game_rebuild_it(table, seed, rng):
    rules, game = table.rules, played(table, seed, rng)
    state = table.begin(seed)
    for step in game:
        assert state == step.state
        assert hash(state) == hash(step.state)
        state, happened = rules.apply(state, step.seat, rules.parse(str(step.move)))
        assert happened == step.happened
    assert state == game[-1].after
    assert rules.result(state) == rules.result(game[-1].after)


@every_table
@examples(0.03)
@given(seed=seeds, rng=players)
def test_a_step_changes_no_position(table, seed, rng):
    rules, before = table.rules, []
    game = []
    for step in steps(table, seed, rng):
        before.append((copy.deepcopy(step.state), rules.legal_moves(step.state, step.seat)))
        game.append(step)
    for step, (state, moves) in zip(game, before, strict=True):
        assert step.state == state
        assert rules.view(step.state, step.seat) == rules.view(state, step.seat)
        assert rules.legal_moves(step.state, step.seat) == moves


@every_table
@examples(0.03)
@given(seed=seeds, rng=players)
def test_states_moves_and_views_are_frozen(table, seed, rng):
    for state, seat, move, *_ in some(rng, played(table, seed, rng), 5):
        for value in (state, move, table.rules.view(state, seat)):
            assert is_dataclass(value)
            for field in fields(value):
                with pytest.raises(FrozenInstanceError):
                    setattr(value, field.name, None)
        assert {state, copy.deepcopy(state)} == {state}


@every_table
@examples(0.03)
@given(seed=seeds, rng=players)
def test_a_view_holds_no_state(table, seed, rng):
    for state, *_ in some(rng, played(table, seed, rng), 5):
        for viewer in viewers(table):
            assert type(state) not in set(map(type, everything_in(table.rules.view(state, viewer))))


def everything_in(value):
    """The value and all that can be reached from it."""
    yield value
    if is_dataclass(value):
        parts = [getattr(value, field.name) for field in fields(value)]
    elif isinstance(value, dict):
        parts = [*value, *value.values()]
    elif isinstance(value, tuple | list | set | frozenset):
        parts = list(value)
    else:
        parts = []
    for part in parts:
        yield from everything_in(part)


@every_table
@examples(0.03)
@given(seed=seeds, again=seeds, rng=players)
def test_what_a_viewer_sees_is_the_same_in_another_world(table, seed, again, rng):
    rules = table.rules
    for state, seat, *_ in steps(table, seed, rng):
        for viewer in viewers(table):
            other = rules.redeal(state, viewer, again)
            seen = rules.view(state, viewer)
            assert rules.view(other, viewer) == seen
            assert rules.to_act(other) == rules.to_act(state)
            assert rules.progress(seen) == rules.progress(rules.view(other, viewer))
            table.hooks.everything_is_somewhere_once(other)
        own = rules.redeal(state, seat, again)
        assert rules.legal_moves(own, seat) == rules.legal_moves(state, seat)
        assert rules.forced(own, seat) == rules.forced(state, seat)


@every_table
@examples(0.03)
@given(seed=seeds, rng=players)
def test_a_seat_can_tell_from_its_view_what_it_may_do(table, seed, rng):
    rules = table.rules
    for state, seat, *_ in steps(table, seed, rng):
        seen, legal = rules.view(state, seat), rules.legal_moves(state, seat)
        assert rules.legal_moves(seen, seat) == legal
        for move in some(rng, list(legal), 20):
            assert rules.reveals(seen, seat, move) == rules.reveals(state, seat, move)


@every_table
@examples(0.03)
@given(seed=seeds, again=seeds, rng=players)
def test_a_view_is_spelled_out_alike_in_another_world(table, seed, again, rng):
    rules, keys = table.rules, set()
    for state, *_ in steps(table, seed, rng):
        for viewer in viewers(table):
            spelled = rules.spell_view(rules.view(state, viewer))
            other = rules.redeal(state, viewer, again)
            assert rules.spell_view(rules.view(other, viewer)) == spelled
            assert json.loads(json.dumps(spelled)) == spelled
            keys.add(frozenset(spelled))
    assert len(keys) == 1


@every_table
@examples(0.03)
@given(seed=seeds, again=seeds, rng=players)
def test_previews_are_the_same_in_another_world(table, seed, again, rng):
    rules = table.rules
    for state, seat, move, *_ in steps(table, seed, rng):
        seen = rules.view(state, seat)
        other = rules.view(rules.redeal(state, seat, again), seat)
        for each in [move, *some(rng, list(rules.legal_moves(state, seat)), 5)]:
            assert rules.preview(other, each) == rules.preview(seen, each)


@every_table
@examples(0.05)
@given(seed=seeds, again=seeds, rng=players)
def test_the_log_says_the_same_in_another_world(table, seed, again, rng):
    rules = table.rules
    for state, seat, move, _, happened in steps(table, seed, rng):
        for viewer in viewers(table):
            other = rules.redeal(state, viewer, again)
            if rules.refusal(other, seat, move) is None and not rules.reveals(state, seat, move):
                _, elsewhere = rules.apply(other, seat, move)
                assert rules.describe(elsewhere, viewer) == rules.describe(happened, viewer)


@every_table
@examples(0.02)
@given(seed=seeds, again=seeds, rng=players)
def test_what_a_step_would_do_is_told_as_part_of_a_sentence_the_same_in_another_world(
    table, seed, again, rng
):
    rules = table.rules
    for state, seat, move, *_ in some(rng, played(table, seed, rng), 20):
        seen, unseen = rules.view(state, seat), rules.redeal(state, None, again)
        other = rules.view(rules.redeal(state, seat, again), seat)
        for each in [move, *some(rng, list(rules.legal_moves(state, seat)), 5)]:
            for openly in (True, False):
                said = rules.outline(seen, each, openly)
                assert str(said)[0].islower() and not str(said).endswith(".")
                assert rules.outline(other, each, openly) == said
            if rules.refusal(unseen, seat, each) is None:
                assert rules.outline(rules.view(unseen, seat), each, True) == rules.outline(seen, each, True)


@every_table
@examples(0.05)
@given(seed=seeds, rng=players)
def test_the_log_begins_with_who_acted_and_speaks_in_sentences(table, seed, rng):
    for step in steps(table, seed, rng):
        for viewer in viewers(table):
            first, *others = table.rules.describe(step.happened, viewer)
            assert first.text.startswith("{who}")
            assert all(str(sentence).endswith(".") for sentence in (first, *others))


@every_table
@examples(0.1)
@given(seed=seeds, again=seeds, rng=players)
def test_after_the_end_nothing_is_hidden(table, seed, again, rng):
    last = played(table, seed, rng)[-1].after
    for viewer in viewers(table):
        assert table.rules.redeal(last, viewer, again) == last


@every_table
def test_before_the_first_step_something_is_hidden_from_everybody(table):
    state = table.begin(bytes(32))
    for viewer in viewers(table):
        worlds = {table.rules.redeal(state, viewer, bytes([number] * 32)) for number in range(5)}
        assert len(worlds) > 1


@every_table
@examples(0.05)
@given(seed=seeds, rng=players)
def test_a_step_that_passes_the_turn_cannot_be_taken_back(table, seed, rng):
    rules = table.rules
    for state, seat, move, after, _ in steps(table, seed, rng):
        if rules.to_act(after) != rules.to_act(state):
            assert rules.reveals(state, seat, move)


@every_table
@examples(0.05)
@given(seed=seeds, rng=players)
def test_a_forced_step_is_the_only_one(table, seed, rng):
    rules = table.rules
    for state, seat, *_ in steps(table, seed, rng):
        move = rules.forced(state, seat)
        assert move is None or list(rules.legal_moves(state, seat)) == [move]


@every_table
@examples(0.05)
@given(seed=seeds, rng=players)
def test_what_is_counted_over_a_game_has_a_name_and_a_count_for_each_seat(table, seed, rng):
    rules = table.rules
    happened = [step.happened for step in played(table, seed, rng)]
    for tally in rules.tallies(happened, table.seats):
        assert str(tally.label)
        assert len(tally.counts) == table.seats
        assert all(count >= 0 for count in tally.counts)
    assert str(rules.SCORE)


@every_table
@examples(0.05)
@given(seed=seeds, rng=players)
def test_progress_grows_to_the_end(table, seed, rng):
    rules = table.rules
    game = played(table, seed, rng)
    done = [rules.progress(rules.view(step.state, None)) for step in game]
    assert done[0][0] == 0
    assert done == sorted(done)
    last, in_all = rules.progress(rules.view(game[-1].after, None))
    assert last == in_all


@every_table
@examples(0.05)
@given(seed=seeds, rng=players)
def test_the_line_of_a_position_is_json_with_sorted_keys(table, seed, rng):
    rules = table.rules
    for step in steps(table, seed, rng):
        line = rules.position(step.after)
        assert json.dumps(line) == json.dumps(line, sort_keys=True)
        assert line["to_act"] == sorted(rules.to_act(step.after))
        assert line["over"] == (rules.result(step.after) is not None)


@every_table
@given(seed=seeds, other=st.none() | seeds)
def test_a_deal_spelled_out_is_read_back(table, seed, other):
    deal, options = table.deal(seed), dict(table.options)
    spelled = json.loads(json.dumps(table.rules.spell(deal)))
    assert table.rules.read_deal(table.seats, options, spelled, other) == deal


@every_table
@given(seed=seeds)
def test_the_seed_serves_what_a_deal_leaves_out(table, seed):
    options = dict(table.options)
    assert table.rules.read_deal(table.seats, options, {}, seed) == table.deal(seed)


LABELS = sorted(
    {label for table in TABLES for label in table.rules.unshuffled(table.seats, dict(table.options))}
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda parts: st.lists(parts) | st.dictionaries(st.text() | st.sampled_from(LABELS), parts),
    max_leaves=10,
)


@every_game
@given(spelled=JSON, seed=st.none() | seeds)
def test_a_deal_of_nonsense_is_read_or_refused_in_words(slug, spelled, seed):
    rules = RULES[slug]
    options = {option.name: option.default for option in rules.OPTIONS}
    try:
        rules.begin(rules.read_deal(min(rules.SEATS), options, spelled, seed))
    except DealError as error:
        assert str(error.sentence)


@every_game
def test_seats_and_options_unknown_are_refused_in_words(slug):
    rules = RULES[slug]
    options = {option.name: option.default for option in rules.OPTIONS}
    unknown: list[tuple[Any, Any]] = [(seats, options) for seats in (0, 1, -2, 99, True, "2")]
    unknown += [(min(rules.SEATS), {**options, "house rule": "yes"})]
    unknown += [(min(rules.SEATS), {**options, name: "nonsense"}) for name in options]
    unknown += [(min(rules.SEATS), {key: options[key] for key in options if key != name}) for name in options]
    for seats, chosen in unknown:
        with pytest.raises(DealError) as caught:
            rules.deal(seats, chosen, bytes(32))
        assert str(caught.value.sentence)
