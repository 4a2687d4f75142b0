"""What the log says of each kind of step."""

from __future__ import annotations

from games.rules import titania
from games.rules.titania.pieces import shell, ship, tower
from games.rules.titania.state import changed
from games.rules.words import Who, listed
from tests.rules.titania.tables import go, hand, holding, said, shells, ships, starfish, step, supply, table


def start(*places: str, held: str = "red blue yellow red/blue", **fog: str):
    return ships(hand(table(fog=fog), held), *places)


def log(state, *steps, viewer=None):
    """The sentences about the last of these steps."""
    return said(step(go(state, *steps[:-1]), steps[-1])[1], viewer)


def test_a_ship_and_what_its_space_gave():
    assert log(start("D3 red"), "sail red red C3") == ["seat 0 sent a red ship to C3 for a white shell."]
    assert log(start("C1 red"), "sail red red C2") == ["seat 0 sent a red ship to C2 for 2 points."]


def test_a_two_coloured_card_is_told():
    assert log(start("D3 red"), "sail red/blue red C3") == [
        "seat 0 sent a red ship to C3 with a red/blue card for a white shell."
    ]
    assert log(start(E6="3 white"), "sail red/blue red E6")[0] == (
        "seat 0 sent a red ship to E6 with a red/blue card."
    )


def test_fog_that_is_turned_up():
    state = start(E5="3 white", E6="2 any", E7="ship")
    assert log(state, "sail red red E5") == [
        "seat 0 sent a red ship to E5.",
        "The fog gave 3 white shells.",
    ]
    assert log(state, "sail red red E6")[1] == "The fog showed 2 shells of one colour."
    assert log(state, "sail yellow yellow E7")[1] == "The fog showed another ship."
    assert log(state, "sail red red E5", "sail blue blue E5") == [
        "seat 0 sent a blue ship to E5 for 3 white shells."
    ]


def test_a_choice():
    state = start(E6="2 any")
    assert log(state, "sail red red E6", "choose black") == ["seat 0 took 2 black shells."]
    none = changed(state, shell_supply=shells("5 white"))
    assert log(none, "sail red red E6", "choose black") == [
        "seat 0 chose black.",
        "The supply lacked 2 black shells.",
    ]


def test_cards_by_their_faces_to_their_owner_and_by_their_number_to_others():
    state = changed(start("C2 red"), pile=(3, 0, 2))
    text = "sail red red C1"
    assert log(state, text) == ["seat 0 sent a red ship to C1 for 2 brown shells and 2 cards."]
    assert log(state, text, viewer=0) == [
        "seat 0 sent a red ship to C1 for 2 brown shells and 2 cards (red/blue and red)."
    ]


def test_a_score_tile_by_its_value_to_its_owner_and_as_one_to_others():
    state = start(E6="score")
    tile = state.score_pile[0]
    assert log(state, "sail red red E6")[1] == "The fog gave a score tile."
    assert log(state, "sail red red E6", viewer=0)[1] == f"The fog gave a score tile of {tile}."


def test_a_hand_that_is_full_is_told():
    state = start("C2 red", held="red " * 7)
    assert log(state, "sail red red C1") == [
        "seat 0 sent a red ship to C1 for 2 brown shells and a card.",
        "A hand holds no more than 7 cards.",
    ]


def test_a_new_draw_pile_is_told():
    state = changed(start(), pile=(1,), discards=(0, 2, 2))
    assert log(state, "draw") == [
        "seat 0 drew 3 cards and ended the turn.",
        "The discards became a new draw pile.",
    ]
    state = changed(start("D3 red"), pile=(), discards=())
    assert "The discards became a new draw pile." in log(state, "sail red red E4")


def test_what_had_run_out_is_told():
    state = changed(start(E6="3 white"), shell_supply=shells("1 white"))
    assert log(state, "sail red red E6")[1:] == [
        "The fog showed 3 white shells.",
        "seat 0 took a white shell.",
        "The supply lacked 2 white shells.",
    ]
    assert log(starfish(start(E6="2 starfish"), 0, 25), "sail red red E6")[2:] == [
        "The supply lacked 2 starfish."
    ]


def test_an_extra_ship_placed_or_not():
    state = go(start("F3 red"), "sail red red E2")
    assert log(state, "extra E1") == ["seat 0 placed another red ship on E1 for 3 points."]
    assert log(state, "decline") == ["seat 0 did without another red ship."]


def test_a_visit_to_a_crane():
    state = holding(start("C4 red"), "3 white 1 black")
    assert log(state, "sail red red B4", "build A4 white 2 C5 black 1") == [
        "seat 0 built on A4 (2 white levels) and C5 (a black level) for 9 points."
    ]


def test_levels_are_told_island_by_island():
    state = holding(start("C4 red"), "3 white 3 green 1 black")
    assert log(state, "sail red red B4", "build A4 white 1 A4 green 2") == [
        "seat 0 built a white level and 2 green levels on A4 for 9 points."
    ]
    assert log(state, "sail red red B4", "build A4 white 1 A4 green 2 C5 black 1") == [
        "seat 0 built on A4 (a white level and 2 green levels) and C5 (a black level) for 12 points."
    ]


def test_decorating_and_keeping():
    state = go(starfish(start("G9 red"), 2), "sail red red G10")
    assert log(state, "decorate A4") == ["seat 0 decorated A4 with 3 starfish for 3 points."]
    assert log(state, "decorate C5") == ["seat 0 decorated C5 with a starfish for 1 point."]
    assert log(state, "keep") == ["seat 0 kept the starfish."]


def test_the_end_of_a_turn():
    assert log(start(held="red"), "draw") == ["seat 0 drew 3 cards and ended the turn."]
    assert log(start(held="red " * 6), "draw") == ["seat 0 drew a card and ended the turn."]
    assert log(start(held="red " * 7), "draw") == ["seat 0 ended the turn without drawing."]


def test_the_end_of_a_period():
    first = supply(start(), red=0, yellow=0)
    second = changed(supply(start(), blue=0), period=2, fog_next=())
    assert log(first, "draw")[1:] == ["All red and yellow ships are out.", "The first period ended."]
    assert log(second, "draw")[1:] == ["All blue ships are out.", "The second period ended."]
    idle = changed(start(held="red " * 7), idle=3)
    assert log(idle, "draw")[1:] == [
        "For two rounds nobody had played or drawn a card.",
        "The first period ended.",
    ]


def test_seats_and_pieces_stay_values_in_the_sentences():
    _, happened = step(start("D3 red"), "sail red red C3")
    args = dict(titania.describe(happened, 0)[0].args)
    assert args == {"who": Who(0), "ship": ship(0), "space": "C3", "gains": listed([shell(0)])}
    assert (ship(0).picture, shell(0).picture, tower(0).picture) == ("v-red", "s-white", "t-white")
