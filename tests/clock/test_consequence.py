"""What happens when a turn runs out, as it is said while the turn runs."""

from __future__ import annotations

import pytest

from games.clock.consequence import runs_out
from games.clock.terms import HOUR, SOCIABLE, SOFT, STAND_IN, VOTE, Absence, Pace, Terms


def said(terms: Terms, **about: object) -> str:
    """It is seat 1's turn, at a table of three; its owner has named a stand-in."""
    told = {"missed": 0, "yours": True, "others": [0, 2], "may_ask_stand_in": True, **about}
    return " ".join(map(str, runs_out(terms, 1, **told)))  # type: ignore[arg-type]


def terms(then: str = "house", after: int = 2) -> Terms:
    return Terms(absence=Absence(then=then, after=after))


def test_the_house_plays_and_in_the_end_keeps_the_seat():
    told = said(terms())
    assert told.startswith(
        "If you do not play by then, the house plays this turn for you. You keep your seat;"
    )
    assert told.endswith("; after 2 such turns in a row the house keeps it until you are back.")


@pytest.mark.parametrize(
    ("missed", "after", "is_kept"), [(0, 1, True), (0, 2, False), (1, 2, True), (3, 5, False)]
)
def test_the_turn_after_which_the_seat_is_kept_says_so(missed, after, is_kept):
    told = said(terms(after=after), missed=missed)
    assert ("From then on the house keeps the seat until you are back." in told) == is_kept
    assert ("You keep your seat" in told) != is_kept


def test_nobodys_time_runs_out_at_a_soft_table():
    assert said(Terms(Pace(kind=SOFT))) == "Nobody’s time runs out here."


def test_others_read_a_name():
    told = said(terms(after=1), yours=False)
    assert told == (
        "If seat 1 does not play by then, the house plays this turn. From then on the house keeps the seat "
        "until its player is back."
    )


@pytest.mark.parametrize(
    ("then", "words"), [(STAND_IN, "your stand-in is asked to play for you"), (VOTE, "the others decide")]
)
def test_whoever_was_asked_once_in_a_turn_is_not_asked_again(then, words):
    assert words in said(terms(then))
    assert words not in said(terms(then), asked=True)
    assert "the house plays this turn for you" in said(terms(then), asked=True)


def test_who_has_nobody_to_stand_in_is_promised_nobody():
    told = said(terms(STAND_IN), may_ask_stand_in=False)
    assert told == said(terms())
    assert "stand-in" not in said(terms(STAND_IN), may_ask_stand_in=False, yours=False)


def test_where_nobody_else_plays_there_is_nobody_to_decide():
    assert "the house plays this turn for you" in said(terms(VOTE), others=[])


def test_a_single_other_decides():
    told = said(terms(VOTE), others=[0])
    assert "it is for seat 0 to decide whether the house plays on for you or the game ends." in told
    told = said(terms(VOTE), others=[0], yours=False)
    assert told == (
        "If seat 1 does not play by then, it is for seat 0 to decide whether the house plays on or the game "
        "ends."
    )
    assert "it is for seat 0 to decide" in said(terms(VOTE), others=[0], by_itself=True)


def test_the_turn_of_a_stand_in_runs_out_like_any_other():
    told = said(terms(STAND_IN, after=2), stands_in=True)
    assert told.endswith("the house plays this turn for you. From then on you stand in no longer.")
    told = said(terms(STAND_IN, after=2), stands_in=True, missed=1)
    assert told.endswith("From then on the house keeps the seat until its player is back.")


def test_a_day_of_holiday_comes_first():
    told = said(terms(), by_itself=True)
    assert told.startswith("If you do not play by then, you take a day of holiday, as you have asked us to.")
    assert "With none left to take, the house plays this turn for you." in told


def test_a_day_of_holiday_comes_first_even_once_others_were_asked():
    assert "you take a day of holiday" in said(terms(STAND_IN), by_itself=True, asked=True)
    assert "holiday" not in said(terms(STAND_IN), by_itself=True, stands_in=True)


def test_no_holiday_is_taken_where_every_minute_counts():
    told = said(Terms(Pace(kind=SOCIABLE, turn=HOUR)), by_itself=True)
    assert "holiday" not in told
