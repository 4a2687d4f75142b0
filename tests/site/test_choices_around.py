"""Muting a table on its page of time and people, and hearing of it again there."""

from __future__ import annotations

import pytest
import time_machine
from django.urls import reverse

from games.actions import absence
from games.notices.choice import is_muted
from tests.site.around import address, frozen, page, read, refused, said, send
from tests.site.asking import fresh, stands_in
from tests.site.cast import as_client, played_out, running
from tests.site.choosing import stored

ALWAYS = "only that it is about to end, or stands still because of a fault."


@pytest.fixture(autouse=True)
def at_noon(now):
    with time_machine.travel(now, tick=False):
        yield


def test_the_people_of_a_table_mute_it_and_hear_of_it_again(mei, joon, game):
    assert "Mute this table" in read(game, mei)
    assert ALWAYS in read(game, mei)
    assert said(send(game, mei, "table_mute")) == "This table is muted."
    assert "Hear of this table again" in page(game, mei)
    assert "You have muted this table." in read(game, mei)
    assert ALWAYS in read(game, mei)
    assert "Mute this table" in read(game, joon), "for oneself only"
    assert said(send(game, mei, "table_mute", answer="no")) == "You hear of this table again."
    assert "Mute this table" in read(game, mei)


def test_it_leads_back_to_where_it_stood_and_changes_nothing_of_the_game(mei, game):
    before = fresh(game)
    assert send(game, mei, "table_mute")["Location"] == address(game)
    assert fresh(game).seq == before.seq


def test_who_stands_in_and_who_has_resigned_may_mute_it_too(mei, joon, ines, now):
    game = running(mei, joon, "sensibly", now=now)
    stands_in(game, 1, ines, now)
    absence.resign(game.id, mei.id, now)
    for someone in (ines, mei):
        assert "Mute this table" in read(game, someone)
        assert said(send(game, someone, "table_mute")) == "This table is muted."


def test_it_is_offered_to_nobody_else(ines, game):
    for someone in (ines, None):
        assert "Mute this table" not in read(game, someone)


def test_a_game_that_stands_still_can_be_muted(mei, game, now):
    frozen(game, now)
    assert "Mute this table" in read(game, mei)
    assert said(send(game, mei, "table_mute")) == "This table is muted."


def test_a_game_that_is_over_is_not(mei, joon):
    game = played_out(running(mei, joon))
    assert "Mute this table" not in read(game, mei)
    before = stored()
    assert said(send(game, mei, "table_mute")) == "The game is over."
    assert stored() == before


@pytest.mark.parametrize("answer", ["", "maybe", "\0"])
def test_it_is_muted_or_not(mei, game, answer):
    before = stored()
    assert refused(game, mei, "table_mute", answer=answer) == "Say yes or no."
    assert stored() == before


def test_a_look_mutes_nothing(mei, game):
    assert as_client(mei).get(reverse("table_mute", args=[game.slug])).status_code == 405
    assert not is_muted(game.id, mei.id)
