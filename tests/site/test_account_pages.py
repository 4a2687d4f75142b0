"""The pages of accounts: each is sound, and none breaks by what is sent to it."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Person
from tests.site.accounts import ANOTHER, is_in, sign_in, sound
from tests.site.cast import as_client

OPEN = ["login", "signup", "reset_password", "reset_password_done", "reset_password_from_key_done"]
OPEN += ["email_verification_sent", "inactive"]
OWN = ["logout", "email", "change_password", "reauthenticate"]


@pytest.mark.parametrize("name", OPEN)
def test_the_pages_of_visitors_are_sound(db, client, name):
    sound(client.get(reverse(f"account_{name}")))


@pytest.mark.parametrize("name", OWN)
def test_the_pages_of_members_are_sound_and_theirs_alone(mei, client, name):
    address = reverse(f"account_{name}")
    sound(as_client(mei).get(address))
    assert client.get(address).status_code == 302


def test_somebody_without_a_password_may_set_one(mei):
    mei.set_unusable_password()
    mei.save()
    client = as_client(mei)
    sound(client.get("/account/password/set/"))
    fields = {"password1": ANOTHER, "password2": ANOTHER}
    sound(client.post("/account/password/set/", fields, follow=True))
    assert is_in(sign_in("mei", ANOTHER))


def test_there_is_no_other_way_to_prove_who_one_is(mei):
    for name in ("request_reauthentication_code", "confirm_reauthentication_code"):
        sound(as_client(mei).get(reverse(f"account_{name}")), 403)
    assert Client().get(reverse("account_confirm_login_code")).status_code == 302


@pytest.mark.parametrize("name", OPEN[:3] + OWN[1:])
def test_each_form_has_one_main_button_and_each_field_its_label(mei, client, name):
    browser = as_client(mei) if name in OWN else client
    text = sound(browser.get(reverse(f"account_{name}")))
    main = text.partition("<main")[2]
    assert main.count("btn-main") == 1
    for field in re.findall(r'<input class="input" id="(\w+)"', main):
        assert f'<label for="{field}">' in main
    assert not re.search(r'<input class="input"(?![^>]*autocomplete="[a-z-]+")', main)


@pytest.mark.parametrize("name", OPEN[:3] + OWN)
@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"login": ["a", "b"], "password": ["c", "d"]},
        {"email": "\0", "username": "\0", "login": "\0", "password": "\0", "password1": "\0"},
        {"email": "\ud800".encode("utf-8", "surrogatepass"), "login": b"\xff\xfe", "username": b"\xff"},
        {"username": "ｍｅｉ\u202e", "email": "a" * 300 + "@example.org", "password1": "p" * 5000},
        {"next": "https://evil.example/\r\nSet-Cookie: a=b", "action_add": "", "email": "'; DROP TABLE--"},
    ],
)
def test_no_form_of_an_account_breaks_by_what_is_sent_to_it(mei, client, name, fields):
    browser = as_client(mei) if name in OWN else client
    answer = browser.post(reverse(f"account_{name}"), fields, follow=True)
    sound(answer)
    assert Person.objects.count() <= 2


def test_the_verification_page_leads_to_the_mails_only_under_development(db, client, settings):
    assert "/dev/mail/" not in sound(client.get("/account/confirm-email/"))
    settings.DEVELOPMENT, settings.ROOT_URLCONF = True, "tests.site.addresses"
    assert "/dev/mail/" in sound(client.get("/account/confirm-email/"))
