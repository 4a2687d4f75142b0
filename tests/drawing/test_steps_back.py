"""One step back at a time, a step that is to be changed, and what the panel says where one has to choose."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

import pytest

from games.drawing.base import NoDraft
from games.rules.lanterns.legal import dedication_choices, exchange_choices
from games.rules.lanterns.moves import Discard
from games.rules.lanterns.pieces import COLOURS
from games.rules.lanterns.view import View
from tests.drawing.drawn import draw
from tests.drawing.positions import after, found, moves_of, own_view, played
from tests.drawing.test_panel import fields_of, heads, is_rich, main, panel, rich, step_text
from tests.drawing.tree import Node, read


def first_place(view: View) -> tuple[int, str]:
    """A tile of the hand, and a place for it."""
    x, y = view.open_cells[0]
    return (view.hands[view.viewer or 0] or ())[0], f"{x},{y}"


def undo(tree: Node) -> Node | None:
    """The control that takes the last thing back."""
    return next((node for node in tree.walk() if "data-undo" in node.attrs), None)


def fields(address: str) -> dict[str, str]:
    """What an address asks for."""
    return dict(parse_qsl(urlsplit(address).query))


def chosen_tiles(tree: Node) -> list[str]:
    """The tiles of the hand that are chosen, by number."""
    return [
        node.attrs["data-hand"] for node in tree.all("a", aria_current="true") if "data-hand" in node.attrs
    ]


# One step back


def test_undo_takes_the_place_back_and_leaves_the_tile_as_it_was_turned() -> None:
    view = own_view(played(4, 0))
    tile, at = first_place(view)
    back = undo(panel(view, tile=str(tile), at=at, turn="3"))
    assert back
    assert fields(back.attrs["href"]) == {"open": "place", "tile": str(tile), "turn": "3"}


def test_undo_of_a_kept_choice_takes_only_the_place_back_too() -> None:
    view = own_view(played(4, 0))
    tile, at = first_place(view)
    back = undo(panel(view, NoDraft((), f"place {tile} {at} 3")))
    assert back
    assert (back.attrs["name"], back.attrs["value"]) == ("keep", "0")
    assert fields(back.attrs["formaction"]) == {"open": "place", "tile": str(tile), "turn": "3"}


def test_undo_takes_the_tile_back_when_no_place_is_chosen() -> None:
    view = own_view(played(4, 0))
    back = undo(panel(view, tile=str(first_place(view)[0]), turn="3"))
    assert back
    assert fields(back.attrs["href"]) == {"open": "place"}


def test_undo_takes_a_step_back_when_no_tile_is_chosen() -> None:
    state = found(is_rich)
    give, takes = exchange_choices(own_view(state))[0]
    step = f"exchange {COLOURS[give]} {COLOURS[takes[0]]}"
    back = undo(panel(own_view(after(state, step)), NoDraft((step,)), open="place"))
    assert back
    assert back.attrs["value"] == "0"
    assert "formaction" not in back.attrs


# The only tile


def with_one_tile() -> View:
    """The reader's last tile is to be placed."""
    return own_view(found(lambda view: view.hand_sizes[view.viewer or 0] == 1 and not view.excess))


def test_the_only_tile_of_a_hand_is_chosen_by_itself() -> None:
    view = with_one_tile()
    tree = panel(view, open="place")
    assert chosen_tiles(tree) == ["1"]
    assert "Now choose a place on the lake." in tree.text
    assert undo(tree) is None
    assert "choose a tile" not in tree.text
    (only,) = view.hands[view.viewer or 0] or ()
    tree = panel(view, at=first_place(view)[1])
    assert any(
        value.startswith(f"place {only} ") for name, value in fields_of(tree, "send") if name == "moves"
    )


def test_of_several_tiles_none_is_chosen_by_itself() -> None:
    tree = panel(own_view(played(4, 0)))
    assert not chosen_tiles(tree)
    assert "choose a tile 1 2 3" in tree.text


def test_how_the_only_tile_lies_can_be_taken_back() -> None:
    back = undo(panel(with_one_tile(), open="place", turn="1"))
    assert back
    assert fields(back.attrs["href"]) == {"open": "place"}


# A step that is to be changed


def changed(view: View, step: str) -> Node:
    """The panel after the button that changes the only step of the draft."""
    (change,) = [node for node in panel(view, NoDraft((step,))).all("button") if node.text == "Change"]
    assert change.attrs["value"] == "0"
    return panel(own_view(STATES[step.partition(" ")[0]]), **fields(change.attrs["formaction"]))


STATES = {
    "exchange": found(is_rich),
    "dedicate": found(is_rich),
    "discard": found(lambda view: view.excess > 1 and not dedication_choices(view)),
}


@pytest.mark.parametrize("verb", STATES)
def test_a_step_that_is_to_be_changed_is_open_as_it_was_chosen(verb: str) -> None:
    state = STATES[verb]
    for step in [str(move) for move in moves_of(own_view(state)) if str(move).startswith(verb)][:8]:
        tree = changed(own_view(after(state, step)), step)
        assert step_text(fields_of(tree, "go")) == step


# The sets


def test_the_sets_stand_in_the_order_of_their_tokens() -> None:
    tree = panel(rich(), open="dedicate")
    names = [node.text for node in tree.all("span", class_="pick-t")]
    assert names == ["Four of a kind", "Three pairs", "Seven colours"]


def test_at_first_the_dearest_set_is_chosen() -> None:
    view = own_view(found(lambda it: len({move.kind for move in dedication_choices(it)}) > 1))
    tops = {kind: view.stacks[kind][0] for kind in {move.kind for move in dedication_choices(view)}}
    kind = ("four", "pairs", "seven").index(
        step_text(fields_of(panel(view, open="dedicate"), "go")).split()[1]
    )
    assert tops[kind] == max(tops.values())


# What has to be said


def test_above_twelve_it_is_said_by_how_many_and_what_to_do() -> None:
    view = own_view(found(lambda it: it.excess == 1 and not it.final and not dedication_choices(it)))
    assert "13 lanterns, 1 more than you may keep: give back 1." in panel(view).text
    assert "give back 1 first" in heads(panel(view))[2]


def test_where_a_dedication_would_do_it_is_said_too() -> None:
    view = own_view(found(lambda it: it.excess == 1 and not it.final and bool(dedication_choices(it))))
    assert "13 lanterns, 1 more than you may keep: dedicate a set, or give back 1." in panel(view).text
    assert "first dedicate or give back 1" in heads(panel(view))[2]


def test_after_giving_back_the_exchange_says_so() -> None:
    state = STATES["discard"]
    step = next(str(move) for move in moves_of(own_view(state)) if isinstance(move, Discard))
    exchange = heads(panel(own_view(after(state, step)), NoDraft((step,))))[0]
    assert "only before giving back" in exchange


def test_the_main_button_names_its_key_only_where_it_can_be_pressed() -> None:
    view = own_view(played(4, 0))
    tile, at = first_place(view)
    assert not main(panel(view)).all("kbd")
    assert main(panel(view, tile=str(tile), at=at)).all("kbd")


def test_at_the_own_seat_no_clock_repeats_the_one_of_the_panel() -> None:
    for section in read(draw(own_view(played(4, 0))).seats).all("section"):
        assert ("2 d left" in section.text) != ("you" in section.text)
