"""What is for a finger is large enough for one; and a box that is not ticked looks as if it could be."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.walk import signed_in

TAP = 43.9


def small(page: Page, selector: str) -> list[str]:
    """What is lower than a finger is wide; there is something of the kind."""
    found = page.locator(selector).filter(visible=True).all()
    assert found, selector
    sized = [(it.inner_text(), it.bounding_box()) for it in found]
    return [f"{text}: {box['height']}" for text, box in sized if box and box["height"] < TAP]


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_links_at_the_foot_are(people, open_page, site_url, screen):
    page = open_page(screen)
    page.goto("/about/")
    assert small(page, ".foot-links a") == []


def test_the_folds_of_a_result_are(people, open_page, site_url):
    from tests.site.cast import finished

    ended = finished(*people)
    page = signed_in(open_page(PHONE), "mei", site_url)
    page.goto(ended.get_absolute_url())
    assert small(page, "main summary") == []


def test_looking_closer_is(game, open_page, site_url):
    page = signed_in(open_page(PHONE), "mei", site_url)
    page.goto(game.get_absolute_url())
    assert small(page, "[data-near]") == []


def test_taking_ones_own_zone_is(people, open_page, site_url):
    from tests.site.cast import person

    person("noor")
    page = signed_in(open_page(PHONE, timezone_id="Asia/Kathmandu"), "noor", site_url)
    page.goto("/about/")
    expect(page.get_by_role("button", name="Yes, show my own time")).to_be_visible()
    assert small(page, ".link-btn") == []


LOOKS = "it => [getComputedStyle(it).backgroundColor, getComputedStyle(it).appearance]"


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_a_box_is_empty_until_it_is_ticked(people, open_page, site_url, colours, picture):
    page = signed_in(open_page(PHONE, color_scheme=colours), "mei", site_url)
    page.goto("/settings/away/")
    box = page.get_by_role("checkbox", name="Take a day of holiday first")
    paper = page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor")
    assert box.evaluate(LOOKS) == [paper, "none"]
    box.check()
    assert box.evaluate(LOOKS)[0] != paper
    box.scroll_into_view_if_needed()
    picture(page, f"boxes-{colours}")
