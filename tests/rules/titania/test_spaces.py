"""What the spaces give (T16-T25, J8, J13-J15, J17, J20, J23)."""

from __future__ import annotations

import pytest

from games.rules import titania
from games.rules.titania.pieces import SHELLS, SPACES, Icon
from games.rules.titania.state import changed
from tests.rules.titania.tables import (
    allowed,
    gain,
    go,
    hand,
    points,
    refused,
    shells,
    ships,
    starfish,
    step,
    table,
    texts,
    tile,
)


def start(*places: str, held: str = "red blue yellow red/blue", **fog: str):
    return ships(hand(table(fog=fog), held), *places)


def test_t16_both_ships_on_a_space_trigger_it():
    state = start("D3 red blue")
    state = go(state, "sail red red C3", "sail blue blue C3")
    assert state.shells[0] == shells("2 white")


def test_t18_a_shell_space_gives_the_shells_shown():
    assert gain(start("D3 red"), "sail red red C3").shells == shells("1 white")


def test_t18_of_a_many_coloured_icon_one_colour_is_chosen():
    state = go(start("C3 red"), "sail red red D3")
    assert texts(state) == ["choose white", "choose black", "choose green", "choose brown"]
    assert (titania.view(state, 0).pending_n, state.pending_space) == (1, "D3")
    assert go(state, "choose brown").shells[0] == shells("1 brown")


def test_t19_a_starfish_space_gives_a_starfish():
    assert gain(start("G9 red"), "sail red red G10").starfish == 1


def test_t20_a_score_tile_is_drawn_and_kept():
    state = start("B7 red")
    top = state.score_pile[0]
    state = go(state, "sail red red B6")
    assert state.tiles[0] == (top,)
    assert len(state.score_pile) == 29
    assert points(state) == (0, 0)


def test_t21_a_ship_space_gives_another_ship_of_the_colour_for_a_space_next_to_it():
    state = go(start("F3 red"), "sail red red E2")
    assert (state.pending, state.pending_colour) == ("extra", 0)
    assert texts(state) == ["extra D1", "extra E1", "decline"]
    state = go(state, "extra E1")
    assert points(state) == (3, 0)
    assert state.ship_supply[0] == 12  # one was there before
    assert state.played == 1


def test_t21_chains_are_possible():
    state = start(G5="ship", G4="ship", F4="2 white")
    state = go(state, "sail red red G5", "extra G4", "extra F4")
    assert state.ship_supply[0] == 12
    assert state.shells[0] == shells("2 white")
    assert state.played == 1


def test_t22_a_ship_on_a_crane_has_to_build():
    state = changed(start("C4 red"), shells=(shells("1 green"), shells()))
    state = go(state, "sail red red B4")
    assert texts(state) == ["build A4 green 1"]
    assert refused(state, "draw") == "First build at the crane."


def test_t23_points_are_scored_at_once():
    assert points(go(start("C1 red"), "sail red red C2")) == (2, 0)


def test_t23_cards_are_drawn():
    state = start("D3 red")
    assert go(state, "sail red red E4").hands[0][-1] == state.pile[0]


OF_A_COLOUR = [f"{n} {colour}" for n in (2, 3) for colour in SHELLS]


@pytest.mark.parametrize(
    ("shown", "given"),
    [*zip(OF_A_COLOUR, OF_A_COLOUR, strict=True), ("1 each", "1 white 1 black 1 green 1 brown")],
)
def test_t24_fog_gives_what_it_shows(shown, given):
    state = go(start(E6=shown), "sail red red E6")
    assert state.shells[0] == shells(given)
    assert state.pending is None


@pytest.mark.parametrize("n", [2, 3])
def test_t24_fog_of_one_chosen_colour(n):
    state = go(start(E6=f"{n} any"), "sail red red E6")
    assert titania.view(state, None).pending_n == n
    assert go(state, "choose black").shells[0] == shells(f"{n} black")


@pytest.mark.parametrize("n", [1, 2])
def test_t24_fog_of_starfish(n):
    assert go(start(E6=f"{n} starfish"), "sail red red E6").starfish == (n, 0)


def test_t24_fog_of_a_score_tile_and_a_ship():
    state = start(E6="score", G5="ship")
    assert len(go(state, "sail red red E6").tiles[0]) == 1
    assert go(state, "sail red red G5").pending == "extra"


def test_t24_the_first_ship_turns_the_tile_up_and_it_stays():
    state = start(E6="3 white")
    before, after = titania.view(state, 1), titania.view(go(state, "sail red red E6"), 1)
    assert "E6" in before.fog_left and not before.fog
    assert "E6" not in after.fog_left and after.fog == (("E6", tile("3 white")),)


def test_t24_the_second_ship_takes_the_same_and_the_tile_is_set_aside():
    state = go(start(E6="3 white"), "sail red red E6", "sail blue blue E6")
    seen = titania.view(state, None)
    assert state.shells[0] == shells("6 white")
    assert not seen.fog
    assert "E6" not in seen.fog_left


