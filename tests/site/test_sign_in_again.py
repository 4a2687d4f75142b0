"""A session that has ended while a table was open: what is sent leads to the sign-in, not into the page."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Draft, Event, Game, Person
from games.pages.pulse import token_for
from tests.site.cast import a_turn, as_client

HX = {"HX-Request": "true"}


def turn_of(game: Game) -> dict[str, object]:
    """The fields of the form that sends a turn."""
    return {"moves": a_turn(game), "seq": game.seq}


@pytest.mark.parametrize("form", ["table_turn", "table_draft"])
def test_a_form_of_an_open_table_leads_to_the_sign_in_and_back_to_the_table(game, form):
    address, back = reverse(form, args=[game.slug]), f"/account/login/?next={game.get_absolute_url()}"
    assert Client().post(address, turn_of(game))["Location"] == back
    swapped = Client().post(address, turn_of(game), headers=HX)
    assert (swapped.status_code, swapped.content) == (200, b"")
    assert swapped["HX-Redirect"] == back
    assert not Event.objects.exists() and not Draft.objects.exists()


def test_so_it_does_where_the_password_was_changed_on_another_device(game, mei):
    client = as_client(mei)
    assert client.get("/games/").status_code == 200
    elsewhere = Person.objects.get(id=mei.id)
    elsewhere.set_password("another long password")
    elsewhere.save()
    answer = client.post(reverse("table_turn", args=[game.slug]), turn_of(game), headers=HX)
    assert answer["HX-Redirect"].startswith("/account/login/")
    assert not Event.objects.exists()


def test_a_table_from_before_the_sign_in_is_loaded_afresh_and_says_why(game, mei):
    client = Client(enforce_csrf_checks=True)
    client.force_login(mei)
    answer = client.post(reverse("table_turn", args=[game.slug]), turn_of(game), headers=HX)
    assert (answer.status_code, answer["HX-Refresh"]) == (403, "true")
    assert not Event.objects.exists()
    assert "too old to send anything" in client.get(game.get_absolute_url()).content.decode()


def refreshed(client: Client, game: Game, token: str):
    """The answer to an open table that was drawn for whom its token tells, and refreshes itself."""
    return client.get(game.get_absolute_url(), headers=HX | {"X-Seat-Token": token})


def test_a_table_with_a_seat_refreshes_itself_into_the_sign_in_which_says_why(game):
    client = Client()
    answer = refreshed(client, game, token_for(game.id, 0))
    assert answer["HX-Redirect"] == f"/account/login/?next={game.get_absolute_url()}"
    assert answer.content == b""
    assert "You are signed out." in client.get(answer["HX-Redirect"]).content.decode()


def test_a_table_drawn_for_another_reader_is_loaded_afresh(game, mei, ines):
    for person, seat in ((mei, 1), (mei, None), (ines, 0)):
        answer = refreshed(as_client(person), game, token_for(game.id, seat))
        assert (answer["HX-Refresh"], answer.content) == ("true", b"")


def test_a_table_drawn_for_its_reader_is_refreshed(game, mei, ines):
    for client, seat in ((as_client(mei), 0), (as_client(ines), None), (Client(), None)):
        answer = refreshed(client, game, token_for(game.id, seat))
        assert answer.status_code == 200
        assert 'id="table"' in answer.content.decode()


def test_a_turn_is_not_for_another_reader_after_it(game, mei):
    headers = HX | {"X-Seat-Token": token_for(game.id, 0)}
    answer = as_client(mei).post(reverse("table_turn", args=[game.slug]), turn_of(game), headers=headers)
    assert "Your turn has been sent." in answer.content.decode()
