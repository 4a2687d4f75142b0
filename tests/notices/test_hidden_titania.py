"""A mail of Titania tells its reader nothing that is hidden: what is dealt otherwise changes no word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games import store
from games.models import Game, Notice
from games.notices.compose import compose
from games.rules.titania.pieces import CARD_WORDS
from tests.notices import scenes_titania
from tests.notices.scenes import LATER
from tests.site.seas import redeal

pytestmark = pytest.mark.django_db
RUNNING = [it for it in scenes_titania.SCENES if not it.__name__.startswith("result")]


def parts(notice: Notice) -> tuple[str, str]:
    """Both parts of a mail."""
    message = compose(notice, LATER)
    return str(message.body), str(message.alternatives[0][0])


@pytest.mark.parametrize("scene", RUNNING, ids=lambda scene: scene.__name__)
def test_a_mail_is_the_same_whatever_is_hidden_from_its_reader(scene, steady, monkeypatch):
    notice, load = scene(), store.load
    told, seat = parts(notice), reader_of(notice)

    def another_world(game: Game) -> store.Loaded:
        position = load(game)
        state = position.rules.redeal(position.state, seat, bytes(32))
        assert state != position.state
        return replace(position, state=state)

    monkeypatch.setattr(store, "load", another_world)
    assert parts(notice) == told


# A game whose discards were shuffled anew cannot be dealt otherwise and come to the same.
DEALT_ONCE = [it for it in RUNNING if it.__name__ not in ("turn_begins_second", "turn_near_the_end")]


@pytest.mark.parametrize("scene", DEALT_ONCE, ids=lambda scene: scene.__name__)
def test_what_has_happened_is_told_alike_however_others_cards_were_dealt(scene, steady):
    notice = scene()
    told = parts(notice)
    redeal(Game.objects.get(), reader_of(notice))
    assert parts(notice) == told


def reader_of(notice: Notice) -> int:
    """The seat of whoever gets the mail."""
    return Game.objects.get().seats.get(person=notice.person).number


def test_a_mail_tells_its_readers_own_cards_and_score_tiles():
    notice = scenes_titania.turn()
    game = Game.objects.get()
    seat, state = reader_of(notice), scenes_titania.state_of(game)
    assert state.tiles[seat]
    for body in parts(notice):
        assert f"Your cards: {len(state.hands[seat])}".lower() in body.lower()
        assert all(str(CARD_WORDS[card]) in body for card in state.hands[seat])
        assert f"Yours: {', '.join(map(str, state.tiles[seat]))}." in body
