"""`manage.py record replay` and `manage.py simulate`: what they print, and how they refuse. No database."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.rules.record import last, read

GOLDEN = Path(__file__).parents[1] / "golden"
FILE = str(GOLDEN / "clear-win.json")


def run(*words: str) -> list[str]:
    out = io.StringIO()
    call_command(*words, stdout=out)
    return out.getvalue().splitlines()


def refused(*words: str) -> str:
    with pytest.raises(CommandError) as refusal:
        call_command(*words, stdout=io.StringIO())
    sentence = str(refusal.value)
    assert refusal.value.returncode == 1
    assert sentence.splitlines() == [sentence]
    return sentence


@pytest.fixture
def record() -> dict[str, Any]:
    record: dict[str, Any] = json.loads(Path(FILE).read_text("utf-8"))
    return record


@pytest.fixture
def file(tmp_path: Path, record: dict[str, Any]) -> Any:
    """Writes the record with changes; gives its name."""

    def written(**changes: Any) -> str:
        path = tmp_path / "record.json"
        path.write_text(json.dumps(record | changes), encoding="utf-8")
        return str(path)

    return written


# replay


def test_it_prints_the_last_position_with_sorted_keys() -> None:
    (line,) = run("record", "replay", FILE)
    position = json.loads(line)
    assert position["over"] is True
    assert list(position) == sorted(position)


def test_with_each_it_prints_one_line_for_each_ply_and_the_first(record: dict[str, Any]) -> None:
    lines = run("record", "replay", FILE, "--each")
    assert len(lines) == len(record["moves"]) + 1
    assert json.loads(lines[0])["stack"] == {2: 16, 3: 18, 4: 20}[record["seats"]]


def test_the_last_line_of_each_is_the_last_position() -> None:
    assert run("record", "replay", FILE, "--each")[-1:] == run("record", "replay", FILE)


def test_it_reads_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    with open(FILE, "rb") as stream:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(stream))
        assert run("record", "replay", "-") == run("record", "replay", FILE)


def test_a_refused_move_is_named_in_one_line(file: Any, record: dict[str, Any]) -> None:
    seat, _ = record["moves"][4]
    record["moves"][4] = [seat, "place 99 0,1 0"]
    assert refused("record", "replay", file()).startswith(f'Move 5, seat {seat}, "place 99 0,1 0": ')


def test_the_good_lines_come_before_the_refusal(file: Any, record: dict[str, Any]) -> None:
    record["moves"][4] = [record["moves"][4][0], "place 99 0,1 0"]
    out = io.StringIO()
    with pytest.raises(CommandError):
        call_command("record", "replay", file(), "--each", stdout=out)
    assert len(out.getvalue().splitlines()) == 5


def test_a_file_that_is_no_record_gives_the_reason_alone(file: Any) -> None:
    assert refused("record", "replay", file(seats=7)) == "Lanterns is not played at 7 seats."


@pytest.mark.parametrize("name", ["no such file", ".", "\0"])
def test_a_file_that_cannot_be_read_is_named(name: str) -> None:
    assert repr(name) in refused("record", "replay", name)


def test_a_file_without_end_is_not_read_to_its_end() -> None:
    assert refused("record", "replay", "/dev/zero") == "A game record has at most 1000000 bytes."


# simulate


def test_it_prints_plies_seconds_and_plies_per_second() -> None:
    (line,) = run("simulate", "--game", "lanterns", "--seats", "3", "--games", "2", "--player", "randomly")
    games, plies, seconds, speed = line.split(", ")
    assert games == "2 games"
    assert plies.endswith(" plies")
    assert seconds.endswith(" seconds")
    assert speed.endswith(" plies per second")


def test_it_writes_each_game_as_a_record_that_replays(tmp_path: Path) -> None:
    run("simulate", "--games", "3", "--player", "randomly", "--out", str(tmp_path / "new" / "folder"))
    records = [read(path.read_bytes()) for path in (tmp_path / "new" / "folder").iterdir()]
    assert [last(record).to_act for record in records] == [None, None, None]


@pytest.mark.parametrize("player", ["randomly", "sensibly"])
def test_the_same_seed_gives_the_same_games(tmp_path: Path, player: str) -> None:
    for name in ("one", "two"):
        run("simulate", "--games", "1", "--seed", "5", "--player", player, "--out", str(tmp_path / name))
    one, two = (tmp_path / name / "00000.json" for name in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()


def test_another_seed_gives_other_games(tmp_path: Path) -> None:
    for seed in ("1", "2"):
        run("simulate", "--games", "1", "--seed", seed, "--out", str(tmp_path / seed))
    assert (tmp_path / "1" / "00000.json").read_bytes() != (tmp_path / "2" / "00000.json").read_bytes()


def test_each_seat_may_have_a_player_of_its_own(tmp_path: Path) -> None:
    run("simulate", "--games", "1", "--player", "sensibly", "--player", "randomly", "--out", str(tmp_path))
    result = read((tmp_path / "00000.json").read_bytes()).result
    assert result is not None
    assert result.places == (1, 2)


def test_an_option_may_be_chosen(tmp_path: Path) -> None:
    run("simulate", "--games", "1", "--option", "lanterns=hidden", "--out", str(tmp_path))
    assert read((tmp_path / "00000.json").read_bytes()).options["lanterns"] == "hidden"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--game", "go"], "There is no game 'go' here; there is lanterns"),
        (["--player", "cleverly"], "There is no player 'cleverly' here; there is randomly, sensibly"),
        (["--player", "randomly", "--player", "randomly", "--player", "randomly"], "Name one player"),
        (["--seats", "5"], "Lanterns is played at 2, 3, 4 seats, not 5."),
        (["--seats", "two"], "--seats must be a whole number, not 'two'."),
        (["--games", "0"], "--games must be at least 1."),
        (["--games", "1.5"], "--games must be a whole number, not '1.5'."),
        (["--games", "9" * 5000], "--games must be a whole number, not "),
        (["--seed", "x"], "--seed must be a whole number, not 'x'."),
        (["--option", "colour=red"], "There is no option 'colour' here; there is edition, lanterns"),
        (["--option", "lanterns"], "There is no value of lanterns '' here; there is open, hidden"),
        (["--out", "/dev/null/x"], "The folder /dev/null/x cannot be made: "),
    ],
)
def test_what_it_does_not_know_is_refused(words: list[str], reason: str) -> None:
    assert refused("simulate", *words).startswith(reason)
