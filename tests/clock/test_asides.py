"""What happened beside the turns, in a sentence each."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from games.clock.asides import told
from games.clock.terms import DAY, Pace, Terms
from games.models import Event

UNTIL = "2026-09-28T16:40:00+00:00"
TEXTS = {
    "asked": "ines",
    "declined": "ines",
    "stand-in": "ines",
    "stepped-down": "ines",
    "question": "pause 3",
    "refused": "terms",
    "withdrawn": "end",
    "away": f"{UNTIL} by hand",
    "pause": UNTIL,
    "time": "86400",
    "credit": "5400",
}
TURNS = {"move", "timeout", "house"}
LEFT_TO_OTHERS = {"nudge", "end"}


def moment(at: datetime) -> str:
    assert at == datetime(2026, 9, 28, 16, 40, tzinfo=UTC)
    return "Mon 16:40"


def said(kind: str, text: str = "", viewer: int | None = None) -> str:
    return str(told(kind, 1, text or TEXTS.get(kind, ""), viewer, moment))


@pytest.mark.parametrize("kind", sorted(set(Event.Kind.values) - TURNS - LEFT_TO_OTHERS))
def test_every_kind_is_told(kind):
    assert said(kind).endswith(".")


@pytest.mark.parametrize("kind", sorted(LEFT_TO_OTHERS))
def test_what_others_tell_is_left_to_them(kind):
    assert told(kind, 1, "", None, moment) is None


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("asked", "ines was asked to play for seat 1."),
        ("away", "seat 1 took a holiday, until Mon 16:40."),
        ("pause", "seat 1 asked for a pause, and all agreed: until Mon 16:40."),
        ("question", "seat 1 proposed a pause of 3 days."),
        ("refused", "seat 1 did not want other terms."),
        ("withdrawn", "seat 1 took back the proposal to end the game."),
        ("time", "seat 1 gave 1 day more."),
        ("credit", "The site stood still, so the turn was given 1 hour and 30 minutes more."),
    ],
)
def test_it_tells_what_the_event_holds(kind, words):
    assert said(kind) == words


@pytest.mark.parametrize(
    ("how", "words"), [("by itself", "ran out of time and took a day"), ("emergency", "pause")]
)
def test_holidays_are_told_by_how_they_came(how, words):
    assert words in said("away", f"{UNTIL} {how}")


def test_a_kept_seat_is_told_to_its_owner_as_theirs():
    assert said("kept", viewer=1) == "From here on the house kept your seat."
    assert said("kept", viewer=0) == "From here on the house kept the seat of seat 1."


def test_new_terms_are_told_by_their_pace():
    spelled = json.dumps(Terms(Pace(turn=2 * DAY, weekends_off=True)).spelled()["pace"])
    assert said("terms", spelled) == "All agreed on new terms: 2 days a turn, weekends off."


def test_new_terms_that_are_too_long_to_keep_are_told_without_them():
    assert said("terms") == "All agreed on new terms."


def test_names_are_spelled_for_the_reader_and_nothing_else_is():
    def spelled(kind: str, text: str) -> str:
        return str(told(kind, 1, text, None, moment, str.upper))

    assert spelled("asked", "ines") == "INES was asked to play for seat 1."
    assert (
        spelled("question", "pause 3 by ines") == "INES, who stood in for seat 1, proposed a pause of 3 days."
    )
    assert spelled("pause", f"{UNTIL} by ines").startswith(
        "INES, who stood in for seat 1, asked for a pause,"
    )
