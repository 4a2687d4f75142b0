"""Opening a table: what was asked for, under the commitment that was shown, and only once."""

from __future__ import annotations

from hashlib import sha256
from types import SimpleNamespace
from typing import Any

import pytest

from games.actions import Refused, Stale, lobby
from games.actions.wishes import full_options
from games.clock.terms import BANK, DAY, HOUR, Absence, Gates, Pace, Terms
from games.models import Game, Notice, Seat
from games.models.game import new_slug
from games.rules.base import Option
from games.rules.registry import RULES
from games.rules.words import Sentence
from tests.site.tables import opened, sitting, wishes

OPTIONS = {"edition": "preview", "lanterns": "hidden"}


def test_the_opener_sits_at_a_table_as_it_was_asked_for(mei, now):
    game = opened(mei, size=3, turn=7 * DAY, public=False, title="Rainy week", options=OPTIONS)
    assert (game.rules, game.size, game.agreed.pace, game.public) == (
        "lanterns",
        3,
        Pace(turn=7 * DAY),
        False,
    )
    assert (game.title, game.options, game.status, game.opened_at) == ("Rainy week", OPTIONS, "open", now)
    assert sitting(game) == {0: "mei"}
    assert game.seats.count() == 3


def test_options_that_nobody_chose_are_the_usual_ones(mei):
    assert opened(mei).options == {"edition": "printed", "lanterns": "open"}


def test_the_table_keeps_the_seed_that_the_page_committed_to(mei, now):
    asked = wishes(mei)
    game = lobby.open_table(mei, asked, now)
    assert game.commitment == asked.commitment == sha256(bytes(game.server_seed)).hexdigest()


def test_no_address_is_taken_for_an_option_of_a_command(monkeypatch):
    drawn = iter(["-dash-before", "dash-within"])
    monkeypatch.setattr("secrets.token_urlsafe", lambda size: next(drawn))
    assert new_slug() == "dash-within"


def test_the_next_table_has_another_seed(mei):
    first, second = opened(mei), opened(mei)
    assert first.commitment != second.commitment
    mei.refresh_from_db()
    assert bytes(mei.next_server_seed) not in (bytes(first.server_seed), bytes(second.server_seed))


def test_a_repeat_of_the_same_page_gives_the_same_table(mei, now):
    asked = wishes(mei)
    assert lobby.open_table(mei, asked, now) == lobby.open_table(mei, asked, now)
    assert Game.objects.count() == 1


@pytest.mark.parametrize("shown", ["", "0" * 64, "x\0y"])
def test_it_refuses_a_page_that_showed_no_such_commitment(mei, now, shown):
    with pytest.raises(Stale, match="too old"):
        lobby.open_table(mei, wishes(mei, commitment=shown), now)
    assert not Game.objects.exists()


def test_it_refuses_a_page_of_somebody_else(mei, joon, now):
    with pytest.raises(Stale, match="too old"):
        lobby.open_table(joon, wishes(mei), now)
    opened(mei, commitment=wishes(mei).commitment)
    taken = Game.objects.get().commitment
    with pytest.raises(Stale, match="too old"):
        lobby.open_table(joon, wishes(joon, commitment=taken), now)


def test_the_opener_takes_the_seat_of_their_choice(mei):
    assert sitting(opened(mei, random_seats=False, seat=2)) == {2: "mei"}


def test_a_seat_is_not_chosen_where_seats_are_drawn(mei):
    assert sitting(opened(mei, seat=2)) == {0: "mei"}


def test_house_players_take_the_seats_given_to_them(mei):
    game = opened(mei, random_seats=False, seat=1, house=("sensibly", "randomly"))
    assert sitting(game) == {0: "sensibly", 1: "mei", 2: "randomly"}


def test_somebody_alone_with_house_players_plays_at_once(mei):
    game = opened(mei, size=2, house=("sensibly",))
    assert game.status == "running"
    assert sorted(sitting(game).values()) == ["mei", "sensibly"]
    assert Notice.objects.filter(kind="started").values_list("person_id", flat=True).get() == mei.id


def test_the_word_is_kept_with_the_seat(mei):
    assert opened(mei, word="  plum  rain ").seats.get(person=mei).word == "plum  rain"


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"rules": "chess"}, "no such game"),
        ({"size": 1}, "that many players"),
        ({"size": 5}, "that many players"),
        ({"turn": 5 * HOUR}, "6 hours to 14 days"),
        ({"turn": 15 * DAY}, "6 hours to 14 days"),
        ({"terms": Terms(Pace(kind="sand"))}, "no such pace"),
        ({"terms": Terms(Pace(BANK, bank=5 * DAY, cap=4 * DAY))}, "at least what it begins with"),
        ({"terms": Terms(absence=Absence(then="chance"))}, "no such rule"),
        ({"terms": Terms(absence=Absence(level="stockfish"))}, "no such house player"),
        ({"terms": Terms(absence=Absence(after=0))}, "1 to 5 turns"),
        ({"terms": Terms(gates=Gates(on_time=100))}, "50 to 99 per cent"),
        ({"random_seats": False, "seat": 4}, "no such seat"),
        ({"random_seats": False, "seat": -1}, "no such seat"),
        ({"house": ("sensibly",) * 4}, "not so many seats"),
        ({"house": ("stockfish",)}, "no such house player"),
        ({"options": {"dragons": "many"}}, "no such option"),
        ({"options": {"edition": "golden"}}, "none of the choices"),
        ({"options": {"edition": True}}, "none of the choices"),
        ({"word": "two\nlines"}, "one line"),
        ({"word": "x" * 81}, "80 characters"),
        ({"title": "x" * 61}, "60 characters"),
        ({"title": "Autumn\r\nBcc: x@example.com"}, "one line"),
        ({"title": "lake\u202eelgnat"}, "direction of writing"),
    ],
)
def test_it_refuses_what_makes_no_table(mei, now, changes, sentence):
    asked = wishes(mei, **changes)
    with pytest.raises(Refused, match=sentence):
        lobby.open_table(mei, asked, now)
    assert not Game.objects.exists()
    assert not Seat.objects.exists()
    assert wishes(mei).commitment == asked.commitment, "the seed is still waiting"


def test_a_choice_of_yes_or_no_is_neither_a_number_nor_a_text(monkeypatch):
    asked = Option("fog", Sentence("Fog"), ((True, Sentence("yes")), (False, Sentence("no"))), default=True)
    monkeypatch.setitem(RULES, "islands", SimpleNamespace(OPTIONS=(asked,)))
    assert full_options("islands", {"fog": False}) == {"fog": False}
    wrong: tuple[Any, ...] = (0, 1, "true", "")
    for value in wrong:
        with pytest.raises(Refused, match="none of the choices"):
            full_options("islands", {"fog": value})
