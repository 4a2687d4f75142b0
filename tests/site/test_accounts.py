"""Accounts, as people go through them: signing up, confirming an address, signing in and out."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client

from games.models import Notice, Person
from games.pages.accounts import Adapter
from tests.site.accounts import ANOTHER, NEW, PASSWORD, is_in, mails, newest_link, sign_in, signed_up, sound
from tests.site.cast import as_client


@pytest.fixture
def newcomer(db) -> Client:
    """A browser in which noor has just signed up."""
    return signed_up()


def test_the_sign_up_page_says_which_mails_will_come(db, client):
    text = sound(client.get("/account/signup/"))
    assert "The mails you will get" in text and "each kind can be switched off" in text


def test_who_signs_up_is_in_once_the_address_is_confirmed(newcomer):
    assert not is_in(newcomer)
    page = newest_link("noor@example.org")
    assert "noor@example.org" in sound(newcomer.get(page))
    assert newcomer.post(page)["Location"] == "/games/"
    assert is_in(newcomer) and is_in(sign_in("noor", ANOTHER))


def test_the_link_of_a_mail_confirms_nothing_by_itself(newcomer):
    page = newest_link("noor@example.org")
    for asked in (newcomer.get, Client().get, Client().head):
        asked(page)
    assert not EmailAddress.objects.get(email="noor@example.org").verified
    assert not is_in(sign_in("noor", ANOTHER))


def test_the_confirmation_works_in_another_browser(newcomer):
    other = Client()
    assert "Your address noor@example.org is confirmed." in sound(
        other.post(newest_link("noor@example.org"), follow=True)
    )
    assert not is_in(other) and is_in(sign_in("noor@example.org", ANOTHER))


def test_a_link_confirms_once_and_then_says_so(newcomer):
    page = newest_link("noor@example.org")
    newcomer.post(page)
    assert "This link does not work" in sound(Client().get(page))
    assert "There is no page at this address" in sound(Client().post(page), 404)


@pytest.mark.parametrize("key", ["x", "1:2:3", "Mg:1abc:" + "z" * 43, "a" * 3000])
def test_an_invented_link_confirms_nothing(db, client, key):
    assert "This link does not work" in sound(client.get(f"/account/confirm-email/{key}/"))
    sound(client.post(f"/account/confirm-email/{key}/"), 404)


def send_again(client: Client) -> str:
    """Press the button on the page that tells of the link; what the next page says."""
    page = client.get("/account/confirm-email/")
    assert 'action="/account/send-again/"' in sound(page)
    return sound(client.post("/account/send-again/", follow=True))


def test_the_link_is_sent_again_once_in_three_minutes(newcomer):
    assert "No other link was sent" in send_again(newcomer)
    assert len(mails("noor@example.org")) == 1
    cache.clear()
    assert "A link has been sent to noor@example.org." in send_again(newcomer)
    assert len(mails("noor@example.org")) == 2
    newcomer.post(newest_link("noor@example.org"))
    assert is_in(newcomer)


def test_no_link_is_sent_again_to_an_address_that_is_confirmed(newcomer):
    Client().post(newest_link("noor@example.org"))
    cache.clear()
    assert "has been used" in send_again(newcomer)
    assert len(mails("noor@example.org")) == 1


def test_a_taken_address_looks_like_a_free_one_also_when_the_link_is_sent_again(mei, client):
    client.post("/account/signup/", NEW | {"email": "mei@example.org"})
    assert "No other link was sent" in send_again(client)
    cache.clear()
    assert "A link has been sent to mei@example.org." in send_again(client)
    assert ["confirm" in mail["text"] for mail in mails("mei@example.org")] == [False, False]


def test_a_browser_that_has_not_asked_for_a_link_is_led_to_the_sign_in(newcomer):
    other = Client()
    assert "/account/send-again/" not in sound(other.get("/account/confirm-email/"))
    assert "Sign in: if your address" in sound(other.post("/account/send-again/", follow=True))
    assert newcomer.get("/account/send-again/").status_code == 405
    assert len(mails("noor@example.org")) == 1


def test_without_a_confirmed_address_nobody_gets_in(newcomer):
    answer = Client().post("/account/login/", {"login": "noor", "password": ANOTHER}, follow=True)
    assert "Look into your mail" in sound(answer)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("username", "MEI", "Somebody already has this name."),
        ("username", "x", "at least 2"),
        ("username", "<b>bold</b>", "Use letters, digits"),
        ("username", "no\0or", "Null characters"),
        ("username", " ", "required"),
        ("email", "nowhere", "valid email"),
        ("email", "a@b@c", "valid email"),
        ("password1", "12345", "too short"),
        ("password1", "password", "too common"),
        ("password1", "noor.example", "too similar"),
    ],
)
def test_a_sign_up_that_cannot_be_says_why_beside_the_field(mei, client, field, value, sentence):
    text = sound(client.post("/account/signup/", NEW | {field: value}))
    found = re.search(rf'id="id_{field}-error">.*?<span>(.*?)</span>', text, re.DOTALL)
    assert found and sentence in found[1]
    assert re.search(rf'id="id_{field}"[^>]*aria-describedby="id_{field}-error[^>]*aria-invalid="true"', text)
    assert ANOTHER not in text
    assert Person.objects.count() == 1


def test_a_taken_address_looks_like_a_free_one_and_its_owner_is_told(mei, client):
    answer = client.post("/account/signup/", NEW | {"email": "Mei@Example.org"}, follow=True)
    assert "Look into your mail" in sound(answer)
    assert Person.objects.count() == 1
    assert "account" in mails("mei@example.org")[-1]["text"]


def test_of_two_who_ask_for_one_name_at_once_the_second_is_told(mei, client, monkeypatch):
    monkeypatch.setattr(Adapter, "clean_username", lambda self, name, shallow=False: name)
    answer = client.post("/account/signup/", NEW | {"username": "Mei"}, follow=True)
    assert "Somebody already has this name." in sound(answer)
    assert Person.objects.count() == 1


def test_a_robot_that_fills_every_field_gets_no_account(db, client):
    answer = client.post("/account/signup/", NEW | {"website": "https://spam.example"}, follow=True)
    assert "Look into your mail" in sound(answer)
    assert not Person.objects.exists() and not Notice.objects.exists()


def test_the_field_for_robots_is_out_of_sight_and_out_of_the_way(db, client):
    text = sound(client.get("/account/signup/"))
    assert re.search(
        r'<div class="pot" aria-hidden="true">.*name="website".*tabindex="-1" autocomplete="off"', text
    )


@pytest.mark.parametrize("login", ["mei", "MEI", " mei ", "mei@example.org", "Mei@Example.ORG"])
def test_one_signs_in_by_name_or_by_address(mei, login):
    assert is_in(sign_in(login))


@pytest.mark.parametrize(
    ("login", "password"),
    [
        ("mei", "wrong"),
        ("nobody", PASSWORD),
        ("joon@example.org", "wrong"),
        ("mei\0", PASSWORD),
        ("", ""),
        ("m" * 5000, "x"),
    ],
)
def test_a_wrong_sign_in_is_told_and_shows_no_password(mei, joon, client, login, password):
    text = sound(client.post("/account/login/", {"login": login, "password": password}))
    assert 'role="alert"' in text or 'aria-invalid="true"' in text
    assert PASSWORD not in text and 'value="wrong"' not in text
    assert not is_in(client)


def test_who_guesses_passwords_is_stopped_for_a_while(mei, client):
    for _ in range(6):
        sound(client.post("/account/login/", {"login": "mei", "password": "wrong"}))
    assert not is_in(sign_in("mei"))


@pytest.mark.parametrize(
    ("asked", "reached"),
    [
        ("/rules/", "/rules/"),
        ("https://evil.example/", "/games/"),
        ("//evil.example", "/games/"),
        ("javascript:alert(1)", "/games/"),
        ("", "/games/"),
    ],
)
def test_after_signing_in_one_is_where_one_wanted_to_be(mei, client, asked, reached):
    text = sound(client.get("/account/login/", {"next": asked}))
    assert ("evil" in text) is False or f'value="{asked}"' in text
    answer = client.post("/account/login/", {"login": "mei", "password": PASSWORD, "next": asked})
    assert answer["Location"] == reached


def test_the_wish_to_go_somewhere_outlasts_the_way_from_sign_in_to_sign_up(db, client):
    text = sound(client.get("/account/login/", {"next": "/t/abc/"}))
    assert 'href="/account/signup/?next=%2Ft%2Fabc%2F"' in text
    assert '<input type="hidden" name="next" value="/t/abc/">' in text


def test_signing_out_takes_a_button(mei):
    client = as_client(mei)
    assert "Sign out?" in sound(client.get("/account/logout/"))
    assert is_in(client)
    assert "You are signed out." in sound(client.post("/account/logout/", follow=True))
    assert not is_in(client)
