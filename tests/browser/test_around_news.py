"""Time and people of a table while it is open: what happens there appears, and nobody is disturbed by it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.walk import signed_in

AGAIN = "[data-again]"
NEWS = "joon proposes a pause of 3 days."


@pytest.fixture
def around(game, desktop: Page, site_url) -> Page:
    """The page as mei has it open."""
    page = signed_in(desktop, "mei", site_url)
    page.goto(f"{game.get_absolute_url()}around/")
    return page


def proposed(game, people) -> None:
    from games.actions import votes

    votes.propose(game.id, people[1].id, "pause", timezone.now() + timedelta(seconds=1), days=3)


def test_what_is_asked_appears_by_itself_and_can_be_answered(game, people, around):
    expect(around.locator(".question")).to_have_count(0)
    proposed(game, people)
    expect(around.locator(".question")).to_contain_text(NEWS)
    expect(around.locator(AGAIN)).to_be_hidden()
    around.locator(".question").get_by_role("button", name="Yes").click()
    expect(around.locator(".big-clock")).to_contain_text("paused until")


def test_what_somebody_types_stays_until_they_have_done_with_it(game, people, around, accessible):
    days = around.get_by_label("Days (1 to 30)")
    days.fill("5")
    proposed(game, people)
    expect(around.locator(AGAIN)).to_contain_text("Something has happened meanwhile. Look again")
    expect(around.locator("#say")).to_contain_text("Something has happened meanwhile.")
    expect(days).to_have_value("5")
    expect(around.locator(".question")).to_have_count(0)
    accessible(around)
    around.get_by_role("link", name="Look again").click()
    expect(around.locator(".question")).to_contain_text(NEWS)
    expect(around.locator(AGAIN)).to_be_hidden()


def test_what_somebody_has_opened_stays_until_it_is_closed(game, people, around):
    summary = around.get_by_text("End without a winner")
    summary.click()
    proposed(game, people)
    expect(around.locator(AGAIN)).to_be_visible()
    expect(around.locator("details[open]")).to_have_count(1)
    summary.click()
    summary.evaluate("it => it.blur()")
    expect(around.locator(".question")).to_contain_text(NEWS)
