"""A link to a table, for somebody without an account: the seat waits until the address is confirmed."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.urls import reverse

from games.actions import lobby, people
from games.models import Person
from tests.site.cast import as_client
from tests.site.tables import opened, sitting, text

NEWCOMER = {"username": "noor", "email": "noor@example.org", "password1": "a quite long password"}


def sign_up(browser, **changes) -> Person:
    """Fill in the sign-up form."""
    browser.post(reverse("account_signup"), NEWCOMER | changes)
    return Person.objects.get(username=(NEWCOMER | changes)["username"])


def confirm(browser, someone: Person):
    """Follow the link of the mail, and press its button."""
    key = EmailConfirmationHMAC.create(EmailAddress.objects.get(user=someone)).key
    return browser.post(reverse("account_confirm_email", args=[key]))


def test_join_leads_to_the_sign_up_and_says_why(mei, client):
    game = opened(mei)
    answer = client.post(reverse("table_join", args=[game.slug]), follow=True)
    query = urlencode({"next": game.get_absolute_url()})
    assert answer.redirect_chain == [(f"{reverse('account_signup')}?{query}", 302)]
    assert "you are seated once you have confirmed your address" in text(answer)
    assert f'name="next" value="{game.get_absolute_url()}"' in answer.content.decode()
    assert sitting(game) == {0: "mei"}


def test_the_newcomer_is_seated_when_the_address_is_confirmed_and_not_before(mei, client):
    game = opened(mei)
    client.post(reverse("table_join", args=[game.slug]))
    newcomer = sign_up(client, next=game.get_absolute_url())
    assert newcomer.wants_seat_at == game
    assert sitting(game) == {0: "mei"}
    assert confirm(client, newcomer)["Location"] == game.get_absolute_url()
    assert sitting(game) == {0: "mei", 1: "noor"}


def test_the_seat_waits_also_where_the_mail_is_read_in_another_browser(mei, client):
    game = opened(mei)
    client.post(reverse("table_join", args=[game.slug]))
    confirm(as_client(None), sign_up(client))
    assert sitting(game) == {0: "mei", 1: "noor"}


def test_somebody_who_asked_for_no_table_is_seated_nowhere(mei, client):
    game = opened(mei)
    newcomer = sign_up(client)
    confirm(client, newcomer)
    assert newcomer.wants_seat_at is None
    assert sitting(game) == {0: "mei"}


def test_a_table_that_was_filled_meanwhile_is_no_obstacle(mei, joon, client, now):
    game = opened(mei, size=2)
    client.post(reverse("table_join", args=[game.slug]))
    newcomer = sign_up(client)
    lobby.join(game.id, joon, now)
    assert confirm(client, newcomer).status_code == 302
    assert EmailAddress.objects.get(user=newcomer).verified
    assert "noor" not in sitting(game).values()


def test_the_newcomer_may_take_the_last_seat(mei, client):
    game = opened(mei, size=2)
    client.post(reverse("table_join", args=[game.slug]))
    confirm(client, sign_up(client))
    game.refresh_from_db()
    assert game.status == "running"
    assert "It is full now: the game has started." in text(client.get(game.get_absolute_url()))


def test_the_newcomer_is_told_of_the_lucky_word_and_can_set_it(mei, client):
    game = opened(mei)
    client.post(reverse("table_join", args=[game.slug]))
    newcomer = sign_up(client)
    confirm(client, newcomer)
    page = client.get(game.get_absolute_url())
    assert "A lucky word of yours can be added there." in text(page)
    assert reverse("table_word", args=[game.slug]) in page.content.decode()
    client.post(reverse("table_word", args=[game.slug]), {"word": "herons"})
    assert game.seats.get(person=newcomer).word == "herons"


def test_confirming_twice_seats_once(mei, joon, now):
    game = opened(mei)
    people.remember_wish(joon, game)
    assert people.address_confirmed(joon, now) == game
    lobby.leave(game.id, joon, now)
    assert people.address_confirmed(joon, now) is None
    assert sitting(game) == {0: "mei"}


def test_signing_in_leads_back_to_the_table(mei, joon, client):
    game = opened(mei)
    client.post(reverse("table_join", args=[game.slug]))
    fields = {"login": "joon", "password": "a long password", "next": game.get_absolute_url()}
    answer = client.post(reverse("account_login"), fields)
    assert answer["Location"] == game.get_absolute_url()


@pytest.mark.parametrize("status", ["closed", "running"])
def test_nobody_is_led_to_sign_up_for_a_table_that_is_not_open(mei, joon, client, now, status):
    game = opened(mei, joon, size=2) if status == "running" else opened(mei)
    if status == "closed":
        lobby.close_table(game.id, mei, now)
    answer = client.post(reverse("table_join", args=[game.slug]), follow=True)
    assert answer.redirect_chain[0][0] == game.get_absolute_url()
    assert "Nobody can sit down at this table any more." in text(answer)
