"""The turn panel: its steps, and that links and forms alone compose any turn."""

from __future__ import annotations

import random
from urllib.parse import parse_qsl, urlsplit

import pytest

from games.drawing.base import NO_DRAFT, NoDraft
from games.rules import lanterns
from games.rules.lanterns.legal import dedication_choices, exchange_choices
from games.rules.lanterns.moves import Dedicate, Discard, Exchange
from games.rules.lanterns.pieces import COLOUR_WORDS, COLOURS
from games.rules.lanterns.state import State
from games.rules.lanterns.view import View
from tests.drawing.drawn import draw
from tests.drawing.positions import FORMS, after, found, game, moves_of, own_view, played
from tests.drawing.tree import Node, read


def panel(view: View, draft: NoDraft = NO_DRAFT, /, **asked: str) -> Node:
    """The panel, read."""
    return read(draw(view, asked, draft).panel)


def step_now(tree: Node) -> Node:
    """The open step."""
    (step,) = [node for node in tree.all("li") if node.attrs.get("aria-current") == "step"]
    return step


def heads(tree: Node) -> list[str]:
    """What stands in the heads of the steps."""
    return [node.text for node in tree.walk() if node.attrs.get("class") == "step-head"]


def fields_of(tree: Node, form: str) -> list[tuple[str, str]]:
    """The fields that a form sends as it stands."""
    (node,) = tree.all("form", id=form)
    return [
        (field.attrs["name"], field.attrs["value"])
        for field in node.all("input")
        if field.attrs["type"] == "hidden" or "checked" in field.attrs
    ]


def step_text(fields: list[tuple[str, str]]) -> str:
    """The step that the word fields of a form spell."""
    return " ".join(value for name, value in sorted(fields) if name[0] == "w")


def main(tree: Node) -> Node:
    """The main button."""
    (button,) = [node for node in tree.all("button") if "btn-main" in node.attrs["class"]]
    return button


def rich() -> View:
    """Exchanges and several dedications are possible."""
    return own_view(found(is_rich))


def is_rich(view: View) -> bool:
    return bool(exchange_choices(view)) and len(dedication_choices(view)) > 3 and not view.excess


def test_a_dedication_that_is_possible_is_open_at_first() -> None:
    assert "Dedicate" in step_now(panel(rich())).text
    assert "Place" in step_now(panel(own_view(played(4, 0)))).text


def test_another_step_opens_when_asked_for_where_it_is_allowed() -> None:
    assert "Exchange" in step_now(panel(rich(), open="exchange")).text
    assert "Place" in step_now(panel(rich(), open="place")).text
    assert "Place" in step_now(panel(own_view(played(4, 0)), open="exchange")).text


def test_a_step_that_is_not_possible_says_why() -> None:
    exchange, dedicate, _ = heads(panel(own_view(played(4, 0))))
    assert "needs 2 favours" in exchange
    assert "no set to dedicate" in dedicate


def test_above_twelve_a_dedication_is_required_and_an_exchange_is_not() -> None:
    view = own_view(found(lambda view: view.excess > 0 and bool(exchange_choices(view))))
    for step in ("exchange", "dedicate"):
        exchange, dedicate, _ = heads(panel(view, open=step))
        assert "required" not in exchange
        assert "required" in dedicate


def test_the_exchange_offers_what_is_held_for_what_is_left() -> None:
    view = rich()
    tree = panel(view, open="exchange")
    for name, allowed in (("w2", view.cards[view.viewer or 0] or ()), ("w3", view.supply)):
        radios = tree.all("input", type="radio", name=name)
        assert [radio.attrs["value"] for radio in radios] == list(COLOURS)
        assert ["disabled" not in radio.attrs for radio in radios] == [count > 0 for count in allowed]
    assert step_text(fields_of(tree, "go")) == "exchange"