def test_t24_a_tile_that_asks_lies_there_until_it_is_answered():
    state = go(start(E6="2 any"), "sail red red E6", "choose white", "sail blue blue E6")
    assert titania.view(state, None).fog == (("E6", tile("2 any")),)
    assert not titania.view(go(state, "choose white"), None).fog


def test_t25_a_bonus_space_gives_everything_shown():
    given = gain(start("E11 red"), "sail red red D10")
    assert (given.shells, given.cards) == (shells("2 black"), 2)
    given = gain(start("B8 red"), "sail red red A7")
    assert (given.shells, given.points) == (shells("2 green"), 3)


def test_j8_the_extra_ship_may_be_declined():
    state = go(start("F3 red"), "sail red red E2", "decline")
    assert state.pending is None
    assert state.ship_supply[0] == 13


@pytest.mark.parametrize(
    "places", [("F3 red", "D1 blue yellow", "E1 blue yellow"), ("F3 red", "D1 red", "E1 red")]
)
def test_j8_it_lapses_where_it_has_nowhere_to_go(places):
    state = go(start(*places), "sail red red E2")
    assert state.pending is None
    assert refused(state, "decline") == "There is no other ship to place."


def test_j8_it_lapses_where_no_ship_is_left():
    state = changed(start("F3 red"), ship_supply=(1, 9, 9))
    assert go(state, "sail red red E2").pending is None


def test_j13_first_the_choice_then_all_else_then_decorating():
    """A bonus space of two chosen shells and two cards; a fog tile is done in the same way."""
    state = start("B3 red")
    cards = len(state.hands[0])
    state = go(state, "sail red red A3")
    assert state.pending == "choose"
    assert len(state.hands[0]) == cards - 1
    assert refused(state, "draw") == "First choose the colour of the shells."
    assert len(go(state, "choose white").hands[0]) == cards + 1


def test_j13_then_decorating_and_the_extra_ship_last(monkeypatch):
    icons = (Icon("ship", 1), Icon("starfish", 1), Icon("points", 2), Icon("shell", 2, None, True))
    monkeypatch.setitem(SPACES, "E2", SPACES["E2"]._replace(icons=icons))
    state = go(start("F3 red"), "sail red red E2")
    assert state.pending == "choose"
    assert points(state) == (0, 0)
    state = go(state, "choose green")
    assert (state.pending, state.shells[0], points(state)) == ("decorate", shells("2 green"), (2, 0))
    assert refused(state, "extra E1") == "First decorate, or keep your starfish."
    assert go(state, "keep").pending == go(state, "decorate H3").pending == "extra"
    state = go(state, "keep")
    assert refused(state, "draw") == "First place the other ship, or do without it."
    assert refused(state, "keep") == "First place the other ship, or do without it."


def test_j13_a_colour_that_the_supply_lacks_may_be_named_and_gives_nothing():
    state = changed(go(start("C3 red"), "sail red red D3"), shell_supply=shells("9 white 9 black 9 green"))
    assert allowed(state, "choose brown")
    given = gain(state, "choose brown")
    assert (given.shells, given.shells_lacking) == (shells(), shells("1 brown"))


def test_j14_four_shells_are_one_of_each_colour():
    assert gain(start(E6="1 each"), "sail red red E6").shells == (1, 1, 1, 1)


def test_j15_all_of_an_icon_are_of_one_colour():
    state = go(start("B3 red"), "sail red red A3")
    assert [go(state, text).shells[0] for text in texts(state)] == [
        shells("2 white"),
        shells("2 black"),
        shells("2 green"),
        shells("2 brown"),
    ]


def test_j17_what_is_left_of_shells_is_taken():
    state = changed(start(E6="3 white"), shell_supply=shells("1 white"))
    given = gain(state, "sail red red E6")
    assert (given.shells, given.shells_lacking) == (shells("1 white"), shells("2 white"))
    assert go(state, "sail red red E6").shell_supply == shells()


def test_j17_what_is_left_of_starfish_is_taken():
    state = starfish(start(E6="2 starfish"), 0, 24)
    given = gain(state, "sail red red E6")
    assert (given.starfish, given.starfish_lacking) == (1, 1)


def test_a_score_tile_that_is_not_there_is_not_drawn():
    state = changed(start("B7 red"), score_pile=())
    assert go(state, "sail red red B6").tiles[0] == ()


def test_j20_the_tile_is_always_turned_up():
    _, happened = step(start(E6="3 white"), "sail red red E6")
    assert happened.fog == tile("3 white")


def test_j23_the_first_player_gets_nothing_for_the_second_ship():
    state = hand(start(E6="3 white"), "blue", 1)
    state = go(state, "sail red red E6", "draw", "sail blue blue E6")
    assert state.shells == (shells("3 white"), shells("3 white"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("choose white", "There is no colour to choose."),
        ("extra E6", "There is no other ship to place."),
        ("decline", "There is no other ship to place."),
        ("build A4 white 1", "You build only when a ship has entered a crane."),
        ("decorate A4", "You decorate only when you have gained starfish."),
        ("keep", "You decorate only when you have gained starfish."),
    ],
)
def test_a_decision_that_is_not_asked_for_is_refused(text, reason):
    assert refused(start(), text) == reason
