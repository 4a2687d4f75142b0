"""The lake: what lies where, turned to its reader, in few bytes."""

from __future__ import annotations

import gzip
import re

import pytest

from games.drawing import lanterns as drawing
from games.drawing.lanterns.geometry import CENTRES, SHORE, TILE, quarter_turns, screen_cell
from games.drawing.lanterns.ground import MARKS
from games.rules import lanterns
from games.rules.lanterns.legal import dedication_choices
from games.rules.lanterns.moves import Place
from games.rules.lanterns.pieces import COLOURS, SIDES, turned
from games.rules.words import ENGLISH
from tests.drawing.drawn import draw, drawn_for
from tests.drawing.positions import SPRITE, found, moves_of, own_view, played, reader_of
from tests.drawing.tree import Node, read

SOUTH = 2
SIZE_OF_A_SWAP = 6000


def used(node: Node) -> str:
    """The part of the sprite that a use refers to."""
    return node.attrs["href"].partition("#")[2]


def a_turn() -> lanterns.View:
    """A view of somebody who may place a tile."""
    return own_view(found(lambda view: len(view.lake) == 15 and not view.excess))


def matching_fields(view: lanterns.View) -> dict[str, str]:
    """The fields of a placement that matches as much as possible."""
    moves = [move for move in moves_of(view) if isinstance(move, Place)]
    move = max(moves, key=lambda move: len(lanterns.preview(view, move).matches))
    return {"tile": str(move.tile), "at": f"{move.x},{move.y}", "turn": str(move.rotation)}


@pytest.mark.parametrize(("seats", "below"), [(s, b) for s in SIDES for b in range(s)])
def test_the_readers_own_side_lies_below(seats: int, below: int) -> None:
    turns = quarter_turns(seats, below)
    assert (SIDES[seats][below] + turns) % 4 == SOUTH
    x, y = ((0, 1), (1, 0), (0, -1), (-1, 0))[SIDES[seats][below]]
    assert screen_cell(x, y, turns) == (0, 1)


@pytest.mark.parametrize("below", range(4))
def test_the_lanterns_lie_at_their_sides_turned_with_the_board(below: int) -> None:
    view = lanterns.view(played(4, 12), None)
    turns = quarter_turns(4, below)
    over = read(drawing.ground(view, below, ENGLISH, SPRITE).over)
    groups = {node.attrs["transform"]: node for node in over.all("g") if "transform" in node.attrs}
    for placed in view.lake:
        column, row = screen_cell(placed.x, placed.y, turns)
        group = groups[f"translate({column * TILE} {row * TILE})"]
        seen = {(int(use.attrs["x"]), int(use.attrs["y"])): used(use) for use in group.all("use")}
        for side, colour in enumerate(turned(placed.tile, placed.rotation)):
            assert seen[CENTRES[(side + turns) % 4]] == MARKS[colour]


def test_lanterns_are_never_turned() -> None:
    for below in range(4):
        ground = drawing.ground(lanterns.view(played(4, 12), None), below, ENGLISH, SPRITE)
        assert "rotate" not in ground.over


def test_the_view_box_holds_all_tiles_a_ring_of_places_and_the_shore() -> None:
    view = a_turn()
    reader = reader_of(view)
    ground = drawing.ground(view, reader.below, ENGLISH, SPRITE)
    left, top, width, height = ground.view_box
    turns = quarter_turns(4, reader.below)
    for x, y in [*((placed.x, placed.y) for placed in view.lake), *view.open_cells]:
        column, row = screen_cell(x, y, turns)
        assert left + SHORE <= column * TILE <= left + width - SHORE - TILE
        assert top + SHORE <= row * TILE <= top + height - SHORE - TILE
    assert f'viewBox="{left} {top} {width} {height}"' in draw(view).board


def test_every_tile_is_an_image_named_by_its_sides_on_the_tables_compass() -> None:
    view = lanterns.view(played(4, 12), 1)
    images = [node for node in read(draw(view).board).all("use") if node.attrs.get("role") == "img"]
    assert len(images) == len(view.lake)
    for placed, image in zip(view.lake, images, strict=True):
        north, east, south, west = (COLOURS[colour] for colour in turned(placed.tile, placed.rotation))
        assert f"north {north}, east {east}, south {south}, west {west}" in image.attrs["aria-label"]


