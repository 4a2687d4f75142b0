"""The turn panel: that links and forms alone compose any turn, and what it says before one presses."""

from __future__ import annotations

import random
from urllib.parse import parse_qsl, urlsplit

import pytest

from games.drawing import titania as drawing
from games.drawing.base import NO_DRAFT, NoDraft
from games.rules import titania
from games.rules.titania.legal import build_sites, card_choices, decorate_spaces, extra_spaces
from games.rules.titania.moves import Build, Decline, Draw, Keep, Move, Sail
from games.rules.titania.pieces import CARD_SHIPS, CARDS, SHELLS, SHIPS
from games.rules.titania.towers import price_of
from games.rules.titania.view import View
from tests.drawing.titania.positions import after, draw, found, game, legal, own_view, pending
from tests.drawing.tree import Node, read


def panel(view: View, draft: NoDraft = NO_DRAFT, /, **asked: str) -> Node:
    """The panel, read."""
    return read(draw(view, asked, draft).panel)


def main(tree: Node) -> Node:
    """The main button."""
    (button,) = [node for node in tree.all("button") if "btn-main" in node.attrs["class"]]
    return button


def fields_of(tree: Node, form: str) -> list[tuple[str, str]]:
    """The fields that a form sends."""
    (node,) = tree.all("form", id=form)
    return [
        (field.attrs["name"], field.attrs["value"])
        for field in node.all("input")
        if field.attrs["name"] not in ("csrfmiddlewaretoken", "seq")
    ]


def links(tree: Node, class_: str) -> list[dict[str, str]]:
    """What the links of a class ask for."""
    return [
        dict(parse_qsl(urlsplit(node.attrs["href"]).query))
        for node in tree.all("a")
        if node.attrs.get("class", "").partition(" ")[0] == class_
    ]


def asking_for(move: Move) -> dict[str, str]:
    """The fields that choose a step."""
    return dict(drawing.asking({"choice": str(move)}, NO_DRAFT))


@pytest.mark.parametrize("seed", [1, 2])
def test_every_step_of_a_game_can_be_chosen_and_sent_by_the_right_form(seed: int) -> None:
    dice = random.Random(seed)
    for state in dice.sample(game(3, seed)[:-1], 60):
        view = own_view(state)
        move = dice.choice(legal(view))
        if isinstance(move, Keep | Decline):
            assert fields_of(panel(view), "pass") == [("w1", str(move))]
            continue
        tree = panel(view, NO_DRAFT, **asking_for(move))
        if titania.reveals(state, view.to_act or 0, move):
            assert fields_of(tree, "send") == [("moves", str(move))]
            assert main(tree).attrs["form"] == "send"
        else:
            assert fields_of(tree, "go") == [("w1", str(move))]
            assert main(tree).attrs["form"] == "go"


def test_the_hand_offers_each_half_that_has_a_space_and_no_other() -> None:
    view = own_view(found(lambda view: len(set(view.hands[view.viewer or 0] or ())) > 3))
    choices = {(card, colour) for card, colour, _ in card_choices(view)}
    offered = [(CARDS.index(it["card"]), SHIPS.index(it["as"])) for it in links(panel(view), "half")]
    held = view.hands[view.viewer or 0] or ()
    assert sorted(offered) == sorted(
        (card, colour) for card in held for colour in CARD_SHIPS[card] if (card, colour) in choices
    )


def test_a_key_takes_a_card_and_pressed_again_its_other_half() -> None:
    view = own_view(found(lambda view: len([it for it in card_choices(view) if it[0] > 2]) > 1))
    two = next(card for card, _, _ in card_choices(view) if card > 2 and both_open(view, card))
    first = keyed(panel(view), two)
    assert first["as"] == SHIPS[CARD_SHIPS[two][0]]
    assert keyed(panel(view, NO_DRAFT, **first), two)["as"] == SHIPS[CARD_SHIPS[two][1]]


def both_open(view: View, card: int) -> bool:
    return sum(it[0] == card for it in card_choices(view)) == 2


def keyed(tree: Node, card: int) -> dict[str, str]:
    """What the key of a card asks for."""
    asked = [
        dict(parse_qsl(urlsplit(node.attrs["href"]).query))
        for node in tree.all("a")
        if "data-hand" in node.attrs
    ]
    return next(it for it in asked if it["card"] == CARDS[card])


