"""The table before the first step (T1-T7), the deal, and the option."""

from __future__ import annotations

from collections import Counter

import pytest

from games.rules import titania
from games.rules.base import DealError, IllegalMove
from games.rules.chance import shuffle
from games.rules.titania.pieces import (
    BLUE,
    CARDS,
    CRANES,
    DECK,
    FOG_SPACES,
    FOG_TILES,
    NEIGHBOURS,
    RED,
    SCORE_TILES,
    SPACES,
    STARTS,
    TOWERS,
    YELLOW,
    spaces_in,
)
from games.rules.titania.state import changed
from tests.rules.titania.tables import OTHER_SEED, SEED, go, hand, ships, table, tile

OPTIONS = {"one_space_per_crane_visit": False}


def begun(seats: int = 2):
    return titania.begin(titania.deal(seats, OPTIONS, SEED))


def test_t1_a_fog_tile_on_each_of_22_spaces_and_30_score_tiles():
    state = begun()
    assert len(FOG_SPACES) == len(state.fog) == 22
    assert Counter(state.fog) == Counter(FOG_TILES)
    assert Counter(state.score_pile) == {3: 10, 4: 10, 5: 10}


def test_t1_the_tiles_are_those_of_our_distribution():
    twice = ["2 any", "2 any", "2 any", "1 starfish", "1 starfish", "1 starfish"]
    pairs = ["2 starfish", "2 starfish", "ship", "ship", "score", "score"]
    shells = [f"{n} {colour}" for n in (2, 3) for colour in ("white", "black", "green", "brown")]
    assert Counter(map(tile, [*shells, *twice, *pairs, "1 each", "3 any"])) == Counter(FOG_TILES)


def test_t2_two_ships_of_each_colour_stand_on_their_flags():
    fleets = [spaces_in(fleet) for fleet in begun().fleets]
    assert fleets[RED] == ("F6", "G6")
    assert fleets[BLUE] == ("F6", "F7")
    assert fleets[YELLOW] == ("F7", "G6")
    assert STARTS == ("F6", "F7", "G6")


def test_t3_fifteen_ships_of_each_colour_are_left():
    assert begun().ship_supply == (15, 15, 15)


@pytest.mark.parametrize("seats", titania.SEATS)
def test_t4_everybody_starts_with_nothing(seats):
    seen = titania.view(begun(seats), None)
    assert seen.points == seen.starfish == (0,) * seats
    assert set(seen.shells) == {(0, 0, 0, 0)}
    assert seen.tower_supply == (16,) * 4
    assert seen.shell_supply == (35,) * 4
    assert seen.starfish_supply == 25


@pytest.mark.parametrize("seats", titania.SEATS)
def test_t5_four_cards_each_and_the_rest_is_the_pile(seats):
    state, shuffled = begun(seats), tuple(shuffle(DECK, SEED, "cards"))
    assert len(shuffled) == 36
    assert [CARDS[kind] for kind in DECK[::4]] == [*["red"] * 2, *["blue"] * 2, *["yellow"] * 2, *CARDS[3:]]
    assert state.hands == tuple(shuffled[4 * seat : 4 * seat + 4] for seat in range(seats))
    assert state.pile == shuffled[4 * seats :]
    assert state.discards == ()


@pytest.mark.parametrize("seats", titania.SEATS)
def test_t6_seat_0_starts_and_play_goes_clockwise(seats):
    state = begun(seats)
    order = []
    for _ in range(seats + 1):
        order.append(state.to_act)
        state = go(state, "draw")
    assert order == [*range(seats), 0]


def test_t7_every_seat_plays_every_colour():
    state = go(hand(begun(), "red blue yellow", 1), "draw")
    assert {move.colour for move in titania.legal_moves(state, 1) if hasattr(move, "colour")} == {0, 1, 2}


# The sea


def test_the_sea_has_108_spaces_of_the_kinds_of_the_rules():
    kinds = Counter(space.kind for space in SPACES.values())
    assert kinds == {
        "start": 3,
        "fog": 22,
        "card": 2,
        "shell": 15,
        "starfish": 3,
        "score": 3,
        "ship": 3,
        "points": 3,
        "crane": 15,
        "tower": 15,
        "bonus": 24,
    }
    assert sum(len(SPACES[space].symbols) for space in TOWERS) == 32


def test_spaces_stand_by_row_and_number():
    names = list(SPACES)
    assert names[:9] == ["A1", "A2", "A3", "A4", "A5", "A6", "A7", "B1", "B2"]
    assert names.index("D10") == names.index("D9") + 1


def test_neighbours_are_mutual_and_six_inside():
    assert NEIGHBOURS["F6"] == ("E5", "E6", "F5", "F7", "G5", "G6")
    assert all(space in NEIGHBOURS[beside] for space in SPACES for beside in NEIGHBOURS[space])
    assert {len(NEIGHBOURS[space.id]) for space in SPACES.values() if not space.edge} == {6}


def test_t26_the_towers_of_a_crane_are_the_tower_spaces_next_to_it():
    for crane in CRANES:
        assert set(SPACES[crane].towers) == set(NEIGHBOURS[crane]) & set(TOWERS)


def test_j25_bonus_spaces_give_no_score_tiles():
    icons = {icon.icon for space in SPACES.values() if space.kind == "bonus" for icon in space.icons}
    assert icons == {"shell", "starfish", "points", "card"}


