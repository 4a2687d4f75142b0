"""The golden games: each replays to its result, and shows what it is kept for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.rules import lanterns
from games.rules.record import Outcome, last, outcome, read, write
from tests.golden import playthrough
from tests.golden.features import FEATURES, Played
from tests.golden.search import FOLDER, path_of

FILES = sorted(FOLDER.glob("*.json"))


def played(path: Path) -> Played:
    return Played(read(path.read_bytes()))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_game_replays_to_its_result(path: Path) -> None:
    record = read(path.read_bytes())
    assert isinstance(record.result, Outcome)
    assert outcome(lanterns.result(last(record))) == record.result


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_file_is_as_it_would_be_written(path: Path) -> None:
    assert write(read(path.read_bytes())) == path.read_text("utf-8")


@pytest.mark.parametrize("name", FEATURES)
def test_every_feature_has_a_game_that_shows_it(name: str) -> None:
    assert FEATURES[name](played(path_of(name)))


def test_every_golden_game_is_there_for_a_feature() -> None:
    assert {path.stem for path in FILES} - {playthrough.RECORD.stem} == set(FEATURES)


def test_no_game_is_there_twice() -> None:
    assert len({path.read_text("utf-8") for path in FILES}) == len(FILES)


@pytest.mark.parametrize(
    ("key", "values"),
    [("seats", {2, 3, 4}), ("edition", {"printed", "preview"}), ("lanterns", {"open", "hidden"})],
)
def test_the_golden_games_have_all_numbers_of_seats_and_all_options(key: str, values: set[object]) -> None:
    records = [json.loads(path.read_text("utf-8")) for path in FILES]
    assert {(record | record["options"])[key] for record in records} == values


def test_the_playthrough_is_as_it_was() -> None:
    """`python -m tests.golden.playthrough` writes it anew: read the difference before keeping it."""
    assert playthrough.text() == playthrough.FILE.read_text("utf-8")


def test_the_playthrough_tells_no_seat_what_it_must_not_see() -> None:
    lines = playthrough.FILE.read_text("utf-8").split("\nply 46")[0].splitlines()
    hands = [line for line in lines if " hands " in line]
    assert hands
    assert not [
        line for line in hands if line.startswith(("  all:", "  watchers:")) and any(map(str.isdigit, line))
    ]
