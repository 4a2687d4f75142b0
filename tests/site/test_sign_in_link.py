"""Links in mails that sign in: for those who chose so, once, for a day, and by a button only."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.test import Client

from games.actions import sign_in as links
from games.models import Choices, Notice, SignIn
from games.notices.sign_in import address
from tests.notices.test_links import rows
from tests.site.accounts import is_in, sound
from tests.site.cast import NOW, as_client, person
from tests.site.test_races import at_once, crowd

SITE = "http://127.0.0.1:8000"
NOBODY = "This link signs nobody in"


@pytest.fixture(autouse=True)
def at_that_time():
    """Links are as old as their mails."""
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def noor(db):
    """Has chosen to sign in by mail."""
    it = person("noor")
    Choices.objects.create(person=it, sign_in_by_mail=True)
    return it


def link(reader, path: str = "/games/") -> str:
    """The path of a link in a mail to somebody."""
    full = address(reader, path, Notice(person=reader, kind="turn"), NOW)
    assert full.startswith(f"{SITE}/mail/in/")
    return full.removeprefix(SITE)


def who(client: Client) -> str | None:
    """Whose session a browser has."""
    return client.session.get("_auth_user_id")


def fails(path: str, **options) -> None:
    """The link signs nobody in, and the page is the same for all such links."""
    client = Client(**options)
    for answer in (client.get(path), client.post(path)):
        assert NOBODY in sound(answer, 410)
    assert who(client) is None


def test_whoever_has_not_chosen_so_gets_no_link(mei):
    assert address(mei, "/games/", Notice(person=mei, kind="turn"), NOW) is None
    assert not SignIn.objects.exists()


def test_the_button_signs_in_and_leads_on(noor):
    client, path = Client(), link(noor, "/t/slow-cup/")
    answer = client.get(path)
    assert "Sign in as noor?" in sound(answer)
    assert answer["Referrer-Policy"] == "strict-origin" and "no-store" in answer["Cache-Control"]
    answer = client.post(path)
    assert answer.status_code == 302 and answer["Location"] == "/t/slow-cup/"
    assert who(client) == str(noor.id) and is_in(client)


def test_looking_at_it_changes_nothing(noor):
    path, client = link(noor), Client()
    before = rows()
    for _ in range(2):
        client.get(path)
        client.head(path)
    assert rows() == before and who(client) is None


def test_without_the_token_of_the_form_nobody_is_signed_in(noor):
    client, path = Client(enforce_csrf_checks=True), link(noor)
    assert client.post(path).status_code == 403
    assert who(client) is None and not SignIn.objects.exclude(used_at=None).exists()


def test_it_works_once(noor):
    path = link(noor)
    Client().post(path)
    fails(path)


def test_it_works_for_a_day(noor):
    path = link(noor)
    with time_machine.travel(NOW + timedelta(hours=23, minutes=59), tick=False):
        sound(Client().get(path))
    with time_machine.travel(NOW + timedelta(days=1), tick=False):
        fails(path)


def test_each_mail_has_a_link_of_its_own(noor):
    first, second = link(noor), link(noor)
    assert first != second
    Client().post(first)
    sound(Client().get(second))


def test_a_new_password_ends_it(noor):
    path = link(noor)
    noor.set_password("another long password")
    noor.save()
    fails(path)


def test_a_new_address_ends_it(noor):
    path = link(noor)
    EmailAddress.objects.filter(user=noor).update(email="noor@example.net")
    fails(path)


def test_switching_it_off_ends_it(noor):
    path = link(noor)
    Choices.objects.update(sign_in_by_mail=False)
    fails(path)


def test_a_closed_account_ends_it(noor):
    path = link(noor)
    type(noor).objects.update(is_active=False)
    fails(path)


def test_it_is_good_for_its_person_only(noor):
    ines = person("ines")
    Choices.objects.create(person=ines, sign_in_by_mail=True)
    secret = link(noor).split("/")[3]
    fails(f"/mail/in/{ines.id}-{secret.partition('-')[2]}/")


@pytest.mark.parametrize("token", ["x", "1-", "-", "999999-abc", "9" * 500, "１-a", "1-%00", "1-" + "é" * 40])
def test_a_link_that_is_none_of_ours_signs_nobody_in(noor, token):
    fails(f"/mail/in/{token}/")


def test_the_database_does_not_hold_the_secret(noor):
    secret = link(noor).split("/")[3]
    kept = SignIn.objects.get()
    assert len(kept.digest) == 64
    assert secret.partition("-")[2] not in str(vars(kept))


def test_whoever_is_signed_in_already_is_led_on_and_the_link_stays_good(noor):
    path = link(noor, "/games/")
    assert as_client(noor).get(path)["Location"] == "/games/"
    assert SignIn.objects.filter(used_at=None).exists()


def test_somebody_else_is_told_and_stays_signed_in_until_the_button(noor, mei):
    client, path = as_client(mei), link(noor)
    page = sound(client.get(path))
    assert "You are signed in as mei here." in page
    assert who(client) == str(mei.id)
    before = client.session.session_key
    client.post(path)
    assert who(client) == str(noor.id) and client.session.session_key != before


def test_the_session_is_a_new_one(noor):
    client = Client()
    client.get("/")
    session = client.session
    session["old"] = "1"
    session.save()
    client.cookies["sessionid"] = before = session.session_key
    client.post(link(noor))
    assert client.session.session_key != before and who(client) == str(noor.id)


@pytest.mark.parametrize("path", ["https://example.net/", "//example.net/", "/\\example.net", "javascript:1"])
def test_it_leads_nowhere_but_to_the_site(noor, path):
    there = link(noor, path)
    assert Client().post(there)["Location"] == "/"


def test_who_signs_in_too_often_has_to_wait(noor):
    client = Client()
    answers = [client.post("/mail/in/1-x/").status_code for _ in range(31)]
    assert answers[-1] == 429 and set(answers[:-1]) == {410}


def test_a_sign_in_is_in_the_log(noor, caplog):
    with caplog.at_level(logging.INFO, "games.actions.sign_in"):
        Client().post(link(noor))
    assert f"{noor.id} has signed in by a link" in caplog.text


def test_what_is_of_no_use_any_more_is_forgotten(noor):
    used, good, old = link(noor), link(noor), link(noor)
    Client().post(used)
    SignIn.objects.filter(id=SignIn.objects.latest("id").id).update(expires_at=NOW)
    assert links.forget_old(NOW) == 2
    sound(Client().get(good))
    fails(old)


def test_a_path_that_is_too_long_gives_no_link(noor):
    assert address(noor, "/" + "a" * 200, Notice(person=noor, kind="turn"), NOW) is None


def test_of_two_who_have_both_found_it_good_one_uses_it(noor, monkeypatch):
    secret = link(noor).split("/")[3]
    found = links.good(secret, NOW)
    monkeypatch.setattr(links, "good", lambda *asked: found)
    assert [links.use(secret, NOW) for _ in range(2)] == [found, None]


@pytest.mark.django_db(transaction=True)
def test_of_two_posts_at_once_one_signs_in():
    (reader,) = crowd(1)
    Choices.objects.create(person=reader, sign_in_by_mail=True)
    path, browsers = link(reader), [Client(), Client()]
    answers = at_once([lambda it=it: it.post(path) for it in browsers])
    assert sorted(it.status_code for it in answers) == [302, 410]
    assert sorted(bool(who(it)) for it in browsers) == [False, True]
