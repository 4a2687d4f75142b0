"""What is hidden, from whom, and that a redeal deals it anew (T1, T20, J21)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.rules import titania
from games.rules.titania.pieces import FOG_AT
from games.rules.titania.state import changed
from tests.rules.titania.tables import OTHER_SEED, SEED, go, hand, ships, step, table, tile

VIEWERS = (None, 0, 1)


def state_with_tiles():
    """Each seat holds two score tiles, and some fog has been entered."""
    state = table(2, "red blue yellow red/blue", fog={"E5": "3 white", "E6": "2 any"})
    state = go(state, "sail red red E5", "sail blue blue E6", "choose white", "sail yellow yellow E6")
    state = go(hand(state, "red red blue blue"), "choose green", "draw")
    return changed(state, tiles=((3, 4), (5, 5)), score_pile=state.score_pile[4:])


def test_hands_are_for_their_owners():
    state = state_with_tiles()
    for viewer in VIEWERS:
        seen = titania.view(state, viewer)
        assert seen.hand_sizes == tuple(map(len, state.hands))
        assert seen.hands == tuple(held if seat == viewer else None for seat, held in enumerate(state.hands))


def test_j21_only_the_owner_sees_score_tiles_and_all_see_how_many():
    state = state_with_tiles()
    assert titania.view(state, 0).tiles == ((3, 4), None)
    assert titania.view(state, 1).tiles == (None, (5, 5))
    assert titania.view(state, None).tiles == (None, None)
    assert titania.view(state, None).tile_counts == (2, 2)


def test_j21_shells_and_starfish_are_open():
    state = state_with_tiles()
    assert titania.view(state, 1).shells == state.shells
    assert titania.view(state, 1).starfish == state.starfish


def test_points_do_not_tell_of_score_tiles():
    state = state_with_tiles()
    assert titania.view(state, 0).points == (0, 0)
    assert titania.scores(titania.view(state, 0)) == (0, 0)


def test_fog_is_seen_once_it_was_entered():
    seen = titania.view(state_with_tiles(), None)
    assert seen.fog == (("E5", tile("3 white")),)
    assert seen.shows("E4")
    assert seen.shows("E7") is None
    assert len(seen.fog_left) == 20


def test_after_the_end_nothing_is_hidden():
    state = changed(state_with_tiles(), to_act=None)
    seen = titania.view(state, None)
    assert seen.hands == state.hands
    assert seen.tiles == state.tiles
    assert dict(seen.fog) == {space: state.fog[at] for space, at in FOG_AT.items() if space != "E6"}
    assert seen.fog_left == frozenset()
    assert (seen.pile_order, seen.score_order) == (state.pile, state.score_pile)
    assert titania.redeal(state, None, OTHER_SEED) == state


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_redeal_keeps_what_was_seen_and_deals_the_rest_anew(viewer):
    state = state_with_tiles()
    other = titania.redeal(state, viewer, OTHER_SEED)
    for space in ("E5", "E6"):
        assert other.fog[FOG_AT[space]] == state.fog[FOG_AT[space]]
    assert other.fog != state.fog
    assert other.fog_next != state.fog_next
    assert other.pile != state.pile
    assert other.score_pile != state.score_pile
    assert other.discards == state.discards
    assert [seat for seat in (0, 1) if other.hands[seat] == state.hands[seat]] == [
        seat for seat in (0, 1) if seat == viewer
    ]
    assert Counter(other.fog) == Counter(state.fog)
    assert titania.view(other, viewer) == titania.view(state, viewer)


def test_a_redeal_deals_score_tiles_anew_but_the_own_ones():
    state = changed(state_with_tiles(), tiles=((3, 4), (3, 3, 3, 3)))
    other = titania.redeal(state, 0, SEED)
    assert other.tiles[0] == (3, 4)
    assert other.tiles[1] != (3, 3, 3, 3)


def test_a_redeal_shuffles_the_discards_in_another_way():
    state = changed(table(), pile=(), discards=tuple(table().pile), reshuffles=(tuple(table().pile),))
    piles = {
        go(titania.redeal(state, 0, seed), "draw").hands[0] for seed in (SEED, OTHER_SEED, SEED[1:] + b"x")
    }
    assert len(piles) == 3


def test_a_redeal_of_the_second_period_leaves_no_third():
    state = changed(table(), period=2, fog_next=())
    assert titania.redeal(state, 0, OTHER_SEED).fog_next == ()


@pytest.mark.parametrize(
    ("text", "shows"),
    [
        ("sail red red E5", True),
        ("sail red red C3", False),
        ("sail red red E4", True),
        ("sail red red B6", True),
        ("sail red red C1", True),
        ("sail red red A3", False),
        ("sail red red G10", False),
        ("draw", True),
    ],
)
def test_a_step_that_shows_something_new_reveals(text, shows):
    state = ships(hand(table(), "red"), "B3 red", "B7 red", "C2 red", "D3 red", "G9 red")
    move = titania.parse(text)
    assert titania.reveals(state, 0, move) is shows
    assert titania.reveals(titania.view(state, 0), 0, move) is shows


def test_the_second_ship_on_fog_reveals_only_what_comes_face_down():
    state = go(
        hand(table(fog={"E5": "3 white", "E6": "score", "G5": "2 any"}), "red red red blue"),
        "sail red red E5",
    )
    assert not titania.reveals(state, 0, titania.parse("sail blue blue E5"))
    state = go(state, "sail red red E6")
    assert titania.reveals(state, 0, titania.parse("sail blue blue E6"))


def test_a_choice_that_brings_cards_reveals():
    state = go(ships(hand(table(), "red"), "B3 red"), "sail red red A3")
    assert titania.reveals(state, 0, titania.parse("choose white"))
    state = go(ships(hand(table(), "red"), "C3 red"), "sail red red D3")
    assert not titania.reveals(state, 0, titania.parse("choose white"))


@pytest.mark.parametrize("text", ["decline", "extra E1", "build A4 white 1", "decorate C5", "keep"])
def test_other_decisions_reveal_nothing(text):
    state = ships(hand(table(), "red"), "F3 red")
    assert not titania.reveals(changed(state, pending_space="E2"), 0, titania.parse(text))


@pytest.mark.parametrize("seats", titania.SEATS)
def test_a_step_that_does_not_reveal_looks_the_same_in_every_world(seats):
    rng = Random(seats)
    state = titania.begin(titania.deal(seats, {"one_space_per_crane_visit": False}, SEED))
    while state.to_act is not None:
        seat, move = state.to_act, rng.choice(titania.legal_moves(state, state.to_act))
        after, _ = titania.apply(state, seat, move)
        if not titania.reveals(state, seat, move):
            elsewhere, _ = titania.apply(titania.redeal(state, seat, rng.randbytes(32)), seat, move)
            assert titania.view(elsewhere, seat) == titania.view(after, seat)
        state = after


def test_the_log_tells_others_how_many_cards_and_not_which():
    state = ships(hand(table(), "blue red red"), "D3 blue")
    for text in ("draw", "sail blue blue E4"):
        _, happened = step(state, text)
        own, others = titania.describe(happened, 0), titania.describe(happened, 1)
        assert own != others
        assert titania.describe(happened, None) == others
        assert titania.describe(happened, None, over=True) == own


def test_the_log_tells_others_that_a_score_tile_came_and_not_which():
    _, happened = step(ships(hand(table(), "red"), "B7 red"), "sail red red B6")
    told = "seat 0 sent a red ship to B6 for a score tile"
    assert [str(said) for said in titania.describe(happened, 1)] == [f"{told}."]
    assert [str(said) for said in titania.describe(happened, 0)] == [f"{told} of 3."]
