"""Personal tokens: made, shown once, good for what they say, revoked."""

from __future__ import annotations

import re
from datetime import timedelta
from hashlib import sha256

import pytest

from games.actions import Refused, tokens
from games.models import Token
from tests.site.accounts import ANOTHER, sound
from tests.site.cast import NOW, as_client
from tests.site.tables import text

PAGE = "/settings/tokens/"
SECRET = re.compile(r'value="(lkl_[A-Za-z0-9_-]{43})"')


def test_only_the_digest_of_a_token_is_kept(mei):
    made, secret = tokens.make(mei, "bot", ["read"], NOW)
    assert made.digest == sha256(secret.encode()).hexdigest()
    assert secret not in str(Token.objects.values().get())


def test_who_shows_a_token_is_found_by_one_query(mei, django_assert_num_queries):
    made, secret = tokens.make(mei, "bot", ["play", "read"], NOW)
    tokens.person_of(secret, NOW)
    with django_assert_num_queries(1):
        found = tokens.person_of(secret, NOW)
    assert found == (made.id, mei, {"read", "play"})


@pytest.mark.parametrize("shown", ["", "lkl_", "lkl_" + "x" * 43, "\0", "lkl_" + "é" * 43, "x" * 10_000])
def test_what_is_no_token_opens_nothing(mei, shown):
    tokens.make(mei, "bot", ["read"], NOW)
    assert tokens.person_of(shown, NOW) is None


def test_a_token_of_somebody_who_has_left_opens_nothing(mei):
    _made, secret = tokens.make(mei, "bot", ["read"], NOW)
    mei.is_active = False
    mei.save()
    assert tokens.person_of(secret, NOW) is None


def test_its_last_use_is_known_to_the_hour_and_written_once_in_it(mei, django_assert_num_queries):
    made, secret = tokens.make(mei, "bot", ["read"], NOW)
    for minutes, queries, hour in ((0, 2, 10), (19, 1, 10), (20, 2, 11), (21, 1, 11)):
        with django_assert_num_queries(queries):
            tokens.person_of(secret, NOW + timedelta(minutes=minutes))
        made.refresh_from_db()
        assert made.used_at == NOW.replace(hour=hour, minute=0)


def test_a_token_goes_with_its_account_and_stays_with_another_password(mei):
    _made, secret = tokens.make(mei, "bot", ["read"], NOW)
    mei.set_password(ANOTHER)
    mei.save()
    assert tokens.person_of(secret, NOW)
    mei.delete()
    assert tokens.person_of(secret, NOW) is None


def test_two_tokens_of_one_person_have_two_names(mei, joon):
    tokens.make(mei, "bot", ["read"], NOW)
    tokens.make(joon, "bot", ["read"], NOW)
    with pytest.raises(Refused, match="of this name already"):
        tokens.make(mei, " bot ", ["read"], NOW)


def test_there_are_twenty_at_most(mei):
    for number in range(20):
        tokens.make(mei, str(number), ["read"], NOW)
    with pytest.raises(Refused, match="20 tokens, which is the most"):
        tokens.make(mei, "one more", ["read"], NOW)
    tokens.revoke(mei, mei.tokens.first().id)
    tokens.make(mei, "one more", ["read"], NOW)


def test_a_token_that_is_revoked_opens_nothing_and_nobody_revokes_anothers(mei, joon):
    made, secret = tokens.make(mei, "bot", ["read"], NOW)
    with pytest.raises(Refused):
        tokens.revoke(joon, made.id)
    assert tokens.person_of(secret, NOW)
    assert tokens.revoke(mei, made.id) == "bot"
    assert tokens.person_of(secret, NOW) is None
    with pytest.raises(Refused):
        tokens.revoke(mei, made.id)


# The page


def test_the_page_shows_a_new_token_once(mei):
    client = as_client(mei)
    told = sound(client.post(PAGE, {"name": "My bot", "scopes": ["play", "read"]}))
    secret = SECRET.search(told)[1]
    assert tokens.person_of(secret, NOW).scopes == {"read", "play"}
    again = sound(client.get(PAGE))
    assert "My bot" in again
    assert "lkl_" not in again


def test_the_page_is_kept_by_no_browser(mei):
    answer = as_client(mei).post(PAGE, {"name": "My bot", "scopes": ["read"]})
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"name": "", "scopes": "read"}, "Give it a name"),
        ({"scopes": "read"}, "Give it a name"),
        ({"name": "x" * 41, "scopes": "read"}, "40 characters at most"),
        ({"name": "a\0b", "scopes": "read"}, "one line of plain text"),
        ({"name": "a\nb", "scopes": "read"}, "one line of plain text"),
        ({"name": "a\u202eb", "scopes": "read"}, "turn the direction of writing"),
        ({"name": "bot"}, "Choose what it may do"),
        ({"name": "bot", "scopes": ["read", "all"]}, "Choose what it may do"),
        ({"name": "bot", "scopes": "\0"}, "Choose what it may do"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_nothing_is_made(mei, sent, sentence):
    answer = as_client(mei).post(PAGE, sent)
    sound(answer)
    assert sentence in text(answer)
    assert not Token.objects.exists()


def test_a_name_that_there_is_already_is_said_beside_the_name(mei):
    tokens.make(mei, "bot", ["read"], NOW)
    answer = as_client(mei).post(PAGE, {"name": "bot", "scopes": ["read"]})
    assert 'aria-describedby="id_name-error"' in sound(answer)
    assert "You have a token of this name already." in text(answer)


def test_the_page_revokes_a_token_by_a_press_only(mei, joon):
    made, _secret = tokens.make(mei, "bot", ["read"], NOW)
    address = f"{PAGE}{made.id}/revoke/"
    assert as_client(mei).get(address).status_code == 405
    assert "You have no such token." in text(as_client(joon).post(address, follow=True))
    assert Token.objects.exists()
    assert "“bot” opens nothing any more." in text(as_client(mei).post(address, follow=True))
    assert not Token.objects.exists()
    assert as_client(mei).post(f"{PAGE}{2**70}/revoke/", follow=True).status_code in (200, 404)


def test_a_name_of_any_signs_is_shown_as_it_is(mei):
    tokens.make(mei, "<b>&", ["read"], NOW)
    answer = as_client(mei).get(PAGE)
    assert "&lt;b&gt;&amp;" in sound(answer)


def test_somebody_signed_out_makes_none(client, mei):
    assert client.post(PAGE, {"name": "bot", "scopes": ["read"]}).url.startswith("/account/login/")
    assert not Token.objects.exists()


def test_the_page_takes_as_many_queries_for_many_tokens_as_for_one(mei, django_assert_max_num_queries):
    for number in range(15):
        tokens.make(mei, str(number), ["read"], NOW)
    client = as_client(mei)
    with django_assert_max_num_queries(4):
        client.get(PAGE)
