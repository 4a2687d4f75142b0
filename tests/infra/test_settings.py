"""Settings that make no sense are refused with a sentence; those of a site for others make it secure."""

from __future__ import annotations

import os
import runpy
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.core.exceptions import ImproperlyConfigured

ROOT = Path(__file__).parents[2]
GOOD = {
    "SECRET_KEY": "a secret text that is long enough for everybody",
    "SITE_URL": "https://play.example.org",
    "DATABASE_URL": "postgres://name:secret@127.0.0.1/lakelight",
    "REDIS_URL": "redis://127.0.0.1:6379/0",
    "EMAIL_URL": "smtp+tls://name:secret@mail.example.org:587",
}


def settings_with(env: dict[str, str]) -> dict[str, Any]:
    """The settings as a process with this environment, and nothing else in it, would read them."""
    with mock.patch.dict(os.environ, env, clear=True):
        return runpy.run_path(str(ROOT / "lanterns_site" / "settings.py"))


NOT_THE_SITE = "SITE_URL must be the site's address"
NO_PORT = "names a port that there cannot be"
NO_SECRET = "SECRET_KEY must be a secret text of at least 32 characters."
NO_HOSTS = "ALLOWED_HOSTS must list host names"
NOT_SHARED = "DATABASE_URL must name a database that all processes share"
NO_SCHEME = "DATABASE_URL must begin with sqlite:// or postgres://"
NO_SERVER = "REDIS_URL must name a server"
NO_POST = "EMAIL_URL must begin with smtp://"
NO_PUSH_KEY = "PUSH_KEY must be the 43 characters that `manage.py push_key` makes."
NO_SENDER = "DEFAULT_FROM_EMAIL must be an address"
REFUSED: dict[str, tuple[tuple[str, str], ...]] = {
    "PORT": (
        *((it, "PORT must be a whole number.") for it in ("many", "")),
        *((it, "PORT must be between 1 and 65535") for it in ("65536", "0", "-1")),
    ),
    "WEB_CONCURRENCY": (("-1", "WEB_CONCURRENCY must be 1 or more."),),
    "WORKER_CONCURRENCY": (("0", "WORKER_CONCURRENCY must be 1 or more."),),
    "DEVELOPMENT": (("perhaps", "DEVELOPMENT must be 1 or 0."),),
    "TESTING": (("1", "TESTING is for tests on this machine"),),
    "VAR_DIR": (
        *((it, "VAR_DIR must name a folder.") for it in ("", " ")),
        (__file__, "VAR_DIR must name a folder, not a file."),
    ),
    "SITE_NAME": tuple(
        (it, "SITE_NAME must be 1 to 40 characters on one line.") for it in ("two\nlines", "x" * 41, "", "  ")
    ),
    "SITE_URL": (
        *(
            (it, NOT_THE_SITE)
            for it in ("", "play.example.org", "//play.example.org", "https://", "https://-")
        ),
        *((f"https://{it}", NOT_THE_SITE) for it in ("play.example.org/games", "play.example.org#x", ":443")),
        *((f"https://{it}", NOT_THE_SITE) for it in ("name:secret@play.example.org", "play example.org")),
        ("https://play_example.org", NOT_THE_SITE),
        ("http://play.example.org", "SITE_URL must begin with https://"),
        *((f"https://{it}", f"SITE_URL is no address, or {NO_PORT}") for it in ("[", "h:99999", "h:many")),
    ),
    "SECRET_KEY": tuple((it, NO_SECRET) for it in ("", "short", " " * 40, "ab" * 20)),
    "ALLOWED_HOSTS": (
        *((it, NO_HOSTS) for it in ("", ",", "*", "https://play.example.org", "play.example.org:443")),
        ("other.example.org", "ALLOWED_HOSTS must have the host of SITE_URL among them."),
    ),
    "DATABASE_URL": (
        *((it, NOT_SHARED) for it in ("sqlite://", "sqlite:///:memory:", "postgres://", "postgres://host")),
        *((it, NO_SCHEME) for it in ("", "nonsense", "mysql://127.0.0.1/lakelight", "postgis://host/name")),
        ("postgres://host:many/lakelight", f"DATABASE_URL is no address, or {NO_PORT}"),
    ),
    "REDIS_URL": (
        *((it, "REDIS_URL must begin with redis://") for it in ("", "http://127.0.0.1")),
        *((it, NO_SERVER) for it in ("redis://", "redis://host/-1", "redis://host/x", "unix://", "unix://x")),
        *((it, f"REDIS_URL is no address, or {NO_PORT}") for it in ("redis://h:many", "redis://[")),
        ("redis://host:0", f"REDIS_URL {NO_PORT}"),
    ),
    "EMAIL_URL": (
        ("", "EMAIL_URL must name the mail server"),
        *(
            (it, NO_POST)
            for it in ("mail.example.org", "post://mail.example.org", "smtp+tls://", "smtp://a b")
        ),
        *((it, NO_POST) for it in ("smtp://host/path", "smtp+tls://name@host")),
        ("smtp://host:-5", f"EMAIL_URL is no address, or {NO_PORT}"),
    ),
    "WEBHOOKS_TO_LOOPBACK": (
        ("1", "WEBHOOKS_TO_LOOPBACK is for tests: a site must send nothing to its own machine."),
        ("perhaps", "WEBHOOKS_TO_LOOPBACK must be 1 or 0."),
    ),
    "DEFAULT_FROM_EMAIL": tuple(
        (it, NO_SENDER)
        for it in (
            *("a@example.org\nBcc: b@example.org", "a@example.org, b@example.org"),
            *("", "Lakelight", "noreply@", "a b@example.org"),
        )
    ),
    "PUSH_KEY": tuple((it, NO_PUSH_KEY) for it in ("nonsense", "A" * 43, "_" * 43, "B" * 42 + "=", "B" * 44)),
}


