"""What everybody did in a game, as a table."""

from __future__ import annotations

from games.drawing.tallies import tally_table
from games.rules import lanterns
from games.rules.base import Tally
from games.rules.words import Sentence
from tests.drawing.positions import game, reader_of
from tests.drawing.tree import read

COUNTED = (Tally(Sentence("Edges matched"), (3, 7)), Tally(Sentence("Missed"), (0, 0)))


def test_each_row_names_what_was_counted_and_the_highest_count_is_bold() -> None:
    reader = reader_of(lanterns.view(game(2)[0], None), names=("<mei>", "joon"))
    table = read(tally_table(COUNTED, reader))
    assert [cell.text for cell in table.all("th")] == ["<mei>", "joon", "Edges matched", "Missed"]
    assert [cell.text for cell in table.all("b")] == ["7"]
