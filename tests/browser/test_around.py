"""Time and people of a table, and what it asks, in a real browser: by touch, by keyboard, without script."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, SCHEMES
from tests.browser.walk import signed_in

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
TOLD = ".notices[role=status]"
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# What is small and stands in a line of text may be small (WCAG 2.5.8); all else is for a finger.
SMALL = """
[...document.querySelectorAll(':is(.asks, .around, .resign) :is(a, button, summary, input, select, label)')]
  .filter(it => !it.closest('p') && it.checkVisibility() && !it.closest('label')?.contains(it.parentElement))
  .filter(it => it.getBoundingClientRect().height < 43.9).map(it => it.outerHTML)
"""


@pytest.fixture
def three(people):
    """A game of three: mei is to act."""
    from tests.site.cast import person, running

    return running(*people, person("ines"), title="Slow cup", now=timezone.now())


def votes_of(game):
    """Everything that can be asked at once, by joon and ines."""
    from games.actions import votes
    from games.clock.terms import Pace, Terms

    now = timezone.now()
    seats = {it.person.username: it.person_id for it in game.seats.select_related("person")}
    votes.propose(game.id, seats["joon"], "pause", now, days=3)
    votes.propose(game.id, seats["ines"], "end", now)
    votes.propose(game.id, seats["joon"], "terms", now, terms=Terms(Pace(turn=5 * DAY, weekends_off=True)))


@pytest.fixture
def states(people):
    """Tables of every state, by name: what mei sees of each is another thing."""
    from django.db import transaction

    from games.actions import absence, breaks, watch
    from games.clock.terms import BANK, SOFT, STAND_IN, VOTE, Absence, Pace, Terms
    from games.models import Game
    from tests.site.absences import run_out
    from tests.site.cast import person, running

    mei, joon = people
    ines, now = person("ines"), timezone.now()
    then = now - 4 * DAY
    breaks.save_absence(joon, False, "mei")
    three = (mei, joon, ines)
    two_days = Terms(Pace(turn=2 * DAY), Absence(after=1))
    bank = Terms(Pace(BANK, bank=5 * DAY, cap=5 * DAY, turn=HOUR))
    games = {
        "asked everything": running(*three, now=now),
        "her seat is kept": running(*three, now=then, terms=two_days),
        "the other is gone": running(joon, mei, now=then, terms=two_days),
        "nobody plays": running(mei, joon, now=then, terms=Terms(Pace(turn=DAY), Absence(after=1))),
        "asked to stand in": running(
            joon, ines, now=then, terms=Terms(Pace(turn=3 * DAY), Absence(STAND_IN))
        ),
        "about somebody absent": running(
            joon, mei, ines, now=then, terms=Terms(Pace(turn=3 * DAY), Absence(VOTE))
        ),
        "a time bank": running(*three, now=now, terms=bank),
        "somebody has resigned": running(*three, now=now),
        "no limit": running(joon, mei, now=now, terms=Terms(Pace(SOFT))),
        "a fault": running(*three, now=now),
    }
    votes_of(games["asked everything"])
    for name in ("her seat is kept", "the other is gone", "nobody plays", "nobody plays"):
        run_out(games[name])
    for name in ("asked to stand in", "about somebody absent"):
        run_out(games[name])
    absence.resign(games["somebody has resigned"].id, joon.id, now)
    breaks.go_away(ines, now, now + 9 * DAY, now)
    with transaction.atomic():
        watch.freeze(Game.objects.select_for_update().get(id=games["a fault"].id), "a test", now)
    return games


@pytest.mark.parametrize("gadget", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_every_state_can_be_read_by_everybody(states, open_page, site_url, accessible, gadget):
    page = signed_in(open_page(gadget), "mei", site_url)
    for name, game in states.items():
        for address in (game.get_absolute_url(), f"{game.get_absolute_url()}around/"):
            page.goto(address)
            for summary in page.locator(".around summary").all():
                summary.click()
            assert page.evaluate(WIDER) == 0, (name, address)
            assert gadget is DESKTOP or page.evaluate(SMALL) == [], (name, address)
            accessible(page, *SCHEMES)


def test_resigning_and_other_terms_can_be_read_by_everybody(three, phone, site_url, accessible):
    signed_in(phone, "mei", site_url)
    for address in ("resign/", "around/terms/"):
        phone.goto(f"{three.get_absolute_url()}{address}")
        for summary in phone.locator("main summary").all():
            summary.click()
        assert phone.evaluate(WIDER) == 0
        assert phone.evaluate(SMALL) == []
        accessible(phone)


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_a_question_is_answered_above_the_board(three, open_page, site_url, script):
    votes_of(three)
    page = signed_in(open_page(java_script_enabled=script), "mei", site_url)
    page.goto(three.get_absolute_url())
    expect(page.locator(".ask")).to_have_count(3)
    page.locator(".ask", has_text="a pause of 3 days").get_by_role("button", name="Yes").click()
    expect(page.locator(TOLD)).to_contain_text("Your answer is kept.")
    expect(page.locator(".ask")).to_have_count(2)
    assert page.url == f"{site_url}{three.get_absolute_url()}"


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_one_comes_back_to_a_seat_that_was_kept_and_plays(people, open_page, site_url, script):
    from games.clock.terms import Absence, Pace, Terms
    from tests.site.absences import run_out
    from tests.site.cast import running

    game = running(*people, now=timezone.now() - DAY - HOUR, terms=Terms(Pace(turn=DAY), Absence(after=1)))
    run_out(game)
    page = signed_in(open_page(java_script_enabled=script), "mei", site_url)
    page.goto(game.get_absolute_url())
    expect(page.locator("#turn-h")).to_have_text("joon is thinking")
    page.get_by_role("button", name="I am back").click()
    expect(page.locator(TOLD)).to_contain_text("You are back: the seat is yours.")
    expect(page.locator(".asks")).to_have_count(0)


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_a_pause_is_proposed_answered_and_held(people, game, open_page, site_url, script):
    page = signed_in(open_page(java_script_enabled=script), "mei", site_url)
    page.goto(game.get_absolute_url())
    page.get_by_role("link", name="Time and people").click()
    page.get_by_label("Days (1 to 30)").fill("5")
    page.get_by_role("button", name="Propose a pause").click()
    expect(page.locator(".question")).to_contain_text("You propose a pause of 5 days.")
    expect(page.locator(".voices")).to_have_text("joon: not yet")
    other = signed_in(open_page(java_script_enabled=script), "joon", site_url)
    other.goto(f"{game.get_absolute_url()}around/")
    other.locator(".question").get_by_role("button", name="Yes").click()
    expect(other.locator(".big-clock")).to_contain_text("paused until")
    expect(other.locator(".news")).to_contain_text("mei asked for a pause, and all agreed")


def test_a_nudge_is_sent_by_keyboard(people, open_page, site_url):
    from tests.site.cast import running

    game = running(*people, now=timezone.now() - 2 * DAY)
    page = signed_in(open_page(), "joon", site_url)
    page.goto(f"{game.get_absolute_url()}around/")
    page.get_by_text("Nudge mei kindly").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_label("I am curious what you will do next.")).to_be_checked()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(TOLD)).to_contain_text("That has been said")
    expect(page.locator(".news")).to_contain_text("You nudged: “I am curious what you will do next.”")
    expect(page.locator("#main")).to_contain_text("Somebody has nudged in this turn already.")


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_one_resigns_in_two_steps(three, open_page, site_url, script):
    page = signed_in(open_page(java_script_enabled=script), "mei", site_url)
    page.goto(f"{three.get_absolute_url()}around/")
    page.get_by_role("link", name="Resign ...").click()
    page.get_by_role("button", name="Resign").click()  # the browser asks for the box first
    expect(page).to_have_url(f"{site_url}{three.get_absolute_url()}resign/")
    page.get_by_label("I give up my seat for good.").check()
    page.get_by_role("button", name="Resign").click()
    expect(page.locator(TOLD)).to_contain_text("You have resigned.")
    expect(page.locator(".seat", has_text="mei")).to_contain_text("resigned")


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_other_terms_are_chosen_and_proposed(three, open_page, site_url, script):
    page = signed_in(open_page(java_script_enabled=script), "mei", site_url)
    page.goto(f"{three.get_absolute_url()}around/")
    page.get_by_role("link", name="Propose other terms").click()
    page.get_by_text("Slow", exact=True).click()
    page.get_by_role("button", name="Propose these terms").click()
    expect(page.locator(".question")).to_contain_text("You propose other terms: 7 days a turn.")
    page.get_by_role("button", name="Take it back").click()
    expect(page.locator(".question")).to_have_count(0)


def test_time_that_is_given_appears_in_an_open_page_and_leaves_the_turn_alone(
    game, people, desktop: Page, site_url
):
    from games.actions import nudges

    signed_in(desktop, "mei", site_url).goto(game.get_absolute_url())
    desktop.locator("[data-hand='1']").click()
    desktop.locator(".board .spot").first.click()
    expect(desktop.locator(".board .ghost")).to_be_visible()
    expect(desktop.locator("#table [aria-busy=true]")).to_have_count(0)
    nudges.give_time(game.id, people[1].id, timezone.now())
    expect(desktop.locator(".log")).to_contain_text("joon gave 1 day more.")
    expect(desktop.locator(".turn-head .clock")).to_contain_text("3 d 23 h left")
    desktop.get_by_role("button", name="Confirm turn").click()
    expect(desktop.locator(".turn-box > .notice")).to_contain_text("Your turn has been sent.")
