"""The page of a table before its start, and the forms on it."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from games.actions import lobby
from games.clock.terms import BANK, DAY, HOUR, NONE, STAND_IN, Absence, Pace, Terms
from games.models import Game
from games.pages.terms_words import terms_lines
from tests.site.cast import a_turn, as_client, finished, running
from tests.site.tables import opened, sitting, text

LONG = "x" * 100_000


def test_the_table_says_how_it_will_be_played_and_who_sits_there(mei, joon, client):
    game = opened(mei, joon, title="Plum", turn=7 * DAY, random_seats=False)
    page = text(client.get(game.get_absolute_url()))
    for said in (
        "Plum",
        "7 days a turn",
        "mei",
        "opened it",
        "joon",
        "2 seats are free",
        "Seat 1, plays first",
    ):
        assert said in page
    assert "Printed edition of 2015" in page


def test_everybody_reads_all_the_terms_before_they_join(mei, joon, ines, client, now):
    pace = Pace(BANK, NONE, bank=5 * DAY, increment=12 * HOUR, cap=10 * DAY, weekends_off=True)
    terms = Terms(pace, Absence(STAND_IN, "randomly", 3))
    game = opened(mei, joon, terms=terms)
    for reader in (None, ines, joon, mei):
        page = text(as_client(reader).get(game.get_absolute_url()))
        assert "5 days + 12 h a turn, weekends off" in page
        for label, sentence in terms_lines(terms, game.size):
            assert f"{label} {sentence}" in page


def test_the_terms_stand_before_the_way_in(mei, joon):
    page = as_client(joon).get(opened(mei).get_absolute_url()).content.decode()
    assert page.index("terms-card") < page.index(">Join</button>")


def test_who_asks_for_a_rematch_is_told_its_pace(mei, joon):
    game = finished(mei, joon, terms=Terms(Pace(turn=7 * DAY, waking_hours=True)))
    page = text(as_client(mei).get(game.get_absolute_url()))
    assert "On the same terms: 7 days a turn, waking hours only." in page


def test_everybody_sees_the_commitment(mei, joon):
    game = opened(mei)
    for someone in (None, joon, mei):
        page = as_client(someone).get(game.get_absolute_url()).content.decode()
        assert page.count(game.commitment) == 1


def test_the_link_stands_in_a_field_to_be_copied(mei, settings):
    game = opened(mei)
    page = as_client(mei).get(game.get_absolute_url()).content.decode()
    assert f'value="{settings.SITE_URL}{game.get_absolute_url()}" readonly' in page


def test_nobody_sees_the_word_of_another(mei, joon, ines):
    game = opened(mei, word="chrysanthemum")
    lobby.join(game.id, joon, game.opened_at)
    for someone in (None, ines, joon):
        assert "chrysanthemum" not in as_client(someone).get(game.get_absolute_url()).content.decode()
    assert "chrysanthemum" in as_client(mei).get(game.get_absolute_url()).content.decode()


def test_only_the_owner_is_offered_what_only_the_owner_may(mei, joon):
    game = opened(mei, joon)
    own, guest = (as_client(it).get(game.get_absolute_url()).content.decode() for it in (mei, joon))
    for name in ("table_remove", "table_house", "table_close"):
        address = reverse(name, args=[game.slug])
        assert address in own
        assert address not in guest


def test_a_closed_table_says_so(mei, now):
    game = opened(mei)
    lobby.close_table(game.id, mei, now)
    answer = as_client(mei).get(game.get_absolute_url())
    assert answer.status_code == 200
    assert "closed before its game began" in text(answer)
    assert reverse("table_join", args=[game.slug]) not in answer.content.decode()
    assert "mei" in text(answer)


@pytest.mark.parametrize("random_seats", [True, False])
def test_a_closed_table_offers_no_seat(mei, joon, now, random_seats):
    game = opened(mei, joon, random_seats=random_seats)
    lobby.close_table(game.id, mei, now)
    page = as_client(joon).get(game.get_absolute_url())
    assert " free " not in text(page)
    assert page.content.decode().count('class="srow"') == 2


def test_a_table_that_its_only_player_closed_has_no_seats_at_all(mei, now):
    game = opened(mei)
    lobby.leave(game.id, mei, now, closing=True)
    assert "At the table" not in text(as_client(mei).get(game.get_absolute_url()))


def test_it_is_told_how_each_house_player_at_the_table_plays(mei, now):
    game = opened(mei, house=("randomly",))
    assert "House plays at random, at once" in text(as_client(mei).get(game.get_absolute_url()))
    lobby.add_house(game.id, mei, "sensibly", now)
    assert "House B plays sensibly, at once" in text(as_client(mei).get(game.get_absolute_url()))


def test_a_button_copies_the_link(mei, settings):
    game = opened(mei)
    page = as_client(mei).get(game.get_absolute_url()).content.decode()
    button = re.search(r"<button [^>]*data-copy=.*?</button>", page).group()
    assert f'data-copy="{settings.SITE_URL}{game.get_absolute_url()}"' in button
    assert button.endswith("hidden>Copy the link</button>")


def test_what_closes_the_table_takes_two_steps(mei, joon):
    alone, accompanied = opened(mei), opened(mei, joon)
    page = as_client(mei).get(alone.get_absolute_url()).content.decode()
    assert re.search(r"<details.*?leaving closes the table.*?name=.closing.*?</details>", page, re.S)
    page = as_client(mei).get(accompanied.get_absolute_url()).content.decode()
    assert re.search(r"<details.*?Yes, close the table.*?</details>", page, re.S)
    assert 'name="closing"' not in page


def test_who_is_invited_is_told_so_at_the_table(mei, joon, now):
    game = opened(mei)
    lobby.invite(game.id, mei, "joon", now)
    assert "You are invited" in text(as_client(joon).get(game.get_absolute_url()))
    assert "Invited joon Take back" in text(as_client(mei).get(game.get_absolute_url()))


def post(someone, game, form, **fields):
    """Post one of the table's forms, and follow to the page it leads to."""
    return as_client(someone).post(reverse(f"table_{form}", args=[game.slug]), fields, follow=True)


