"""The turn panel: that links and forms alone compose any turn, and what it says before one presses."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import count
from urllib.parse import parse_qsl, urlsplit

import pytest

from games.drawing import titania as drawing
from games.drawing.base import NO_DRAFT, NoDraft
from games.rules import titania
from games.rules.titania.apply import Sailed
from games.rules.titania.legal import build_sites, card_choices, decorate_spaces, extra_spaces
from games.rules.titania.moves import Build, Decline, Draw, Keep, Move, Sail
from games.rules.titania.pieces import BITS, CARD_SHIPS, CARDS, PLAYS, SHELLS, SHIPS
from games.rules.titania.towers import price_of
from games.rules.titania.view import View
from tests.drawing.titania.positions import (
    after,
    composed,
    draw,
    found,
    game,
    legal,
    open_turn,
    own_view,
    pending,
)
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
    assert final(tree) == (
        f"This turns up the fog on {move.space}. Your step before it is sent, too: neither can be undone."
    )
    assert main(tree).text.startswith(f"Sail to {move.space} and look")
    assert fields_of(tree, "send") == [("moves", "keep"), ("moves", str(move))]
    alone = panel(view, NO_DRAFT, **asking_for(move))
    assert final(alone) == f"This turns up the fog on {move.space}. That cannot be undone."


def final(tree: Node) -> str:
    """What is said before a step that cannot be undone, as the main button refers to it."""
    (warning,) = tree.all("p", id=main(tree).attrs["aria-describedby"])
    return warning.text


SHOWN = {"card": ("card", "draw"), "score_tile": ("score tile", "draw")}


@pytest.mark.parametrize(
    ("icon", "pending"),
    [("card", None), ("card", "extra"), ("card", "choose"), ("score_tile", None), ("score_tile", "extra")],
)
def test_a_step_that_brings_cards_or_a_score_tile_says_so_before_it_is_sent(
    icon: str, pending: str | None
) -> None:
    view, move = revealing(icon, pending)
    tree = panel(view, NO_DRAFT, **asking_for(move))
    what, verb = SHOWN[icon]
    assert what in final(tree)
    assert final(tree).endswith("That cannot be undone.")
    assert verb in main(tree).text or "end turn" in main(tree).text
    assert main(tree).attrs["form"] == "send"


def revealing(icon: str, pending: str | None) -> tuple[View, Move]:
    """A step of a kind that brings something face down, and where it can be taken."""

    def steps(view: View) -> list[Move]:
        if view.pending != pending:
            return []
        where = [getattr(it, "space", view.pending_space) for it in legal(view)]
        pairs = zip(legal(view), where, strict=True)
        return [
            it
            for it, space in pairs
            if space
            and icon in {shown.icon for shown in view.shows(space) or ()}
            and (pending == "choose" or not any(shown.any for shown in view.shows(space) or ()))
        ]

    view = own_view(found(lambda view: bool(steps(view))))
    return view, steps(view)[0]


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
    assert final(tree) == "This ends your turn. That cannot be undone."
    assert fields_of(tree, "send") == [("moves", "draw")]


def test_a_draw_that_ends_the_period_says_so() -> None:
    view = own_view(found(lambda view: 0 in view.ship_supply and not view.pending and view.period == 1))
    assert "end the period" in main(panel(view, open="draw")).text
    assert "The period ends with this turn." in panel(view, open="draw").text


def test_an_end_without_a_card_to_draw_speaks_of_none() -> None:
    def at_the_end(view: View) -> bool:
        return 0 in view.ship_supply and not view.pending and view.played == PLAYS

    for period, said in ((1, "End the period"), (2, "End the game")):
        view = own_view(found(lambda view, now=period: at_the_end(view) and view.period == now))
        assert main(panel(view, open="draw")).text.startswith(said)


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


def test_the_only_card_and_the_only_space_are_chosen_by_themselves() -> None:
    view = own_view(found(lambda view: len(card_choices(view)) == 1 < len(card_choices(view)[0][2])))
    card, colour, spaces = card_choices(view)[0]
    for space in spaces[:2]:
        assert drawing.choice(view, {"at": space}) == str(Sail(card, colour, space))
    assert "data-undo" not in draw(view).panel
    lone = replace(view, reach=(BITS[spaces[0]],) * len(SHIPS))
    assert drawing.choice(lone, {}) == str(Sail(card, colour, spaces[0]))


def test_a_space_that_one_card_alone_reaches_chooses_that_card() -> None:
    view = own_view(found(lambda view: bool(reached_by_one(view))))
    space, move = reached_by_one(view)[0]
    assert drawing.choice(view, {"at": space}) == str(move)


def reached_by_one(view: View) -> list[tuple[str, Sail]]:
    """Spaces to which only one of several cards brings a ship."""
    choices = card_choices(view)
    every = [(space, Sail(card, colour, space)) for card, colour, spaces in choices for space in spaces]
    spaces = [space for space, _ in every]
    return [it for it in every if len(choices) > 1 and spaces.count(it[0]) == 1]


@pytest.mark.parametrize("what", ["decorate", "extra"])
def test_the_only_island_and_the_only_space_of_another_ship_are_chosen_by_themselves(what: str) -> None:
    choices = {"decorate": decorate_spaces, "extra": extra_spaces}[what]
    view = own_view(found(lambda view: view.pending == what and len(choices(view)) == 1))
    moves = [move for move in legal(view) if not isinstance(move, Keep | Decline)]
    assert [drawing.choice(view, {})] == [str(move) for move in moves]
    assert main(panel(view)).attrs["form"] in ("go", "send")
    assert "data-undo" not in draw(view).panel


def test_the_only_level_that_can_be_built_is_chosen_by_itself() -> None:
    view = own_view(found(lambda view: view.pending == "build" and len(legal(view)) == 1))
    assert drawing.choice(view, {}) == str(legal(view)[0])


def test_the_time_left_of_ones_own_turn_stands_in_the_panel_alone() -> None:
    drawn = draw(pending("build"))
    assert drawn.panel.count("2 d left") == 1
    assert drawn.seats.count("2 d left") == pending("build").seats - 1


@pytest.mark.parametrize("what", ["choose", "decorate", "extra"])
def test_what_is_listed_to_be_chosen_has_a_key_each(what: str) -> None:
    tree = panel(pending(what))
    offered = links(tree, "lp") or links(tree, "opt")
    numbers = [node.attrs["data-hand"] for node in tree.all("a") if "data-hand" in node.attrs]
    assert numbers == [str(n) for n in range(1, len(offered) + 1)]


def test_another_ship_can_go_where_the_rules_allow_it() -> None:
    view = pending("extra")
    assert tuple(it["at"] for it in links(panel(view), "opt")) == extra_spaces(view)


def test_undo_takes_back_what_is_not_sent_and_nothing_else() -> None:
    view = pending("build")
    assert "data-undo" not in draw(view).panel
    assert undo(panel(view, NoDraft(("keep", "decline")))).attrs["value"] == "1"


def undo(tree: Node) -> Node:
    """The Undo of a panel, a link or a button."""
    (it,) = [node for node in tree.walk() if "data-undo" in node.attrs]
    return it


def fields_behind(it: Node) -> dict[str, str]:
    """What a link or a button asks for."""
    return dict(parse_qsl(urlsplit(it.attrs.get("href") or it.attrs.get("formaction", "")).query))


def test_a_step_taken_back_is_open_again_as_it_was_chosen() -> None:
    state, texts = open_turn(1)
    view, draft = composed(state, texts[0])
    back = undo(panel(view, draft))
    assert back.attrs["value"] == "0"
    assert drawing.choice(own_view(state), fields_behind(back)) == texts[0]


def test_undo_of_choices_goes_back_one_at_a_time_until_none_is_left() -> None:
    view = own_view(found(lambda view: len(card_choices(view)) > 2))
    move = next(it for it in legal(view) if isinstance(it, Sail))
    asked, seen = asking_for(move), []
    while "data-undo" in draw(view, asked).panel:
        asked = fields_behind(undo(panel(view, NO_DRAFT, **asked)))
        seen.append((asked.get("card"), asked.get("at")))
    assert seen == [(CARDS[move.card], None), (None, None)]


def test_undo_of_a_kept_ship_leaves_its_card_chosen() -> None:
    view = own_view(found(reaches_fog))
    move = next(it for it in legal(view) if isinstance(it, Sail) and it.space in view.fog_left)
    tree = panel(view, NoDraft((), str(move)))
    assert fields_behind(undo(tree)) == {"card": CARDS[move.card], "as": SHIPS[move.colour]}


def test_each_play_of_the_draft_can_be_changed_from_what_was_chosen_there() -> None:
    state, texts = open_turn(2)
    view, draft = composed(state, *texts)
    plays = [n for n, text in enumerate(texts) if text.startswith("sail")]
    buttons = [node for node in panel(view, draft).all("button") if node.text == "Change"]
    assert [int(node.attrs["value"]) for node in buttons] == plays
    for number, button in zip(plays, buttons, strict=True):
        before, _ = composed(state, *texts[:number])
        assert drawing.choice(before, fields_behind(button)) == texts[number]


def test_what_was_sent_stays_in_the_panel_with_what_it_brought_and_cannot_be_undone() -> None:
    view, did = after_fog_with_shells()
    tree = panel(view, NoDraft((), "", (did,)))
    (line,) = [node for node in tree.all("li") if "is-done" in node.attrs["class"]]
    assert did.space in line.text
    assert line.text.endswith("sent")
    for shell, n in enumerate(did.taken.gain.shells):
        if n:
            assert f"+{n}" in line.text
        assert bool(line.all("svg", aria_label=SHELLS[shell])) == bool(n)
    assert not tree.all("button", name="keep")


def after_fog_with_shells() -> tuple[View, Sailed]:
    """A turn that goes on after a ship turned up fog with shells under it."""
    for state in (state for seed in count(1) for state in game(2, seed)):
        if state.to_act is not None and not state.played and not state.pending:
            view = own_view(state)
            for move in legal(view):
                if isinstance(move, Sail) and move.space in view.fog_left:
                    now, did = titania.apply(state, state.to_act, move)
                    if isinstance(did, Sailed) and any(did.taken.gain.shells) and not now.pending:
                        return own_view(now), did
    raise AssertionError


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
    assert undo(panel(view, draft)).attrs["value"] == "0"


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
        assert [link.text for link in tree.all("a")] == ["Look again"]
        assert not tree.all("button")


def test_whoever_waits_without_script_has_a_way_to_look_again() -> None:
    state = found(lambda view: view.pending == "choose")
    (plain,) = read(draw(titania.view(state, None)).panel).all("noscript")
    (link,) = plain.all("a")
    assert link.attrs["href"] == "/t/abcd/"
    assert not read(draw(own_view(state)).panel).all("noscript")


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
