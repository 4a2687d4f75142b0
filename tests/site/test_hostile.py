"""Requests that no page of ours would send: a sentence or a status that says so, and nothing has changed."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any
from wsgiref.util import setup_testing_defaults

import pytest
from django.test import Client
from django.urls import reverse

from games import devmail
from games.actions import Refused, people
from games.models import Draft, Event
from tests.site.accounts import PASSWORD
from tests.site.cast import as_client

NO_ADDRESS = ["nowhere", "health", "games:x", "a\0b", "²", "?x", "#x", "http://[", "\\evil.example", "..", ""]
CSRF = "c" * 32
PART = "Content-Disposition: form-data"
CODECS = ["zlib", "rot13", "idna", "undefined", "punycode", "unicode_escape", "utf-16", "latin-1"]


def served(method: str, address: str, body: str = "", **headers: str) -> str:
    """The status with which the site answers the web server; its own requests are other than a test's."""
    from lanterns_site.wsgi import application

    environ: dict[str, Any] = {
        "wsgi.input": BytesIO(body.encode()),
        "CONTENT_LENGTH": str(len(body.encode())),
    }
    path, _, query = address.partition("?")
    environ |= {"REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": query, "HTTP_HOST": "localhost"}
    setup_testing_defaults(environ)
    answered: list[str] = []

    def start(status: str, *_: object) -> Callable[[bytes], object]:
        answered.append(status)
        return lambda _: None

    application(environ | headers, start)
    return answered[0]


@pytest.mark.parametrize("name", ["%00", "a%00b", "%ff", "%F0%9F%99%82", "a" * 5000])
@pytest.mark.parametrize("part", ["", "at/0/", "record/", "again/"])
def test_an_address_that_no_table_can_have_is_not_found(mei, name, part):
    assert as_client(mei).get(f"/t/{name}/{part}").status_code == 404


@pytest.mark.parametrize("name", ["%00", "a%00b", "%ff"])
@pytest.mark.parametrize("form", ["turn", "draft", "join", "leave", "invite", "word", "rematch"])
def test_nor_can_anything_be_sent_there(mei, name, form):
    assert as_client(mei).post(f"/t/{name}/{form}/", {"seq": "0"}).status_code == 404


@pytest.mark.parametrize("form", ["turn", "draft"])
def test_nor_to_a_game_that_is_gone(game, mei, form):
    client, address = as_client(mei), f"{game.get_absolute_url()}{form}/"
    assert client.post(address, {"seq": "7"}).status_code == 409
    game.delete()
    assert client.post(address, {"seq": "7"}).status_code == 404


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("codec", CODECS)
def test_letters_are_read_as_utf_8_whatever_codec_a_request_names(game, mei, codec):
    table, turn = game.get_absolute_url(), reverse("table_turn", args=[game.slug])
    plain, parts = f"text/plain; charset={codec}", f"multipart/form-data; boundary=B; charset={codec}"
    fields = {"csrfmiddlewaretoken": CSRF, "seq": "0", "moves": "\\ud800 ä"}
    body = (
        "".join(f'--B\r\n{PART}; name="{name}"\r\n\r\n{it}\r\n' for name, it in fields.items()) + "--B--\r\n"
    )
    cookies = f"csrftoken={CSRF}; sessionid={as_client(mei).session.session_key}"
    assert served("GET", f"{table}?tile=%5Cud800", CONTENT_TYPE=plain).startswith("200")
    assert served("GET", "/pulse/?seq=%5Cud800", CONTENT_TYPE=plain).startswith("403")
    assert served("POST", turn, body, CONTENT_TYPE=parts, HTTP_COOKIE=cookies).startswith("409")
    assert not Event.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("address", ["/", "/tables/", "/account/login/"])
def test_a_session_whose_name_no_database_can_hold_is_none(address):
    assert served("GET", address, HTTP_COOKIE=r'sessionid="\000aaaaaaaaaaaa"').startswith("200")


@pytest.mark.parametrize("asked", NO_ADDRESS)
def test_the_way_back_of_a_form_is_a_path_of_the_site_or_none(ines, asked):
    client = as_client(ines)
    assert client.post("/theme/", {"theme": "dark", "next": asked})["Location"] == "/"
    answer = client.post("/settings/", {"form": "zone", "time_zone": "UTC", "next": asked})
    assert answer["Location"] == "/settings/"


@pytest.mark.parametrize("asked", [*NO_ADDRESS, "//evil.example", "https://evil.example/", "/\\evil.example"])
def test_signing_in_and_out_leads_to_a_path_of_the_site(ines, asked):
    client = Client()
    told = {"login": "ines", "password": PASSWORD, "next": asked}
    assert client.post("/account/login/", told)["Location"] == "/games/"
    assert client.post("/account/logout/", {"next": asked})["Location"] == "/"


@pytest.mark.parametrize("field", ["w²", "w" + "9" * 900, "w-1", "w", "w١"])
def test_a_field_that_is_no_word_of_a_step_is_left_out(game, mei, field):
    sent = {"seq": game.seq, "w1": "exchange", "w2": "red", "w3": "blue", field: "junk"}
    answer = as_client(mei).post(reverse("table_draft", args=[game.slug]), sent)
    assert answer.status_code == 409
    assert "junk" not in answer.content.decode()
    assert not Draft.objects.exists()


@pytest.mark.parametrize("name", ["ﷺﷺ", "ｙou", "Ｈouse", "mei  x"])
def test_a_name_is_checked_as_it_would_be_written(ines, name):
    with pytest.raises(Refused):
        people.save_settings(ines, username=name)
    answer = as_client(ines).post("/settings/", {"form": "name", "username": name})
    assert answer.status_code == 200
    ines.refresh_from_db()
    assert ines.username == "ines"


def test_a_name_in_wide_letters_is_the_name_in_plain_ones(ines, joon):
    with pytest.raises(Refused, match="already"):
        people.save_settings(ines, username="ｊｏｏｎ")
    people.save_settings(ines, username="ｈｅｒｏｎ")
    assert ines.username == "heron"


def test_an_address_that_is_too_long_is_told_so(ines):
    long = f"{'a' * 60}@{'b.' * 120}org"
    answer = as_client(ines).post("/account/email/", {"email": long, "action_add": ""})
    assert answer.status_code == 200
    assert "at most 254 characters" in answer.content.decode()


def test_a_file_is_never_kept(ines, client, monkeypatch):
    from django.core.files import uploadedfile

    def kept(*_: object) -> None:
        raise AssertionError("a file was kept")

    monkeypatch.setattr(uploadedfile.TemporaryUploadedFile, "__init__", kept)
    kind = "multipart/form-data; boundary=B"
    head = '--B\r\nContent-Disposition: form-data; name="theme"; filename="x"\r\n\r\n'
    assert client.generic("POST", "/theme/", head + "x" * 4_000_000 + "\r\n--B--\r\n", content_type=kind)


def test_a_mail_by_a_name_that_no_file_can_have_is_none(tmp_path, settings):
    settings.VAR_DIR = tmp_path
    assert devmail.kept("a" * 5000) is None
