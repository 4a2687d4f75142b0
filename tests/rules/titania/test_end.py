"""The end of a period and of the game (T37-T43, J18, J19, J22)."""

from __future__ import annotations

import pytest

from games.rules import titania
from games.rules.titania import scoring
from games.rules.titania.pieces import FOG_TILES, START_FLEETS
from games.rules.titania.state import Earned, changed
from tests.rules.titania.hooks import everything_is_somewhere_once
from tests.rules.titania.tables import (
    decorated,
    go,
    hand,
    holding,
    last_turn,
    points,
    refused,
    ships,
    starfish,
    step,
    supply,
    table,
    texts,
    towers,
)


def test_t37_the_turn_is_finished_with_other_cards_and_the_draw():
    state = go(last_turn(table(), period=1), "sail red red E5")
    assert state.period == 1
    assert texts(state, "sail")
    state = go(state, "sail blue blue E6", "draw")
    assert state.period == 2
    assert len(state.hands[0]) == 2


def test_t37_nobody_has_another_turn_in_the_period():
    state = go(last_turn(table(3), period=1), "sail red red E5", "draw")
    assert (state.period, state.to_act) == (2, 1)


@pytest.mark.parametrize("colour", ["red", "blue", "yellow"])
def test_t37_each_colour_may_end_it(colour):
    state = supply(table(), **{colour: 0})
    assert go(state, "draw").period == 2
    assert go(supply(table(), **{colour: 1}), "draw").period == 1


def test_t37_an_extra_ship_may_use_up_a_colour():
    state = supply(ships(hand(table(), "red"), "F3 red"), red=2)
    assert go(state, "sail red red E2", "extra E1", "draw").period == 2


def test_t38_ships_leave_the_board_and_18_of_each_colour_are_left():
    state = go(supply(ships(table(), "C3 red blue", "G3 yellow"), red=0), "draw")
    assert state.fleets == START_FLEETS
    assert state.ship_supply == (18, 18, 18)


def test_t39_all_22_fog_tiles_are_laid_again_in_the_order_of_the_second_period():
    state = go(last_turn(table(fog={"E5": "3 white"}), period=1), "sail red red E5")
    after = go(state, "draw")
    assert after.fog == state.fog_next
    assert sorted(after.fog) == sorted(FOG_TILES)
    assert after.fog_next == ()
    assert len(titania.view(after, None).fog_left) == 22


def test_t40_towers_starfish_and_what_players_hold_are_kept():
    state = decorated(towers(supply(table(), red=0), A4="2 white"), "C5")
    state = changed(
        starfish(holding(state, "3 green"), 2), tiles=((4,), ()), earned=(Earned(6, 1, 2), Earned())
    )
    after = go(state, "draw")
    assert (after.levels, after.decorated) == (state.levels, state.decorated)
    assert after.shells == state.shells
    assert after.starfish == (2, 0)
    assert after.tiles == ((4,), ())
    assert after.hands[0][:4] == state.hands[0]
    assert points(after) == (9, 0)


def test_t41_and_j18_the_next_player_begins_and_piles_stay():
    state = changed(supply(table(3), red=0), discards=(0, 1))
    after = go(state, "draw")
    assert (after.period, after.to_act, after.played) == (2, 1, 0)
    assert after.discards == (0, 1)
    assert after.pile == state.pile[3:]


def test_t42_the_second_period_ends_the_game():
    state = go(last_turn(table()), "sail red red E5", "draw")
    assert titania.to_act(state) == frozenset()
    assert titania.result(state)
    assert refused(state, "draw", 1) == "The game is over."
    assert titania.progress(titania.view(state, None)) == (1, 1)


def finished(*rows: tuple[int, tuple[int, ...], int, str]):
    """A game that is over: for each seat points, score tiles, starfish and shells."""
    seats = len(rows)
    state = starfish(holding(table(seats), *[row[3] for row in rows]), *[row[2] for row in rows])
    return changed(
        state,
        to_act=None,
        earned=tuple(Earned(building=row[0]) for row in rows),
        tiles=tuple(row[1] for row in rows),
    )