def test_the_board_is_the_same_for_all_who_have_the_same_side_below() -> None:
    state = played(4, 12)
    grounds = {drawing.ground(lanterns.view(state, viewer), 0, ENGLISH, SPRITE) for viewer in (0, 1, 2, None)}
    assert len(grounds) == 1


def test_every_free_place_is_a_link_for_the_seat_on_turn_only() -> None:
    view = a_turn()
    spots = read(draw(view).board).all("a", class_="spot")
    offered = {spot.attrs["href"].partition("at=")[2] for spot in spots}
    assert offered == {f"{x},{y}" for x, y in view.open_cells}
    others = found(lambda view: len(view.lake) == 15 and not view.excess)
    assert "<a" not in drawn_for(others, (view.viewer or 0) + 1 if view.viewer != 3 else 0).board
    assert "<a" not in drawn_for(others, None).board


def test_no_place_is_offered_while_lanterns_have_to_go_back() -> None:
    assert "<a" not in draw(own_view(found(lambda view: view.excess > 0))).board


def test_with_a_tile_chosen_every_place_says_what_would_match() -> None:
    view = a_turn()
    tile = (view.hands[view.viewer or 0] or ())[0]
    for spot in read(draw(view, {"tile": str(tile), "turn": "1"}).board).all("a"):
        move = lanterns.parse(spot.attrs["data-choice"])
        assert isinstance(move, Place)
        count = len(lanterns.preview(view, move).matches)
        said = spot.attrs["aria-label"].partition(": ")[2]
        assert said.startswith("no match" if not count else f"{count} match")


def test_a_chosen_tile_shows_its_matches_in_gold_and_what_comes_to_every_side() -> None:
    view = a_turn()
    lake = read(draw(view, matching_fields(view)).board)
    (ghost,) = [node for node in lake.all("a") if "ghost" in node.attrs["class"]]
    assert ghost.attrs["data-choice"].startswith("place ")
    gold = [node for node in lake.all("path") if node.attrs.get("class") == "pair is-new"]
    assert len(gold) == 1
    pills = [node for node in lake.all("g") if node.attrs.get("class", "").startswith("pill")]
    assert len(pills) == view.seats


def test_a_side_that_misses_its_lantern_is_struck_through() -> None:
    view = own_view(found(lambda view: view.supply.count(0) > 1 and not view.excess and not view.final))
    for move in moves_of(view):
        if not isinstance(move, Place):
            continue
        preview = lanterns.preview(view, move)
        lost = sum(gain.side is None for gain in preview.gains)
        fields = {"tile": str(move.tile), "at": f"{move.x},{move.y}", "turn": str(move.rotation)}
        assert draw(view, fields).board.count('class="strike"') == lost
        if lost:
            return
    pytest.fail("no placement lacked anything")


def test_the_shore_shows_the_tables_compass() -> None:
    lake = read(drawn_for(played(4, 12), 1).board)
    letters = {node.text: node for node in lake.all("text", class_="way")}
    assert set(letters) == {"N", "E", "S", "W"}
    highest = min(letters.values(), key=lambda node: float(node.attrs["y"]))
    assert highest.text == "E"  # seat 1 sits west, so its own side is below


def test_the_page_of_a_full_lake_is_small() -> None:
    view = own_view(found(lambda v: len(v.lake) == 32 and not v.excess and not dedication_choices(v)))
    drawn = draw(view, matching_fields(view))
    markup = drawn.board + drawn.seats + drawn.supply + drawn.panel + drawn.info
    assert len(gzip.compress(markup.encode(), 6)) < SIZE_OF_A_SWAP


def test_nothing_is_styled_or_scripted_inline() -> None:
    view = a_turn()
    markup = draw(view, matching_fields(view)).everything
    assert not re.search(r"\s(style|on\w+)=", markup)
    assert "<script" not in markup
    assert "<style" not in markup


@pytest.mark.parametrize("turns", [0, 15, 30])
def test_a_place_is_wide_enough_for_a_finger_on_any_lake(turns: int) -> None:
    (svg,) = read(drawn_for(played(4, turns), None).board).all("svg", class_="board")
    width_in_units = float(svg.attrs["viewbox"].split()[2])
    assert float(svg.attrs["width"]) / width_in_units * TILE >= 24
