"""The steps before the placement: exchange, dedicate and the hand limit (L5 to L8)."""

from __future__ import annotations

import pytest

from games.rules import lanterns
from games.rules.lanterns.apply import Preview
from games.rules.lanterns.legal import dedication_choices, exchange_choices
from games.rules.lanterns.moves import Dedicate, parse
from games.rules.lanterns.state import Token, changed
from tests.rules.lanterns.tables import (
    SOUTH,
    WEST,
    allowed,
    cards,
    go,
    holding,
    last_round,
    refused,
    rich,
    step,
    table,
    texts,
)

SPACE = "place 1 0,1 0"


def start(*hands, favours=2, seats=4, **options):
    """South to act with these lanterns and so many favours; tile 1 is in its hand."""
    return rich(holding(table(seats, **options), *hands), favours)


def without(state, colour, keeper=WEST):
    """The supply has run out of a colour: another seat holds it all."""
    index = cards(colour).index(1)
    held = list(state.cards[keeper])
    held[index] += state.supply[index]
    supply = tuple(0 if each == index else number for each, number in enumerate(state.supply))
    return changed(
        state,
        cards=tuple(tuple(held) if seat == keeper else own for seat, own in enumerate(state.cards)),
        supply=supply,
    )


# L5


def test_l5_an_exchange_costs_two_favours_and_swaps_one_lantern():
    state = start("red blue", favours=3)
    after = go(state, "exchange red white")
    assert after.cards[SOUTH] == cards("blue white")
    assert after.supply[0] == state.supply[0] + 1
    assert after.supply[6] == state.supply[6] - 1
    assert (after.favours[SOUTH], after.favours_left) == (1, 19)


def test_l5_an_exchange_needs_two_favours():
    assert "two favours" in refused(start("red", favours=1), "exchange red white")
    assert exchange_choices(lanterns.view(start("red", favours=1), SOUTH)) == ()


def test_l5_an_exchange_takes_another_colour():
    assert refused(start("red"), "exchange red red") == "An exchange takes another colour than it gives."


def test_l5_one_gives_only_what_one_holds():
    assert refused(start("red"), "exchange blue white") == "You hold no blue."


def test_l5_one_takes_only_what_the_supply_holds_now():
    assert refused(without(start("red"), "white"), "exchange red white") == "The supply has no white."


def test_l5_an_exchange_happens_at_most_once_a_turn_and_is_open_again_the_next():
    state = go(start("red blue", favours=6), "exchange red white")
    assert refused(state, "exchange blue white") == "You can exchange only once a turn."
    state = go(state, SPACE, "place 4 1,0 0", "place 7 -1,0 0", "place 10 0,-1 0")
    assert allowed(state, "exchange blue orange")


def test_l5_the_choices_of_a_page_are_the_exchanges_of_the_list():
    state = without(start("red red blue"), "white")
    choices = exchange_choices(lanterns.view(state, SOUTH))
    assert choices == ((0, (1, 2, 3, 4, 5)), (3, (0, 1, 2, 4, 5)))
    listed = [parse(text) for text in texts(state, "exchange")]
    assert sorted((move.give, take) for move in listed for take in [move.take]) == [
        (give, take) for give, takes in choices for take in takes
    ]


# L6


def test_l6_four_of_a_kind_goes_back_for_the_top_token():
    state = start("5 red")
    after = go(state, "dedicate four red")
    assert after.cards[SOUTH] == cards("red")
    assert after.supply[0] == state.supply[0] + 4
    assert after.tokens[SOUTH] == (Token(0, 8, False),)
    assert after.stacks[0] == state.stacks[0][1:]


def test_l6_three_pairs_are_two_each_of_three_different_colours():
    after = go(start("2 red 3 green 2 white"), "dedicate pairs red green white")
    assert after.cards[SOUTH] == cards("green")
    assert after.tokens[SOUTH] == (Token(1, 9, False),)


def test_l6_four_of_one_colour_are_not_two_pairs():
    state = start("4 red 2 green")
    assert not texts(state, "dedicate pairs")
    assert texts(state, "dedicate") == ["dedicate four red"]


def test_l6_seven_unique_is_one_of_each_colour():
    after = go(start("2 red orange green blue purple black white"), "dedicate seven")
    assert after.cards[SOUTH] == cards("red")
    assert after.tokens[SOUTH] == (Token(2, 10, False),)


