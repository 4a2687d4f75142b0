"""The chart of scores, names that leave room, and the log."""

from __future__ import annotations

from itertools import pairwise

from games.drawing.base import JOINER, log_entry
from games.drawing.chart import ROW, score_chart, spread
from games.drawing.lettering import fitting, width_of
from games.rules import lanterns
from games.rules.lanterns.pieces import favour, lantern
from games.rules.words import Sentence, Who, listed
from tests.drawing.positions import game, reader_of
from tests.drawing.tree import read

LOOKS = ("s", "w", "n", "e")


def test_every_seat_has_a_line_a_mark_of_its_own_and_its_score() -> None:
    points = [lanterns.view(state, None).honour for state in game(4)]
    chart = read(score_chart(points, reader_of(lanterns.view(game(4)[0], 1)), LOOKS))
    series = [node for node in chart.all("g") if node.attrs.get("class", "").startswith("ch-s")]
    assert {node.attrs["class"].partition("is-")[2][:1] for node in series} == set(LOOKS)
    marks = [next(part for part in node.children if part.attrs["class"] == "ch-m") for node in series]
    assert len({mark.attrs["d"].partition(" ")[2][5:12] for mark in marks}) == len(series)
    assert sum("is-you" in node.attrs["class"] for node in series) == 1


def test_the_table_of_the_chart_has_the_same_numbers() -> None:
    points = [(0, 0), (0, 0), (8, 0), (8, 10)]
    table = read(score_chart(points, reader_of(lanterns.view(game(2)[0], None)), LOOKS)).all("tbody")[0]
    rows = [[cell.text for cell in row.children] for row in table.all("tr")]
    assert rows == [["0", "0", "0"], ["2", "8", "0"], ["3", "8", "10"]]


def test_names_at_the_ends_of_the_lines_do_not_overlap() -> None:
    heights = spread([50.9, 50.9, 62.0, 62.0])
    assert all(lower - upper >= ROW for upper, lower in pairwise(heights))
    assert spread([290.0, 290.0])[-1] <= 290.0


def test_a_long_name_is_shortened_to_its_room() -> None:
    for name in ("mei", "a very long name indeed", "王小明的燈籠湖王小明的燈籠湖", "WWWWWWWWWWWWWWWWWW"):
        assert width_of(fitting(name, 24, 150), 24) <= 150
    assert fitting("mei", 24, 150) == "mei"


def test_the_log_draws_things_and_names_them() -> None:
    reader = reader_of(lanterns.view(game(4)[0], 0), names=("mei", "<b>", "ines", "joon"))
    said = Sentence("{who} took {gains}.", who=Who(1), gains=listed([lantern(0, 2), favour(1)]))
    entry = read(log_entry([said, Sentence("{who} waited.", who=Who(0))], reader.say))
    assert [node.attrs["aria-label"] for node in entry.all("svg")] == ["red", "a favour"]
    assert entry.children[0].words == ["<b> took 2", f"{JOINER} and", f"{JOINER}."]
    assert entry.children[1].text == "You waited."
