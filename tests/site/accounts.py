"""What people do with their accounts, for tests: browsers, mails, and the links in them."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client

from games.models import Notice
from tests.site.markup import faults_of

PASSWORD = "a long password"
ANOTHER = "quiet-harbour-7"
NEW = {"username": "noor", "email": "noor@example.org", "password1": ANOTHER}


def sound(answer: Any, status: int = 200) -> str:
    """The text of a page, which has no fault."""
    assert answer.status_code == status
    text: str = answer.content.decode()
    assert faults_of(text) == []
    return text


def mails(to: str) -> list[dict[str, str]]:
    """The account mails to an address that wait in the outbox, the newest last."""
    kept = Notice.objects.filter(kind="account").order_by("id").values_list("data", flat=True)
    return [mail for mail in kept if mail["to"] == to]


def link_in(mail: dict[str, str]) -> str:
    """The path of the link in a mail."""
    found = re.search(r"https?://[^/\s]+(/account/\S+/)", mail["text"])
    assert found, mail["text"]
    return found[1]


def newest_link(to: str) -> str:
    """The path of the link in the newest mail to an address."""
    return link_in(mails(to)[-1])


def sign_in(login: str, password: str = PASSWORD) -> Client:
    """A browser in which somebody has tried to sign in."""
    client = Client()
    client.post("/account/login/", {"login": login, "password": password})
    return client


def is_in(client: Client) -> bool:
    """Whether somebody is signed in in this browser."""
    return client.get("/settings/").status_code == 200


def signed_up() -> Client:
    """A browser in which noor has just signed up."""
    client = Client()
    assert "Look into your mail" in sound(client.post("/account/signup/", NEW, follow=True))
    return client
