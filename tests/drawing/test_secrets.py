"""What a reader may not know shows in no drawing; what a reader writes breaks none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.drawing import lanterns as drawing
from games.rules import lanterns
from games.rules.base import IllegalMove
from games.rules.lanterns.moves import Place
from games.rules.lanterns.pieces import COLOURS
from tests.drawing.drawn import draw
from tests.drawing.positions import found, played, reader_of
from tests.drawing.tree import read

HOSTILE = ('<script>alert("1")</script>', '" onload="x', "</svg><b>", "a&b<i>'")
FIELDS = st.sampled_from(["tile", "at", "turn", "back", "open", "kind", "x"])
PIECES = ["0", "17", "1,1", "0,1", "2,-1", "red", "red.red", "place", "discard", "exchange", "١", "1,1,1", ""]
VALUES = st.one_of(st.text(max_size=20), st.sampled_from(PIECES), st.integers(-99, 99).map(str))
ASKED = st.dictionaries(FIELDS, VALUES, max_size=6)


@given(
    st.sampled_from([2, 3, 4]),
    st.integers(0, 36),
    st.integers(1, 2),
    st.booleans(),
    st.integers(-1, 3),
    st.binary(min_size=32, max_size=32),
    ASKED,
)
def test_nothing_drawn_for_a_viewer_differs_after_redeal(
    seats: int, turns: int, seed: int, hidden: bool, seat: int, other: bytes, asked: dict[str, str]
) -> None:
    state = played(seats, turns, seed, hidden)
    viewer = seat if 0 <= seat < seats else None
    again = lanterns.redeal(state, viewer, other)
    assert draw(lanterns.view(again, viewer), asked) == draw(lanterns.view(state, viewer), asked)


@given(st.integers(0, 36), st.integers(1, 4), ASKED)
def test_a_choice_of_any_fields_is_a_placement_of_ones_own_tile_or_none(
    turns: int, seed: int, asked: dict[str, str]
) -> None:
    state = played(4, turns, seed, eager=False)
    view = lanterns.view(state, state.to_act)
    text = drawing.choice(view, asked)
    if text is None:
        return
    move = lanterns.parse(text)
    assert isinstance(move, Place)
    assert move.tile in (view.hands[view.viewer or 0] or ())
    try:
        lanterns.preview(view, move)
    except IllegalMove:
        assert view.excess or view.final


@given(st.integers(0, 36), st.integers(1, 4), ASKED)
def test_any_fields_draw_a_sound_page(turns: int, seed: int, asked: dict[str, str]) -> None:
    state = played(4, turns, seed, eager=False)
    draw(lanterns.view(state, state.to_act), asked).tree()


def test_only_the_seat_on_turn_chooses() -> None:
    state = played(4, 5)
    fields = {
        "tile": str(state.hands[1][0]),
        "at": f"{next(iter(state.open_cells))}".strip("()").replace(" ", ""),
    }
    assert drawing.choice(lanterns.view(state, 1), fields) is not None
    for viewer in (0, 2, None):
        assert drawing.choice(lanterns.view(state, viewer), fields) is None


def test_a_hand_is_drawn_for_its_owner_only() -> None:
    state = played(4, 5)
    for viewer in (0, 2):
        assert draw(lanterns.view(state, viewer)).panel.count('class="hand-tile"') == 3
    assert "hand-tile" not in draw(lanterns.view(state, None)).everything


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_names_are_only_ever_text(viewer: int | None) -> None:
    state = played(4, 5)
    view = lanterns.view(state, viewer)
    asked = {
        "tile": str(state.hands[1][0]),
        "at": f"{next(iter(state.open_cells))}".strip("()").replace(" ", ""),
    }
    drawn = draw(view, asked, reader=reader_of(view, names=HOSTILE))
    tree = drawn.tree()
    assert not [node for node in tree.walk() if node.tag in ("script", "b", "i") and "alert" in node.text]
    assert not [node for node in tree.walk() if any(name.startswith("on") for name in node.attrs)]
    seats = [node for node in tree.all("section") if "seat-" in node.attrs.get("class", "")]
    labels = [node.attrs["aria-label"] for node in seats]
    assert {label.partition(": ")[2] for label in labels} == set(HOSTILE)


def test_hidden_lanterns_are_told_by_their_number_only() -> None:
    view = lanterns.view(played(4, 14, hidden=True), 1)
    for section in read(draw(view).seats).all("section"):
        own = "seat-s" in section.attrs["class"]
        pictures = [use.attrs["href"].partition("#")[2] for use in section.all("use")]
        assert ("lantern" in pictures) != own
        assert any(picture.startswith("l-") for picture in pictures) == own


def test_what_one_seat_is_about_to_give_back_shows_nowhere_else() -> None:
    state = found(lambda view: view.excess > 0)
    own, other = lanterns.view(state, state.to_act), lanterns.view(played(4, 5), 0)
    before = draw(other)
    held = own.cards[own.viewer or 0] or ()
    assert "<ins>" in draw(own, {"open": "discard", "back": COLOURS[held.index(max(held))]}).seats
    assert draw(other) == before