@pytest.mark.parametrize(
    ("name", "value", "sentence"), [(name, *it) for name, refused in REFUSED.items() for it in refused]
)
def test_a_setting_that_makes_no_sense_is_refused_with_a_sentence(name, value, sentence):
    with pytest.raises(ImproperlyConfigured) as refusal:
        settings_with(GOOD | {name: value})
    assert sentence in str(refusal.value)


@pytest.mark.parametrize("name", ["SECRET_KEY", "SITE_URL", "EMAIL_URL"])
def test_a_site_for_others_cannot_do_without(name):
    with pytest.raises(ImproperlyConfigured, match=f"^{name} must"):
        settings_with({it: GOOD[it] for it in GOOD if it != name})


def test_tests_and_tools_need_no_setting_but_that():
    assert settings_with({"TESTING": "1"})["SITE_URL"] == "http://127.0.0.1:8000"


@pytest.mark.parametrize("given", ["lake", "./lake"])
def test_a_folder_that_is_no_full_path_is_one_of_the_project(given):
    """Whatever folder a process was started in."""
    assert settings_with(GOOD | {"VAR_DIR": given})["VAR_DIR"] == ROOT / "lake"


def test_a_name_of_any_signs_can_send_mail():
    shown = settings_with(GOOD | {"SITE_NAME": "Lake & <Light>, “north”"})
    assert shown["DEFAULT_FROM_EMAIL"] == '"Lake & <Light>, “north”" <noreply@play.example.org>'


def test_a_site_for_others_trusts_nothing_that_is_not_encrypted():
    shown = settings_with(GOOD)
    for name in (
        "SECURE_SSL_REDIRECT",
        "SESSION_COOKIE_SECURE",
        "CSRF_COOKIE_SECURE",
        "CSRF_COOKIE_HTTPONLY",
    ):
        assert shown[name] is True, name
    assert shown["SECURE_HSTS_SECONDS"] >= 31_536_000
    assert shown["SECURE_PROXY_SSL_HEADER"] == ("HTTP_X_FORWARDED_PROTO", "https")
    assert shown["ACCOUNT_DEFAULT_HTTP_PROTOCOL"] == "https"
    assert shown["ALLOWED_HOSTS"] == ["play.example.org"]
    assert shown["CSRF_TRUSTED_ORIGINS"] == ["https://play.example.org"]
    assert shown["ALLAUTH_TRUSTED_PROXY_COUNT"] == 1
    assert shown["DEBUG"] is False
    assert shown["DEFAULT_FROM_EMAIL"] == "Lakelight <noreply@play.example.org>"


def test_development_needs_no_setting_but_that():
    shown = settings_with({"DEVELOPMENT": "1"})
    assert shown["SITE_URL"] == "http://127.0.0.1:8000"
    assert shown["EMAIL_BACKEND"] == "games.devmail.EmailBackend"
    assert shown["DATABASES"]["default"]["ENGINE"].endswith("sqlite3")


@pytest.mark.parametrize(
    ("url", "port", "tls", "ssl"),
    [
        ("smtp+tls://na%40me:se%2Fcret@mail.example.org", 587, True, False),
        ("smtp+ssl://na%40me:se%2Fcret@mail.example.org", 465, False, True),
        ("smtp://na%40me:se%2Fcret@mail.example.org:2525", 2525, False, False),
    ],
)
def test_a_secret_goes_to_the_mail_server_as_its_address_says(url, port, tls, ssl):
    shown = settings_with(GOOD | {"EMAIL_URL": url})
    assert shown["EMAIL_BACKEND"] == "django.core.mail.backends.smtp.EmailBackend"
    assert (shown["EMAIL_HOST"], shown["EMAIL_PORT"]) == ("mail.example.org", port)
    assert (shown["EMAIL_HOST_USER"], shown["EMAIL_HOST_PASSWORD"]) == ("na@me", "se/cret")
    assert (shown["EMAIL_USE_TLS"], shown["EMAIL_USE_SSL"]) == (tls, ssl)
