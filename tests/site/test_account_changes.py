"""Accounts that change: a lost password, another password, another address."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Notice
from tests.site.accounts import ANOTHER, PASSWORD, is_in, mails, newest_link, sign_in, signed_up, sound
from tests.site.cast import as_client


@pytest.fixture
def session(mei) -> Client:
    """A browser in which mei has been signed in for a while."""
    return as_client(mei)


@pytest.fixture
def reset(mei, client) -> str:
    """The link by which mei may choose a new password."""
    answer = client.post("/account/password/reset/", {"email": "MEI@example.org"}, follow=True)
    assert "a link to choose a new password is on its way" in sound(answer)
    return newest_link("mei@example.org")


def chosen(page: str, first: str = ANOTHER, second: str = ANOTHER, client=None):
    """The answer to choosing a password at a link."""
    client = client or Client()
    form = client.get(page, follow=True)
    return client.post(form.redirect_chain[-1][0], {"password1": first, "password2": second}, follow=True)


def test_a_lost_password_is_replaced_through_a_mail(mei, reset):
    assert "Your password is changed" in sound(chosen(reset))
    assert is_in(sign_in("mei", ANOTHER)) and not is_in(sign_in("mei"))


def test_a_new_password_ends_every_session(session, reset):
    chosen(reset)
    assert not is_in(session)


def test_looking_at_the_link_changes_no_password(session, reset):
    assert "Choose a new password" in sound(Client().get(reset, follow=True))
    assert is_in(session) and is_in(sign_in("mei"))


def test_looking_at_a_link_of_somebody_else_ends_no_session_but_using_it_does(joon):
    signed_up()
    client = as_client(joon)
    page = newest_link("noor@example.org")
    client.get(page)
    assert is_in(client)
    client.post(page)
    assert not is_in(client)


def test_looking_at_a_link_for_somebody_elses_password_ends_no_session_but_using_it_does(reset, joon):
    client = as_client(joon)
    assert "Choose a new password" in sound(client.get(reset, follow=True))
    assert is_in(client)
    chosen(reset, client=client)
    assert not is_in(client) and is_in(sign_in("mei", ANOTHER))


def test_a_link_for_a_password_works_once(mei, reset):
    chosen(reset)
    assert "This link does not work" in sound(Client().get(reset))


def test_passwords_that_differ_or_are_weak_are_refused_beside_the_field(mei, reset):
    assert 'id="id_password2-error"' in sound(chosen(reset, second="other"))
    assert 'id="id_password1-error"' in sound(chosen(reset, "12345", "12345"))
    assert is_in(sign_in("mei"))


@pytest.mark.parametrize(
    "key", ["1-abc", "zzzzzzzzzzzzz-set-password", "9" * 40 + "-x", "1-set-password", "0-%00"]
)
def test_an_invented_link_for_a_password_does_nothing(mei, client, key):
    sound(client.get(f"/account/password/reset/key/{key}/"))
    sound(client.post(f"/account/password/reset/key/{key}/", {"password1": "x", "password2": "x"}))


def test_an_unknown_address_gets_the_same_answer_and_no_mail(db, client):
    answer = client.post("/account/password/reset/", {"email": "nobody@example.org"}, follow=True)
    assert "a link to choose a new password is on its way" in sound(answer)
    assert not Notice.objects.exists()


def test_another_password_ends_the_other_sessions_only(mei):
    here, there = as_client(mei), as_client(mei)
    fields = {"oldpassword": PASSWORD, "password1": ANOTHER, "password2": ANOTHER}
    assert "Your password is changed" in sound(here.post("/account/password/change/", fields, follow=True))
    assert is_in(here) and not is_in(there)


def test_the_present_password_is_asked_before_it_is_changed(mei):
    fields = {"oldpassword": "wrong", "password1": ANOTHER, "password2": ANOTHER}
    text = sound(as_client(mei).post("/account/password/change/", fields))
    assert 'id="id_oldpassword-error"' in text and ANOTHER not in text
    assert is_in(sign_in("mei"))


def test_another_address_counts_once_it_is_confirmed(mei):
    client = as_client(mei)
    text = sound(client.post("/account/email/", {"email": "new@example.org", "action_add": ""}, follow=True))
    assert "Waits to be confirmed" in text and "new@example.org" in text
    page = newest_link("new@example.org")
    client.get(page)
    mei.refresh_from_db()
    assert mei.email == "mei@example.org"
    client.post(page)
    mei.refresh_from_db()
    assert mei.email == "new@example.org"
    assert is_in(sign_in("new@example.org")) and not is_in(sign_in("mei@example.org"))


def test_a_change_of_address_can_be_taken_back(mei):
    client = as_client(mei)
    client.post("/account/email/", {"email": "new@example.org", "action_add": ""})
    answer = client.post("/account/email/", {"email": "new@example.org", "action_remove": ""}, follow=True)
    assert "Waits to be confirmed" not in sound(answer)
    sound(Client().post(newest_link("new@example.org")), 404)
    mei.refresh_from_db()
    assert mei.email == "mei@example.org"


def test_the_address_of_somebody_else_is_not_taken_over(mei, joon):
    client = as_client(mei)
    client.post("/account/email/", {"email": "joon@example.org", "action_add": ""}, follow=True)
    for mail in mails("joon@example.org"):
        if found := re.search(r"/account/confirm-email/\S+/", mail["text"]):
            client.post(found[0])
    mei.refresh_from_db()
    assert mei.email == "mei@example.org"


@pytest.mark.parametrize("action", ["action_send", "action_remove", "action_primary"])
@pytest.mark.parametrize("email", ["joon@example.org", "mei@example.org", "nothing", "\0", "x" * 3000])
def test_nothing_else_can_be_done_to_an_address(mei, joon, action, email):
    sound(as_client(mei).post("/account/email/", {"email": email, action: ""}, follow=True))
    assert [it.emailaddress_set.get().email for it in (mei, joon)] == ["mei@example.org", "joon@example.org"]
