"""What the sensible player makes of Titania, in positions made for one decision each."""

from __future__ import annotations

from random import Random

import pytest

from games.bots import BOTS, sensibly
from games.bots.referee import defaults, play, seed_of
from games.rules import titania as rules
from games.rules.titania.pieces import BESIDE, BITS, NEIGHBOURS, TOWERS
from games.rules.titania.state import State, changed
from tests.rules.titania.tables import go, hand, holding, ships, starfish, supply, table, towers


def chosen(state: State) -> str:
    moves = rules.legal_moves(state, 0)
    return str(sensibly.choose(rules, rules.view(state, 0), moves, Random(1)))


def lonely(*open_spaces: str, held: str = "red " * 7) -> State:
    """Only one red ship is on the sea, on C3; of the spaces next to it just these are open."""
    state = hand(table(), held)
    state = changed(state, fleets=(BITS["C3"], 0, 0), reach=(BESIDE["C3"], 0, 0))
    taken = set(NEIGHBOURS["C3"]) - set(open_spaces) - set(TOWERS)
    state = ships(state, *(f"{space} blue yellow" for space in sorted(taken)))
    return changed(state, reach=(state.reach[0], 0, 0))


def last_ship(state: State) -> State:
    """The second period is all but over."""
    return changed(supply(state, red=1), period=2, fog_next=())


def test_it_takes_points_and_not_shells_when_the_end_is_near() -> None:
    assert chosen(last_ship(lonely("C2", "C4"))) == "sail red red C2"


def test_it_draws_rather_than_give_away_what_the_next_player_waits_for() -> None:
    """From C4 the next player could build at a crane, if it had the shells."""
    only_c4 = lonely("C4")
    assert chosen(only_c4) == "sail red red C4"
    assert chosen(holding(only_c4, "", "5 white 5 black 5 green")) == "draw"


def test_it_draws_rather_than_pay_a_card_for_little() -> None:
    assert chosen(lonely("C4", held="red red")) == "draw"


def test_it_plays_a_plain_card_rather_than_a_two_coloured_one() -> None:
    assert chosen(lonely("C2", held="red/blue " * 4 + "red " * 3)).startswith("sail red red")


def test_it_chooses_the_shells_it_lacks() -> None:
    state = go(ships(hand(table(), "red"), "C3 red"), "sail red red D3")
    assert chosen(holding(state, "5 white 5 black 5 brown")) == "choose green"


def test_it_builds_first_levels_and_keeps_the_shells_of_dear_ones() -> None:
    state = holding(ships(hand(table(), "blue"), "C4 blue"), "4 white 1 black")
    built = towers(go(state, "sail blue blue B4"), A4="3 white")
    assert chosen(built) == "build A4 black 1"


def test_it_builds_all_it_can_when_the_end_is_near() -> None:
    state = holding(ships(hand(table(), "red red"), "C4 red"), "6 white")
    state = go(last_ship(state), "sail red red B4")
    assert chosen(state) == "build A4 white 3"


def test_it_decorates_where_much_is_built_and_keeps_its_starfish_else() -> None:
    state = ships(hand(table(), "yellow"), "G9 yellow")
    assert chosen(go(starfish(state, 2), "sail yellow yellow G10")) == "keep"
    built = towers(state, C5="3 black")
    assert chosen(go(built, "sail yellow yellow G10")) == "decorate C5"


def test_it_spends_its_starfish_when_the_end_is_near() -> None:
    state = last_ship(ships(hand(table(), "red"), "G9 red"))
    assert chosen(go(starfish(state, 2), "sail red red G10")).startswith("decorate")


def test_it_places_an_extra_ship_that_brings_something() -> None:
    state = go(ships(hand(table(), "red"), "F3 red"), "sail red red E2")
    assert chosen(state).startswith("extra")


@pytest.mark.parametrize("seats", rules.SEATS)
def test_it_beats_the_random_player(seats: int) -> None:
    players = [BOTS["sensibly"], *[BOTS["randomly"]] * (seats - 1)]
    games = [play(rules, defaults(rules), seed_of(1, number), players) for number in range(10)]
    assert [record.result and record.result.places[0] for record in games] == [1] * 10


@pytest.mark.parametrize(("seats", "usual"), [(2, 90), (3, 60), (4, 40)])
def test_its_points_are_those_of_a_good_player(seats: int, usual: int) -> None:
    games = [
        play(rules, defaults(rules), seed_of(2, number), [BOTS["sensibly"]] * seats) for number in range(4)
    ]
    scores = [score for record in games if record.result for score in record.result.scores]
    assert sum(scores) / len(scores) > usual