def test_join_takes_a_word_and_a_seat(mei, joon):
    game = opened(mei, random_seats=False)
    answer = post(joon, game, "join", word=" rain ", seat="2")
    assert "You sit at the table." in text(answer)
    assert sitting(game) == {0: "mei", 2: "joon"}
    assert game.seats.get(person=joon).word == "rain"


def test_who_takes_the_last_seat_arrives_at_the_game(mei, joon):
    game = opened(mei, size=2)
    answer = post(joon, game, "join")
    assert answer.redirect_chain[-1][0] == game.get_absolute_url()
    assert Game.objects.get().status == "running"


def test_a_form_sent_twice_is_answered_once(mei):
    game, browser = opened(mei), as_client(mei)
    for _ in range(2):
        browser.post(reverse("table_word", args=[game.slug]), {"word": "plum"})
    assert text(browser.get(game.get_absolute_url())).count("Your lucky word is kept.") == 1


def test_a_turn_sent_twice_is_answered_once(mei, joon):
    game, browser = running(mei, joon), as_client(mei)
    for _ in range(2):
        browser.post(reverse("table_turn", args=[game.slug]), {"seq": "0", "moves": a_turn(game)})
    assert text(browser.get(game.get_absolute_url())).count("Your turn has been sent.") == 1


def test_leave_remove_word_invite_house_and_close_do_what_they_say(mei, joon, ines):
    game = opened(mei, joon)
    assert "ines is invited" in text(post(mei, game, "invite", name=" INES "))
    assert "lucky word is kept" in text(post(joon, game, "word", word="plum"))
    assert "A house player has sat down." in text(post(mei, game, "house", bot="sensibly"))
    assert sitting(game) == {0: "mei", 1: "joon", 2: "sensibly"}
    assert "free again" in text(post(mei, game, "remove", seat="2"))
    assert "You have left the table." in text(post(joon, game, "leave"))
    assert sitting(game) == {0: "mei"}
    assert "leaving closes the table" in text(post(mei, game, "leave"))
    other = opened(mei)
    assert "You have left, and the table is closed." in text(post(mei, other, "leave", closing="yes"))
    assert "The table is closed." in text(post(mei, game, "close"))
    assert set(Game.objects.values_list("status", flat=True)) == {"closed"}


def fingerprint(page) -> str:
    """The fingerprint that a form sends along."""
    return re.search('name="commitment" value="([^"]*)"', page.content.decode()).group(1)


def test_a_rematch_leads_to_the_new_table(mei, joon):
    game = finished(mei, joon)
    shown = fingerprint(as_client(mei).get(game.get_absolute_url()))
    answer = post(mei, game, "rematch", commitment=shown)
    again = Game.objects.get(rematch_of=game)
    assert again.commitment == shown
    assert answer.redirect_chain[-1][0] == again.get_absolute_url()


def test_a_page_that_has_not_seen_the_rematch_opened_shows_it_before_one_joins(mei, joon, now):
    game = finished(mei, joon)
    old = fingerprint(as_client(joon).get(game.get_absolute_url()))
    again = lobby.rematch(game.id, mei, now)
    answer = post(joon, game, "rematch", commitment=old)
    assert "has been opened meanwhile" in text(answer)
    assert fingerprint(answer) == again.commitment
    post(joon, game, "rematch", commitment=again.commitment)
    assert Game.objects.get(id=again.id).status == "running"


