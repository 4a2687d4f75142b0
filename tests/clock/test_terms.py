"""What a table agrees on: which terms can be, how they are spelled, and what a time bank holds."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock.terms import (
    BANK,
    DAY,
    FIXED,
    HOUR,
    HOUSE,
    LEAST,
    MINUTE,
    NONE,
    SOCIABLE,
    SOFT,
    STAND_IN,
    TURN,
    VOTE,
    Absence,
    Gates,
    Pace,
    Terms,
    read,
)

LEVELS = ("sensibly", "randomly")
PACES = {
    FIXED: Pace(),
    BANK: Pace(BANK, DAY, 7 * DAY, 12 * HOUR, 10 * DAY),
    SOFT: Pace(SOFT, 5 * DAY),
    SOCIABLE: Pace(SOCIABLE, 10 * MINUTE),
}


def between(least, most):
    """Spans of whole minutes."""
    return st.integers(least // MINUTE, most // MINUTE).map(lambda it: it * MINUTE)


@st.composite
def paces(draw, kinds=tuple(TURN)):
    """A pace that can be chosen."""
    kind = draw(st.sampled_from(kinds))
    pace = Pace(kind, draw(between(*TURN[kind])))
    if kind == BANK:
        bank = draw(between(DAY, 30 * DAY))
        cap = draw(between(bank, 30 * DAY))
        pace = replace(pace, bank=bank, increment=draw(between(NONE, 3 * DAY)), cap=cap)
    stops = st.booleans() if kind != SOCIABLE else st.just(False)
    return replace(pace, weekends_off=draw(stops), waking_hours=draw(stops))


absences = st.builds(
    Absence, st.sampled_from([HOUSE, STAND_IN, VOTE]), st.sampled_from(LEVELS), st.integers(1, 5)
)
gates = st.builds(
    Gates, st.none() | st.integers(50, 99), st.none() | between(HOUR, 7 * DAY), newcomers=st.booleans()
)
terms = st.builds(Terms, paces(), absences, gates)


# Spelling.


@given(terms)
def test_terms_are_read_as_they_were_spelled(agreed):
    assert agreed.refusal(LEVELS) is None
    assert read(json.loads(json.dumps(agreed.spelled()))) == agreed


@given(terms, terms)
def test_only_equal_terms_are_spelled_alike(one, other):
    assert (one.spelled() == other.spelled()) == (one == other)


def test_what_is_as_usual_is_not_spelled():
    assert Terms().spelled() == {}
    pace = Pace(BANK, NONE, 7 * DAY, 12 * HOUR, 10 * DAY, weekends_off=True)
    assert Terms(pace, gates=Gates(reply=DAY)).spelled() == {
        "pace": {
            "kind": "bank",
            "turn": 0,
            "bank": 604800,
            "increment": 43200,
            "cap": 864000,
            "weekends_off": True,
        },
        "gates": {"reply": 86400},
    }


def test_a_part_that_is_spelled_though_as_usual_is_read_too():
    assert (
        read({"pace": {"kind": "fixed"}, "gates": {"on_time": None, "reply": None}, "absence": {}}) == Terms()
    )


@pytest.mark.parametrize(
    "spelled",
    [
        {"speed": {}},
        {"pace": 3},
        {"pace": ["turn"]},
        {"pace": {"speed": 3}},
        {"pace": {"runs_out": True}},
        {"pace": {"kind": None}},
        {"pace": {"kind": ["fixed"]}},
        {"pace": {"turn": None}},
        {"pace": {"turn": "259200"}},
        {"pace": {"turn": 0.5}},
        {"pace": {"turn": True}},
        {"pace": {"turn": 10**30}},
        {"pace": {"weekends_off": 1}},
        {"absence": {"after": "2"}},
        {"absence": {"after": None}},
        {"gates": {"on_time": "90"}},
        {"gates": {"reply": "DAY"}},
        {"gates": {"newcomers": None}},
    ],
)
def test_what_spells_no_terms_is_not_read(spelled):
    with pytest.raises((TypeError, ValueError)):
        read(spelled)


# Refusals.


def why(**parts):
    """Why these terms cannot be, as a sentence."""
    found = Terms(**parts).refusal(LEVELS)
    return found and str(found)


FIXED_RANGE = "Choose a pace of 6 hours to 14 days for a turn."
GRACE_RANGE = "The grace before the time bank ticks may be 0 to 72 hours."
SOCIABLE_RANGE = "Choose 2 to 60 minutes for a turn of people who are all here."
BANK_RANGE = "Choose a time bank of 1 to 30 days."
INCREMENT_RANGE = "A turn may add 0 to 72 hours to the time bank."
CAP_RANGE = "The most a time bank may hold is at least what it begins with, at most 30 days."
NO_BANK = "Only a pace with a time bank has a bank."
NO_STOP = "A table for people who are all here does not stop for weekends or nights."


@pytest.mark.parametrize("kind", PACES)
def test_every_kind_of_pace_can_be_chosen(kind):
    assert why(pace=PACES[kind]) is None


@pytest.mark.parametrize(
    ("kind", "change", "reason"),
    [
        (FIXED, {"kind": "hasty"}, "There is no such pace."),
        (FIXED, {"turn": 6 * HOUR - MINUTE}, FIXED_RANGE),
        (FIXED, {"turn": 14 * DAY + MINUTE}, FIXED_RANGE),
        (SOFT, {"turn": 5 * HOUR}, FIXED_RANGE),
        (SOFT, {"turn": 15 * DAY}, FIXED_RANGE),
        (BANK, {"turn": -MINUTE}, GRACE_RANGE),
        (BANK, {"turn": 73 * HOUR}, GRACE_RANGE),
        (SOCIABLE, {"turn": MINUTE}, SOCIABLE_RANGE),
        (SOCIABLE, {"turn": 61 * MINUTE}, SOCIABLE_RANGE),
        (BANK, {"bank": 23 * HOUR}, BANK_RANGE),
        (BANK, {"bank": 31 * DAY, "cap": 31 * DAY}, BANK_RANGE),
        (BANK, {"increment": -MINUTE}, INCREMENT_RANGE),
        (BANK, {"increment": 73 * HOUR}, INCREMENT_RANGE),
        (BANK, {"cap": 6 * DAY}, CAP_RANGE),
        (BANK, {"cap": 31 * DAY}, CAP_RANGE),
        (FIXED, {"bank": DAY}, NO_BANK),
        (FIXED, {"increment": HOUR}, NO_BANK),
        (SOFT, {"cap": HOUR}, NO_BANK),
        (SOCIABLE, {"weekends_off": True}, NO_STOP),
        (SOCIABLE, {"waking_hours": True}, NO_STOP),
    ],
)
def test_a_pace_that_cannot_be_is_refused_with_a_reason(kind, change, reason):
    assert why(pace=replace(PACES[kind], **change)) == reason


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        (FIXED, {"turn": 6 * HOUR}),
        (FIXED, {"turn": 14 * DAY}),
        (BANK, {"turn": NONE}),
        (BANK, {"turn": 72 * HOUR}),
        (BANK, {"bank": DAY}),
        (BANK, {"bank": 30 * DAY, "cap": 30 * DAY}),
        (BANK, {"increment": NONE}),
        (BANK, {"increment": 72 * HOUR}),
        (BANK, {"cap": 7 * DAY}),
        (SOCIABLE, {"turn": 2 * MINUTE}),
        (SOCIABLE, {"turn": HOUR}),
    ],
)
def test_what_just_can_be_is_not_refused(kind, change):
    assert why(pace=replace(PACES[kind], **change)) is None


@pytest.mark.parametrize(
    ("part", "reason"),
    [
        ({"absence": Absence("hope")}, "There is no such rule for a turn that runs out."),
        ({"absence": Absence(level="brilliantly")}, "There is no such house player."),
        (
            {"absence": Absence(after=0)},
            "The caretaker keeps a seat after 1 to 5 turns in a row that ran out.",
        ),
        (
            {"absence": Absence(after=6)},
            "The caretaker keeps a seat after 1 to 5 turns in a row that ran out.",
        ),
        ({"gates": Gates(on_time=49)}, "Ask for 50 to 99 per cent of turns in time."),
        ({"gates": Gates(on_time=100)}, "Ask for 50 to 99 per cent of turns in time."),
        ({"gates": Gates(reply=59 * MINUTE)}, "Ask for answers within 1 hour to 7 days."),
        ({"gates": Gates(reply=7 * DAY + MINUTE)}, "Ask for answers within 1 hour to 7 days."),
    ],
)
def test_other_terms_that_cannot_be_are_refused_with_a_reason(part, reason):
    assert why(**part) == reason


def test_only_a_soft_pace_never_runs_out_and_only_a_sociable_one_knows_no_absence():
    assert {kind for kind, pace in PACES.items() if not pace.runs_out} == {SOFT}
    assert {kind for kind, pace in PACES.items() if not pace.respects_absence} == {SOCIABLE}


@pytest.mark.parametrize("gates", [Gates(on_time=50), Gates(reply=DAY), Gates(newcomers=False)])
def test_gates_that_may_keep_somebody_out_ask_for_something(gates):
    assert gates.ask_for_something and not Gates().ask_for_something


# The time bank.

# What a seat holds, maybe more than the cap (the terms may have changed); None before its first turn.
banks = st.none() | between(NONE, 40 * DAY)


@given(paces([FIXED, SOFT, SOCIABLE]), banks, between(NONE, 14 * DAY))
def test_without_a_bank_every_turn_begins_with_the_same_and_nothing_is_kept(pace, bank, left):
    assert pace.budget(bank) == pace.turn
    assert pace.bank_after(bank, left) is None


@given(paces([BANK]), banks)
def test_a_turn_begins_with_the_grace_and_what_the_bank_holds(pace, bank):
    held = pace.turn + (pace.bank if bank is None else bank)
    assert pace.budget(bank) == max(held, LEAST)
    assert pace.budget(None) == pace.budget(pace.bank)


@given(paces([BANK]), banks, between(-DAY, 50 * DAY))
def test_a_bank_is_never_above_its_cap_unless_it_was_before_and_never_below_nothing(pace, bank, left):
    before = pace.bank if bank is None else bank
    after = pace.bank_after(bank, left)
    assert NONE <= after <= max(pace.cap, before)
    assert after <= before + pace.increment


@given(paces([BANK]), banks, between(NONE, 3 * DAY))
def test_grace_is_never_kept_and_costs_nothing(pace, bank, used):
    before, within = pace.bank if bank is None else bank, min(used, pace.turn)
    full = max(before, min(before + pace.increment, pace.cap))
    assert pace.bank_after(bank, pace.budget(bank) - within) == full


@given(paces([BANK]), banks, between(NONE, 40 * DAY))
def test_what_a_turn_lasts_beyond_its_grace_is_taken_from_the_bank(pace, bank, beyond):
    before = pace.bank if bank is None else bank
    free = pace.budget(bank) - before  # the grace, or what makes up for an empty bank
    kept = max(NONE, before - beyond)
    after = pace.bank_after(bank, pace.budget(bank) - free - beyond)
    assert after == max(kept, min(kept + pace.increment, pace.cap))


@given(paces([BANK]), banks, between(NONE, 60 * DAY), between(NONE, 60 * DAY))
def test_whoever_answers_sooner_never_has_less(pace, bank, one, other):
    less, more = sorted((one, other))
    assert pace.bank_after(bank, less) <= pace.bank_after(bank, more)


def test_a_bank_in_numbers():
    pace = PACES[BANK]  # a day of grace, 7 days that grow by 12 hours a turn, up to 10 days
    assert pace.budget(None) == 8 * DAY
    assert pace.bank_after(None, 8 * DAY) == 7 * DAY + 12 * HOUR
    assert pace.bank_after(7 * DAY, 5 * DAY) == 5 * DAY + 12 * HOUR
    assert pace.bank_after(10 * DAY, 10 * DAY) == 10 * DAY
    assert pace.bank_after(7 * DAY, NONE) == 12 * HOUR
