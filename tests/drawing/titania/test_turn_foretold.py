"""What the turn panel tells beforehand: how the turn ends with a step, what a choice would drop, its keys."""

from __future__ import annotations

from dataclasses import replace

from games.drawing import titania as drawing
from games.drawing.base import NO_DRAFT
from games.drawing.titania.asking import end_with
from games.rules import titania
from games.rules.titania.legal import build_sites, card_choices, forced
from games.rules.titania.moves import Build, Choose, Draw, Extra, Move, Sail
from games.rules.titania.pieces import BITS, CARDS, SHELLS, SHIPS
from games.rules.titania.state import State
from games.rules.titania.view import View
from tests.drawing.titania.positions import draw, found, game, legal, own_view
from tests.drawing.titania.test_turn_panel import asking_for, final, links, main, panel, reaches_fog
from tests.drawing.tree import Node

# How the turn ends


def sent_alone(view: View) -> list[Move]:
    """The steps that are sent at once, the draw aside."""
    moves = [it for it in legal(view) if isinstance(it, Sail | Extra | Choose)]
    return [it for it in moves if titania.reveals(view, view.viewer or 0, it)]


def test_what_is_told_of_the_end_of_a_turn_comes_true_and_no_end_comes_untold() -> None:
    told = set()
    for seed in (1, 2, 3):
        for state in game(2, seed)[:-1]:
            view = own_view(state)
            for move in sent_alone(view):
                end, is_over, cards = end_with(view, move), *what_came(state, move)
                told.add(end and end.is_sure)
                assert end or not is_over, move
                if end and end.is_sure:
                    assert (is_over, cards) == (True, end.cards)
    assert told == {None, True, False}


def what_came(state: State, move: Move) -> tuple[bool, int]:
    """Whether only the draw was left after a step, and how many cards it brought."""
    seat = state.to_act or 0
    after, _ = titania.apply(state, seat, move)
    if forced(after, seat) is None:
        return False, 0
    _, drew = titania.apply(after, seat, Draw())
    return True, len(getattr(drew, "cards", ()))


def ending(is_sure: bool, cards: bool = False) -> tuple[View, Move]:
    """A step with which the turn ends, for sure or perhaps."""

    def steps(view: View) -> list[Move]:
        ends = [(it, end_with(view, it)) for it in sent_alone(view)]
        return [it for it, end in ends if end and end.is_sure == is_sure and bool(end.cards) == cards]

    view = own_view(found(lambda view: bool(steps(view))))
    return view, steps(view)[0]


def test_a_step_that_leaves_only_the_draw_says_so_and_so_does_its_button() -> None:
    view, move = ending(is_sure=True)
    tree = panel(view, NO_DRAFT, **asking_for(move))
    assert "This ends your turn." in final(tree)
    assert "end turn" in main(tree).text
    view, move = ending(is_sure=True, cards=True)
    assert "It ends your turn: you draw " in final(panel(view, NO_DRAFT, **asking_for(move)))


def test_where_what_comes_may_bring_something_to_do_the_end_is_told_as_possible() -> None:
    view, move = ending(is_sure=False)
    tree = panel(view, NO_DRAFT, **asking_for(move))
    assert "If it brings nothing to do, your turn ends." in final(tree)
    assert "end turn" not in main(tree).text


def test_a_step_after_which_a_card_can_be_played_speaks_of_no_end() -> None:
    view = own_view(found(reaches_fog))
    move = next(it for it in sent_alone(view) if not end_with(view, it))
    assert "ends" not in final(panel(view, NO_DRAFT, **asking_for(move)))


def test_fog_is_told_of_in_one_line_beside_the_name_of_the_space() -> None:
    view = own_view(found(reaches_fog))
    move = next(it for it in legal(view) if isinstance(it, Sail) and it.space in view.fog_left)
    assert panel(view, NO_DRAFT, **asking_for(move)).text.lower().count("fog") == 2


# A space, then a card that cannot go there


def parted() -> tuple[View, str, tuple[int, int], tuple[int, int]]:
    """A space, a card that reaches it, and one that does not; each has more than one space."""

    def pairs(view: View) -> list[tuple[str, tuple[int, int], tuple[int, int]]]:
        wide = [it for it in card_choices(view) if len(it[2]) > 1]
        return [
            (space, near[:2], far[:2])
            for near in wide
            for far in wide
            for space in near[2]
            if space not in far[2] and sum(space in it[2] for it in card_choices(view)) > 1
        ]

    view = own_view(found(lambda view: bool(pairs(view))))
    return view, *pairs(view)[0]


