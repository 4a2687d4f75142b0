"""Moments of a game in which two things meet: two clicks, two tabs, two people, before and after."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, BrowserType, Locator, Page, Request, Route, expect

from games.actions import play
from tests.browser import walk_turn as at_table
from tests.browser.conftest import DESKTOP, OpenPage
from tests.browser.walk import TITLE, sign_in
from tests.browser.walk_turn import click, compose
from tests.site.cast import a_turn

PASSWORD = "a long password"  # of everybody in the cast
SOON = 5_000  # milliseconds in which another's turn is to be seen in an open page
DELAY = 500  # milliseconds

AtTable = Callable[..., Page]


@pytest.fixture
def at_the_table(game, open_page: OpenPage) -> AtTable:
    """Somebody of the cast at the table, in a browser of their own."""

    def at_the_table(name: str = "mei", **how: Any) -> Page:
        page = open_page(DESKTOP, **how)
        sign_in(page, name, PASSWORD)
        page.goto(game.get_absolute_url())
        return page

    return at_the_table


def keep_still(page: Page) -> None:
    """Have the page hear of nothing new."""
    page.route("**/pulse/**", lambda route: route.fulfill(status=204))


def delay(route: Route) -> None:
    """Let an answer come late, after the site has given it."""
    answer = route.fetch(max_redirects=0)
    route.request.frame.page.wait_for_timeout(DELAY)
    route.fulfill(response=answer)


def turns_sent(page: Page) -> list[Request]:
    """The turns that a page sends from now on."""
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request) if request.url.endswith("/turn/") else None)
    return sent


def said(page: Page) -> Locator:
    """The sentence that the turn was sent."""
    return page.locator(".notice", has_text="Your turn has been sent.").first


def middle_of(control: Locator) -> tuple[float, float]:
    """Where to click by the mouse alone, which waits for nothing."""
    control.scroll_into_view_if_needed()
    box = control.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def turns_of(game) -> int:
    """How many turns were taken."""
    game.refresh_from_db()
    return game.turns_done


# Two clicks


def test_a_double_click_on_confirm_sends_one_turn(game, at_the_table):
    page = compose(at_the_table())
    sent = turns_sent(page)
    page.locator("[data-confirm]").dblclick()
    expect(said(page)).to_be_visible()
    assert len(sent) == 1
    assert turns_of(game) == 1


@pytest.mark.parametrize(("script", "requests"), [(True, 1), (False, 2)], ids=["script", "no script"])
def test_a_second_click_while_the_answer_is_late_is_told_that_the_turn_has_been_sent(
    game, at_the_table, script, requests
):
    page = compose(at_the_table(java_script_enabled=script))
    sent = turns_sent(page)
    page.route("**/turn/", delay)
    x, y = middle_of(page.locator("[data-confirm]"))
    with page.expect_request("**/turn/"):
        page.mouse.click(x, y)
    page.mouse.click(x, y)
    expect(said(page)).to_be_visible()
    assert len(sent) == requests
    assert turns_of(game) == 1


def test_a_turn_sent_from_two_tabs_is_one_turn_and_both_are_told_so(game, at_the_table):
    page = compose(at_the_table())
    other = page.context.new_page()
    keep_still(other)
    other.goto(page.url)
    for tab in (page, other):
        tab.locator("[data-confirm]").click()
        expect(said(tab)).to_be_visible()
    assert turns_of(game) == 1


# Two tabs


def test_a_tab_that_is_behind_is_shown_the_table_as_it_stands(game, at_the_table):
    page = at_the_table()
    behind = page.context.new_page()
    keep_still(behind)
    behind.goto(page.url)
    at_table.choose_tile(behind, click)
    behind.locator("a.spot").first.click()
    at_table.turn(behind, click)
    page.reload()
    page.locator("a.spot").last.click()
    at_table.confirm(page, click)
    with behind.expect_response("**/turn/") as answer:
        behind.locator("[data-confirm]").click()
    assert answer.value.status == 409
    expect(behind.get_by_role("alert")).to_have_text(re.compile("The game has moved on"))
    expect(behind.get_by_role("heading", name="joon is thinking")).to_be_visible()
    expect(behind.locator(".log li")).to_have_count(1)
    assert turns_of(game) == 1


# Two people at one machine


@pytest.fixture
def remembering(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """A browser that keeps pages for Back, as those of people do and those of tests do not."""
    kept = ["--disable-back-forward-cache"]
    browser = browser_type.launch(**browser_type_launch_args, ignore_default_args=kept)
    yield browser
    browser.close()


def test_what_a_turn_was_answered_stays_until_it_is_ones_turn_again(people, at_the_table):
    from tests.site.cast import person, running

    game = running(*people, person("ines"), title="For three", now=timezone.now())
    page = at_the_table()
    page.goto(game.get_absolute_url())
    compose(page)
    at_table.confirm(page, click)
    for number, told in ((1, True), (2, False)):
        game.refresh_from_db()
        sitter = game.seats.get(number=number).person_id
        play.submit_turn(game.id, sitter, game.seq, a_turn(game), timezone.now())
        expect(page.locator(".log li")).to_have_count(1 + number, timeout=SOON)
        expect(said(page)).to_be_visible(visible=told)


def test_after_signing_out_back_shows_nothing_private(game, remembering, site_url):
    page = remembering.new_context(base_url=site_url, **DESKTOP).new_page()
    sign_in(page, "mei", PASSWORD)
    page.goto(game.get_absolute_url())
    expect(compose(page).get_by_text("Only you see these.")).to_be_visible()
    page.get_by_label("Account: mei").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    page.go_back()
    expect(page.get_by_text("You watch this game; hands stay hidden.")).to_be_visible()
    for private in (".hand", ".ghost", ".account-menu", "form#draft", "form#send"):
        expect(page.locator(private)).to_have_count(0)
    assert page.evaluate("localStorage.length + sessionStorage.length") == 0


# Two ends


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_a_turn_sent_after_the_end_shows_the_result(game, at_the_table, script):
    from tests.site.cast import played_out

    page = at_the_table(java_script_enabled=script)
    keep_still(page)
    compose(page)
    played_out(game, timezone.now())
    turns = turns_of(game)
    page.locator("[data-confirm]").click()
    expect(page.locator("table.score")).to_be_visible()
    assert turns_of(game) == turns


# Two games


def test_the_tab_tells_how_many_games_wait(people, game, at_the_table):
    from tests.site.cast import running

    mei, joon = people
    running(mei, joon, title="Quick cup", now=timezone.now())
    page, other = at_the_table(), at_the_table("joon")
    expect(page).to_have_title(f"(2) Your turn: {TITLE}")
    expect(other).to_have_title(f"{TITLE}")
    at_table.confirm(compose(page), click)
    expect(page).to_have_title(f"(1) {TITLE}")
    expect(badge(page)).to_have_text(re.compile("^1"))
    expect(other).to_have_title(f"(1) Your turn: {TITLE}", timeout=SOON)
    expect(badge(other)).to_have_text(re.compile("^1"))
    page.get_by_role("link", name="Next game").click()
    expect(page).to_have_title("(1) Your turn: Quick cup")
    at_table.confirm(compose(page), click)
    expect(page).to_have_title("Quick cup")
    expect(badge(page)).to_be_hidden()
    page.goto("/tables/")
    expect(page).to_have_title("Open tables: Lakelight")


def badge(page: Page) -> Locator:
    """The number beside Games in the head."""
    return page.get_by_role("navigation", name="Main").locator(".badge")
