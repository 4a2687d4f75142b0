"""The form that chooses terms: it gives what was chosen, shows what is agreed, and names what is wrong."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string

from games.bots import BOTS
from games.clock.terms import (
    BANK,
    DAY,
    FIXED,
    HOUR,
    HOUSE,
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
from games.pages.terms_form import TermsForm

EVERY_KIND = (
    Terms(),
    Terms(Pace(turn=DAY)),
    Terms(Pace(turn=7 * DAY, weekends_off=True)),
    Terms(Pace(turn=6 * HOUR, waking_hours=True)),
    Terms(Pace(turn=36 * HOUR)),
    Terms(Pace(turn=14 * DAY), Absence(STAND_IN, "randomly", 5)),
    Terms(Pace(BANK, 6 * HOUR, bank=5 * DAY, increment=12 * HOUR, cap=10 * DAY, weekends_off=True)),
    Terms(Pace(BANK, NONE, bank=30 * DAY, increment=NONE, cap=30 * DAY), Absence(VOTE)),
    Terms(Pace(SOFT, 5 * DAY, waking_hours=True)),
    Terms(Pace(SOFT, 3 * DAY)),
    Terms(Pace(SOCIABLE, 2 * MINUTE), Absence(HOUSE, "sensibly", 1)),
    Terms(gates=Gates(on_time=95, reply=6 * HOUR)),
    Terms(gates=Gates(on_time=51, reply=5 * HOUR, newcomers=False)),
)


def shown(form: TermsForm) -> dict[str, str]:
    """What a browser sends of a form that nobody has changed."""
    values = {name: form[name].value() for name in form.fields}
    return {
        name: "yes" if value is True else str(value) for name, value in values.items() if value is not False
    }


@pytest.mark.parametrize("terms", EVERY_KIND)
def test_terms_that_are_shown_and_sent_back_stay_as_they_are(terms):
    form = TermsForm(shown(TermsForm(initial=terms)), initial=terms)
    assert form.is_valid(), form.errors
    assert form.terms == terms


@pytest.mark.parametrize("terms", EVERY_KIND)
def test_without_the_fields_of_the_gates_these_stay_as_they_were(terms):
    form = TermsForm(shown(TermsForm(initial=Terms(), gates=False)), initial=terms, gates=False)
    assert not {"on_time", "reply", "newcomers"} & form.fields.keys()
    assert form.is_valid(), form.errors
    assert form.terms == Terms(gates=terms.gates)


@pytest.mark.parametrize("terms", EVERY_KIND)
def test_what_was_not_sent_stays_as_it_was_but_for_boxes_that_are_not_ticked(terms):
    form = TermsForm({}, initial=terms)
    assert form.is_valid(), form.errors
    assert form.terms.absence == terms.absence
    assert form.terms.gates == terms.gates
    assert (form.terms.pace.kind, form.terms.pace.turn) == (terms.pace.kind, terms.pace.turn)
    assert not form.terms.pace.weekends_off


@pytest.mark.parametrize("terms", EVERY_KIND)
def test_whatever_the_form_gives_a_table_can_have(terms):
    form = TermsForm(shown(TermsForm(initial=terms)), initial=terms)
    assert form.is_valid()
    assert form.terms.refusal(tuple(BOTS)) is None


def test_a_usual_pace_is_one_press():
    form = TermsForm({"pace": "7"})
    assert form.is_valid()
    assert form.terms == Terms(Pace(turn=7 * DAY))


@pytest.mark.parametrize(
    ("sent", "pace"),
    [
        ({"pace": "1", "kind": "sand", "turn": "x", "bank": "x"}, Pace(turn=DAY)),
        ({"pace": "own", "kind": FIXED, "turn": "12", "bank": "99", "minutes": "0"}, Pace(turn=12 * HOUR)),
        ({"pace": "own", "kind": SOFT, "turn": "72", "cap": "-"}, Pace(SOFT)),
        ({"pace": "own", "kind": SOCIABLE, "minutes": "5", "turn": "x"}, Pace(SOCIABLE, 5 * MINUTE)),
        (
            {"pace": "own", "kind": SOCIABLE, "minutes": "5", "weekends_off": "yes", "waking_hours": "yes"},
            Pace(SOCIABLE, 5 * MINUTE),
        ),
        (
            {
                "pace": "own",
                "kind": BANK,
                "turn": "x",
                "minutes": "x",
                "bank": "2",
                "cap": "2",
                "increment": "0",
            },
            Pace(BANK, NONE, bank=2 * DAY, cap=2 * DAY),
        ),
    ],
)
def test_a_field_that_goes_only_with_another_choice_is_not_read(sent, pace):
    form = TermsForm(sent)
    assert form.is_valid(), form.errors
    assert form.terms == Terms(pace)


@pytest.mark.parametrize(
    ("sent", "faulty"),
    [
        ({"pace": "2"}, {"pace"}),
        ({"pace": "own", "kind": "sand"}, {"kind"}),
        ({"pace": "own", "turn": "5"}, {"turn"}),
        ({"pace": "own", "kind": BANK, "bank": "31"}, {"bank"}),
        (
            {"pace": "own", "kind": BANK, "bank": "x", "increment": "73", "grace": "73"},
            {"bank", "increment", "grace"},
        ),
        ({"pace": "own", "kind": BANK, "bank": "10", "cap": "9"}, {"cap"}),
        ({"pace": "own", "kind": BANK, "bank": "10", "cap": "31"}, {"cap"}),
        ({"pace": "own", "kind": SOCIABLE, "minutes": "1"}, {"minutes"}),
        ({"pace": "own", "kind": SOCIABLE, "minutes": "9999999999"}, {"minutes"}),
        ({"then": "x", "level": "x", "after": "0"}, {"then", "level", "after"}),
        ({"on_time": "x", "reply": "x", "newcomers": "x"}, {"on_time", "reply", "newcomers"}),
    ],
)
def test_a_fault_stands_beside_its_field_in_a_sentence(sent, faulty):
    form = TermsForm(sent)
    assert not form.is_valid()
    assert form.errors.keys() == faulty
    assert all(sentence.endswith(".") for sentences in form.errors.values() for sentence in sentences)


@pytest.mark.parametrize("kind", [FIXED, BANK, SOFT, SOCIABLE])
def test_what_is_proposed_for_a_kind_can_be_sent_as_it_is(kind):
    form = TermsForm(shown(TermsForm()) | {"pace": "own", "kind": kind})
    assert form.is_valid(), form.errors
    assert form.terms.pace.kind == kind


@pytest.mark.parametrize("gates", [True, False])
def test_the_fields_are_drawn_with_and_without_those_of_the_gates(gates):
    form = TermsForm(initial=Terms(Pace(SOFT), Absence(VOTE)), gates=gates)
    page = render_to_string("games/new_terms.html", {"terms_form": form})
    assert all(f'name="{name}"' in page for name in form.fields)
    assert ('name="newcomers"' in page) == ("Who may join" in page) == gates
    assert 'name="kind" value="soft" checked' in page