@pytest.mark.parametrize(
    ("name", "fields", "sentence"),
    [
        ("join", {"seat": "0"}, "That seat is taken"),
        ("join", {"seat": "9"}, "no such seat"),
        ("join", {"seat": "south"}, "no such seat"),
        ("join", {"seat": LONG}, "no such seat"),
        ("join", {"word": LONG}, "80 characters"),
        ("join", {"word": "a\0b"}, "one line"),
        ("word", {"word": "plum"}, "do not sit"),
        ("leave", {}, "do not sit"),
        ("rematch", {}, "once the game is over"),
    ],
)
def test_what_a_stranger_cannot_do_is_refused_with_a_sentence_on_the_table(mei, joon, name, fields, sentence):
    game = opened(mei, random_seats=False)
    answer = post(joon, game, name, **fields)
    assert answer.status_code == 200
    assert sentence in text(answer)
    assert sitting(game) == {0: "mei"}


@pytest.mark.parametrize(
    ("name", "fields", "sentence"),
    [
        ("remove", {"seat": "x"}, "no such seat"),
        ("remove", {}, "no such seat"),
        ("remove", {"seat": LONG}, "no such seat"),
        ("remove", {"seat": "0"}, "your own seat"),
        ("house", {"bot": LONG}, "no such house player"),
        ("house", {"bot": "sensibly", "seat": "9"}, "no such seat"),
        ("house", {"bot": "sensibly", "seat": "a seat"}, "no such seat"),
        ("house", {"bot": "sensibly", "seat": "0"}, "taken"),
        ("invite", {"name": LONG}, "no member of that name"),
        ("invite", {"name": "\0"}, "no member of that name"),
        ("invite", {}, "no member of that name"),
        ("word", {"word": "a\nb"}, "one line"),
    ],
)
def test_what_the_owner_cannot_do_is_refused_with_a_sentence_on_the_table(mei, name, fields, sentence):
    game = opened(mei, random_seats=False, word="plum")
    answer = post(mei, game, name, **fields)
    assert answer.status_code == 200
    assert sentence in text(answer)
    assert sitting(game) == {0: "mei"}
    assert game.seats.get(person=mei).word == "plum"


@pytest.mark.parametrize("name", ["remove", "house", "close", "invite"])
def test_what_is_not_for_a_stranger_to_ask_is_forbidden(mei, joon, ines, name):
    game = opened(mei, joon)
    answer = post(ines, game, name, seat="1", bot="sensibly", name="ines")
    assert answer.status_code == 403
    assert sitting(game) == {0: "mei", 1: "joon"}
    assert Game.objects.get().status == "open"


VERBS = (
    *("join", "leave", "remove", "word", "house", "close", "rematch"),
    *("invite", "decline", "take_back"),
)


@pytest.mark.parametrize("name", VERBS)
def test_a_table_that_is_not_there_is_not_found(mei, name):
    for slug in ("nothing-here", "A" * 200):
        assert as_client(mei).post(reverse(f"table_{name}", args=[slug])).status_code == 404
    assert as_client(mei).post(f"/t/a%00b/{name.replace('_', '-')}/").status_code == 404


@pytest.mark.parametrize("name", VERBS)
def test_looking_at_the_address_of_a_form_changes_nothing(mei, joon, name):
    game = opened(mei, joon)
    assert as_client(mei).get(reverse(f"table_{name}", args=[game.slug])).status_code == 405
    assert sitting(game) == {0: "mei", 1: "joon"}


@pytest.mark.parametrize("name", VERBS)
def test_a_form_without_its_token_is_refused(mei, joon, name):
    game = opened(mei, joon)
    browser = as_client(joon, enforce_csrf_checks=True)
    assert browser.post(reverse(f"table_{name}", args=[game.slug])).status_code == 403
    assert sitting(game) == {0: "mei", 1: "joon"}


@pytest.mark.parametrize("name", [it for it in VERBS if it != "join"])
def test_one_signs_in_first_and_comes_back_to_the_table(mei, client, name):
    game = opened(mei)
    answer = client.post(reverse(f"table_{name}", args=[game.slug]))
    assert answer["Location"] == f"{reverse('account_login')}?next={game.get_absolute_url()}"
    assert sitting(game) == {0: "mei"}


def test_a_form_of_the_lobby_is_refused_once_the_game_runs(mei, joon):
    game = running(mei, joon)
    for name in ("leave", "word", "invite", "house", "remove", "close"):
        answer = post(mei, game, name, word="x", name="ines", bot="sensibly", seat="1")
        assert answer.status_code == 200
        assert set(sitting(game).values()) == {"mei", "joon"}
    assert Game.objects.get().status == "running"
