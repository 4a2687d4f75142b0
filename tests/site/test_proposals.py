"""What the house proposes to somebody: whole turns, unlike each other, and from what the seat may know."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from games import proposals
from games.actions import drafts
from games.models import Draft
from games.models.rows import seated_at
from games.proposals import MOST, Proposal, in_words, table_with
from games.rules.lanterns.moves import Place
from games.rules.lanterns.pieces import COLOURS
from games.rules.titania.moves import Extra, Sail
from games.store import Loaded
from games.tables import table_for
from tests.rules.contract import TABLES
from tests.site.cast import NOW, running
from tests.site.worlds import after_turns, forget

every_table = pytest.mark.parametrize("table", TABLES, ids=str)


def positions(table, every: int = 9):
    """Some positions of a game played half sensibly: the state, and whose turn it is."""
    rules, state, dice = table.rules, table.begin(bytes(range(32))), Random(table.seats)
    found, number = [], 0
    while seats := rules.to_act(state):
        seat = min(seats)
        if number % every == 0:
            found.append((state, seat))
        legal = rules.legal_moves(state, seat)
        state, _ = rules.apply(state, seat, dice.choice(legal))
        number += 1
    return found


def proposed(rules, state, seat: int, most: int = MOST) -> list[Proposal]:
    """What the house proposes at a position."""
    house = proposals._House(Loaded(rules, 0, state), "slow-cup", seat)
    return list(islice(proposals._unlike(house.turns()), most))


def is_whole(rules, state, seat: int, texts) -> bool:
    """Whether each step may follow the one before, and only the last cannot be taken back."""
    for number, text in enumerate(texts, 1):
        move = rules.parse(text)
        assert rules.refusal(state, seat, move) is None
        if rules.reveals(state, seat, move) != (number == len(texts)):
            return False
        state, _ = rules.apply(state, seat, move)
    return True


@every_table
def test_every_proposal_is_a_whole_turn_and_no_two_look_alike(table):
    for state, seat in positions(table):
        found = proposed(table.rules, state, seat)
        assert all(is_whole(table.rules, state, seat, it.texts) for it in found)
        assert len({frozenset(map(str, it.openly)) for it in found}) == len(found) <= MOST


@every_table
def test_there_are_three_at_least_unless_there_are_not_so_many_turns(table, monkeypatch):
    few = [
        (state, seat, found)
        for state, seat in positions(table)
        if len(found := proposed(table.rules, state, seat)) < 3
    ]
    monkeypatch.setattr(proposals, "MOST_LOOKS", 400)
    monkeypatch.setattr(proposals, "BREADTH", 400)
    for state, seat, found in few:
        assert 0 < len(found) == len(proposed(table.rules, state, seat, 3))


@every_table
def test_they_are_the_same_in_every_world_that_looks_the_same_to_the_seat(table):
    for number, (state, seat) in enumerate(positions(table)):
        other = table.rules.redeal(state, seat, bytes([number % 256] * 32))
        assert proposed(table.rules, other, seat) == proposed(table.rules, state, seat)


@every_table
def test_it_takes_a_moment_only(table):
    for state, seat in positions(table):
        house = proposals._House(Loaded(table.rules, 0, state), "slow-cup", seat)
        list(islice(proposals._unlike(house.turns()), MOST))
        assert house.looks >= 10


def of_game(slug: str):
    """The tables of a game."""
    return [it for it in TABLES if it.slug == slug]


@pytest.mark.parametrize("table", of_game("lanterns"), ids=str)
def test_told_openly_a_placement_does_not_say_which_tile_it_is(table):
    rules = table.rules
    for state, seat in positions(table, 15):
        view, told = rules.view(state, seat), {}
        for move in rules.legal_moves(state, seat):
            if isinstance(move, Place):
                told.setdefault((move.x, move.y), set()).add(rules.outline(view, move, True))
        assert all(len(it) == 1 for it in told.values())


@pytest.mark.parametrize("table", of_game("titania"), ids=str)
def test_told_openly_a_ship_does_not_say_which_card_brings_it(table):
    rules = table.rules
    for state, seat in positions(table, 15):
        view, told = rules.view(state, seat), {}
        for move in rules.legal_moves(state, seat):
            if isinstance(move, Sail | Extra):
                told.setdefault(move.space, set()).add(rules.outline(view, move, True))
        assert all(len(it) == 1 for it in told.values())


@pytest.mark.parametrize("table", of_game("lanterns"), ids=str)
def test_where_lanterns_are_hidden_nothing_told_openly_names_a_colour(table):
    rules, named = table.rules, set()
    for state, seat in positions(table):
        view = rules.view(state, seat)
        for move in rules.legal_moves(state, seat)[:400]:
            words = str(rules.outline(view, move, True)).replace(",", "").split()
            named |= {*words} & {*COLOURS}
    assert bool(named) != dict(table.options)["lanterns"].startswith("hidden")


def test_nobody_else_is_proposed_anything(mei, joon, ines):
    game = running(mei, joon)
    assert len(proposals.proposals(table_for(game.slug, mei))) == MOST
    for person in (joon, ines, None):
        assert proposals.proposals(table_for(game.slug, person)) == ()


def test_what_is_composed_already_changes_no_proposal(mei, joon):
    game = running(mei, joon)
    before = proposals.proposals(table_for(game.slug, mei))
    drafts.choose(game.id, mei.id, 0, before[1].texts[0])
    forget()
    assert proposals.proposals(table_for(game.slug, mei)) == before


def test_a_table_with_a_proposal_shows_it_and_stores_nothing(mei, joon):
    game = after_turns(running(mei, joon), mei, joon, turns=8)
    it, seated = proposals.proposals(table_for(game.slug, mei))[0], seated_at(game.slug)
    table = table_with(seated, mei, it, NOW)
    assert (*table.draft.steps, table.draft.choice) == it.texts
    assert not Draft.objects.exists()


def test_it_is_worded_as_one_line(mei, joon):
    table = table_for(running(mei, joon).slug, mei)
    for it in proposals.proposals(table):
        assert in_words(table, it.openly).startswith("Place a tile at 1 ")
        assert " for you" in in_words(table, it.fully)