def half(tree: Node, card: int, colour: int) -> Node:
    """The link of a half."""
    asked = f"card={CARDS[card]}&as={SHIPS[colour]}"
    return next(it for it in tree.all("a") if asked in it.attrs["href"].replace("&amp;", "&"))


def test_a_half_that_cannot_go_to_the_chosen_space_is_dimmed_and_says_so() -> None:
    view, space, near, far = parted()
    tree = panel(view, at=space)
    assert "is-away" in half(tree, *far).attrs["class"]
    assert half(tree, *far).attrs["aria-label"].endswith(f": not to {space}")
    assert "is-away" not in half(tree, *near).attrs["class"]
    assert "is-away" not in draw(view).panel


def test_a_card_that_cannot_go_to_the_chosen_space_says_why_the_space_is_dropped() -> None:
    view, space, _, (card, colour) = parted()
    asked, *_ = [
        it
        for it in links(panel(view, at=space), "half")
        if (it["card"], it["as"]) == (CARDS[card], SHIPS[colour])
    ]
    assert drawing.choice(view, asked) is None
    reason = titania.refusal(view, view.viewer or 0, Sail(card, colour, space))
    assert str(reason).partition(" ")[0] in panel(view, NO_DRAFT, **asked).text
    assert f"{space} " in panel(view, NO_DRAFT, **asked).text


def test_a_space_that_was_chosen_by_itself_dims_no_other_card() -> None:
    view, space, (card, colour), _ = parted()
    reach = tuple(BITS[space] if it == colour else near for it, near in enumerate(view.reach))
    tree = panel(replace(view, reach=reach), NO_DRAFT, **{"card": CARDS[card], "as": SHIPS[colour]})
    assert main(tree).attrs["form"] in ("go", "send")
    assert not [it for it in tree.walk() if "is-away" in it.attrs.get("class", "")]


# Building


def two_islands(one_space: bool) -> View:
    """A visit to a crane from which either of two islands can be built on."""

    def both(view: View) -> bool:
        return view.pending == "build" and len({it.space for it in build_sites(view) if it.most}) > 1

    return own_view(found(both, one_space=one_space))


def test_where_a_visit_builds_on_one_island_the_panel_says_so() -> None:
    assert "on one of these islands" in panel(two_islands(one_space=True)).text
    assert "on one of these islands" not in panel(two_islands(one_space=False)).text


def test_a_level_on_another_island_says_that_it_gives_up_the_first_and_nothing_there_keeps_it() -> None:
    view = two_islands(one_space=True)
    site = next(it for it in build_sites(view) if it.most)
    other = next(it for it in build_sites(view) if it.most and it.space != site.space)
    chosen = str(Build(((site.space, site.shell, 1),)))
    tree = panel(view, NO_DRAFT, **drawing.asking({"choice": chosen}, NO_DRAFT))
    (level,) = tree.all("a", id=f"b-{other.space}-{SHELLS[other.shell]}-1")
    assert level.attrs["aria-label"].endswith(f", instead of {site.space}")
    assert f"instead of {site.space}" in tree.text
    (none,) = tree.all("a", id=f"b-{other.space}-{SHELLS[other.shell]}-0")
    assert f"build={site.space}.{SHELLS[site.shell]}.1" in none.attrs["href"]


def test_the_key_of_a_tower_goes_up_level_by_level_and_then_back_to_none() -> None:
    view = two_islands(one_space=False)
    number, site = max(enumerate(build_sites(view), 1), key=lambda it: it[1].most)
    asked, seen = dict[str, str](), list[int]()
    for _ in range(site.most + 1):
        (link,) = panel(view, NO_DRAFT, **asked).all("a", data_hand=str(number))
        seen.append(int(link.attrs["id"].rpartition("-")[2]))
        asked = {"build": link.attrs["href"].partition("build=")[2]}
    assert seen == [*range(1, site.most + 1), 0]


def test_the_key_tells_what_the_corners_of_a_space_and_the_eye_mean() -> None:
    info = draw(own_view(game()[0])).info
    assert "changed in the last turn" in info
    assert "hex-new" in info
    assert "shows something new" in info
