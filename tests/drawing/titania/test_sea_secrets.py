"""What a reader may not know shows in no drawing; what a reader writes breaks none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.drawing import titania as drawing
from games.drawing.base import NO_DRAFT
from games.drawing.titania.asking import shows_something
from games.rules import titania
from games.rules.titania.state import State
from tests.drawing.positions import reader_of
from tests.drawing.titania.positions import draw, drawn_for, found, game, legal, own_view, pending

HOSTILE = ('<script>alert("1")</script>', '" onload="x', "</svg><b>", "a&b<i>'")
FIELDS = st.sampled_from(["card", "as", "at", "shell", "build", "open", "w1", "choice", "moves", "x"])
PIECES = (
    *("red", "blue", "red/blue", "blue/yellow", "E6", "G4", "A4", "white", "draw", "", "keep"),
    *("A4.white.1", "A4.white.4_C5.black.2", "D2.brown.1_D2.brown.1", "build A4 white 1", "sail red red E6"),
)
VALUES = st.one_of(st.text(max_size=20), st.sampled_from(PIECES))
ASKED = st.dictionaries(FIELDS, VALUES, max_size=5)


def somewhere(seats: int, seed: int, part: int) -> State:
    """A position of a game, so many hundredths of it in."""
    states = game(seats, seed)
    return states[(len(states) - 1) * part // 100]


@given(
    st.sampled_from([2, 3, 4]),
    st.integers(1, 2),
    st.integers(0, 100),
    st.integers(-1, 3),
    st.binary(min_size=32, max_size=32),
    ASKED,
)
def test_nothing_drawn_for_a_viewer_differs_after_redeal(
    seats: int, seed: int, part: int, seat: int, other: bytes, asked: dict[str, str]
) -> None:
    state = somewhere(seats, seed, part)
    viewer = seat if 0 <= seat < seats else None
    again = titania.redeal(state, viewer, other)
    assert draw(titania.view(again, viewer), asked) == draw(titania.view(state, viewer), asked)


@given(st.integers(1, 3), st.integers(0, 99), ASKED)
def test_any_fields_draw_a_sound_page_and_choose_a_legal_step_or_none(
    seed: int, part: int, asked: dict[str, str]
) -> None:
    view = own_view(somewhere(3, seed, part))
    draw(view, asked).tree()
    text = drawing.choice(view, drawing.asking(asked, NO_DRAFT))
    assert text is None or titania.parse(text) in legal(view)


@pytest.mark.parametrize("seed", [1, 2])
def test_what_the_panel_says_shows_something_is_what_the_rules_reveal(seed: int) -> None:
    for state in game(2, seed)[:-1]:
        view = own_view(state)
        for move in legal(view):
            assert shows_something(view, move) == titania.reveals(state, state.to_act, move)


def test_only_the_seat_on_turn_chooses() -> None:
    state = found(lambda view: view.pending == "choose")
    assert drawing.choice(own_view(state), {"shell": "green"}) == "choose green"
    for viewer in (1 - (state.to_act or 0), None):
        assert drawing.choice(titania.view(state, viewer), {"shell": "green"}) is None


def test_a_hand_and_the_values_of_score_tiles_are_drawn_for_their_owner_only() -> None:
    state = found(lambda view: bool(view.tiles[0]) and len(view.hands[view.viewer or 0] or ()) > 3)
    assert 'class="card' in drawn_for(state, 0).hand
    assert "Score tiles: " in drawn_for(state, 0).hand
    watching = drawn_for(state, None).everything
    assert 'class="card' not in watching
    assert "Score tiles: " not in watching


@pytest.mark.parametrize("what", [None, "choose", "build", "decorate", "extra"])
def test_names_are_only_ever_text(what: str | None) -> None:
    view = pending(what)
    tree = draw(view, reader=reader_of(view, names=HOSTILE)).tree()  # type: ignore[arg-type]
    assert not [node for node in tree.walk() if node.tag in ("script", "b", "i") and "alert" in node.text]
    assert not [node for node in tree.walk() if any(name.startswith("on") for name in node.attrs)]
    labels = [
        node.attrs["aria-label"] for node in tree.all("section") if "seat-" in node.attrs.get("class", "")
    ]
    assert {label.partition(": ")[2] for label in labels} == set(HOSTILE[: view.seats])