def test_a_space_can_be_chosen_before_its_card() -> None:
    view = own_view(found(lambda view: len(card_choices(view)) > 1))
    card, colour, (space, *_) = card_choices(view)[0]
    for asked in links(panel(view, at=space), "half"):
        if (asked["card"], asked["as"]) == (CARDS[card], SHIPS[colour]):
            assert asked["at"] == space
            return
    pytest.fail("the card is not offered")


def test_a_step_that_turns_fog_says_so_before_it_is_sent_and_takes_the_draft_with_it() -> None:
    view = own_view(found(reaches_fog))
    move = next(it for it in legal(view) if isinstance(it, Sail) and it.space in view.fog_left)
    tree = panel(view, NoDraft(("keep",)), **asking_for(move))
    (warning,) = [node for node in tree.all("p") if node.attrs["class"] == "warn"]
    assert "those before it, cannot be taken back" in warning.text
    assert main(tree).text.startswith("Send and turn the fog")
    assert fields_of(tree, "send") == [("moves", "keep"), ("moves", str(move))]


def reaches_fog(view: View) -> bool:
    return view.ship_supply[0] > 5 and any(
        isinstance(it, Sail) and it.space in view.fog_left for it in legal(view)
    )


def test_a_step_that_can_be_taken_back_has_no_warning() -> None:
    view = pending("build")
    move = next(it for it in legal(view) if isinstance(it, Build))
    assert "warn" not in draw(view, asking_for(move)).panel


def test_the_draw_says_how_many_cards_come_and_that_it_ends_the_turn() -> None:
    view = own_view(found(lambda view: view.played == 1 and not view.pending and sum(view.hand_sizes) < 10))
    tree = panel(view, open="draw")
    assert main(tree).text.startswith("Draw 2, end turn")
    assert "ends the turn and cannot be taken back" in tree.text
    assert fields_of(tree, "send") == [("moves", "draw")]


def test_a_draw_that_ends_the_period_says_so() -> None:
    view = own_view(found(lambda view: 0 in view.ship_supply and not view.pending and view.period == 1))
    assert "end the period" in main(panel(view, open="draw")).text
    assert "The period ends with this turn." in panel(view, open="draw").text


def test_the_choice_of_a_shell_shows_what_one_would_then_hold() -> None:
    view = pending("choose")
    offered = links(panel(view), "lp")
    assert [it["shell"] for it in offered] == list(SHELLS)
    held, n = view.shells[view.viewer or 0][0], view.pending_n
    assert f"{held} → {held + min(n, view.shell_supply[0])}" in panel(view).text


def test_building_offers_what_can_be_paid_beside_what_is_chosen() -> None:
    view = pending("build", seats=4)
    sites = build_sites(view)
    for move in legal(view):
        assert isinstance(move, Build)
        tree = panel(view, NO_DRAFT, **asking_for(move))
        (total,) = tree.all("p", role="status")
        preview = titania.preview(view, move)
        assert f"+{preview.points}" in total.text
        for asked in links(tree, "lv-i"):
            text = drawing.choice(view, asked)
            assert text is None or titania.parse(text) in legal(view)
    assert len(links(panel(view), "lv-i")) == sum(1 + site.most for site in sites)


def test_two_towers_of_one_colour_share_the_shells_that_are_held() -> None:
    view = own_view(found(shares_shells, seats=4))
    asked = "_".join(f"{it.space}.{SHELLS[it.shell]}.{it.most}" for it in build_sites(view) if it.most)
    text = drawing.choice(view, {"build": asked})
    assert text is not None
    assert titania.parse(text) in legal(view)


def shares_shells(view: View) -> bool:
    """Whether the towers of some colour cannot all be built as high as each alone."""
    if view.pending != "build":
        return False
    price = [0, 0, 0, 0]
    for site in build_sites(view):
        price[site.shell] += price_of(site.levels, site.most)
    return any(needed > held for needed, held in zip(price, view.shells[view.to_act or 0], strict=True))


def test_a_table_for_one_island_a_visit_drops_the_other_island() -> None:
    view = own_view(
        found(
            lambda view: (
                view.pending == "build" and len({it.space for it in build_sites(view) if it.most}) > 1
            ),
            one_space=True,
        )
    )
    for move in legal(view):
        tree = panel(view, NO_DRAFT, **asking_for(move))
        for asked in links(tree, "lv-i"):
            text = drawing.choice(view, asked)
            assert text is None or titania.parse(text) in legal(view)


