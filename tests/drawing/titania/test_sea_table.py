"""Around the sea: seats, what is left, the result, the deal."""

from __future__ import annotations

import json
from dataclasses import replace

from games.drawing import titania as drawing
from games.drawing.base import NO_DRAFT
from games.rules import titania
from games.rules.titania.moves import Build, Sail
from tests.drawing.positions import SPRITE, reader_of
from tests.drawing.titania.positions import OPTIONS, draw, drawn_for, found, game, legal, own_view, pending
from tests.drawing.tree import read


def test_the_ships_left_are_always_told_and_pointed_out_when_they_are_few() -> None:
    view = own_view(found(lambda view: min(view.ship_supply) == 2 and max(view.ship_supply) > 4))
    (fleet,) = read(draw(view).supply).all("section", class_="fleet")
    rows = fleet.all("li")
    assert [row.text for row in rows] == [str(left) for left in view.ship_supply]
    assert ["is-low" in row.attrs.get("class", "") for row in rows] == [
        left <= 4 for left in view.ship_supply
    ]


def test_an_unsent_ship_is_taken_off_in_gold() -> None:
    view = own_view(found(lambda view: any(isinstance(it, Sail) for it in legal(view))))
    move = next(it for it in legal(view) if isinstance(it, Sail))
    rows = read(draw(view, dict(drawing.asking({"choice": str(move)}, NO_DRAFT))).supply).all("li")
    assert rows[move.colour].text == f"{view.ship_supply[move.colour]} −1"


def test_what_the_unsent_step_brings_and_costs_stands_at_ones_own_seat() -> None:
    view = pending("build")
    move = next(it for it in legal(view) if isinstance(it, Build))
    preview = titania.preview(view, move)
    asked = dict(drawing.asking({"choice": str(move)}, NO_DRAFT))
    own, other = read(draw(view, asked).seats).all("section")
    assert f"+{preview.points}" in own.text
    assert sum(f"−{n}" in own.text for n in preview.price if n) >= 1
    assert not other.all("ins")


def test_the_readers_own_seat_comes_first_and_the_others_clockwise() -> None:
    state = game(4)[20]
    for viewer in range(4):
        sections = read(drawn_for(state, viewer).seats).all("section")
        numbers = [int(node.attrs["aria-label"].partition(":")[0]) for node in sections]
        assert numbers == [(viewer + n) % 4 + 1 for n in range(4)]


def test_each_seat_has_a_picture_of_its_number() -> None:
    assert [drawing.side_of(4, seat) for seat in range(4)] == ["1", "2", "3", "4"]


def test_the_result_names_the_winner_and_every_part_of_the_scores() -> None:
    for seed in range(1, 4):
        state = game(3, seed)[-1]
        view = titania.view(state, 0)
        outcome = drawing.outcome(view, reader_of(view))  # type: ignore[arg-type]
        result = titania.result(state)
        assert result is not None
        if len(result.winners) == 1:
            name = "You" if result.winners == (0,) else reader_of(view).names[result.winners[0]]  # type: ignore[arg-type]
            assert outcome.headline.startswith(name)
        rows = read(outcome.table).all("tr")[1:]
        assert len(rows) == 3
        for row, seat in zip(rows, sorted(range(3), key=lambda it: result.places[it]), strict=True):
            totals = [node.text for node in row.all("td")]
            assert totals[0] == str(result.scores[seat])
            assert [it.partition(" ")[0] for it in totals[1:5]] == [str(n) for n in result.breakdown[seat]]


def test_a_tie_is_told_with_what_decided_it() -> None:
    state = game(2)[-1]
    view = titania.view(state, 1)
    assert view.result is not None
    tied = replace(view.result, scores=(40, 40), places=(1, 2), tied=((5,), (3,)), decided_by=0)
    outcome = drawing.outcome(replace(view, result=tied), reader_of(view))  # type: ignore[arg-type]
    assert outcome.headline == "mei wins the tie"
    assert "mei 5 and you 3" in outcome.verdict
    assert "tie, decided" in outcome.table
    shared = replace(tied, places=(1, 1), tied=((5,), (5,)), decided_by=None)
    again = drawing.outcome(replace(view, result=shared), reader_of(view))  # type: ignore[arg-type]
    assert again.headline == "You share the win with mei"


def test_a_deal_spelled_out_can_be_read_as_what_each_shuffle_gave() -> None:
    dealt = titania.spell(titania.deal(3, OPTIONS, bytes(32)))
    view = titania.view(game(3)[0], None)
    dealt |= {"reshuffle/1": ["red", "blue"], "reshuffle/2": ["red/blue"]}
    tree = read(drawing.dealt(dealt, reader_of(view)))  # type: ignore[arg-type]
    lists = {node.attrs["data-shuffle"]: node for node in tree.all("dl") if "data-shuffle" in node.attrs}
    assert set(lists) == {*titania.unshuffled(3, OPTIONS), "reshuffle/1", "reshuffle/2"}
    for label, node in lists.items():
        texts = [code.text for code in node.all("code") if code.text]
        assert json.loads(f"[{','.join(texts)}]") == dealt[label]


def test_thumbnails_and_the_large_picture_are_sound_and_small() -> None:
    state = game(4)[-1]
    view = titania.view(state, None)
    for small in (False, True):
        (picture,) = read(drawing.thumbnail(view, 0, SPRITE, small)).children
        assert picture.attrs["aria-hidden"] == "true"
        assert len(drawing.thumbnail(view, 0, SPRITE, small)) < 14_000
    large = read(drawing.showcase(view, reader_of(view).text, SPRITE, "A <b>sea</b>"))  # type: ignore[arg-type]
    assert large.children[0].attrs["aria-label"] == "A <b>sea</b>"
