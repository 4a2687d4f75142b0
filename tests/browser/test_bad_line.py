"""A bad line: what a page says and does when no answer comes, a wrong one comes, or it comes late."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from games.actions import play
from tests.browser import walk_turn as at_table
from tests.browser.conftest import DESKTOP, PATIENCE, PHONE
from tests.browser.walk import signed_in
from tests.browser.walk_turn import click, compose
from tests.site.cast import a_turn

SENDING, NEWS = "**/turn/", "**/pulse/**"
LOST, BROKEN, OFTEN = "No answer came", "could not answer this time", "too much in a short while"
AWAY = "No connection; trying again."
AtTable = Callable[..., Page]


@pytest.fixture
def at_the_table(game, new_context, site_url: str) -> Iterator[AtTable]:
    """Somebody of the cast at the table; no script may fail, whatever the line does."""
    faults: list[str] = []

    def at_the_table(name: str = "mei", screen: dict[str, Any] = DESKTOP) -> Page:
        page: Page = new_context(base_url=site_url, reduced_motion="reduce", **screen).new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: faults.append(str(error)))
        signed_in(page, name, site_url).goto(game.get_absolute_url())
        return page

    yield at_the_table
    assert not faults


@pytest.fixture
def mei(at_the_table: AtTable) -> Page:
    """The table as mei sees it, who is to act; it hears of nothing new."""
    page = at_the_table()
    page.route(NEWS, lambda route: route.fulfill(status=204))
    return page


def send(page: Page) -> None:
    """Press Confirm."""
    page.locator("[data-confirm]").click()


def turns_of(game) -> int:
    """How many turns were taken."""
    game.refresh_from_db()
    return int(game.turns_done)


def lose(route: Route) -> None:
    """The line breaks before anything arrives."""
    route.abort()


def lose_answer(route: Route) -> None:
    """The line breaks after the site has done its part."""
    route.fetch(max_redirects=0)
    route.abort()


def refuse(status: int, words: str = "", kind: str = "text/html") -> Callable[[Route], None]:
    """Something on the way gives the answer."""
    return lambda route: route.fulfill(status=status, body=words, content_type=kind)


def stop_clock(page: Page) -> None:
    """Load the page afresh, its clock standing still."""
    now = timezone.now()
    page.clock.install(time=now)
    page.clock.pause_at(now + timedelta(seconds=1))
    page.reload()


def line(page: Page):
    """The sentence on the line, in the turn panel."""
    return page.locator("#turn [data-line]")


# What was pressed, and did not arrive


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (lose, LOST),
        (refuse(500), BROKEN),
        (refuse(502, "<h1>Bad gateway</h1>"), BROKEN),
        (refuse(200, "Welcome to our hotel"), BROKEN),
        (refuse(429), OFTEN),
        (refuse(403, "You have no seat here.", "text/plain; charset=utf-8"), "You have no seat here."),
    ],
    ids=["no line", "500", "502", "foreign page", "429", "plain words"],
)
def test_a_turn_that_does_not_arrive_is_told_so_and_can_be_sent_again(game, mei, fault, sentence):
    compose(mei).route(SENDING, fault)
    send(mei)
    expect(line(mei)).to_contain_text(sentence)
    expect(mei.locator("#say")).to_contain_text(sentence)
    expect(mei.locator("[aria-busy=true]")).to_have_count(0)
    mei.unroute(SENDING)
    send(mei)
    expect(at_table.sent(mei)).to_be_visible()
    expect(line(mei)).to_have_count(0)
    assert turns_of(game) == 1


def test_a_turn_whose_answer_was_lost_is_sent_again_and_counts_once(game, mei):
    compose(mei).route(SENDING, lose_answer)
    send(mei)
    expect(line(mei)).to_contain_text(LOST)
    assert turns_of(game) == 1
    mei.unroute(SENDING)
    send(mei)
    expect(at_table.sent(mei)).to_be_visible()
    assert turns_of(game) == 1


def test_an_answer_that_does_not_come_in_time_is_told_so(mei):
    compose(mei).evaluate("htmx.config.timeout = 300")
    mei.route(SENDING, lambda route: None)
    send(mei)
    expect(line(mei)).to_contain_text(LOST)


def test_every_page_waits_fifteen_seconds_and_no_longer(mei):
    assert mei.evaluate("htmx.config.timeout") == 15_000


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_step_that_does_not_arrive_is_told_where_it_was_pressed(at_the_table, screen, accessible):
    page = at_the_table(screen=screen)
    at_table.choose_tile(page, click)
    page.context.set_offline(True)
    page.locator("a.spot").first.click()
    expect(line(page)).to_contain_text(LOST)
    expect(line(page)).to_be_in_viewport(ratio=1)
    accessible(page)
    page.context.set_offline(False)
    page.locator("a.spot").first.click()
    expect(at_table.ghost(page)).to_be_visible()
    expect(line(page)).to_have_count(0)


def test_the_second_fault_is_said_too(mei):
    compose(mei).route(SENDING, lose)
    send(mei)
    expect(mei.locator("#say")).to_contain_text(LOST)
    mei.unroute(SENDING)
    mei.route(SENDING, lambda route: None)
    send(mei)
    expect(mei.locator("#say")).to_be_empty()
    expect(line(mei)).to_have_count(1)


# News


def test_a_page_that_is_cut_off_says_so_and_from_when_the_table_is(at_the_table):
    page = at_the_table("joon")
    page.context.set_offline(True)
    expect(line(page)).to_contain_text(AWAY, timeout=15_000)
    expect(line(page)).to_contain_text(re.compile(r"You see what was here at \d\d?:\d\d"))
    page.context.set_offline(False)
    expect(line(page)).to_have_count(0)


def test_one_question_without_an_answer_is_not_worth_a_word(at_the_table):
    page = at_the_table("joon")
    page.route(NEWS, lose, times=1)
    with page.expect_event("requestfailed"):
        pass
    with page.expect_response(NEWS):
        expect(line(page)).to_have_count(0)


@pytest.mark.parametrize(
    "event",
    ["window.dispatchEvent(new Event('online'))", "document.dispatchEvent(new Event('visibilitychange'))"],
    ids=["line back", "tab back"],
)
def test_it_asks_at_once_when_line_or_tab_come_back(at_the_table, event):
    page = at_the_table("joon")
    stop_clock(page)
    with page.expect_response(NEWS):
        page.evaluate(event)


def test_it_asks_less_and_less_often_while_nothing_answers(at_the_table):
    page = at_the_table("joon")
    asked: list[str] = []

    def note_and_lose(route: Route) -> None:
        asked.append(route.request.url)
        lose(route)

    page.route(NEWS, note_and_lose)
    stop_clock(page)
    for pause in (3, 6, 12, 24, 48, 60, 60):
        before = len(asked)
        page.clock.run_for((pause - 1) * 1000)
        assert len(asked) == before
        with page.expect_event("requestfailed"):
            page.clock.run_for(1000)
        page.wait_for_timeout(50)


def test_news_that_come_while_something_is_pressed_give_way(game, mei):
    compose(mei).unroute(NEWS)
    late: list[Route] = []
    mei.route(NEWS, refuse(200, "changed", "text/plain"))
    mei.route(lambda url: url.endswith(game.get_absolute_url()), lambda route: late.append(route))
    with mei.expect_request(mei.url):
        pass
    send(mei)
    expect(at_table.sent(mei)).to_be_visible()
    late[0].fulfill(body='<title>Old</title><div id="table">Old</div>')
    mei.wait_for_timeout(100)
    expect(at_table.sent(mei)).to_be_visible()
    expect(mei).to_have_title("Slow cup")


def test_a_token_that_has_become_too_old_is_renewed(at_the_table):
    page = at_the_table("joon")
    page.route(NEWS, refuse(403), times=1)
    token = page.locator("#pulse").get_attribute("data-token")
    page.evaluate("document.querySelector('#pulse').dataset.token += 'x'")
    expect(page.locator("#pulse")).not_to_have_attribute("data-token", f"{token}x")
    with page.expect_response(NEWS) as answer:
        pass
    assert answer.value.status == 204


# Signed out elsewhere


def sign_out_elsewhere(page: Page) -> None:
    """Sign out in another tab of the same browser."""
    other = page.context.new_page()
    other.goto("/account/logout/")
    other.locator("main form button").click()
    expect(other.get_by_role("link", name="Sign in").first).to_be_visible()


def take_turn(game) -> None:
    """mei takes her turn on another device."""
    game.refresh_from_db()
    play.submit_turn(game.id, game.seats.get(number=0).person_id, game.seq, a_turn(game), timezone.now())


def signs_in_again(page: Page, game, name: str) -> None:
    """The page has led to the sign-in, says why, and leads back."""
    expect(page.get_by_text("You are signed out.")).to_be_visible()
    page.get_by_label("Name or e-mail address").fill(name)
    page.get_by_label("Password").fill("a long password")
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"**{game.get_absolute_url()}")


def test_an_open_table_leads_to_the_sign_in_when_something_happens_after_one_has_signed_out(
    game, at_the_table
):
    page = at_the_table("joon")
    sign_out_elsewhere(page)
    take_turn(game)
    signs_in_again(page, game, "joon")
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()


def test_so_does_a_choice_after_the_password_was_changed_elsewhere(people, game, mei):
    person = people[0]
    person.set_password("a long password")
    person.save()
    mei.locator("[data-hand='1']").click()
    signs_in_again(mei, game, "mei")


def test_a_page_of_somebody_else_is_loaded_afresh(at_the_table, site_url):
    page = at_the_table()
    page.route(NEWS, lambda route: route.fulfill(status=204))
    signed_in(page, "joon", site_url)
    page.locator("[data-hand='1']").click()
    expect(page.get_by_label("Account: joon")).to_be_visible()
    expect(page.get_by_role("heading", name="mei is thinking")).to_be_visible()


def test_a_watcher_goes_on_watching(game, new_context, site_url):
    page = new_context(base_url=site_url, **DESKTOP).new_page()
    page.goto(game.get_absolute_url())
    take_turn(game)
    expect(page.get_by_role("heading", name="joon is thinking")).to_be_visible(timeout=PATIENCE)
