"""Building (T27-T32, J7, J16)."""

from __future__ import annotations

import pytest

from games.rules import titania
from games.rules.titania.legal import build_sites
from games.rules.titania.moves import Build
from games.rules.titania.towers import price_of
from tests.rules.titania.tables import (
    decorated,
    go,
    hand,
    holding,
    points,
    refused,
    shells,
    ships,
    table,
    texts,
    towers,
)


def at(crane: str, held: str, *, beside: str, one_space: bool = False, **levels: str):
    """A red ship has come to a crane; its player holds these shells, these towers stand."""
    state = hand(table(one_space=one_space), "red")
    state = towers(holding(ships(state, f"{beside} red"), held), **levels)
    return go(state, f"sail red red {crane}")


def at_b4(held: str, **options):
    return at("B4", held, beside="C4", **options)


def test_t27_any_number_of_towers_and_levels_that_can_be_paid():
    state = go(at_b4("3 white 3 black"), "build A4 white 2 A4 black 1 C5 black 1")
    assert titania.view(state, None).towers == (("A4", shells("2 white 1 black")), ("C5", shells("1 black")))
    assert state.shells[0] == shells("1 black")


def test_t27_only_on_neighbouring_tower_spaces():
    assert refused(at_b4("9 white"), "build A2 white 1") == "A2 is not next to the crane."
    assert refused(at_b4("9 white"), "build B5 white 1") == "B5 is not next to the crane."


def test_t28_only_the_colours_printed():
    assert refused(at_b4("9 white 9 brown"), "build A4 brown 1") == "A4 has no place for a brown tower."


def test_t28_four_levels_at_most():
    state = at_b4("30 white", A4="2 white")
    assert refused(state, "build A4 white 3") == "A tower has at most four levels."
    assert texts(state) == ["build A4 white 1", "build A4 white 2"]


@pytest.mark.parametrize(
    ("levels", "more", "price"), [(0, 1, 1), (0, 2, 3), (0, 4, 10), (2, 1, 3), (1, 3, 9)]
)
def test_t29_a_level_costs_its_height_and_several_their_sum(levels, more, price):
    assert price_of(levels, more) == price
    built = f"{levels} white" if levels else ""
    assert go(at_b4(f"{price} white", A4=built), f"build A4 white {more}").shells[0] == shells()
    if price > levels + 1:
        reason = f"That takes {price} white shells; you hold {price - 1}."
        assert refused(at_b4(f"{price - 1} white", A4=built), f"build A4 white {more}") == reason


def test_t29_towers_of_one_colour_share_the_shells():
    state = at_b4("2 black")
    assert texts(state) == ["build C5 black 1", "build A4 black 1", "build A4 black 1 C5 black 1"]
    assert refused(state, "build A4 black 2") == "That takes 3 black shells; you hold 2."


def test_t30_anyone_may_go_on_with_a_tower_at_the_next_price():
    state = at_b4("2 white", A4="1 white")
    state = go(state, "build A4 white 1")
    assert titania.view(state, None).towers == (("A4", shells("2 white")),)


def test_t31_a_level_scores_three():
    assert points(go(at_b4("3 white 1 green"), "build A4 white 2 A4 green 1")) == (9, 0)


def test_t31_and_four_where_a_starfish_lies():
    state = decorated(at_b4("1 white 1 black"), "A4")
    assert points(go(state, "build A4 white 1 C5 black 1")) == (7, 0)


def test_t32_shells_go_back_to_the_supply():
    state = at_b4("3 white")
    assert go(state, "build A4 white 2").shell_supply == shells("35 white 35 black 35 green 35 brown")


def test_a_visit_is_one_step_and_then_the_turn_goes_on():
    state = go(at_b4("3 white"), "build A4 white 1")
    assert state.pending is None
    assert refused(state, "build A4 white 1") == "You build only when a ship has entered a crane."


def test_j7_all_neighbours_unless_the_table_says_one():
    one = at_b4("1 white 1 black", one_space=True)
    both = at_b4("1 white 1 black")
    assert refused(one, "build A4 white 1 C5 black 1") == (
        "At this table a visit to a crane builds on one island only."
    )
    one_space = ["build A4 black 1", "build A4 white 1", "build A4 white 1 A4 black 1", "build C5 black 1"]
    assert sorted(texts(one)) == one_space
    assert sorted(texts(both)) == sorted([*one_space, "build A4 white 1 C5 black 1"])


def test_j16_tower_pieces_may_run_out():
    state = at_b4("9 black", A6="4 black", D2="4 black", G11="4 black", I9="3 black")
    assert texts(state) == ["build C5 black 1", "build A4 black 1"]
    assert refused(state, "build A4 black 1 C5 black 1") == "Not enough black levels are left."


@pytest.mark.parametrize(
    "levels",
    [
        (),
        (("A4", 0, 0),),
        (("A4", 0, -1),),
        (("C5", 1, 1), ("A4", 0, 1)),
        (("A4", 0, 1), ("A4", 0, 1)),
        (("A4", 2, 1), ("A4", 0, 1)),
    ],
    ids=str,
)
def test_towers_stand_once_and_in_order(levels):
    state = at_b4("9 white 9 black 9 green")
    assert str(titania.refusal(state, 0, Build(levels))) == "Name each tower once, in the order of the board."


def test_the_sites_of_a_view_are_the_towers_with_prices():
    state = at_b4("4 white 1 black", A4="1 white 4 green")
    assert build_sites(titania.view(state, 0)) == (
        ("A4", 0, 1, 2, 1),
        ("A4", 1, 0, 1, 1),
        ("A4", 2, 4, 0, 0),
        ("C5", 1, 0, 1, 1),
    )
    assert build_sites(titania.view(go(state, "build A4 white 1"), 0)) == ()


def test_a_refusal_tells_a_page_what_is_wrong_with_a_plan():
    seen = titania.view(at_b4("1 white"), 0)
    assert titania.refusal(seen, 0, Build((("A4", 0, 1),))) is None
    assert str(titania.refusal(seen, 0, Build((("A4", 0, 2),)))) == "That takes 3 white shells; you hold 1."
