"""game-record/1 (formats.md 2): what reads, what is refused and why, and what a replay proves."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.rules.record import LIMIT, Outcome, Record, RecordError, last, read, replay, write
from games.rules.registry import RULES
from tests.rules import toy

SEED = "00" * 32  # a heap of 3
GOOD: dict[str, Any] = {
    "format": "game-record/1",
    "game": "toy",
    "seats": 2,
    "options": {"last": "wins", "quick": False},
    "seed": SEED,
    "moves": [[0, "take 1"], [1, "take 2"]],
    "result": {"scores": [0, 1], "places": [2, 1]},
}
EXTRAS = {
    "players": ["Ann", "燈"],
    "at": ["2026-03-01T10:00:00Z", "2026-03-02T10:00:00+01:00"],
    "site": "https://play.example.org",
    "id": "x1",
    "events": [{"after": 1, "event": "timeout", "seat": 1, "played": 1}],
    "outcome": {"reason": "abandon", "places": [1, 1]},
}


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULES, "toy", toy)


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in GOOD.items() if name != key}


def refused(source: Any) -> str:
    with pytest.raises(RecordError) as refusal:
        read(source)
    return str(refusal.value.sentence)


def stopped(record: dict[str, Any]) -> str:
    with pytest.raises(RecordError) as refusal:
        last(read(record))
    return str(refusal.value.sentence)


# What reads


def test_a_record_is_read() -> None:
    assert read(GOOD) == Record(
        game="toy",
        seats=2,
        options={"last": "wins", "quick": False},
        moves=((0, "take 1"), (1, "take 2")),
        seed=bytes(32),
        result=Outcome(scores=(0, 1), places=(2, 1)),
    )


@pytest.mark.parametrize("turned", [json.dumps, lambda record: json.dumps(record).encode()])
def test_it_reads_text_and_bytes(turned: Any) -> None:
    assert read(turned(GOOD)) == read(GOOD)


def test_a_byte_order_mark_is_passed_over() -> None:
    assert read(b"\xef\xbb\xbf" + json.dumps(GOOD).encode()) == read(GOOD)


def test_the_optional_keys_are_kept() -> None:
    assert read(GOOD | EXTRAS).kept == EXTRAS


def test_what_is_written_reads_the_same() -> None:
    record = read(GOOD | EXTRAS | {"deal": {"stones": 3}})
    assert read(write(record)) == record


def test_what_is_written_has_the_keys_in_the_order_of_the_format() -> None:
    assert list(json.loads(write(read(GOOD | EXTRAS)))) == [*GOOD, *EXTRAS]


def test_each_move_is_written_on_a_line_of_its_own() -> None:
    assert ' "moves": [[0, "take 1"],\n  [1, "take 2"]],\n' in write(read(GOOD))


def test_a_record_without_moves_is_read_and_written() -> None:
    record = read(without("result") | {"moves": []})
    assert read(write(record)) == record


# What a replay proves


def test_a_replay_gives_every_position_with_its_ply() -> None:
    assert [(ply, state.stones) for ply, state in replay(read(GOOD))] == [(0, 3), (1, 2), (2, 0)]


def test_a_deal_spelled_out_goes_before_the_seed() -> None:
    assert last(read(without("result") | {"deal": {"stones": 9}})).stones == 6


def test_a_deal_serves_without_a_seed() -> None:
    assert last(read(without("seed") | {"deal": {"stones": 3}})).stones == 0


def test_a_running_game_replays_without_a_result() -> None:
    assert last(read(without("result") | {"moves": [[0, "take 1"]]})).stones == 2


def test_a_refused_move_is_named_by_number_seat_text_and_reason() -> None:
    assert stopped(GOOD | {"moves": [[0, "take 1"], [0, "take 1"]]}) == 'Move 2, seat 0, "take 1": Not now.'


def test_an_unreadable_move_is_named_by_number_seat_text_and_reason() -> None:
    assert stopped(GOOD | {"moves": [[0, "take\nall"]]}) == (
        'Move 1, seat 0, "take\\nall": Take 1, 2 or 3 stones.'
    )


def test_a_move_after_the_end_is_refused() -> None:
    assert stopped(GOOD | {"moves": [*GOOD["moves"], [0, "take 1"]]}).startswith("Move 3, seat 0")


def test_the_positions_before_a_refused_move_are_given() -> None:
    plies = replay(read(GOOD | {"moves": [[0, "take 1"], [1, "take 3"]]}))
    assert [next(plies)[0], next(plies)[0]] == [0, 1]
    with pytest.raises(RecordError):
        next(plies)


@pytest.mark.parametrize(
    ("key", "claimed"),
    [("scores", {"scores": [1, 1], "places": [2, 1]}), ("places", {"scores": [0, 1], "places": [1, 1]})],
)
def test_a_result_that_the_replay_does_not_give_is_refused(key: str, claimed: Any) -> None:
    assert stopped(GOOD | {"result": claimed}).startswith(f'The "{key}" of the record are ')


def test_a_result_of_a_game_that_is_not_over_is_refused() -> None:
    assert stopped(GOOD | {"moves": []}) == (
        "The record has a result, but the game is not over after its last move."
    )


# What is refused


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("", "The record is not JSON: line 1, column 1."),
        ("{", "The record is not JSON: line 1, column 2."),
        (b"\xff\xfe", "The record is not UTF-8 text."),
        ("[" * 100_000, "The record is nested too deeply."),
        (json.dumps(GOOD)[:-1] + ', "seats": 2}', 'The key "seats" stands twice in one object.'),
        ('{"seats": NaN}', '"NaN" is not a number that a record can hold.'),
        ('{"seats": -Infinity}', '"-Infinity" is not a number that a record can hold.'),
        ('{"seats": 1e999}', "Infinity is not a value that a record can hold."),
        (" " * (LIMIT + 1), "A game record has at most 1000000 bytes."),
        ("[]", '"record" must be an object, not [].'),
        ("null", '"record" must be an object, not null.'),
        ("{}", 'The record does not say "format": "game-record/1".'),
        ('{"format": "game-record/2"}', 'The record does not say "format": "game-record/1".'),
    ],
)
def test_what_is_no_record_at_all_is_refused(source: Any, reason: str) -> None:
    assert refused(source) == reason


def test_a_number_of_thousands_of_digits_is_refused() -> None:
    assert refused(json.dumps(GOOD)[:-1] + ', "x": ' + "9" * 5000 + "}").endswith("a record can hold.")


def test_a_number_too_large_is_refused_in_values_too() -> None:
    assert refused(GOOD | {"id": 10**5000}) == "The record holds a number that is too large."


@pytest.mark.parametrize("key", ["game", "seats", "options", "moves"])
def test_a_key_that_is_missing_is_named(key: str) -> None:
    assert refused(without(key)) == f'"{key}" is missing in "record".'


def test_neither_seed_nor_deal_is_refused() -> None:
    assert refused(without("seed")) == "The record has neither a seed nor a deal."


@pytest.mark.parametrize("key", ["Seats", "move", "resultt", "\u2028"])
def test_an_unknown_key_is_refused(key: str) -> None:
    assert "has the unknown key" in refused(GOOD | {key: 1})


@pytest.mark.parametrize("key", ["options", "result"])
def test_an_unknown_key_within_is_refused(key: str) -> None:
    assert refused(GOOD | {key: GOOD[key] | {"more": 1}}) == f'"{key}" has the unknown key "more".'


@pytest.mark.parametrize("missing", ["last", "quick"])
def test_an_option_that_is_missing_is_named(missing: str) -> None:
    options = {name: value for name, value in GOOD["options"].items() if name != missing}
    assert refused(GOOD | {"options": options}) == f'"{missing}" is missing in "options".'


@pytest.mark.parametrize("value", [0, 1, "false", None, "no", 0.0, []])
def test_a_switch_is_a_json_boolean(value: Any) -> None:
    assert refused(GOOD | {"options": {"last": "wins", "quick": value}}).startswith('"quick" cannot be ')


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("game", "chess"),
        ("game", 3),
        ("game", ["toy"]),
        ("game", None),
        ("seats", 4),
        ("seats", "2"),
        ("seats", 2.0),
        ("seats", True),
        ("seats", None),
        ("options", []),
        ("options", {"last": "draws", "quick": False}),
        ("seed", SEED[:-2]),
        ("seed", SEED[:-1] + "g"),
        ("seed", SEED[:-1] + " "),
        ("seed", SEED + "\n"),
        ("seed", "\u0660" * 64),
        ("seed", 0),
        ("seed", None),
        ("deal", None),
        ("deal", []),
        ("deal", {"stones": "many"}),
        ("deal", {}),
        ("moves", {}),
        ("moves", "take 1"),
        ("moves", ["take 1"]),
        ("moves", [[0]]),
        ("moves", [[0, "take 1", 1]]),
        ("moves", [["take 1", 0]]),
        ("moves", [[False, "take 1"]]),
        ("moves", [[0.0, "take 1"]]),
        ("moves", [[0, None]]),
        ("moves", [[2, "take 1"]]),
        ("moves", [[-1, "take 1"]]),
        ("moves", [[0, "take\x001"]]),
        ("moves", [[0, "take \ud800"]]),
        ("result", []),
        ("result", None),
        ("result", {"scores": [0, 1]}),
        ("result", {"scores": [0], "places": [2, 1]}),
        ("result", {"scores": [False, True], "places": [2, 1]}),
        ("result", {"scores": [0, 1], "places": [2.0, 1.0]}),
        ("result", {"scores": "01", "places": [2, 1]}),
        ("players", ["Ann"]),
        ("players", ["Ann", None]),
        ("players", "AB"),
        ("at", ["2026-03-01T10:00:00Z"]),
        ("at", ["yesterday", "today"]),
        ("at", [1, 2]),
        ("site", 1),
        ("id", True),
        ("id", None),
        ("events", {}),
        ("events", [1]),
        ("events", [{"after": 1, "event": "party"}]),
        ("events", [{"after": 1, "event": []}]),
        ("events", [{"event": "timeout"}]),
        ("events", [{"after": 3, "event": "timeout"}]),
        ("events", [{"after": True, "event": "timeout"}]),
        ("events", [{"after": 1, "event": "timeout", "seat": 2}]),
        ("outcome", "abandon"),
        ("site", float("nan")),
        ("site", {1, 2}),
        ("outcome", {1: 2}),
    ],
)
def test_a_wrong_value_is_refused(key: str, value: Any) -> None:
    assert refused(GOOD | {key: value})


def test_a_move_of_no_seat_is_named_by_its_number() -> None:
    assert refused(GOOD | {"moves": [[0, "take 1"], [2, "take 1"]]}) == "Move 2: there is no seat 2."


def test_a_long_value_is_cut_short_in_the_sentence() -> None:
    assert len(refused(GOOD | {"game": "x" * 10_000})) < 120


def test_a_value_that_holds_itself_is_refused() -> None:
    endless: dict[str, Any] = {}
    endless["outcome"] = endless
    assert refused(GOOD | {"outcome": endless}) == "The record is nested too deeply."
