"""What a reader sees when something is wrong: a sentence, a way on, and never a bare line of text."""

from __future__ import annotations

import logging

import pytest
from django.core.handlers.exception import response_for_exception
from django.test import Client, RequestFactory

from games.pages import errors
from tests.site.accounts import sound
from tests.site.cast import as_client

pytestmark = pytest.mark.urls("tests.site.addresses")


@pytest.mark.parametrize(
    ("address", "status", "sentence"),
    [
        ("/nowhere/", 404, "There is no page at this address"),
        ("/forbids/", 403, "The page exists, but not for you"),
        ("/too-often/", 429, "held back for a few minutes"),
    ],
)
def test_each_error_says_what_happened_in_the_frame_of_the_site(mei, address, status, sentence):
    for client, way in ((Client(), "To the start page"), (as_client(mei), "To my games")):
        text = sound(client.get(address), status)
        assert sentence in text and way in text and "site-nav" in text


def logged(caplog) -> list[str]:
    """What the site has written about requests, as it stands in the log."""
    (console,) = [it for it in logging.getLogger().handlers if type(it) is logging.StreamHandler]
    records = [it for it in caplog.records if it.name.startswith("django.")]
    return [console.format(it) for it in records if console.filter(it)]


MANY = "&".join(["a=b"] * 300)  # more than the site reads


@pytest.mark.parametrize("address", ["/nowhere/", "/forbids/", f"/lobby/?{MANY}"])
def test_a_refusal_is_one_line_of_the_log(mei, address, caplog):
    as_client(mei).get(address)
    lines = logged(caplog)
    assert any(address.partition("?")[0] in line for line in lines)
    assert not any("\n" in line for line in lines)


def test_a_fault_of_the_site_is_in_the_log_with_where_it_was(db, caplog):
    Client(raise_request_exception=False).get("/breaks/")
    (line,) = logged(caplog)
    assert "Traceback" in line


@pytest.mark.parametrize(
    "door", ["/mail/in/", "/mail/turn/", "/mail/off/", "/feeds/", "/account/confirm-email/"]
)
def test_the_secret_part_of_an_address_is_not_in_the_log(db, door, caplog):
    """A link that is refused for now, or for a form without its token, may still be good."""
    Client(enforce_csrf_checks=True).post(f"{door}7-secret/")
    Client().get(f"{door}7-secret/turns.atom")
    assert [f"{door}…/" in line for line in logged(caplog)] == [True, True]
    assert "7-secret" not in "".join(logged(caplog))


def test_a_fault_of_the_site_is_told_without_its_details(db):
    text = sound(Client(raise_request_exception=False).get("/breaks/"), 500)
    assert "Your games are safe" in text
    assert "on purpose" not in text and "Traceback" not in text


def test_the_page_of_a_fault_needs_no_database_and_no_frame():
    text = sound(errors.broken(RequestFactory().get("/")), 500)
    assert "/static/games/base.css" in text


def test_an_unreadable_request_is_told_so(db, client):
    text = sound(client.post("/theme/", {f"field{n}": "x" for n in range(300)}), 400)
    assert "Nothing has been changed" in text


def test_a_foreign_host_is_told_so(db, client):
    assert "This cannot be read" in sound(client.get("/", headers={"host": "evil.example"}), 400)


def test_a_form_without_its_token_changes_nothing_and_says_what_to_do(mei):
    client = Client(enforce_csrf_checks=True)
    client.force_login(mei)
    assert "load the page again" in sound(client.post("/theme/", {"theme": "dark"}), 403)
    mei.refresh_from_db()
    assert mei.theme == ""


@pytest.mark.parametrize(
    "address",
    [
        "/%00/",
        "/%ff%fe/",
        "/rules/%00/",
        "/rules/../../etc/passwd",
        "/" + "a" * 5000 + "/",
        "/%22%3E%3Cscript%3Ealert(1)%3C/script%3E/",
        "/about/%0D%0ASet-Cookie:%20a=b/",
    ],
)
def test_a_hostile_address_is_only_not_found(db, client, address):
    text = sound(client.get(address), 404)
    assert "<script>alert" not in text


def test_an_error_of_a_page_that_is_asked_for_before_anybody_is_known_is_still_told(rf):
    request = rf.get("/nowhere/")
    from django.http import Http404

    assert response_for_exception(request, Http404()).status_code == 404