def test_decorations_stand_with_their_price_and_points_those_that_bring_most_first() -> None:
    view = own_view(found(lambda view: len(decorate_spaces(view)) > 2))
    offered = [it["at"] for it in links(panel(view), "opt")]
    points = {space: gain for space, _, gain in decorate_spaces(view)}
    assert set(offered) == set(points)
    assert [points[space] for space in offered] == sorted(points.values(), reverse=True)


def test_another_ship_can_go_where_the_rules_allow_it() -> None:
    view = pending("extra")
    assert tuple(it["at"] for it in links(panel(view), "opt")) == extra_spaces(view)


def test_undo_takes_back_what_is_not_sent_and_nothing_else() -> None:
    view = pending("build")
    assert "data-undo" not in draw(view).panel
    tree = panel(view, NoDraft(("keep", "decline")))
    (undo,) = [node for node in tree.all("button") if "data-undo" in node.attrs]
    assert undo.attrs["value"] == "1"


def test_undo_of_a_kept_ship_leaves_its_card_chosen() -> None:
    view = own_view(found(reaches_fog))
    move = next(it for it in legal(view) if isinstance(it, Sail) and it.space in view.fog_left)
    tree = panel(view, NoDraft((), str(move)))
    (undo,) = [node for node in tree.all("button") if "data-undo" in node.attrs]
    asked = dict(parse_qsl(urlsplit(undo.attrs["formaction"]).query))
    assert asked == {"card": CARDS[move.card], "as": SHIPS[move.colour]}


def test_each_play_of_the_draft_can_be_taken_back_with_what_followed() -> None:
    steps = ("sail red red C4", "build A4 white 2", "sail blue blue B3", "decorate C5")
    view = own_view(found(lambda view: view.played == 3 and not view.pending))
    tree = panel(view, NoDraft(steps))
    taken = [node.attrs["value"] for node in tree.all("button") if node.text == "Take back"]
    assert taken == ["0", "2"]
    assert "1 card played" in tree.text


def test_a_refused_form_shows_its_choice_again() -> None:
    view = own_view(found(reaches_fog))
    move = next(it for it in legal(view) if isinstance(it, Sail))
    for field in ("w1", "choice", "moves"):
        asked = drawing.asking({field: str(move)}, NO_DRAFT)
        assert drawing.choice(view, asked) == str(move)


def test_a_kept_choice_is_shown_until_another_one_is_asked_for() -> None:
    view = own_view(found(reaches_fog))
    move = next(it for it in legal(view) if isinstance(it, Sail) and it.space in view.fog_left)
    draft = NoDraft((), str(move))
    assert drawing.choice(view, drawing.asking({}, draft)) == str(move)
    assert drawing.choice(view, drawing.asking({"at": ""}, draft)) is None


def test_a_choice_kept_for_a_card_answers_no_decision() -> None:
    view = pending("extra")
    space = extra_spaces(view)[0]
    draft = NoDraft(("keep",), f"sail red red {space}")
    assert drawing.choice(view, drawing.asking({}, draft)) is None
    (undo,) = [node for node in panel(view, draft).all("button") if "data-undo" in node.attrs]
    assert undo.attrs["value"] == "0"


def test_after_a_ship_has_sailed_no_further_card_is_chosen() -> None:
    state = found(lambda view: bool(twice(view)))
    move = twice(own_view(state))[0]
    view = own_view(after(state, str(move)))
    tree = panel(view, NoDraft((str(move),)), w1=str(move))
    assert not [node for node in tree.all("a") if "aria-current" in node.attrs]


def twice(view: View) -> list[Sail]:
    """Steps after which an equal card can be played at once."""
    if view.pending or view.played > 1:
        return []
    cards = view.hands[view.to_act or 0] or ()
    return [
        move
        for move in legal(view)
        if isinstance(move, Sail)
        and cards.count(move.card) > 1
        and view.shows(move.space)
        and all(icon.icon == "shell" and not icon.any for icon in view.shows(move.space) or ())
    ]


def test_nobody_else_has_anything_to_press() -> None:
    state = found(lambda view: view.pending == "choose")
    for viewer in (1 - (state.to_act or 0), None):
        tree = read(draw(titania.view(state, viewer)).panel)
        assert not tree.all("a")
        assert not tree.all("button")


def test_every_id_of_a_panel_is_there_once() -> None:
    for what in (None, "choose", "build", "decorate", "extra"):
        view = pending(what)
        for move in legal(view)[:10]:
            ids = [
                node.attrs["id"]
                for node in draw(view, asking_for(move)).tree().walk()
                if "id" in node.attrs and not isinstance(move, Draw)
            ]
            assert len(ids) == len(set(ids))
