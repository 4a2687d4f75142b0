"""The turns that a mail suggests: to whom, in which words, and that a link tells nothing of a hand."""

from __future__ import annotations

import base64
import json
from datetime import timedelta

import pytest
from django.template.loader import render_to_string

from games import store
from games.models import Choices, Notice
from games.notices import suggest
from games.notices.suggest import suggestions
from games.rules.lanterns.pieces import COLOURS
from games.rules.registry import RULES
from games.tables import table_for
from tests.site import seas
from tests.site.cast import NOW, person, running
from tests.site.worlds import after_turns, forget, redeal


def notice(reader, **fields) -> Notice:
    """The notice of a turn, not stored."""
    return Notice(person=reader, kind="turn", created_at=NOW, due_at=NOW, **fields)


def suggested(game, reader, now=NOW):
    """What the mail of a turn suggests."""
    return suggestions(table_for(game.slug, reader), reader, notice(reader), now)


def payload(url: str) -> list:
    """What whoever reads a link without our key finds in it."""
    text = url.rstrip("/").rpartition("/")[2].partition(":")[0]
    return json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))


def choose(reader, **fields) -> None:
    """What somebody has chosen."""
    Choices.objects.update_or_create(person=reader, defaults=fields)
    reader.refresh_from_db()


@pytest.fixture
def sea(mei, joon):
    """A game of Titania with some turns behind it: mei is to act."""
    options = {it.name: it.default for it in RULES["titania"].OPTIONS}
    return after_turns(running(mei, joon, rules="titania", options=options), mei, joon, turns=6)


def test_whoever_is_to_act_gets_three_to_five(game, sea, mei):
    for it in (game, sea):
        found = suggested(it, mei)
        assert 3 <= len(found) <= 5
        assert len({one.label for one in found}) == len({one.url for one in found}) == len(found)


def test_nobody_else_does(game, mei, joon):
    assert suggested(game, joon) == ()


def test_whoever_wants_none_gets_none(game, mei):
    choose(mei, turns_in_mail=False)
    assert suggested(game, mei) == ()


def test_an_owner_whose_stand_in_plays_gets_none_and_the_stand_in_does(game, mei):
    ines = person("ines")
    game.seats.filter(number=0).update(deputy=ines, deputy_since=NOW)
    assert suggested(game, mei) == ()
    assert len(suggested(game, ines)) >= 3


def test_a_second_sending_says_the_same_and_so_does_another_process(game, mei):
    before = suggested(game, mei)
    forget()
    assert suggested(game, mei, NOW + timedelta(hours=5)) == before


def test_the_addresses_are_short(game, sea, mei):
    assert all(len(it.url) < 300 for one in (game, sea) for it in suggested(one, mei))


@pytest.mark.parametrize("turns", [0, 8, 20])
def test_another_world_gives_the_same_mail_in_lanterns(mei, joon, turns):
    options = {"edition": "printed", "lanterns": "hidden"}
    game = after_turns(running(mei, joon, options=options), mei, joon, turns=turns)
    before = suggested(game, mei)
    redeal(game, 0)
    assert suggested(game, mei) == before


def test_another_world_gives_the_same_mail_in_titania(sea, mei):
    before = suggested(sea, mei)
    seas.redeal(sea, 0)
    assert suggested(sea, mei) == before


def test_a_link_does_not_tell_the_turn(game, mei):
    for number, it in enumerate(suggested(game, mei)):
        reader, slug, moved, which, mark, until = payload(it.url)
        assert (reader, slug, moved, which) == (mei.id, game.slug, 0, number)
        assert len(mark) == 16 and until == (NOW + suggest.GOOD_FOR).timestamp()


def test_the_same_turn_at_another_table_has_another_mark():
    marks = {suggest.mark_of(*at, ["draw"]) for at in ((1, "a", 0), (2, "a", 0), (1, "b", 0), (1, "a", 1))}
    assert len(marks) == 4


def test_a_label_tells_what_a_tile_would_bring_only_to_whoever_wants_the_hand_in_mails(game, mei):
    assert not {*" ".join(it.label for it in suggested(game, mei)).split()} & {*COLOURS}
    choose(mei, hand_in_mail=True)
    assert all(" for you" in it.label for it in suggested(game, mei))


def test_the_labels_of_titania_name_no_card(sea, mei):
    said = " ".join(it.label for it in suggested(sea, mei))
    assert "ship" in said and not any(f"{colour} ship" in said for colour in ("red", "blue", "yellow"))
    choose(mei, hand_in_mail=True)
    said = " ".join(it.label for it in suggested(sea, mei))
    assert any(f"{colour} ship" in said for colour in ("red", "blue", "yellow"))


def test_a_position_that_has_passed_meanwhile_suggests_nothing(game, mei, joon):
    table = table_for(game.slug, mei)
    after_turns(game, mei, joon, turns=2)
    forget()
    store.load(game)
    table.kept.clear()
    assert suggestions(table, mei, notice(mei), NOW) == ()


@pytest.mark.parametrize("token", ["", "x", "WzFd:x", "\x00", "a:b:c"])
def test_what_we_have_not_signed_means_nothing(token):
    assert suggest.read(token) is None


def test_what_we_have_signed_for_something_else_means_nothing():
    assert suggest.read(suggest.SIGNER.sign_object([1, "a"])) is None
    assert suggest.read(suggest.SIGNER.sign_object("text")) is None


def test_both_parts_of_a_mail_name_each_of_them_with_its_address(game, mei):
    found = suggested(game, mei)
    for part in ("html", "txt"):
        told = render_to_string(f"emails/suggestions.{part}", {"suggestions": found})
        assert all(it.label in told and it.url in told for it in found)
    lines = told.splitlines()
    assert all(it.url in lines for it in found)


@pytest.mark.parametrize("part", ["html", "txt"])
@pytest.mark.parametrize("name", ["suggestions", "sign_in"])
def test_where_there_is_nothing_to_offer_a_mail_says_nothing(name, part):
    assert not render_to_string(f"emails/{name}.{part}", {}).strip()