@pytest.mark.parametrize(
    ("held", "text"),
    [
        ("3 red", "dedicate four red"),
        ("2 red 2 blue white", "dedicate pairs red blue white"),
        ("red orange green blue purple black", "dedicate seven"),
    ],
)
def test_l6_a_set_has_to_be_complete(held, text):
    assert refused(start(held), text).startswith("That takes ")


def test_l6_one_may_dedicate_once_a_turn():
    state = go(start("4 red 4 blue"), "dedicate four red")
    assert refused(state, "dedicate four blue") == "You can dedicate only once a turn."
    state = go(state, SPACE, "place 4 1,0 0", "place 7 -1,0 0", "place 10 0,-1 0")
    assert allowed(state, "dedicate four blue")


def test_l6_a_card_gained_by_this_turns_exchange_may_be_used():
    after = go(start("3 red white"), "exchange white red", "dedicate four red")
    assert sum(after.cards[SOUTH]) == 0


def test_the_order_is_strict_after_a_dedication_no_exchange_follows():
    state = go(start("4 red blue"), "dedicate four red")
    assert "before the dedication" in refused(state, "exchange blue white")


def test_l6_the_choices_of_a_page_are_the_dedications_of_the_list():
    state = start("4 red 2 blue 2 white orange green purple black", seats=4)
    choices = dedication_choices(lanterns.view(state, SOUTH))
    assert list(map(str, choices)) == texts(state, "dedicate")
    assert set(map(str, choices)) == {"dedicate four red", "dedicate pairs red blue white", "dedicate seven"}


# L7


def test_l7_an_empty_stack_pays_a_generic_token_of_four():
    state = changed(start("4 red"), stacks=((), (5,), (5,)))
    after = go(state, "dedicate four red")
    assert after.tokens[SOUTH] == (Token(0, 4, True),)
    assert after.generics == 2
    assert after.stacks == ((), (5,), (5,))


def test_l7_never_a_generic_while_the_stack_has_tokens():
    after = go(changed(start("4 red"), stacks=((4,), (), ())), "dedicate four red")
    assert after.tokens[SOUTH] == (Token(0, 4, False),)
    assert after.generics == 3


def test_l7_the_generics_are_one_pool_for_all_kinds():
    state = changed(start("4 red 2 blue 2 green 2 white"), stacks=((), (), ()), generics=1)
    for text in ("dedicate four red", "dedicate pairs green blue white"):
        assert go(state, text).generics == 0


@pytest.mark.parametrize(
    ("held", "text", "kind"),
    [
        ("4 red", "dedicate four red", 0),
        ("2 red 2 blue 2 white", "dedicate pairs red blue white", 1),
        ("red orange green blue purple black white", "dedicate seven", 2),
    ],
)
def test_l7_without_tokens_and_generics_a_kind_is_closed(held, text, kind):
    stacks = tuple(() if each == kind else (5,) for each in range(3))
    state = changed(start(held), stacks=stacks, generics=0)
    assert refused(state, text).startswith("No token is left for ")
    assert dedication_choices(lanterns.view(state, SOUTH)) == ()


def test_l7_the_other_kinds_stay_open_when_the_generics_are_gone():
    state = changed(start("4 red 2 blue 2 white"), stacks=((), (5,), ()), generics=0)
    assert texts(state, "dedicate") == ["dedicate pairs red blue white"]


def test_l7_in_the_preview_edition_dedications_never_close():
    state = changed(start("4 red", edition="preview"), stacks=((), (), ()))
    for _ in range(5):
        state = changed(go(state, "dedicate four red"), dedicated=False)
        state = holding(state, "4 red")
    assert state.tokens[SOUTH] == (Token(0, 4, True),) * 5
    assert allowed(state, "dedicate four red")


# L8


THIRTEEN = "4 red 4 orange 3 green 2 blue"


def test_l8_above_twelve_exactly_the_excess_is_discarded():
    state = start(THIRTEEN + " purple", favours=0)
    assert state.excess == 2
    after = go(state, "discard red blue")
    assert sum(after.cards[SOUTH]) == 12
    assert after.supply[0] == state.supply[0] + 1
    assert after.supply[3] == state.supply[3] + 1
    assert after.excess == 0


