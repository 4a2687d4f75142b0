"""The golden games: each replays to its result, and shows what it is kept for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.rules import titania
from games.rules.record import Outcome, last, outcome, read, write
from tests.golden.titania.features import FEATURES, Played
from tests.golden.titania.search import TITANIA, spelled_out
from tests.rules.titania.hooks import everything_is_somewhere_once

FILES = sorted(TITANIA.folder.glob("*.json"))
each_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def played(path: Path) -> Played:
    return Played(read(path.read_bytes()))


@each_file
def test_a_golden_game_replays_to_its_result(path: Path) -> None:
    record = read(path.read_bytes())
    assert isinstance(record.result, Outcome)
    state = last(record)
    everything_is_somewhere_once(state)
    assert outcome(titania.result(state)) == record.result


@each_file
def test_a_golden_file_is_as_it_would_be_written(path: Path) -> None:
    assert write(read(path.read_bytes())) == path.read_text("utf-8")


@pytest.mark.parametrize("name", FEATURES)
def test_every_feature_has_a_game_that_shows_it(name: str) -> None:
    assert FEATURES[name](played(TITANIA.path_of(name)))


def test_every_golden_game_is_there_for_a_feature() -> None:
    assert {path.stem for path in FILES} == set(FEATURES)


def test_no_game_is_there_twice() -> None:
    assert len({path.read_text("utf-8") for path in FILES}) == len(FILES)


@pytest.mark.parametrize(
    ("key", "values"), [("seats", {2, 3, 4}), ("one_space_per_crane_visit", {True, False})]
)
def test_the_golden_games_have_all_numbers_of_seats_and_both_values_of_the_option(
    key: str, values: set[object]
) -> None:
    records = [json.loads(path.read_text("utf-8")) for path in FILES]
    assert {(record | record["options"])[key] for record in records} == values


def test_a_game_is_the_same_with_its_deal_and_reshuffles_spelled_out() -> None:
    record = read(TITANIA.path_of("two-reshuffles").read_bytes())
    spelled = read(write(spelled_out(record)))
    assert spelled.seed is None
    assert len(spelled.deal["reshuffles"]) == 2
    assert titania.position(last(spelled)) == titania.position(last(record))
