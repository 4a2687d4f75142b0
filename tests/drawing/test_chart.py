"""The chart of scores, names that leave room, and the log."""

from __future__ import annotations

from itertools import pairwise

from games.drawing.base import JOINER, log_entry
from games.drawing.chart import ROW, SCALE_SIZE, SIZE, score_chart, spread
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
        assert width_of(fitting(name, 24, 150, bold=True), 24, bold=True) <= 150
    assert fitting("mei", 24, 150) == "mei"


def test_a_score_is_written_before_the_name_and_never_shortened_with_it() -> None:
    reader = reader_of(lanterns.view(game(2)[0], 1), names=("Bo the 2nd of all the lakes", "W" * 24))
    chart = read(score_chart([(0, 0), (131, 26)], reader, LOOKS))
    lines = [it for it in chart.all("g") if "ch-s" in it.attrs["class"]]
    left, _, width, _ = map(float, chart.all("svg")[0].attrs["viewbox"].split())
    right = left + width
    for series, score in zip(lines, (26, 131), strict=True):
        number, name = series.all("text")
        assert number.text == str(score)
        assert name.text.endswith("…")
        begins = float(number.attrs["x"]) + width_of(number.text, SIZE, bold=True)
        assert begins < float(name.attrs["x"]) < right - width_of(name.text, SIZE, bold="W" in name.text) + 1


def test_the_numbers_of_the_scale_lie_within_the_picture_however_high_the_scores_are() -> None:
    reader = reader_of(lanterns.view(game(2)[0], 1))
    for top in (9, 59, 131, 1200):
        chart = read(score_chart([(0, 0), (top, 5)], reader, LOOKS))
        left = float(chart.all("svg")[0].attrs["viewbox"].split()[0])
        for number in (it for it in chart.all("text") if it.attrs.get("text-anchor") == "end"):
            assert float(number.attrs["x"]) - width_of(number.text, SCALE_SIZE) >= left - 1


def test_no_letter_is_wider_in_the_widest_font_than_it_is_taken_to_be() -> None:
    """Widths of DejaVu Sans, in hundredths of the font size: book, and bold."""
    widest = {"i": (28, 34), "o": (61, 69), "h": (63, 71), "O": (79, 85), "w": (82, 92), "W": (99, 110)}
    widest |= {"4": (64, 70), "…": (100, 100), " ": (32, 35), "m": (97, 104), "N": (75, 84)}
    for letter, (book, bold) in widest.items():
        assert width_of(letter, 100) >= book
        assert width_of(letter, 100, bold=True) >= bold


def test_the_log_draws_things_and_names_them() -> None:
    reader = reader_of(lanterns.view(game(4)[0], 0), names=("mei", "<b>", "ines", "joon"))
    said = Sentence("{who} took {gains}.", who=Who(1), gains=listed([lantern(0, 2), favour(1)]))
    entry = read(log_entry([said, Sentence("{who} waited.", who=Who(0))], reader.say))
    assert [node.attrs["aria-label"] for node in entry.all("svg")] == ["red", "a favour"]
    assert entry.children[0].words == ["<b> took", "and", "."]
    assert [node.words for node in entry.all("span", class_="nb")] == [["2", JOINER], [JOINER]]
    assert entry.children[1].text == "You waited."
