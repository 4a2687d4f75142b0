"""A mail of the clock tells its reader nothing that is hidden, whether or not they have a seat."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games import store
from games.models import Game, Notice
from games.notices.compose import compose
from tests.notices import scenes
from tests.notices.scenes_decided import OF_THE_CLOCK, question_stand_in
from tests.notices.test_hidden_titania import parts, reader_of
from tests.site.worlds import redeal

pytestmark = pytest.mark.django_db
# Once a game is over, its log holds nothing back.
RUNNING = [it for it in OF_THE_CLOCK if not it.__name__.startswith("result")]


@pytest.fixture(params=["open", "hidden"])
def lanterns(request, monkeypatch, steady):
    """The scenes, with the lanterns of others shown or not."""
    monkeypatch.setattr(scenes, "LANTERNS", request.param)


@pytest.mark.parametrize("scene", RUNNING, ids=lambda scene: scene.__name__)
def test_a_mail_is_the_same_whatever_is_hidden_from_its_reader(scene, lanterns, monkeypatch):
    notice, load = scene(), store.load
    told, seat = parts(notice), reader_of(notice)

    def another_world(game: Game) -> store.Loaded:
        position = load(game)
        state = position.rules.redeal(position.state, seat, bytes(32))
        assert state != position.state
        return replace(position, state=state, kept={})

    monkeypatch.setattr(store, "load", another_world)
    assert parts(notice) == told


@pytest.mark.parametrize("scene", RUNNING, ids=lambda scene: scene.__name__)
def test_what_has_happened_is_told_alike_however_it_was_dealt(scene, lanterns):
    notice = scene()
    told = parts(notice)
    redeal(Game.objects.get(), reader_of(notice))
    assert parts(Notice.objects.get(id=notice.id)) == told


def test_whoever_may_stand_in_sees_no_hand_before_they_do(lanterns):
    message = compose(question_stand_in(), scenes.LATER)
    assert "lanterns:" not in message.body.lower()
