"""Titania in a browser: how a game begins and ends by script, a few turns without, by keys and by touch."""

from __future__ import annotations

import random

from playwright.sync_api import expect

from tests.browser.walk_sea import at_the_table, by_script, go_on, is_mine, is_over, step, without_script

MOST_PRESSES = 200
EVERY_STEP = {"Play", "Choose", "Build", "Decorate", "Another", "Draw"}
LAST_TURNS = 5


def test_a_game_is_played_by_script_until_each_step_was_taken_and_from_its_last_turns_to_its_end(
    sea, plays_while, other_plays, desktop, site_url, accessible
):
    page, dice, seen = at_the_table(desktop, sea, site_url), random.Random(5), set()
    press = by_script(page)
    for _ in range(MOST_PRESSES):
        if is_over(page):
            break
        if not is_mine(page):
            if seen == EVERY_STEP:
                plays_while(lambda: sea.turns_all - sea.turns_done > LAST_TURNS)
            other_plays()
            page.reload()
            continue
        if step(page) not in seen:
            accessible(page)
        seen.add(go_on(page, press, dice))
    assert is_over(page)
    assert seen == EVERY_STEP
    accessible(page)
    expect(page.get_by_role("heading", name="Points", exact=True)).to_be_visible()


def test_turns_on_a_telephone_without_script(sea, other_plays, open_page, site_url):
    from tests.browser.conftest import PHONE

    page = at_the_table(open_page(PHONE, java_script_enabled=False), sea, site_url)
    dice, seen = random.Random(3), set()  # with which each step soon comes
    for _ in range(MOST_PRESSES):
        if seen >= EVERY_STEP - {"Another"}:
            break
        if not is_mine(page):
            other_plays()
            page.reload()
            continue
        seen.add(go_on(page, without_script, dice))
    assert seen >= EVERY_STEP - {"Another"}


def test_a_card_a_space_and_the_step_are_chosen_by_keys_alone(sea, desktop, site_url):
    page = at_the_table(desktop, sea, site_url)
    keys = page.keyboard
    keys.press("1")
    expect(page.locator("#turn a.half[aria-current]")).to_be_visible()
    keys.press("ArrowDown")
    keys.press("ArrowRight")
    expect(page.locator("#board a.spot:focus")).to_be_visible()
    keys.press("Enter")
    expect(page.locator("#board a.ghost:focus")).to_be_visible()
    expect(page.locator("#turn .warn")).to_contain_text("cannot be undone")
    keys.press("Escape")
    expect(page.locator("#board a.ghost")).to_have_count(0)
    expect(page.locator("#turn a.half[aria-current]")).to_be_visible()
    page.locator("#board a.spot").first.focus()
    keys.press("Enter")
    expect(page.locator("#board a.ghost:focus")).to_be_visible()
    keys.press("Enter")
    expect(page.get_by_text("That has been sent. Your turn goes on.").first).to_be_visible()


def test_the_ships_left_stay_in_sight_on_a_telephone_and_nothing_is_wider_than_it(
    sea, phone, site_url, accessible
):
    page = at_the_table(phone, sea, site_url)
    accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.evaluate("window.scrollTo(0, 300)")
    expect(page.locator(".fleet")).to_be_in_viewport(ratio=1)
    assert page.locator(".fleet li").all_inner_texts() == ["15", "15", "15"]
