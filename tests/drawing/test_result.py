"""What a result page says: who won and by what, to each of those who read it (L17)."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from games.drawing.base import Outcome, Reader, page_speaker
from games.drawing.lanterns import course, dealt, outcome
from games.rules import lanterns
from games.rules.base import Result
from games.rules.lanterns.view import View
from games.rules.record import last, read
from games.rules.words import Speaker

GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = ("mei", "tomas", "ines", "joon")


@cache
def ended(name: str) -> View:
    """The last position of a golden game; everybody sees the same of it."""
    return lanterns.view(last(read((GOLDEN / f"{name}.json").read_text())), None)


def reader(seats: int, viewer: int | None, names: tuple[str, ...] = NAMES) -> Reader:
    def called(seat: int, begins: bool) -> str:
        return ("You" if begins else "you") if seat == viewer else names[seat]

    def plural(one: str, many: str, n: int) -> str:
        return one if n == 1 else many

    text = Speaker(str, plural, called)
    say = page_speaker(str, plural, called, "/sprite.svg")
    return Reader(viewer, viewer or 0, names[:seats], say, text, "/t/x/", "/sprite.svg")


def told(name: str, viewer: int | None = None) -> Outcome:
    view = ended(name)
    return outcome(view, reader(view.seats, viewer))


def result_of(name: str) -> Result:
    result = ended(name).result
    assert result
    return result


def winners_of(name: str) -> tuple[int, ...]:
    return result_of(name).winners


def row_of(found: Outcome, name: str) -> str:
    (row,) = re.findall(rf"<tr[^>]*>(?:(?!</tr>).)*>{name}<.*?</tr>", found.table)
    return str(row)


def test_a_clear_win_is_told_by_its_margin():
    first, second = sorted(ended("clear-win").honour, reverse=True)[:2]
    (winner,) = winners_of("clear-win")
    found = told("clear-win")
    assert found.headline == f"{NAMES[winner]} wins by {first - second} honour"
    assert found.verdict.startswith(f"{NAMES[winner]} reached {first} honour, ")


def test_the_winner_is_told_so():
    (winner,) = winners_of("clear-win")
    assert told("clear-win", winner).headline.startswith("You win by ")


def test_whoever_lost_is_told_the_place():
    loser = result_of("clear-win").places.index(2)
    assert told("clear-win", loser).verdict.endswith("You came 2nd.")
    assert "came" not in told("clear-win").verdict


def test_a_tie_by_favours_says_the_tie_and_what_broke_it():
    view, (winner,) = ended("tie-by-favours"), winners_of("tie-by-favours")
    found = told("tie-by-favours", winner)
    kept = sorted(view.favours[seat] for seat in range(view.seats) if view.honour[seat] == max(view.honour))
    margin = kept[-1] - kept[-2]
    assert found.headline == f"You win by {'one favour' if margin == 1 else f'{margin} favours'}"
    assert f"each reached {max(view.honour)} honour. You kept {kept[-1]} favour" in found.verdict


def test_a_tie_by_lanterns_says_both_ties():
    view, (winner,) = ended("tie-by-lanterns"), winners_of("tie-by-lanterns")
    found = told("tie-by-lanterns")
    assert re.fullmatch(rf"{NAMES[winner]} wins by (one lantern|\d+ lanterns)", found.headline)
    assert f"honour and kept {view.favours[winner]} favour" in found.verdict
    assert f"{NAMES[winner]} had {view.card_counts[winner]} lantern" in found.verdict


@pytest.mark.parametrize("name", ["shared-by-two-of-two", "shared-by-two-of-four"])
def test_a_shared_win_is_nobodys_alone(name):
    one, other = winners_of(name)
    assert told(name).headline == f"{NAMES[one]} and {NAMES[other]} share the win"
    assert told(name, other).headline == f"You share the win with {NAMES[one]}"
    for winner in (one, other):
        assert ">1st" in row_of(told(name), NAMES[winner])
        assert 'class="is-win"' in row_of(told(name), NAMES[winner])


def test_the_table_marks_the_tie_break_that_decided_and_no_other():
    assert "tie 1, decided" in told("tie-by-favours").table
    assert "tie 2, decided" in told("tie-by-lanterns").table
    assert "decided" not in told("clear-win").table
    assert "is-key" not in told("shared-by-two-of-two").table


def test_the_honour_of_a_row_adds_up():
    view, found = ended("generic-token"), told("generic-token")
    for seat in range(view.seats):
        kinds = [int(n) for n in re.findall(r"<b>(\d+)</b>", row_of(found, NAMES[seat]))]
        chips = [int(n) for n in re.findall(r'class="chip[^"]*">(\d+)', row_of(found, NAMES[seat]))]
        assert sum(kinds) == sum(chips) == view.honour[seat]


def test_generic_tokens_are_told_apart_in_words():
    found = told("generic-token")
    assert 'chip is-spare">4<span class="vh"> spare</span>' in found.table
    assert "spare token" in found.note
    assert "spare token" not in told("tie-by-lanterns").note


def test_names_are_escaped():
    view = ended("clear-win")
    names = tuple(f"<b>{n}&" for n in range(4))
    found = outcome(view, reader(view.seats, None, names))
    chart = course(view, reader(view.seats, None, names), [view.honour]).chart
    assert not any("<b>1&" in part for part in (found.verdict, found.table, chart))
    assert "<b>" in found.headline  # plain text, which its page escapes


def test_the_deal_is_told_hand_by_hand_then_the_stack():
    said = str(dealt({"tiles": list(range(1, 28))}, reader(3, 1)))
    lists = re.findall(r"<dt>(.*?)</dt><dd><code data-dealt>(.*?)</code>", said)
    assert lists[:3] == [("mei", "1, 2, 3"), ("tomas", "4, 5, 6"), ("ines", "7, 8, 9")]
    assert [int(n) for _, part in lists for n in part.split(", ")] == list(range(1, 28))
