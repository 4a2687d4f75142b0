"""The shuffle and the commitment that players can check (formats.md 1)."""

from __future__ import annotations

import hmac
from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import lanterns
from games.rules.chance import below, commitment, game_seed, shuffle

SEED = bytes(range(32))


def test_it_shuffles_as_the_test_vector_says():
    assert shuffle(range(1, 11), SEED, "tiles") == [2, 7, 5, 8, 4, 6, 9, 10, 1, 3]


def test_it_deals_lanterns_as_the_test_vector_says():
    shuffled = shuffle(range(1, 36), SEED, "tiles")
    assert shuffled[:8] == [35, 11, 12, 16, 24, 8, 33, 27]
    assert shuffled[-3:] == [18, 2, 3]


@pytest.mark.parametrize(("seats", "number"), [(2, 22), (3, 27), (4, 32)])
def test_the_deal_is_the_beginning_of_the_shuffle_and_the_hands_come_first(seats, number):
    deal = lanterns.deal(seats, {"edition": "printed", "lanterns": "open"}, SEED)
    state = lanterns.begin(deal)
    assert list(deal.tiles) == shuffle(range(1, 36), SEED, "tiles")[:number]
    assert state.hands[0] == (35, 11, 12)
    assert state.hands[1] == (16, 24, 8)
    assert state.stack == deal.tiles[3 * seats :]
    assert sorted(deal.tiles + state.box) == list(range(1, 36))


def test_another_label_is_another_order():
    assert shuffle(range(35), SEED, "tiles") != shuffle(range(35), SEED, "seats")


def test_the_commitment_is_the_sha_256_of_the_server_seed_in_hex():
    assert commitment(SEED) == sha256(SEED).hexdigest()
    assert commitment(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_the_game_seed_is_the_hmac_of_the_words_in_order_of_joining():
    assert game_seed(SEED, ["lotus", "", "紅"]) == hmac.digest(SEED, "lotus\n\n紅".encode(), "sha256")
    assert game_seed(SEED, ["a", "b"]) != game_seed(SEED, ["b", "a"])


def test_a_word_that_would_favour_some_numbers_is_passed_over():
    fair = 2**64 // 10 * 10
    assert below(10, iter([fair, 2**64 - 1, fair - 1])) == 9
    assert below(10, iter([13])) == 3


@given(st.lists(st.integers()), st.binary(min_size=32, max_size=32), st.text())
def test_it_loses_and_invents_nothing(items, seed, label):
    before = list(items)
    assert Counter(shuffle(items, seed, label)) == Counter(items)
    assert items == before


@given(st.binary(min_size=32, max_size=32))
def test_it_is_the_algorithm_of_the_formats_word_for_word(seed):
    words = []
    for counter in range(20):
        block = hmac.digest(seed, f"tiles/{counter}".encode(), "sha256")
        words += [int.from_bytes(block[at : at + 8], "big") for at in range(0, 32, 8)]
    items = list(range(1, 36))
    for last in range(34, 0, -1):
        word = words.pop(0)
        while word >= 2**64 // (last + 1) * (last + 1):
            word = words.pop(0)
        chosen = word % (last + 1)
        items[last], items[chosen] = items[chosen], items[last]
    assert shuffle(range(1, 36), seed, "tiles") == items
