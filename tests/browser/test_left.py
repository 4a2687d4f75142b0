"""The time that is left goes on while a page is open, and no reader is told of each minute."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.walk import signed_in

TOUCHED = "document.querySelector('#turn-h').dataset.touched"


def nearly(game, minutes: int) -> None:
    """Have the turn run out in so many minutes, of which one has nearly gone."""
    from games.models import Game

    at = timezone.now() + timedelta(minutes=minutes, seconds=4)
    Game.objects.filter(id=game.id).update(deadline_at=at)


def test_minutes_go_by_at_an_open_table_and_nothing_else_changes(game, desktop: Page, site_url):
    page = signed_in(desktop, "mei", site_url)
    nearly(game, 10)
    page.goto(game.get_absolute_url())
    page.evaluate(f"{TOUCHED} = 'yes'")
    clock = page.locator(".turn-head .clock")
    expect(clock).to_contain_text("10 minutes left, ")
    expect(clock).to_contain_text("9 minutes left, ")
    expect(page.locator(".game-bar time")).to_have_text("9 minutes left")
    assert page.evaluate(TOUCHED) == "yes", "the table is as it was"
    assert page.locator(":is([aria-live], [role=status], [role=alert]) time[data-left]").count() == 0
    assert "left" not in page.locator("#say").inner_text()


def test_they_go_by_in_ones_own_list(game, desktop: Page, site_url):
    page = signed_in(desktop, "mei", site_url)
    nearly(game, 61)
    page.goto("/games/")
    expect(page.locator(".gcard .clock")).to_contain_text("1 h 1 m left")
    expect(page.locator(".gcard .clock")).to_contain_text("1 hour left")
