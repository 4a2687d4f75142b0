"""The form for a new table: as its page sends it, and as nobody should."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from games.models import Game
from tests.site.cast import as_client
from tests.site.tables import sitting, text, wishes

LONG = "x" * 100_000
USUAL = {
    "rules": "lanterns",
    "size": "4",
    "pace": "3",
    "own_pace": "2",
    "public": "yes",
    "seating": "random",
    "seat": "0",
    "title": "",
    "word": "",
    **{f"guest{n}": "open" for n in (2, 3, 4)},
}


def form(someone, **changes) -> dict[str, str]:
    """The fields of the form for a new table, as its page sends them."""
    return USUAL | {"commitment": wishes(someone).commitment} | changes


def test_the_page_shows_the_commitment_of_the_next_table(mei):
    page = as_client(mei).get(reverse("new_table")).content.decode()
    shown = wishes(mei).commitment
    assert f"<code>{shown}</code>" in page
    assert f'name="commitment" value="{shown}"' in page


def test_posting_the_form_opens_the_table_and_leads_to_it(mei):
    answer = as_client(mei).post(reverse("new_table"), form(mei, title="Plum", word="rain", public="no"))
    game = Game.objects.get()
    assert answer["Location"] == game.get_absolute_url()
    assert (game.title, game.public, game.pace_days, game.size) == ("Plum", False, 3, 4)
    assert game.seats.get(person=mei).word == "rain"


def test_the_form_offers_every_option_of_the_game(mei):
    fields = form(mei, **{"lanterns.edition": "preview", "lanterns.lanterns": "hidden"})
    as_client(mei).post(reverse("new_table"), fields)
    assert Game.objects.get().options == {"edition": "preview", "lanterns": "hidden"}


def test_an_own_pace_is_any_of_fourteen_days(mei):
    as_client(mei).post(reverse("new_table"), form(mei, pace="own", own_pace="11"))
    assert Game.objects.get().pace_days == 11


def test_seats_go_to_the_house_and_to_who_is_invited(mei, joon):
    fields = form(mei, guest2="sensibly", guest3="invite", name3="Joon", seating="chosen", seat="1")
    as_client(mei).post(reverse("new_table"), fields)
    game = Game.objects.get()
    assert sitting(game) == {0: "sensibly", 1: "mei"}
    assert game.invitations.get().person == joon


def test_an_invitation_that_cannot_be_is_told_and_the_table_stands(mei):
    fields = form(mei, guest2="invite", name2="nobody")
    answer = as_client(mei).post(reverse("new_table"), fields, follow=True)
    assert "nobody was not invited. There is no member of that name." in text(answer)
    assert Game.objects.get().status == "open"


def test_guests_beyond_the_table_are_not_read(mei):
    as_client(mei).post(reverse("new_table"), form(mei, size="2", guest3="sensibly", guest4="sensibly"))
    assert sitting(Game.objects.get()) == {0: "mei"}


def test_alone_with_the_house_one_is_led_straight_to_the_game(mei):
    fields = form(mei, size="2", guest2="sensibly")
    answer = as_client(mei).post(reverse("new_table"), fields)
    assert Game.objects.get().status == "running"
    assert answer["Location"] == Game.objects.get().get_absolute_url()


def test_posting_twice_opens_one_table(mei):
    fields, browser = form(mei), as_client(mei)
    answers = [browser.post(reverse("new_table"), fields) for _ in range(2)]
    assert answers[0]["Location"] == answers[1]["Location"]
    assert Game.objects.count() == 1


def test_a_page_that_is_too_old_is_shown_afresh_with_what_was_chosen(mei):
    answer = as_client(mei).post(reverse("new_table"), form(mei, commitment="0" * 64, title="Plum"))
    assert answer.status_code == 409
    assert "too old" in text(answer)
    assert 'value="Plum"' in answer.content.decode()
    assert wishes(mei).commitment in answer.content.decode()


@pytest.mark.parametrize(
    "changes",
    [
        {"rules": "chess"},
        {"size": "9"},
        {"size": ""},
        {"size": LONG},
        {"pace": "0"},
        {"pace": "own", "own_pace": "15"},
        {"pace": "own", "own_pace": ""},
        {"public": "perhaps"},
        {"seating": ""},
        {"seating": "chosen", "seat": "4"},
        {"seating": "chosen", "seat": "-1"},
        {"size": "2", "seating": "chosen", "seat": "3"},
        {"title": LONG},
        {"title": "a\0b"},
        {"title": "a\nb"},
        {"word": LONG},
        {"word": "a\0b"},
        {"word": "a\nb"},
        {"guest2": "stockfish"},
        {"name2": LONG},
        {"name2": "\0", "guest2": "invite"},
        {"lanterns.edition": "golden"},
        {"commitment": LONG},
        {"commitment": "\0"},
        {"commitment": ""},
    ],
)
def test_a_form_that_makes_no_sense_is_shown_again_and_opens_nothing(mei, changes):
    answer = as_client(mei).post(reverse("new_table"), form(mei, **changes))
    assert answer.status_code in (200, 409)
    assert 'role="alert"' in answer.content.decode()
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"rules": "chess"}, "Choose one of these games."),
        ({"rules": ""}, "Choose one of these games."),
        ({"size": "9"}, "Choose how many play."),
        ({"size": "many"}, "Choose how many play."),
        ({"size": ""}, "Choose how many play."),
        ({"pace": "0"}, "Choose one of these paces."),
        ({"pace": "own", "own_pace": "15"}, "Choose a pace of 1 to 14 days for a turn."),
        ({"pace": "own", "own_pace": ""}, "Choose a pace of 1 to 14 days for a turn."),
        ({"public": "perhaps"}, "Choose who can find the table."),
        ({"seating": ""}, "Choose how the seats are given."),
        ({"seating": "chosen", "seat": "x"}, "There is no such seat at this table."),
        ({"size": "2", "seating": "chosen", "seat": "2"}, "At a table of 2 players there is no seat 3."),
        ({"title": LONG}, "A name may have 60 characters at most."),
        ({"title": "a\0b"}, "A name must be one line of plain text."),
        ({"word": LONG}, "A lucky word may have 80 characters at most."),
        ({"word": "a\0b"}, "A lucky word must be one line of plain text."),
        ({"guest2": "stockfish"}, "Choose whom the seat is for."),
        ({"name2": LONG}, "There is no member of that name."),
        ({"name2": "\0"}, "There is no member of that name."),
        ({"lanterns.edition": "golden"}, "Choose one of these."),
        ({"commitment": "\0"}, "This page is too old to open a table from."),
        ({"commitment": ""}, "This page is too old to open a table from."),
    ],
)
def test_what_is_wrong_is_said_in_our_own_words(mei, changes, sentence):
    said = text(as_client(mei).post(reverse("new_table"), form(mei, **changes)))
    assert sentence in said
    for of_django in ("Select a valid choice", "is required", "Ensure this value", "Null characters"):
        assert of_django not in said


def test_a_seat_that_only_larger_tables_have_says_so(mei):
    said = text(as_client(mei).get(reverse("new_table")))
    assert re.search(r"Seat 2 Seat 3 with 3 players or more Seat 4 with 4 players or more", said)


def test_the_opener_sits_on_the_last_seat_of_a_small_table(mei):
    as_client(mei).post(reverse("new_table"), form(mei, size="2", seating="chosen", seat="1"))
    assert sitting(Game.objects.get()) == {1: "mei"}


def test_a_seat_left_over_from_another_choice_is_not_read_where_seats_are_drawn(mei):
    as_client(mei).post(reverse("new_table"), form(mei, size="2", seat="3"))
    assert sitting(Game.objects.get()) == {0: "mei"}


def test_it_is_told_how_each_house_player_plays(mei):
    page = as_client(mei).get(reverse("new_table")).content.decode()
    assert '<option value="randomly">House, random</option>' in page
    assert '<option value="sensibly">House, sensible</option>' in page
    assert "plays at random, at once" in page


def test_an_empty_form_is_shown_again(mei):
    assert as_client(mei).post(reverse("new_table"), {}).status_code == 200
    assert not Game.objects.exists()


def test_one_signs_in_before_one_opens_a_table(client, db):
    answer = client.get(reverse("new_table"))
    assert answer["Location"] == f"{reverse('account_login')}?next={reverse('new_table')}"
