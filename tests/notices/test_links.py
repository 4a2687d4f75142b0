"""Mail scanners follow every link: fetching them, twice and without cookies, changes no row."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
import time_machine
from django.apps import apps
from django.test import Client
from django.urls import reverse

from games.models import Game, Notice
from games.notices.compose import compose
from tests.notices import scenes_titania
from tests.notices.scenes import SCENES, message_of, moment_of
from tests.notices.scenes_decided import OF_THE_CLOCK
from tests.site.cast import person

LINK = re.compile(r"https?://[^\s\"'<>]+")
SITE = "http://127.0.0.1:8000"
EVERY = (*SCENES, *OF_THE_CLOCK, *scenes_titania.SCENES)


def links_of(message) -> set[str]:
    """Every address in a message: both parts and the headers."""
    parts = [message.body, str(message.alternatives[0][0]), *message.extra_headers.values()]
    return {it.replace("&amp;", "&") for part in parts for it in LINK.findall(part)}


def rows() -> dict[str, list[object]]:
    """All there is in the database."""
    return {it._meta.label: list(it._default_manager.order_by("pk").values()) for it in apps.get_models()}


def fetch_twice(links: set[str]) -> None:
    """GET as a scanner does; every address answers."""
    for link in sorted(links):
        assert link.startswith(SITE), link
        for _ in range(2):
            answer = Client().get(link.removeprefix(SITE), follow=True)
            assert answer.status_code == 200, link


@pytest.mark.parametrize("scene", EVERY, ids=lambda scene: f"{scene.__module__[21:]}-{scene.__name__}")
def test_following_the_links_of_a_notice_changes_nothing(db, steady, scene):
    notice = scene()
    now = moment_of(notice)
    links = links_of(compose(notice, now))
    assert len(links) >= 2
    before = rows()
    with time_machine.travel(now):
        fetch_twice(links)
    assert rows() == before


@pytest.mark.parametrize("name", ["question_pause", "question_stand_in", "news_kept_own", "nudge"])
def test_the_way_to_answer_or_come_back_is_the_page_of_time_and_people(db, steady, name):
    scene = next(it for it in OF_THE_CLOCK if it.__name__ == name)
    assert f"{SITE}/t/slow-cup/around/" in links_of(message_of(scene))


def sign_up(client: Client) -> None:
    """Somebody new gives a name and an address."""
    given = {"username": "newcomer", "email": "new@example.org", "password1": "a long password"}
    client.post(reverse("account_signup"), given)


def latest() -> set[str]:
    """The links of the account mail that was written last."""
    return links_of(compose(Notice.objects.latest("id"), datetime.now(UTC)))


def test_following_the_link_to_confirm_an_address_confirms_nothing(db):
    sign_up(Client())
    links = latest()
    before = rows()
    fetch_twice(links)
    assert rows() == before


def test_following_the_link_to_a_new_password_uses_nothing_up(db):
    person("mei")
    Client().post(reverse("account_reset_password"), {"email": "mei@example.org"})
    links = latest()
    assert any("/password/reset/key/" in link for link in links)
    before = rows()
    fetch_twice(links)
    sessions = "sessions.Session"  # in which the key waits, so that the page's own address does not tell it
    assert rows() | {sessions: []} == before | {sessions: []}


def test_an_invitation_is_not_accepted_by_following_it(db):
    scene = next(it for it in SCENES if it.__name__ == "invitation")
    fetch_twice(links_of(message_of(scene)))
    assert Game.objects.get().seats.exclude(person=None).count() == 2
