"""The sea: what lies where, what can be chosen there, and how small it is."""

from __future__ import annotations

import gzip
from urllib.parse import parse_qsl, urlsplit

import pytest

from games.drawing import titania as drawing
from games.drawing.titania.geometry import CENTRES, VIEW_BOX
from games.rules import titania
from games.rules.titania.legal import build_sites, card_choices, decorate_spaces, extra_spaces
from games.rules.titania.moves import Sail
from games.rules.titania.pieces import CARDS, NEIGHBOURS, SHELLS, SHIPS, SPACES
from games.rules.titania.view import View
from tests.drawing.positions import reader_of
from tests.drawing.titania.positions import draw, drawn_for, found, game, legal, own_view, pending
from tests.drawing.tree import Node, read

SIZE_OF_A_SWAP = 7500


def spots(view: View, /, **asked: str) -> dict[str, Node]:
    """The links on the sea, by the space that they choose."""
    tree = read(draw(view, asked).board)
    links = [node for node in tree.all("a") if node.attrs["class"] == "spot"]
    return {dict(parse_qsl(urlsplit(node.attrs["href"]).query))["at"]: node for node in links}


def ready() -> View:
    """Somebody may play cards of two colours, onto fog and elsewhere."""
    return own_view(found(is_ready, seats=3))


def is_ready(view: View) -> bool:
    choices = card_choices(view)
    reached = {space for _, _, spaces in choices for space in spaces}
    return len({colour for _, colour, _ in choices}) > 1 and bool(reached & view.fog_left)


def test_neighbouring_spaces_lie_a_hundred_units_apart_and_inside_the_picture() -> None:
    left, top, width, height = VIEW_BOX
    for space, (x, y) in CENTRES.items():
        assert left + 48 < x < left + width - 48
        assert top + 55 < y < top + height - 55
        for other in NEIGHBOURS[space]:
            across, down = CENTRES[other]
            assert round(((across - x) ** 2 + (down - y) ** 2) ** 0.5) == 100


def test_every_space_is_a_picture_named_by_what_it_is_and_holds() -> None:
    state = game(2)[0]
    pictures = read(drawn_for(state, None).board).all("use", role="img")
    labels = {node.attrs["aria-label"].partition(": ")[0]: node.attrs["aria-label"] for node in pictures}
    assert set(labels) == set(SPACES)
    assert labels["F6"] == "F6: start space; red and blue ships"
    assert labels["E6"] == "E6: fog"
    assert labels["A1"] == "A1: 2 black shells and 1 starfish"
    assert labels["A3"] == "A3: 2 shells of one colour of your choice and 2 cards"
    assert labels["B4"] == "B4: crane for A4 and C5"
    assert labels["A4"] == "A4: island with towers white 0, black 0 and green 0"


def test_with_a_card_chosen_exactly_its_spaces_are_links() -> None:
    view = ready()
    for card, colour, spaces in card_choices(view):
        found_spots = spots(view, card=CARDS[card], **{"as": SHIPS[colour]})
        assert set(found_spots) == set(spaces)
        for space, node in found_spots.items():
            reveals = is_new(view, Sail(card, colour, space))
            assert node.attrs.get("data-choice") == (
                f"sail {CARDS[card]} {SHIPS[colour]} {space}" if reveals else None
            )


def is_new(view: View, move: Sail) -> bool:
    """Whether a step shows something new, by what lies open."""
    icons = view.shows(move.space)
    if icons is None:
        return True
    kinds = {icon.icon for icon in icons}
    return bool(kinds & {"card", "score_tile"}) and not any(icon.any for icon in icons)


def test_without_a_card_every_space_that_some_card_reaches_is_a_link() -> None:
    view = ready()
    assert set(spots(view)) == {space for _, _, spaces in card_choices(view) for space in spaces}


def test_what_is_pending_marks_its_own_spaces() -> None:
    assert set(spots(view := pending("extra"))) == set(extra_spaces(view))
    assert set(spots(view := pending("decorate"))) == {space for space, _, _ in decorate_spaces(view)}
    assert not spots(pending("choose"))
    assert not spots(pending("build"))


def test_nobody_else_has_links_on_the_sea() -> None:
    state = found(is_ready, seats=3)
    for viewer in (None, *({0, 1, 2} - {state.to_act})):
        assert "<a " not in drawn_for(state, viewer).board


def test_the_chosen_space_shows_the_ship_and_an_eye_where_it_turns_fog() -> None:
    view = ready()
    moves = [move for move in legal(view) if isinstance(move, Sail)]
    for move in moves:
        asked = {"card": CARDS[move.card], "as": SHIPS[move.colour], "at": move.space}
        board = draw(view, asked).board
        assert f'class="v-ghost" href="/static/games/sprite.svg#v-{SHIPS[move.colour]}"' in board
        assert ("#i-eye" in board) == is_new(view, move)


def test_what_the_last_turn_has_changed_is_marked_for_everybody_and_in_the_past() -> None:
    state = found(lambda view: len(view.newest) > 2, seats=3)
    view = titania.view(state, None)
    for viewer in (None, 0, 1, 2):
        assert marked(drawn_for(state, viewer).board) == [CENTRES[space] for space in view.newest]
    reader = reader_of(view)  # type: ignore[arg-type]
    ground = drawing.ground(view, 0, reader.text, reader.sprite)
    assert marked(drawing.past(view, ground, reader)) == [CENTRES[space] for space in view.newest]
    assert marked(drawn_for(game(3)[0], None).board) == []


def marked(board: str) -> list[tuple[float, float]]:
    """Where the corners of the last turn lie."""
    marks = read(board).all("use", class_="last-move")
    return [(float(mark.attrs["x"]), float(mark.attrs["y"])) for mark in marks]


def test_levels_that_are_not_built_yet_are_gold() -> None:
    view = pending("build")
    (space, shell, _, _, _), *_ = [site for site in build_sites(view) if site[4]]
    board = draw(view, {"build": f"{space}.{SHELLS[shell]}.1"}).board
    assert board.count('class="tw is-new"') == 1
    assert "is-new" not in draw(view).board


def test_a_tower_has_as_many_storeys_as_levels() -> None:
    state = game(4, 2)[-1]
    view = titania.view(state, None)
    built = sum(sum(levels) for _, levels in view.towers)
    assert built > 4
    assert drawn_for(state, None).board.count('<rect class="tw ') == built


@pytest.mark.parametrize("what", [None, "choose", "build", "decorate", "extra"])
def test_a_swap_is_small(what: str | None) -> None:
    drawn = draw(pending(what, seats=4))
    swapped = drawn.board + drawn.seats + drawn.supply + drawn.panel + drawn.info
    assert len(gzip.compress(swapped.encode(), 6)) < SIZE_OF_A_SWAP
