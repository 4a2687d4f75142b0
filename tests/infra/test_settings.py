"""Settings that make no sense are refused with a sentence; those of a site for others make it secure."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GOOD = {
    "SECRET_KEY": "a secret text that is long enough for everybody",
    "SITE_URL": "https://play.example.org",
    "DATABASE_URL": "postgres://name:secret@127.0.0.1/lakelight",
    "REDIS_URL": "redis://127.0.0.1:6379/0",
    "EMAIL_URL": "smtp+tls://name:secret@mail.example.org:587",
}
SHOW = """
import json
from lanterns_site import settings
names = [name for name in dir(settings) if name.isupper()]
print(json.dumps({name: getattr(settings, name) for name in names}, default=str))
"""


def python(program: str, **env: str) -> subprocess.CompletedProcess[str]:
    given = {name: value for name, value in env.items() if value}
    return subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=given, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"PORT": "many"}, "PORT is not a valid int"),
        ({"PORT": "65536"}, "PORT must be between 1 and 65535"),
        ({"DEVELOPMENT": "perhaps"}, "DEVELOPMENT is not a valid bool"),
        ({"SITE_NAME": "two\nlines"}, "SITE_NAME must be 1 to 40 characters on one line."),
        ({"SITE_NAME": "x" * 41}, "SITE_NAME must be 1 to 40 characters on one line."),
        ({"SITE_URL": ""}, "SITE_URL must be the site's address"),
        ({"SITE_URL": "https://play.example.org/games"}, "SITE_URL must be the site's address"),
        ({"SITE_URL": "http://play.example.org"}, "SITE_URL must begin with https://"),
        ({"SITE_URL": "https://["}, "SITE_URL is no address"),
        ({"SITE_URL": "https://play.example.org:99999"}, "SITE_URL is no address"),
        ({"SITE_URL": "https://play.example.org:many"}, "SITE_URL is no address"),
        ({"SITE_URL": "https://name:secret@play.example.org"}, "SITE_URL must be the site's address"),
        ({"SITE_URL": "https://play.example.org#x"}, "SITE_URL must be the site's address"),
        ({"SITE_URL": "https://play example.org"}, "SITE_URL must be the site's address"),
        ({"SECRET_KEY": ""}, "SECRET_KEY must be a secret text of at least 32 characters."),
        ({"SECRET_KEY": "short"}, "SECRET_KEY must be a secret text of at least 32 characters."),
        ({"ALLOWED_HOSTS": ","}, "ALLOWED_HOSTS must list host names"),
        ({"ALLOWED_HOSTS": "*"}, "ALLOWED_HOSTS must list host names"),
        (
            {"DATABASE_URL": "mysql://127.0.0.1/lakelight"},
            "DATABASE_URL must begin with sqlite:// or postgres",
        ),
        ({"REDIS_URL": "http://127.0.0.1"}, "REDIS_URL must begin with redis://"),
        ({"REDIS_URL": "redis://127.0.0.1:many"}, "REDIS_URL is no address"),
        ({"REDIS_URL": "redis://["}, "REDIS_URL is no address"),
        ({"EMAIL_URL": "mail.example.org"}, "EMAIL_URL must begin with smtp://"),
        ({"EMAIL_URL": "smtp+tls://"}, "EMAIL_URL must begin with smtp://"),
        ({"EMAIL_URL": "post://mail.example.org"}, "EMAIL_URL must begin with smtp://"),
        ({"EMAIL_URL": ""}, "EMAIL_URL must name the mail server"),
        (
            {"DEFAULT_FROM_EMAIL": "a@example.org\nBcc: b@example.org"},
            "DEFAULT_FROM_EMAIL must be an address",
        ),
        ({"DEFAULT_FROM_EMAIL": "a@example.org, b@example.org"}, "DEFAULT_FROM_EMAIL must be an address"),
        ({"DEFAULT_FROM_EMAIL": "Lakelight"}, "DEFAULT_FROM_EMAIL must be an address"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused_with_a_sentence(wrong, sentence):
    told = python("import lanterns_site.settings", **GOOD | wrong)
    assert told.returncode
    assert sentence in told.stderr.splitlines()[-1]


def test_a_site_for_others_trusts_nothing_that_is_not_encrypted():
    told = python(SHOW, **GOOD)
    assert not told.returncode, told.stderr
    shown = json.loads(told.stdout)
    for name in (
        "SECURE_SSL_REDIRECT",
        "SESSION_COOKIE_SECURE",
        "CSRF_COOKIE_SECURE",
        "CSRF_COOKIE_HTTPONLY",
    ):
        assert shown[name] is True, name
    assert shown["SECURE_HSTS_SECONDS"] >= 31_536_000
    assert shown["SECURE_PROXY_SSL_HEADER"] == ["HTTP_X_FORWARDED_PROTO", "https"]
    assert shown["ACCOUNT_DEFAULT_HTTP_PROTOCOL"] == "https"
    assert shown["ALLOWED_HOSTS"] == ["play.example.org"]
    assert shown["CSRF_TRUSTED_ORIGINS"] == ["https://play.example.org"]
    assert shown["ALLAUTH_TRUSTED_PROXY_COUNT"] == 1
    assert shown["DEBUG"] is False
    assert shown["DEFAULT_FROM_EMAIL"] == "Lakelight <noreply@play.example.org>"


def test_development_needs_no_setting_but_that():
    told = python(SHOW, DEVELOPMENT="1")
    assert not told.returncode, told.stderr
    shown = json.loads(told.stdout)
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
    told = python(SHOW, **GOOD | {"EMAIL_URL": url})
    assert not told.returncode, told.stderr
    shown = json.loads(told.stdout)
    assert shown["EMAIL_BACKEND"] == "django.core.mail.backends.smtp.EmailBackend"
    assert (shown["EMAIL_HOST"], shown["EMAIL_PORT"]) == ("mail.example.org", port)
    assert (shown["EMAIL_HOST_USER"], shown["EMAIL_HOST_PASSWORD"]) == ("na@me", "se/cret")
    assert (shown["EMAIL_USE_TLS"], shown["EMAIL_USE_SSL"]) == (tls, ssl)