def test_every_dedication_is_offered_and_one_is_chosen() -> None:
    view = rich()
    tree = panel(view, open="dedicate")
    radios = tree.all("input", type="radio", name="w2")
    offered = {lanterns.parse(f"dedicate {radio.attrs['value']}") for radio in radios}
    assert offered == set(dedication_choices(view))
    assert sum("checked" in radio.attrs for radio in radios) == 1
    assert lanterns.parse(step_text(fields_of(tree, "go"))) in dedication_choices(view)


def test_the_first_choice_of_pairs_keeps_the_rarest_lanterns() -> None:
    view = own_view(found(lambda v: sum(move.kind == 1 for move in dedication_choices(v)) > 3))
    (details,) = panel(view, open="dedicate").all("details")
    cards = [node.children[0].attrs["value"] for node in panel(view).all("label", class_="pick dr")]
    first = lanterns.parse(f"dedicate {next(value for value in cards if value.startswith('pairs'))}")
    assert isinstance(first, Dedicate)
    plenty = sum(view.supply[colour] for colour in first.colours)
    for radio in details.all("input"):
        move = lanterns.parse(f"dedicate {radio.attrs['value']}")
        assert isinstance(move, Dedicate)
        assert sum(view.supply[colour] for colour in move.colours) <= plenty


def test_links_alone_choose_exactly_the_lanterns_that_go_back() -> None:
    view = own_view(found(lambda view: view.excess > 1 and not dedication_choices(view)))
    asked: dict[str, str] = {}
    for _ in range(view.excess):
        tree = panel(view, NO_DRAFT, **asked)
        assert "disabled" in main(tree).attrs
        link = next(node for node in tree.all("a") if "data-back" in node.attrs)
        asked = dict(parse_qsl(urlsplit(link.attrs["href"]).query))
    tree = panel(view, NO_DRAFT, **asked)
    assert not [node for node in tree.all("a") if "data-back" in node.attrs]
    assert "disabled" not in main(tree).attrs
    move = lanterns.parse(step_text(fields_of(tree, "go")))
    assert isinstance(move, Discard)
    assert move in moves_of(view)


def test_confirm_sends_the_steps_of_the_draft_and_the_choice() -> None:
    view = own_view(played(4, 0))
    tile, (x, y) = (view.hands[0] or ())[0], view.open_cells[0]
    tree = panel(view, NoDraft((), ""), tile=str(tile), at=f"{x},{y}", turn="3")
    assert ("moves", f"place {tile} {x},{y} 3") in fields_of(tree, "send")
    assert ("seq", str(FORMS.seq)) in fields_of(tree, "send")
    assert ("csrfmiddlewaretoken", FORMS.csrf) in fields_of(tree, "send")
    (keep,) = [node for node in tree.all("button") if node.attrs.get("name") == "choice"]
    assert keep.attrs["value"] == f"place {tile} {x},{y} 3"


def test_a_kept_choice_is_shown_without_being_asked_for_and_undone_by_a_form() -> None:
    view = own_view(played(4, 0))
    tile, (x, y) = (view.hands[0] or ())[0], view.open_cells[0]
    tree = panel(view, NoDraft((), f"place {tile} {x},{y} 3"))
    assert ("moves", f"place {tile} {x},{y} 3") in fields_of(tree, "send")
    (undo,) = [node for node in tree.all("button") if node.attrs.get("name") == "undo"]
    assert undo.attrs["form"] == "draft"
    assert not [node for node in tree.all("button") if node.attrs.get("name") == "choice"]


def test_steps_of_the_draft_are_told_and_can_be_changed() -> None:
    state = found(is_rich)
    give, takes = exchange_choices(own_view(state))[0]
    swapped = after(state, str(Exchange(give, takes[0])))
    steps = [str(Exchange(give, takes[0]))]
    if sets := dedication_choices(own_view(swapped)):
        steps.append(str(sets[0]))
    view = own_view(after(state, *steps))
    tree = panel(view, NoDraft(tuple(steps)))
    changes = [node.attrs["value"] for node in tree.all("button") if node.attrs.get("name") == "keep"]
    assert changes == [str(index) for index in range(len(steps))]
    assert "2 favours" in heads(tree)[0]


