"""Account mail goes through the outbox, and nobody waits for it; newcomers are seated once confirmed."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.actions import people
from games.models import Notice, Person
from games.notices.choice import BY_SLUG
from games.notices.deliver import deliver_due
from games.notices.outbox import due
from tests.notices.chosen import switched_off
from tests.site.cast import person
from tests.site.tables import opened

GIVEN = {"username": "newcomer", "email": "new@example.org", "password1": "a long password"}


def text_to(smtp, address: str) -> str:
    """Send what is due; the text of the latest mail to this address."""
    deliver_due(timezone.now())
    return str(smtp.to(address)[-1].get_body(("plain",)).get_content())


def path_in(text: str, part: str) -> str:
    """The path of the first link that has this part."""
    found = re.search(rf"http://[^/]+(/\S*{part}\S*)", text)
    assert found is not None, text
    return found[1]


def test_signing_up_sends_nothing_itself(db, smtp):
    Client().post(reverse("account_signup"), GIVEN)
    assert not smtp.messages
    (notice,) = Notice.objects.all()
    assert (notice.kind, str(notice.person), notice.data["to"]) == (
        "account",
        "newcomer",
        "new@example.org",
    )


def test_a_newcomer_confirms_by_the_link(db, smtp):
    client = Client()
    client.post(reverse("account_signup"), GIVEN)
    text = text_to(smtp, "new@example.org")
    assert text.splitlines()[0] == "Welcome, newcomer"
    client.post(path_in(text, "confirm"))
    assert EmailAddress.objects.get().verified


def test_a_newcomer_is_seated_where_they_came_for(mei, smtp):
    game, client = opened(mei, size=3), Client()
    client.post(reverse("account_signup"), GIVEN)
    newcomer = Person.objects.get(username="newcomer")
    people.remember_wish(newcomer, game)
    client.post(path_in(text_to(smtp, "new@example.org"), "confirm"))
    assert game.seats.filter(person=newcomer).exists()


def test_its_links_lead_to_the_address_of_the_site_whatever_host_was_asked(db, smtp, settings):
    settings.ALLOWED_HOSTS = ["elsewhere.example.org"]
    Client(headers={"host": "elsewhere.example.org"}).post(reverse("account_signup"), GIVEN)
    assert "http://127.0.0.1:8000/account/confirm" in text_to(smtp, "new@example.org")


def test_a_second_sign_up_with_an_address_tells_its_owner(mei, smtp):
    Client().post(reverse("account_signup"), GIVEN | {"email": "mei@example.org"})
    assert "it belongs to an account already" in text_to(smtp, "mei@example.org").replace("\n", " ")
    assert Person.objects.count() == 1


def test_a_password_is_chosen_anew_by_the_link(db, smtp):
    mei, client = person("mei"), Client()
    client.post(reverse("account_reset_password"), {"email": "mei@example.org"})
    text = text_to(smtp, "mei@example.org")
    page = client.get(path_in(text, "reset/key"), follow=True)
    client.post(page.request["PATH_INFO"], {"password1": "another long one", "password2": "another long one"})
    mei.refresh_from_db()
    assert mei.check_password("another long one")


def test_an_unknown_address_gets_no_mail(db, smtp):
    Client().post(reverse("account_reset_password"), {"email": "nobody@example.org"})
    assert not Notice.objects.exists()


def test_a_change_of_address_tells_the_old_one(db, smtp, settings):
    settings.ACCOUNT_EMAIL_NOTIFICATIONS = True
    mei, client = person("mei"), Client()
    client.force_login(mei)
    client.post(reverse("account_email"), {"email": "mei@example.net", "action_add": "1"})
    client.post(path_in(text_to(smtp, "mei@example.net"), "confirm"))
    assert "no longer goes to mei@example.org" in text_to(smtp, "mei@example.org").replace("\n", " ")


@pytest.mark.parametrize("name", ["a", "a" * 25, "<b>mei</b>", "mei\nBcc", " ", "-mei-", "mei@example.org"])
def test_it_refuses_a_name_that_the_model_refuses(db, name):
    Client().post(reverse("account_signup"), GIVEN | {"username": name})
    assert not Person.objects.exists()


@pytest.mark.parametrize("name", ["MEI", "ｍｅｉ"])
def test_it_refuses_a_name_that_looks_like_anothers(mei, name):
    Client().post(reverse("account_signup"), GIVEN | {"username": name})
    assert Person.objects.count() == 1


def test_account_mail_is_due_at_once_and_cannot_be_muted(db, smtp):
    Client().post(reverse("account_signup"), GIVEN)
    switched_off(Person.objects.get().username, *BY_SLUG)
    assert due(timezone.now())
    assert text_to(smtp, "new@example.org")
