"""What somebody's turns say about how they play, and whom a table's gates keep out."""

from __future__ import annotations

import statistics
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock.habits import Habits, Reply, habits, refusal, refusing
from games.clock.terms import ENOUGH, Gates

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
replies = st.lists(st.builds(Reply, st.timedeltas(timedelta(0), 14 * DAY), st.booleans()), max_size=40)


def played(*hours, late=0):
    """The habits of somebody who answered within so many hours, and so often too late."""
    in_time = [Reply(it * HOUR, True) for it in hours]
    return habits([*in_time, *[Reply(9 * DAY, False)] * late], 0)


def quartiles(habits):
    """The quartiles, in hours."""
    return tuple(it / HOUR for it in (habits.lower, habits.median, habits.upper))


@pytest.mark.parametrize(
    ("hours", "expected"),
    [
        ((5,), (5, 5, 5)),
        ((4, 8), (5, 6, 7)),
        ((3, 1, 2), (1.5, 2, 2.5)),
        ((9, 1, 3, 7, 5), (3, 5, 7)),
        ((1, 2, 3, 4), (1.75, 2.5, 3.25)),
    ],
)
def test_quartiles_part_the_turns_in_time_into_quarters(hours, expected):
    assert quartiles(played(*hours)) == expected
    assert quartiles(played(*hours, late=20)) == expected


@given(replies.filter(lambda turns: sum(it.in_time for it in turns) > 1))
def test_quartiles_are_those_of_the_books(turns):
    took = [it.took / HOUR for it in turns if it.in_time]
    assert quartiles(habits(turns, 0)) == pytest.approx(statistics.quantiles(took, n=4, method="inclusive"))


@given(replies, st.integers(0, 9))
def test_the_order_of_turns_makes_no_difference(turns, left):
    assert habits(turns[::-1], left) == habits(turns, left)
    assert habits(turns, left).left == left and habits(turns, left).turns == len(turns)


@pytest.mark.parametrize(("in_time", "late", "on_time"), [(2, 1, 66), (0, 5, 0), (5, 0, 100), (199, 1, 99)])
def test_turns_in_time_are_told_per_cent_rounded_down(in_time, late, on_time):
    assert played(*[1] * in_time, late=late).on_time == on_time


def test_without_turns_there_is_nothing_to_tell():
    assert habits([], 2) == Habits(0, 0, None, None, None, None, 2)


def test_without_a_turn_in_time_there_is_no_usual_time():
    assert played(late=12) == Habits(12, 0, 0, None, None, None, 0)


@pytest.mark.parametrize("turns", [0, ENOUGH - 1, ENOUGH])
def test_ten_turns_say_something(turns):
    assert played(*[1] * turns).says_something == (turns >= 10)


# Gates.


def why(gates, habits):
    """Why these gates keep out whoever has these habits."""
    found = refusal(gates, habits)
    return found and str(found)


@given(replies)
def test_gates_that_ask_for_nothing_let_everybody_in(turns):
    assert not Gates().ask_for_something
    assert refusal(Gates(), habits(turns, 3)) is None


@pytest.mark.parametrize("gates", [Gates(), Gates(on_time=99), Gates(reply=HOUR), Gates(99, HOUR)])
def test_newcomers_are_let_in_whatever_is_asked_of_others(gates):
    assert why(gates, played(*[200] * 5, late=4)) is None


@pytest.mark.parametrize("gates", [Gates(newcomers=False), Gates(50, HOUR, newcomers=False)])
def test_newcomers_are_kept_out_where_the_table_says_so(gates):
    assert gates.ask_for_something
    assert why(gates, played(1, 1, 1)) == (
        "This table is for people who have played at least 10 turns; you have played 3 turns so far."
    )
    assert why(gates, played(*[1] * 10)) is None


def test_turns_that_the_house_took_are_not_played():
    gates = Gates(newcomers=False)
    assert "you have played 1 turn so far" in why(gates, played(1, late=ENOUGH))
    assert why(gates, played(*[1] * ENOUGH, late=ENOUGH)) is None
    assert why(Gates(on_time=50), played(1, late=ENOUGH)) is not None, "who lets turns run out is not new"


@pytest.mark.parametrize(
    ("habits", "gate"),
    [
        (played(1), Gates(newcomers=False)),
        (played(*[1] * 10, late=5), Gates(on_time=90)),
        (played(*[30] * 10), Gates(reply=DAY)),
        (played(*[1] * 10), None),
    ],
)
def test_the_one_gate_that_keeps_somebody_out_is_known(habits, gate):
    assert refusing(Gates(90, DAY, newcomers=False), habits) == gate


def test_turns_in_time_are_asked_for():
    gates = Gates(on_time=90)
    assert why(gates, played(*[1] * 9, late=1)) is None
    assert why(gates, played(*[1] * 89, late=11)) == (
        "This table asks for 90\N{NO-BREAK SPACE}% of turns in time; so far yours are 89\N{NO-BREAK SPACE}%."
    )


def test_the_usual_time_of_an_answer_is_asked_for():
    gates = Gates(reply=24 * HOUR)
    assert why(gates, played(*[24] * 6, *[90] * 5)) is None
    assert why(gates, played(*[24] * 4, *[26.5] * 7)) == (
        "This table asks for answers within 1 day; so far yours usually take 1 day and 3 hours."
    )


def test_what_is_a_moment_too_long_does_not_read_like_what_is_asked_for():
    turns = [Reply(HOUR + timedelta(seconds=1), True)] * 10
    assert why(Gates(reply=HOUR), habits(turns, 0)) == (
        "This table asks for answers within 1 hour; so far yours usually take 1 hour and 1 minute."
    )


def test_whoever_never_answered_in_time_has_no_usual_time():
    gates = Gates(reply=36 * HOUR)
    assert why(gates, played(late=10)) == (
        "This table asks for answers within 1 day and 12 hours; so far none of yours came in time."
    )


def test_a_minute_more_than_a_day_does_not_read_like_a_day_either():
    turns = [Reply(DAY + timedelta(seconds=1), True)] * 10
    assert why(Gates(reply=DAY), habits(turns, 0)) == (
        "This table asks for answers within 1 day; so far yours usually take 1 day and 1 hour."
    )


def test_of_several_reasons_turns_in_time_come_first():
    assert "90" in why(Gates(90, HOUR), played(*[5] * 8, late=2))
