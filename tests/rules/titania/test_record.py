"""A record of Titania: the lines of `record replay --each`, and where a replay stops (formats.md 2)."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from games.rules.record import RecordError, read, replay
from games.rules.registry import RULES
from tests.golden.titania.search import TITANIA, spelled_out
from tests.rules.titania.tables import decorated, go, hand, holding, ships, starfish, table, towers

KEYS = (
    "decorated drawn_pile fog_up hands over pending period places played scores shells ships starfish supply "
    "tiles to_act towers"
)


def test_the_line_of_a_position_is_that_of_the_formats():
    state = hand(table(2, fog={"E6": "3 white"}), "red blue yellow red/blue")
    state = decorated(towers(starfish(holding(state, "2 white"), 0, 1), A4="2 white"), "A4")
    state = go(state, "sail blue blue E6")
    assert RULES["titania"].position(state) == {
        "decorated": ["A4"],
        "drawn_pile": 28,
        "fog_up": ["E6"],
        "hands": [3, 4],
        "over": False,
        "pending": None,
        "period": 1,
        "places": None,
        "played": 1,
        "scores": [0, 0],
        "shells": [{"white": 5}, {}],
        "ships": {
            "E6": ["blue"],
            "F6": ["red", "blue"],
            "F7": ["blue", "yellow"],
            "G6": ["red", "yellow"],
        },
        "starfish": [0, 1],
        "supply": {"blue": 14, "red": 15, "yellow": 15},
        "tiles": [0, 0],
        "to_act": [0],
        "towers": {"A4": {"white": 2}},
    }


def test_spaces_run_by_row_then_number_and_fog_with_two_ships_is_not_up():
    state = ships(table(), "E6 red blue", "D10 red", "D6 yellow", "D4 blue", "F9 red", "F5 red")
    state = decorated(state, "A4", "D9", "G11", "A2")
    line = RULES["titania"].position(state)
    assert line["fog_up"] == ["D4", "D6", "F5", "F9"]
    assert line["decorated"] == ["A2", "A4", "D9", "G11"]


def test_the_last_line_has_the_scores_with_score_tiles_and_the_places():
    record = read(TITANIA.path_of("tie-by-starfish-and-shells").read_bytes())
    *_, (_, before), (ply, last) = replay(record)
    assert ply == len(record.moves)
    line = RULES["titania"].position(last)
    assert " ".join(line) == KEYS
    assert (line["over"], line["to_act"]) == (True, [])
    assert tuple(line["scores"]) == record.result.scores
    assert tuple(line["places"]) == record.result.places
    tiles = [sum(won) for won in last.tiles]
    open_scores = RULES["titania"].position(before)["scores"]
    assert line["scores"] == [score + won for score, won in zip(open_scores, tiles, strict=True)]
    assert json.dumps(line, sort_keys=True) == json.dumps(line)


def test_a_replay_without_a_seed_stops_where_a_reshuffle_is_not_spelled_out():
    record = spelled_out(read(TITANIA.path_of("two-reshuffles").read_bytes()))
    short = replace(record, deal=record.deal | {"reshuffles": record.deal["reshuffles"][:1]})
    plies = []
    with pytest.raises(RecordError) as caught:
        plies += [ply for ply, _ in replay(short)]
    assert "The deal does not say how the discards were shuffled." in str(caught.value.sentence)
    assert str(caught.value.sentence).startswith("Move ")


def test_where_both_stand_the_deal_wins_and_the_seed_serves_what_it_lacks():
    record = read(TITANIA.path_of("two-reshuffles").read_bytes())
    spelled = spelled_out(record)
    short = replace(spelled, seed=record.seed, deal=spelled.deal | {"reshuffles": []})
    assert list(replay(short))[-1][1].hands == list(replay(record))[-1][1].hands


@pytest.mark.parametrize("value", ["false", 0, None])
def test_the_option_is_a_json_boolean(value):
    record = json.loads(TITANIA.path_of("clear-win").read_bytes())
    record["options"]["one_space_per_crane_visit"] = value
    with pytest.raises(RecordError):
        read(record)
