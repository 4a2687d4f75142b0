"""Paces and terms in words."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.clock import words
from games.clock.terms import (
    BANK,
    DAY,
    HOUR,
    MINUTE,
    NONE,
    SOCIABLE,
    SOFT,
    STAND_IN,
    VOTE,
    Absence,
    Gates,
    Pace,
    Terms,
)

MOST = "95\N{NO-BREAK SPACE}%"
NEWCOMERS = "Newcomers, with fewer than 10 turns here, may join too."
BANKED = Pace(BANK, 6 * HOUR, bank=5 * DAY, increment=12 * HOUR, cap=10 * DAY)


def card(terms: Terms, size: int | None = None) -> dict[str, str]:
    """The lines of a card, by what they are about."""
    return {str(label): " ".join(map(str, told)) for label, told in words.terms_lines(terms, size)}


@pytest.mark.parametrize(
    ("span", "said"),
    [
        (DAY, "1 day"),
        (36 * HOUR, "1 day and 12 hours"),
        (5 * HOUR, "5 hours"),
        (90 * MINUTE, "1 hour and 30 minutes"),
        (10 * MINUTE, "10 minutes"),
        (NONE, "0 minutes"),
    ],
)
def test_a_span_is_told_in_its_units(span, said):
    assert str(words.span(span)) == said


@pytest.mark.parametrize(
    ("pace", "said"),
    [
        (Pace(), "3 days a turn"),
        (Pace(turn=DAY), "1 day a turn"),
        (Pace(turn=6 * HOUR, weekends_off=True), "6 hours a turn, weekends off"),
        (Pace(waking_hours=True), "3 days a turn, waking hours only"),
        (BANKED, "5 days + 12 h a turn"),
        (Pace(BANK, NONE, bank=5 * DAY, cap=5 * DAY), "5 days for all turns"),
        (Pace(SOFT), "no limit, about 3 days a turn"),
        (Pace(SOCIABLE, 10 * MINUTE), "10 minutes a turn"),
    ],
)
def test_a_pace_is_told_in_a_few_words(pace, said):
    assert str(words.pace_line(pace)) == said


def test_the_card_of_the_usual_terms_tells_all_that_will_happen():
    assert card(Terms()) == {
        "Each turn": "Everybody has 3 days for each turn.",
        "What counts": "On holiday a player’s clock stands still: 30 days a year, at most 14 of them at this "
        "table.",
        "If time runs out": "The house plays that one turn, sensibly; the player keeps the seat. "
        "After 2 such turns in a row the house keeps the seat until its player is back.",
        "If it is abandoned": "If the house plays for everybody, and nobody comes back for 14 days, the game "
        "ends without a winner; two mails warn before. Holidays do not put that off.",
        "With two players": "If the other is gone for good, the one who stayed may take the win.",
        "Who may join": "Anybody.",
        "Changes": "Only if everybody at the table accepts them.",
    }


def test_a_time_bank_is_told_with_all_its_parts():
    assert card(Terms(BANKED))["Each turn"] == (
        "Everybody has a time bank of 5 days for all turns together. It is touched only once a turn has "
        "lasted 6 hours. Each turn taken adds 12 hours, up to 10 days. Even with an empty bank a turn has "
        "6 hours."
    )


def test_where_nobodys_time_runs_out_nothing_is_said_of_that():
    told = card(Terms(Pace(SOFT)))
    assert "If time runs out" not in told
    assert told["If it is abandoned"] == (
        "If nobody moves for 60 days, the game ends without a winner; two mails warn before. A pause puts "
        "that off; holidays do not."
    )
    assert "about 3 days is reminded" in told["Each turn"]


def test_where_all_are_here_no_absence_counts():
    told = card(Terms(Pace(SOCIABLE, 10 * MINUTE)))
    assert told["Each turn"] == "Everybody is here, and has 10 minutes for each turn."
    assert told["What counts"] == "Every minute counts, also at night, at weekends and on holidays."


def test_weekends_and_nights_that_do_not_count_are_told():
    told = card(Terms(Pace(weekends_off=True, waking_hours=True)))["What counts"]
    assert told.startswith(
        "Saturdays and Sundays do not count. Only each player’s own waking hours count. On "
    )


@pytest.mark.parametrize(
    ("absence", "said"),
    [
        (Absence(level="randomly"), "plays that one turn, at random; the player keeps the seat."),
        (Absence(level="someone"), "plays that one turn, at once; the player keeps the seat."),
        (
            Absence(STAND_IN),
            "without one, or without an answer in 1 day, the house plays that one turn, sensibly.",
        ),
        (
            Absence(VOTE),
            "More than half of the others decide whether the house plays on, sensibly, or the game ends;",
        ),
        (Absence(after=1), "After 1 such turn the house keeps the seat"),
        (Absence(after=5), "After 5 such turns in a row the house keeps the seat"),
    ],
)
def test_what_happens_when_time_runs_out_is_told_as_it_was_chosen(absence, said):
    assert said in card(Terms(absence=absence))["If time runs out"]


def test_of_two_the_other_decides_and_may_take_the_win():
    told = card(Terms(absence=Absence(VOTE)), size=2)
    assert told["If time runs out"].startswith("The other decides whether the house plays on, sensibly, or")
    assert "With two players" in told
    assert "With two players" not in card(Terms(), size=3)


def test_who_is_asked_where_all_are_here_has_minutes_to_answer():
    told = card(Terms(Pace(SOCIABLE, 10 * MINUTE), Absence(VOTE)))
    assert "without that in 10 minutes the house plays" in told["If time runs out"]
    assert "Holidays" not in told["If it is abandoned"]


@pytest.mark.parametrize(
    ("gates", "said", "shortly"),
    [
        (Gates(), "Anybody.", []),
        (
            Gates(on_time=95),
            f"Members who have played at least {MOST} of their turns in time. {NEWCOMERS}",
            [f"{MOST} in time"],
        ),
        (
            Gates(reply=12 * HOUR, newcomers=False),
            "Members who usually answer within 12 hours and have played 10 turns here or more.",
            ["answers within 12 hours", "no newcomers"],
        ),
        (Gates(newcomers=False), "Members who have played 10 turns here or more.", ["no newcomers"]),
    ],
)
def test_who_may_join_is_told_in_full_and_shortly(gates, said, shortly):
    assert card(Terms(gates=gates))["Who may join"] == said
    assert [str(it) for it in words.gates_shortly(gates)] == shortly


def test_terms_that_differ_have_cards_that_differ():
    several = [
        Terms(Pace(turn=turn, weekends_off=weekends), Absence(then, after=after), Gates(on_time=gate))
        for turn in (DAY, 2 * DAY)
        for weekends in (True, False)
        for then in (STAND_IN, VOTE)
        for after in (1, 2)
        for gate in (None, 90)
    ]
    assert len({str(words.terms_lines(it)) for it in several}) == len(several)


def test_no_sentence_is_left_half_said():
    for terms in (Terms(), Terms(BANKED, Absence(VOTE), Gates(90, timedelta(hours=5), newcomers=False))):
        for told in card(terms).values():
            assert told[0].isupper() or told[0].isdigit()
            assert told.endswith(".")
            assert "{" not in told
