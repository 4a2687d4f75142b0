"""The page that says when one is there, in a real browser: by touch, by keyboard, without script."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, SCHEMES
from tests.browser.walk import signed_in

ADDRESS = "/settings/away/"
DAY = timedelta(days=1)
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# What is small and stands in a line of text may be small (WCAG 2.5.8); all else is for a finger.
SMALL = """
[...document.querySelectorAll('main :is(a, button, summary, input, select, label)')]
  .filter(it => !it.closest('p') && it.checkVisibility() && !it.closest('label')?.contains(it.parentElement))
  .filter(it => it.getBoundingClientRect().height < 43.9).map(it => it.outerHTML)
"""


def opened(page: Page, url: str) -> Page:
    """The page, before mei."""
    signed_in(page, "mei", url).goto(ADDRESS)
    return page


def in_days(days: int) -> str:
    """A day from now, as a field of a form has it."""
    return (timezone.now() + days * DAY).date().isoformat()


@pytest.mark.parametrize("gadget", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_it_can_be_read_by_everybody_whatever_there_is_to_say(
    people, open_page, site_url, accessible, gadget
):
    from games.actions import breaks
    from games.models import Away

    def look() -> None:
        opened(page, site_url)
        for summary in page.locator("main summary").all():
            summary.click()
        assert page.evaluate(WIDER) == 0
        accessible(page, *SCHEMES)

    page, mei, now = open_page(gadget), people[0], timezone.now()
    look()
    Away.objects.create(person=mei, since=now - 9 * DAY, until=now - 7 * DAY)
    breaks.save_hours(mei, range(5), 540, 1200)
    breaks.go_away(mei, now + 20 * DAY, now + 30 * DAY, now)
    breaks.emergency(mei, now)
    look()


def test_what_was_refused_can_be_read_by_everybody(people, phone, site_url, accessible):
    opened(phone, site_url)
    phone.get_by_label("Who may stand in for me").fill("nobody")
    phone.locator("#absence button").click()
    expect(phone.locator("#absence .error")).to_have_text("There is no member of that name.")
    expect(phone.get_by_label("Who may stand in for me")).to_be_in_viewport()
    accessible(phone)


def test_everything_to_touch_is_large_enough(people, phone, site_url):
    opened(phone, site_url)
    phone.locator("#emergency summary").click()
    assert phone.evaluate(SMALL) == []


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_a_holiday_is_taken_and_ended_again(people, open_page, site_url, script):
    page = opened(open_page(java_script_enabled=script), site_url)
    page.get_by_label("First day").fill(in_days(5))
    page.get_by_label("Last day").fill(in_days(9))
    page.get_by_role("button", name="Take this holiday").click()
    expect(page.locator(".notices").last).to_contain_text("Your clocks will stand still from")
    expect(page.locator(".break")).to_contain_text("Planned from")
    expect(page.locator(".break-left")).to_contain_text("25 days of 30 left")
    page.get_by_role("button", name="Call it off").click()
    expect(page.locator(".break")).to_have_count(0)
    expect(page.locator(".break-left")).to_contain_text("30 days of 30 left")


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_the_emergency_pause_is_taken_by_keyboard_in_two_steps(people, open_page, site_url, script):
    page = opened(open_page(java_script_enabled=script), site_url)
    yes = page.get_by_role("button", name="Yes, stop them now")
    page.locator("#emergency summary").focus()
    expect(yes).to_be_hidden()
    page.keyboard.press("Enter")
    expect(yes).to_be_visible()
    page.keyboard.press("Tab")
    expect(yes).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".break")).to_contain_text("Emergency pause until")
    page.get_by_role("button", name="I am back").click()
    expect(page.locator(".break")).to_have_count(0)
    expect(page.locator("#emergency")).to_contain_text("It is there again from")


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_hours_are_kept_and_the_usual_ones_had_again(people, open_page, site_url, script):
    page = opened(open_page(java_script_enabled=script), site_url)
    page.get_by_role("checkbox", name="Sunday").uncheck()
    page.get_by_label("From", exact=True).fill("10:15")
    page.get_by_role("button", name="Keep these hours").click()
    expect(page.locator(".notices").last).to_contain_text("They count from your next turn on.")
    expect(page.get_by_role("checkbox", name="Sunday")).not_to_be_checked()
    expect(page.get_by_label("From", exact=True)).to_have_value("10:15")
    page.get_by_role("button", name="Back to the usual hours").click()
    expect(page.get_by_role("checkbox", name="Sunday")).to_be_checked()
    expect(page.get_by_label("From", exact=True)).to_have_value("08:00")


def test_the_menu_of_the_account_leads_here(people, phone, site_url):
    signed_in(phone, "mei", site_url).goto("/about/")
    phone.locator(".account-menu summary").click()
    phone.get_by_role("link", name="When I am there").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("When I am there")