def test_t43_score_tiles_count_at_the_end():
    result = titania.result(finished((10, (3, 4), 0, ""), (12, (), 0, "")))
    assert result.scores == (17, 12)
    assert result.places == (1, 2)
    assert result.breakdown == ((10, 0, 0, 7), (12, 0, 0, 0))
    assert str(result.reason) == "seat 0 won with the most points."
    assert result.decided_by is None


def test_t43_and_j19_a_tie_goes_to_starfish_and_shells_left():
    result = titania.result(finished((10, (), 1, "1 white"), (10, (), 0, "3 green"), (2, (), 9, "9 white")))
    assert result.places == (2, 1, 3)
    assert result.tied == ((2,), (3,), (18,))
    assert result.decided_by == 0
    assert str(result.reason) == "seat 1 won the tie by starfish and shells left."


def test_t43_what_is_still_tied_is_shared_and_skips_the_next_place():
    result = titania.result(finished((10, (), 1, ""), (10, (), 0, "1 white"), (9, (), 5, "")))
    assert result.places == (1, 1, 3)
    assert result.winners == (0, 1)
    assert str(result.reason) == "The victory was shared by seat 0 and seat 1."
    assert result.decided_by is None


def test_t43_all_places_are_dealt_by_the_same_key():
    rows = [(9, (), 0, "1 white"), (20, (), 0, ""), (9, (), 0, "2 white"), (9, (), 1, "")]
    assert titania.result(finished(*rows)).places == (3, 1, 2, 3)


@pytest.mark.parametrize(
    ("standings", "decided"),
    [
        ([(40, 9), (41, 0)], None),
        ([(41, 3), (41, 4), (20, 9)], 0),
        ([(41, 4), (41, 4)], None),
        ([(41, 4), (41, 4), (41, 3)], None),
        ([(41, 4), (40, 4), (40, 3)], None),
    ],
)
def test_the_first_place_is_decided_by_the_first_difference(standings, decided):
    assert scoring.decided_by(standings) == decided


# Nobody gets on (J22)


def stuck(seats: int, period: int = 1):
    """Nobody can play, and all hands are full."""
    state = changed(table(seats), period=period, fog_next=() if period == 2 else FOG_TILES)
    for seat, held in enumerate(
        ["red " * 7, "blue " * 7, "yellow " * 7, "red/blue " * 4 + "red/yellow " * 3]
    ):
        state = hand(state, held, seat) if seat < seats else state
    return changed(state, reach=(0, 0, 0))


@pytest.mark.parametrize("seats", titania.SEATS)
def test_j22_a_period_ends_when_for_two_rounds_nobody_plays_or_draws(seats):
    state = stuck(seats)
    for turn in range(2 * seats):
        assert (state.period, state.idle) == (1, turn)
        state = go(state, "draw")
    assert (state.period, state.idle, state.to_act) == (2, 0, 0)
    everything_is_somewhere_once(state)


def test_j22_it_ends_the_game_too():
    state = stuck(2, period=2)
    assert titania.result(go(state, *["draw"] * 3)) is None
    assert titania.result(go(state, *["draw"] * 4))


def test_j22_a_card_drawn_or_played_begins_the_count_anew():
    state = changed(stuck(2), idle=3)
    assert go(hand(state, "red"), "draw").idle == 0
    ready = hand(changed(table(fog={"E5": "3 white"}), idle=3), "red " * 7)
    assert go(ready, "sail red red E5", "draw").idle == 0
    assert go(ready, "draw").period == 2


def test_j22_is_told():
    _, happened = step(changed(stuck(2), idle=3), "draw")
    assert happened.period_ended == 1
    assert happened.used_up == ()


def test_the_estimate_of_turns_stays_within_a_turn_and_is_true_at_the_end():
    state = table(fog={"E5": "3 white"})
    before = titania.progress(titania.view(state, None))
    assert titania.progress(titania.view(go(hand(state, "red"), "sail red red E5"), None)) == before
    assert before[1] > 20
