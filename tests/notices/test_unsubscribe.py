"""The link at the foot of a mail: looking changes nothing, a POST without cookies switches the kind off."""

from __future__ import annotations

import pytest
from django.core import signing
from django.test import Client

from games.models import Person
from games.notices import off

ONE_CLICK = {"List-Unsubscribe": "One-Click"}


@pytest.fixture
def stranger() -> Client:
    """A mail program: no cookies, and CSRF looked at."""
    return Client(enforce_csrf_checks=True)


def muted(person: Person) -> list[str]:
    person.refresh_from_db()
    return list(person.muted)


def test_looking_changes_nothing(mei, stranger):
    page = stranger.get(off.path(mei.id, "turn"))
    assert page.status_code == 200
    assert "It is your turn" in page.content.decode()
    assert muted(mei) == []


def test_one_click_switches_the_kind_off(mei, stranger):
    assert stranger.post(off.path(mei.id, "turn"), ONE_CLICK).status_code == 200
    assert muted(mei) == ["turn"]


def test_twice_is_as_once(mei, stranger):
    for _ in range(2):
        stranger.post(off.path(mei.id, "turn"), ONE_CLICK)
    assert muted(mei) == ["turn"]


def test_other_kinds_stay_as_they_were(mei, stranger):
    Person.objects.filter(id=mei.id).update(muted=["result"])
    stranger.post(off.path(mei.id, "turn"), ONE_CLICK)
    assert muted(mei) == ["result", "turn"]


def test_the_page_switches_it_on_again(mei, stranger):
    stranger.post(off.path(mei.id, "turn"), ONE_CLICK)
    page = stranger.post(off.path(mei.id, "turn"), {"on": "1"})
    assert "This mail is on again" in page.content.decode()
    assert muted(mei) == []


def test_it_works_whoever_is_signed_in(mei, joon):
    client = Client()
    client.force_login(joon)
    client.post(off.path(mei.id, "turn"), ONE_CLICK)
    assert muted(mei) == ["turn"]
    assert muted(joon) == []


def forged(person: Person) -> dict[str, str]:
    """Tokens that we have not signed for this."""
    token = off.SIGNER.sign_object([person.id, "turn"])
    changed = "W" + ("A" if token[1] != "A" else "B") + token[2:]
    return {
        "changed": changed,
        "unsigned": token.partition(":")[0],
        "of another purpose": signing.Signer(salt="other").sign_object([person.id, "turn"]),
        "of no kind": off.SIGNER.sign_object([person.id, "everything"]),
        "of the account": off.SIGNER.sign_object([person.id, "account"]),
        "of nobody": off.SIGNER.sign_object([10**9, "turn"]),
        "of another shape": off.SIGNER.sign_object({"a": 1}),
        "empty": ":",
    }


@pytest.mark.parametrize(
    "which", ["changed", "unsigned", "of another purpose", "of no kind", "of the account"]
)
def test_it_refuses_a_token_that_is_not_ours(mei, stranger, which):
    refused(mei, stranger, forged(mei)[which])


@pytest.mark.parametrize("which", ["of nobody", "of another shape", "empty"])
def test_it_refuses_a_token_that_names_nobody(mei, stranger, which):
    refused(mei, stranger, forged(mei)[which])


def refused(mei: Person, client: Client, token: str) -> None:
    for answer in (client.get(f"/mail/off/{token}/"), client.post(f"/mail/off/{token}/", ONE_CLICK)):
        assert answer.status_code == 404
    assert muted(mei) == []


def test_other_methods_are_refused(mei, stranger):
    assert stranger.put(off.path(mei.id, "turn")).status_code == 405
