"""A mail of Titania tells its reader nothing that is hidden: what is dealt otherwise changes no word."""

from __future__ import annotations

import re
from dataclasses import replace
from email.mime.image import MIMEImage

import pytest

from games import store
from games.models import Choices, Game, Notice
from games.notices.compose import brief, compose
from games.rules.titania.pieces import CARDS
from games.rules.titania.state import changed
from tests.notices import scenes_titania
from tests.site.seas import redeal

pytestmark = pytest.mark.django_db
RUNNING = [it for it in scenes_titania.SCENES if not it.__name__.startswith("result")]

UNASKED = [it for it in RUNNING if not it.__name__.endswith("with_hand")]
SECRET = re.compile(r"/mail/in/[^/]+/")


def parts(notice: Notice) -> tuple[str, ...]:
    """Both parts of a mail, its picture and its brief; without the secret of a link, which chance makes."""
    now = max(notice.created_at, notice.due_at)
    message, short = compose(notice, now), brief(notice, now)
    written = (str(message.body), str(message.alternatives[0][0]), short.title, short.text)
    shown = [it.as_string() for it in message.attachments if isinstance(it, MIMEImage)]
    return (*(SECRET.sub("/mail/in/", it) for it in written), *shown)


@pytest.mark.parametrize("scene", RUNNING, ids=lambda scene: scene.__name__)
def test_a_mail_is_the_same_whatever_is_hidden_from_its_reader(scene, steady, monkeypatch):
    notice, load = scene(), store.load
    told, seat = parts(notice), reader_of(notice)

    def another_world(game: Game) -> store.Loaded:
        position = load(game)
        state = position.rules.redeal(position.state, seat, bytes(32))
        assert state != position.state
        return replace(position, state=state, kept={})

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


def reader_of(notice: Notice) -> int | None:
    """The seat of whoever gets the mail, or plays for its owner; None for somebody who only may."""
    for seat in Game.objects.get().seats.all():
        if notice.person_id in (seat.person_id, seat.deputy_id if seat.deputy_since else None):
            return seat.number
    return None


@pytest.mark.parametrize("scene", UNASKED, ids=lambda scene: scene.__name__)
def test_no_mail_shows_a_hand_that_was_not_asked_for_not_even_the_readers_own(scene, steady, monkeypatch):
    notice, load = scene(), store.load
    Choices.objects.create(person=notice.person, turns_in_mail=False)  # what is suggested follows from a hand
    told = parts(notice)
    seat = reader_of(notice)

    def another_hand(game: Game) -> store.Loaded:
        position = load(game)
        hands, tiles = list(position.state.hands), list(position.state.tiles)
        for it in range(len(hands)) if seat is None else [seat]:
            hands[it] = tuple((card + 1) % len(CARDS) for card in hands[it])
            tiles[it] = tuple(8 - value for value in tiles[it])
        state = changed(position.state, hands=tuple(hands), tiles=tuple(tiles))
        return replace(position, state=state, kept={})

    monkeypatch.setattr(store, "load", another_hand)
    assert parts(notice) == told


def test_a_mail_of_a_turn_that_the_house_played_does_not_tell_which_cards_it_drew(steady):
    for body in parts(scenes_titania.timeout_own())[:2]:
        assert "drew 3 cards and ended the turn" in " ".join(body.split())
