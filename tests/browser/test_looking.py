"""A page says that it is looked at as long as it is visible; hidden behind another it does not."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page

from games import presence
from tests.browser.conftest import DESKTOP
from tests.browser.walk import signed_in
from tests.servers.processes import soon

NEWS = "**/pulse/?**"
HIDE = """() => {
  Object.defineProperty(document, 'hidden', { get: () => true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


@pytest.fixture
def page_of_mei(game, new_context, site_url: str) -> Page:
    """The table as mei sees it, whose clock stands until it is told to go on."""
    page: Page = new_context(base_url=site_url, reduced_motion="reduce", **DESKTOP).new_page()
    page.clock.install()
    signed_in(page, "mei", site_url).goto(game.get_absolute_url())
    return page


def next_question(page: Page, seconds: int) -> dict[str, list[str]]:
    """What the page asks with when so much time has passed."""
    with page.expect_request(NEWS) as asked:
        page.clock.fast_forward(seconds * 1000)
    return parse_qs(urlsplit(asked.value.url).query)


def test_a_visible_page_says_so_and_a_hidden_one_does_not(page_of_mei, game):
    mei = game.seats.get(number=0).person_id
    assert next_question(page_of_mei, 4)["visible"] == ["1"]
    assert soon(lambda: presence.is_looking(mei, game.id))
    page_of_mei.evaluate(HIDE)
    assert "visible" not in next_question(page_of_mei, 61)
