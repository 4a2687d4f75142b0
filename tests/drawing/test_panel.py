"""The turn panel: its steps, and that links and forms alone compose any turn."""

from __future__ import annotations

import random
from urllib.parse import parse_qsl, urlsplit

import pytest

from games.drawing import lanterns as drawing
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


def gives(tree: Node) -> dict[str, dict[str, str]]:
    """The links of the colours to give, and the fields they ask for."""
    asked = [
        dict(parse_qsl(urlsplit(node.attrs["href"]).query))
        for node in tree.all("a")
        if node.attrs.get("id", "").startswith("give")
    ]
    return {fields["give"]: fields for fields in asked}


def takes(tree: Node) -> list[str]:
    """The colours to take."""
    return [radio.attrs["value"] for radio in tree.all("input", type="radio", name="w3")]


def test_the_exchange_offers_every_pair_that_is_possible_and_no_other() -> None:
    view = rich()
    assert not takes(panel(view, open="exchange"))
    offered = {
        lanterns.parse(f"exchange {give} {take}")
        for give, asked in gives(panel(view, open="exchange")).items()
        for take in takes(panel(view, NO_DRAFT, **asked))
    }
    assert offered == {move for move in moves_of(view) if isinstance(move, Exchange)}


def test_an_exchange_sends_the_colour_that_was_chosen_to_give() -> None:
    view = rich()
    give, asked = next(iter(gives(panel(view, open="exchange")).items()))
    assert "disabled" in main(panel(view, open="exchange")).attrs
    tree = panel(view, NO_DRAFT, **asked)
    assert "disabled" not in main(tree).attrs
    assert step_text(fields_of(tree, "go")) == f"exchange {give}"


def test_a_colour_that_cannot_be_exchanged_says_why() -> None:
    view = rich()
    held = view.cards[view.viewer or 0] or ()
    give = next(give for give, _ in exchange_choices(view) if view.supply[give])
    tree = panel(view, open="exchange", give=COLOURS[give])
    off = [node.attrs["aria-label"] for node in tree.all("span", class_="lp is-off")]
    none = [COLOURS[colour] for counts in (held, view.supply) for colour in range(7) if not counts[colour]]
    assert sorted(off) == sorted([f"{COLOURS[give]}: same", *(f"{colour}: none" for colour in none)])


def refused(**fields: str) -> dict[str, str]:
    """What the fields of a form that was refused ask for."""
    return dict(drawing.asking(fields, NO_DRAFT))


def test_a_refused_exchange_is_open_again_with_its_colours() -> None:
    view = rich()
    give, allowed = exchange_choices(view)[0]
    fields = refused(w1="exchange", w2=COLOURS[give], w3=COLOURS[allowed[0]])
    assert step_text(fields_of(panel(view, NO_DRAFT, **fields), "go")) == str(Exchange(give, allowed[0]))


def test_a_refused_dedication_is_open_again_with_its_set() -> None:
    view = rich()
    for move in dedication_choices(view):
        fields = refused(w1="dedicate", w2=str(move).partition(" ")[2])
        assert step_text(fields_of(panel(view, NO_DRAFT, **fields), "go")) == str(move)


def test_a_refused_discard_is_open_again_with_its_lanterns() -> None:
    view = own_view(found(lambda view: view.excess > 1))
    move = next(move for move in moves_of(view) if isinstance(move, Discard))
    fields = refused(w1="discard", w2=str(move).partition(" ")[2])
    assert step_text(fields_of(panel(view, NO_DRAFT, **fields), "go")) == str(move)


def test_a_refused_turn_shows_its_placement_again() -> None:
    view = own_view(played(4, 0))
    move = str(next(move for move in moves_of(view)))
    for field in ("choice", "moves"):
        assert ("moves", move) in fields_of(panel(view, NO_DRAFT, **refused(**{field: move})), "send")


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


def test_each_lantern_that_is_to_go_back_can_be_kept_after_all() -> None:
    view = own_view(found(lambda view: view.excess > 1 and not dedication_choices(view)))
    held = view.cards[view.viewer or 0] or ()
    first, second = (COLOURS[colour] for colour in [c for c, count in enumerate(held) if count][:2])
    tree = panel(view, open="discard", back=f"{first}.{second}")
    links = [node for node in tree.all("a") if node.attrs.get("id", "").startswith("keep")]
    left = [dict(parse_qsl(urlsplit(link.attrs["href"]).query))["back"] for link in links]
    assert left == [second, first]
    assert [link.attrs["aria-label"] for link in links] == [f"Keep one {first}", f"Keep one {second}"]


def test_what_cannot_be_pressed_yet_says_why() -> None:
    tree = panel(own_view(played(4, 0)))
    (why,) = tree.all("p", id=main(tree).attrs["aria-describedby"])
    assert why.text == "Choose a tile, then a place on the lake."
    turns = [node.attrs["aria-label"] for node in tree.all("span", aria_disabled="true")]
    assert turns == ["Turn left: choose a tile first", "Turn right: choose a tile first"]
    assert "Undo" not in tree.text


def test_the_own_seat_shows_which_lanterns_are_to_go_back() -> None:
    view = own_view(found(lambda view: view.excess > 1 and not dedication_choices(view)))
    held = view.cards[view.viewer or 0] or ()
    colour = held.index(max(held))
    drawn = draw(view, {"back": f"{COLOURS[colour]}.{COLOURS[colour]}"})
    chips = [node.text for node in read(drawn.seats).all("ins")]
    assert chips == ["−2"]
    (row,) = [node.parent for node in read(drawn.panel).all("ins") if node.parent]
    assert row.text == f"{held[colour]} −2"


def test_a_dedications_numbers_stay_in_one_line() -> None:
    view = own_view(played(4, 0))
    lines = [node.text for node in read(draw(view).info).all("span") if not node.attrs]
    assert lines[:2] == ["9 left", "then 7, 7, 6"]


def test_a_colour_of_which_none_can_go_back_says_why() -> None:
    view = own_view(found(lambda view: view.excess == 1 and not dedication_choices(view)))
    held = view.cards[view.viewer or 0] or ()
    off = [
        node.attrs["aria-label"]
        for node in panel(view).all("span", aria_disabled="true")
        if node.attrs["class"] == "btn btn-icon"
    ]
    assert off == [f"No {COLOURS[colour]} to give back" for colour, count in enumerate(held) if not count]
    full = panel(view, back=COLOURS[held.index(max(held))])
    assert len(full.all("span", aria_disabled="true")) == len(COLOURS)


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
    (undo,) = [node for node in tree.all("button") if "data-undo" in node.attrs]
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
    changes = [node for node in tree.all("button") if "formaction" in node.attrs and "value" in node.attrs]
    assert [change.attrs["value"] for change in changes] == [str(index) for index in range(len(steps))]
    assert changes[0].attrs["formaction"].startswith(f"{FORMS.draft_url}?open=exchange")
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
        tree = read(drawn.panel + drawn.board)
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