def test_in_the_last_round_the_turn_is_finished_without_a_tile() -> None:
    view = own_view(found(lambda view: view.final and not view.excess))
    tree = panel(view, open="place")
    assert ("moves", "finish") in fields_of(tree, "send")
    assert "Your last turn" in tree.text
    assert "Finish turn" in main(tree).text


def test_others_see_whose_turn_it_is_and_until_when() -> None:
    tree = panel(lanterns.view(played(4, 2), 0))
    assert "ines is thinking" in tree.text
    assert "2 d left" in tree.text
    assert not tree.all("form")


def test_after_the_end_the_panel_says_what_decided() -> None:
    tree = panel(lanterns.view(played(4, 99), None))
    assert "The game is over" in tree.text
    assert not tree.all("form")


def test_every_link_of_the_page_leads_to_a_sound_page() -> None:
    dice = random.Random(7)
    for seed in (1, 2):
        for state in game(4, seed, eager=False)[::3]:
            if state.to_act is not None:
                walk(state, dice)


def walk(state: State, dice: random.Random) -> None:
    """Follow a few links from the page of the seat on turn."""
    view, asked = own_view(state), dict[str, str]()
    for _ in range(6):
        links = [node.attrs["href"] for node in draw(view, asked).tree().all("a") if "href" in node.attrs]
        if not links:
            return
        asked = dict(parse_qsl(urlsplit(dice.choice(links)).query))


@pytest.mark.parametrize("seed", [1, 2])
def test_forms_and_links_alone_play_a_game(seed: int) -> None:
    dice, state = random.Random(seed), played(2, 0, seed)
    while state.to_act is not None:
        state = after(state, *turn_by_forms(state, dice))


def turn_by_forms(state: State, dice: random.Random) -> list[str]:
    """Compose a turn as a person without script would: whatever is open, by its first button."""
    steps: list[str] = []
    asked: dict[str, str] = {}
    while True:
        position = after(state, *steps)
        drawn = draw(own_view(position), asked, NoDraft(tuple(steps)))
        tree = read(drawn.panel + drawn.lake)
        button = main(tree)
        if "disabled" not in button.attrs:
            fields = fields_of(tree, button.attrs["form"])
            if button.attrs["form"] == "send":
                return [value for name, value in fields if name == "moves"]
            steps.append(step_text(fields))
            asked = {}
            continue
        links = [
            node
            for node in tree.all("a")
            if "data-back" in node.attrs or node.attrs.get("class") == "spot" or "data-hand" in node.attrs
        ]
        asked |= dict(parse_qsl(urlsplit(dice.choice(links).attrs["href"]).query))


def test_every_picture_of_a_lantern_has_its_word() -> None:
    words = {f"l-{name}": word.text for name, word in zip(COLOURS, COLOUR_WORDS, strict=True)}
    for asked in ({}, {"open": "exchange"}, {"open": "dedicate"}, {"open": "place"}):
        drawn = draw(rich(), asked)
        tree = read(drawn.seats + drawn.supply + drawn.panel)
        for use in tree.all("use"):
            picture = use.attrs["href"].partition("#")[2]
            if picture in words:
                assert is_named(use, words[picture]), picture


def is_named(use: Node, word: str) -> bool:
    """Whether a picture's word stands on it, or around it up to the control or row it belongs to."""
    for node in use.up():
        if word in node.attrs.get("aria-label", "") or word in node.text:
            return True
        if any(
            word in field.attrs.get("value", "") or word in field.attrs.get("aria-label", "")
            for field in node.all("input")
        ):
            return True
        if "Seven colours" in node.text and node.tag == "label":
            return True
        if node.tag in ("li", "ul", "form"):
            return False
    return False
