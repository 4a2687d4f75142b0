"""Whatever text comes, a record is read or refused with a sentence; nothing else happens."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.record import RecordError, last, read, write
from games.rules.registry import RULES
from tests.rules import toy
from tests.rules.test_record import EXTRAS, GOOD


@pytest.fixture(autouse=True, scope="module")
def _toy() -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(RULES, "toy", toy)
        yield


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
WHOLE = GOOD | EXTRAS | {"deal": {"stones": 3}}
PATHS = [
    *((key,) for key in WHOLE),
    *((key, inner) for key in ("options", "deal", "result", "outcome") for inner in WHOLE[key]),
    *((key, place) for key in ("moves", "players", "at", "events") for place in range(len(WHOLE[key]))),
    ("moves", 0, 0),
    ("moves", 0, 1),
    ("result", "scores", 0),
    ("events", 0, "after"),
    ("events", 0, "seat"),
]


def changed(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = changed(copy[path[0]], path[1:], new)
    return copy


def read_or_refused(source: Any) -> None:
    try:
        record = read(source)
    except RecordError as error:
        assert str(error.sentence)
        return
    assert read(write(record)) == record
    try:
        last(record)
    except RecordError as error:
        assert str(error.sentence)


@given(st.text(st.characters()) | st.binary())
def test_any_text_is_read_or_refused(source: str | bytes) -> None:
    read_or_refused(source)


@given(JSON)
def test_any_json_is_read_or_refused(value: Any) -> None:
    read_or_refused(json.dumps(value))


@given(st.sampled_from(PATHS), JSON)
def test_any_value_at_any_place_is_read_or_refused(path: tuple[Any, ...], new: Any) -> None:
    read_or_refused(json.dumps(changed(WHOLE, path, new)))


@given(st.sampled_from(PATHS), JSON)
def test_the_same_holds_of_values_that_were_never_text(path: tuple[Any, ...], new: Any) -> None:
    read_or_refused(changed(WHOLE, path, new))


@given(st.data())
def test_a_byte_changed_is_read_or_refused(data: st.DataObject) -> None:
    source = bytearray(write(read(WHOLE)).encode())
    source[data.draw(st.integers(0, len(source) - 1))] = data.draw(st.integers(0, 255))
    read_or_refused(bytes(source))


GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.json"))
VERBS = ["exchange", "dedicate", "discard", "place", "finish", "four", "pairs", "seven"]
WORDS = st.sampled_from([*VERBS, "red", "white", "17", "0,1", "-1,0", "3", "", "\n", "0,00", "²", "red,blue"])


@given(st.data(), st.lists(WORDS, max_size=6).map(" ".join) | st.text(max_size=30))
def test_any_text_of_a_move_is_taken_or_refused(data: st.DataObject, text: str) -> None:
    record = json.loads(data.draw(st.sampled_from(GOLDEN)).read_bytes())
    move = data.draw(st.sampled_from(record["moves"]))
    move[1] = text
    read_or_refused(record)


@given(st.sampled_from(GOLDEN), st.sampled_from(["tiles", "seed", "options", "more"]), JSON)
def test_any_deal_is_taken_or_refused(path: Path, key: str, value: Any) -> None:
    read_or_refused(json.loads(path.read_bytes()) | {"deal": {key: value}})


@given(st.sampled_from(GOLDEN), st.lists(st.integers(-1, 36), min_size=22, max_size=32))
def test_any_tiles_of_a_deal_are_taken_or_refused(path: Path, tiles: list[int]) -> None:
    read_or_refused(json.loads(path.read_bytes()) | {"deal": {"tiles": tiles}})
