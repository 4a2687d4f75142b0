"""The link at the foot of a mail: looking changes nothing, a POST without cookies switches the kind off."""

from __future__ import annotations

import pytest
from django.core import signing
from django.test import Client

from games.models import Choices, Notice, Person
from games.notices import off
from games.notices.choice import ALWAYS, BY_SLUG, EVENTS, channels_of, choices_of
from tests.notices.chosen import choose, switched_off

ONE_CLICK = {"List-Unsubscribe": "One-Click"}
EVERYTHING = set(BY_SLUG)


@pytest.fixture
def stranger() -> Client:
    """A mail program: no cookies, and CSRF looked at."""
    return Client(enforce_csrf_checks=True)


def off_path(person: Person, kind: str = "turn") -> str:
    """The link at the foot of a mail of this kind."""
    path = off.path(person, Notice(kind=kind))
    assert path
    return path


def mailed(person: Person) -> set[str]:
    """The events that the person is mailed."""
    choices = choices_of(Person.objects.get(id=person.id))
    return {it.slug for it in EVENTS if "mail" in channels_of(choices, it)}


def test_looking_changes_nothing(mei, stranger):
    page = stranger.get(off_path(mei))
    assert page.status_code == 200
    assert "It is your turn" in page.content.decode()
    assert mailed(mei) == EVERYTHING
    assert not Choices.objects.exists()


def test_one_click_switches_the_kind_off(mei, stranger):
    assert stranger.post(off_path(mei), ONE_CLICK).status_code == 200
    assert mailed(mei) == EVERYTHING - {"turn"}


def test_other_channels_stay_as_they_were(mei, stranger):
    stranger.post(off_path(mei), ONE_CLICK)
    assert channels_of(Choices.objects.get(), BY_SLUG["turn"]) == ("push", "webhook", "feed")


def test_twice_is_as_once(mei, stranger):
    for _ in range(2):
        stranger.post(off_path(mei), ONE_CLICK)
    assert mailed(mei) == EVERYTHING - {"turn"}


def test_other_kinds_stay_as_they_were(mei, stranger):
    switched_off("mei", "finish")
    stranger.post(off_path(mei), ONE_CLICK)
    assert mailed(mei) == EVERYTHING - {"finish", "turn"}


def test_the_page_switches_it_on_again(mei, stranger):
    stranger.post(off_path(mei), ONE_CLICK)
    page = stranger.post(off_path(mei), {"on": "1"})
    assert "This mail is on again" in page.content.decode()
    assert mailed(mei) == EVERYTHING


def test_it_works_whoever_is_signed_in(mei, joon):
    client = Client()
    client.force_login(joon)
    client.post(off_path(mei), ONE_CLICK)
    assert mailed(mei) == EVERYTHING - {"turn"}
    assert mailed(joon) == EVERYTHING


def test_the_link_of_an_older_mail_named_a_kind(mei, stranger):
    token = off.SIGNER.sign_object([mei.id, "started"])
    assert stranger.post(f"/mail/off/{token}/", ONE_CLICK).status_code == 200
    assert mailed(mei) == EVERYTHING - {"start"}


@pytest.mark.parametrize("kind", [it for it in ALWAYS if it != Notice.Kind.DIGEST])
def test_what_is_always_told_has_no_link(mei, kind):
    assert off.path(mei, Notice(kind=kind)) is None


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
    assert mailed(mei) == EVERYTHING


def test_other_methods_are_refused(mei, stranger):
    assert stranger.put(off_path(mei)).status_code == 405


def test_a_digest_switches_off_what_comes_in_it_and_nothing_else(mei):
    choices = choose("mei", when={"turn": "digest", "finish": "digest"})
    notice = Notice(person=mei, kind="digest", key="1", data={"rows": []})
    client, page = Client(), off.path(mei, notice)
    assert page
    asked = client.get(page).content.decode()
    assert "What has been kept for your digest" in asked and "is then not mailed at all" in asked
    client.post(page, ONE_CLICK)
    choices.refresh_from_db()
    assert [it.slug for it in EVENTS if "mail" not in channels_of(choices, it)] == ["turn", "finish"]
    client.post(page, {"on": "1"})
    choices.refresh_from_db()
    assert all("mail" in channels_of(choices, it) for it in EVENTS)
