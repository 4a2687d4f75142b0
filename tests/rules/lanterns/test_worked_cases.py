"""The worked cases of the rules, turn by turn."""

from __future__ import annotations

from games.rules import lanterns
from games.rules.lanterns.pieces import ROTATIONS, turned
from tests.rules.lanterns.hooks import everything_is_somewhere_once
from tests.rules.lanterns.tables import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    allowed,
    cards,
    edges,
    faces,
    go,
    outcome,
    refused,
    table,
)

CASE_A = (
    ("orange black purple blue", "place 1 1,0 0", ["blue purple", "blue", "orange", "black"], 1, 0),
    (
        "purple green purple black platform",
        "place 2 1,-1 0",
        ["purple", "purple black", "purple", "green"],
        1,
        1,
    ),
    ("blue black purple black platform", "place 3 0,-1 0", ["purple", "black", "black blue", "black"], 1, 2),
)

CASE_B = (
    (33, "purple black orange blue", "1,0", 1, ["orange blue", "blue", "purple", "black"], 0),
    (22, "orange orange blue white", "1,-1", 1, ["blue", "orange white", "orange", "orange"], 1),
    (26, "black white black white", "0,-1", 1, ["black", "white", "black white", "white"], 2),
    (20, "red orange red black", "2,0", 1, ["red", "black", "red", "orange black"], 1),
    (34, "red white black orange", "2,-1", 2, ["red orange black", "orange", "red", "white"], 2),
    (35, "white green purple blue", "1,1", 1, ["purple", "blue purple", "white", "green"], 0),
    (11, "green red red green", "2,1", 2, ["red", "green", "red green green", "red"], 2),
    (2, "green green green red", "0,1", 0, ["green", "", "green", "green"], 0),
)


def check(state, text, matches, gains, favours):
    """One turn brings just these matches, cards and favours; gives the position after it."""
    seat, got, after = state.to_act, outcome(state, text), go(state, text)
    assert len(got.matches) == matches
    assert got.favours == favours
    assert after.favours[seat] == state.favours[seat] + favours
    for each in range(4):
        gained = [now - then for now, then in zip(after.cards[each], state.cards[each], strict=True)]
        assert gained == list(cards(gains[each]))
    everything_is_somewhere_once(after)
    return after


def test_case_a_three_turns_with_tiles_of_the_rule_documents():
    state = table(4, (1, 10, 11), (2, 12, 13), (3, 14, 15))
    assert state.cards == (cards("red"), cards("white"), cards("black"), cards("blue"))
    assert state.supply == cards("7 red 8 orange 8 green 7 blue 8 purple 7 black 7 white")
    with faces(*(face for face, *_ in CASE_A)):
        for _, *turn in CASE_A:
            state = check(state, *[turn[0], turn[2], turn[1], turn[3]])
    assert state.cards[SOUTH] == cards("red blue 3 purple")
    assert state.cards[WEST] == cards("blue purple 2 black white")
    assert state.cards[NORTH] == cards("orange blue purple 2 black")
    assert state.cards[EAST] == cards("green blue 2 black")
    assert state.favours == (0, 1, 2, 0)
    assert state.supply == cards("7 red 7 orange 7 green 4 blue 3 purple 2 black 7 white")
    assert state.favours_left == 17


def placement(tile: int, lying: str, at: str) -> str:
    """The text that lays a tile so that its edges lie as said."""
    rotation = next(turn for turn in ROTATIONS if turned(tile, turn) == edges(lying))
    return f"place {tile} {at} {rotation}"


def after_case_b():
    state = table(4, (33, 34, 1), (22, 35, 3), (26, 11, 4), (20, 2, 5))
    for tile, lying, at, matches, gains, favours in CASE_B:
        state = check(state, placement(tile, lying, at), matches, gains, favours)
    return state


def test_case_b_eight_turns_with_printed_tiles():
    state = after_case_b()
    assert state.cards[SOUTH] == cards("4 red 2 orange green 2 blue purple 2 black")
    assert state.cards[WEST] == cards("2 orange green 2 blue purple black 3 white")
    assert state.cards[NORTH] == cards("3 red orange 3 green purple 2 black 2 white")
    assert state.cards[EAST] == cards("red 2 orange 2 green blue 2 black 2 white")
    assert state.favours == (2, 1, 4, 1)
    assert state.supply == cards("orange green 3 blue 5 purple black white")
    assert state.favours_left == 12


def test_case_b_south_holds_twelve_and_discards_nothing():
    state = after_case_b()
    assert state.excess == 0
    assert "give none back" in refused(state, "discard red")


def test_case_b_south_may_not_exchange_to_red():
    assert refused(after_case_b(), "exchange blue red") == "The supply has no red."


def test_case_b_dedicating_four_red_scores_eight_and_opens_red_again():
    state = after_case_b()
    after = go(state, "dedicate four red")
    assert [token.value for token in after.tokens[SOUTH]] == [8]
    assert after.supply == cards("4 red orange green 3 blue 5 purple black white")
    assert lanterns.view(after, SOUTH).honour == (8, 0, 0, 0)
    assert allowed(state, "exchange blue orange")
