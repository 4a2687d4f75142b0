"""What one was told, and the addresses of one's feeds, in a real browser: by everybody, and as it happens."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.test_away import SMALL, WIDER
from tests.browser.walk import signed_in

ADDRESS = "/settings/told/"


@pytest.mark.parametrize(("gadget", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")])
def test_both_pages_can_be_read_by_everybody(game, people, open_page, site_url, accessible, gadget, scheme):
    from games.actions.feeds import make_feed_key
    from games.models import Notice

    mei, now = people[0], timezone.now()
    for number, status in enumerate(Notice.Status.values):
        Notice.objects.create(
            person=mei, kind="turn", game=game, key=f"{number}", status=status, error="550 no " + "x" * 150
        )
    Notice.objects.create(person=mei, kind="test", key="held", why="quiet", due_at=now + timedelta(hours=1))
    mei.endpoints.create(channel="push", url="https://push.example.org/1", label="W" * 40)
    make_feed_key(mei)
    page = signed_in(open_page(gadget, color_scheme=scheme), "mei", site_url)
    for address in (ADDRESS, "/settings/feeds/"):
        page.goto(address)
        for summary in page.locator("main summary").all():
            summary.click()
        assert page.evaluate(WIDER) == 0
        assert [it for it in page.evaluate(SMALL) if not it.startswith("<label")] == []
        accessible(page)


def test_an_open_page_shows_by_itself_what_became_of_a_test(people, desktop: Page, site_url):
    from games.models import Notice

    signed_in(desktop, "mei", site_url).goto(ADDRESS)
    desktop.get_by_role("button", name="Send a test mei@example.org").click()
    fate = desktop.locator(".fate-word").first
    expect(fate).to_have_text("Waiting to leave")
    Notice.objects.update(status="sent", sent_at=timezone.now())
    expect(fate).to_contain_text("Sent")
    expect(desktop.locator("#pulse")).to_have_count(0)


def test_without_script_one_looks_again(people, scriptless: Page, site_url):
    from games.models import Notice

    signed_in(scriptless, "mei", site_url).goto(ADDRESS)
    scriptless.get_by_role("button", name="Send a test mei@example.org").click()
    Notice.objects.update(status="sent", sent_at=timezone.now())
    scriptless.get_by_role("link", name="Look again").click()
    expect(scriptless.locator(".fate-word").first).to_contain_text("Sent")