@pytest.mark.parametrize("text", ["discard red", "discard red red red"])
def test_l8_neither_less_nor_more_than_the_excess(text):
    assert "give back exactly 2" in refused(start(THIRTEEN + " purple"), text)


def test_l8_one_discards_what_one_holds():
    assert (
        refused(start("4 red 4 orange 4 green blue white"), "discard blue blue")
        == "You hold less blue than that."
    )


def test_l8_with_twelve_or_fewer_nothing_may_be_discarded():
    assert "give none back" in refused(start("4 red 4 orange 4 green"), "discard red")
    assert not texts(start("red"), "discard")


def test_l8_no_tile_is_placed_before_the_discard():
    state = start(THIRTEEN)
    assert "give back exactly 1 first" in refused(state, SPACE)
    assert not texts(state, "place")
    assert allowed(go(state, "discard blue"), SPACE)


def test_l8_dedicating_instead_of_discarding_is_allowed_and_never_forced():
    state = start(THIRTEEN, favours=0)
    assert allowed(state, "discard red")
    assert allowed(go(state, "dedicate four red"), SPACE)


def test_l8_an_exchange_leaves_the_excess_as_it_is():
    state = go(start(THIRTEEN), "exchange red white")
    assert state.excess == 1
    assert allowed(state, "discard white")


def test_after_a_discard_neither_exchange_nor_dedicate_may_follow():
    state = go(start(THIRTEEN), "discard blue")
    for text in ("exchange red white", "dedicate four red"):
        assert refused(state, text) == "After giving lanterns back you can only place a tile or finish."


def test_l8_a_dedication_may_come_before_a_discard_that_is_still_due():
    state = go(start("5 red 5 orange 5 green 2 blue", seats=4), "dedicate four red")
    assert state.excess == 1
    assert allowed(state, "discard orange")


def test_l8_every_way_to_discard_is_listed_once():
    state = start("8 red 4 orange 2 green", favours=0)
    assert texts(state, "discard") == [
        "discard red red",
        "discard red orange",
        "discard red green",
        "discard orange orange",
        "discard orange green",
        "discard green green",
    ]


def test_l8_others_may_sit_above_twelve_until_their_own_turn():
    state = holding(table(), "red", THIRTEEN)
    assert state.excess == 0
    state = go(state, SPACE)
    assert state.to_act == WEST
    assert state.excess == sum(state.cards[WEST]) - 12 > 0
    assert not texts(state, "place")


def test_l8_applies_in_the_final_round_too():
    state = last_round(holding(table(), THIRTEEN))
    assert "give back exactly 1" in refused(state, "finish")
    assert allowed(go(state, "discard red"), "finish")


def test_the_view_tells_the_steps_taken_and_the_excess_left():
    seen = lanterns.view(go(start(THIRTEEN), "exchange red white"), WEST)
    assert (seen.exchanged, seen.dedicated, seen.discarded, seen.excess) == (True, False, False, 1)
    seen = lanterns.view(go(start(THIRTEEN), "dedicate four red"), WEST)
    assert (seen.exchanged, seen.dedicated, seen.discarded, seen.excess) == (False, True, False, 0)
    seen = lanterns.view(go(start(THIRTEEN), "discard red"), WEST)
    assert (seen.exchanged, seen.dedicated, seen.discarded, seen.excess) == (False, False, True, 0)


def test_steps_before_the_placement_can_be_taken_back_and_the_placement_cannot():
    state = start(THIRTEEN)
    for text in ("exchange red white", "dedicate four red", "discard red"):
        assert not lanterns.reveals(state, SOUTH, parse(text))
    for text in (SPACE, "finish"):
        assert lanterns.reveals(state, SOUTH, parse(text))


def test_a_preview_of_a_dedication_tells_its_honour():
    seen = lanterns.view(start("4 red"), SOUTH)
    assert lanterns.preview(seen, Dedicate(0, (0,))) == Preview(honour=8)
    assert lanterns.preview(seen, parse("exchange red white")) == Preview()


def test_another_seat_is_told_whose_turn_it_is():
    assert refused(start("red"), SPACE, WEST) == "It is the turn of seat 0."


def test_a_step_leaves_the_turn_with_its_seat():
    state, _ = step(start("red"), "exchange red white")
    assert state.to_act == SOUTH
    assert state.turns_done == 0
