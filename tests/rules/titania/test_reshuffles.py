"""Discards that became a new draw pile (J4), for everybody to check after the end (formats.md 1)."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.rules import chance, titania
from games.rules.record import begin, read
from games.rules.titania.pieces import CARDS

GOLDEN = Path(__file__).parents[2] / "golden/titania"
NAMES = ("two-reshuffles", "reshuffle-in-the-draw", "reshuffle-at-a-card-icon")


def played(name: str):
    """A golden game: its seed, deal, what its steps did, and the discards before each reshuffle."""
    kept = read((GOLDEN / f"{name}.json").read_text())
    deal = titania.read_deal(kept.seats, kept.options, kept.deal or {}, kept.seed)
    state, happened, discarded = begin(kept), [], []
    for seat, text in kept.moves:
        before, move = state, titania.parse(text)
        state, step = titania.apply(state, seat, move)
        happened.append(step)
        if state.reshuffled > before.reshuffled:
            played_now = (move.card,) if isinstance(move, titania.moves.Sail) else ()
            discarded.append([CARDS[card] for card in before.discards + played_now])
    return kept.seed, deal, happened, discarded


@pytest.mark.parametrize("name", NAMES)
def test_a_reshuffle_is_told_with_the_discards_that_it_began_with(name):
    _seed, deal, happened, discarded = played(name)
    told = titania.reshuffled(deal, happened)
    assert [before for before, _ in told.values()] == discarded
    assert [*told] == [f"reshuffle/{number}" for number in range(1, len(discarded) + 1)]


@pytest.mark.parametrize("name", NAMES)
def test_the_cards_drawn_from_the_new_pile_are_those_that_the_seed_gives(name):
    seed, deal, happened, _discarded = played(name)
    for label, (before, came) in titania.reshuffled(deal, happened).items():
        assert came
        assert chance.shuffle(before, seed, label)[: len(came)] == came


def test_every_card_of_an_earlier_pile_was_drawn_before_the_next_reshuffle():
    _seed, deal, happened, _discarded = played("two-reshuffles")
    first, second = titania.reshuffled(deal, happened).values()
    assert len(first[1]) == len(first[0])
    assert len(second[1]) <= len(second[0])


def test_a_game_without_one_tells_of_none():
    _seed, deal, happened, _discarded = played("two-reshuffles")
    assert titania.reshuffled(deal, happened[:3]) == {}