# The deal


def test_each_row_is_shuffled_with_its_label():
    deal = titania.deal(2, OPTIONS, SEED)
    assert deal.fog == tuple(shuffle(FOG_TILES, SEED, "fog/1"))
    assert deal.fog_next == tuple(shuffle(FOG_TILES, SEED, "fog/2"))
    assert deal.score == tuple(shuffle(SCORE_TILES, SEED, "score"))
    assert deal.fog != deal.fog_next


def test_a_deal_names_cards_by_their_words_and_fog_by_its_kind():
    spelled = titania.spell(titania.deal(2, OPTIONS, SEED))
    assert set(spelled) == {"cards", "fog/1", "fog/2", "score"}
    assert set(spelled["cards"]) == set(CARDS)
    assert sorted(spelled["fog/1"]) == list(FOG_TILES)


def dealt(**changes):
    """A deal spelled out, with changes; None takes a row away."""
    spelled = titania.spell(titania.deal(2, OPTIONS, SEED))
    rows = {name.replace("_", "/"): row for name, row in changes.items()}
    return {name: row for name, row in (spelled | rows).items() if row is not None}


@pytest.mark.parametrize(
    "spelled",
    [
        [],
        dealt(box=[]),
        dealt(cards=["red"] * 36),
        dealt(cards=["pink"] * 36),
        dealt(cards="red"),
        dealt(cards=[[]] * 36),
        dealt(fog_1=list(range(22))),
        dealt(fog_2=[True] * 22),
        dealt(score=[3] * 30),
        dealt(score=[3.0] * 30),
        dealt(score=None),
        dealt(reshuffles={}),
        dealt(reshuffles=[["pink"]]),
        dealt(reshuffles=["red"]),
    ],
    ids=str,
)
def test_a_deal_that_is_none_is_refused(spelled):
    with pytest.raises(DealError):
        titania.read_deal(2, OPTIONS, spelled, None)


def test_a_row_left_out_is_served_by_the_seed_and_reshuffles_are_kept():
    spelled = dealt(fog_1=None, reshuffles=[["red", "blue"]])
    deal = titania.read_deal(2, OPTIONS, spelled, OTHER_SEED)
    assert deal.fog == tuple(shuffle(FOG_TILES, OTHER_SEED, "fog/1"))
    assert titania.spell(deal)["reshuffles"] == [["red", "blue"]]


# The option (J7)


@pytest.mark.parametrize("value", ["false", 0, 1, None, "true"])
def test_the_option_is_true_or_false_and_nothing_else(value):
    with pytest.raises(DealError):
        titania.deal(2, {"one_space_per_crane_visit": value}, SEED)


def test_the_option_is_off_unless_it_is_chosen():
    (option,) = titania.OPTIONS
    assert (option.name, option.default) == ("one_space_per_crane_visit", False)
    assert table(one_space=True).one_space
    assert not table().one_space


# Reshuffles (J4, formats.md)


def out_of_cards(**changes):
    """Two seats with a pile of one card, and three cards in the discards."""
    state = hand(table(), "red blue yellow red/blue")
    pile = state.pile[:1]
    return changed(state, pile=pile, discards=(0, 1, 2), **changes)


def test_j4_the_discards_become_the_pile_when_a_card_must_be_drawn():
    state = go(out_of_cards(), "draw")
    expected = tuple(shuffle((0, 1, 2), SEED, "reshuffle/1"))
    assert state.hands[0][4:] == (out_of_cards().pile[0], *expected[:2])
    assert state.pile == expected[2:]
    assert state.discards == ()
    assert state.reshuffled == 1


def test_j4_a_pile_that_is_just_used_up_stays_empty_until_a_card_is_wanted():
    state = changed(out_of_cards(), pile=out_of_cards().pile * 3)
    state = go(state, "draw")
    assert state.pile == ()
    assert state.discards == (0, 1, 2)
    assert state.reshuffled == 0


def test_j4_the_card_just_played_is_among_them():
    state = changed(out_of_cards(), pile=(), discards=())
    state = go(ships(state, "D3 blue"), "sail blue blue E4")
    assert state.hands[0] == (0, 2, 3, 1)
    assert state.discards == ()


def test_j4_if_both_are_out_what_there_is_is_drawn():
    state = changed(out_of_cards(), pile=(2,), discards=())
    after = go(state, "draw")
    assert after.hands[0][4:] == (2,)
    assert after.reshuffled == 0


def test_the_second_reshuffle_has_a_label_of_its_own():
    state = go(out_of_cards(reshuffled=1), "draw")
    assert state.pile == tuple(shuffle((0, 1, 2), SEED, "reshuffle/2"))[2:]


def test_a_reshuffle_spelled_out_goes_before_the_seed():
    state = go(out_of_cards(reshuffles=((2, 1, 0),)), "draw")
    assert state.hands[0][5:] == (2, 1)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"reshuffles": ((2, 1, 1),)}, "do not hold the cards that were discarded"),
        ({"seed": None}, "does not say how the discards were shuffled"),
    ],
)
def test_a_deal_that_does_not_say_how_stops_the_game_with_a_sentence(changes, reason):
    with pytest.raises(IllegalMove) as caught:
        go(out_of_cards(**changes), "draw")
    assert reason in str(caught.value.sentence)
