"""The form for a new table: as its page sends it, and as nobody should."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from games.clock.terms import BANK, DAY, HOUR, VOTE, Absence, Gates, Pace, Terms
from games.models import Game
from tests.site.cast import as_client
from tests.site.tables import sitting, text, wishes

LONG = "x" * 100_000
USUAL = {
    "rules": "lanterns",
    "size": "4",
    "pace": "3",
    "kind": "fixed",
    "turn": "48",
    "bank": "5",
    "increment": "12",
    "cap": "10",
    "grace": "0",
    "minutes": "10",
    "then": "house",
    "level": "sensibly",
    "after": "2",
    "on_time": "0",
    "reply": "0",
    "newcomers": "yes",
    "public": "yes",
    "seating": "random",
    "seat": "0",
    "title": "",
    "word": "",
    **{f"guest{n}": "open" for n in (2, 3, 4)},
}

TERMS = {*USUAL} - {
    "rules",
    "size",
    "public",
    "seating",
    "seat",
    "title",
    "word",
    "guest2",
    "guest3",
    "guest4",
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
    assert (game.title, game.public, game.agreed, game.size) == ("Plum", False, Terms(), 4)
    assert game.seats.get(person=mei).word == "rain"


def test_the_form_offers_every_option_of_the_game(mei):
    fields = form(mei, **{"lanterns.edition": "preview", "lanterns.lanterns": "hidden"})
    as_client(mei).post(reverse("new_table"), fields)
    assert Game.objects.get().options == {"edition": "preview", "lanterns": "hidden"}


def test_the_table_has_the_terms_that_were_chosen(mei):
    fields = {"pace": "own", "kind": "bank", "bank": "4", "increment": "6", "cap": "8", "grace": "3"}
    fields |= {"weekends_off": "yes", "then": "vote", "level": "randomly", "after": "3"}
    as_client(mei).post(reverse("new_table"), form(mei, **fields, on_time="90", reply="12", newcomers="no"))
    game = Game.objects.get()
    pace = Pace(BANK, 3 * HOUR, bank=4 * DAY, increment=6 * HOUR, cap=8 * DAY, weekends_off=True)
    agreed = Terms(pace, Absence(VOTE, "randomly", 3), Gates(90, 12 * HOUR, newcomers=False))
    assert (game.agreed, game.pace_seconds) == (agreed, 4 * 24 * 3600)


def test_who_leaves_all_about_time_as_it_is_has_the_usual_terms(mei):
    usual = {name: value for name, value in form(mei).items() if name not in TERMS}
    as_client(mei).post(reverse("new_table"), usual)
    assert Game.objects.get().agreed == Terms()


def test_what_is_folded_stands_open_where_something_in_it_has_to_change(mei):
    folded = re.compile(r'<details class="fs more"( open)?><summary><span class="more-t">([^<]*)')
    usual = as_client(mei).get(reverse("new_table")).content.decode()
    assert folded.findall(usual) == [("", "More about time"), ("", "Who may join")]
    for changes, opened in (({"after": "9"}, ["More about time"]), ({"reply": "x"}, ["Who may join"])):
        page = as_client(mei).post(reverse("new_table"), form(mei, **changes)).content.decode()
        assert [name for is_open, name in folded.findall(page) if is_open] == opened


def test_what_was_chosen_about_time_stands_there_again_beside_what_has_to_change(mei):
    fields = form(mei, pace="own", kind="bank", bank="31", weekends_off="yes", then="vote", on_time="90")
    page = as_client(mei).post(reverse("new_table"), fields).content.decode()
    assert re.search(
        r'<input class="input" name="bank" value="31"[^>]*aria-describedby="id_bank-error"', page
    )
    assert re.search(r'id="id_bank-error".*?Choose a time bank of 1 to 30 days\.', page)
    for kept in (
        'name="kind" value="bank" checked',
        'name="weekends_off" value="yes" checked',
        'name="then" value="vote" checked',
        '<option value="90" selected>',
    ):
        assert kept in page


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
        {"pace": "own", "turn": "360"},
        {"pace": "own", "kind": "sand"},
        {"pace": "own", "kind": "bank", "bank": "0"},
        {"pace": "own", "kind": "bank", "increment": LONG},
        {"pace": "own", "kind": "bank", "bank": "5", "cap": "4"},
        {"pace": "own", "kind": "sociable", "minutes": "\0"},
        {"then": "chance"},
        {"level": "stockfish"},
        {"after": "6"},
        {"on_time": "100"},
        {"reply": LONG},
        {"newcomers": "perhaps"},
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
        ({"pace": "own", "turn": "360"}, "Choose a pace of 6 hours to 14 days for a turn."),
        ({"pace": "own", "kind": "sand"}, "Choose one of these kinds of pace."),
        ({"pace": "own", "kind": "bank", "bank": ""}, "Choose a time bank of 1 to 30 days."),
        (
            {"pace": "own", "kind": "bank", "increment": "-1"},
            "A turn may add 0 to 72 hours to the time bank.",
        ),
        ({"pace": "own", "kind": "bank", "cap": "4"}, "The most a time bank may hold is at least what"),
        ({"pace": "own", "kind": "bank", "grace": "73"}, "The grace before the time bank ticks may be"),
        ({"pace": "own", "kind": "sociable", "minutes": "61"}, "Choose 2 to 60 minutes for a turn"),
        ({"then": "chance"}, "Choose what happens when a turn runs out."),
        ({"level": "stockfish"}, "Choose one of these house players."),
        ({"after": "6"}, "Choose 1 to 5 turns."),
        ({"on_time": "x"}, "Choose one of these."),
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
